"""The examples in `deploy/`, as far as they can be looked at without the programs they are for."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import subprocess
import tomllib
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

import pytest

from howdah.cli.main import _parser
from howdah.cli.run_server import DEFAULT_PORT
from howdah.server.settings import VARIABLES, Settings
from tests.test_documentation import ROOT

DEPLOY = ROOT / "deploy"
FILES = sorted(DEPLOY.iterdir())
UNITS = sorted(DEPLOY.glob("*.service"))
DOCKERFILE = (DEPLOY / "Dockerfile").read_text(encoding="utf-8").replace("\\\n", " ")
OURS = {*VARIABLES, "HOWDAH_LOG", "HOWDAH_CACHE"}


def options_of(unit: Path) -> dict[str, list[str]]:
    """What a unit says, by its keys."""
    found: dict[str, list[str]] = {}
    for key, value in re.findall(r"^(\w+)=(.*)$", unit.read_text(encoding="utf-8"), re.MULTILINE):
        found.setdefault(key, []).append(value)
    return found


def compose() -> dict[str, Any]:
    """All of compose.yaml."""
    yaml = pytest.importorskip("yaml")
    found: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))
    return found


def example() -> dict[str, str]:
    """The variables that the example sets, those that are commented out included."""
    text = (DEPLOY / "howdah.env.example").read_text(encoding="utf-8")
    return dict(re.findall(r"^(?:# )?([A-Z_]+)=(.*)$", text, re.MULTILINE))


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.name)
def test_a_unit_starts_a_command_with_options_that_exist(unit: Path) -> None:
    (command,) = options_of(unit)["ExecStart"]
    program, *words = shlex.split(command)
    assert program == "/opt/howdah/bin/howdah"
    _parser().parse_args(words)


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.name)
def test_a_unit_has_few_rights(unit: Path) -> None:
    options = options_of(unit)
    for key in ("DynamicUser", "NoNewPrivileges", "PrivateTmp", "ProtectHome"):
        assert options[key] == ["yes"]
    assert options["ProtectSystem"] == ["strict"]
    assert options["UMask"] == ["0077"]
    assert options["StateDirectory"] == ["howdah"]
    assert options["Environment"] == ["XDG_DATA_HOME=%S HOWDAH_CACHE=%C/howdah"]


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="there is no systemd here")
@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.name)
def test_systemd_understands_a_unit(unit: Path, tmp_path: Path) -> None:
    copy = tmp_path / unit.name
    text = unit.read_text(encoding="utf-8").replace("/opt/howdah/bin/howdah", "/bin/true")
    copy.write_text(text, encoding="utf-8")
    call = ["systemd-analyze", "verify", str(copy)]
    result = subprocess.run(call, capture_output=True, text=True, check=False)
    assert unit.name not in result.stderr


def test_every_container_runs_a_command_with_options_that_exist() -> None:
    (usual,) = re.findall(r"^CMD (.*)$", DOCKERFILE, re.MULTILINE)
    services = compose()["services"]
    commands = [service["command"] for service in services.values() if "command" in service]
    assert [command[0] for command in commands] == ["serve", "serve", "work"]
    for words in (json.loads(usual), *commands):
        _parser().parse_args(words)


def test_the_containers_know_each_other() -> None:
    found = compose()
    services, volumes = found["services"], found["volumes"]
    for service in services.values():
        assert set(service.get("depends_on", ())) <= set(services)
        named = {volume.partition(":")[0] for volume in service.get("volumes", ())}
        assert {name for name in named if not name.startswith(".")} <= set(volumes)
        assert service["env_file"] == "howdah.env"
    proxied = services["proxy"]["environment"]["UPSTREAMS"].split()
    assert proxied == [f"{name}:{DEFAULT_PORT}" for name in services if name.startswith("table-")]
    assert [name for name, service in services.items() if "ports" in service] == ["proxy"]


def test_the_image_is_made_of_what_is_there_and_let_in() -> None:
    ignored = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    let_in = [line.removeprefix("!") for line in ignored if line.startswith("!")]
    copied = re.findall(r"^COPY (?!--from)(.*) \S+$", DOCKERFILE, re.MULTILINE)
    sources = [source for line in copied for source in line.split()]
    assert sorted(sources) == sorted(let_in)
    for source in sources:
        assert (ROOT / source).exists()


def test_the_image_is_not_run_by_root_and_stops_as_the_program_does() -> None:
    for line in ("USER 10001:10001", "STOPSIGNAL SIGTERM", "VOLUME /data"):
        assert re.search(rf"^{line}$", DOCKERFILE, re.MULTILINE), line
    assert "--require-hashes" in DOCKERFILE
    assert f"127.0.0.1:{DEFAULT_PORT}/healthz" in DOCKERFILE


def test_the_locked_versions_are_all_that_the_image_needs() -> None:
    locked = (ROOT / "requirements" / "play.txt").read_text(encoding="utf-8")
    names = set(re.findall(r"^([\w.-]+)==", locked, re.MULTILINE))
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    for needed in (*extras["table"], *extras["postgres"], *extras["ai"]):
        assert re.split(r"[^\w.-]", needed)[0] in names, needed


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_every_variable_of_ours_exists(file: Path) -> None:
    assert set(re.findall(r"HOWDAH_[A-Z_]+", file.read_text(encoding="utf-8"))) <= OURS


def test_the_example_of_settings_can_be_used(monkeypatch: pytest.MonkeyPatch) -> None:
    found = example()
    for name, value in found.items():
        monkeypatch.setenv(name, value)
    settings = Settings.load()
    assert settings.workers == 0
    assert settings.store.host == "db"
    assert settings.store.password == found["POSTGRES_PASSWORD"]
    assert settings.address == f"https://{found['SITE']}"
    assert {name for name in found if name.startswith("HOWDAH_")} == set(VARIABLES)


@pytest.mark.parametrize("name", ["Caddyfile", "nginx.conf"])
def test_a_proxy_leads_to_the_server_and_logs_no_path(name: str) -> None:
    lines = (DEPLOY / name).read_text(encoding="utf-8").splitlines()
    directives = [line.strip() for line in lines if not line.strip().startswith("#")]
    text = "\n".join(directives)
    assert text.count("{") == text.count("}")
    assert f"127.0.0.1:{DEFAULT_PORT}" in text
    assert not [line for line in directives if fnmatch(line, "log *") or line in ("log", "log {")]
    logs = [line for line in directives if line.startswith(("access_log", "error_log"))]
    assert all(line.endswith((" off;", " crit;")) for line in logs)


def test_nginx_sets_the_headers_that_the_server_needs() -> None:
    text = (DEPLOY / "nginx.conf").read_text(encoding="utf-8")
    headers = dict(re.findall(r"proxy_set_header (\S+) +(\S+);", text))
    assert headers == {
        "Host": "$host",
        "X-Forwarded-For": "$remote_addr",
        "X-Forwarded-Proto": "$scheme",
        "Upgrade": "$http_upgrade",
        "Connection": "$howdah_connection",
    }
