"""Errors of the database drivers: whether a retry may cure them, and what they may say.

What a driver says can quote rows, and with them tokens and seeds: no message of ours repeats it.
"""

from __future__ import annotations

import sqlite3
from json import JSONDecodeError
from typing import Final

from sqlalchemy.exc import DBAPIError, OperationalError

from howdah.store.models import DamagedRow, StoreUnavailable

TRANSIENT_SQLSTATES: Final = ("08", "40", "53", "57", "58")
"""Beginnings of SQLSTATEs that a retry may cure.

Lost connections, serialization failures, too few resources, shutdown, disk errors.
"""
UNUSABLE_SQLSTATES: Final = ("25006", "28", "3D", "3F", "42501", "XX")
"""Beginnings of SQLSTATEs of a database that cannot be used.

It is read-only, does not exist, does not let us in, or is damaged.
"""
UNUSABLE_CODES: Final = (
    sqlite3.SQLITE_PERM,
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_AUTH,
)
"""Codes of SQLite for a file that cannot be written or read; an immediate retry is in vain."""
DAMAGED_CODES: Final = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
DriverError = DBAPIError | sqlite3.Error | OSError | JSONDecodeError | UnicodeDecodeError
DRIVER_ERRORS: Final = (DBAPIError, sqlite3.Error, OSError, JSONDecodeError, UnicodeDecodeError)
"""What a transaction may raise because of the database, and not because of its caller."""


def is_transient(error: DriverError) -> bool:
    """Whether a retry may cure an error."""
    if _is_unusable(error) or is_about_row(error):
        return False
    if not isinstance(error, DBAPIError):
        return True
    starts = _sqlstate(error).startswith(TRANSIENT_SQLSTATES)
    return error.connection_invalidated or starts or isinstance(error, OperationalError)


def is_about_row(error: BaseException) -> bool:
    """Whether the database was read, but a value in it cannot be: its text or its JSON is damaged.

    The driver of SQLite then raises an error without a code, which quotes the text.
    """
    inner = _inner(error)
    is_ours = isinstance(inner, sqlite3.OperationalError) and _sqlite_code(error) is None
    return isinstance(inner, JSONDecodeError | UnicodeDecodeError) or is_ours


def translate_error(error: DriverError) -> Exception:
    """Return the error of ours that stands for one that no retry cures, or none has cured."""
    if is_about_row(error):
        return DamagedRow("a row of the database is damaged.")
    if _sqlite_code(error) in DAMAGED_CODES:
        return StoreUnavailable(
            f"the database is damaged: {describe_error(error)}; restore a backup."
        )
    if _is_unusable(error) or is_transient(error):
        return StoreUnavailable(f"the database cannot be used: {describe_error(error)}")
    return error


def describe_error(error: BaseException) -> str:
    """Return the first line of a driver's message, without the statement and its parameters."""
    inner = _inner(error)
    if is_about_row(error):
        return type(inner).__name__
    lines = str(inner).strip().splitlines()
    return lines[0][:200] if lines else type(inner).__name__


def _is_unusable(error: BaseException) -> bool:
    code = _sqlite_code(error)
    return code in UNUSABLE_CODES + DAMAGED_CODES or _sqlstate(error).startswith(UNUSABLE_SQLSTATES)


def _sqlite_code(error: BaseException) -> int | None:
    """Return the primary result code of SQLite."""
    code = getattr(_inner(error), "sqlite_errorcode", None)
    return None if code is None else code & 0xFF


def _sqlstate(error: BaseException) -> str:
    return str(getattr(_inner(error), "sqlstate", None) or "")


def _inner(error: BaseException) -> BaseException:
    return error.orig if isinstance(error, DBAPIError) and error.orig else error
