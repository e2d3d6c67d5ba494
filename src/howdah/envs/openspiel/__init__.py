"""OpenSpiel: `import howdah.envs.openspiel` registers `howdah_bombay` and `howdah_bazar`.

>>> import pyspiel
>>> import howdah.envs.openspiel
>>> game = pyspiel.load_game("howdah_bombay(players=4,edition=fr)")
>>> state = game.new_initial_state()
>>> [(state.action_to_string(number), chance) for number, chance in state.chance_outcomes()]
[('first player 0', 0.25), ('first player 1', 0.25), ('first player 2', 0.25), ...]
"""

from __future__ import annotations

from howdah.core.extras import needs_extra

with needs_extra("research"):
    from howdah.envs.openspiel.game import register_games
    from howdah.envs.openspiel.trajectories import (
        game_of,
        record_of,
        record_of_history,
        state_of,
        trajectory_of,
    )

__all__ = ["game_of", "record_of", "record_of_history", "state_of", "trajectory_of"]

register_games()
