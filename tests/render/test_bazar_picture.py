"""The picture of Bombay Bazar shows all that is on the table, each thing once."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import pytest

import howdah
from howdah.games.bazar.hexgrid import Edge
from howdah.games.bazar.names import HEAD_NAMES
from howdah.games.bazar.svg.hex_geometry import edge_middle
from howdah.games.bazar.svg.trunk import do_cross
from howdah.games.bazar.tiles import COPIES
from howdah.games.bazar.view import BazarView, Segment
from tests.render.bazar_views import BUSY, VIEWS, play_random_game
from tests.render.picture_queries import by_id, data, parse_picture, texts, with_data


def segments(view: BazarView) -> dict[str, tuple[Segment, str | None]]:
    """Every segment by the name it carries in the picture, and its owner."""
    found = {_segment_name(segment): (segment, None) for segment in view.stretches}
    owned = {
        _segment_name(segment): (segment, str(player.seat))
        for player in view.players
        for segment in player.trunk
    }
    return {**found, **owned}


def _segment_name(segment: Segment) -> str:
    low, high = sorted((segment.one, segment.other))
    return f"{segment.cell[0]},{segment.cell[1]}:{low}{high}"


def test_a_picture_is_titled_and_described_in_words() -> None:
    game = howdah.new("bazar", players=2, starter="seat 0", names=["Ann", "Bob"])
    root = parse_picture(game.view())
    assert root[0].text == "Bombay Bazar on hexagon-61, 2 players, 0 tiles laid"
    assert (root[1].text or "").startswith("Ann is to play. The trunk of Ann is 0 long")
    assert "No pile is gone." in (root[1].text or "")


def test_every_cell_is_drawn_once_with_its_tile() -> None:
    for view in VIEWS:
        root = parse_picture(view)
        assert data(root, "cell") == [f"{q},{r}" for q, r in view.board.cells]
        for (q, r), tile in view.tiles.items():
            found = by_id(root, f"cell-{q}_{r}").get("data-tile")
            assert found == f"{tile.design} {tile.rotation}"
        assert len(data(root, "tile")) == len(view.tiles)


def test_every_segment_is_there_once_in_its_owners_trunk() -> None:
    for view in VIEWS:
        root, expected = parse_picture(view), segments(view)
        found = {e.attrib["data-segment"]: e.get("data-seat") for e in with_data(root, "segment")}
        assert len(data(root, "segment")) == len(expected)
        assert found == {name: seat for name, (_, seat) in expected.items()}
        for player in view.players:
            trunk = by_id(root, f"trunk-{player.seat}")
            assert data(trunk, "segment") == [_segment_name(segment) for segment in player.trunk]


def ends(element: Element) -> tuple[tuple[float, float], tuple[float, float]]:
    """Where the first line of a segment's tube begins and ends."""
    line = next(e.attrib["d"] for e in element if e.get("data-part") is None)
    numbers = [float(number) for number in re.findall(r"-?[\d.]+", line)]
    return (numbers[0], numbers[1]), (numbers[-2], numbers[-1])


def test_segments_run_between_the_middles_of_edges_and_join() -> None:
    for view in BUSY:
        known, lines = segments(view), {}
        for element in with_data(parse_picture(view), "segment"):
            segment, _ = known[element.attrib["data-segment"]]
            lines[_segment_name(segment)] = ends(element)
            for end, edge in zip(ends(element), (segment.one, segment.other)):
                assert end == pytest.approx(edge_middle(segment.cell, edge), abs=0.06)
        for player in view.players:
            for one, other in pairwise(player.trunk):
                assert lines[_segment_name(one)][1] == lines[_segment_name(other)][0]


def test_where_two_segments_cross_the_later_one_passes_over_with_a_gap() -> None:
    crossings = 0
    for view in BUSY:
        known, order = segments(view), with_data(parse_picture(view), "segment")
        for number, element in enumerate(order):
            segment, _ = known[element.attrib["data-segment"]]
            below = [known[e.attrib["data-segment"]][0] for e in order[:number]]
            crossed = [o for o in below if o.cell == segment.cell and do_cross(o, segment)]
            found = element.get("data-over", "").split()
            assert found == [_segment_name(other).split(":")[1] for other in crossed]
            assert ("gap" in data(element, "part")) == bool(crossed)
            crossings += len(crossed)
    assert crossings > 100


def test_all_tubes_have_one_width() -> None:
    for view in BUSY[::4]:
        for element in with_data(parse_picture(view), "segment"):
            tube = [e for e in element if e.get("data-part") is None]
            assert [e.get("stroke-width") for e in tube[:2]] == ["17.6", "14.4"]


def test_every_head_has_its_player_or_sleeps() -> None:
    for view in VIEWS:
        root = parse_picture(view)
        assert data(root, "head") == list(HEAD_NAMES)
        seats = {name: by_id(root, f"head-{name}").get("data-seat") for name in HEAD_NAMES}
        playing = {player.head: str(player.seat) for player in view.players}
        assert seats == {name: playing.get(name) for name in HEAD_NAMES}
        assert len(data(root, "asleep")) == 4 - len(view.players)


def test_the_four_heads_wear_ornaments_of_their_own() -> None:
    root = parse_picture(play_random_game(4, 1, 0).view())
    looks = [ElementTree.tostring(by_id(root, f"head-{name}")[-1][1]) for name in HEAD_NAMES]
    assert len(set(looks)) == 4


