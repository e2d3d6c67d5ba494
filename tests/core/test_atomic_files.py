"""Files are written whole or not at all, and nothing that is not a file is replaced."""

from __future__ import annotations

import os
import threading
from pathlib import Path

import pytest

from howdah.core.atomic_files import atomic_binary_file, write_atomically


def test_what_fails_leaves_what_was_there(tmp_path: Path) -> None:
    path = tmp_path / "kept.json"
    path.write_text("before")
    with pytest.raises(UnicodeEncodeError):
        write_atomically(path, "half \ud800")
    assert path.read_text() == "before"
    assert list(tmp_path.iterdir()) == [path]


def test_a_file_in_no_folder_is_refused_by_its_own_name(tmp_path: Path) -> None:
    path = tmp_path / "no" / "kept.json"
    with pytest.raises(FileNotFoundError) as caught:
        write_atomically(path, "text")
    assert caught.value.filename == str(path)
    assert list(tmp_path.iterdir()) == []


def test_a_folder_is_refused_and_nothing_is_left_beside_it(tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    with pytest.raises(IsADirectoryError):
        write_atomically(folder, "text")
    assert list(tmp_path.iterdir()) == [folder]


def test_a_draft_that_cannot_take_its_place_is_removed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError

    monkeypatch.setattr(os, "replace", refuse)
    with pytest.raises(PermissionError):
        write_atomically(tmp_path / "kept.json", "text")
    assert list(tmp_path.iterdir()) == []


def test_a_link_keeps_pointing_to_its_file(tmp_path: Path) -> None:
    real, link = tmp_path / "real.json", tmp_path / "link.json"
    real.write_text("before")
    link.symlink_to(real)
    write_atomically(link, "after")
    assert link.is_symlink()
    assert real.read_text() == "after"


def test_a_pipe_is_written_and_stays_a_pipe(tmp_path: Path) -> None:
    pipe, read = tmp_path / "pipe", []
    os.mkfifo(pipe)
    reader = threading.Thread(target=lambda: read.append(pipe.read_text()))
    reader.start()
    write_atomically(pipe, "through")
    reader.join()
    assert read == ["through"]
    assert pipe.is_fifo()


def test_bytes_appear_whole_or_not_at_all(tmp_path: Path) -> None:
    path = tmp_path / "kept.bin"
    with atomic_binary_file(path) as file:
        file.write(b"\xff\x00")
        assert not path.exists()
    assert path.read_bytes() == b"\xff\x00"
    with pytest.raises(TypeError), atomic_binary_file(path) as file:
        file.writelines([b"half", "text"])  # type: ignore[list-item]  # fails half-way
    assert path.read_bytes() == b"\xff\x00"
    assert list(tmp_path.iterdir()) == [path]
