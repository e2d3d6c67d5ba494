"""Both games as games of OpenSpiel, written in Python and registered by their names."""

from __future__ import annotations

from typing import Any, ClassVar, Final

import pyspiel

from howdah.core.errors import InvalidOption
from howdah.envs.config import AUTO, EnvConfig
from howdah.envs.observations.returns import SCORE
from howdah.envs.openspiel.history import CHANCE, OVER, SpielConfig, SpielHistory
from howdah.envs.openspiel.observer import Observer
from howdah.games.registry import game_class

Parameters = dict[str, Any]
NO_LIMIT: Final = -1
WHOLE: Final = 0
"""All sets, all turns."""

PARAMETERS: Final[dict[str, Parameters]] = {
    "bombay": {
        "players": 4,
        "edition": "fr",
        "board": "deccan",
        "set_up": "random",
        "client_limit": NO_LIMIT,
        "sets": WHOLE,
        "turns": WHOLE,
        "returns": AUTO,
    },
    "bazar": {
        "players": 2,
        "board": "hexagon-61",
        "tip_rule": "join",
        "starter": "random",
        "returns": AUTO,
    },
}
"""The parameters of each game, with what they are if nobody says."""


def terms_of(game: str, parameters: Parameters) -> EnvConfig:
    """The terms that some parameters mean."""
    found = {**PARAMETERS[game], **parameters}
    if game == "bombay":
        limit, sets, turns = (found.pop(name) for name in ("client_limit", "sets", "turns"))
        found["client_limit"] = None if limit == NO_LIMIT else limit
        found["sets"] = None if sets == WHOLE else sets
        found["turns"] = None if turns == WHOLE else turns
    return EnvConfig(game, **found)


def game_type(game: str, config: EnvConfig, *, is_random: bool) -> Any:
    """What OpenSpiel wants to know of a game before it is played."""
    kinds = pyspiel.GameType
    is_zero_sum = config.returns_kind != SCORE
    return kinds(
        short_name=f"howdah_{game}",
        long_name=game_class(game).title,
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=(
            kinds.ChanceMode.EXPLICIT_STOCHASTIC if is_random else kinds.ChanceMode.DETERMINISTIC
        ),
        information=kinds.Information.PERFECT_INFORMATION,
        utility=kinds.Utility.ZERO_SUM if is_zero_sum else kinds.Utility.GENERAL_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=game_class(game).player_counts[-1],
        min_num_players=game_class(game).player_counts[0],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=PARAMETERS[game],
    )


def game_info(spiel_config: SpielConfig) -> Any:
    """The bounds of a game."""
    config = spiel_config.config
    lowest, highest = config.range_of_returns
    return pyspiel.GameInfo(
        num_distinct_actions=config.kernel.PLAYER_ACTIONS,
        max_chance_outcomes=len(spiel_config.draws),
        num_players=config.players,
        min_utility=lowest,
        max_utility=highest,
        utility_sum=None if config.returns_kind == SCORE else 0.0,
        max_game_length=spiel_config.most_decisions,
    )


class SpielGame(pyspiel.Game):
    """A game of ours on some terms; `spiel_config` has all that its states share."""

    name: ClassVar[str]

    def __init__(self, parameters: Parameters | None = None) -> None:
        found = parameters or {}
        self.spiel_config = SpielConfig(terms_of(self.name, found))
        is_random = self.spiel_config.most_draws > 0
        kind = game_type(self.name, self.spiel_config.config, is_random=is_random)
        super().__init__(kind, game_info(self.spiel_config), found)

    def new_initial_state(self, *texts: str) -> SpielState:
        """A state before anything is drawn."""
        if texts:
            raise InvalidOption("A state is reached by playing; use deserialize_state for others.")
        return SpielState(self)

    def max_chance_nodes_in_history(self) -> int:
        """No game takes more draws."""
        return self.spiel_config.most_draws

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """Whoever looks at states; by default a player with a poor memory."""
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return Observer(self.spiel_config, kind, params)


class BombayGame(SpielGame):
    """Bombay: `howdah_bombay(players=4,edition=fr)`."""

    name = "bombay"


class BazarGame(SpielGame):
    """Bombay Bazar: `howdah_bazar(players=2,board=hexagon-61)`."""

    name = "bazar"


class SpielState(pyspiel.State):
    """A position of a game of ours; `history` has the game itself."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.spiel_history: SpielHistory = game.spiel_config.begin()

    def current_player(self) -> int:
        """The seat whose decision it is, chance, or nobody when it is over."""
        return self.spiel_history.player

    def _legal_actions(self, player: int) -> list[int]:
        return list(self.spiel_history.table.legal())

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """What can be drawn now, and how likely it is."""
        return [(number, float(chance)) for number, chance in self.spiel_history.outcomes()]

    def _apply_action(self, action: int) -> None:
        self.spiel_history.play(action)

    def _action_to_string(self, player: int, action: int) -> str:
        spiel_config = self.spiel_history.spiel_config
        texts = spiel_config.draws if player == CHANCE else spiel_config.actions
        return texts[action]

    def is_terminal(self) -> bool:
        """Whether the last action has been played."""
        return self.spiel_history.player == OVER

    def returns(self) -> list[float]:
        """What the game pays to each seat; nothing while it runs."""
        history = self.spiel_history
        return (
            history.table.payoffs()
            if history.is_laid
            else [0.0] * history.spiel_config.config.players
        )

    def __str__(self) -> str:
        return str(self.spiel_history)


GAMES: Final[dict[str, type[SpielGame]]] = {"bombay": BombayGame, "bazar": BazarGame}


def register_all() -> None:
    """Let OpenSpiel load both games by their names."""
    for name, game in GAMES.items():
        pyspiel.register_game(game_type(name, EnvConfig(name), is_random=True), game)
