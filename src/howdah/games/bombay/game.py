"""Bombay as a `Game`: the rules with names, texts and records."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import ClassVar, Self

from howdah.core.boards import BoardSource
from howdah.core.errors import InvalidAction
from howdah.core.game import Game, make_seats, raise_as_option_errors
from howdah.core.jsonio import Json
from howdah.core.options import Setting
from howdah.core.reasons import Reason
from howdah.core.record import Record, Seat, check_seats
from howdah.core.rng import Dealer, Draw
from howdah.core.view import Screens
from howdah.games.bombay import rules
from howdah.games.bombay.actions import Action, Restock, notation_of
from howdah.games.bombay.board import Board
from howdah.games.bombay.board_files import BOARDS
from howdah.games.bombay.chance import draws_due
from howdah.games.bombay.names import COLOUR_LETTERS, Edition, SetUp
from howdah.games.bombay.options import PLAYER_COUNTS, SETTINGS, Options, parse_options
from howdah.games.bombay.scoring import final_rupees, is_winner, reputation
from howdah.games.bombay.setup import Start, draw_start, first_state, parse_start, start_draws
from howdah.games.bombay.state import COLOURS, OVER, RESTOCK_DUE, SEATS, TURN, BoardTables, State
from howdah.games.bombay.view import BombayView, player_views, table_fields
from howdah.games.bombay.why_not import why_not


class Bombay(Game[Action, BombayView]):
    """A game of Bombay for two to five players.

    >>> game = Bombay.new(players=2, set_up="first-game", seed=1)
    >>> game.to_play, game.legal_actions()[:3]
    (0, [Move('E4'), Move('F4'), Move('G5')])
    >>> game.play("move E4")
    Move('E4')
    >>> [reason.code for reason in game.why_not("wait")]
    ['whole-turn']
    >>> game.undo()
    Move('E4')
    """

    name: ClassVar[str] = "bombay"
    title: ClassVar[str] = "Bombay"
    player_counts: ClassVar[range] = PLAYER_COUNTS
    usual_players: ClassVar[int] = 4
    settings: ClassVar[tuple[Setting, ...]] = SETTINGS
    boards: ClassVar[tuple[str, ...]] = BOARDS.names
    draw_codes: ClassVar[range] = range(rules.RESTOCK, rules.RESTOCK + rules.DRAWS)

    options: Options
    _start: Start
    _state: State
    _tables: BoardTables

    def __init__(
        self, options: Options, start: Start, seats: Sequence[Seat], dealer: Dealer | None
    ) -> None:
        self._notation = notation_of(options.board)
        self._tables = options.board.tables
        super().__init__(options, start, seats, dealer)

    @classmethod
    def new(
        cls,
        players: int = 4,
        *,
        edition: Edition = "fr",
        board: BoardSource | Board = "deccan",
        set_up: SetUp = "random",
        client_limit: int | None = None,
        seed: int | str | None = None,
        first_player: int | None = None,
        names: Sequence[str | Seat] | None = None,
    ) -> Self:
        """A new game; the seed drives the set-up and the restocks, none means a fresh one.

        `board` is the name of a shipped board, the path of a board file, or a board.
        """
        found: dict[str, Json] = {
            "players": players,
            "edition": edition,
            "board": BOARDS.to_json(BOARDS.load(board)),
            "set_up": set_up,
            "client_limit": client_limit,
        }
        dealer = Dealer(seed)
        with raise_as_option_errors():
            options = parse_options(found)
            start = draw_start(options, dealer, first_player)
        return cls(options, start, make_seats(players, names), dealer)

    @classmethod
    def _set_up(cls, record: Record) -> Self:
        options = parse_options(record.rules)
        check_seats(record.seats, options.players)
        return cls(options, parse_start(options, record.start), record.seats, None)

    def __repr__(self) -> str:
        plan = self.options.plan
        where = f"set {self._state.set_number}/{plan.sets}, turn {self._state.game_turn}"
        return f"<Bombay, {self.players} players, {'over' if self.is_over else where}>"

    @property
    def board(self) -> Board:
        """The board that is played on."""
        return self.options.board

    @property
    def to_play(self) -> int | None:
        return self._state.seat if self._state.phase == TURN else None

    @property
    def is_over(self) -> bool:
        return self._state.phase == OVER

    @property
    def turns_played(self) -> int:
        state, plan = self._state, self.options.plan
        if self.is_over:
            return plan.sets * plan.game_turns * self.players
        game_turns = (state.set_number - 1) * plan.game_turns + state.game_turn - 1
        return game_turns * self.players + (state.seat - state.first_player) % self.players

    @property
    def is_chance(self) -> bool:
        return self._state.phase == RESTOCK_DUE

    def legal_actions(self) -> list[Action]:
        """What may be played now, in the order of the rules.

        Moves come first, in the order of the board, then wait, buy, sell, build, take and end;
        each colour in the order yellow, purple, blue, orange.
        """
        if self._state.phase == RESTOCK_DUE:
            return [Restock.of(draw) for draw, _ in draws_due(self._state)]
        return list(self._notation.actions_in(rules.legal_actions(self._tables, self._state)))

    def chance_outcomes(self) -> list[tuple[Action, Fraction]]:
        if not self.is_chance:
            return []
        draws = draws_due(self._state)
        ways = sum(weight for _, weight in draws)
        return [(Restock.of(draw), Fraction(weight, ways)) for draw, weight in draws]

    def parse(self, text: str) -> Action:
        return self._notation.parse(text)

    def action_of(self, number: int) -> Action:
        action = self._notation.action(number)
        if action is None:
            raise InvalidAction(f"There is no action with the number {number}.")
        return action

    def why_not(self, action: Action | str) -> tuple[Reason, ...]:
        meant = self._notation.parse(action) if isinstance(action, str) else action
        self._code(meant)
        return why_not(self.board, self._state, meant)

    def view(self, seat: int | None = None, *, screens: Screens = "hidden") -> BombayView:
        """What a seat may see; the screens fall when the game is over."""
        facts = self._view_fields(seat, screens)
        view = BombayView(
            **facts,
            players=player_views(self.options, self._state, facts["names"]),
            screens="open",
            **table_fields(self.options, self._state),
        )
        return view if screens == "open" else view.behind_screens(seat)

    def result(self) -> dict[str, Json] | None:
        if not self.is_over:
            return None
        state, seats = self._state, SEATS[: self.players]
        return {
            "rupees": [final_rupees(state, seat) for seat in seats],
            "clients": [state.clients[seat] for seat in seats],
            "city_tokens": [reputation(state, seat) for seat in seats],
            "palaces": [state.palaces_built[seat] for seat in seats],
            "winners": [seat for seat in seats if is_winner(state, seat)],
        }

    def _code(self, action: Action) -> int:
        code = self._notation.code(action)
        if code is None:
            raise InvalidAction(f"{action!r} is not an action on the board {self.board.name}.")
        return code

    def _is_legal(self, code: int) -> bool:
        return rules.is_legal(self._tables, self._state, code)

    def _apply(self, code: int) -> None:
        rules.play(self._tables, self._state, code)

    def _first_state(self) -> State:
        return first_state(self.options, self._start)

    def _draw(self, dealer: Dealer) -> Action | None:
        """The bales are drawn one by one from the bag, which lies in the order y p b o."""
        if not self.is_chance:
            return None
        drawn = dealer.stream(self._restock_label()).sample(
            self._bag(), rules.bales_to_draw(self._state)
        )
        return Restock("".join(sorted(drawn, key=COLOUR_LETTERS.index)))

    def _start_draws(self) -> list[Draw]:
        return start_draws(self.options, self._start)

    def _draw_of(self, action: Action) -> Draw | None:
        if not isinstance(action, Restock):
            return None
        result = tuple(action.drawn)
        return Draw(self._restock_label(), tuple(self._bag()), result, is_ordered=False)

    def _restock_label(self) -> str:
        return f"restock {self._state.set_number}"

    def _bag(self) -> str:
        """The letters of the bales that can be drawn, in the order in which the bag lies."""
        return "".join(
            letter * rules.bales_to_draw_from(self._state, colour)
            for letter, colour in zip(COLOUR_LETTERS, COLOURS)
        )
