"""Frames and scenes of the table: what it takes to draw a position for a page."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from itertools import cycle
from statistics import mean
from typing import Any, Final

from howdah.ai.match import play_match
from howdah.bench.measure import Measure, Missing, Workload
from howdah.bench.own_games import BenchGame, bench_games
from howdah.bench.workloads import new_workload, prepare_workload
from howdah.render.svg import renderer_for
from howdah.render.types import SHAPES

GAMES_PLAYED: Final = 48
"""Frames of new games are measured: what a cache has kept of others helps only as at a table."""


def frame_workloads() -> Iterator[Workload | Missing]:
    """Yield a workload for each game."""
    for game in bench_games():
        yield prepare_workload(f"table.frame.{game.name}", partial(_frame_workload, game))


def _frame_workload(game: BenchGame, name: str) -> Workload:
    """The frames of whole games, each drawn for the player whose turn it is."""
    from howdah.table.event_log import EventLogCache

    logs = EventLogCache()
    tables = [_play(game, number) for number in range(GAMES_PLAYED)]
    for positions in tables:
        logs.events_of(positions[-1])
    sizes = [size for positions in tables[:4] for size in _sizes(positions, logs)]
    whole, following = (mean(pair) / 1000 for pair in zip(*sizes))
    note = f"{whole:.1f} kB each, {following:.1f} kB to a page that follows the game"
    games = cycle(tables)
    return new_workload(name, "frames/s", note, lambda: partial(_draw_all, games, logs))


def _play(game: BenchGame, number: int) -> list[Any]:
    """A table at every position of a game of its own."""
    from howdah.table.create import new_seat
    from howdah.table.model import Table

    options = {**game.options}
    players = options.pop("players")
    played = play_match(game.name, ["random"] * players, f"frames {number}", **options)
    seats = tuple(new_seat(f"Player {number}.{seat}").seat for seat in range(players))
    table = Table(
        id=f"{game.name} {number}",
        game_name=game.name,
        rules=played.rules(),
        seats=seats,
        screens="hidden",
        version=0,
        game=played,
    )
    lengths = range(len(played.actions) + 1)
    return [replace(table, game=played.at(length), version=length) for length in lengths]


def _draw_all(games: Iterator[list[Any]], logs: Any) -> int:
    positions = next(games)
    for table in positions:
        _draw(table, logs)
    return len(positions)


def _draw(table: Any, logs: Any) -> dict[str, Any]:
    from howdah.table.frames import Viewpoint, frame

    return frame(table, Viewpoint(table.to_play, "wide"), logs, at=table.length)


def _sizes(positions: list[Any], logs: Any) -> Iterator[tuple[int, int]]:
    """The bytes of every frame, whole and without what a page shows already."""
    from howdah.table.frames import hash_parts, omit_known

    known: dict[str, int] = {}
    for table in positions:
        whole = _draw(table, logs)
        sent = omit_known(whole, hash_parts(whole), known)
        known |= sent["hashes"]
        yield _count_bytes(whole), _count_bytes(sent)


def _count_bytes(message: dict[str, Any]) -> int:
    return len(json.dumps(message, separators=(",", ":"), ensure_ascii=False).encode())


def scene_measures() -> list[Measure]:
    """How long the scene of each game's board takes the first time; nothing must have drawn it."""
    return [_scene_measure(game) for game in bench_games()]


def _scene_measure(game: BenchGame) -> Measure:
    renderer, board = renderer_for(game.name), game.new(seed=1).view().board
    renderer.symbols()
    seconds = []
    for shape in SHAPES:
        began = time.process_time()
        renderer.backdrop(board, shape)
        seconds.append(time.process_time() - began)
    return Measure(f"table.scene.{game.name}", 1000 * max(seconds), "ms CPU", "the first time")
