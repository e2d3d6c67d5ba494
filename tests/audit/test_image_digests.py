"""Base images: named by tag and digest, and the command that looks the digests up."""

from __future__ import annotations

import hashlib
import json
import shutil
import sys
from pathlib import Path

import pytest
from tools import image_digests
from tools.image_digests import DEPLOY, DIGEST, base_images, describe, find_problems, read_digests

INDEX = json.dumps({"schemaVersion": 2, "manifests": [{"digest": "sha256:0"}]})
MANIFEST = json.dumps({"schemaVersion": 2, "layers": []})
PROGRAM = """#!{python}
import pathlib, sys
folder = pathlib.Path(__file__).parent
(folder / "calls").open("a").write(" ".join(sys.argv[1:]) + "\\n")
sys.stdout.write((folder / "answer").read_text())
sys.exit(int((folder / "code").read_text()))
"""


@pytest.fixture
def deploy(tmp_path: Path) -> Path:
    """A copy of `deploy/`."""
    return Path(shutil.copytree(DEPLOY, tmp_path / "deploy"))


@pytest.fixture
def programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that is the whole PATH."""
    folder = tmp_path / "programs"
    folder.mkdir()
    monkeypatch.setenv("PATH", str(folder))
    return folder


def add_program(folder: Path, name: str, answer: str, code: int = 0) -> None:
    """Add a program that prints an answer."""
    (folder / name).write_text(PROGRAM.format(python=sys.executable), encoding="utf-8")
    (folder / name).chmod(0o755)
    (folder / "answer").write_text(answer, encoding="utf-8")
    (folder / "code").write_text(str(code), encoding="utf-8")


def test_every_base_image_has_a_tag_and_takes_its_digest_from_the_file() -> None:
    assert find_problems() == []
    assert {image.name for image in base_images()} == {
        "docker.io/library/python:3.13-slim",
        "docker.io/library/postgres:17",
        "docker.io/library/caddy:2",
    }
    assert [image.variable for image in base_images()] == [*read_digests()]


@pytest.mark.parametrize(
    ("file", "before", "after"),
    [
        ("Dockerfile", "3.13-slim@${PYTHON_DIGEST}\n", "3.13-slim\n"),
        ("Dockerfile", "python:3.13-slim@", "python@"),
        ("compose.yaml", "postgres:17@${POSTGRES_DIGEST:", "postgres:17${POSTGRES_DIGEST:"),
        ("images.env", "CADDY_DIGEST=", "CADDY_DIGEST=latest"),
        ("images.env", "CADDY_DIGEST=", "CADDY_DIGEST=sha256:123 #"),
    ],
)
def test_an_image_without_a_digest_is_found(
    file: str, before: str, after: str, deploy: Path
) -> None:
    text = (deploy / file).read_text(encoding="utf-8")
    assert before in text
    (deploy / file).write_text(text.replace(before, after, 1), encoding="utf-8")
    assert len(find_problems(deploy)) == 1


@pytest.mark.parametrize(
    ("program", "call"),
    [
        ("docker", "buildx imagetools inspect --raw docker.io/library/caddy:2"),
        ("skopeo", "inspect --raw docker://docker.io/library/caddy:2"),
    ],
)
def test_the_digests_of_the_indexes_are_written(
    program: str, call: str, deploy: Path, programs: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    add_program(programs, program, INDEX)
    assert image_digests.main(deploy) == 0
    expected = f"sha256:{hashlib.sha256(INDEX.encode()).hexdigest()}"
    assert {*read_digests(deploy).values()} == {expected}
    assert len(read_digests(deploy)) == 3
    assert call in (programs / "calls").read_text(encoding="utf-8").splitlines()
    assert f"caddy:2@{expected}" in capsys.readouterr().out
    assert find_problems(deploy) == []
    assert describe(deploy) == "3 base images: all have their digests."


def test_nothing_is_written_if_a_digest_cannot_be_looked_up(
    deploy: Path, programs: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = (deploy / "images.env").read_text(encoding="utf-8")
    assert image_digests.main(deploy) == 1
    assert "install one" in capsys.readouterr().err
    add_program(programs, "docker", "", code=1)
    assert image_digests.main(deploy) == 1
    assert "could not be looked up (docker: no reason given)" in capsys.readouterr().err
    for answer in (MANIFEST, "not JSON"):
        add_program(programs, "docker", answer)
        assert image_digests.main(deploy) == 1
        assert "is not an index of platforms" in capsys.readouterr().err
    assert (deploy / "images.env").read_text(encoding="utf-8") == before


def test_a_program_that_fails_is_followed_by_the_next(deploy: Path, programs: Path) -> None:
    (programs / "docker").write_text("#!/bin/sh\nexit 1\n", encoding="utf-8")  # without buildx
    (programs / "docker").chmod(0o755)
    add_program(programs, "skopeo", INDEX)
    assert image_digests.main(deploy) == 0
    assert all(read_digests(deploy).values())


def test_a_digest_that_is_not_known_yet_is_said(deploy: Path) -> None:
    text = "PYTHON_DIGEST=\nPOSTGRES_DIGEST=sha256:" + "0" * 64 + "\n"
    (deploy / "images.env").write_text(text, encoding="utf-8")
    sentence = describe(deploy)
    assert "python:3.13-slim" in sentence
    assert "caddy:2" in sentence
    assert "postgres:17" not in sentence
    assert DIGEST.fullmatch(read_digests(deploy)["POSTGRES_DIGEST"])
