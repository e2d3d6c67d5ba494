"""Peers: those that are installed run and count rightly, the others say why they are missing."""

from __future__ import annotations

import random
import re
import subprocess
import sys
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any, NamedTuple

import pytest

from howdah.bench import workloads
from howdah.bench.measure import Missing, Workload
from howdah.bench.peers import PEERS, peer_workloads
from howdah.bench.workloads import INSTALL
from howdah.core.extras import install_command
from tests.bench.spiel import Spiel

MODULES = ("pyspiel", "catanatron", "chess", "pettingzoo", "pgx")
ONE_CHUNK = 0.0
WHOLE_GAMES = {
    "peer.open_spiel.connect_four.python": range(7, 42 + 1),
    "peer.open_spiel.mancala.python": range(7, 1_000),
    "peer.open_spiel.backgammon.python": range(2 * 15, 10_000),
    "peer.open_spiel.python_tic_tac_toe": range(5, 9 + 1),
    "peer.pettingzoo.connect_four": range(7, 42 + 1),
    "peer.catanatron": range(4 * 4, 100_000),
    "peer.chess": range(4, 300 + 1),
}
"""How many actions a game may have; a chunk is one game."""


@pytest.fixture(scope="module")
def found() -> dict[str, Workload | Missing]:
    """The peers that are really installed here."""
    return {peer.name: peer for peer in peer_workloads()}


@pytest.fixture
def no_peers(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """Hide all peers, until a test installs a fake."""
    for name in MODULES:
        monkeypatch.setitem(sys.modules, name, None)
    monkeypatch.setitem(sys.modules, "open_spiel.python.games", SimpleNamespace())
    monkeypatch.setattr(workloads, "version", lambda distribution: f"of {distribution}")
    return monkeypatch


def prepare(name: str) -> Workload | Missing:
    return next(peer for peer in peer_workloads() if peer.name == name)


def workload(name: str) -> Workload:
    peer = prepare(name)
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
        assert re.search(r"pip install ('howdah\[bench\]'|pgx)", peer.note)
        return
    actions, seconds = peer.run(0.05)
    assert actions > 0
    assert 0.05 <= seconds < 5
    is_environment = name.startswith(("peer.pettingzoo.", "peer.pgx."))
    assert peer.unit == ("steps/s" if is_environment else "actions/s")


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
        mean = peer.note.partition(" rollouts x ")[2]
        assert shortest <= float(mean.split()[0]) <= longest
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


def test_listing_peers_imports_none_of_them() -> None:
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


@pytest.mark.usefixtures("no_peers")
def test_without_any_peer_all_are_missing() -> None:
    missing = list(peer_workloads())
    assert [peer.name for peer in missing] == list(PEERS)
    assert all(isinstance(peer, Missing) for peer in missing)
    assert {peer.note for peer in missing} == {
        f"no {name}: {INSTALL.get(name) or install_command('bench')}" for name in MODULES
    }


def test_a_peer_that_fails_gives_its_reason_in_one_line(no_peers: pytest.MonkeyPatch) -> None:
    def board() -> None:
        raise RuntimeError("the board\n  is broken")

    no_peers.setitem(sys.modules, "chess", SimpleNamespace(Board=board))
    peer = prepare("peer.chess")
    assert isinstance(peer, Missing)
    assert peer.note.startswith("RuntimeError: the board is broken; pip install")


def test_a_peer_of_another_make_is_missing(no_peers: pytest.MonkeyPatch) -> None:
    no_peers.setitem(sys.modules, "pyspiel", SimpleNamespace())
    notes = {peer.note for peer in peer_workloads() if peer.name.startswith("peer.open_spiel.")}
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
    board: type[Board], plies: int, no_peers: pytest.MonkeyPatch
) -> None:
    no_peers.setitem(sys.modules, "chess", SimpleNamespace(Board=board))
    peer = workload("peer.chess")
    assert peer.run(ONE_CHUNK)[0] == plies
    assert peer.run(0.01)[0] % plies == 0
    assert peer.note.startswith("chess of chess, ")


