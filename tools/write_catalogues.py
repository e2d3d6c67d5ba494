"""Bring the catalogues up to date with the messages in the code, and compile them.

New messages are added without a translation, those that are no longer used are dropped, and
nothing is guessed. `make catalogues` runs this.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from functools import cache
from importlib import import_module
from io import BytesIO
from pathlib import Path
from typing import Final

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from howdah.games.registry import GAMES, plugin_for
from howdah.i18n.translation import CODES, SOURCE

ROOT: Final = Path(__file__).parent.parent
SOURCES: Final = ROOT / "src" / "howdah"
CATALOGUES: Final = SOURCES / "i18n" / "catalogues"
KEYWORDS: Final = {"translate": None, "mark": None, "translate_count": (1, 2)}
METHODS: Final = [("**.py", "python"), ("**.html", "jinja2")]
DATE: Final = datetime(2009, 1, 1, tzinfo=UTC)
LOCALES: Final = {"fr": "fr", "pt": "pt_PT", "pl": "pl"}


@cache
def messages() -> Catalog:
    """All messages in the code, with the files that contain them."""
    found = Catalog(charset="utf-8")
    for file, _, text, comments, context in extract_from_dir(
        SOURCES, METHODS, keywords=KEYWORDS, strip_comment_tags=True
    ):
        if not file.startswith("i18n/"):
            found.add(text, locations=[(file, 0)], auto_comments=comments, context=context)
    for game in GAMES:
        reasons = import_module(f"{plugin_for(game).package}.why_not").ENTRIES
        for _, sentence in reasons.values():
            found.add(sentence, locations=[(f"{game}/why_not.py", 0)])
    return found


def catalogue_file(language: str) -> Path:
    """The path of the catalogue of a language."""
    return CATALOGUES / f"{language}.po"


def read(language: str) -> Catalog:
    """The catalogue of a language as it is stored."""
    file = catalogue_file(language)
    if not file.exists():
        return Catalog(locale=LOCALES[language], charset="utf-8")
    with file.open("rb") as stream:
        return read_po(stream, locale=LOCALES[language], charset="utf-8")


def update_catalogue(language: str) -> Catalog:
    """A new catalogue of the messages in the code, with the translations that exist."""
    kept, fresh = (
        read(language),
        Catalog(
            locale=LOCALES[language],
            charset="utf-8",
            project="Howdah",
            fuzzy=False,
            header_comment=f"# Howdah in {language}: whole sentences, written by hand.",
        ),
    )
    for message in messages():
        if message.id:
            before = kept.get(message.id, message.context)
            fresh.add(
                message.id,
                before.string if before is not None else None,
                locations=sorted({(file, 0) for file, _ in message.locations}),
                auto_comments=message.auto_comments,
                context=message.context,
            )
    return fresh


def as_po(catalogue: Catalog) -> bytes:
    """A catalogue as text, without dates, so that it depends on its messages alone."""
    stream = BytesIO()
    write_po(stream, catalogue, width=100, sort_output=True, include_lineno=False)
    lines = stream.getvalue().decode().split("\n")
    dated = ("POT-Creation-Date", "PO-Revision-Date", "Generated-By", "Last-Translator")
    return "\n".join(
        line for line in lines if not line.startswith(tuple(f'"{d}' for d in dated))
    ).encode()


def as_mo(catalogue: Catalog) -> bytes:
    """A compiled catalogue, with a fixed date."""
    catalogue.creation_date = catalogue.revision_date = DATE
    stream = BytesIO()
    write_mo(stream, catalogue)
    return stream.getvalue()


def main() -> int:
    """Write and compile every catalogue; the exit code is 1 if a translation is missing."""
    missing = 0
    for language in CODES:
        if language == SOURCE:
            continue
        catalogue = update_catalogue(language)
        catalogue_file(language).write_bytes(as_po(catalogue))
        catalogue_file(language).with_suffix(".mo").write_bytes(as_mo(read(language)))
        untranslated = [
            message for message in catalogue if message.id and not _is_complete(message.string)
        ]
        print(f"{language}: {len(catalogue)} messages, {len(untranslated)} without a translation")
        missing += len(untranslated)
    return 1 if missing else 0


def _is_complete(translation: str | Sequence[str] | None) -> bool:
    return bool(translation) and all(
        [translation] if isinstance(translation, str) else translation or ()
    )


if __name__ == "__main__":
    sys.exit(main())
