"""The help page is the same in every language, quotes the interface and tells true numbers."""

from __future__ import annotations

import re
import shlex
from argparse import ArgumentParser
from collections import Counter
from functools import cache
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import pytest
from tools.write_catalogues import messages

from howdah.ai.agents import AGENTS, default_agent
from howdah.cli import play, serve
from howdah.cli.run_server import DEFAULT_PORT
from howdah.games.bazar.medals import MEDALS
from howdah.games.bombay.rules import STARS
from howdah.games.registry import GAMES, game_class, plugin_for
from howdah.i18n import LANGUAGES, Language, translate, use_language
from howdah.i18n.translation import CODES, SOURCE
from howdah.server.help_page import LABELS, LISTS, NAME, help_page, help_text
from howdah.server.responses import STATIC, THEMES
from howdah.server.routes.table_form import STAND_IN_CHOICES
from howdah.table.panels import panels_for
from howdah.table.seed_sharing import SECONDS_TO_COME
from howdah.table.stand_ins import ABSENCE, STAND_IN

EVERY_LANGUAGE = pytest.mark.parametrize("language", CODES)
FOREIGN = pytest.mark.parametrize("language", [code for code in CODES if code != SOURCE])
ALLOWED: dict[str, set[str]] = {
    "section": {"id"},
    "th": {"scope"},
    "a": {"href"},
    **{name: set() for name in ("h2", "p", "ul", "ol", "li", "strong", "code", "kbd")},
    **{name: set() for name in ("table", "caption", "thead", "tbody", "tr", "td")},
}
"""The elements of a text, and their attributes."""
BLOCKS = ("p", "li", "h2", "caption", "th", "td")
PAGES = {"/"}
COMMANDS = {
    "commit": "confirm",
    "zoomIn": "zoom-in",
    "zoomOut": "zoom-out",
    "board": "go-to-board",
    "tryAgain": "try-again",
    "step": "next-step",
    "card": "show-card",
}
"""The commands of the script that the page knows by another name."""
ARROWS = {"←": "ArrowLeft", "→": "ArrowRight", "↑": "ArrowUp", "↓": "ArrowDown"}
NUMBER_WORDS = ("no", "one", "two", "three", "four")
MINUTE = 60


@cache
def page(language: Language) -> Element:
    return ElementTree.fromstring(f"<page>{help_text(language)}</page>")


def section(language: Language, name: str) -> Element:
    (found,) = page(language).iterfind(f"section[@id='{name}']")
    return found


def ids(language: Language) -> list[str]:
    return [found.attrib["id"] for found in page(language).iterfind("section")]


def text_of(element: Element) -> str:
    return " ".join("".join(element.itertext()).split())


def names_in(element: Element) -> list[str]:
    """What an element quotes, by name."""
    return NAME.findall(text_of(element))


def numbers_in(element: Element) -> list[int]:
    return [int(found) for found in re.findall(r"\d+", NAME.sub("", text_of(element)))]


@EVERY_LANGUAGE
def test_a_text_is_an_introduction_and_sections_in_plain_markup(language: Language) -> None:
    introduction, *sections = page(language)
    assert introduction.tag == "p"
    assert {element.tag for element in sections} == {"section"}
    assert all([part.tag for part in element].count("h2") == 1 for element in sections)
    assert all(element[0].tag == "h2" for element in sections)
    for element in page(language).iter():
        if element.tag != "page":
            assert set(element.attrib) == ALLOWED[element.tag], element.tag
    assert "&" not in help_text(language)


@EVERY_LANGUAGE
def test_links_lead_to_a_section_or_a_page_of_the_site(language: Language) -> None:
    links = [link.attrib["href"] for link in page(language).iter("a")]
    assert set(links) <= {f"#{name}" for name in ids(language)} | PAGES
    for link in page(language).iterfind(".//section//a[@href='#away']"):
        assert text_of(link) == text_of(section(language, "away")[0])


@FOREIGN
def test_all_languages_are_built_alike(language: Language) -> None:
    assert ids(language) == ids(SOURCE)
    for name in ids(SOURCE):
        here, there = section(language, name), section(SOURCE, name)
        assert [part.tag for part in here.iter()] == [part.tag for part in there.iter()], name


