"""What whoever hosts the table may choose."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path

from sqlalchemy import URL


def usual_folder() -> Path:
    """Where tables are kept unless told otherwise: among the user's data."""
    home = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(home) / "howdah"


@dataclass(frozen=True)
class Settings:
    """The settings of one house."""

    data: Path = field(default_factory=usual_folder)
    """The folder of the database."""
    limits: float = 1.0
    """How generous the limits at the door are: 2 doubles every figure, 0 switches them off."""
    metrics_for_all: bool = False
    """Whether `/metrics` answers others than the host itself."""

    @property
    def database(self) -> URL:
        """The address of the database; as text, a folder with a `?` would be another one."""
        return URL.create("sqlite+aiosqlite", database=str(self.data / "tables.sqlite3"))
