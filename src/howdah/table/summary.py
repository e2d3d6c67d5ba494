"""A table in a few words, for a list of tables: who plays there, and who has to do something."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Literal

from howdah.games.registry import game_class
from howdah.i18n import translate
from howdah.render.phrases import join_with_commas
from howdah.table.endings import end_context
from howdah.table.model import Table

Kind = Literal["turn", "waiting", "over"]
"""Whether the viewer has something to do, others have, or nobody will."""


@dataclass(frozen=True)
class TableSummary:
    """What a list says of a table to a viewer who plays some seats, or none."""

    game: str
    title: str
    names: str
    kind: Kind
    status: str
    """A sentence: whose turn it is, or who has won."""


def summarize(table: Table, seats: Collection[int]) -> TableSummary:
    """The summary of a table for who plays some of its seats; no more than anybody may know."""
    kind, status = _status(table, seats)
    title = game_class(table.game_name).title
    return TableSummary(table.game_name, title, join_with_commas(table.names), kind, status)


def _status(table: Table, seats: Collection[int]) -> tuple[Kind, str]:
    if table.game is not None and table.is_over:
        seat = next(iter(seats)) if len(seats) == 1 else None
        view = table.game.view(seat, screens=table.screens)
        return "over", end_context(table, table.game, view, seat)["headline"]
    if table.is_abandoned:
        return "over", translate("This game continues at another table.")
    if table.is_closed:
        return "over", translate("Saved game")
    awaited = _awaited(table)
    own = [seat for seat in awaited if seat in seats and table.seats[seat].player is None]
    if own:
        return "turn", _own_turn(table, own, seats)
    if not awaited:
        return "waiting", translate("One moment…")
    names = join_with_commas(table.names[seat] for seat in awaited)
    return "waiting", translate("Waiting for {names}", names=names)


def _awaited(table: Table) -> tuple[int, ...]:
    """The seats that have something to do, if only to come."""
    if table.seed_sharing is not None and not table.is_seed_made:
        return table.seed_sharing.view().missing
    return table.waiting_for


def _own_turn(table: Table, own: Collection[int], seats: Collection[int]) -> str:
    """That it is the viewer's turn; with a name if several people share the device."""
    if len(seats) == 1:
        return translate("Your turn")
    return translate("Your turn, {name}", name=join_with_commas(table.names[seat] for seat in own))