@FOREIGN
def test_all_languages_quote_the_same_and_tell_the_same_numbers(language: Language) -> None:
    for name in ids(SOURCE):
        here, there = section(language, name), section(SOURCE, name)
        assert Counter(names_in(here)) == Counter(names_in(there)), name
        assert Counter(numbers_in(here)) == Counter(numbers_in(there)), name


@FOREIGN
def test_no_sentence_is_left_in_english(language: Language) -> None:
    assert not _sentences(language) & _sentences(SOURCE)


def _sentences(language: Language) -> set[str]:
    """The texts of the page that are more than words of the interface."""
    blocks = [found for found in page(language).iter() if found.tag in BLOCKS]
    texts = {text_of(found) for found in blocks if found.find("kbd") is None}
    return {text for text in texts if re.search(r"\w{3}", NAME.sub("", text))}


def test_every_quoted_label_is_a_message_of_the_interface() -> None:
    known = {message.id for message in messages()}
    assert sorted(label for label in LABELS.values() if label not in known) == []


@EVERY_LANGUAGE
def test_a_text_quotes_every_label_and_nothing_else(language: Language) -> None:
    assert {*names_in(page(language))} == {*LABELS, *LISTS}


@EVERY_LANGUAGE
def test_the_page_shows_the_labels_in_its_language(language: Language) -> None:
    shown = help_page(language).sections
    with use_language(language):
        assert f"<b>{translate(LABELS['undo'])}</b>" in shown
        before, _, after = translate(LABELS["let-play"]).partition("{name}")
    assert f"<b>{before}…{after}</b>" in shown
    assert "{" not in shown


@EVERY_LANGUAGE
def test_the_contents_name_every_section(language: Language) -> None:
    found = [(one.attrib["id"], text_of(one[0])) for one in page(language).iterfind("section")]
    contents = help_page(language).contents
    assert [(name, " ".join(heading.split())) for name, heading in contents] == found


@EVERY_LANGUAGE
def test_every_level_is_described_as_for_a_new_table(language: Language) -> None:
    levels = [name for name in AGENTS if name.startswith("level:")]
    shown = help_page(language).sections.unescape()
    with use_language(language):
        for name in levels:
            assert translate(AGENTS[name].description) in shown
    usual = {default_agent(game) for game in GAMES}
    assert len(usual) == 1
    expected = [len(levels), int(usual.pop().removeprefix("level:"))]
    assert numbers_in(section(language, "computers")) == expected


@EVERY_LANGUAGE
def test_every_quick_start_is_listed(language: Language) -> None:
    shown = help_page(language).sections.unescape()
    with use_language(language):
        for start in (start for game in GAMES for start in panels_for(game).QUICK_STARTS):
            assert f"<b>{translate(start.title)}</b> \N{EN DASH} {translate(start.text)}" in shown


@pytest.mark.parametrize("game", GAMES)
def test_a_quick_start_has_as_many_computers_as_it_says(game: str) -> None:
    for start in panels_for(game).QUICK_STARTS:
        computers = re.search(r"against (\w+) computer", start.text)
        word = computers[1] if computers else "no"
        assert NUMBER_WORDS.index(word) == start.players - 1


@EVERY_LANGUAGE
def test_every_game_has_a_section_and_a_link_to_its_rules(language: Language) -> None:
    assert set(GAMES) <= set(ids(language))
    for game in GAMES:
        assert f'href="/rules/{game}"' in help_page(language).sections


@EVERY_LANGUAGE
def test_stars_and_medals_are_those_of_the_rules(language: Language) -> None:
    assert numbers_in(section(language, "bombay")) == [STARS]
    assert numbers_in(section(language, "bazar")) == [*range(1, MEDALS + 1)]


@EVERY_LANGUAGE
def test_turns_are_confirmed_automatically_in_bombay_bazar_alone(language: Language) -> None:
    assert ("auto" in names_in(section(language, "bombay"))) != plugin_for(
        "bombay"
    ).confirms_by_itself
    assert "confirmed automatically" in text_of(section(SOURCE, "bazar"))
    assert plugin_for("bazar").confirms_by_itself


@EVERY_LANGUAGE
def test_the_medals_decide_unless_another_starter_is_chosen(language: Language) -> None:
    (starter,) = (one for one in game_class("bazar").settings if one.name == "starter")
    assert starter.default == "medals"
    assert "starter" in names_in(section(language, "bazar"))


