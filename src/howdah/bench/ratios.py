"""What the speeds say beside each other; measured in one run, ratios hold on any machine."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from howdah.bench.measure import Measure

PLAYOUT: Final = "bombay.playout.compiled"
ENVIRONMENTS: Final = {
    "ratio.bombay.pettingzoo": ("bombay.pettingzoo", "peer.pettingzoo.connect_four"),
    "ratio.bombay.openspiel": ("bombay.openspiel", "peer.open_spiel.python_tic_tac_toe"),
    "ratio.bombay.vector": ("bombay.vector1024.masks", "peer.pgx.connect_four"),
}
"""Environments beside the peers that are written for the same learners: ours, theirs."""


def ratios(speeds: Sequence[Measure]) -> Iterator[Measure]:
    """Compiled playouts of Bombay beside the limit, the peers and the interpreter.

    Environments stand beside those of the peers.
    """
    found = {speed.name: speed for speed in speeds}
    for game in ("bombay", "bazar"):
        for line in ("step", "playout"):
            compiled, slow = f"{game}.{line}.compiled", f"{game}.{line}.interpreted"
            yield from _ratio(f"ratio.{game}.{line}.interpreted", found, compiled, slow)
    yield from _ratio("ratio.bombay.playout.c", found, PLAYOUT, "bombay.playout.c")
    yield from _ratio("ratio.bombay.fastest_peer", found, PLAYOUT, fastest_peer(speeds))
    yield from _ratio("ratio.bombay.catanatron", found, PLAYOUT, "peer.catanatron")
    for name, (ours, theirs) in ENVIRONMENTS.items():
        yield from _ratio(name, found, ours, theirs)


def fastest_peer(speeds: Iterable[Measure]) -> str | None:
    """The name of the fastest game of a peer, if any was measured.

    Environments are no games in this sense: they count steps, of many games at once.
    """
    peers = [s for s in speeds if s.name.startswith("peer.") and s.unit == "actions/s"]
    return max(peers, key=lambda peer: peer.value).name if peers else None


def _ratio(name: str, found: dict[str, Measure], ours: str, other: str | None) -> Iterator[Measure]:
    if other in found and ours in found:
        yield Measure(name, found[ours].value / found[other].value, "x", f"{ours} to {other}")
