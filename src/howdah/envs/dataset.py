"""Self-play games as a Parquet file with a row for each decision.

See `docs/dataset.md` for the columns and how to read them.
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
from howdah.core.atomic_files import atomic_binary_file
from howdah.envs.config import EnvConfig
from howdah.envs.observations.schema import ObservationLayout
from howdah.envs.selfplay import PlayedGame, SelfPlay

METADATA_KEY: Final = b"howdah"
"""The key of our metadata in the schema of a file."""
ROWS_IN_A_GROUP: Final = 1024
"""The fewest rows of a row group; all rows of a game are in one group."""


class Dataset:
    """A file that is being written; games are added one by one and written in row groups."""

    def __init__(self, writer: Any) -> None:
        self.rows = 0
        self._writer = writer
        self._pending: list[PlayedGame] = []

    def add(self, played: PlayedGame) -> None:
        """Add a game; it is kept in memory until there are enough rows for a group."""
        self._pending.append(played)
        self.rows += len(played.decisions)
        if sum(len(game.decisions) for game in self._pending) >= ROWS_IN_A_GROUP:
            self.flush()

    def flush(self) -> None:
        """Write the games that are kept in memory."""
        if self._pending:
            self._writer.write_table(to_table(self._pending, self._writer.schema))
            self._pending.clear()


@contextmanager
def new_dataset(path: str | os.PathLike[str], play: SelfPlay) -> Iterator[Dataset]:
    """Open a file for self-play games; it appears only when it is complete.

    >>> from tempfile import TemporaryDirectory
    >>> play = SelfPlay("bazar", players=2, board="hexagon-19", agent="uct:20")
    >>> with TemporaryDirectory() as folder:
    ...     with new_dataset(f"{folder}/games.parquet", play) as dataset:
    ...         for played in play.games(2):
    ...             dataset.add(played)
    ...     pq.read_table(f"{folder}/games.parquet").num_rows == dataset.rows
    True
    """
    schema = to_schema(play.config).with_metadata({METADATA_KEY: json.dumps(metadata(play))})
    with (
        atomic_binary_file(path) as file,
        pq.ParquetWriter(file, schema, compression="zstd") as writer,
    ):
        dataset = Dataset(writer)
        yield dataset
        dataset.flush()


def to_schema(config: EnvConfig) -> Any:
    """Return the columns and their types for a config."""
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


def metadata(play: SelfPlay) -> dict[str, Any]:
    """Return the metadata of a file: the version, how the games were played, and the columns."""
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
        "layout": _pieces(config.layout),
        "actions": [str(game.action_of(number)) for number in range(config.kernel.PLAYER_ACTIONS)],
    }


def _pieces(layout: ObservationLayout) -> list[dict[str, Any]]:
    """Return the pieces of an observation, in order."""
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


def to_table(games: Sequence[PlayedGame], schema: Any) -> Any:
    """Return games as an Arrow table with a row for each decision."""
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
