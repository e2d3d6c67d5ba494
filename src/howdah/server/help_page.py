"""The help page: how to play at the table, in four languages.

The texts are in `help_pages/`. They quote the interface by names in braces, such as `{undo}`, which
are replaced by its messages in the reader's language.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final

from markupsafe import Markup

from howdah.ai.agents import AGENTS, agent_title
from howdah.games.registry import GAMES, game_class, plugin_for
from howdah.i18n import Language, translate, use_language
from howdah.table.panels import panels_for

LABELS: Final[dict[str, str]] = {
    # The home page
    "new-table-button": "New table",
    "your-games": "Your games",
    "finished-games": "Finished games",
    "replay": "Replay a saved game",
    # A lesson
    "do-it": "Do it for me",
    "skip-lesson": "Skip the lesson",
    "no-tips": "No more tips",
    # A new table
    "me": "Me or a friend on this device",
    "friend-link": "Friend (invite link)",
    "set-up": "Set-up",
    "first-game": "Fixed, for a first game",
    "screens": "Screens",
    "board": "Board",
    "heads": "Player 1's head (the others clockwise)",
    "starter": "Who starts",
    "stand-in": "If a player is away, the computer can step in",
    "after-10-minutes": "After 10 minutes",
    "after-1-hour": "After 1 hour",
    "after-1-day": "After 1 day",
    "never": "Never",
    "more-options": "More options",
    "begin": "Start",
    # A turn
    "buy": "Buy",
    "sell": "Sell",
    "build": "Build",
    "wait": "Wait for fortune",
    "end-turn": "End turn",
    "even": "even",
    "odd": "odd",
    "lock-in": "Lock in",
    "draw-lots": "Just draw lots",
    "turn-tile": "Turn the tile",
    "end-piece": "Place your end piece",
    "undo": "Undo",
    "redo": "Redo",
    "confirm": "Confirm turn",
    "take-back": "Take back my last turn",
    "try-again": "Try again from here",
    "take-backs": "with take-backs ({count})",
    "before-take-back": "The game before the take-back",
    # Around the table
    "invite": "Invite friends",
    "copy": "Copy",
    "share": "Share",
    "start-anyway": "Start without waiting",
    "let-play": "Let the computer play for {name}",
    "im-back": "I'm back",
    "zoom": "Zoom",
    "zoom-in": "Zoom in",
    "zoom-out": "Zoom out",
    "fit": "Show the whole board",
    "pan": "Move the board",
    "hold-zoom": "Keep this zoom",
    "replay-start": "Replay from the start",
    "skip": "Skip animation",
    "recap": "Show what happened since my last turn",
    "since": "Since your last turn",
    "log": "Log",
    "first": "First",
    "back": "Back",
    "forward": "Forward",
    "last": "Last",
    "back-to-game": "Back to the game",
    "next": "Next",
    "next-step": "Next step of the final scoring",
    "result": "Skip to the result",
    "rematch": "Rematch",
    "next-level": "Next level: {name}",
    "replay-game": "Replay",
    "new-game": "New game",
    # The menu
    "menu": "Menu",
    "move-seat": "Move this seat to another device",
    "auto": "Confirm my turns automatically",
    "go-to-board": "Go to your place on the board",
    "show-card": "Show what this is",
    "legend": "Legend",
    "go-and-use": "Select a site or button, then use it",
    "theme-light": "Light",
    "theme-dark": "Dark",
    "theme-system": "System",
    "speed": "Animation speed",
    "slow": "Slow",
    "normal": "Normal",
    "fast": "Fast",
    "off": "Off",
    "sound": "Sound",
    "fair-draws": "Fair draws",
    "download": "Download this game",
}
"""The messages that the page quotes, by their names in the texts.

They are not marked here: a message that the interface no longer has would stay in the catalogues.
"""
NAME: Final = re.compile(r"\{([\w-]+)\}")
HEADING: Final = re.compile(r'<section id="([\w-]+)">\s*<h2>(.*?)</h2>', re.DOTALL)


@dataclass(frozen=True)
class HelpPage:
    """The help page in one language, as HTML."""

    sections: Markup
    contents: tuple[tuple[str, str], ...]
    """The id and the heading of each section."""


@cache
def help_text(language: Language) -> str:
    """The text of the page as it is written, with names in braces for what it quotes.

    What is about one game is in the package of that game, in `help_pages/` too.
    """
    return _read("howdah.server", language).replace(
        "{games}", "\n".join(_read(plugin_for(game).package, language) for game in GAMES)
    )


def _read(package: str, language: Language) -> str:
    file = files(package) / "help_pages" / f"{language}.html"
    return file.read_text("utf-8") if file.is_file() else ""


@cache
def help_page(language: Language) -> HelpPage:
    """The page in a language, with the words of the interface filled in."""
    text = help_text(language)
    with use_language(language):
        filled = NAME.sub(lambda found: _quote(found[1]), text)
    return HelpPage(Markup(filled), tuple(HEADING.findall(text)))


def _quote(name: str) -> Markup:
    if name in LISTS:
        return LISTS[name]()
    label = NAME.sub("…", translate(LABELS[name]))
    return Markup("<b>{}</b>").format(label)


def _list_levels() -> Markup:
    """The levels of the computer as the page for a new table describes them."""
    levels = ((name, entry) for name, entry in AGENTS.items() if name.startswith("level:"))
    described = ((agent_title(name), translate(entry.description)) for name, entry in levels)
    return Markup('<ul class="levels">{}</ul>').format(_items(described))


def _list_quick_starts() -> Markup:
    """What the home page offers."""
    starts = (start for game in GAMES for start in panels_for(game).QUICK_STARTS)
    return _items((translate(start.title), translate(start.text)) for start in starts)


def _items(described: Iterable[tuple[str, str]]) -> Markup:
    item = Markup("<li><b>{}</b> \N{EN DASH} {}</li>")
    return Markup("").join(item.format(what, text) for what, text in described)


def _link_rules() -> Markup:
    """Links to the rules of all games."""
    link = Markup('<a href="/rules/{}">{}</a>')
    return Markup(", ").join(link.format(game, game_class(game).title) for game in GAMES)


def _link_lessons() -> Markup:
    """Links to the lessons of all games that have one."""
    link = Markup('<a href="/learn/{}">{}</a>')
    games = (game for game in GAMES if plugin_for(game).lesson is not None)
    titles = ((game, translate("Learn {game}", game=game_class(game).title)) for game in games)
    return Markup(", ").join(link.format(game, title) for game, title in titles)


LISTS: Final[dict[str, Callable[[], Markup]]] = {
    "lessons": _link_lessons,
    "levels": _list_levels,
    "quick-starts": _list_quick_starts,
    "rules": _link_rules,
}
"""What the page lists, by its name in the texts."""
