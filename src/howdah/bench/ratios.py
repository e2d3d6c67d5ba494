"""What the speeds say beside each other; measured in one run, ratios hold on any machine."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from howdah.bench.measure import Measure

PLAYOUT = "bombay.playout.compiled"


def ratios(speeds: Sequence[Measure]) -> Iterator[Measure]:
    """Compiled playouts of Bombay beside the limit, the peers and the interpreter."""
    found = {speed.name: speed for speed in speeds}
    for game in ("bombay", "bazar"):
        for line in ("step", "playout"):
            compiled, slow = f"{game}.{line}.compiled", f"{game}.{line}.interpreted"
            yield from _ratio(f"ratio.{game}.{line}.interpreted", found, compiled, slow)
    yield from _ratio("ratio.bombay.playout.c", found, PLAYOUT, "bombay.playout.c")
    yield from _ratio("ratio.bombay.fastest_peer", found, PLAYOUT, fastest_peer(speeds))
    yield from _ratio("ratio.bombay.catanatron", found, PLAYOUT, "peer.catanatron")


def fastest_peer(speeds: Iterable[Measure]) -> str | None:
    """The name of the fastest game of a peer, if any was measured."""
    peers = [speed for speed in speeds if speed.name.startswith("peer.")]
    return max(peers, key=lambda peer: peer.value).name if peers else None


def _ratio(name: str, found: dict[str, Measure], ours: str, other: str | None) -> Iterator[Measure]:
    if other in found and ours in found:
        yield Measure(name, found[ours].value / found[other].value, "x", f"{ours} to {other}")
