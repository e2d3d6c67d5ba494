"""The examples in `deploy/`, as far as they can be looked at without the programs they are for."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from howdah.cli.main import make_parser
from howdah.cli.run_server import DEFAULT_PORT
from howdah.server.connections import KEEP_ALIVE_SECONDS
from howdah.server.settings import FILE_VARIABLES, IN_FILES, PREFIX, VARIABLES, Settings
from tests.test_documentation import ROOT

DEPLOY = ROOT / "deploy"
FILES = sorted(path for path in DEPLOY.iterdir() if path.is_file())
UNITS = sorted(DEPLOY.glob("*.service"))
DOCKERFILE = (DEPLOY / "Dockerfile").read_text(encoding="utf-8").replace("\\\n", " ")
BUILD_STAGE, FINAL_STAGE = DOCKERFILE.split("\nFROM ")[1:]
OURS = {*VARIABLES, *FILE_VARIABLES, "HOWDAH_LOG", "HOWDAH_CACHE"}
SECRETS = {f"{PREFIX}{name.upper()}" for name in IN_FILES}


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
    make_parser().parse_args(words)


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.name)
def test_a_unit_has_few_rights(unit: Path) -> None:
    options = options_of(unit)
    for key in ("DynamicUser", "NoNewPrivileges", "PrivateTmp", "PrivateUsers", "ProtectHome"):
        assert options[key] == ["yes"]
    assert options["ProtectSystem"] == ["strict"]
    assert options["UMask"] == ["0077"]
    assert options["StateDirectory"] == ["howdah"]
    assert options["Environment"][0] == "XDG_DATA_HOME=%S HOWDAH_CACHE=%C/howdah"
    assert options["CapabilityBoundingSet"] == [""]
    assert options["SystemCallFilter"] == ["@system-service", "~@privileged @resources"]
    assert {"MemoryMax", "TasksMax"} <= {*options}


def test_a_unit_knows_only_the_secrets_it_needs() -> None:
    expected = {"howdah.service": ["database"], "howdah-worker.service": ["database", "webhook"]}
    for unit in UNITS:
        options = options_of(unit)
        secrets = expected[unit.name]
        assert options["LoadCredential"] == [f"{name}:/etc/howdah/{name}" for name in secrets]
        # What is not there is empty; systemd refuses a credential without any content.
        assert options["SetCredential"] == [f"{name}:\\n" for name in secrets]
        files = [f"HOWDAH_{name.upper()}_FILE=%d/{name}" for name in secrets]
        assert options["Environment"][1].split() == files


def test_the_unit_that_strangers_talk_to_has_no_way_out() -> None:
    options = options_of(DEPLOY / "howdah.service")
    assert options["IPAddressDeny"] == ["any"]
    assert options["IPAddressAllow"] == ["localhost"]
    assert "--host 127.0.0.1" in options["ExecStart"][0]


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
        make_parser().parse_args(words)


def test_the_containers_know_each_other() -> None:
    found = compose()
    services = found["services"]
    for service in services.values():
        assert set(service.get("depends_on", ())) <= set(services)
        named = {volume.partition(":")[0] for volume in service.get("volumes", ())}
        assert {name for name in named if not name.startswith(".")} <= set(found["volumes"])
        assert {*service["networks"]} <= {*found["networks"]}
        assert {*service.get("secrets", ())} <= {*found["secrets"]}
    proxied = services["proxy"]["environment"]["UPSTREAMS"].split()
    assert proxied == [f"{name}:{DEFAULT_PORT}" for name in services if name.startswith("table-")]
    assert [name for name, service in services.items() if "ports" in service] == ["proxy"]


def test_a_container_knows_only_the_secrets_it_needs() -> None:
    services = compose()["services"]
    assert {name: service.get("secrets", []) for name, service in services.items()} == {
        "table-1": ["database-address"],
        "table-2": ["database-address"],
        "worker": ["database-address", "webhook"],
        "db": ["database-password"],
        "proxy": [],
    }
    with_settings = {name for name, service in services.items() if "env_file" in service}
    assert with_settings == {"table-1", "table-2", "worker"}
    for service in services.values():
        files = {
            value.removeprefix("/run/secrets/")
            for name, value in service["environment"].items()
            if name.endswith("_FILE")
        }
        assert files == {*service.get("secrets", ())}
        assert not {*service["environment"]} & {*SECRETS, "POSTGRES_PASSWORD"}


def test_a_container_has_few_rights() -> None:
    services = compose()["services"]
    for service in services.values():
        assert service["read_only"] is True
        assert service["cap_drop"] == ["ALL"]
        assert service["security_opt"] == ["no-new-privileges:true"]
        assert service["pids_limit"] <= 256
        assert re.fullmatch(r"\d+[mg]", service["mem_limit"])
        assert any(mount.startswith("/tmp:") for mount in service["tmpfs"])
        assert service["logging"]["options"]["max-size"]
    added = {name: service["cap_add"] for name, service in services.items() if "cap_add" in service}
    assert added == {"proxy": ["NET_BIND_SERVICE"]}
    assert services["db"]["user"] == "postgres"


def test_only_the_proxy_and_the_worker_reach_the_internet() -> None:
    found = compose()
    outside = {name for name, network in found["networks"].items() if not network}
    assert all(network == {"internal": True} for network in found["networks"].values() if network)
    reaching = {name for name, one in found["services"].items() if {*one["networks"]} & outside}
    assert reaching == {"proxy", "worker"}
    near_database = {name for name, one in found["services"].items() if "back" in one["networks"]}
    assert near_database == {"table-1", "table-2", "worker", "db"}


def test_nothing_is_built_or_run_without_digests_and_a_name() -> None:
    text = (DEPLOY / "compose.yaml").read_text(encoding="utf-8")
    needed = dict(re.findall(r"\$\{([A-Z_]+):\?([^}]+)\}", text))
    assert {*needed} == {"PYTHON_DIGEST", "POSTGRES_DIGEST", "CADDY_DIGEST", "SITE"}
    assert len(re.findall(r"\$\{", text)) == len(needed)
    digests = (DEPLOY / "images.env").read_text(encoding="utf-8")
    settings = (DEPLOY / "howdah.env.example").read_text(encoding="utf-8")
    for name, sentence in needed.items():
        is_digest = name.endswith("_DIGEST")
        assert ("make image-digests" if is_digest else "deploy/howdah.env") in sentence
        assert re.search(rf"^{name}=", digests if is_digest else settings, re.MULTILINE)
    build = compose()["services"]["worker"]["build"]
    assert [*build["args"]] == re.findall(r"^ARG (\w+)$", DOCKERFILE, re.MULTILINE)


def test_the_secrets_are_created_for_their_owner_and_once(tmp_path: Path) -> None:
    script = Path(shutil.copy(DEPLOY / "create-secrets", tmp_path))
    folder = tmp_path / "secrets"

    def create() -> dict[str, str]:
        subprocess.run([script], check=True)
        return {file.name: file.read_text(encoding="utf-8") for file in folder.iterdir()}

    created = create()
    password = created["database-password"]
    assert re.fullmatch("[0-9a-f]{48}", password)
    assert created["database-address"] == f"postgresql://howdah:{password}@db/howdah"
    assert created["webhook"] == ""
    assert folder.stat().st_mode & 0o777 == 0o700
    # The users of the containers are others: only the folder keeps strangers out.
    assert all(file.stat().st_mode & 0o444 == 0o444 for file in folder.iterdir())
    (folder / "webhook").write_text("https://chat.example.org/hook", encoding="utf-8")
    assert create() == created | {"webhook": "https://chat.example.org/hook"}


def test_the_secrets_are_those_that_the_containers_name_and_never_committed() -> None:
    script = (DEPLOY / "create-secrets").read_text(encoding="utf-8")
    created = re.findall(r"\bcreate ([a-z-]+)", script)
    secrets = compose()["secrets"]
    assert secrets == {name: {"file": f"secrets/{name}"} for name in created}
    assert "deploy/secrets/" in (ROOT / ".gitignore").read_text(encoding="utf-8").splitlines()


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
        assert re.search(rf"^{line}$", FINAL_STAGE, re.MULTILINE), line


def test_a_container_is_restarted_for_liveness_and_a_proxy_asks_for_readiness() -> None:
    """A restart does not help a database that is down, and would end every open socket."""
    assert f"127.0.0.1:{DEFAULT_PORT}/livez" in FINAL_STAGE
    assert "health_uri /readyz" in (DEPLOY / "Caddyfile").read_text(encoding="utf-8")


def test_everything_in_the_image_comes_from_a_lock() -> None:
    installs = re.findall(r"pip (?:--python \S+ )?install .*?(?=&&|$)", DOCKERFILE, re.MULTILINE)
    assert len(installs) == 3
    *locked, own = installs
    for command, lock in zip(locked, ("play", "serve")):
        for option in ("--require-hashes", "--no-deps", "--only-binary=:all:"):
            assert option in command
        assert f"--requirement requirements/{lock}.txt" in command
    assert "--no-deps --no-index wheels/*.whl" in own
    assert "pip wheel --no-deps --no-build-isolation" in DOCKERFILE


def test_the_image_has_no_build_tools() -> None:
    assert "venv --without-pip /opt/howdah" in BUILD_STAGE
    assert re.findall(r"^COPY (.*)$", FINAL_STAGE, re.MULTILINE) == [
        "--from=build /opt/howdah /opt/howdah"
    ]
    (command,) = re.findall(r"^RUN (.*)$", FINAL_STAGE, re.MULTILINE)
    assert command.startswith("python -m pip uninstall --yes")
    assert "ensurepip" in command
    assert "install " not in command.replace("pip uninstall", "").replace("install --dir", "")


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_every_variable_of_ours_exists(file: Path) -> None:
    assert set(re.findall(r"HOWDAH_[A-Z_]+", file.read_text(encoding="utf-8"))) <= OURS


def test_the_example_of_settings_can_be_used(monkeypatch: pytest.MonkeyPatch) -> None:
    found = example()
    for name, value in found.items():
        monkeypatch.setenv(name, value)
    settings = Settings.load()
    assert settings.workers == 0
    assert settings.address == f"https://{found['SITE']}"
    assert {name for name in found if name.startswith(PREFIX)} == {*VARIABLES} - SECRETS


# Proxies


def directives(name: str) -> list[str]:
    """The lines of a proxy's configuration, without comments."""
    lines = (DEPLOY / name).read_text(encoding="utf-8").splitlines()
    return [line.strip() for line in lines if line.strip() and not line.strip().startswith("#")]


