"""Where everyone's rupees came from, in the words of the page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import cast

from howdah.games.bombay.game import Bombay
from howdah.games.bombay.money_trail import MoneyTrail, SourceName, money_trail
from howdah.games.registry import AnyGame
from howdah.i18n import translate, translate_count
from howdah.table.score_trail import PlayerTrail, ScoreTrail, TrailPart


def score_trail(game: AnyGame, names: Sequence[str]) -> ScoreTrail:
    """What the final rupees of all players are made of."""
    trails = money_trail(cast(Bombay, game))
    players = (
        PlayerTrail(trail.seat, names[trail.seat], tuple(_parts(trail)), trail.total)
        for trail in trails
    )
    return ScoreTrail(translate("Where the rupees came from"), tuple(players))


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
