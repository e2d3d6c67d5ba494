"""The settings of a server: environment variables, and command-line options that override them."""

from __future__ import annotations

import os
from datetime import date
from pathlib import Path
from typing import Annotated, Any, Final, Literal, Self
from urllib.parse import urlsplit

from platformdirs import user_data_path
from pydantic import AfterValidator, Field, ValidationError
from pydantic_settings import (
    BaseSettings,
    EnvSettingsSource,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
)
from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from howdah.core.errors import InvalidOption
from howdah.i18n import Language

DATABASE_FILE: Final = "tables.sqlite3"
MAX_WORKERS: Final = 64
AGENT_SECONDS: Final = 1.0
MAX_AGENT_SECONDS: Final = 60.0
PREFIX: Final = "HOWDAH_"
OPTIONS_ONLY: Final = ("data", "lease_seconds")
"""Fields that no environment variable sets."""
SECRET: Final = ("database", "webhook", "address")
"""Fields whose value no error message repeats."""
IN_FILES: Final = ("database", "webhook")
"""Fields that may be in a file which `HOWDAH_DATABASE_FILE` or `HOWDAH_WEBHOOK_FILE` names: secrets
of containers and services are files, which child processes do not inherit."""
POSTGRESQL_DRIVERS: Final = ("postgresql", "postgres", "postgresql+asyncpg")


def default_data_folder() -> Path:
    """Return the user's data folder for Howdah, by the conventions of the operating system.

    Earlier versions followed the conventions of Linux everywhere: a folder of theirs that holds a
    database stays in use.
    """
    xdg = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    earlier = Path(xdg) / "howdah"
    if (earlier / DATABASE_FILE).is_file():
        return earlier
    return user_data_path("howdah", appauthor=False)


def _check_web_address(text: str) -> str:
    if urlsplit(text).scheme not in ("http", "https") or not urlsplit(text).hostname:
        raise ValueError
    return text.rstrip("/")


def _check_database(address: str) -> str:
    postgresql_url(address)
    return address


WebAddress = Annotated[str, AfterValidator(_check_web_address)]
PositiveNumber = Annotated[float, Field(gt=0, lt=1e6)]


class Settings(BaseSettings):
    """The settings of one server process.

    `Settings(...)` reads the environment (`HOWDAH_WORKERS`, …); keyword arguments override it.
    """

    model_config = SettingsConfigDict(env_prefix=PREFIX, env_ignore_empty=True, frozen=True)

    data: Path = Field(default_factory=default_data_folder)
    """The folder of the SQLite database; overrides `HOWDAH_DATABASE`."""
    database: Annotated[str, AfterValidator(_check_database)] | None = Field(
        default=None,
        repr=False,
        description="an address such as postgresql://USER:PASSWORD@HOST/NAME",
    )
    """The address of a PostgreSQL database; None for SQLite."""
    workers: int = Field(
        default=2, ge=0, le=MAX_WORKERS, description=f"a whole number up to {MAX_WORKERS}"
    )
    """How many agents may think at the same time."""
    agent_seconds: float = Field(
        default=AGENT_SECONDS,
        gt=0,
        le=MAX_AGENT_SECONDS,
        description=f"a number of seconds above 0, up to {MAX_AGENT_SECONDS:.0f}",
    )
    """For how long an agent may think about a decision at tables of remote clients."""
    retention: PositiveNumber | None = Field(default=None, description="a number of days above 0")
    """After how many days without a change a table is deleted; None for never."""
    confirm_day: date | None = Field(default=None, description="a date such as 2026-11-16")
    """The day on which the operator confirms what would be deleted, however much it is."""
    webhook: WebAddress | None = Field(
        default=None, repr=False, description="an address that begins with https://"
    )
    """The URL that reminders are posted to."""
    remind_after: PositiveNumber = Field(default=24.0, description="a number of hours above 0")
    """After how many hours without a turn a reminder is sent."""
    address: WebAddress | None = Field(
        default=None, description="an address that begins with https://"
    )
    """The public URL of the server, for links in reminders: https://play.example.org."""
    hosts: str | None = Field(default=None, description="host names, separated by commas")
    """The names by which the server may be called; that of `address` and all IP addresses always
    are. None for any name, unless there is an `address`."""
    language: Language = Field(default="en", description="one of en, fr, pt, pl")
    """The language of reminders."""
    limits: float = Field(
        default=1.0, ge=0, lt=1e6, description="a number above 0, or 0 for no limits"
    )
    """The factor of all rate limits: 2 doubles them, 0 switches them off."""
    metrics: Literal["host", "everyone"] = Field(default="host", description="everyone or host")
    """Who may read `/metrics`: requests from the host itself, or everyone."""
    lease_seconds: float = 10.0
    """How long an agent worker's lease on a job lasts unless renewed."""

    @property
    def store(self) -> URL:
        """The URL of the database; built from parts, for a folder name may hold a `?`."""
        if self.database is not None:
            return postgresql_url(self.database)
        return URL.create("sqlite", database=str(self.data / DATABASE_FILE))

    @property
    def place(self) -> str:
        """Where the tables are stored, for people and without any password."""
        if self.database is None:
            return str(self.data)
        return f"PostgreSQL, {self.store.database} at {self.store.host or 'this machine'}"

    @property
    def allowed_hosts(self) -> tuple[str, ...]:
        """The host names by which the server may be called; empty for any name."""
        names = [name.strip() for name in (self.hosts or "").split(",")]
        if self.address is not None:
            names.append(urlsplit(self.address).hostname or "")
        return tuple(name for name in names if name)

    @property
    def metrics_for_all(self) -> bool:
        """Whether `/metrics` answers clients other than the host itself."""
        return self.metrics == "everyone"

    def make_folder(self) -> None:
        """Create the folder and the database file, readable by their owner alone."""
        if self.database is None:
            self.data.mkdir(mode=0o700, parents=True, exist_ok=True)
            (self.data / DATABASE_FILE).touch(mode=0o600)

    def check_is_there(self) -> None:
        """Raise `InvalidOption` if the folder holds no database."""
        if self.database is None and not (self.data / DATABASE_FILE).is_file():
            raise InvalidOption(f"there is no database in {self.data}.")

    @classmethod
    def load(cls, **options: Any) -> Self:
        """Read the environment; options that are not None override it.

        Raise `InvalidOption` for a value that cannot be used; it never repeats a secret.
        """
        given = {name: value for name, value in options.items() if value is not None}
        try:
            return cls(**given)
        except ValidationError as error:
            # Not chained: the text of a validation error repeats what was given.
            raise InvalidOption(_message(error, given)) from None

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """Read keyword arguments first, then environment variables and the files they name."""
        return init_settings, _Environment(settings_cls)


