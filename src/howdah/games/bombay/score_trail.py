"""Where everyone's rupees came from, in the words of the page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, cast

from howdah.games.bombay.game import Bombay
from howdah.games.bombay.money_trail import MoneyTrail, SourceName, money_trail
from howdah.games.registry import AnyGame
from howdah.i18n import translate, translate_count
from howdah.table.score_trail import Pattern, PlayerTrail, ScoreTrail, TrailPart

PATTERNS: Final = (
    Pattern("start", 5, "M2 2h1.6v1.6H2z"),
    Pattern("sales", 6),
    Pattern("tolls", 6, "M-1 1 1-1M0 6 6 0M5 7 7 5"),
    Pattern("waits", 5, "M0 2.5h5"),
    Pattern("palace-tokens", 5, "M2.5 0v5"),
    Pattern("empire", 6, "M0 0l6 6M0 6 6 0"),
    Pattern("reputation", 6, "M-1 5 1 7M0 0l6 6M5-1 7 1"),
    Pattern("cost", 4, "M0 4 4 0"),
)
"""How the sources look, each other than its neighbours even without colours."""


def score_trail(game: AnyGame, names: Sequence[str]) -> ScoreTrail:
    """What the final rupees of all players are made of."""
    trails = money_trail(cast(Bombay, game))
    players = (
        PlayerTrail(trail.seat, names[trail.seat], tuple(_parts(trail)), trail.total)
        for trail in trails
    )
    return ScoreTrail(translate("Where the rupees came from"), tuple(players), PATTERNS)


def _parts(trail: MoneyTrail) -> Iterator[TrailPart]:
    for source, flow in trail.income.items():
        if flow.rupees:
            yield TrailPart(source, _label(source, flow.times), flow.rupees)
    if trail.silk.rupees:
        count = trail.silk.times
        label = translate_count("{count} bale bought", "{count} bales bought", count)
        yield TrailPart("cost", label, -trail.silk.rupees)


def _label(source: SourceName, count: int) -> str:
    """A source, and how often it paid."""
    match source:
        case "start":
            return translate("At the start")
        case "sales":
            return translate_count("{count} sale", "{count} sales", count)
        case "tolls":
            return translate_count("{count} toll", "{count} tolls", count)
        case "waits":
            return translate_count("Waited {count} turn", "Waited {count} turns", count)
        case "palace-tokens":
            return translate_count("{count} palace token", "{count} palace tokens", count)
        case "empire":
            return translate("Empire")
        case "reputation":
            return translate("Reputation")
