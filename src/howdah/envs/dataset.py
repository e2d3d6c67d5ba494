"""Self-play as a file of columns (Parquet): a row for each decision.

See `docs/dataset.md` for what stands in it and how to read it.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from howdah import __version__
from howdah.core.atomic_files import whole_bytes
from howdah.envs.config import EnvConfig
from howdah.envs.observations.schema import Layout
from howdah.envs.selfplay import Played, SelfPlay

KEY: Final = b"howdah"
"""Where a file tells about itself, among its metadata."""
ROWS_IN_A_GROUP: Final = 1024
"""At least so many rows are written at a time; a game is never torn apart."""


class Dataset:
    """A file that is being written, row group by row group, as games are added."""

    def __init__(self, writer: Any) -> None:
        self.rows = 0
        self._writer = writer
        self._waiting: list[Played] = []

    def add(self, played: Played) -> None:
        """Write a game down; it waits in memory until there are rows enough for a group."""
        self._waiting.append(played)
        self.rows += len(played.decisions)
        if sum(len(game.decisions) for game in self._waiting) >= ROWS_IN_A_GROUP:
            self.flush()

    def flush(self) -> None:
        """Write what waits."""
        if self._waiting:
            self._writer.write_table(table_of(self._waiting, self._writer.schema))
            self._waiting.clear()


@contextmanager
def new_dataset(path: str | os.PathLike[str], play: SelfPlay) -> Iterator[Dataset]:
    """A file for games of self-play; it appears when it is whole, or not at all.

    >>> from tempfile import TemporaryDirectory
    >>> play = SelfPlay("bazar", players=2, board="hexagon-19", agent="uct:20")
    >>> with TemporaryDirectory() as folder:
    ...     with new_dataset(f"{folder}/games.parquet", play) as dataset:
    ...         for played in play.games(2):
    ...             dataset.add(played)
    ...     pq.read_table(f"{folder}/games.parquet").num_rows == dataset.rows
    True
    """
    schema = schema_of(play.config).with_metadata({KEY: json.dumps(about(play))})
    with whole_bytes(path) as file, pq.ParquetWriter(file, schema, compression="zstd") as writer:
        dataset = Dataset(writer)
        yield dataset
        dataset.flush()


def schema_of(config: EnvConfig) -> Any:
    """The columns and their types, for a game on some terms."""
    actions, players = config.kernel.PLAYER_ACTIONS, config.players
    fields = {
        "game": pa.int32(),
        "ply": pa.int16(),
        "seat": pa.int8(),
        "observation": pa.list_(pa.float32(), config.layout.size),
        "legal": pa.list_(pa.bool_(), actions),
        "visits": pa.list_(pa.int32(), actions),
        "action": pa.int16(),
        "returns": pa.list_(pa.float32(), players),
        "scores": pa.list_(pa.int16(), players),
    }
    return pa.schema([pa.field(name, kind, nullable=False) for name, kind in fields.items()])


def about(play: SelfPlay) -> dict[str, Any]:
    """What a file tells about itself."""
    config = play.config
    game = config.new(0)
    return {
        "version": __version__,
        "game": config.game,
        "rules": game.rules(),
        "agent": play.agent,
        "seed": play.seed,
        "temperature": play.temperature,
        "returns": config.returns,
        "screens": config.screens,
        "layout": _told(config.layout),
        "actions": [str(game.action_of(number)) for number in range(config.kernel.PLAYER_ACTIONS)],
    }


def _told(layout: Layout) -> list[dict[str, Any]]:
    """The pieces of an observation in their order."""
    return [
        {
            "name": piece.name,
            "start": start,
            "shape": list(piece.shape),
            "scale": piece.scale,
            "most": piece.most,
            "is_behind_screens": piece.is_behind_screens,
            "meaning": piece.meaning,
        }
        for piece, start in zip(layout.pieces, layout.starts)
    ]


def table_of(games: Sequence[Played], schema: Any) -> Any:
    """Games as a table with a row for each decision."""
    decisions = [decision for game in games for decision in game.decisions]
    lengths = [len(game.decisions) for game in games]
    columns: dict[str, Any] = {
        "game": np.repeat([game.number for game in games], lengths),
        "ply": np.concatenate([np.arange(length) for length in lengths]),
        "seat": [decision.seat for decision in decisions],
        "observation": [decision.observation for decision in decisions],
        "legal": [decision.legal for decision in decisions],
        "visits": [decision.visits for decision in decisions],
        "action": [decision.action for decision in decisions],
        "returns": np.repeat([game.returns for game in games], lengths, axis=0),
        "scores": np.repeat([game.scores for game in games], lengths, axis=0),
    }
    return pa.table([_column(columns[field.name], field.type) for field in schema], schema=schema)


def _column(rows: Any, kind: Any) -> Any:
    if not pa.types.is_fixed_size_list(kind):
        return pa.array(np.asarray(rows), kind)
    flat = np.asarray(rows).reshape(-1)
    return pa.FixedSizeListArray.from_arrays(pa.array(flat, kind.value_type), type=kind)
