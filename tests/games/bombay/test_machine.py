"""Any game that can be played keeps the promises of the rules."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import initialize, invariant, rule

from howdah.games.bombay import rules
from howdah.games.bombay.game import Bombay
from howdah.games.bombay.names import COLOUR_LETTERS, EDITIONS, SET_UPS
from howdah.games.bombay.state import CITIES, COLOURS, NONE, RESTOCK_DUE, SEATS, State
from tests.contract.machine import CHOICE, GameMachine


class AnyGame(GameMachine):
    """Plays any game with restocks of any draw, and sometimes trades whenever it can."""

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

    def every_action(self) -> Iterator[tuple[Any, bool]]:
        legal = rules.legal_actions(self.game._tables, self.state)
        for code in range(rules.PLAYER_ACTIONS):
            yield self.game._notation._actions[code], bool(legal >> code & 1)

    @rule(choices=st.lists(CHOICE, min_size=5, max_size=40))
    def trade(self, choices: list[int]) -> None:
        """Buy, sell, build and take whenever one can."""
        for choice in choices:
            if self.game.is_over:
                return
            legal = self.game.legal_actions()
            busy = [a for a in legal if str(a).split()[0] in ("buy", "sell", "build", "take")]
            chosen = busy or legal
            self.play(chosen[choice % len(chosen)])

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
    def states_that_differ_only_in_hidden_facts_look_alike(self) -> None:
        """Seen from a seat, behind the others' screens anything could be."""
        if self.game.is_over:
            return
        real = self.state
        for seat in (None, *range(self.game.players)):
            seen = self.game.view(seat)
            copied = real.copy()
            for other in SEATS:
                if other != seat:
                    copied.rupees[other] += 7
                    copied.clients[other] += 3
                    copied.extra_city_tokens[other] += 1
                    copied.city_tokens[other].reverse()
            self.game._state = copied
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


TestAnyGame = AnyGame.TestCase
