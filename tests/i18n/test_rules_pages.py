"""The rules pages of all games: built alike in every language, short before the first action."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import Final
from xml.etree.ElementTree import Element

import pytest

from howdah.games.bazar import why_not as bazar_reasons
from howdah.games.bazar.svg.figures import FIGURES as BAZAR_FIGURES
from howdah.games.bombay import why_not as bombay_reasons
from howdah.games.bombay.svg.figures import FIGURES as BOMBAY_FIGURES
from howdah.i18n.translation import CODES, Language, rules_page
from tests.i18n.rules_pages import drawings, numbers, page, sections, tables, text_of

FIGURES: Final = {"bombay": set(BOMBAY_FIGURES), "bazar": set(BAZAR_FIGURES)}
REASONS: Final = {"bombay": bombay_reasons.ENTRIES, "bazar": bazar_reasons.ENTRIES}
FIRST_ACTION: Final = {"bombay": "move", "bazar": "place"}
"""The section of the first action that each page explains."""
MOST_WORDS_BEFORE: Final = 150
QUESTIONS: Final = 8
PANELS: Final = {"trunk": "AB", "place": "ABCDEF", "two-heads": "ABC"}
"""The letters of the drawings that have several parts."""

TEXT: Final = ("h2", "p", "ul", "ol", "li", "strong", "em", "figcaption", "dl", "dt", "dd")
TABLE: Final = ("table", "caption", "thead", "tbody", "tr", "td")
ATTRIBUTES: Final = {"section": "id", "figure": "data-drawing", "a": "href", "th": "scope"}
"""The one attribute of each element that has any."""
CLASSES: Final = {"div": "one-minute", "ol": "worked-turn"}
"""The classes that the stylesheet knows."""
INLINE: Final = {"strong", "em"}

EVERY_GAME = pytest.mark.parametrize("game", FIGURES)
EVERY_LANGUAGE = pytest.mark.parametrize("language", CODES)


@EVERY_GAME
@EVERY_LANGUAGE
def test_a_page_has_an_introduction_a_minute_and_sections(game: str, language: Language) -> None:
    introduction, minute, *rest = page(game, language)
    assert introduction.tag == "p"
    assert minute.get("class") == "one-minute"
    assert [part.tag for part in minute] == ["h2", "ul"]
    assert len(minute[1]) == 3, "the goal, the turn, the scoring"
    assert {element.tag for element in rest} == {"section"}
    assert not [loose for loose in page(game, language) if (loose.tail or "").strip()]


@EVERY_GAME
@EVERY_LANGUAGE
def test_the_first_action_comes_within_150_words(game: str, language: Language) -> None:
    start = rules_page(game, language).partition(f'<section id="{FIRST_ACTION[game]}">')[0]
    words = re.sub(r"<[^>]*>", " ", start).split()
    assert len(words) < MOST_WORDS_BEFORE


@EVERY_GAME
def test_the_reader_plays_first_and_sets_up_last(game: str) -> None:
    order = list(sections(game, "en"))
    wanted = ["goal", FIRST_ACTION[game], "end", "set-up", "options", "faq", "tips"]
    assert [name for name in order if name in wanted] == wanted


@EVERY_GAME
@EVERY_LANGUAGE
def test_every_language_has_the_same_sections_and_figures(game: str, language: Language) -> None:
    shown = {name: drawings(section) for name, section in sections(game, language).items()}
    english = {name: drawings(section) for name, section in sections(game, "en").items()}
    assert list(shown.items()) == list(english.items())


@EVERY_GAME
def test_the_sections_of_the_documentation_are_on_the_page(game: str) -> None:
    manual = Path(__file__).parents[2] / "docs" / "rules" / f"{game}.md"
    headings = re.findall(r"^## (.*)$", manual.read_text("utf-8"), re.MULTILINE)
    ids = [title.lower().replace(" ", "-") for title in headings]
    assert [name for name in sections(game, "en") if name in ids] == ids
    assert {section for section, _ in REASONS[game].values()} <= set(ids)


@EVERY_GAME
@EVERY_LANGUAGE
def test_every_section_begins_with_its_title(game: str, language: Language) -> None:
    for section in sections(game, language).values():
        assert [element.tag for element in section.iter("h2")] == ["h2"]
        assert section[0].tag == "h2"
        assert text_of(section[0])


@EVERY_GAME
@EVERY_LANGUAGE
def test_only_plain_elements_are_used(game: str, language: Language) -> None:
    for element in list(page(game, language).iter())[1:]:
        if element.tag in ATTRIBUTES:
            assert list(element.attrib) == [ATTRIBUTES[element.tag]]
        elif element.attrib or element.tag == "div":
            assert element.attrib == {"class": CLASSES[element.tag]}
        else:
            assert element.tag in TEXT + TABLE
    assert "&" not in rules_page(game, language)


@EVERY_GAME
@EVERY_LANGUAGE
def test_every_table_can_be_read_aloud(game: str, language: Language) -> None:
    for table in page(game, language).iter("table"):
        assert [part.tag for part in table] == ["caption", "thead", "tbody"]
        columns = [cell.get("scope") for cell in table.iterfind("thead/tr/*")]
        assert set(columns) == {"col"}
        for row in table.iterfind("tbody/tr"):
            assert [cell.get("scope") for cell in row] == ["row", *[None] * (len(columns) - 1)]
        assert all(text_of(cell) for row in table.iter("tr") for cell in row)


@EVERY_GAME
@EVERY_LANGUAGE
def test_every_link_leads_to_a_section(game: str, language: Language) -> None:
    ids = set(sections(game, language))
    links = [link.attrib["href"].removeprefix("#") for link in page(game, language).iter("a")]
    assert links
    assert set(links) <= ids


@EVERY_GAME
@EVERY_LANGUAGE
def test_every_language_is_built_alike(game: str, language: Language) -> None:
    assert _shape(page(game, language)) == _shape(page(game, "en"))


def _shape(root: Element) -> list[str]:
    return [element.tag for element in root.iter() if element.tag not in INLINE]


@EVERY_GAME
@EVERY_LANGUAGE
def test_every_figure_is_shown_once_and_has_a_caption(game: str, language: Language) -> None:
    shown = drawings(page(game, language))
    assert sorted(shown) == sorted(FIGURES[game])
    for figure in page(game, language).iter("figure"):
        assert [part.tag for part in figure] == ["figcaption"]
        assert text_of(figure).endswith(".")
        for letter in PANELS.get(figure.attrib["data-drawing"], ""):
            assert re.search(rf"\b{letter}\b", text_of(figure))


@EVERY_GAME
@EVERY_LANGUAGE
def test_the_tables_hold_the_same_numbers(game: str, language: Language) -> None:
    for name, section in sections(game, "en").items():
        mine = tables(sections(game, language)[name])
        for here, there in zip(tables(section), mine, strict=True):
            for row, other in zip(here, there, strict=True):
                assert list(map(numbers, row)) == list(map(numbers, other)), name


@EVERY_GAME
@EVERY_LANGUAGE
def test_the_sections_mention_the_same_numbers(game: str, language: Language) -> None:
    for name, section in sections(game, "en").items():
        mine = sections(game, language)[name]
        assert Counter(numbers(text_of(mine))) == Counter(numbers(text_of(section))), name


@EVERY_GAME
@EVERY_LANGUAGE
def test_eight_questions_are_answered(game: str, language: Language) -> None:
    (answers,) = sections(game, language)["faq"].iter("dl")
    assert [part.tag for part in answers] == ["dt", "dd"] * QUESTIONS
    assert all(text_of(question).endswith("?") for question in answers.iter("dt"))


@EVERY_GAME
@pytest.mark.parametrize("language", CODES[1:])
def test_no_sentence_is_left_in_english(game: str, language: Language) -> None:
    assert not _sentences(page(game, language)) & _sentences(page(game, "en"))


def _sentences(root: Element) -> set[str]:
    kinds = ("p", "li", "caption", "figcaption", "dt", "dd")
    return {text_of(found) for found in root.iter() if found.tag in kinds}