@pytest.mark.parametrize("name", ["Caddyfile", "nginx.conf"])
def test_a_proxy_leads_to_the_server(name: str) -> None:
    text = "\n".join(directives(name))
    assert text.count("{") == text.count("}")
    assert f"127.0.0.1:{DEFAULT_PORT}" in text


def test_proxies_send_the_pages_of_a_table_to_one_process() -> None:
    assert "hash $howdah_table consistent;" in directives("nginx.conf")
    assert "lb_policy uri_hash" in directives("Caddyfile")


def test_nginx_logs_no_path() -> None:
    lines = directives("nginx.conf")
    logs = [line.split()[-1] for line in lines if line.startswith("access_log")]
    assert logs == ["off;", "howdah;"]
    (form,) = [line for line in lines if line.startswith("log_format howdah ")]
    assert set(re.findall(r"\$(\w+)", form)) == {
        "time_iso8601",
        "remote_addr",
        "request_method",
        "status",
        "request_length",
        "bytes_sent",
        "request_time",
    }
    errors = [line.split()[-1] for line in lines if line.startswith("error_log")]
    assert errors == ["emerg;", "emerg;"]
    assert sum(line == "server {" for line in lines) == 2


def test_caddy_logs_no_path() -> None:
    lines = directives("Caddyfile")
    assert lines.count("log {") == sum(line.startswith("log") for line in lines) == 1
    site = next(number for number, line in enumerate(lines) if line.startswith("{$SITE"))
    assert lines.index("log {") < site
    assert "format filter {" in lines
    assert {"request>uri delete", "request>headers delete"} < {*lines}


