"""A machine that plays any game in any order; each game adds what it promises itself."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from howdah.core.record import Record
from howdah.core.state import Position

CHOICE = st.integers(0, 10**9)


class GameMachine(RuleBasedStateMachine):
    """Plays legal actions in any order and takes some back; `begin` it with a game."""

    game: Any

    @property
    def state(self) -> Position:
        found: Position = self.game._state
        return found

    def every_action(self) -> Iterator[tuple[Any, bool]]:
        """Every action that a player could think of, and whether the rules call it legal."""
        raise AssertionError("each game lists its own")

    def check_counts(self) -> None:
        """What must hold after every single action."""
        raise AssertionError("each game counts its own")

    def play(self, action: Any) -> None:
        self.game.play(action)
        self.check_counts()

    @rule(choices=st.lists(CHOICE, min_size=1, max_size=25))
    def play_some(self, choices: list[int]) -> None:
        for choice in choices:
            if self.game.is_over:
                return
            legal = self.game.legal_actions()
            self.play(legal[choice % len(legal)])

    @precondition(lambda self: not self.game.is_over)
    @rule(choice=CHOICE)
    def play_and_undo(self, choice: int) -> None:
        before, text = self.state.copy(), str(self.game.record())
        legal = self.game.legal_actions()
        action = self.game.play(legal[choice % len(legal)])
        assert self.state != before
        assert self.game.undo() == action
        assert self.state == before
        assert str(self.game.record()) == text

    @invariant()
    def someone_can_play_until_the_end(self) -> None:
        assert bool(self.game.legal_actions()) == (not self.game.is_over)
        assert self.game.is_over + self.game.is_chance + (self.game.to_play is not None) == 1

    @invariant()
    def an_action_is_legal_exactly_when_no_reason_is_against_it(self) -> None:
        for action, is_legal in self.every_action():
            assert is_legal == (not self.game.why_not(action)), action

    @invariant()
    def a_copy_is_equal_and_independent(self) -> None:
        before, copied = str(self.state), self.state.copy()
        assert copied == self.state
        for name, lengths in self.state.schema().items():
            if len(lengths) == 1:
                getattr(copied, name)[0] += 1
            if len(lengths) == 2:
                getattr(copied, name)[0][0] += 1
        assert copied != self.state
        assert str(self.state) == before

    @invariant()
    def what_is_printed_can_be_parsed(self) -> None:
        for action in self.game.legal_actions():
            assert self.game.parse(str(action)) == action
        record = self.game.record()
        assert Record.parse(str(record)) == record

    def teardown(self) -> None:
        """Every game, however short, is verified from its own record."""
        if hasattr(self, "game"):
            again = type(self.game).from_record(self.game.record())
            assert again._state == self.state
