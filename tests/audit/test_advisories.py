"""The scan for advisories, with an advisory source on this machine."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from tools.audit import __main__ as audit
from tools.audit import advisories
from tools.audit.advisories import SOURCES, Advisory, Scan, scan
from tools.audit.locks import LockedVersion, lock_path, read_lock

from tests.hosting import free_port

LOCKED = [LockedVersion(name, "1.0", "", ("0" * 64,)) for name in ("ape", "bee")]
ADVISORY = {
    "schema_version": "1.7.0",
    "id": "GHSA-aaaa-bbbb-cccc",
    "aliases": ["CVE-2026-0001"],
    "summary": "A stranger reads a seat.",
    "affected": [
        {
            "package": {"name": "starlette", "ecosystem": "PyPI"},
            "ranges": [
                {"type": "ECOSYSTEM", "events": [{"introduced": "0"}, {"fixed": "99.1"}]},
            ],
        }
    ],
}


class AdvisorySource(ThreadingHTTPServer):
    """An advisory source that speaks as OSV does."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Answers)
        self.advisories: dict[str, list[dict[str, Any]]] = {}
        self.status = 200
        self.asked: list[str] = []

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}/v1/query"


class _Answers(BaseHTTPRequestHandler):
    server: AdvisorySource

    def do_POST(self) -> None:
        query = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        name = query["package"]["name"]
        self.server.asked.append(f"{name}=={query['version']}")
        found = self.server.advisories.get(name)
        self.send_response(self.server.status)
        self.end_headers()
        self.wfile.write(json.dumps({"vulns": found} if found else {}).encode())

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture
def source(monkeypatch: pytest.MonkeyPatch) -> Iterator[AdvisorySource]:
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    server = AdvisorySource()
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield server
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture(autouse=True)
def _no_schema(monkeypatch: pytest.MonkeyPatch) -> None:
    """The SBOM has tests of its own, and its schema takes a second."""
    monkeypatch.setattr("tools.audit.sbom.check_schema", lambda _text: None)


def run(url: str, tmp_path: Path) -> int:
    """`make audit`, with an advisory source."""
    sbom = tmp_path / "sbom.json"
    code = audit.main(["--osv-url", url, "--sbom", str(sbom)])
    assert sbom.exists()
    return code


def test_every_locked_version_is_looked_up_and_nothing_is_found(
    source: AdvisorySource, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(source.url, tmp_path) == audit.OK
    locked = sorted(str(version) for version in read_lock(lock_path("play")))
    assert sorted(source.asked) == locked
    assert sum(version.startswith("numpy==") for version in locked) == 2
    assert f"No advisory is known for {len(locked)} versions" in capsys.readouterr().out


def test_an_advisory_is_shown_in_a_table(
    source: AdvisorySource, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source.advisories["starlette"] = [ADVISORY]
    assert run(source.url, tmp_path) == audit.FOUND
    *_, headings, row = capsys.readouterr().out.splitlines()
    assert headings.split()[:3] == ["package", "version", "advisory"]
    assert row.split()[0] == "starlette"
    assert row.split()[2:] == ["CVE-2026-0001", "GHSA-aaaa-bbbb-cccc", "99.1"]


def test_a_source_that_cannot_be_reached_is_not_taken_for_one_without_advisories(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    assert run(f"http://127.0.0.1:{free_port()}/v1/query", tmp_path) == audit.NOT_SCANNED == 3
    printed = capsys.readouterr()
    sentence, _reason = printed.err.splitlines()
    assert sentence.startswith("No advisory source could be reached")
    assert sentence.endswith("was not checked.")
    assert "No advisory is known" not in printed.out


def test_a_source_that_fails_is_not_taken_for_one_without_advisories(
    source: AdvisorySource, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source.status = 503
    assert run(source.url, tmp_path) == audit.NOT_SCANNED
    assert "No advisory source could be reached" in capsys.readouterr().err


def test_a_wrong_lock_is_found_whatever_the_source_says(
    source: AdvisorySource, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tools.audit.locks.find_problems", lambda: ["a lock is wrong"])
    assert run(source.url, tmp_path) == audit.FOUND


# Several sources


def answer_by(monkeypatch: pytest.MonkeyPatch, answers: dict[str, dict[str, Any]]) -> None:
    """Let each source answer with what is given here, in the form of pip-audit."""

    def answer(source: advisories.Source, locked: list[LockedVersion]) -> dict[str, dict[str, Any]]:
        names = {version.name for version in locked}
        return {name: one for name, one in answers[source.name].items() if name in names}

    monkeypatch.setattr(advisories, "_run", answer)


CLEAN = {"version": "1.0", "vulns": []}
SKIPPED = {"skip_reason": "Dependency not found"}


def test_a_source_is_asked_for_what_those_before_it_do_not_know(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    first, second = (source.name for source in SOURCES)
    answer_by(monkeypatch, {first: {"ape": CLEAN, "bee": SKIPPED}, second: {"bee": CLEAN}})
    found = scan(LOCKED)
    assert (found.unchecked, found.answered) == ([], [first, second])
    assert audit.report(found, 2) == audit.OK


def test_versions_that_no_source_knows_are_not_taken_for_checked(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    answer_by(monkeypatch, {source.name: {"ape": CLEAN, "bee": SKIPPED} for source in SOURCES})
    assert audit.report(scan(LOCKED), 2) == audit.NOT_SCANNED
    assert "1 of 2 locked versions" in capsys.readouterr().err


def test_a_source_that_knows_nothing_counts_as_not_reached(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    answer_by(monkeypatch, {source.name: {"ape": SKIPPED, "bee": SKIPPED} for source in SOURCES})
    assert audit.report(scan(LOCKED), 2) == audit.NOT_SCANNED
    assert "No advisory source could be reached" in capsys.readouterr().err


def test_an_advisory_counts_more_than_what_was_not_checked() -> None:
    advisory = Advisory("ape", "1.0", ("GHSA-1",), ())
    found = Scan(advisories=[advisory], unchecked=LOCKED[1:], answered=["OSV"])
    assert audit.report(found, 2) == audit.FOUND
