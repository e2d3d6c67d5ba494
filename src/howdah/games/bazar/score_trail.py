"""How the trunks came to their lengths, in the words of the page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, cast

from howdah.games.bazar.game import Bazar
from howdah.games.bazar.trunk_trail import TrunkTrail, trunk_trail
from howdah.games.registry import AnyGame
from howdah.i18n import translate, translate_count
from howdah.table.score_trail import Pattern, PlayerTrail, ScoreTrail, TrailPart

PATTERNS: Final = (
    Pattern("own", 6),
    Pattern("absorbed", 6, "M-1 1 1-1M0 6 6 0M5 7 7 5"),
    Pattern("carried", 5, "M2 2h1.6v1.6H2z"),
)
"""How the parts look, each other than its neighbours even without colours."""


def score_trail(game: AnyGame, names: Sequence[str]) -> ScoreTrail | None:
    """What the lengths of all trunks are made of; a solo score shows its parts already."""
    if game.players == 1:
        return None
    trails = trunk_trail(cast(Bazar, game))
    players = (
        PlayerTrail(trail.seat, names[trail.seat], tuple(_parts(trail)), trail.length)
        for trail in trails
    )
    return ScoreTrail(translate("How the trunks grew"), tuple(players), PATTERNS)


def _parts(trail: TrunkTrail) -> Iterator[TrailPart]:
    own, absorbed, carried = trail.own, trail.absorbed, trail.carried
    if own.segments:
        label = translate_count("{count} own tile", "{count} own tiles", own.number)
        yield TrailPart("own", label, own.segments)
    if absorbed.segments:
        label = translate_count(
            "{count} stretch absorbed", "{count} stretches absorbed", absorbed.number
        )
        yield TrailPart("absorbed", label, absorbed.segments)
    if carried.segments:
        label = translate_count(
            "Carried on by {count} tile of others",
            "Carried on by {count} tiles of others",
            carried.number,
        )
        yield TrailPart("carried", label, carried.segments)
