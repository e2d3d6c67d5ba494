"""The best turns of Bombay, one whole turn ahead."""

from __future__ import annotations

from howdah.games.bombay.actions import notation_of
from howdah.games.bombay.ai.greedy.evaluation import TurnEvaluator
from howdah.games.bombay.ai.greedy.reading import state_of
from howdah.games.bombay.ai.greedy.turns import turns
from howdah.games.bombay.view import BombayView


def best_actions(view: BombayView) -> list[str]:
    """The legal actions that begin a best turn; of turns worth the same, the shortest count."""
    board, state = view.board.tables, state_of(view)
    appraiser = TurnEvaluator(board, state)
    ranks: dict[int, tuple[int, int]] = {}
    for actions, after in turns(board, state):
        rank = appraiser.worth(after), -len(actions)
        ranks[actions[0]] = max(rank, ranks.get(actions[0], rank))
    best, notation = max(ranks.values()), notation_of(view.board)
    return [str(notation.action(action)) for action in sorted(ranks) if ranks[action] == best]
