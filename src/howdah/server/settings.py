"""What whoever hosts the table may choose."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from howdah.core.errors import InvalidOption
from howdah.i18n import Language
from howdah.i18n.languages import CODES

FILE: Final = "tables.sqlite3"
MOST_WORKERS: Final = 64
POSTGRESQL: Final = ("postgresql", "postgres", "postgresql+asyncpg")


def usual_folder() -> Path:
    """Where tables are kept unless told otherwise: among the user's data."""
    home = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(home) / "howdah"


@dataclass(frozen=True)
class Settings:
    """The settings of one house."""

    data: Path = field(default_factory=usual_folder)
    """The folder of the database, if that is a file."""
    database: str | None = None
    """The address of a PostgreSQL database: postgresql://USER:PASSWORD@HOST/NAME."""
    workers: int = 2
    """How many agents may think at the same time."""
    retention: float | None = None
    """After how many days without any news a table is removed; None for never."""
    webhook: str | None = None
    """Where reminders are posted to: the channel of a club."""
    remind_after: float = 24.0
    """After how many hours without a turn a reminder is sent."""
    address: str | None = None
    """Where people find the house, for links in reminders: https://play.example.org."""
    language: Language = "en"
    """What reminders are written in."""
    limits: float = 1.0
    """How generous the limits at the door are: 2 doubles every figure, 0 switches them off."""
    metrics_for_all: bool = False
    """Whether `/metrics` answers others than the host itself."""

    @property
    def store(self) -> URL:
        """The address of the database; as text, a folder with a `?` would be another one."""
        if self.database is not None:
            return _postgresql(self.database)
        return URL.create("sqlite", database=str(self.data / FILE))

    @property
    def place(self) -> str:
        """Where tables are kept, told without any password."""
        if self.database is None:
            return str(self.data)
        return f"PostgreSQL, {self.store.database} at {self.store.host or 'this machine'}"

    def make_folder(self) -> None:
        """Make the folder and the file of the database: what is in it is nobody else's business."""
        if self.database is None:
            self.data.mkdir(mode=0o700, parents=True, exist_ok=True)
            (self.data / FILE).touch(mode=0o600)

    def check_is_there(self) -> None:
        """Refuse a folder that keeps no tables."""
        if self.database is None and not (self.data / FILE).is_file():
            raise InvalidOption(f"{self.data} keeps no tables.")

    @classmethod
    def chosen(cls, environment: Mapping[str, str], **options: Any) -> Settings:
        """The settings of an environment (HOWDAH_DATABASE, …), and options that outdo them.

        A folder that is asked for outdoes a database that the environment names.
        """
        found = {
            name: read(environment[variable], variable)
            for variable, (name, read) in VARIABLES.items()
            if environment.get(variable)
        }
        asked = {name: value for name, value in options.items() if value is not None}
        if "data" in asked:
            found.pop("database", None)
        settings = cls(**found | asked)
        if settings.retention is not None and not settings.retention > 0:
            raise InvalidOption("a retention is a number of days above 0.")
        if settings.database is not None:
            _postgresql(settings.database)
        return settings


def _text(text: str, _variable: str) -> str:
    return text


def _number(text: str, variable: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = -1.0
    if not 0 < number < 1e6:
        raise InvalidOption(f"{variable} should be a number above 0, not {text[:40]!r}.")
    return number


def _factor(text: str, variable: str) -> float:
    return 0.0 if text == "0" else _number(text, variable)


def _is_for_everyone(text: str, variable: str) -> bool:
    if text not in ("everyone", "host"):
        raise InvalidOption(f"{variable} should be everyone or host.")
    return text == "everyone"


def _count(text: str, variable: str) -> int:
    if not text.isdecimal() or int(text) > MOST_WORKERS:
        raise InvalidOption(f"{variable} should be a whole number up to {MOST_WORKERS}.")
    return int(text)


def _web_address(text: str, variable: str) -> str:
    """An address of the web; it may be secret, so no error repeats it."""
    if urlsplit(text).scheme not in ("http", "https") or not urlsplit(text).hostname:
        raise InvalidOption(f"{variable} should be an address that begins with https://.")
    return text.rstrip("/")


def _language(text: str, variable: str) -> Language:
    if text not in CODES:
        raise InvalidOption(f"{variable} should be one of {', '.join(CODES)}.")
    return text


VARIABLES: Final[dict[str, tuple[str, Callable[[str, str], Any]]]] = {
    "HOWDAH_DATABASE": ("database", _text),
    "HOWDAH_WORKERS": ("workers", _count),
    "HOWDAH_RETENTION": ("retention", _number),
    "HOWDAH_WEBHOOK": ("webhook", _web_address),
    "HOWDAH_REMIND_AFTER": ("remind_after", _number),
    "HOWDAH_ADDRESS": ("address", _web_address),
    "HOWDAH_LANGUAGE": ("language", _language),
    "HOWDAH_LIMITS": ("limits", _factor),
    "HOWDAH_METRICS": ("metrics_for_all", _is_for_everyone),
}
"""What an environment may say, and how it is read."""


def _postgresql(address: str) -> URL:
    """The address as our driver wants it; errors never repeat it, for it may hold a password."""
    try:
        url = make_url(address)
    except (ArgumentError, ValueError):
        url = None
    if url is None or url.drivername not in POSTGRESQL:
        raise InvalidOption(
            "the address of the database should read postgresql://USER:PASSWORD@HOST/NAME."
        )
    query = dict(url.query)
    if "sslmode" in query:
        query["ssl"] = query.pop("sslmode")
    return url.set(drivername="postgresql+asyncpg", query=query)
