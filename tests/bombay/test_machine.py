"""Any game that can be played keeps the promises of the rules."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from howdah.bombay import rules
from howdah.bombay.game import Bombay
from howdah.bombay.state import CITIES, COLOURS, NONE, RESTOCK_DUE, SEATS, State
from howdah.bombay.words import COLOUR_LETTERS, EDITIONS, SET_UPS
from howdah.core.record import Record

EVERY_PLAYER_ACTION = [*range(rules.PLAYER_ACTIONS)]


class AnyGame(RuleBasedStateMachine):
    """Plays legal actions in any order, with restocks of any draw, and takes some back."""

    game: Bombay

    @initialize(
        players=st.integers(2, 5),
        edition=st.sampled_from(EDITIONS),
        set_up=st.sampled_from(SET_UPS),
        limit=st.none() | st.integers(0, 16),
        seed=st.integers(0, 10**6),
    )
    def begin(self, players: int, **options: Any) -> None:
        options["client_limit"] = options.pop("limit")
        self.game = Bombay.new(players, **options)
        self.game.dealer = None
        self.columns = [sorted(column) for column in self.state.demands]

    @property
    def state(self) -> State:
        return self.game._state

    @rule(choices=st.lists(st.integers(0, 10**9), min_size=1, max_size=25))
    def play_some(self, choices: list[int]) -> None:
        for choice in choices:
            if self.game.is_over:
                return
            legal = self.game.legal_actions()
            self.game.play(legal[choice % len(legal)])
            self.check_counts()

    @rule(choices=st.lists(st.integers(0, 10**9), min_size=5, max_size=40))
    def trade(self, choices: list[int]) -> None:
        """Buy, sell, build and take whenever one can."""
        for choice in choices:
            if self.game.is_over:
                return
            legal = self.game.legal_actions()
            busy = [a for a in legal if str(a).split()[0] in ("buy", "sell", "build", "take")]
            chosen = busy or legal
            self.game.play(chosen[choice % len(chosen)])
            self.check_counts()

    @precondition(lambda self: not self.game.is_over)
    @rule(choice=st.integers(0, 10**9))
    def play_and_undo(self, choice: int) -> None:
        before, text = self.state.copy(), str(self.game.record())
        legal = self.game.legal_actions()
        action = self.game.play(legal[choice % len(legal)])
        assert self.state != before
        assert self.game.undo() == action
        assert self.state == before
        assert str(self.game.record()) == text

    def check_counts(self) -> None:
        state = self.state
        for colour in COLOURS:
            carried = sum(state.baskets[seat][colour] for seat in SEATS)
            assert state.bag[colour] + state.stock[colour] + carried == rules.BALES[colour]
            assert min(state.bag[colour], state.stock[colour]) >= 0
        for seat in SEATS:
            assert state.load[seat] == sum(state.baskets[seat]) <= rules.BASKETS
            assert state.rupees[seat] >= 0
            assert state.palaces_built[seat] == state.palaces.count(seat) <= rules.PALACES
        for city in CITIES:
            taken = sum(state.city_tokens[seat][city] for seat in SEATS)
            assert taken + state.city_tokens_left[city] == rules.PLANS[state.players].city_tokens
        assert [sorted(column) for column in state.demands] == self.columns

    @invariant()
    def no_palace_stands_on_a_post_or_in_a_city(self) -> None:
        for site, owner in enumerate(self.state.palaces):
            if owner != NONE:
                assert self.state.posts[site] == NONE
                assert self.state.palace_tokens[site] == NONE
                assert self.game.board.tables.city_at[site] == NONE

    @invariant()
    def an_action_is_legal_exactly_when_no_reason_is_against_it(self) -> None:
        notation = self.game._notation
        legal = rules.legal_actions(self.game._tables, self.state)
        for code in EVERY_PLAYER_ACTION:
            action = notation._actions[code]
            assert bool(legal >> code & 1) == (not self.game.why_not(action)), action

    @invariant()
    def someone_can_play_until_the_end(self) -> None:
        assert bool(self.game.legal_actions()) == (not self.game.is_over)
        assert self.game.is_over + self.game.is_chance + (self.game.to_play is not None) == 1

    @invariant()
    def a_copy_is_equal_and_independent(self) -> None:
        twin = self.state.copy()
        assert twin == self.state
        for name, lengths in State.schema().items():
            if len(lengths) == 1:
                getattr(twin, name)[0] += 1
            if len(lengths) == 2:
                getattr(twin, name)[0][0] += 1
        assert twin != self.state
        self.check_counts()

    @invariant()
    def what_is_printed_can_be_parsed(self) -> None:
        for action in self.game.legal_actions():
            assert self.game.parse(str(action)) == action
        record = self.game.record()
        assert Record.parse(str(record)) == record

    @invariant()
    def states_that_differ_only_in_hidden_facts_look_alike(self) -> None:
        """Seen from a seat, behind the others' screens anything could be."""
        if self.game.is_over:
            return
        real = self.state
        for seat in (None, *range(self.game.players)):
            seen = self.game.view(seat)
            twin = real.copy()
            for other in SEATS:
                if other != seat:
                    twin.rupees[other] += 7
                    twin.clients[other] += 3
                    twin.extra_city_tokens[other] += 1
                    twin.city_tokens[other].reverse()
            self.game._state = twin
            try:
                assert self.game.view(seat) == seen
            finally:
                self.game._state = real

    @invariant()
    def only_a_due_restock_can_be_played(self) -> None:
        due = {str(action) for action in self.game.legal_actions()}
        fits = "restock " + COLOUR_LETTERS[0] * 3 + COLOUR_LETTERS[2] * 5 + COLOUR_LETTERS[3]
        restock = self.game.parse(fits)
        is_legal = self.state.phase == RESTOCK_DUE and fits in due
        assert (not self.game.why_not(restock)) == is_legal

    def teardown(self) -> None:
        """Every game, however short, is verified from its own record."""
        if hasattr(self, "game"):
            again = Bombay.from_record(self.game.record())
            assert again._state == self.state


TestAnyGame = AnyGame.TestCase
