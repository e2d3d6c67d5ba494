"""The best placements of Bombay Bazar, one turn ahead."""

from __future__ import annotations

from howdah.games.bazar import rules
from howdah.games.bazar.actions import CODES, parse_action
from howdah.games.bazar.ai.greedy import worth
from howdah.games.bazar.ai.reading import state_of
from howdah.games.bazar.view import BazarView


def best_actions(view: BazarView) -> list[str]:
    """The legal actions after which the position is worth most."""
    board, state = view.board.tables, state_of(view)
    worths = {}
    for text in view.legal_actions:
        after = state.copy()
        rules.play(board, after, CODES[parse_action(text)])
        worths[text] = worth(board, after, state.seat)
    best = max(worths.values())
    return [text for text in view.legal_actions if worths[text] == best]
