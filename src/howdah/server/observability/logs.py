"""Logs: a line for whatever happens, for people or as JSON, and never a secret in it."""

from __future__ import annotations

import json
import logging
import re
import sys
from collections.abc import Mapping
from datetime import UTC, datetime
from traceback import format_exception
from typing import Any, Final, TextIO

from howdah.core.errors import InvalidOption
from howdah.render.phrases import printable

FORMS: Final = ("text", "json")
USUAL_FORM: Final = FORMS[0]

HIDDEN: Final = "(hidden)"
LONG_RUN: Final = re.compile(r"[\w-]{20,}", re.ASCII)
"""Tokens, seeds and cookies are long runs of letters and digits, and so are few other things."""
A_NAME: Final = re.compile(r"[a-z_]+|[A-Za-z]+(Error|Exception|Warning)")
PLACES: Final = (
    (re.compile(r"\[parameters: .*?(?=\n\(Background|\Z)", re.DOTALL), f"[parameters: {HIDDEN}]"),
    (re.compile(r"DETAIL: .*"), f"DETAIL: {HIDDEN}"),
    (re.compile(r"://[^/\s]*@"), f"://{HIDDEN}@"),
    (re.compile(r"(https?://[^/\s]*/)[^\s'\"]+"), rf"\1{HIDDEN}"),
)
"""Where databases quote what they were told, passwords, and whatever follows a host."""
BROKEN_TEXT: Final = "Invalid UTF-8 sequence received from client."


def redact(text: str) -> str:
    """A text with all that might be secret left out.

    >>> redact("no seat opens with mXCYbgwTTgwXFNcmbDAa19tr")
    'no seat opens with (hidden)'
    >>> redact("postgresql://howdah:pass@localhost/tables")
    'postgresql://(hidden)@localhost/tables'
    """
    for place, shown in PLACES:
        text = place.sub(shown, text)
    return LONG_RUN.sub(lambda run: run[0] if A_NAME.fullmatch(run[0]) else HIDDEN, text)


def traced(error: BaseException) -> str:
    """The traceback of an error: where it happened, and what it says without secrets."""
    whole = "".join(format_exception(error)).rstrip("\n")
    # What databases quote may go on over lines; it goes before the lines are looked at.
    for place, shown in PLACES:
        whole = place.sub(shown, whole)
    lines = whole.split("\n")
    return "\n".join(line if line.startswith('  File "') else redact(line) for line in lines)


class Lines(logging.Formatter):
    """Writes what happened in a line."""

    def __init__(self, form: str = USUAL_FORM) -> None:
        super().__init__()
        self._form = form

    def format(self, record: logging.LogRecord) -> str:
        """One event."""
        facts = facts_of(record)
        if self._form == "json":
            return json.dumps(facts, ensure_ascii=False, default=str)
        return _as_text(facts)


def facts_of(record: logging.LogRecord) -> dict[str, Any]:
    """An event as data."""
    time = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
    facts: dict[str, Any] = {
        "time": time.replace("+00:00", "Z"),
        "level": record.levelname.lower(),
        "logger": record.name,
        "message": redact(record.getMessage()),
    }
    if fields := getattr(record, "fields", None):
        facts["fields"] = {name: _safe(value) for name, value in fields.items()}
    if record.exc_info and record.exc_info[1] is not None:
        facts["exception"] = traced(record.exc_info[1])
    return facts


def _safe(value: Any) -> Any:
    return redact(value) if isinstance(value, str) else value


def _as_text(facts: Mapping[str, Any]) -> str:
    fields = "".join(f" {name}={value}" for name, value in facts.get("fields", {}).items())
    start = f"{facts['time']} {facts['level']} {facts['logger']}: {facts['message']}"
    line = printable(f"{start}{fields}")
    return f"{line}\n{facts['exception']}" if "exception" in facts else line


class Journal(logging.StreamHandler[TextIO]):
    """Where the lines go: to standard error."""

    def __init__(self, form: str = USUAL_FORM, stream: TextIO | None = None) -> None:
        super().__init__(stream or sys.stderr)
        self.setFormatter(Lines(form))
        self.addFilter(lambda record: not _is_about_broken_text(record))


def _is_about_broken_text(record: logging.LogRecord) -> bool:
    """Whether uvicorn tells at length of a client whose text is none; its socket is closed."""
    error = record.exc_info[1] if record.exc_info else None
    causes = (error, error.__context__ if error is not None else None)
    is_decoding = any(isinstance(cause, UnicodeDecodeError) for cause in causes)
    return record.msg == BROKEN_TEXT or (record.name == "asyncio" and is_decoding)


def configure_logging(form: str | None = None, *, level: int = logging.WARNING) -> None:
    """Send all logs of this process to one journal; of ours, from a level on."""
    chosen = form or USUAL_FORM
    if chosen not in FORMS:
        raise InvalidOption(f"a log is {' or '.join(FORMS)}, not {chosen!r}.")
    root = logging.getLogger()
    for handler in [found for found in root.handlers if isinstance(found, Journal)]:
        root.removeHandler(handler)
    root.addHandler(Journal(chosen))
    logging.getLogger("howdah").setLevel(level)
