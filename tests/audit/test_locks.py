"""The locks: names, versions and hashes alone, and all that the project requires."""

from __future__ import annotations

import re
import shutil
import tomllib
from pathlib import Path

import pytest
from tools.audit.locks import (
    LOCKS,
    ROOT,
    Contents,
    find_missing,
    find_problems,
    find_untested,
    find_wrong_lines,
    lock_path,
    read_lock,
    required_names,
)

HASH = "--hash=sha256:" + "0" * 64
OTHER_SOURCE = "-".join(("index", "url"))
"""An option that no lock may have."""
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def copied_locks(tmp_path: Path) -> Path:
    """A folder with the project's requirements and all its locks."""
    shutil.copytree(ROOT / "requirements", tmp_path / "requirements")
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    return tmp_path


def add_line(root: Path, lock: str, line: str) -> None:
    with lock_path(lock, root).open("a", encoding="utf-8") as file:
        file.write(line + "\n")


def test_nothing_is_wrong_with_the_locks() -> None:
    assert find_problems() == []


def test_every_version_has_its_hashes() -> None:
    for lock in LOCKS:
        text = lock_path(lock).read_text(encoding="utf-8")
        versions = read_lock(lock_path(lock))
        assert len(versions) == len(re.findall("==", re.sub(" ; .*", "", text)))
        assert sum(len(version.hashes) for version in versions) == text.count("--hash=sha256:")


def test_versions_for_other_pythons_are_read_too() -> None:
    numpy = [one for one in read_lock(lock_path("serve")) if one.name == "numpy"]
    assert len(numpy) == 2
    assert all("python_full_version" in one.marker for one in numpy)


@pytest.mark.parametrize(
    "line",
    [
        "jinja2==3.1.6",
        f"jinja2>=3.1.6 {HASH}",
        f"jinja2 {HASH}",
        "jinja2==3.1.6 --hash=md5:" + "0" * 32,
        "jinja2==3.1.6 --hash=sha256:" + "0" * 63,
        f"jinja2 @ https://example.org/jinja2.whl {HASH}",
        f"https://example.org/jinja2.whl {HASH}",
        f"./jinja2.whl {HASH}",
        f"--{OTHER_SOURCE} https://example.org/packages",
        "--find-links /srv/wheels",
        "--editable .",
        "-r other.txt",
        "# from https://example.org/simple",
    ],
)
def test_a_line_that_is_not_a_version_with_hashes_is_found(line: str, tmp_path: Path) -> None:
    path = tmp_path / "play.txt"
    path.write_text(f"uvicorn==0.54.0 {HASH}\n{line}\n", encoding="utf-8")
    (problem,) = find_wrong_lines(path)
    assert problem.startswith("requirements/play.txt:2: not NAME==VERSION with hashes")
    assert line[:20] in problem


def test_a_line_after_a_backslash_belongs_to_its_version(tmp_path: Path) -> None:
    path = tmp_path / "lock.txt"
    path.write_text(f"jinja2==3.1.6 ; python_version < '4' \\\n    {HASH}\n", encoding="utf-8")
    assert find_wrong_lines(path) == []
    (version,) = read_lock(path)
    assert (version.name, version.version, version.marker) == (
        "jinja2",
        "3.1.6",
        "python_version < '4'",
    )


def test_a_requirement_that_a_lock_lacks_is_found(tmp_path: Path) -> None:
    root = copied_locks(tmp_path)
    text = lock_path("serve", root).read_text(encoding="utf-8")
    lock_path("serve", root).write_text(text.replace("fastapi==", "slowapi=="), encoding="utf-8")
    problems = find_missing("serve", PROJECT, LOCKS["serve"], root)
    assert len(problems) == 1
    assert problems[0].startswith("requirements/serve.txt does not fulfil fastapi")


def test_a_version_that_the_project_does_not_allow_is_found(tmp_path: Path) -> None:
    root = copied_locks(tmp_path)
    add_line(root, "serve", f"uvicorn==0.1 {HASH}")
    (problem,) = find_missing("serve", PROJECT, LOCKS["serve"], root)
    assert "does not fulfil uvicorn" in problem


def test_a_version_that_no_test_runs_with_is_found(tmp_path: Path) -> None:
    root = copied_locks(tmp_path)
    add_line(root, "serve", f"uvicorn==99.0 {HASH}")
    assert find_untested("serve", root) == [
        "requirements/serve.txt has uvicorn==99.0, and requirements/test.txt has not."
    ]


def test_all_locks_are_checked_and_all_for_all(tmp_path: Path) -> None:
    root = copied_locks(tmp_path)
    lock_path("other", root).write_text(f"jinja2==3.1.6 {HASH}\n", encoding="utf-8")
    add_line(root, "bench", "jinja2==3.1.6")
    add_line(root, "play", f"uvicorn==0.1 {HASH}")
    unknown, wrong, missing, untested = find_problems(root)
    assert unknown.startswith("requirements/other.txt is not known")
    assert wrong.startswith("requirements/bench.txt:")
    assert missing.startswith("requirements/play.txt does not fulfil uvicorn")
    assert untested.startswith("requirements/play.txt has uvicorn==0.1")


def test_extras_of_the_project_itself_are_resolved() -> None:
    names = required_names(PROJECT, Contents(("bench",)))
    assert "howdah" not in names
    assert {"chess", "gymnasium", "numba"} <= {*names}


def test_the_locks_are_made_as_the_makefile_says() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    commands = re.findall(r"^\t\$\(LOCK\) (.*) -o requirements/(\w+)\.txt$", makefile, re.MULTILINE)
    assert {lock for _, lock in commands} == {*LOCKS}
    for options, lock in commands:
        assert set(re.findall(r"--extra (\w+)", options)) == {*LOCKS[lock].extras}
        assert set(re.findall(r"--group (\w+)", options)) == {*LOCKS[lock].groups}


def test_what_a_server_runs_has_no_build_tools() -> None:
    served = {version.name for version in read_lock(lock_path("serve"))}
    assert not served & {"editables", "hatchling", "pip", "setuptools", "wheel"}
    played = {str(version) for version in read_lock(lock_path("play"))}
    assert {str(version) for version in read_lock(lock_path("serve"))} < played
