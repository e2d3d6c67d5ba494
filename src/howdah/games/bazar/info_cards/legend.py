"""The legend: one thing of every kind that is on the table."""

from __future__ import annotations

from collections.abc import Iterator

from howdah.games.bazar.board_grid import cell_keys
from howdah.games.bazar.hexgrid import Axial
from howdah.games.bazar.names import HEAD_NAMES
from howdah.games.bazar.view import BazarView
from howdah.i18n import translate
from howdah.table.info_cards import LegendGroup


def legend(view: BazarView) -> tuple[LegendGroup, ...]:
    """One thing of every kind that is on the table now."""
    seat = view.seat if view.seat is not None else view.to_play or 0
    design = next((it for it, left in view.piles.items() if left), next(iter(view.piles)))
    score = ("solo",) if view.solo_score is not None else (f"length:{seat}",)
    return (
        LegendGroup(translate("On the board"), tuple(_on_the_board(view, seat))),
        LegendGroup(translate("Tiles"), (f"pile:{design}", "action:end-piece")),
        LegendGroup(translate("Players"), (f"player:{seat}", *score, "tiles-placed", "medals")),
    )


def _on_the_board(view: BazarView, seat: int) -> Iterator[str]:
    yield f"head:{view.players[seat].head}"
    used = {player.head for player in view.players}
    yield from (f"head:{name}" for name in [it for it in HEAD_NAMES if it not in used][:1])
    if view.players[seat].length:
        yield f"trunk:{seat}"
    yield from (f"tip:{it.seat}" for it in view.players if it.seat == seat and not it.has_stopped)
    kinds = {_kind_of(view, cell): key for cell, (key, _) in cell_keys(view.board).items()}
    yield from (f"cell:{kinds[kind]}" for kind in sorted(kinds))


def _kind_of(view: BazarView, cell: Axial) -> str:
    """What is on a cell, as the legend tells things apart and orders them."""
    if cell in view.end_pieces:
        return "4 end piece"
    if cell not in view.tiles:
        return "1 empty"
    is_free = any(segment.cell == cell for segment in view.stretches)
    return "3 free stretch" if is_free else "2 tile"
