"""What a table shows of its pre-game: the choices, how the last round ended, and all rounds."""

from __future__ import annotations

from collections.abc import Sequence

from howdah.core.pregame import PreGame
from howdah.games.registry import AnyGame
from howdah.table.jinja import render_part, render_template
from howdah.table.model import Table
from howdah.table.panels import pregame_panels_for
from howdah.table.stand_ins import choices_for


def draw_choices(table: Table, seat: int | None, names: Sequence[str], now: float) -> str:
    """What a viewer may choose before the game, or whom the table waits for."""
    assert table.pregame is not None
    name = table.game_name
    context = pregame_panels_for(name).pregame(table.pregame.view(seat))
    stand_ins = choices_for(table, seat, now)
    is_alone = sum(one.is_person for one in table.seats) == 1
    return render_template(
        f"{name}/pregame.html", **context, names=names, stand_ins=stand_ins, can_draw_lots=is_alone
    )


def draw_rounds(
    table: Table, game: AnyGame, seat: int | None, *, is_past: bool = False
) -> dict[str, str]:
    """The regions about the rounds of a pre-game; none if the table has no pre-game.

    The log has all rounds at any time. The last one stands on the board until the viewer has
    played; a viewer who looks back sees it before the first turn.
    """
    pregame = table.pregame or game.pregame
    if pregame is None:
        return {}
    is_shown = table.game is None or _is_result_new(table, game, seat, is_past=is_past)
    reader = None if seat in table.hosts and len(table.hosts) > 1 else seat
    return {
        "pregame-log": _draw(table, pregame, "pregame_log", None),
        "pregame-result": _draw(table, pregame, "pregame_result", reader) if is_shown else "",
    }


def _draw(table: Table, pregame: PreGame, template: str, seat: int | None) -> str:
    """The rounds by a template of the game; nothing before the first one is over."""
    if not pregame.round_count:
        return ""
    name = table.game_name
    context = pregame_panels_for(name).pregame_rounds(pregame.view(seat), table.names)
    return render_part(f"{name}/{template}.html", **context)


def _is_result_new(table: Table, game: AnyGame, seat: int | None, *, is_past: bool) -> bool:
    """Whether the viewer has not played yet; a spectator, whether someone has not."""
    if is_past or table.is_closed:
        return game.turns_played == 0
    played = _seats_played(game)
    own = table.hosts if seat in table.hosts else {seat}
    return len(played) < game.players and played.isdisjoint(own)


def _seats_played(game: AnyGame) -> frozenset[int]:
    """The seats that have played at least once; the first game turn goes around the table."""
    if game.to_play is None or game.turns_played >= game.players:
        return frozenset(range(game.players))
    turns = range(1, game.turns_played + 1)
    return frozenset((game.to_play - back) % game.players for back in turns)
