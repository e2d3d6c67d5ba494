"""From a view of Bombay Bazar to a position that the rules can play on.

Nothing is drawn and nothing is hidden, so the public record is the position.
"""

from __future__ import annotations

from howdah.games.bazar import rules
from howdah.games.bazar.actions import CODES, parse_action
from howdah.games.bazar.medals import Medals
from howdah.games.bazar.options import Options
from howdah.games.bazar.setup import Start, first_state
from howdah.games.bazar.state import SEATS, State
from howdah.games.bazar.view import BazarView


def state_of(view: BazarView) -> State:
    """The position that a view shows: its record, played from the set-up on."""
    state = first_state(_options(view), _start(view))
    for text in view.actions:
        rules.play(view.board.tables, state, CODES[parse_action(text)])
    return state


def _options(view: BazarView) -> Options:
    return Options(
        players=len(view.players),
        board=view.board,
        tip_rule=view.tip_rule,
        starter=view.starter,
        is_board_named=False,
    )


def _start(view: BazarView) -> Start:
    """Who has which head, and who began; how that was decided no longer matters."""
    heads = tuple(player.head for player in view.players)
    return Start(heads, SEATS[view.first_player], Medals(len(view.players)))
