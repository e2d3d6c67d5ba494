"""Write files atomically: a reader finds the old content or the new one, never a part."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any, BinaryIO, TextIO


@contextmanager
def atomic_text_file(path: str | os.PathLike[str]) -> Iterator[TextIO]:
    """Open a text file that replaces its target when the block ends; on an error nothing changes.

    A link keeps its target. A device or a pipe is written directly, since it must not be replaced.
    """
    with _atomic_file(path, mode="w", encoding="utf-8", newline="\n") as file:
        yield file


@contextmanager
def atomic_binary_file(path: str | os.PathLike[str]) -> Iterator[BinaryIO]:
    """Open a binary file that replaces its target when the block ends."""
    with _atomic_file(path, mode="wb") as file:
        yield file


@contextmanager
def _atomic_file(path: str | os.PathLike[str], **options: Any) -> Iterator[Any]:
    target = os.path.realpath(path)
    if os.path.exists(target) and not os.path.isfile(target):
        with open(target, **options) as device:
            yield device
        return
    temporary = f"{target}.{os.getpid()}.part"
    try:
        with open(temporary, **options) as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, target)
    except BaseException as error:
        with suppress(FileNotFoundError):
            os.remove(temporary)
        if isinstance(error, OSError) and error.filename == temporary:
            error.filename = os.fspath(path)
        raise


def write_atomically(path: str | os.PathLike[str], text: str) -> None:
    """Write a text to a file, all of it or nothing."""
    with atomic_text_file(path) as file:
        file.write(text)
