"""What the final scores are made of, as a bar and in words."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest

from howdah.ai.match import play_match
from howdah.games.registry import AnyGame, plugin_for
from howdah.i18n import use_language
from howdah.table.event_log import EventLogCache
from howdah.table.frames import Viewpoint, frame
from howdah.table.score_trail import (
    Pattern,
    PlayerTrail,
    ScoreTrail,
    TrailPart,
    score_trail_of,
)
from tests.table.test_endings import table_of

NAMES = ("Ada", "Bo", "Cy", "Di", "Évangéline")


def trail_of(game: AnyGame) -> ScoreTrail:
    found = score_trail_of(game, NAMES[: game.players])
    assert found is not None
    return found


@pytest.fixture(scope="module", params=[("bombay", 5), ("bombay", 2), ("bazar", 4)])
def game(request: pytest.FixtureRequest) -> AnyGame:
    name, players = request.param
    return play_match(name, ["greedy"] * players, seed="trail")


def test_the_parts_of_every_player_are_the_score(game: AnyGame) -> None:
    key = plugin_for(game.name).ranking_keys[0]
    trail = trail_of(game)
    totals = [player.total for player in trail.players]
    assert totals == (game.result() or {}).get(key)
    assert [sum(part.amount for part in player.parts) for player in trail.players] == totals
    assert all(part.amount for player in trail.players for part in player.parts)


def test_bars_have_one_scale_and_begin_at_one_line(game: AnyGame) -> None:
    trail = trail_of(game)
    for player in trail.players:
        bar = trail.bar(player)
        assert [piece.amount for piece in bar] == [part.amount for part in player.parts]
        gains = [piece for piece in bar if piece.amount > 0]
        assert gains[0].start == trail.line
        for piece, following in pairwise(gains):
            assert following.start == pytest.approx(piece.start + piece.width, abs=0.2)
        costs = [piece.start + piece.width for piece in bar if piece.amount < 0]
        assert costs == [pytest.approx(trail.line, abs=0.2)] * len(costs)
    ends = [piece.start + piece.width for one in trail.players for piece in trail.bar(one)]
    assert max(ends) == pytest.approx(100, abs=0.3)


def test_neighbours_in_a_bar_differ_without_colours(game: AnyGame) -> None:
    trail = trail_of(game)
    looks = {pattern.kind: (pattern.size, pattern.path) for pattern in trail.patterns}
    assert len({*looks.values()}) == len(looks)
    assert {part.kind for player in trail.players for part in player.parts} <= {*looks}


def test_a_number_is_printed_where_a_bar_has_room_for_it() -> None:
    parts = (TrailPart("a", "", 90), TrailPart("b", "", 4), TrailPart("c", "", 6))
    player = PlayerTrail(0, "Ada", parts, 100)
    trail = ScoreTrail("", (player,), (Pattern("a", 6),))
    assert [piece.number for piece in trail.bar(player)] == ["90", "", "6"]


def test_the_words_say_how_often_and_how_much() -> None:
    part = TrailPart("cost", "5 bales bought", -11)
    assert (part.signed, TrailPart("sales", "7 sales", 31).signed) == ("\N{MINUS SIGN}11", "+31")
    game = play_match("bombay", ["greedy"] * 2, seed="7")
    with use_language("en"):
        labels = [part.label for part in trail_of(game).players[0].parts]
    assert labels[:3] == ["At the start", "7 sales", "Waited 1 turn"]
    with use_language("pl"):
        assert "7 sprzedaży" in [part.label for part in trail_of(game).players[0].parts]


def test_only_the_last_frame_tells_it() -> None:
    game = play_match("bazar", ["greedy"] * 2, seed="7", board="hexagon-19")
    table, logs = table_of(None, None, game=game), EventLogCache()
    for at in range(game.length + 1):
        regions = frame(table, Viewpoint(0, "tall"), logs, at=at)["regions"]
        assert ("trail-own" in regions["scores"]) is (at == game.length)
    rows = re.findall(r"<ul>.*?</ul>", regions["scores"])
    assert [int(re.findall(r"\+(\d+)", row)[0]) for row in rows] == [
        player.parts[0].amount for player in trail_of(game).players
    ]


def test_a_solo_score_shows_its_parts_already() -> None:
    game = play_match("bazar", ["random"], seed="7", board="hexagon-19")
    assert score_trail_of(game, ["Ada"]) is None
