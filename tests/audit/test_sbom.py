"""The SBOM: valid, complete, and the same for the same lock."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from tools.audit.locks import lock_path, read_lock
from tools.audit.sbom import MARKER, InvalidSbom, check_schema, write_sbom

SERVED = lock_path("serve")


def written(target: Path, version: str = "1.0") -> str:
    write_sbom(SERVED, target, version=version, direct=["fastapi", "numpy"])
    return target.read_text(encoding="utf-8")


@pytest.fixture
def sbom(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1790000000")
    found: dict[str, Any] = json.loads(written(tmp_path / "folder" / "sbom.json"))
    return found


def test_it_names_howdah_and_the_time_of_the_lock(sbom: dict[str, Any]) -> None:
    assert (sbom["bomFormat"], sbom["specVersion"]) == ("CycloneDX", "1.6")
    assert sbom["metadata"]["timestamp"] == "2026-09-21T14:13:20+00:00"
    howdah = sbom["metadata"]["component"]
    assert (howdah["name"], howdah["version"], howdah["type"]) == ("howdah", "1.0", "application")


def test_it_has_every_locked_version_with_its_hashes(sbom: dict[str, Any]) -> None:
    components = {component["purl"]: component for component in sbom["components"]}
    locked = read_lock(SERVED)
    assert len(components) == len(locked)
    for version in locked:
        component = components[f"pkg:pypi/{version.name}@{version.version}"]
        (files,) = component["externalReferences"]
        assert {one["content"] for one in files["hashes"]} == {*version.hashes}
        properties = {one["name"]: one["value"] for one in component.get("properties", ())}
        assert properties.get(MARKER, "") == version.marker


def test_it_has_no_address_of_a_package_index(sbom: dict[str, Any]) -> None:
    assert "://" not in json.dumps(sbom["components"])


def test_howdah_depends_on_what_it_requires_itself(sbom: dict[str, Any]) -> None:
    graph = {one["ref"]: one.get("dependsOn", []) for one in sbom["dependencies"]}
    names = {reference.partition("@")[0] for reference in graph["howdah@1.0"]}
    assert names == {"pkg:pypi/fastapi", "pkg:pypi/numpy"}


def test_the_same_lock_gives_the_same_bytes(tmp_path: Path) -> None:
    first = written(tmp_path / "first.json")
    assert first == written(tmp_path / "second.json")
    other = json.loads(written(tmp_path / "other.json", version="2.0"))
    assert other["serialNumber"] != json.loads(first)["serialNumber"]


def test_what_does_not_fit_the_schema_is_refused(sbom: dict[str, Any]) -> None:
    check_schema(json.dumps(sbom))
    del sbom["components"][0]["name"]
    with pytest.raises(InvalidSbom):
        check_schema(json.dumps(sbom))
