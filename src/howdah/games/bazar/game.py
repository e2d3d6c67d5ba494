"""Bombay Bazar as a `Game`: the rules with names, texts and records."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar, Self

from howdah.core.boards import BoardSource
from howdah.core.errors import InvalidAction
from howdah.core.game import Game, make_seats, raise_as_option_errors
from howdah.core.jsonio import Json
from howdah.core.options import SeatSetting, Setting
from howdah.core.reasons import Reason
from howdah.core.record import Record, Seat, check_seats
from howdah.core.rng import Dealer, Draw
from howdah.core.view import Screens
from howdah.games.bazar import rules
from howdah.games.bazar.actions import ACTIONS, CODES, Action, actions_in, parse_action
from howdah.games.bazar.board import Board
from howdah.games.bazar.board_files import BOARDS
from howdah.games.bazar.medals import Medals
from howdah.games.bazar.names import HeadName, Starter, TipRule
from howdah.games.bazar.options import PLAYER_COUNTS, SETTINGS, Options, parse_options
from howdah.games.bazar.scoring import is_winner, solo_score
from howdah.games.bazar.setup import (
    HEADS_SETTING,
    Start,
    draw_start,
    first_state,
    parse_start,
    start_draws,
)
from howdah.games.bazar.state import SEATS, BoardTables, State
from howdah.games.bazar.view import BazarView, table_fields
from howdah.games.bazar.why_not import why_not


class Bazar(Game[Action, BazarView]):
    """A game of Bombay Bazar for one to four players.

    >>> game = Bazar.new(players=2, starter="seat 0", seed=1)
    >>> game.to_play, game.legal_actions()[:3]
    (0, [Place('02', 2), Place('02', 4), Place('03', 1)])
    >>> game.play("place 03 1")
    Place('03', 1)
    >>> [reason.code for reason in game.why_not("end-piece")]
    ['not-blocked']
    >>> game.undo()
    Place('03', 1)
    """

    name: ClassVar[str] = "bazar"
    title: ClassVar[str] = "Bombay Bazar"
    player_counts: ClassVar[range] = PLAYER_COUNTS
    usual_players: ClassVar[int] = 2
    settings: ClassVar[tuple[Setting, ...]] = SETTINGS
    seat_setting: ClassVar[SeatSetting | None] = HEADS_SETTING
    boards: ClassVar[tuple[str, ...]] = BOARDS.names
    pregame_class: ClassVar[type[Medals]] = Medals

    options: Options
    _start: Start
    _state: State
    _tables: BoardTables

    def __init__(
        self, options: Options, start: Start, seats: Sequence[Seat], dealer: Dealer | None
    ) -> None:
        self._tables = options.board.tables
        super().__init__(options, start, seats, dealer)

    @classmethod
    def new(
        cls,
        players: int = 2,
        *,
        board: BoardSource | Board = "hexagon-61",
        tip_rule: TipRule = "join",
        starter: Starter = "medals",
        heads: Sequence[HeadName] | None = None,
        medals: Medals | None = None,
        seed: int | str | None = None,
        names: Sequence[str | Seat] | None = None,
    ) -> Self:
        """A new game; the seed drives who begins, none means a fresh one.

        `board` is the name of a shipped board, the path of a board file, or a board. `heads` has
        the head of each seat: clockwise from any of them, and opposite for two players. `medals`
        is a medals game that the players have finished; without one the dealer plays it.
        """
        found: dict[str, Json] = {
            "players": players,
            "board": BOARDS.to_json(BOARDS.load(board)),
            "tip_rule": tip_rule,
            "starter": starter,
        }
        dealer = Dealer(seed)
        with raise_as_option_errors():
            options = parse_options(found)
            start = draw_start(options, dealer, heads, medals)
        return cls(options, start, make_seats(players, names), dealer)

    @classmethod
    def _set_up(cls, record: Record) -> Self:
        options = parse_options(record.rules)
        check_seats(record.seats, options.players)
        return cls(options, parse_start(options, record.start), record.seats, None)

    @classmethod
    def pregame_for(cls, rules: Mapping[str, Json]) -> Medals | None:
        """The medals game, where it decides who begins."""
        options = parse_options({**rules})
        is_played = options.starter == "medals" and options.players > 1
        return Medals(options.players) if is_played else None

    @property
    def pregame(self) -> Medals | None:
        """The medals game that decided who begins; None if something else did."""
        return self._start.medals if self._start.medals.rounds else None

    def __repr__(self) -> str:
        players = f"{self.players} player{'' if self.players == 1 else 's'}"
        laid = f"{self._state.tiles_laid} tiles laid"
        return f"<Bazar, {players}, {'over' if self.is_over else laid}>"

    @property
    def board(self) -> Board:
        """The board that is played on."""
        return self.options.board

    @property
    def to_play(self) -> int | None:
        return self._state.seat if self._state.playing else None

    @property
    def is_over(self) -> bool:
        return self._state.playing == 0

    @property
    def turns_played(self) -> int:
        return len(self._codes)

    def legal_actions(self) -> list[Action]:
        """What may be played now: designs in the order of the rules, each with its rotations.

        A blocked player has the end piece, and nothing else.
        """
        return list(actions_in(*rules.legal_actions(self._tables, self._state)))

    def parse(self, text: str) -> Action:
        return parse_action(text)

    def action_of(self, number: int) -> Action:
        if number not in range(len(ACTIONS)):
            raise InvalidAction(f"There is no action with the number {number}.")
        return ACTIONS[number]

    def why_not(self, action: Action | str) -> tuple[Reason, ...]:
        meant = parse_action(action) if isinstance(action, str) else action
        self._code(meant)
        return why_not(self._tables, self._state, meant)

    def view(self, seat: int | None = None, *, screens: Screens = "hidden") -> BazarView:
        """What a seat may see; there are no screens in this game."""
        facts = self._view_fields(seat, screens)
        return BazarView(
            **facts, **table_fields(self.options, self._start, self._state, facts["names"])
        )

    def result(self) -> dict[str, Json] | None:
        if not self.is_over:
            return None
        state, seats = self._state, SEATS[: self.players]
        return {
            "lengths": [rules.trunk_length(state, seat) for seat in seats],
            "solo_score": solo_score(state) if self.players == 1 else None,
            "winners": [seat for seat in seats if is_winner(state, seat)],
        }

    def _code(self, action: Action) -> int:
        try:
            return CODES[action]
        except KeyError:
            raise InvalidAction(f"{action!r} is not an action of this game.") from None

    def _is_legal(self, code: int) -> bool:
        return rules.is_legal(self._tables, self._state, code)

    def _apply(self, code: int) -> None:
        rules.play(self._tables, self._state, code)

    def _first_state(self) -> State:
        return first_state(self.options, self._start)

    def _start_draws(self) -> list[Draw]:
        return start_draws(self.options, self._start)
