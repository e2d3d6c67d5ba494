"""Peers: those that are installed run and count rightly, the others say why they do not."""

from __future__ import annotations

import random
import subprocess
import sys
from types import SimpleNamespace
from typing import Any

import pytest

from howdah.bench import peers as module
from howdah.bench.measure import Missing, Workload
from howdah.bench.peers import PEERS, peers

MODULES = ("pyspiel", "catanatron", "chess")
ONE_CHUNK = 0.0
WHOLE_GAMES = {
    "peer.open_spiel.connect_four.python": range(7, 42 + 1),
    "peer.open_spiel.mancala.python": range(7, 1_000),
    "peer.open_spiel.backgammon.python": range(2 * 15, 10_000),
    "peer.catanatron": range(4 * 4, 100_000),
    "peer.chess": range(4, 300 + 1),
}
"""How many actions a game may have; a chunk is one game."""


@pytest.fixture(scope="module")
def found() -> dict[str, Workload | Missing]:
    """What is really installed here."""
    return {peer.name: peer for peer in peers()}


@pytest.fixture
def alone(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """No peer is installed, until a test puts one there."""
    for name in MODULES:
        monkeypatch.setitem(sys.modules, name, None)
    monkeypatch.setattr(module, "version", lambda distribution: f"of {distribution}")
    return monkeypatch


def prepared(name: str) -> Workload | Missing:
    return next(peer for peer in peers() if peer.name == name)


def ready(name: str) -> Workload:
    peer = prepared(name)
    assert isinstance(peer, Workload)
    return peer


# What is installed


def test_every_peer_is_there_once_and_begins_with_peer(
    found: dict[str, Workload | Missing],
) -> None:
    assert list(found) == list(PEERS)
    assert all(name.startswith("peer.") for name in found)


@pytest.mark.parametrize("name", PEERS)
def test_a_peer_runs_or_says_how_to_install_it(
    name: str, found: dict[str, Workload | Missing]
) -> None:
    peer = found[name]
    assert peer.note.isprintable()
    if isinstance(peer, Missing):
        assert "pip install howdah[bench]" in peer.note
        return
    actions, seconds = peer.run(0.05)
    assert actions > 0
    assert 0.05 <= seconds < 5
    assert peer.unit == "actions/s"


@pytest.mark.parametrize("name", WHOLE_GAMES)
def test_a_chunk_is_one_game_and_every_run_plays_the_same(
    name: str, found: dict[str, Workload | Missing]
) -> None:
    peer = found[name]
    if isinstance(peer, Workload):
        actions, _ = peer.run(ONE_CHUNK)
        assert actions in WHOLE_GAMES[name]
        assert peer.run(ONE_CHUNK)[0] == actions
    else:
        assert "pip install" in peer.note


@pytest.mark.parametrize(
    ("name", "shortest", "longest"),
    [
        ("peer.open_spiel.hearts", 12 + 52, 12 + 52),
        ("peer.open_spiel.spades", 4 + 52, 4 + 52),
        ("peer.open_spiel.connect_four", 7, 42),
    ],
)
def test_rollouts_are_as_long_as_the_game(
    name: str, shortest: int, longest: int, found: dict[str, Workload | Missing]
) -> None:
    peer = found[name]
    if isinstance(peer, Workload):
        told = peer.note.partition(" rollouts x ")[2]
        assert shortest <= float(told.split()[0]) <= longest
    else:
        assert "pip install" in peer.note


def test_playing_leaves_the_shared_randomness_as_it_was(
    found: dict[str, Workload | Missing],
) -> None:
    random.seed(7)
    before = random.getstate()
    for peer in found.values():
        if isinstance(peer, Workload):
            peer.run(ONE_CHUNK)
    assert random.getstate() == before


def test_asking_for_peers_imports_none_of_them() -> None:
    program = (
        "import sys, howdah.bench.peers; print(sys.modules.keys() & "
        f"{{'numpy', 'open_spiel', *{MODULES!r}}})"
    )
    done = subprocess.run(
        [sys.executable, "-c", f"import sys; sys.path[:0] = {sys.path!r}; {program}"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == "set()\n"


# What is not installed, or fails


@pytest.mark.usefixtures("alone")
def test_without_any_peer_all_are_missing() -> None:
    missing = list(peers())
    assert [peer.name for peer in missing] == list(PEERS)
    assert all(isinstance(peer, Missing) for peer in missing)
    assert {peer.note for peer in missing} == {
        f"no {name}: pip install howdah[bench]" for name in MODULES
    }


def test_a_peer_that_fails_gives_its_reason_in_one_line(alone: pytest.MonkeyPatch) -> None:
    def board() -> None:
        raise RuntimeError("the board\n  is broken")

    alone.setitem(sys.modules, "chess", SimpleNamespace(Board=board))
    peer = prepared("peer.chess")
    assert isinstance(peer, Missing)
    assert peer.note.startswith("RuntimeError: the board is broken; pip install")


def test_a_peer_of_another_make_is_missing(alone: pytest.MonkeyPatch) -> None:
    alone.setitem(sys.modules, "pyspiel", SimpleNamespace())
    notes = {peer.note for peer in peers() if peer.name.startswith("peer.open_spiel.")}
    assert len(notes) == 1
    assert "AttributeError: " in notes.pop()


# How actions are counted, whatever is installed


class Board:
    """A board of chess that is over after five plies."""

    legal_moves = ("only",)

    def __init__(self) -> None:
        self.plies = 0

    def push(self, move: str) -> None:
        assert move == "only"
        self.plies += 1

    def is_game_over(self) -> bool:
        return self.plies == 5


class EndlessBoard(Board):
    """A board of chess on which nobody ever wins."""

    def is_game_over(self) -> bool:
        return False


@pytest.mark.parametrize(("board", "plies"), [(Board, 5), (EndlessBoard, 300)])
def test_plies_of_chess_are_counted_up_to_a_limit(
    board: type[Board], plies: int, alone: pytest.MonkeyPatch
) -> None:
    alone.setitem(sys.modules, "chess", SimpleNamespace(Board=board))
    peer = ready("peer.chess")
    assert peer.run(ONE_CHUNK)[0] == plies
    assert peer.run(0.01)[0] % plies == 0
    assert peer.note.startswith("chess of chess, ")


@pytest.mark.parametrize("record", ["actions", "action_records"])
def test_actions_of_catanatron_are_those_of_its_record(
    record: str, alone: pytest.MonkeyPatch
) -> None:
    seeds: list[int] = []

    class Game:
        def __init__(self, players: list[str], seed: int) -> None:
            assert players == ["red", "blue"]
            self.state = SimpleNamespace(**{record: []})
            seeds.append(seed)
            random.seed(seed)

        def play(self) -> None:
            getattr(self.state, record).extend(range(16))

    catanatron = SimpleNamespace(Game=Game, RandomPlayer=str, Color=["red", "blue"])
    alone.setitem(sys.modules, "catanatron", catanatron)
    peer = ready("peer.catanatron")
    seeds.clear()
    assert peer.run(0.01)[0] == 16 * len(seeds)
    assert seeds == list(range(1, len(seeds) + 1))


class SpielState:
    """A game of a roll, three decisions and another roll."""

    def __init__(self, moves: int = 0) -> None:
        self.moves = moves

    def clone(self) -> SpielState:
        return SpielState(self.moves)

    def move_number(self) -> int:
        return self.moves

    def is_terminal(self) -> bool:
        return self.moves == 5

    def is_chance_node(self) -> bool:
        return self.moves in {0, 4}

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(6, 0.0), (7, 1.0)]

    def legal_actions(self) -> list[int]:
        return [3]

    def apply_action(self, action: int) -> None:
        assert action == (7 if self.is_chance_node() else 3)
        self.moves += 1


class Spiel:
    """As much of OpenSpiel as is called; remembers how many games were rolled out."""

    def __init__(self) -> None:
        self.rolled_out = 0

    def load_game(self, game_string: str) -> Any:
        assert game_string
        return SimpleNamespace(new_initial_state=SpielState, num_players=lambda: 2)

    def make_uniform_random_bot(self, seat: int, seed: int) -> tuple[int, int]:
        return seat, seed

    def evaluate_bots(self, state: SpielState, bots: list[tuple[int, int]], seed: int) -> None:
        assert len(bots) == 2
        assert seed >= 0
        state.moves = 5

    def RandomRolloutEvaluator(self, n_rollouts: int, seed: int) -> int:  # noqa: N802 (OpenSpiel's name)
        assert seed >= 0
        return n_rollouts

    def MCTSBot(self, evaluator: int, max_simulations: int, **_: object) -> Any:  # noqa: N802 (OpenSpiel's name)
        assert max_simulations == 1

        def mcts_search(state: SpielState) -> None:
            assert state.moves == 1
            self.rolled_out += evaluator

        return SimpleNamespace(mcts_search=mcts_search)


def test_rollouts_count_every_action_after_the_first_chance(alone: pytest.MonkeyPatch) -> None:
    spiel = Spiel()
    alone.setitem(sys.modules, "pyspiel", spiel)
    peer = ready("peer.open_spiel.backgammon")
    assert " x 4.0 +- 0.0 actions " in peer.note
    spiel.rolled_out = 0
    assert peer.run(0.01)[0] == 4 * spiel.rolled_out


def test_a_game_driven_by_python_counts_chance_as_well(alone: pytest.MonkeyPatch) -> None:
    alone.setitem(sys.modules, "pyspiel", Spiel())
    peer = ready("peer.open_spiel.backgammon.python")
    assert peer.run(ONE_CHUNK)[0] == 5
    assert peer.note == "open_spiel of open_spiel backgammon, driven by Python, chance counted"
