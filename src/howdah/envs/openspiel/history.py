"""A game as OpenSpiel's history: draws of the set-up, chance actions and decisions.

Chance outcomes have numbers of their own: first the chance actions of the game, then the draws
of the set-up. Decisions have the numbers of the rules.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import Any, Final, Self

from howdah.core.errors import InvalidOption
from howdah.core.record import Record
from howdah.envs.config import EnvConfig
from howdah.envs.session import GameSession
from howdah.envs.setup_chance import (
    Outcome,
    Outcomes,
    SetupChance,
    setup_chance_for,
    spiel_setup_for,
)
from howdah.games.registry import game_class
from howdah.render.text import text

CHANCE: Final = -1
TERMINAL: Final = -4
"""OpenSpiel's numbers for the current player of chance nodes and of finished games."""


class SpielConfig:
    """What all histories of a game share: the config and the texts of actions and outcomes."""

    def __init__(self, config: EnvConfig) -> None:
        self.config = config
        self._game: Any = config.new(0).at(0)
        self._rules = self._game.rules()
        self._setup = setup_chance_for(self._game)
        facet = spiel_setup_for(config.game)
        self.chance_actions: Final = facet.CHANCE_ACTIONS
        """The chance actions of the game, by OpenSpiel's numbers of outcomes."""
        self.outcome_of: Final = {code: place for place, code in enumerate(facet.CHANCE_ACTIONS)}
        self.setup_offset: Final = len(facet.CHANCE_ACTIONS)
        """The number of the first outcome that belongs to the set-up."""
        self.max_chance_nodes: Final = self._setup.max_draws + facet.max_chance_actions(self._game)
        self.max_decisions: Final = facet.max_decisions(self._game)

    @cached_property
    def chance_texts(self) -> tuple[str, ...]:
        """The texts of all chance outcomes, by number."""
        actions = (str(self._game.action_of(code)) for code in self.chance_actions)
        return (*actions, *self._setup.texts)

    @cached_property
    def action_texts(self) -> tuple[str, ...]:
        """The texts of all players' actions, by number."""
        return tuple(
            str(self._game.action_of(number)) for number in range(self.config.kernel.PLAYER_ACTIONS)
        )

    @cached_property
    def _initial(self) -> SpielHistory:
        return SpielHistory(self, self._setup.copy())

    def new_history(self) -> SpielHistory:
        """Return a history before the first draw."""
        return self._initial.copy()

    def new_session(self, start: dict[str, Any]) -> GameSession:
        """Return the session of a complete set-up; it has no dealer."""
        record = Record(self.config.game, self._rules, self._game.seats, start, ())
        game = game_class(self.config.game).resume(record)
        return GameSession.from_game(self.config, self.config.shorten(game))

    def numbers_of(self, record: Record) -> list[int]:
        """Return every draw and decision of a record, by OpenSpiel's numbers."""
        game = game_class(record.game).from_record(record)
        if game.rules() != self._rules:
            raise InvalidOption(f"The record is of another game: {record.rules}.")
        return [
            *(self.setup_offset + number for number in self._setup.numbers_of(record.start)),
            *(self.outcome_of.get(number, number) for number in game.numbers()),
        ]


class SpielHistory:
    """A game from the first draw of its set-up to its end."""

    def __init__(self, spiel_config: SpielConfig, setup: SetupChance) -> None:
        self.spiel_config = spiel_config
        self.drawn: list[int] = []
        """The outcomes of the set-up so far."""
        self._setup = setup
        self._session: GameSession | None = None
        self.player = CHANCE
        """The seat whose turn it is, CHANCE, or TERMINAL."""
        self._start_if_complete()

    def _start_if_complete(self) -> None:
        if self._setup.is_complete:
            self._session = self.spiel_config.new_session(self._setup.start())
            self._update_player(self._session)

    def _update_player(self, session: GameSession) -> None:
        seat = session.to_play
        self.player = seat if seat is not None else TERMINAL if session.is_over else CHANCE

    @property
    def session(self) -> GameSession:
        """The session; `InvalidOption` before the set-up is complete."""
        if self._session is None:
            raise InvalidOption("The set-up is not complete yet.")
        return self._session

    @property
    def is_setup_complete(self) -> bool:
        """Whether the set-up is complete."""
        return self._session is not None

    def outcomes(self) -> Outcomes:
        """Return the outcomes of the chance node, ascending; none at a decision."""
        if self._session is None:
            first = self.spiel_config.setup_offset
            return [(first + number, chance) for number, chance in self._setup.outcomes()]
        if self.player != CHANCE:
            return []
        game = self.spiel_config.config.game
        weighted = spiel_setup_for(game).chance_outcomes(self._session.state)
        return list(_probabilities(game, weighted))

    def play(self, number: int) -> None:
        """Apply a draw or a decision, whichever is due."""
        if self._session is None:
            outcome = number - self.spiel_config.setup_offset
            self.drawn.append(outcome)
            self._setup.draw(outcome)
            self._start_if_complete()
        else:
            is_chance = self.player == CHANCE
            self._session.play(self.spiel_config.chance_actions[number] if is_chance else number)
            self._update_player(self._session)

    def texts(self) -> list[str]:
        """Return all draws and decisions so far, in words."""
        first = self.spiel_config.setup_offset
        drawn = [self.spiel_config.chance_texts[first + number] for number in self.drawn]
        return drawn if self._session is None else [*drawn, *map(str, self._session.game.actions)]

    def __str__(self) -> str:
        if self._session is None:
            return f"set-up: {'; '.join(self.texts())}"
        return text(self._session.game.view(screens="open"))

    def copy(self) -> Self:
        """Return a history at the same position that continues on its own."""
        copied = object.__new__(type(self))
        copied.spiel_config, copied.player, copied.drawn = (
            self.spiel_config,
            self.player,
            self.drawn[:],
        )
        # A complete set-up never changes, so copies share it.
        copied._setup = self._setup if self._session is not None else self._setup.copy()
        copied._session = None if self._session is None else self._session.copy()
        return copied

    def __deepcopy__(self, memo: object) -> Self:
        return self.copy()


@lru_cache(maxsize=1024)
def _probabilities(game: str, weighted: tuple[tuple[int, int], ...]) -> Iterable[Outcome]:
    """Return chance actions with weights as OpenSpiel's outcomes with probabilities."""
    actions = spiel_setup_for(game).CHANCE_ACTIONS
    total = sum(weight for _, weight in weighted)
    return tuple((actions.index(code), Fraction(weight, total)) for code, weight in weighted)
