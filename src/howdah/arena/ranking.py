"""Who is ahead of whom at the end of a game, and by what."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from howdah.games.registry import plugin_for


def scores(game: str, result: Mapping[str, Any]) -> tuple[int, ...]:
    """The score of each seat.

    >>> scores("bazar", {"lengths": [34, 31], "solo_score": None, "winners": [0]})
    (34, 31)
    """
    solo = result.get("solo_score")
    return tuple(result[plugin_for(game).ranking_keys[0]]) if solo is None else (solo,)


def places(
    game: str, result: Mapping[str, Any], forfeited: Collection[int] = ()
) -> tuple[int, ...]:
    """The place of each seat: level ones share it, and all who forfeited share the last.

    >>> places("bombay", {"rupees": [30, 21, 30], "clients": [4, 3, 5]})
    (2, 3, 1)
    >>> places("bombay", {"rupees": [30, 21, 30], "clients": [4, 3, 5]}, forfeited=[2])
    (1, 2, 3)
    """
    merits = list(zip(*(result[name] for name in plugin_for(game).ranking_keys)))
    ranked = [merit for seat, merit in enumerate(merits) if seat not in forfeited]
    return tuple(
        len(ranked) + 1 if seat in forfeited else _place(merit, ranked)
        for seat, merit in enumerate(merits)
    )


def _place(merit: tuple[int, ...], others: Sequence[tuple[int, ...]]) -> int:
    return 1 + sum(other > merit for other in others)