@EVERY_LANGUAGE
def test_the_shortcuts_are_those_of_the_table(language: Language) -> None:
    script = (STATIC / "table.js").read_text("utf-8")
    (listed,) = re.findall(r"const KEYS = \{(.*?)\n\}", script, re.DOTALL)
    in_script = {
        key: COMMANDS.get(command, command)
        for key, command in re.findall(r'"?([\w+?-]+)"?: "(\w+)"', listed)
    }
    rows = [*section(language, "keys").iterfind("table/tbody/tr")]
    listed = {text_of(row[0]): names_in(row[1]) for row in rows}
    assert listed.pop("Tab, Enter") == ["go-and-use"]
    assert listed.pop("Shift + ← ↑ → ↓") == ["pan"]
    on_page = {_key(key): name for key, (name,) in listed.items()}
    assert on_page == in_script


@EVERY_LANGUAGE
def test_the_keys_of_the_board_are_those_that_its_script_knows(language: Language) -> None:
    script = (STATIC / "board_grid.js").read_text("utf-8")
    (listed,) = re.findall(r"const WALK = \{(.*?)\n\}", script, re.DOTALL)
    in_script = {*re.findall(r"(\w+): \(", listed), "Enter"}
    items = section(language, "keys").iterfind("ul/li")
    on_page = [_key(text_of(key)) for item in items for key in item.iter("kbd")]
    assert sorted(on_page) == sorted(in_script)


def _key(shown: str) -> str:
    """A key as the browser names it."""
    return ARROWS.get(shown, shown.lower() if len(shown) == 1 else shown.replace(" ", ""))


@EVERY_LANGUAGE
def test_the_speeds_and_themes_are_those_that_one_can_choose(language: Language) -> None:
    script = (STATIC / "preferences.js").read_text("utf-8")
    (listed,) = re.findall(r"const STEP_TIMES = \{(.*?)\}", script)
    speeds = re.findall(r"(\w+):", listed)
    quoted = names_in(section(language, "settings"))
    assert [name for name in quoted if name in speeds] == speeds
    themes = {name.removeprefix("theme-") for name in quoted if name.startswith("theme-")}
    assert themes == {theme.replace("auto", "system") for theme in THEMES}


def test_every_language_of_the_site_is_named() -> None:
    named = {"en": "English", "fr": "French", "pt": "Portuguese", "pl": "Polish"}
    assert set(named) == set(LANGUAGES)
    assert all(name in text_of(section(SOURCE, "settings")) for name in named.values())


@EVERY_LANGUAGE
def test_the_times_of_absent_players_are_those_of_the_table(language: Language) -> None:
    level = int(STAND_IN.removeprefix("level:"))
    assert numbers_in(section(language, "away")) == [ABSENCE // MINUTE, level]
    choices = [name for name in names_in(section(language, "away")) if name in LABELS][2:]
    assert [LABELS[name] for name in choices] == [*STAND_IN_CHOICES.values()]
    assert next(iter(STAND_IN_CHOICES)) == f"{ABSENCE:g}"
    assert numbers_in(section(language, "fair-draws")) == [SECONDS_TO_COME // MINUTE]


@EVERY_LANGUAGE
def test_the_home_page_remembers_as_many_tables_as_the_page_says(language: Language) -> None:
    script = (STATIC / "preferences.js").read_text("utf-8")
    (kept,) = re.findall(r"\.slice\(0, (\d+)\)", script)
    assert numbers_in(section(language, "save")) == [int(kept)]


@EVERY_LANGUAGE
def test_every_command_can_be_typed(language: Language) -> None:
    commands = [text_of(found) for found in section(language, "host").iter("code")]
    parsers = {"play": play, "serve": serve}
    for command in commands:
        program, name, *arguments = shlex.split(command)
        parser = ArgumentParser()
        parsers[name].add_arguments(parser)
        chosen = parser.parse_args(arguments)
        assert program == "howdah"
        assert chosen.port in (None, DEFAULT_PORT)
    assert len(commands) == 3


def test_french_has_a_narrow_space_before_every_double_sign() -> None:
    text = text_with_spaces("fr")
    assert re.findall(r".{12}(?<!\u202f)[:;!?»]", text) == []
    assert "'" not in text


def test_polish_keeps_one_letter_words_with_the_next() -> None:
    assert re.findall(r"\b[aiouwzAIOUWZ]\s(?<!\u00a0).{12}", text_with_spaces("pl")) == []


def text_with_spaces(language: Language) -> str:
    return "".join(page(language).itertext())
