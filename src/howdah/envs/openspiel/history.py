"""The course of a game in OpenSpiel's terms: draws of the set-up, draws of restocks, decisions.

Draws have numbers of their own, beginning with the restocks; decisions have those of the rules.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import product
from typing import Any, Final, Self

from howdah.core.errors import InvalidOption
from howdah.core.record import Record
from howdah.envs.config import EnvConfig
from howdah.envs.openspiel.setup_chance import Outcomes, SetUp, set_up_of
from howdah.envs.session import GameSession
from howdah.games.bombay.actions import Restock
from howdah.games.bombay.chance import draws_due
from howdah.games.bombay.rules import BALES, DRAW
from howdah.games.bombay.rules import RESTOCK as FIRST_DRAW
from howdah.games.registry import game_class
from howdah.render.text import text

CHANCE: Final = -1
OVER: Final = -4
"""Who goes on when it is nobody's decision, by OpenSpiel's numbers."""

FEWEST_DRAWN: Final = 7
"""Five elephants carry ten of the seventeen bales at most."""
RESTOCKS: Final = tuple(
    sorted(
        sum(bales << 3 * colour for colour, bales in enumerate(counts))
        for counts in product(*(range(bales + 1) for bales in BALES))
        if FEWEST_DRAWN <= sum(counts) <= DRAW
    )
)
"""Every draw that a restock can have, as the rules number it; its place here is its number."""


class SpielConfig:
    """What all courses of a game have in common: the terms, and the texts of what is drawn."""

    def __init__(self, config: EnvConfig) -> None:
        self.config = config
        self._game: Any = config.new(0).at(0)
        self._rules = self._game.rules()
        self._set_up = set_up_of(self._game)
        self.has_restocks = bool(self._game.draw_codes)
        self.first_of_set_up = len(RESTOCKS) if self.has_restocks else 0

    @cached_property
    def draws(self) -> tuple[str, ...]:
        """Everything that can be drawn, by its number."""
        restocks = RESTOCKS if self.has_restocks else ()
        return (*(str(Restock.of(draw)) for draw in restocks), *self._set_up.texts)

    @cached_property
    def actions(self) -> tuple[str, ...]:
        """Everything that a player can do, by its number."""
        return tuple(
            str(self._game.action_of(number)) for number in range(self.config.kernel.PLAYER_ACTIONS)
        )

    @property
    def most_draws(self) -> int:
        """No game takes more draws, set-up included."""
        restocks = self._game.options.plan.sets if self.has_restocks else 0
        return self._set_up.most_draws + int(restocks)

    @property
    def most_decisions(self) -> int:
        """No game takes more decisions: six in a turn of Bombay, three of them builds."""
        players = self.config.players
        if not self.has_restocks:
            return len(self.config.board.cells) + players
        plan = self._game.options.plan
        return int(6 * plan.sets * plan.game_turns * players)

    @cached_property
    def _first(self) -> SpielHistory:
        return SpielHistory(self, self._set_up.copy())

    def begin(self) -> SpielHistory:
        """A course before anything is drawn."""
        return self._first.copy()

    def table(self, start: dict[str, Any]) -> GameSession:
        """The table of a set-up, where nobody deals."""
        record = Record(self.config.game, self._rules, self._game.seats, start, ())
        return GameSession.at(
            self.config, self.config.late(game_class(self.config.game).resume(record))
        )

    def numbers_of(self, record: Record) -> list[int]:
        """Every draw and decision of a record, by its number."""
        game = game_class(record.game).from_record(record)
        if game.rules() != self._rules:
            raise InvalidOption(f"The record is of another game: {record.rules}.")
        first = self.first_of_set_up
        return [
            *(first + number for number in self._set_up.numbers_of(record.start)),
            *(_NUMBERS.get(number - FIRST_DRAW, number) for number in game.numbers()),
        ]


class SpielHistory:
    """A game from the first draw of its set-up to its end."""

    def __init__(self, spiel_config: SpielConfig, set_up: SetUp) -> None:
        self.spiel_config = spiel_config
        self.drawn: list[int] = []
        """The draws of the set-up so far."""
        self._set_up = set_up
        self._table: GameSession | None = None
        self.player = CHANCE
        """Who goes on: the seat whose decision it is, CHANCE, or OVER."""
        self._begin_if_laid()

    def _begin_if_laid(self) -> None:
        if self._set_up.is_complete:
            self._table = self.spiel_config.table(self._set_up.start())
            self._see_who_goes_on(self._table)

    def _see_who_goes_on(self, table: GameSession) -> None:
        seat = table.to_play
        self.player = seat if seat is not None else OVER if table.is_over else CHANCE

    @property
    def table(self) -> GameSession:
        """The table, once the set-up is complete."""
        if self._table is None:
            raise InvalidOption("The set-up is not complete yet.")
        return self._table

    @property
    def is_laid(self) -> bool:
        """Whether the set-up is complete."""
        return self._table is not None

    def outcomes(self) -> Outcomes:
        """What can be drawn now, ascending, with exact chances."""
        if self._table is None:
            first = self.spiel_config.first_of_set_up
            return [(first + number, chance) for number, chance in self._set_up.outcomes()]
        return list(_restocks(draws_due(self._table.state))) if self.player == CHANCE else []

    def play(self, number: int) -> None:
        """Go on by a draw or a decision, whichever is due."""
        if self._table is None:
            drawn = number - self.spiel_config.first_of_set_up
            self.drawn.append(drawn)
            self._set_up.draw(drawn)
            self._begin_if_laid()
        else:
            self._table.play(FIRST_DRAW + RESTOCKS[number] if self.player == CHANCE else number)
            self._see_who_goes_on(self._table)

    def told(self) -> list[str]:
        """All that has happened, in words."""
        first = self.spiel_config.first_of_set_up
        set_up = [self.spiel_config.draws[first + number] for number in self.drawn]
        return set_up if self._table is None else [*set_up, *map(str, self._table.game.actions)]

    def __str__(self) -> str:
        if self._table is None:
            return f"set-up: {'; '.join(self.told())}"
        return text(self._table.game.view(screens="open"))

    def copy(self) -> Self:
        """Another course that stands here and goes its own way."""
        simulator = object.__new__(type(self))
        simulator.spiel_config, simulator.player, simulator.drawn = (
            self.spiel_config,
            self.player,
            self.drawn[:],
        )
        simulator._set_up = self._set_up if self._table is not None else self._set_up.copy()
        simulator._table = None if self._table is None else self._table.copy()
        return simulator

    def __deepcopy__(self, memo: object) -> Self:
        return self.copy()


_NUMBERS: Final = {draw: number for number, draw in enumerate(RESTOCKS)}


@lru_cache(maxsize=1024)
def _restocks(draws: tuple[tuple[int, int], ...]) -> tuple[tuple[int, Fraction], ...]:
    """Draws with their weights, as the numbers of restocks with their chances."""
    ways = sum(weight for _, weight in draws)
    return tuple((_NUMBERS[draw], Fraction(weight, ways)) for draw, weight in draws)
