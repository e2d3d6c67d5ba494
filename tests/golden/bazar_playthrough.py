"""Games of Bombay Bazar written out step by step, so that any change of behaviour shows."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from howdah.core.record import Record
from howdah.core.rng import Stream
from howdah.games.bazar.game import Bazar
from howdah.games.registry import from_record
from howdah.render.text import text

GAMES: tuple[dict[str, Any], ...] = (
    {"players": 1, "heads": ["SE"]},
    {"players": 2},
    {"players": 2, "tip_rule": "touch", "board": "hexagon-37", "heads": ["SW", "NE"]},
    {"players": 3, "starter": "random", "board": "rectangle-68"},
    {"players": 3, "heads": ["SE", "SW", "NW"], "board": "hexagon-37"},
    {"players": 4},
    {"players": 4, "tip_rule": "touch", "starter": "seat 0"},
    {"players": 4, "board": "hexagon-19"},
)


def lively_game(seed: str, **options: Any) -> Record:
    """A game whose trunks seek each other and absorb what they can."""
    game, numbers = Bazar.new(seed=seed, **options), Stream(seed, "lively")
    while not game.is_over:
        legal = game.legal_actions()
        tried = numbers.sample(legal, min(4, len(legal)))
        game.play(max(tried, key=lambda action: _liveliness(game, str(action))))
    return game.record()


def _liveliness(game: Bazar, action: str) -> int:
    copied = game.copy()
    copied.play(action)
    players = copied.view().players
    meeting = len(players) - len({player.tip_cell for player in players})
    return 3 * meeting + sum(player.length for player in players)


def playthrough(record: Record) -> str:
    """Every action of a record with who played it and what was legal; the board now and then."""
    return "\n".join(_lines(record)) + "\n"


def _lines(record: Record) -> Iterator[str]:
    game = Bazar.from_record(Record(record.game, record.rules, record.seats, record.start, ()))
    yield f"rules {game.rules()}"
    yield f"start {game.start()}"
    for number, action in enumerate(record.actions):
        if number % 10 == 0:
            yield text(game.view())
        yield f"  seat {game.to_play}, legal: {', '.join(map(str, game.legal_actions()))}"
        game.play(action)
        yield f"{number}: {action}"
        yield f"  {_position(game)}"
    yield text(game.view())
    yield f"result {from_record(record).result()}"


def _position(game: Bazar) -> str:
    return "; ".join(
        f"{player.length} long to {player.tip_cell}{' stopped' if player.has_stopped else ''}"
        for player in game.view().players
    )
