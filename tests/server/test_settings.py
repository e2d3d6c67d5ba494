"""The settings of a house: what the environment says, what outdoes it, what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from howdah.core.errors import HowdahError
from howdah.server.settings import Settings


def test_nothing_needs_to_be_chosen() -> None:
    settings = Settings.chosen({})
    assert settings.database is None
    assert settings.store.get_backend_name() == "sqlite"
    assert (settings.retention, settings.webhook, settings.workers) == (None, None, 2)


def test_the_environment_chooses() -> None:
    settings = Settings.chosen(
        {
            "HOWDAH_DATABASE": "postgres://ada:secret@db.example.org/howdah?sslmode=require",
            "HOWDAH_WORKERS": "0",
            "HOWDAH_RETENTION": "90",
            "HOWDAH_WEBHOOK": "https://chat.example.org/hook",
            "HOWDAH_REMIND_AFTER": "0.5",
            "HOWDAH_ADDRESS": "https://play.example.org/",
            "HOWDAH_LANGUAGE": "pl",
            "HOWDAH_LIMITS": "2",
            "HOWDAH_METRICS": "everyone",
        }
    )
    assert settings.store.drivername == "postgresql+asyncpg"
    assert settings.store.query == {"ssl": "require"}
    assert (settings.workers, settings.retention, settings.remind_after) == (0, 90.0, 0.5)
    assert (settings.address, settings.language) == ("https://play.example.org", "pl")
    assert (settings.limits, settings.metrics_for_all) == (2.0, True)


def test_options_outdo_the_environment() -> None:
    environment = {"HOWDAH_DATABASE": "postgresql://db/howdah", "HOWDAH_WORKERS": "7"}
    settings = Settings.chosen(environment, data=Path("here"), workers=1, retention=None)
    assert (settings.database, settings.data, settings.workers) == (None, Path("here"), 1)


def test_where_tables_are_kept_is_told_without_a_password() -> None:
    settings = Settings(database="postgresql://ada:secret@db.example.org:5433/howdah")
    assert settings.place == "PostgreSQL, howdah at db.example.org"
    assert Settings(Path("here")).place == "here"


@pytest.mark.parametrize(
    ("variable", "text"),
    [
        ("HOWDAH_DATABASE", "mysql://ada:secret@db/howdah"),
        ("HOWDAH_DATABASE", "secret"),
        ("HOWDAH_DATABASE", "postgresql://ada:secret@db:secret/howdah"),
        ("HOWDAH_WORKERS", "many"),
        ("HOWDAH_WORKERS", "-1"),
        ("HOWDAH_WORKERS", "65"),
        ("HOWDAH_RETENTION", "0"),
        ("HOWDAH_RETENTION", "nan"),
        ("HOWDAH_RETENTION", "inf"),
        ("HOWDAH_WEBHOOK", "file:///secret"),
        ("HOWDAH_WEBHOOK", "secret"),
        ("HOWDAH_REMIND_AFTER", "soon"),
        ("HOWDAH_ADDRESS", "play.example.org"),
        ("HOWDAH_LANGUAGE", "de"),
        ("HOWDAH_LIMITS", "none"),
        ("HOWDAH_METRICS", "yes"),
    ],
)
def test_what_cannot_be_meant_is_refused_without_repeating_a_secret(
    variable: str, text: str
) -> None:
    with pytest.raises(HowdahError) as refused:
        Settings.chosen({variable: text})
    assert "secret" not in str(refused.value)
    if variable != "HOWDAH_DATABASE":
        assert variable in str(refused.value)


def test_a_retention_is_a_time() -> None:
    with pytest.raises(HowdahError, match="retention"):
        Settings.chosen({}, retention=-1.0)