def test_every_living_tip_is_marked_in_its_cell() -> None:
    for view in VIEWS:
        root = parse_picture(view)
        living = [player for player in view.players if not player.has_stopped]
        assert data(root, "tip") == [str(player.seat) for player in living]
        for player in living:
            q, r = player.tip_cell
            assert by_id(root, f"tip-{player.seat}").get("data-at") == f"{q},{r}"


def test_only_the_cell_of_the_tip_to_play_glows() -> None:
    for view in VIEWS:
        glowing = [
            e.attrib["data-cell"]
            for e in with_data(parse_picture(view), "to-play")
            if "data-cell" in e.attrib
        ]
        tips = [view.players[view.to_play].tip_cell] if view.to_play is not None else []
        assert glowing == [f"{q},{r}" for q, r in tips]


def test_every_end_piece_lies_on_its_cell_in_the_order_of_the_stack() -> None:
    for view in VIEWS:
        root = parse_picture(view)
        found: dict[str, list[str | None]] = {}
        for element in with_data(root, "end-piece"):
            found.setdefault(element.attrib["data-end-piece"], []).append(element.get("data-owner"))
        assert found == {
            f"{q},{r}": [None if owner is None else str(owner) for owner in owners]
            for (q, r), owners in view.end_pieces.items()
        }


def test_stacked_end_pieces_are_seen_one_under_the_other() -> None:
    view = VIEWS[-1]
    cell = next(iter(view.end_pieces))
    root = parse_picture(replace(view, end_pieces={cell: (0, 1, 2, 3)}))
    plates = [element[2].attrib["d"] for element in with_data(root, "end-piece")]
    assert len(set(plates)) == 4
    curls = [e for e in with_data(root, "end-piece") if "#curl" in str(ElementTree.tostring(e))]
    assert [e.get("data-owner") for e in curls] == ["3"]


def test_every_pile_is_counted_and_an_empty_one_is_a_ghost() -> None:
    for view in VIEWS:
        root = parse_picture(view)
        piles = {
            e.attrib["data-pile"]: int(e.attrib["data-count"]) for e in with_data(root, "pile")
        }
        assert piles == view.piles
        for name, count in piles.items():
            pile = by_id(root, f"pile-{name}")
            assert texts(pile) == [f"\u00d7{count}", name]
            dashes = [e.get("stroke-dasharray") for e in pile.iter()]
            assert any(dashes) == (count == 0)
    assert max(VIEWS[0].piles.values()) == COPIES


def test_a_player_sees_which_piles_will_do_and_a_spectator_does_not() -> None:
    game = play_random_game(3, 4, 12)
    designs = {text.split()[1] for text in game.view(game.to_play).legal_actions}
    lit = {
        e.attrib["data-pile"] for e in with_data(parse_picture(game.view(game.to_play)), "legal")
    }
    assert lit == designs
    assert not with_data(parse_picture(game.view()), "legal")


def test_the_cards_tell_lengths_and_marks() -> None:
    for view in VIEWS:
        root = parse_picture(view)
        for player in view.players:
            card = by_id(root, f"player-{player.seat}")
            assert card.get("data-length") == str(player.length)
            assert str(player.length) in texts(card)
            marks = data(card, "mark")
            assert ("to-play" in marks) == (player.seat == view.to_play)
            assert ("blocked,-stopped" in marks) == (player.has_stopped and not view.is_over)
            assert ("first-player" in marks) == (
                player.seat == view.first_player and not view.is_over
            )


def test_the_winners_are_marked_when_several_have_played() -> None:
    for view in VIEWS:
        winners = [e.attrib["data-player"] for e in with_data(parse_picture(view), "winner")]
        several = view.result is not None and len(view.players) > 1
        assert winners == (
            [str(seat) for seat in (view.result or {})["winners"]] if several else []
        )


def test_the_outcome_is_a_sentence() -> None:
    view = replace(
        play_random_game(3, 2).view(),
        names=("Ann", "Bob", "Cem"),
        result={"lengths": [9, 9, 4], "solo_score": None, "winners": [0, 1]},
    )
    players = tuple(replace(player, length=9) for player in view.players)
    shared = replace(view, players=players)
    assert "Ann and Bob share the win with 9" in texts(parse_picture(shared))
    alone = replace(shared, result={"lengths": [9, 4, 4], "solo_score": None, "winners": [0]})
    assert "Ann wins with 9" in texts(parse_picture(alone))


def test_long_names_leave_room_for_what_is_said_of_them() -> None:
    view = replace(play_random_game(3, 2).view(), names=("W" * 40,) * 3)
    (line,) = texts(with_data(parse_picture(view), "outcome")[0])
    assert re.fullmatch(r"W+… (wins|share the win) with \d+", line)


def test_a_solo_game_shows_its_score_as_it_stands() -> None:
    for view in VIEWS:
        root = parse_picture(view)
        if len(view.players) > 1:
            assert not with_data(root, "solo-score")
            continue
        found = [data(root, name) for name in ("empty-cells", "unused-openings", "solo-score")]
        sums = (view.empty_cells, view.unused_openings, view.solo_score)
        assert found == [[str(number)] for number in sums]
        if view.is_over:
            score = str(view.solo_score).replace("-", "\u2212")
            assert f"The game is over and scores {score}" in texts(root)


def test_a_segment_is_the_same_seen_from_both_sides() -> None:
    cell = (2, -1)
    assert edge_middle(cell, Edge(0)) == edge_middle((3, -1), Edge(3))
    assert edge_middle(cell, Edge(1)) == edge_middle((2, 0), Edge(4))
    assert edge_middle(cell, Edge(2)) == edge_middle((1, 0), Edge(5))