@pytest.mark.parametrize("record", ["actions", "action_records"])
def test_actions_of_catanatron_are_those_of_its_record(
    record: str, no_peers: pytest.MonkeyPatch
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
    no_peers.setitem(sys.modules, "catanatron", catanatron)
    peer = workload("peer.catanatron")
    seeds.clear()
    assert peer.run(0.01)[0] == 16 * len(seeds)
    assert seeds == list(range(1, len(seeds) + 1))


def test_rollouts_count_every_action_after_the_first_chance(no_peers: pytest.MonkeyPatch) -> None:
    spiel = Spiel()
    no_peers.setitem(sys.modules, "pyspiel", spiel)
    peer = workload("peer.open_spiel.backgammon")
    assert " x 4.0 +- 0.0 actions " in peer.note
    spiel.rolled_out = 0
    assert peer.run(0.01)[0] == 4 * spiel.rolled_out


def test_a_game_driven_by_python_counts_chance_as_well(no_peers: pytest.MonkeyPatch) -> None:
    no_peers.setitem(sys.modules, "pyspiel", Spiel())
    peer = workload("peer.open_spiel.backgammon.python")
    assert peer.run(ONE_CHUNK)[0] == 5
    assert peer.note == "open_spiel of open_spiel backgammon, driven by Python, chance counted"


def test_games_that_a_module_registers_are_there_once_it_is_imported(
    no_peers: pytest.MonkeyPatch,
) -> None:
    no_peers.setitem(sys.modules, "pyspiel", Spiel())
    no_peers.setitem(sys.modules, "open_spiel.python.games", None)
    peer = prepare("peer.open_spiel.python_tic_tac_toe")
    assert isinstance(peer, Missing)
    assert "no open_spiel.python.games: " in peer.note
    assert workload("peer.open_spiel.mancala.python").run(ONE_CHUNK)[0] == 5


class Agents:
    """Two agents who play three and two steps, and leave."""

    def __init__(self) -> None:
        self.seeds: list[int] = []

    def reset(self, seed: int) -> None:
        self.seeds.append(seed)
        self.steps = 0

    def agent_iter(self) -> Iterator[str]:
        while self.steps < 5 + 2:
            yield f"player_{self.steps % 2}"

    def last(self) -> tuple[Any, ...]:
        mask = SimpleNamespace(nonzero=lambda: ([3],))
        return {"action_mask": mask}, 0.0, self.steps >= 5, False, {}

    def step(self, action: int | None) -> None:
        assert action == (None if self.steps >= 5 else 3)
        self.steps += 1


@pytest.mark.parametrize("has_registry", [True, False])
def test_agents_that_leave_are_not_counted_as_steps(
    has_registry: bool, no_peers: pytest.MonkeyPatch
) -> None:
    agents = Agents()
    registry = SimpleNamespace(make=lambda *_: agents)
    modules = {
        "pettingzoo": SimpleNamespace(),
        "pettingzoo.env_registry.registration": registry if has_registry else None,
        "pettingzoo.classic.connect_four_v3": SimpleNamespace(env=lambda: agents),
    }
    for name, found in modules.items():
        no_peers.setitem(sys.modules, name, found)
    peer = workload("peer.pettingzoo.connect_four")
    assert peer.run(ONE_CHUNK)[0] == 5
    assert peer.run(0.001)[0] % 5 == 0
    assert agents.seeds[:3] == [1, 1, 1]
    assert peer.note.startswith("pettingzoo of pettingzoo connect_four_v3, ")


class PgxState(NamedTuple):
    """A game that is over after three steps."""

    legal_action_mask: tuple[bool, ...]
    steps: int = 0
    terminated: bool = False
    truncated: bool = False


class Pgx:
    """As much of Pgx as is called; remembers how many steps were played."""

    def __init__(self) -> None:
        self.steps = 0

    def make(self, game: str) -> Pgx:
        assert game == "connect_four"
        return self

    def init(self, key: int) -> PgxState:
        assert key
        return PgxState((False, True, False))

    def step(self, state: PgxState, action: int) -> PgxState:
        assert action == 1
        assert not state.terminated
        self.steps += 1
        return state._replace(steps=state.steps + 1, terminated=state.steps == 2)


def jax() -> SimpleNamespace:
    """As much of JAX as is called, one by one."""

    def scan(step: Any, state: Any, keys: list[int]) -> tuple[Any, None]:
        for key in keys:
            state, _ = step(state, key)
        return state, None

    def where(condition: Any, one: Any, other: Any) -> Any:
        if isinstance(condition, tuple):
            return [one if is_true else other for is_true in condition]
        return one if condition else other

    return SimpleNamespace(
        block_until_ready=lambda found: found,
        default_backend=lambda: "cpu",
        jit=lambda function: function,
        lax=SimpleNamespace(scan=scan),
        numpy=SimpleNamespace(inf=float("inf"), where=where),
        random=SimpleNamespace(
            PRNGKey=lambda seed: seed,
            categorical=lambda key, likely: key and likely.index(0.0),
            fold_in=lambda key, number: key * number,
            split=lambda key, times=2: [key] * times,
        ),
        tree_util=SimpleNamespace(tree_map=lambda choose, *two: PgxState(*map(choose, *two))),
        vmap=lambda function: lambda *rows: [function(*row) for row in zip(*rows)],
    )


def test_steps_of_pgx_reset_the_games_that_are_over(no_peers: pytest.MonkeyPatch) -> None:
    pgx = Pgx()
    no_peers.setitem(sys.modules, "pgx", pgx)
    no_peers.setitem(sys.modules, "jax", jax())
    peer = workload("peer.pgx.connect_four")
    pgx.steps = 0
    assert peer.run(ONE_CHUNK)[0] == pgx.steps == 1024 * 20
    assert peer.note.startswith("pgx of pgx connect_four, 1024 games, ")
