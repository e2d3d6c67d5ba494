"""Find what a page says to a reader in English, or by an id of the program.

A word is English if the English texts have it and those of the reader's language never do, so no
word has to be listed by hand but those that a careless translation may bring into both.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Final

from babel.messages.catalog import Catalog
from playwright.sync_api import Page
from tools.write_catalogues import messages, read

from howdah.ai.agents import AGENTS
from howdah.games.registry import GAMES, game_class
from howdah.i18n import Language
from howdah.i18n.translation import SOURCE, rules_page
from howdah.server.help_page import help_text

PLACEHOLDER: Final = re.compile(r"\{[\w-]+\}")
WORD: Final = re.compile(r"[^\W\d_]{2,}")
TYPED: Final = re.compile(r"\bhowdah play --lan\b| \((?:Home|End)\)$")
"""What one types is the same in all languages: a command, and the name of a key."""
STOP_WORDS: Final = frozenset(
    re.findall(
        r"\w+",
        "and are cannot from game has have is it its not of player players that the their there "
        "they this tile tiles turn when which who with you your",
    )
)
"""English words that are none in French, Portuguese and Polish, wherever they stand."""
RAW_ID: Final = re.compile(
    r"(?<![\w-])(?:[a-z]+_[a-z_]+|(?:seat|level)[ :]\d|hexagon-\d+|rectangle-\w+|first-game|"
    r"end-piece|move [A-H]\d?|place \d\d|restock [ypbo]+|query\.\w+|body\.\w+|"
    r"(?:sell|build|take) (?:yellow|purple|blue|orange)|undefined|NaN|None|null|\[object)(?!\w)"
)
"""Ids of options, boards and agents, actions as records write them, and values that are missing."""
SEPARATOR: Final = re.compile(" [·/\N{EN DASH}] |, |: ")

TEXTS: Final = """() => {
  const found = new Set();
  const foreign = "script, style, code, kbd, noscript, [lang=en], .keys dt";
  const add = (text) => text?.trim() && found.add(text.trim().replace(/[ \\n]+/g, " "));
  add(document.title);
  const nodes = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_TEXT);
  while (nodes.nextNode()) {
    if (!nodes.currentNode.parentElement.closest(foreign)) add(nodes.currentNode.data);
  }
  const names = ["title", "aria-label", "aria-description", "placeholder", "alt"];
  names.push("data-why", "data-holds", "data-partly", "data-broken", "data-unknown");
  for (const name of names) {
    for (const one of document.querySelectorAll(`[${name}]`)) {
      if (!one.closest(foreign)) add(one.getAttribute(name));
    }
  }
  const buttons = document.querySelectorAll("input[type=submit], input[type=button]");
  for (const one of buttons) add(one.value);
  add(document.querySelector("meta[name=description]")?.content);
  const sentences = Object.values(JSON.parse(document.body.dataset.messages ?? "{}"));
  for (const one of sentences) add(one.replace(/\\{\\w+\\}/g, "X"));
  return [...found];
}"""
"""All that a page says: texts, also hidden ones, and the attributes that people see or hear."""


def page_texts(page: Page) -> list[str]:
    """All texts of a page, with those of the pictures that it shows."""
    texts: list[str] = page.evaluate(TEXTS)
    sources = page.evaluate("[...document.images].map((image) => image.currentSrc)")
    return [*texts, *(text for source in sources for text in _picture_texts(page, source))]


def _picture_texts(page: Page, source: str) -> list[str]:
    svg = re.sub(r"<style.*?</style>", "", page.request.get(source).text(), flags=re.S)
    return [text for text in re.findall(r">([^<>]+)<", svg) if text.strip()]


def find_untranslated(text: str, language: Language) -> list[str]:
    """What is wrong with a text for readers of a language: English, an id, an open placeholder."""
    plain = TYPED.sub("", text)
    return [
        *(f"message {part!r}" for part in _parts(plain) if _is_message(part, language)),
        *(f"id {found[0]!r}" for found in RAW_ID.finditer(plain)),
        *(f"id {name!r}" for name in _names_of_ids() if _contains(plain, name)),
        *(f"word {word!r}" for word in _words(plain) if word in _english_words(language)),
        *(f"placeholder {found[0]}" for found in PLACEHOLDER.finditer(plain)),
    ]


def _parts(text: str) -> set[str]:
    """A text, and what its punctuation joins: a key in parentheses, several messages in a line."""
    return {text, re.sub(r" \([^)]*\)$", "", text), *SEPARATOR.split(text)}


def _contains(text: str, name: str) -> bool:
    return name in text and re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", text) is not None


@cache
def _names_of_ids() -> tuple[str, ...]:
    """The ids that are one word, as they are written: `deccan` is one, and Deccan a name."""
    kinds = [game_class(game) for game in GAMES]
    settings = [setting for kind in kinds for setting in kind.settings]
    choices = [str(choice) for setting in settings for choice in setting.choices]
    boards = [board for kind in kinds for board in kind.boards]
    names = {*(setting.name for setting in settings), *choices, *boards, *AGENTS}
    return tuple(sorted(name for name in names if len(name) > 3))


# The words and the messages of a language


@cache
def _catalogue(language: Language) -> Catalog:
    return read(language)


@cache
def _english_words(language: Language) -> frozenset[str]:
    english = frozenset(word for text in _english_texts() for word in _words(text))
    return english - vocabulary(language) | STOP_WORDS


@cache
def vocabulary(language: Language) -> frozenset[str]:
    """All words of the messages and pages of a language."""
    return frozenset(word for text in _texts_of(language) for word in _words(text))


def _words(text: str) -> Iterator[str]:
    return (word.lower() for word in WORD.findall(PLACEHOLDER.sub(" ", text)))


def _english_texts() -> list[str]:
    ids = [text for message in messages() if message.id for text in _strings(message.id)]
    return [*ids, *_pages(SOURCE)]


def _texts_of(language: Language) -> list[str]:
    said = [
        text for message in _catalogue(language) if message.id for text in _strings(message.string)
    ]
    return [*(TYPED.sub("", text) for text in said), *_pages(language)]


def _pages(language: Language) -> list[str]:
    """The texts of the rules and the help, and of nothing that is the same in all languages."""
    pages = [*(rules_page(game, language) for game in GAMES), help_text(language)]
    return [re.sub(r"<(code|kbd|svg)\b.*?</\1>|<[^>]*>", " ", html, flags=re.S) for html in pages]


def _strings(found: str | Sequence[str] | None) -> list[str]:
    return [found] if isinstance(found, str) else list(found or ())


def _is_message(text: str, language: Language) -> bool:
    plain, pattern = _untranslated_messages(language)
    return text in plain or pattern.fullmatch(text) is not None


@cache
def _untranslated_messages(language: Language) -> tuple[frozenset[str], re.Pattern[str]]:
    """The English messages that say something else in a language: as they are, and as a pattern."""
    said = {
        text for message in _catalogue(language) if message.id for text in _strings(message.string)
    }
    titles = {game_class(game).title for game in GAMES}
    english = {text for m in messages() if m.id for text in _strings(m.id)} - said - titles
    meaningful = {text for text in english if any(len(word) > 2 for word in _words(text))}
    patterns = sorted(_pattern(text) for text in meaningful if PLACEHOLDER.search(text))
    plain = frozenset(text for text in meaningful if not PLACEHOLDER.search(text))
    return plain, re.compile("|".join(patterns))


def _pattern(message: str) -> str:
    """What a message looks like when its placeholders are filled."""
    return ".+".join(map(re.escape, PLACEHOLDER.split(message)))
