"""Errors of the HTTP interface: a status beside the code and the sentence of every error."""

from __future__ import annotations

from typing import Any

from howdah.i18n import translate
from howdah.table.errors import NotAllowed, OutOfDate, TableError


class ApiError(TableError):
    """A request that is refused with a status of its own; nothing has changed."""

    def __init__(self, status: int, code: str, sentence: str, **details: Any) -> None:
        super().__init__(code, sentence, **details)
        self.status = status


def status_of(error: TableError) -> int:
    """The HTTP status of an error."""
    match error:
        case ApiError():
            return error.status
        case NotAllowed():
            return 403
        case OutOfDate():
            return 409
        case _:
            return 422


def no_table(table_id: str) -> ApiError:
    """There is no such table."""
    return ApiError(404, "no-table", translate("There is no table {id}.", id=table_id[:40]))