class _Environment(EnvSettingsSource):
    """The environment variables that are documented, and no others."""

    def __call__(self) -> dict[str, Any]:
        ignored = {*OPTIONS_ONLY}
        if "data" in self.current_state:
            ignored.add("database")
        found = super().__call__() | _read_files(ignored)
        return {name: value for name, value in found.items() if name not in ignored}


def _read_files(ignored: set[str]) -> dict[str, str]:
    """Return what is in the files that variables name; an empty file sets nothing."""
    named = [name for name in IN_FILES if name not in ignored and _file_variable(name)]
    return {name: text for name in named if (text := _read_file(name))}


def _read_file(field: str) -> str:
    """Return the text of a field's file, without the line end that editors add."""
    variable = _file_variable(field)
    if os.environ.get(_variable(field)):
        raise InvalidOption(f"{_variable(field)} and {variable} are both set; unset one of them.")
    try:
        return Path(os.environ[variable]).read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError):
        raise InvalidOption(f"{variable} names a file that cannot be read.") from None


def _variable(field: str) -> str:
    return f"{PREFIX}{field.upper()}"


def _file_variable(field: str) -> str:
    """Return the variable that names a field's file; the empty string if it is not set."""
    variable = f"{_variable(field)}_FILE"
    return variable if field in IN_FILES and os.environ.get(variable) else ""


VARIABLES: Final = tuple(
    _variable(name) for name in Settings.model_fields if name not in OPTIONS_ONLY
)
"""The environment variables that `Settings` reads, without those that name files."""
FILE_VARIABLES: Final = tuple(f"{_variable(name)}_FILE" for name in IN_FILES)
"""The environment variables that name files."""


def _message(error: ValidationError, options: dict[str, Any]) -> str:
    """Say in one sentence which option or variable is wrong, and what it should be."""
    first = error.errors()[0]
    field = str(first["loc"][0])
    if field in options:
        name = f"--{field}"
    elif variable := _file_variable(field):
        name = f"the content of {variable}"
    else:
        name = _variable(field)
    given = "" if field in SECRET else f", not {str(first['input'])[:40]!r}"
    return f"{name} should be {Settings.model_fields[field].description}{given}."


def postgresql_url(address: str) -> URL:
    """Return an address as the asyncpg driver expects it.

    Raise `ValueError` without repeating the address, for it may hold a password.
    """
    try:
        url = make_url(address)
    except (ArgumentError, ValueError):
        url = None
    if url is None or url.drivername not in POSTGRESQL_DRIVERS:
        raise ValueError("not the address of a PostgreSQL database")
    query = dict(url.query)
    if "sslmode" in query:
        query["ssl"] = query.pop("sslmode")
    return url.set(drivername="postgresql+asyncpg", query=query)
