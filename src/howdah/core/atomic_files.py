"""Writing files so that nothing is ever half-written."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any, BinaryIO, TextIO


@contextmanager
def whole_file(path: str | os.PathLike[str]) -> Iterator[TextIO]:
    """A text file to write that appears only when it is whole; if anything fails, nothing changes.

    A link keeps pointing where it points. A device or a pipe is written as it is: there is
    nothing to keep whole, and it must not be replaced.
    """
    with _whole(path, mode="w", encoding="utf-8", newline="\n") as file:
        yield file


@contextmanager
def whole_bytes(path: str | os.PathLike[str]) -> Iterator[BinaryIO]:
    """The same for a file of bytes."""
    with _whole(path, mode="wb") as file:
        yield file


@contextmanager
def _whole(path: str | os.PathLike[str], **manner: Any) -> Iterator[Any]:
    target = os.path.realpath(path)
    if os.path.exists(target) and not os.path.isfile(target):
        with open(target, **manner) as device:
            yield device
        return
    draft = f"{target}.{os.getpid()}.part"
    try:
        with open(draft, **manner) as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        os.replace(draft, target)
    except BaseException as error:
        with suppress(FileNotFoundError):
            os.remove(draft)
        if isinstance(error, OSError) and error.filename == draft:
            error.filename = os.fspath(path)
        raise


def write_whole(path: str | os.PathLike[str], text: str) -> None:
    """Write a file so that it holds all of the text, or stays as it was."""
    with whole_file(path) as file:
        file.write(text)
