"""Any game that can be played keeps the promises of the rules."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import initialize, invariant, rule

from howdah.games.bazar import rules
from howdah.games.bazar.actions import ACTIONS
from howdah.games.bazar.game import Bazar
from howdah.games.bazar.names import HEAD_NAMES, STARTERS, TIP_RULES
from howdah.games.bazar.state import State
from howdah.games.bazar.tiles import COPIES, DESIGN_NAMES, SLIM
from howdah.games.bazar.view import BazarView
from tests.contract.machine import CHOICE, GameMachine
from tests.games.bazar.boards import largest, with_a_hole
from tests.games.bazar.walk import mismatches, openings, pieces, walk

BOARDS = ["hexagon-19", "hexagon-37", "hexagon-61", "rectangle-68", with_a_hole(), largest()]


class AnyGame(GameMachine):
    """Plays any game, and sometimes so that trunks seek each other."""

    game: Bazar

    @initialize(
        players=st.integers(1, 4),
        board=st.sampled_from(BOARDS),
        tip_rule=st.sampled_from(TIP_RULES),
        starter=st.sampled_from(STARTERS),
        corner=st.integers(0, 3),
        seed=st.integers(0, 10**6),
    )
    def begin(self, players: int, corner: int, **options: Any) -> None:
        corners = [
            HEAD_NAMES[(corner + n * (2 if players == 2 else 1)) % 4] for n in range(players)
        ]
        self.game = Bazar.new(players, heads=corners, **options)

    @property
    def state(self) -> State:
        return self.game._state

    @property
    def view(self) -> BazarView:
        return self.game.view()

    def every_action(self) -> Iterator[tuple[Any, bool]]:
        slim, full = rules.legal_actions(self.game._tables, self.state)
        for code, action in enumerate(ACTIONS):
            yield action, bool((slim | full << SLIM) >> code & 1)

    @rule(choices=st.lists(CHOICE, min_size=1, max_size=8))
    def seek_each_other(self, choices: list[int]) -> None:
        """Prefer actions after which tips face the same cell or a trunk grows by much."""
        for choice in choices:
            if self.game.is_over:
                return
            legal = self.game.legal_actions()
            rated = sorted(legal[choice % 7 :: 3] or legal, key=lambda a: self.liveliness(str(a)))
            self.play(rated[-1])

    def liveliness(self, action: str) -> int:
        copied = self.game.copy()
        copied.play(action)
        players = copied.view().players
        meeting = len(players) - len({player.tip_cell for player in players})
        return 5 * meeting + sum(player.length for player in players)

    @invariant()
    def every_edge_matches(self) -> None:
        assert mismatches(self.view) == []

    @invariant()
    def lengths_and_tips_are_those_that_a_walk_finds(self) -> None:
        view = self.view
        for player in view.players:
            head = view.board.head(player.head)
            found, cell, edge = walk(view, head.first_cell, head.entry_edge)
            assert player.length == len(found) == len(set(found))
            assert (player.tip_cell, player.tip_edge) == (cell, edge)
            listed = [(s.cell, min(s.one, s.other), max(s.one, s.other)) for s in player.trunk]
            assert listed == found

    @invariant()
    def every_segment_is_in_exactly_one_trunk_or_is_nobodys(self) -> None:
        view = self.view
        owned = [
            (s.cell, min(s.one, s.other), max(s.one, s.other))
            for player in view.players
            for s in player.trunk
        ]
        free = [(s.cell, s.one, s.other) for s in view.stretches]
        assert len(owned) + len(free) == len(set(owned) | set(free))
        assert set(owned) | set(free) == pieces(view)

    @invariant()
    def stretches_and_rings_are_those_that_a_walk_finds(self) -> None:
        """Each end knows its other end and the length; a ring has no end."""
        view, board = self.view, self.game.board
        heads = {(head.first_cell, head.entry_edge) for head in board.heads}
        for segment in view.stretches:
            one_way, cell, edge = walk(view, segment.cell, segment.one)
            other_way, far_cell, far_edge = walk(view, segment.cell, segment.other)
            if (cell, edge) == (segment.cell, segment.one):
                continue
            assert not {(cell, edge), (far_cell, far_edge)} & heads
            here, there = board.way_in(cell, edge), board.way_in(far_cell, far_edge)
            assert self.state.other_end[here] == there
            assert self.state.other_end[there] == here
            length = len({*one_way, *other_way})
            assert self.state.length[here] == self.state.length[there] == length

    def check_counts(self) -> None:
        """Supply is conserved."""
        view = self.view
        placed = [tile.design for tile in view.tiles.values()]
        for design in DESIGN_NAMES:
            assert view.piles[design] + placed.count(design) == COPIES
        assert view.tiles_laid == len(view.tiles)

    @invariant()
    def cells_are_tiles_end_pieces_or_empty(self) -> None:
        view = self.view
        assert not set(view.tiles) & set(view.end_pieces)
        kept = len(view.tiles) + len(view.end_pieces) + view.empty_cells
        assert kept == len(view.board.cells)
        stopped = sum(player.has_stopped for player in view.players)
        unused = 4 - len(view.players)
        assert sum(map(len, view.end_pieces.values())) == stopped + unused

    @invariant()
    def openings_are_those_that_face_no_tile(self) -> None:
        view = self.view
        tips = sum(player.length > 0 for player in view.players)
        assert view.unused_openings == openings(view) - tips
        if view.solo_score is not None:
            score = view.tiles_laid - view.empty_cells - view.unused_openings
            assert view.solo_score == score

    @invariant()
    def one_lays_a_tile_or_is_blocked(self) -> None:
        legal = [str(action) for action in self.game.legal_actions()]
        assert "end-piece" not in legal or legal == ["end-piece"]

    @invariant()
    def no_two_living_trunks_end_at_the_same_opening(self) -> None:
        tips = [(player.tip_cell, player.tip_edge) for player in self.view.players]
        assert len(tips) == len(set(tips))

    @invariant()
    def everyone_sees_the_same(self) -> None:
        spectator = self.view
        for seat in range(self.game.players):
            seen = self.game.view(seat)
            assert (seen.tiles, seen.players, seen.piles) == (
                spectator.tiles,
                spectator.players,
                spectator.piles,
            )


TestAnyGame = AnyGame.TestCase
