"""The page about hosting: its commands do what it says, and its examples fit the program."""

from __future__ import annotations

import asyncio
import json
import re
import shlex
import signal
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx2
import pytest

from howdah.cli.main import COMMANDS, make_parser
from howdah.server.background.reminders import reminder_body
from howdah.server.background.tasks import open_tables
from howdah.server.settings import FILE_VARIABLES, VARIABLES, Settings
from howdah.store.models import StoredTable
from howdah.store.store import Store
from howdah.table.create import NewTable, new_seat
from tests.hosting import PATIENCE, PAUSE, open_host
from tests.postgres import Postgres
from tests.test_documentation import ROOT

PAGE = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")
AT_ONCE = 2.0
STOPPED = (0, -signal.SIGTERM)
"""How a process may end that was asked to: by itself, or by the signal."""

NOT_RUN = (
    "pip install --require-hashes --requirement requirements/play.txt",
    "pip install --no-deps --no-build-isolation .",
    "createuser --pwprompt howdah && createdb --owner=howdah --encoding=UTF8 howdah",
    "python3 -m venv /opt/howdah",
    "/opt/howdah/bin/pip install --require-hashes --requirement requirements/play.txt",
    "/opt/howdah/bin/pip install --no-deps --no-build-isolation .",
    "install -D --mode=0644 deploy/howdah.env.example /etc/howdah/howdah.env",
    "install --mode=0600 /dev/null /etc/howdah/database",
    "install --mode=0600 /dev/null /etc/howdah/webhook",
    "cp deploy/howdah.service deploy/howdah-worker.service /etc/systemd/system/",
    "systemctl daemon-reload && systemctl enable --now howdah howdah-worker",
    "make image-digests",
    "cp deploy/howdah.env.example deploy/howdah.env",
    "deploy/create-secrets",
    "docker compose --env-file deploy/images.env --env-file deploy/howdah.env "
    "--file deploy/compose.yaml up --detach --build",
    "make audit",
)
"""What would change the machine that the tests run on, or needs what is not there."""


def section(title: str) -> str:
    """A section of the page."""
    _, _, rest = PAGE.partition(f"\n## {title}\n")
    assert rest, title
    return rest.partition("\n## ")[0]


