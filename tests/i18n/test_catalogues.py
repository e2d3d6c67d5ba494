"""Every sentence of ours is in every catalogue, whole, with its placeholders and its plurals."""

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest
from babel.messages.catalog import Message
from tools.write_catalogues import as_mo, as_po, catalogue_file, messages, read, update_catalogue

from howdah.i18n import LANGUAGES, Language, best_language, translate, translate_count, use_language
from howdah.i18n.translation import CODES, SOURCE

FOREIGN = [language for language in CODES if language != SOURCE]
EVERY_LANGUAGE = pytest.mark.parametrize("language", FOREIGN)
FORMS = {"fr": 2, "pt": 2, "pl": 3}
SAME_WORDS = {
    "fr": "Actions Bombay Champion Deccan Empire Expert Hyderabad Indore Menu Nagpur Pages Pile "
    "Total Zoom orange triangle score simulation simulations",
    "pt": "Indore Links Menu Monte Carlo Nagpur Normal Total Zoom",
    "pl": "Menu Monte Carlo Nagpur medal",
}
"""The words of three letters and more that a language has in common with English."""


def _messages_of(language: str) -> list[Message]:
    return [message for message in read(language) if message.id]


def _texts(found: str | Sequence[str] | None) -> list[str]:
    return [found] if isinstance(found, str) else list(found or [""])


def _places(text: str) -> list[str]:
    return sorted(set(re.findall(r"\{(\w+)\}", text)))


def test_there_are_sentences_to_translate() -> None:
    assert len(messages()) > 200


@EVERY_LANGUAGE
def test_a_catalogue_holds_the_messages_of_the_code_and_nothing_else(language: Language) -> None:
    assert {message.id for message in _messages_of(language)} == {
        message.id for message in messages() if message.id
    }


@EVERY_LANGUAGE
def test_nothing_is_left_untranslated(language: Language) -> None:
    for message in _messages_of(language):
        for text in _texts(message.string):
            assert text.strip(), message.id


@EVERY_LANGUAGE
def test_nothing_is_doubtful(language: Language) -> None:
    assert [message.id for message in read(language) if message.id and message.fuzzy] == []


@EVERY_LANGUAGE
def test_placeholders_are_the_same(language: Language) -> None:
    for message in _messages_of(language):
        wanted = sorted({place for text in _texts(message.id) for place in _places(text)})
        for text in _texts(message.string):
            assert _places(text) == wanted, message.id


@EVERY_LANGUAGE
def test_every_plural_has_all_the_forms_of_its_language(language: Language) -> None:
    plurals = [message for message in _messages_of(language) if message.pluralizable]
    assert plurals
    for message in plurals:
        assert len(_texts(message.string)) == FORMS[language], message.id


@EVERY_LANGUAGE
def test_a_sentence_of_several_words_is_not_left_in_english(language: Language) -> None:
    for message in _messages_of(language):
        for english, translation in zip(_texts(message.id), _texts(message.string)):
            words = re.findall(r"[A-Za-z]{2,}", re.sub(r"\{\w+\}", "", english))
            assert len(words) < 3 or english != translation, english


@EVERY_LANGUAGE
def test_only_words_that_both_languages_have_are_the_same(language: Language) -> None:
    for message in _messages_of(language):
        for english in {*_texts(message.id)} & {*_texts(message.string)}:
            words = re.findall(r"[A-Za-z]{3,}", re.sub(r"\{\w+\}", "", english))
            assert {*words} <= {*SAME_WORDS[language].split()}, english


@EVERY_LANGUAGE
def test_sentences_end_as_in_english(language: Language) -> None:
    for message in _messages_of(language):
        for english, translation in zip(_texts(message.id), _texts(message.string)):
            assert english.endswith((".", "!", "?")) == translation.endswith((".", "!", "?")), (
                english
            )


@EVERY_LANGUAGE
def test_the_files_are_up_to_date(language: Language) -> None:
    """`make catalogues` brings them up to date."""
    assert catalogue_file(language).read_bytes() == as_po(update_catalogue(language))
    compiled = catalogue_file(language).with_suffix(".mo")
    assert compiled.read_bytes() == as_mo(read(language))


@pytest.mark.parametrize(
    ("count", "translation"),
    [
        (1, "1 rupia"),
        (2, "2 rupie"),
        (4, "4 rupie"),
        (5, "5 rupii"),
        (12, "12 rupii"),
        (22, "22 rupie"),
        (25, "25 rupii"),
        (0, "0 rupii"),
    ],
)
def test_polish_counts_one_few_and_many(count: int, translation: str) -> None:
    with use_language("pl"):
        assert translate_count("{count} rupee", "{count} rupees", count) == translation


def test_french_counts_nothing_as_one() -> None:
    with use_language("fr"):
        assert translate_count("{count} rupee", "{count} rupees", 0) == "0 roupie"
        assert translate_count("{count} rupee", "{count} rupees", 2) == "2 roupies"


def test_a_language_is_spoken_for_a_while_only() -> None:
    english = translate("Confirm turn")
    with use_language("pl"):
        polish = translate("Confirm turn")
        with use_language("pt"):
            assert translate("Confirm turn") not in (english, polish)
        assert translate("Confirm turn") == polish
    assert translate("Confirm turn") == english


@pytest.mark.parametrize(
    ("accepted", "language"),
    [
        ("", "en"),
        ("de", "en"),
        ("fr-CA,fr;q=0.9,en;q=0.8", "fr"),
        ("de;q=1,pl;q=0.4,en;q=0.3", "pl"),
        ("pt-BR", "pt"),
        ("fr;q=0", "en"),
        ("fr;q=x,pl;q=0.1", "pl"),
        (";;;,,q=", "en"),
    ],
)
def test_the_accept_language_header_chooses_the_language(accepted: str, language: str) -> None:
    assert best_language(accepted) == language


def test_every_language_has_its_own_name() -> None:
    assert tuple(LANGUAGES) == CODES
