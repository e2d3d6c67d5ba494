"""`--language`: what a command prints in the language of the person, its errors included."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from howdah.cli.command import REFUSED, UNUSABLE, CommandError
from howdah.core.errors import HowdahError, IllegalAction, InvalidAction, InvalidRecord
from howdah.i18n import LANGUAGES, environment_language, translate, use_language
from howdah.render.phrases import explain

MOST_SEATS: Final = 8


def add_language(parser: argparse._ActionsContainer) -> None:
    """Add the option `--language`."""
    parser.add_argument(
        "--language",
        choices=tuple(LANGUAGES),
        help="language of all texts; default: from LANGUAGE, LC_ALL, LC_MESSAGES or LANG, or en",
    )


@contextmanager
def use_chosen_language(chosen: argparse.Namespace) -> Iterator[None]:
    """Speak the chosen language within a `with` block; errors become `CommandError` in it."""
    with use_language(chosen.language or environment_language()):
        try:
            yield
        except BrokenPipeError:
            raise
        except (HowdahError, OSError) as error:
            code = REFUSED if isinstance(error, InvalidRecord) else UNUSABLE
            raise CommandError(describe_error(error), code) from error


class TranslatedError(HowdahError):
    """A wrong option; the text is in the current language already."""


class WrongPlace(InvalidRecord):
    """A file has no such game or position; the text is in the current language already."""

    def __init__(self, text: str) -> None:
        super().__init__("file", text)

    def __str__(self) -> str:
        return self.message


def describe_error(error: Exception) -> str:
    """What is wrong, in the current language; details of a file's format are in English."""
    match error:
        case TranslatedError() | WrongPlace():
            return str(error)
        case IllegalAction():
            return explain_illegal(error, _numbered_names())
        case InvalidAction():
            return translate("This is not an action of the game. Type help to see the actions.")
        case InvalidRecord():
            return _describe_invalid_record(error)
        case OSError():
            return describe_file_error(error)
    return _add_details(translate("An option is not right."), error)


def explain_illegal(error: IllegalAction, names: tuple[str, ...]) -> str:
    """Why an action is not legal; the names are those of the players."""
    refused = translate("{action} is not possible now.", action=error.action)
    return " ".join([refused, *(explain(reason, names) for reason in error.reasons)])


def _describe_invalid_record(error: InvalidRecord) -> str:
    wrong = translate("This is not a valid game file.")
    if isinstance(error.__cause__, IllegalAction):
        return f"{wrong}\n{error.where}: {explain_illegal(error.__cause__, _numbered_names())}"
    return _add_details(wrong, error)


def _add_details(sentence: str, error: Exception) -> str:
    return sentence + "\n" + translate("Details (in English): {details}", details=error)


def describe_file_error(error: OSError) -> str:
    """Why a file cannot be read or written."""
    file = error.filename
    match error:
        case FileNotFoundError():
            return translate("File or folder not found: {file}", file=file)
        case PermissionError():
            return translate("You have no permission for this file: {file}", file=file)
        case IsADirectoryError():
            return translate("This is a folder, not a file: {file}", file=file)
    return translate(
        "This file cannot be used: {file} ({error})", file=file, error=error.strerror or error
    )


def _numbered_names() -> tuple[str, ...]:
    return tuple(translate("Player {number}", number=seat + 1) for seat in range(MOST_SEATS))