def blocks(language: str, text: str = PAGE) -> list[str]:
    """The fenced blocks of a language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def rows(title: str) -> list[list[str]]:
    """The cells of the table in a section, without its head."""
    lines = re.findall(r"^\|(.*)\|$", section(title), re.MULTILINE)[2:]
    return [[cell.strip() for cell in line.split("|")] for line in lines]


def create_table(url: str, *agents: str) -> dict[str, Any]:
    """A table for Ada and some agents."""
    seats = [{"name": "Ada"}, *({"agent": agent} for agent in agents)]
    body = {"game": "bazar", "rules": {"starter": "seat 0"}, "seats": seats}
    created: dict[str, Any] = httpx2.post(f"{url}/api/tables", json=body, trust_env=False).json()
    return created


def play(url: str, created: dict[str, Any]) -> None:
    """Ada plays."""
    here, token = f"{url}/api/tables/{created['id']}", created["seats"][0]["token"]
    bearer = {"Authorization": f"Bearer {token}"}
    now = httpx2.get(here, headers=bearer, trust_env=False).json()
    turn = {"version": now["version"], "actions": now["legal"][:1]}
    answer = httpx2.post(f"{here}/turns", headers=bearer, json=turn, trust_env=False)
    assert answer.status_code == 200, answer.text


def stored_table(settings: Settings, table_id: str) -> StoredTable | None:
    """A table as it is stored."""

    async def find() -> StoredTable | None:
        store = Store(settings.store)
        try:
            return await store.find(table_id)
        finally:
            await store.close()

    return asyncio.run(find())


# The commands


def test_one_machine_is_backed_up_while_it_serves_and_moves_to_postgresql_and_back(
    tmp_path: Path, postgres: Postgres, capsys: pytest.CaptureFixture[str]
) -> None:
    (serve,) = blocks("sh", section("One machine"))
    back_up, restore, move = blocks("sh", section("Backup and restore"))
    with open_host(tmp_path, postgres) as host:
        host.run(serve)
        created = create_table(host.urls[0], "random")
        play(host.urls[0], created)
        host.run(back_up)
        assert "howdah.sqlite3: backed up 1 tables from" in capsys.readouterr().out
        host.run(restore)
        host.run(move)
        ((code, seconds),) = host.stop()
    assert code in STOPPED
    assert seconds < AT_ONCE
    places = [Settings(data=tmp_path / "srv" / name) for name in ("howdah-restored", "howdah-back")]
    places.append(Settings(database=host.environment["HOWDAH_DATABASE"]))
    restored, *others = (stored_table(place, created["id"]) for place in places)
    assert restored is not None
    assert restored.version >= 1
    assert others == [restored, restored]
    served = stored_table(Settings(data=tmp_path / "srv" / "howdah"), created["id"])
    assert served is not None
    assert served.turns[: restored.version] == restored.turns


def test_what_is_secret_is_for_its_owner_alone(tmp_path: Path) -> None:
    (back_up, *_) = blocks("sh", section("Backup and restore"))

    async def create_folder() -> None:
        async with open_tables(Settings(data=tmp_path / "srv" / "howdah")):
            pass

    asyncio.run(create_folder())
    with open_host(tmp_path) as host:
        host.run(back_up)
    assert (tmp_path / "srv" / "howdah").stat().st_mode & 0o777 == 0o700
    assert (tmp_path / "var" / "backups" / "howdah.sqlite3").stat().st_mode & 0o777 == 0o600


def test_friends_in_the_network_use_the_address_that_is_printed(tmp_path: Path) -> None:
    (block,) = blocks("sh", section("Friends on the same network"))
    with open_host(tmp_path) as host:
        host.run(block)
        assert "Howdah" in httpx2.get(host.urls[0], trust_env=False).text
        ((code, seconds),) = host.stop()
    assert code in STOPPED
    assert seconds < AT_ONCE
    assert (tmp_path / "data-home" / "howdah" / "tables.sqlite3").exists()


def test_processes_on_one_postgresql_serve_the_same_tables(
    tmp_path: Path, postgres: Postgres
) -> None:
    (block,) = blocks("sh", section("PostgreSQL and multiple processes"))
    with open_host(tmp_path, postgres) as host:
        host.run(block)
        here, there = host.urls
        created = create_table(here, "random")
        play(there, created)
        deadline = time.monotonic() + PATIENCE
        while (
            httpx2.get(f"{here}/api/tables/{created['id']}", trust_env=False).json()["version"] < 2
        ):
            assert time.monotonic() < deadline, "no agent has played"
            time.sleep(PAUSE)
        ended = host.stop()
    assert [code in STOPPED and seconds < AT_ONCE for code, seconds in ended] == [True] * 3, ended
    assert ended[-1][0] == 0


def test_every_command_of_the_page_is_tested() -> None:
    tested = (
        "One machine",
        "Friends on the same network",
        "PostgreSQL and multiple processes",
        "Backup and restore",
    )
    assert [block for title in tested for block in blocks("sh", section(title))] == blocks("sh")
    commands = [line for block in blocks("console") for line in block.splitlines()]
    assert commands == [f"$ {command}" for command in NOT_RUN]
    assert set(re.findall(r"^```(\w*)$", PAGE, re.MULTILINE)) == {"", "sh", "console", "json"}


# The tables and examples


def test_the_exit_codes_of_the_audit_are_those_of_the_page() -> None:
    code = (ROOT / "tools" / "audit" / "__main__.py").read_text(encoding="utf-8")
    constants = re.findall(r"^[A-Z_]+: Final = (\d)$", code, re.MULTILINE)
    documented = re.findall(r"^\| (\d) \|", section("Supply chain"), re.MULTILINE)
    assert documented == constants == ["0", "1", "3"]


def test_everything_is_installed_from_a_lock() -> None:
    installs = [command for command in NOT_RUN if "pip install" in command]
    assert len(installs) == 4
    for command in installs:
        assert "--require-hashes" in command or command.endswith("--no-deps --no-build-isolation .")


def test_the_table_of_settings_names_every_variable_and_no_other() -> None:
    named = [cells[0].strip("`") for cells in rows("Settings") if cells[0]]
    assert sorted(named) == sorted([*VARIABLES, *FILE_VARIABLES, "HOWDAH_LOG"])
    options = {option for cells in rows("Settings") for option in re.findall(r"--[a-z]+", cells[1])}
    assert options == {"--data", "--host", "--port", "--workers", "--retention", "--log"}


def test_the_defaults_of_the_table_of_settings_are_those_of_the_program() -> None:
    default = Settings()
    documented = {cells[0].strip("`"): cells[2] for cells in rows("Settings")}
    assert documented["HOWDAH_WORKERS"] == str(default.workers)
    assert documented["HOWDAH_AGENT_SECONDS"] == f"{default.agent_seconds:g}"
    assert documented["HOWDAH_REMIND_AFTER"] == f"{default.remind_after:g}"
    assert documented["HOWDAH_LANGUAGE"] == default.language
    assert documented["HOWDAH_LIMITS"] == f"{default.limits:g}"
    assert documented["HOWDAH_METRICS"] == ("everyone" if default.metrics_for_all else "host")
    for setting in (default.retention, default.webhook, default.address, default.database):
        assert setting is None


def test_every_option_that_the_page_names_exists() -> None:
    for command in COMMANDS:
        for words in re.findall(rf"`howdah {command.name}( --[^`]*)`", PAGE):
            make_parser().parse_args([command.name, *shlex.split(words)])


def test_a_reminder_is_the_one_of_the_page(tmp_path: Path) -> None:
    (example,) = (
        json.loads(text) for text in blocks("json", section("Absent players and reminders"))
    )
    seats = tuple(new_seat(name, agent=None, is_remote=True) for name in ("Ada", "Bo"))

    async def body() -> dict[str, object]:
        async with open_tables(Settings(data=tmp_path)) as tables:
            created = await tables.create(NewTable("bombay", {}, seats, "hidden"))
            renamed = tuple(replace(seat, name="Bo") for seat in created.seats)
            table = replace(created, id=example["table"], seats=renamed)
            return reminder_body(table, "https://play.example.org")

    assert asyncio.run(body()) == example
