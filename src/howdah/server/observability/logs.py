"""Logging to standard error, as text or JSON lines, with secrets redacted."""

from __future__ import annotations

import asyncio
import errno
import json
import logging
import os
import re
import sys
from collections import Counter
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from time import monotonic
from traceback import format_exception
from typing import Any, Final, TextIO

from howdah.core.errors import InvalidOption
from howdah.render.phrases import printable

log = logging.getLogger(__name__)

SHORTAGES: Final = (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM)
"""What the system lacks when it cannot accept a connection."""
FORMATS: Final = ("text", "json")
DEFAULT_FORMAT: Final = FORMATS[0]

REDACTED: Final = "(hidden)"
LONG_WORD: Final = re.compile(r"[\w-]{20,}", re.ASCII)
"""Tokens, seeds and cookies are long words of letters and digits; few other things are."""
IDENTIFIER: Final = re.compile(r"[a-z_]+|[A-Za-z]+(Error|Exception|Warning)")
PATTERNS: Final = (
    (re.compile(r"\[parameters: .*?(?=\n\(Background|\Z)", re.DOTALL), f"[parameters: {REDACTED}]"),
    (re.compile(r"DETAIL: .*"), f"DETAIL: {REDACTED}"),
    (re.compile(r"://[^/\s]*@"), f"://{REDACTED}@"),
    (re.compile(r"(https?://[^/\s]*/)[^\s'\"]+"), rf"\1{REDACTED}"),
)
"""Parameters that databases quote, passwords in URLs, and the paths of URLs."""
SUMMARY_SECONDS: Final = 60.0
"""How often a summary of many events is logged."""
INVALID_UTF8: Final = "Invalid UTF-8 sequence received from client."


def redact(text: str) -> str:
    """Return a text in which everything that may be secret is replaced.

    >>> redact("no seat opens with mXCYbgwTTgwXFNcmbDAa19tr")
    'no seat opens with (hidden)'
    >>> redact("postgresql://howdah:pass@localhost/tables")
    'postgresql://(hidden)@localhost/tables'
    """
    for pattern, shown in PATTERNS:
        text = pattern.sub(shown, text)
    return LONG_WORD.sub(lambda word: word[0] if IDENTIFIER.fullmatch(word[0]) else REDACTED, text)


def format_traceback(error: BaseException) -> str:
    """Return the traceback of an error, with everything redacted but the file lines."""
    whole = "".join(format_exception(error)).rstrip("\n")
    # What databases quote may span lines: these patterns go first, over the whole text.
    for pattern, shown in PATTERNS:
        whole = pattern.sub(shown, whole)
    lines = whole.split("\n")
    return "\n".join(line if line.startswith('  File "') else redact(line) for line in lines)


class LogFormatter(logging.Formatter):
    """Formats a log record as one line of text or JSON."""

    def __init__(self, log_format: str = DEFAULT_FORMAT) -> None:
        super().__init__()
        self._format = log_format

    def format(self, record: logging.LogRecord) -> str:
        """Return the line of a record, and the traceback after it."""
        fields = fields_of(record)
        if self._format == "json":
            return json.dumps(fields, ensure_ascii=False, default=str)
        return _as_text(fields)


def fields_of(record: logging.LogRecord) -> dict[str, Any]:
    """Return a record as the JSON object that is logged."""
    time = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
    found: dict[str, Any] = {
        "time": time.replace("+00:00", "Z"),
        "level": record.levelname.lower(),
        "logger": record.name,
        "message": redact(record.getMessage()),
    }
    if fields := getattr(record, "fields", None):
        found["fields"] = {name: _redact_value(value) for name, value in fields.items()}
    if record.exc_info and record.exc_info[1] is not None:
        found["exception"] = format_traceback(record.exc_info[1])
    return found


def _redact_value(value: Any) -> Any:
    return redact(value) if isinstance(value, str) else value


def _as_text(fields: Mapping[str, Any]) -> str:
    extra = "".join(f" {name}={value}" for name, value in fields.get("fields", {}).items())
    start = f"{fields['time']} {fields['level']} {fields['logger']}: {fields['message']}"
    line = printable(f"{start}{extra}")
    return f"{line}\n{fields['exception']}" if "exception" in fields else line


class LogHandler(logging.StreamHandler[TextIO]):
    """Writes log lines to standard error."""

    def __init__(self, log_format: str = DEFAULT_FORMAT, stream: TextIO | None = None) -> None:
        super().__init__(stream or sys.stderr)
        self.setFormatter(LogFormatter(log_format))
        self.addFilter(lambda record: not _is_about_invalid_utf8(record))


def _is_about_invalid_utf8(record: logging.LogRecord) -> bool:
    """Whether uvicorn logs a client that sent invalid UTF-8; its socket is closed anyway."""
    error = record.exc_info[1] if record.exc_info else None
    causes = (error, error.__context__ if error is not None else None)
    is_decoding = any(isinstance(cause, UnicodeDecodeError) for cause in causes)
    return record.msg == INVALID_UTF8 or (record.name == "asyncio" and is_decoding)


class SummaryLog:
    """Logs events that may be many as one line a minute: how many there were, and of which kinds.

    The first one is logged at once.
    """

    def __init__(
        self, logger: logging.Logger, message: str, clock: Callable[[], float] = monotonic
    ) -> None:
        self._logger = logger
        self._message = message
        self._clock = clock
        self._counts: Counter[str] = Counter()
        self._next = 0.0

    def add(self, kind: str) -> None:
        """Count an event, and log those of the last minute if it is time."""
        self._counts[kind] += 1
        now = self._clock()
        if now < self._next:
            return
        self._next = now + SUMMARY_SECONDS
        kinds = ", ".join(f"{kind} {count}" for kind, count in self._counts.most_common())
        self._logger.warning(self._message, self._counts.total(), kinds)
        self._counts.clear()


class LoopErrors:
    """Handles errors of the event loop: a shortage of files or memory is one log line a minute."""

    def __init__(self) -> None:
        self._summary = SummaryLog(log, "%d connections not accepted in the last minute: %s")

    def handle(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """Log an error that no task has handled."""
        error = context.get("exception")
        if isinstance(error, OSError) and error.errno in SHORTAGES:
            self._summary.add(os.strerror(error.errno))
        else:
            loop.default_exception_handler(context)


def configure_logging(log_format: str | None = None, *, level: int = logging.WARNING) -> None:
    """Send all logs of this process to one handler; our own loggers log from a level on."""
    chosen = log_format or DEFAULT_FORMAT
    if chosen not in FORMATS:
        raise InvalidOption(f"the log format should be {' or '.join(FORMATS)}, not {chosen!r}.")
    root = logging.getLogger()
    for handler in [found for found in root.handlers if isinstance(found, LogHandler)]:
        root.removeHandler(handler)
    root.addHandler(LogHandler(chosen))
    logging.getLogger("howdah").setLevel(level)