def test_the_proxies_have_the_limits_of_the_server() -> None:
    nginx, caddy = directives("nginx.conf"), directives("Caddyfile")
    for line in (
        "header_timeout 10s",
        "body_timeout 20s",
        "max_body_size 8k",
        "max_body_size 256k",
    ):
        assert f"client_{line};" in nginx
    assert {"keepalive_timeout 20s;", "large_client_header_buffers 2 8k;"} < {*nginx}
    assert {"max_header_size 16KB", "read_header 10s", "idle 20s"} < {*caddy}
    assert {"max_size 8KB", "max_size 256KiB"} < {*caddy}
    assert "location ~ ^/(records|api/tables)$ {" in nginx
    assert "@uploads path /records /api/tables" in caddy


def test_a_proxy_closes_idle_connections_to_the_server_before_the_server_does() -> None:
    """A request on a connection that is being closed would fail."""
    seconds = KEEP_ALIVE_SECONDS - 1
    assert f"keepalive_timeout {seconds}s;" in directives("nginx.conf")
    assert f"keepalive {seconds}s" in directives("Caddyfile")


def test_the_proxies_keep_readiness_and_metrics_to_themselves() -> None:
    assert "location ~ ^/(readyz|healthz|metrics)$ {" in directives("nginx.conf")
    caddy = directives("Caddyfile")
    assert {"@inside path /readyz /healthz /metrics", "respond @inside 404"} < {*caddy}


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
