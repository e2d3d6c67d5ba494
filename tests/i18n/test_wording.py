"""How the texts are written: plain words in English, and each language by its own typography."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from importlib.resources import files
from pathlib import Path

import pytest
from tools.write_catalogues import messages, read

from howdah.games.registry import GAMES, plugin_for
from howdah.i18n.translation import CODES, SOURCE, Language, rules_page

ROOT = Path(__file__).parent.parent.parent
NO_BREAK = "\N{NARROW NO-BREAK SPACE}"

LITERARY = (
    "the table is laid",
    "by lamp",
    "by day",
    "as the device",
    "of ours",
    "the screens fall",
    "in the house",
    "whoever",
    "walk through",
    "is laid",
    "are laid",
    "tiles laid",
    "tile laid",
    "glowing",
    "close the hand",
    "commit the turn",
    "commit my turn",
    "looking back",
    "back to the present",
    "that was refused",
    "nobody waits",
    "no number is larger",
    "hand the screen",
    "at this screen",
    "who sits where",
    "who begins",
    "there is nothing here",
    "many a chance",
    "of seats",
    "cannot be understood",
    "a orange",
    "behind a screen is for",
    "howdah-record",
    "asleep",
    "nothing is lost",
    "commit it",
    "take it back",
    "plays for you. say",
    "want an opponent",
    "buys a bale",
    "sells a bale",
    "builds with a bale of",
    "two tips face",
    "trunks may pass",
    "keep medals in",
    "all hands",
    "a friend by a link",
    "connection is lost",
    "glowing place",
    "blocked player lays",
    "spend all stars",
    "palace of brown",
    "1 palaces",
    "1 clients",
    "or a board you have made",
    "a board that you have made",
    "sort the tiles",
)
"""Phrases of an older, literary voice; the words of today are in the catalogues."""
OPPONENT = re.compile(r"\bopponents?\b|\bthe record\b|\badversaires?\b|\badversários?\b", re.I)
"""At a table a computer is called so, and what one plays and downloads is a game."""
OLD_SPELLING = re.compile(
    r"ac[çc]ç|acção|acções|direcç|exact|excepç|aspecto|vêem|lêem|crêem|dêem|\bpára\b|objectiv|"
    r"\bactual|correct|direct[oa]|colecç|selecç|projecto|óptim|adopt|respectiv|protec[çt]|"
    r"activ|baptis|Egipt|efectiv|eléctric|electr[óo]n|inspec[çt]|tect[oa]s?\b|jact[oa]|recepç",
    re.I,
)
"""Spellings before the agreement of 1990."""
FRENCH_BREAK = re.compile(rf"(?<!{NO_BREAK})[:;!?»](?!//)|«(?!{NO_BREAK})")
POLISH_ORPHAN = re.compile("(?:^|[\\s(„\N{EN DASH}])[aiouwzAIOUWZ] ")
CAPITAL_YOU = re.compile(r"(?<=[\w,;:] )(Twój|Twoj\w*|Ciebie|Tobie|Ci|Cię)\b")


def _texts(found: str | Sequence[str] | None) -> list[str]:
    return [found] if isinstance(found, str) else list(found or ())


def _english() -> list[str]:
    return [text for message in messages() if message.id for text in _texts(message.id)]


def _translations(language: str) -> Iterator[str]:
    for message in read(language):
        if message.id:
            yield from _texts(message.string)


def _visible(html: str) -> str:
    """The text of a page; what a placeholder or an entity stands for is left out."""
    text = re.sub(r"<(script|style|code|svg)\b.*?</\1>", " ", html, flags=re.S)
    text = re.sub(r"<kbd>[^<]*</kbd>", "", text)  # a key such as "?" is no punctuation
    return re.sub(r"&#?\w+;", " ", re.sub(r"<[^>]*>", "", text))


def _pages(language: Language) -> list[str]:
    """The rules and the help, which each game has a part of."""
    packages = ["howdah.server", *(plugin_for(game).package for game in GAMES)]
    helps = [files(package) / "help_pages" / f"{language}.html" for package in packages]
    return [
        *(_visible(rules_page(game, language)) for game in GAMES),
        *(_visible(page.read_text("utf-8")) for page in helps),
    ]


def _all_texts(language: Language) -> list[str]:
    """Every message and page of a language."""
    said = _english() if language == SOURCE else list(_translations(language))
    return [*said, *_pages(language)]


@pytest.mark.parametrize("phrase", LITERARY)
def test_a_phrase_of_the_old_voice_is_gone(phrase: str) -> None:
    assert [text for text in _all_texts(SOURCE) if phrase in text.lower()] == []


@pytest.mark.parametrize("language", CODES)
def test_a_computer_is_no_opponent_and_a_game_no_record(language: Language) -> None:
    said = _english() if language == SOURCE else list(_translations(language))
    assert [text for text in said if OPPONENT.search(text)] == []


def test_french_has_one_kind_of_no_break_space_before_its_high_punctuation() -> None:
    for text in _all_texts("fr"):
        plain = re.sub(r"\{\w+\}", "x", text)
        assert [plain[max(0, f.start() - 20) : f.end()] for f in FRENCH_BREAK.finditer(plain)] == []


def test_french_has_one_kind_of_apostrophe_and_calls_a_tile_piece() -> None:
    for text in _translations("fr"):
        assert "'" not in text
        assert re.search(r"\btuiles?\b", text, re.I) is None, text


def test_portuguese_tokens_have_the_names_of_the_rulebook() -> None:
    for text in _translations("pt"):
        assert re.search(r"\bfichas? de (cidade|palácio|cliente)", text, re.I) is None, text


def test_polish_one_letter_words_stay_with_the_next_word() -> None:
    for text in _all_texts("pl"):
        found = [text[max(0, f.start() - 15) : f.end() + 15] for f in POLISH_ORPHAN.finditer(text)]
        assert found == []


def test_polish_says_you_in_lower_case() -> None:
    for text in _translations("pl"):
        assert CAPITAL_YOU.search(text[1:]) is None, text


def test_polish_calls_a_tile_kafelek_and_a_turn_tura() -> None:
    for text in _translations("pl"):
        assert re.search(r"\belement", text, re.I) is None, text
        assert re.search(r"\bkolejk", text, re.I) is None, text


def test_portuguese_is_written_by_the_agreement_of_1990() -> None:
    for text in _all_texts("pt"):
        found = OLD_SPELLING.search(text)
        assert found is None, text[max(0, found.start() - 20) : found.end() + 20]


def test_french_calls_a_screen_paravent_and_west_ouest() -> None:
    for text in _translations("fr"):
        assert re.search(r"\bécrans?\b", text, re.I) is None, text
        assert text not in ("W", "NW", "SW")


def test_the_list_of_old_spellings_finds_them() -> None:
    for word in ("acção", "direcção", "exactamente", "excepção", "aspecto", "vêem", "actual"):
        assert OLD_SPELLING.search(word)
    for word in ("ação", "direção", "exatamente", "facto", "contacto", "veem", "atual", "secção"):
        assert not OLD_SPELLING.search(word)


def test_the_typographic_checks_find_what_they_look_for() -> None:
    assert FRENCH_BREAK.search("Prix : 3")
    assert FRENCH_BREAK.search("Prix\N{NO-BREAK SPACE}: 3")
    assert not FRENCH_BREAK.search(f"Prix{NO_BREAK}: 3")
    assert POLISH_ORPHAN.search("idzie w góry")
    assert not POLISH_ORPHAN.search("idzie w\N{NO-BREAK SPACE}góry")
