"""A game written out step by step, so that any change of behaviour shows as a difference."""

from __future__ import annotations

from collections.abc import Iterator

from howdah.core.record import Record
from howdah.core.rng import Stream
from howdah.games.bombay.game import Bombay
from howdah.games.bombay.view import PlayerView
from howdah.games.registry import from_record
from howdah.render.text import text

BUSY = ("buy", "sell", "build", "take")


def busy_game(players: int, seed: str) -> Record:
    """A game whose players mostly trade and build when they can."""
    game, numbers = Bombay.new(players, seed=seed), Stream(seed, "busy")
    while not game.is_over:
        legal = [str(action) for action in game.legal_actions()]
        busy = [action for action in legal if action.split()[0] in BUSY]
        chosen = (
            busy if busy and numbers.randbelow(4) else [a for a in legal if a != "wait"] or legal
        )
        game.play(chosen[numbers.randbelow(len(chosen))])
    return game.record()


def playthrough(record: Record) -> str:
    """Every action of a record with who played it and what was legal; the board at each set."""
    return "\n".join(_lines(record)) + "\n"


def _lines(record: Record) -> Iterator[str]:
    game = Bombay.from_record(Record(record.game, record.rules, record.seats, record.start, ()))
    yield f"rules {game.rules()}"
    yield f"start {game.start()}"
    for number, action in enumerate(record.actions):
        if not game.is_chance:
            yield f"  seat {game.to_play}, legal: {', '.join(map(str, game.legal_actions()))}"
        elif number:
            yield text(game.view(screens="open"))
        game.play(action)
        yield f"{number}: {action}"
        yield f"  {_position(game)}"
    yield text(game.view())
    yield f"result {from_record(record).result()}"


def _position(game: Bombay) -> str:
    view = game.view(screens="open")
    players = "; ".join(_player(player) for player in view.players)
    markets = "|".join("".join(c[0] * n for c, n in bales.items()) for bales in view.markets)
    return f"{players} [{markets}]"


def _player(player: PlayerView) -> str:
    bales = "".join(bale[0] for bale in player.bales) or "-"
    tokens = f"{player.rupees}r {player.clients}c {player.city_tokens}t"
    return f"{player.site} {bales} {tokens}"
