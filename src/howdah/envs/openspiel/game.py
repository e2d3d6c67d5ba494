"""The games as Python games of OpenSpiel, registered by name."""

from __future__ import annotations

from typing import Any, ClassVar

import pyspiel

from howdah.core.errors import InvalidOption
from howdah.envs.config import EnvConfig
from howdah.envs.observations.stepping import SCORE
from howdah.envs.openspiel.history import CHANCE, TERMINAL, SpielConfig, SpielHistory
from howdah.envs.openspiel.observer import Observer
from howdah.envs.setup_chance import spiel_setup_for
from howdah.games.registry import GAMES, game_class, plugin_for

Parameters = dict[str, Any]


def parse_parameters(game: str, parameters: Parameters) -> EnvConfig:
    """Return the config that OpenSpiel's parameters describe."""
    setup = spiel_setup_for(game)
    found = {**setup.PARAMETERS, **parameters}
    for name, none_value in setup.NONE_VALUES.items():
        if found[name] == none_value:
            found[name] = None
    return EnvConfig(game, **found)


def game_type(game: str, config: EnvConfig, *, is_random: bool) -> Any:
    """Return OpenSpiel's static description of a game."""
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
        parameter_specification=spiel_setup_for(game).PARAMETERS,
    )


def game_info(spiel_config: SpielConfig) -> Any:
    """Return the bounds of a game."""
    config = spiel_config.config
    lowest, highest = config.returns_range
    return pyspiel.GameInfo(
        num_distinct_actions=config.kernel.PLAYER_ACTIONS,
        max_chance_outcomes=len(spiel_config.chance_texts),
        num_players=config.players,
        min_utility=lowest,
        max_utility=highest,
        utility_sum=None if config.returns_kind == SCORE else 0.0,
        max_game_length=spiel_config.max_decisions,
    )


class SpielGame(pyspiel.Game):
    """A game with its parameters; `spiel_config` holds what its states share."""

    name: ClassVar[str]

    def __init__(self, parameters: Parameters | None = None) -> None:
        found = parameters or {}
        self.spiel_config = SpielConfig(parse_parameters(self.name, found))
        is_random = self.spiel_config.max_chance_nodes > 0
        kind = game_type(self.name, self.spiel_config.config, is_random=is_random)
        super().__init__(kind, game_info(self.spiel_config), found)

    def new_initial_state(self, *texts: str) -> SpielState:
        """Return the state before the first draw."""
        if texts:
            raise InvalidOption("A state is reached by playing; use deserialize_state for others.")
        return SpielState(self)

    def max_chance_nodes_in_history(self) -> int:
        """Return the highest number of draws in a game."""
        return self.spiel_config.max_chance_nodes

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """Return an observer of states; by default one without perfect recall."""
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return Observer(self.spiel_config, kind, params)

    def __reduce__(self) -> tuple[Any, ...]:
        return load_game, (str(self),)


def load_game(text: str) -> SpielGame:
    """Load a game by OpenSpiel's text; pickles call it, so that unpickling registers the games."""
    game: SpielGame = pyspiel.load_game(text)
    return game


class SpielState(pyspiel.State):
    """A position of a game; `spiel_history` has the game itself."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.spiel_history: SpielHistory = game.spiel_config.new_history()

    def current_player(self) -> int:
        """Return the seat whose turn it is, or OpenSpiel's number for chance or a game over."""
        return self.spiel_history.player

    def _legal_actions(self, player: int) -> list[int]:
        return list(self.spiel_history.session.legal_actions())

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the outcomes of the chance node with their probabilities."""
        return [(number, float(chance)) for number, chance in self.spiel_history.outcomes()]

    def _apply_action(self, action: int) -> None:
        self.spiel_history.play(action)

    def _action_to_string(self, player: int, action: int) -> str:
        spiel_config = self.spiel_history.spiel_config
        texts = spiel_config.chance_texts if player == CHANCE else spiel_config.action_texts
        return texts[action]

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.spiel_history.player == TERMINAL

    def returns(self) -> list[float]:
        """Return the return of each seat; zeros until the game is over."""
        history = self.spiel_history
        if history.is_setup_complete:
            return history.session.returns()
        return [0.0] * history.spiel_config.config.players

    def __str__(self) -> str:
        return str(self.spiel_history)


def spiel_game_class(game: str) -> type[SpielGame]:
    """Return the class by which OpenSpiel makes a game.

    It is a class and not a `partial`: OpenSpiel drops its reference after the interpreter has
    ended, which crashes the process if that frees the object.
    """

    class NamedSpielGame(SpielGame):
        name = game

    return NamedSpielGame


def spiel_games() -> list[str]:
    """Return the games that have what OpenSpiel needs."""
    return [name for name in GAMES if plugin_for(name).setup_chance is not None]


def register_games() -> None:
    """Register all games with OpenSpiel, which loads them by name."""
    for name in spiel_games():
        pyspiel.register_game(
            game_type(name, EnvConfig(name), is_random=True), spiel_game_class(name)
        )
