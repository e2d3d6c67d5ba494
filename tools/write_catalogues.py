"""Bring the catalogues up to date with what the code says, and compile them.

Messages new to a catalogue are added without a translation, those that are no longer said are
dropped, and nothing is guessed. `make catalogues` runs this.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Final

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from howdah.games.bazar.why_not import ENTRIES as BAZAR_REASONS
from howdah.games.bombay.why_not import ENTRIES as BOMBAY_REASONS
from howdah.i18n.languages import CODES, SOURCE

ROOT: Final = Path(__file__).parent.parent
SOURCES: Final = ROOT / "src" / "howdah"
CATALOGUES: Final = SOURCES / "i18n" / "catalogues"
KEYWORDS: Final = {"translate": None, "mark": None, "translate_count": (1, 2)}
METHODS: Final = [("**.py", "python"), ("**.html", "jinja2")]
DATE: Final = datetime(2009, 1, 1, tzinfo=UTC)
LOCALES: Final = {"fr": "fr", "pt": "pt_PT", "pl": "pl"}


@cache
def messages() -> Catalog:
    """All that the code says, with the files that say it."""
    found = Catalog(charset="utf-8")
    for file, _, text, comments, context in extract_from_dir(
        SOURCES, METHODS, keywords=KEYWORDS, strip_comment_tags=True
    ):
        if not file.startswith("i18n/"):
            found.add(text, locations=[(file, 0)], auto_comments=comments, context=context)
    for game, entries in (("bombay", BOMBAY_REASONS), ("bazar", BAZAR_REASONS)):
        for _, sentence in entries.values():
            found.add(sentence, locations=[(f"{game}/why_not.py", 0)])
    return found


def catalogue_file(language: str) -> Path:
    """Where the translations into a language are written."""
    return CATALOGUES / f"{language}.po"


def read(language: str) -> Catalog:
    """The catalogue of a language as it is kept."""
    file = catalogue_file(language)
    if not file.exists():
        return Catalog(locale=LOCALES[language], charset="utf-8")
    with file.open("rb") as stream:
        return read_po(stream, locale=LOCALES[language], charset="utf-8")


def updated(language: str) -> Catalog:
    """A fresh catalogue of what the code says, with the translations that are kept."""
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
    for told in messages():
        if told.id:
            before = kept.get(told.id, told.context)
            fresh.add(
                told.id,
                before.string if before is not None else None,
                locations=sorted({(file, 0) for file, _ in told.locations}),
                auto_comments=told.auto_comments,
                context=told.context,
            )
    return fresh


def as_po(catalogue: Catalog) -> bytes:
    """A catalogue as text, without dates: the same for everyone who writes it."""
    stream = BytesIO()
    write_po(stream, catalogue, width=100, sort_output=True, include_lineno=False)
    lines = stream.getvalue().decode().split("\n")
    dated = ("POT-Creation-Date", "PO-Revision-Date", "Generated-By", "Last-Translator")
    return "\n".join(
        line for line in lines if not line.startswith(tuple(f'"{d}' for d in dated))
    ).encode()


def as_mo(catalogue: Catalog) -> bytes:
    """A catalogue compiled, dated as every other one."""
    catalogue.creation_date = catalogue.revision_date = DATE
    stream = BytesIO()
    write_mo(stream, catalogue)
    return stream.getvalue()


def main() -> int:
    """Write and compile every catalogue; the exit code tells whether anything is missing."""
    missing = 0
    for language in CODES:
        if language == SOURCE:
            continue
        catalogue = updated(language)
        catalogue_file(language).write_bytes(as_po(catalogue))
        catalogue_file(language).with_suffix(".mo").write_bytes(as_mo(read(language)))
        untold = [told for told in catalogue if told.id and not _is_complete(told.string)]
        print(f"{language}: {len(catalogue)} messages, {len(untold)} without a translation")
        missing += len(untold)
    return 1 if missing else 0


def _is_complete(said: str | Sequence[str] | None) -> bool:
    return bool(said) and all([said] if isinstance(said, str) else said or ())


if __name__ == "__main__":
    sys.exit(main())
