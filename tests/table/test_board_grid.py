"""The board as a grid of texts: all that is on it, in words, and nothing behind a screen."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

import howdah
from howdah.ai.match import play_match
from howdah.games.bazar.board_grid import cell_names
from howdah.games.bazar.board_grid import describe_pick as describe_tile
from howdah.games.registry import GAMES, AnyGame, game_class
from howdah.i18n import Language, use_language
from howdah.i18n.translation import CODES
from howdah.render.types import SHAPES
from howdah.table.board_grid import BoardGrid, board_grid_for
from howdah.table.create import new_seat
from howdah.table.event_log import EventLogCache
from howdah.table.frames import Draft, Viewpoint, draft_frame, frame, scene
from howdah.table.model import Table
from tests.fast.games import IS_LONG

EVERY_GAME = pytest.mark.parametrize("game", GAMES)
EVERY_LANGUAGE = pytest.mark.parametrize("language", CODES)
LETTERS = re.compile(r"\b[A-Z]\b[ ,.]*\b[A-Z]\b[ ,.]*\b[A-Z]\b")
"""Letters in a row; the trails of Bombay lead to at most two hilltops."""
STEP = 1 if IS_LONG else 7
"""Every so many positions of a game are looked at."""
NAMES = ("Ada", "Bo", "Cy", "Dev")
Cells = dict[str, str]


def grid_of(game: str) -> BoardGrid:
    grid = board_grid_for(game)
    assert grid is not None
    return grid


def table_of(game: AnyGame) -> Table:
    return Table(
        id="t1",
        game_name=game.name,
        rules=game.rules(),
        seats=tuple(new_seat(name).seat for name in game.view().names),
        screens="hidden",
        version=game.turns_played,
        game=game,
    )


def parse_lines(lines: str) -> Cells:
    return dict(line.split(" ", 1) for line in lines.split("\n") if line)


def said_of(view: Any) -> Cells:
    """What each cell says now, all parts after each other."""
    found: Cells = {}
    for lines in grid_of(view.game).texts(view).values():
        for key, text in parse_lines(lines).items():
            found[key] = f"{found[key]} {text}" if key in found else text
    return found


@cache
def _play(game: str, players: int) -> AnyGame:
    return play_match(game, ["greedy"] * players, seed="grid")


def positions(game: str, players: int = 4) -> Iterator[AnyGame]:
    played = _play(game, players)
    return (played.at(length) for length in range(0, len(played.actions) + 1, STEP))


@EVERY_GAME
@pytest.mark.parametrize("shape", SHAPES)
def test_the_cells_are_the_board_from_north_to_south_and_west_to_east(
    game: str, shape: Any
) -> None:
    for name in game_class(game).boards:
        board = howdah.new(game, board=name, seed=1).view().board
        rows = grid_of(game).rows(board, shape)
        keys = [cell.key for row in rows for cell in row]
        assert len(set(keys)) == len(keys) == len(getattr(board, "sites", None) or board.cells)
        assert not any(" " in key for key in keys)
        for row in rows:
            assert row
            assert [cell.x for cell in row] == sorted(cell.x for cell in row)
        heights = [sum(cell.y for cell in row) / len(row) for row in rows]
        assert heights == sorted(heights)


@EVERY_GAME
@EVERY_LANGUAGE
def test_all_that_is_said_is_whole_sentences_without_letters_for_things(
    game: str, language: Language
) -> None:
    grid = grid_of(game)
    with use_language(language):
        for position in positions(game):
            view = position.view(position.to_play)
            cells = [cell for row in grid.rows(view.board, "wide") for cell in row]
            sentences = [*said_of(view).values(), *(cell.name for cell in cells)]
            assert all(text.endswith(".") for text in sentences)
            items = [item for found in grid.lists(view) for item in (found.heading, *found.items)]
            for text in [*sentences, *items, *(cell.more for cell in cells), grid.status(view)]:
                assert not LETTERS.search(text)
                assert not re.search(r"[{}]|None|  ", text)


@EVERY_GAME
def test_every_key_is_that_of_a_cell_and_the_parts_are_always_the_same(game: str) -> None:
    grid, parts = grid_of(game), set[tuple[str, ...]]()
    for position in positions(game):
        view = position.view(position.to_play)
        keys = {cell.key for row in grid.rows(view.board, "wide") for cell in row}
        parts.add(tuple(grid.texts(view)))
        pick = view.legal_actions[0] if view.legal_actions else None
        found = {*said_of(view), grid.start(view), *grid.choices(view, pick)}
        assert found <= keys
    assert len(parts) == 1


@EVERY_GAME
def test_nobody_hears_more_of_the_board_than_a_spectator(game: str) -> None:
    grid = grid_of(game)
    for position in positions(game):
        open_view = position.view(screens="open")
        for seat in (None, 0, 1):
            view = position.view(seat)
            assert grid.texts(view) == grid.texts(open_view)
            assert grid.lists(view) == grid.lists(open_view)


def test_names_cannot_break_the_lines() -> None:
    for game in ("bombay", "bazar"):
        view = howdah.new(game, players=2, seed=1, names=["A\nD2 x", "B\tc"]).view()
        assert all("\n" not in text for text in said_of(view).values())
        rows = grid_of(game).rows(view.board, "wide")
        assert set(said_of(view)) <= {cell.key for row in rows for cell in row}


# Bombay


def first_game(players: int = 4) -> AnyGame:
    return howdah.new("bombay", players=players, set_up="first-game", seed=1, names=NAMES[:players])


def test_a_city_says_what_it_pays_for_and_who_is_there() -> None:
    game = first_game()
    said = said_of(game.view())
    assert said["D2"] == (
        "Buys orange (4 rupees), blue (3 rupees), yellow (2 rupees and 1 client). "
        "3 city tokens left."
    )
    assert said["A"].startswith("You can build a palace here. 2 stars to enter. Ada's elephant,")
    (row,) = (
        row for row in grid_of("bombay").rows(game.view().board, "wide") if row[-1].key == "D2"
    )
    assert (row[-1].name, row[-1].more) == ("Nagpur, city D2.", "Trails to E2, F3, G3, G4.")


def test_a_palace_is_its_owners_and_a_token_says_what_it_gives() -> None:
    for position in positions("bombay"):
        view: Any = position.view().with_fields(names=NAMES)
        said = said_of(view)
        for site, seat in view.palaces.items():
            assert f"{NAMES[seat]}'s palace." in said[site]
        for site, token in view.palace_tokens.items():
            assert said[site].startswith("Palace token: ")
            assert ("rupees" in said[site]) == (token == "rupees")
    assert view.palaces


def test_open_posts_and_markets_are_lists() -> None:
    for position in positions("bombay"):
        view: Any = position.view()
        with use_language("en"):
            markets, cities, posts = grid_of("bombay").lists(view)
        assert len(markets.items) == 4
        assert len(cities.items) == 4
        open_sites = {site for site, colour in view.posts.items() if colour not in view.closed}
        listed = {site for item in posts.items for site in re.findall(r"\b[EF]\d", item)}
        assert listed == open_sites


def test_the_choices_are_the_sites_where_one_may_go() -> None:
    for position in positions("bombay"):
        view = position.view(position.to_play)
        moves = {action for action in view.legal_actions if action.startswith("move ")}
        choices = grid_of("bombay").choices(view, None)
        assert {*choices.values()} == moves
        assert all(action == f"move {site}" for site, action in choices.items())


# Bombay Bazar


def test_a_picked_tile_says_where_the_tip_will_be() -> None:
    for position in positions("bazar", 3):
        view: Any = position.view(position.to_play)
        for pick in view.legal_actions[:6]:
            said = describe_tile(view, pick)
            if pick == "end-piece":
                assert said == ""
                continue
            after = position.copy()
            after.play(pick)
            mover: Any = after.view().players[view.to_play]
            grown = mover.length - view.players[view.to_play].length
            assert f"new tip: {cell_names(view.board)[mover.tip_cell]}." in said
            assert f"Your trunk grows by {grown} segment" in said


def test_a_tile_can_be_placed_at_the_tip_once_it_is_picked() -> None:
    view = howdah.new("bazar", players=2, seed=1, starter="seat 0").view(0)
    grid, pick = grid_of("bazar"), view.legal_actions[0]
    assert grid.choices(view, None) == {}
    assert grid.choices(view, "place 01 9") == {}
    assert grid.choices(view, pick) == {"1-1": pick}


def test_a_cell_says_whose_trunks_run_through_it_and_what_leads_into_it() -> None:
    for position in positions("bazar"):
        view: Any = position.view()
        said, names = said_of(view), cell_names(view.board)
        keys = {cell: f"{name.row}-{name.space}" for cell, name in names.items()}
        for player in view.players:
            assert all("'s trunk: " in said[keys[segment.cell]] for segment in player.trunk)
            tip = said[keys[player.tip_cell]]
            assert ("'s end piece." if player.has_stopped else "'s tip, entry: ") in tip
        for cell in view.end_pieces:
            assert not said[keys[cell]].startswith("Empty.")
        for segment in view.stretches:
            assert "Free stretch: " in said[keys[segment.cell]]


# Frames


def test_a_scene_has_the_cells_and_a_frame_what_they_say() -> None:
    for game in ("bombay", "bazar"):
        table = table_of(howdah.new(game, players=2, seed=1, names=["Ada", "Bo"]))
        cells = re.findall(r"id='cell-([\w-]+)'", scene(table, "tall")["grid"]["rows"])
        regions = frame(table, Viewpoint(0, "tall"), EventLogCache(), at=table.length)["regions"]
        texts = {name for name in regions if name.startswith("grid-")}
        assert {"grid-start", "grid-choices"} < texts
        assert regions["grid-start"] in cells
        assert regions["lists"].startswith("<h3>")


def draft_said(game: AnyGame, *actions: str, **more: Any) -> str:
    seat = game.to_play
    said = draft_frame(table_of(game), Viewpoint(seat, "wide"), Draft(actions, **more))["said"]
    assert isinstance(said, str)
    return said


def test_a_draft_says_what_was_done_and_the_stars_that_are_left() -> None:
    game = first_game(2)
    name = game.view().names[game.to_play or 0]
    assert draft_said(game) == ""
    assert draft_said(game, "move G5") == f"{name} moves to crossroads G5. 2 stars left."
    assert draft_said(game, "move G5", "move H2", "move D3") == f"{name} moves to Bombay (D3)."


def test_what_is_undone_is_said_with_what_is_left_then() -> None:
    game = first_game(2)
    name = game.view().names[game.to_play or 0]
    undone = f"Undone: {name} moves to crossroads G5. 3 stars left."
    assert draft_said(game, undone="move G5") == undone
    undone = f"Undone: {name} moves to crossroads H2. 2 stars left."
    assert draft_said(game, "move G5", undone="move H2") == undone
    assert draft_said(game, "move G5", undone="nonsense").startswith(f"{name} moves to")


def test_a_pick_is_said_and_nothing_is_placed_by_it() -> None:
    game = howdah.new("bazar", players=2, seed=1, starter="seat 0")
    said = draft_said(game, pick="place 02 2")
    assert said.startswith("Tile 02, rotation 1 of 2. Your trunk grows by 1 segment; new tip: row")


def test_a_game_without_a_grid_has_frames_without_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "noughts", "tests.noughts.plugin")
    game = game_class("noughts").new(seed=1)
    table = table_of(game)
    assert scene(table, "wide")["grid"] is None
    regions = frame(table, Viewpoint(0, "wide"), EventLogCache(), at=0)["regions"]
    assert set(regions) == {"extras", "clock", "players", "scores", "actions"}
    assert draft_said(game, "mark 4").endswith("mark 4")
