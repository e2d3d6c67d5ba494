"""Settings: what the environment says, what overrides it, what is refused."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from howdah.core.errors import HowdahError
from howdah.server.settings import (
    DATABASE_FILE,
    FILE_VARIABLES,
    VARIABLES,
    Settings,
    default_data_folder,
)


@pytest.fixture(autouse=True)
def _empty_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for variable in (*VARIABLES, *FILE_VARIABLES):
        monkeypatch.delenv(variable, raising=False)


def test_nothing_needs_to_be_set() -> None:
    settings = Settings.load()
    assert settings.database is None
    assert settings.store.get_backend_name() == "sqlite"
    assert (settings.retention, settings.webhook, settings.workers) == (None, None, 2)


def test_the_environment_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    environment = {
        "HOWDAH_DATABASE": "postgres://ada:secret@db.example.org/howdah?sslmode=require",
        "HOWDAH_WORKERS": "0",
        "HOWDAH_AGENT_SECONDS": "2.5",
        "HOWDAH_RETENTION": "90",
        "HOWDAH_CONFIRM_DAY": "2026-11-16",
        "HOWDAH_WEBHOOK": "https://chat.example.org/hook",
        "HOWDAH_REMIND_AFTER": "0.5",
        "HOWDAH_ADDRESS": "https://play.example.org/",
        "HOWDAH_HOSTS": "games.example.net, play.example.net",
        "HOWDAH_LANGUAGE": "pl",
        "HOWDAH_LIMITS": "2",
        "HOWDAH_METRICS": "everyone",
    }
    assert {*environment} == {*VARIABLES}
    for variable, text in environment.items():
        monkeypatch.setenv(variable, text)
    settings = Settings.load()
    assert settings.store.drivername == "postgresql+asyncpg"
    assert settings.store.query == {"ssl": "require"}
    assert (settings.workers, settings.retention, settings.remind_after) == (0, 90.0, 0.5)
    assert settings.agent_seconds == 2.5
    assert settings.confirm_day == date(2026, 11, 16)
    assert settings.webhook == "https://chat.example.org/hook"
    assert (settings.address, settings.language) == ("https://play.example.org", "pl")
    names = ("games.example.net", "play.example.net", "play.example.org")
    assert settings.allowed_hosts == names
    assert (settings.limits, settings.metrics_for_all) == (2.0, True)
    assert "secret" not in repr(settings)
    assert "hook" not in repr(settings)


def test_an_empty_variable_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    for variable in (*VARIABLES, *FILE_VARIABLES):
        monkeypatch.setenv(variable, "")
    assert Settings.load() == Settings()
    assert (Settings.load().workers, Settings.load().database) == (2, None)


def test_no_other_variable_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    for variable in ("HOWDAH_DATA", "DATA", "HOWDAH_LEASE_SECONDS", "LEASE_SECONDS", "WORKERS"):
        monkeypatch.setenv(variable, "7")
    settings = Settings.load()
    assert settings.data == default_data_folder()
    assert (settings.lease_seconds, settings.workers) == (10.0, 2)


def test_options_override_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOWDAH_DATABASE", "postgresql://db/howdah")
    monkeypatch.setenv("HOWDAH_WORKERS", "7")
    settings = Settings.load(data=Path("here"), workers=1, retention=None)
    assert (settings.database, settings.data, settings.workers) == (None, Path("here"), 1)


def test_a_database_that_a_folder_overrides_may_be_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOWDAH_DATABASE", "mysql://db/howdah")
    assert Settings.load(data=Path("here")).database is None


def test_the_place_of_the_tables_is_named_without_a_password() -> None:
    settings = Settings(database="postgresql://ada:secret@db.example.org:5433/howdah")
    assert settings.place == "PostgreSQL, howdah at db.example.org"
    assert Settings(data=Path("here")).place == "here"


@pytest.mark.parametrize(
    ("variable", "text"),
    [
        ("HOWDAH_DATABASE", "mysql://ada:secret@db/howdah"),
        ("HOWDAH_DATABASE", "secret"),
        ("HOWDAH_DATABASE", "postgresql://ada:secret@db:secret/howdah"),
        ("HOWDAH_WORKERS", "many"),
        ("HOWDAH_WORKERS", "-1"),
        ("HOWDAH_WORKERS", "65"),
        ("HOWDAH_AGENT_SECONDS", "0"),
        ("HOWDAH_AGENT_SECONDS", "61"),
        ("HOWDAH_AGENT_SECONDS", "nan"),
        ("HOWDAH_RETENTION", "0"),
        ("HOWDAH_RETENTION", "nan"),
        ("HOWDAH_RETENTION", "inf"),
        ("HOWDAH_CONFIRM_DAY", "yes"),
        ("HOWDAH_WEBHOOK", "file:///secret"),
        ("HOWDAH_WEBHOOK", "secret"),
        ("HOWDAH_REMIND_AFTER", "soon"),
        ("HOWDAH_ADDRESS", "play.example.org"),
        ("HOWDAH_LANGUAGE", "de"),
        ("HOWDAH_LIMITS", "none"),
        ("HOWDAH_METRICS", "yes"),
    ],
)
def test_a_wrong_value_is_refused_without_repeating_a_secret(
    variable: str, text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(variable, text)
    with pytest.raises(HowdahError) as refused:
        Settings.load()
    assert "secret" not in str(refused.value)
    assert variable in str(refused.value)
    assert refused.value.__cause__ is None
    assert refused.value.__suppress_context__


def test_a_wrong_option_is_refused_by_its_name() -> None:
    with pytest.raises(HowdahError, match=r"^--retention should be a number of days above 0"):
        Settings.load(retention=-1.0)


# Secrets in files


def test_a_secret_may_be_in_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    contents = ("postgresql://ada:secret@db/howdah\n", "https://chat.example.org/hook")
    assert FILE_VARIABLES == ("HOWDAH_DATABASE_FILE", "HOWDAH_WEBHOOK_FILE")
    for variable, text in zip(FILE_VARIABLES, contents):
        (tmp_path / variable).write_text(text, encoding="utf-8")
        monkeypatch.setenv(variable, str(tmp_path / variable))
    settings = Settings.load()
    assert (settings.store.password, settings.store.database) == ("secret", "howdah")
    assert settings.webhook == "https://chat.example.org/hook"
    assert "secret" not in repr(settings)


def test_an_empty_file_sets_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "empty").write_text("\n", encoding="utf-8")
    for variable in FILE_VARIABLES:
        monkeypatch.setenv(variable, str(tmp_path / "empty"))
    assert Settings.load() == Settings()
    assert (Settings.load().database, Settings.load().webhook) == (None, None)


def test_a_file_of_a_database_that_a_folder_overrides_is_not_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOWDAH_DATABASE_FILE", str(tmp_path / "missing"))
    assert Settings.load(data=tmp_path).database is None


def test_only_secrets_may_be_in_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "workers").write_text("7", encoding="utf-8")
    monkeypatch.setenv("HOWDAH_WORKERS_FILE", str(tmp_path / "workers"))
    assert Settings.load().workers == 2


def test_a_variable_beside_its_file_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOWDAH_DATABASE", "postgresql://db/howdah")
    monkeypatch.setenv("HOWDAH_DATABASE_FILE", str(tmp_path / "database"))
    with pytest.raises(HowdahError, match=r"^HOWDAH_DATABASE and HOWDAH_DATABASE_FILE are both"):
        Settings.load()


@pytest.mark.parametrize("content", [b"mysql://ada:secret@db/howdah", b"secret \xff", None])
def test_a_file_that_is_wrong_or_missing_is_refused_without_repeating_it(
    content: bytes | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if content is not None:
        (tmp_path / "secret-file").write_bytes(content)
    monkeypatch.setenv("HOWDAH_DATABASE_FILE", str(tmp_path / "secret-file"))
    with pytest.raises(HowdahError) as refused:
        Settings.load()
    assert "HOWDAH_DATABASE_FILE " in str(refused.value)
    assert "secret" not in str(refused.value)
    assert refused.value.__suppress_context__


# The data folder


def test_the_default_folder_is_among_the_data_of_the_user(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert Settings().data == tmp_path / "howdah"
    monkeypatch.delenv("XDG_DATA_HOME")
    assert Settings().data == Path.home() / ".local" / "share" / "howdah"


def test_a_folder_of_an_earlier_version_stays_in_use(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    elsewhere = tmp_path / "Library" / "Application Support" / "howdah"
    monkeypatch.setattr("howdah.server.settings.user_data_path", lambda *_, **__: elsewhere)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert default_data_folder() == elsewhere
    (tmp_path / "howdah").mkdir()
    (tmp_path / "howdah" / DATABASE_FILE).touch()
    assert default_data_folder() == tmp_path / "howdah"
