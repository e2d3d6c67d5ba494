"""The panels of Bombay Bazar: small, and every pile tells what it offers or why not."""

from __future__ import annotations

import json
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Any

from howdah.ai.match import play_match
from howdah.games.bazar.svg import symbols
from howdah.games.bazar.tiles import DESIGN_NAMES
from howdah.games.bazar.view import BazarView
from howdah.i18n import use_language
from howdah.i18n.translation import CODES
from howdah.table.create import new_seat
from howdah.table.event_log import EventLogCache
from howdah.table.frames import Draft, Viewpoint, draft_frame, frame
from howdah.table.model import Table
from tests.render.bazar_scenes import references

MOST = 20_000
USUAL = 13_300
"""Bytes of a frame of four players on the large board, with all its panels."""


class Elements(HTMLParser):
    """The elements of a panel with their attributes and texts."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.texts: dict[str, str] = {}
        self._id: str | None = None
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._id = dict(attrs).get("id")
        self.found.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        if self._id is not None:
            self.texts[self._id] = self.texts.get(self._id, "") + data


def positions() -> Iterator[tuple[Table, BazarView, dict[str, Any]]]:
    """A game of four, each position as the one who is to play sees it."""
    game = play_match("bazar", ["greedy"] * 4, seed="panels")
    seats = tuple(new_seat(name).seat for name in ("Ada", "Bhaskar", "Chitra", "Dev"))
    logs = EventLogCache()
    for length in range(len(game.actions) + 1):
        now = game.at(length)
        table = Table(
            id="t",
            game_name="bazar",
            rules=game.rules(),
            seats=seats,
            screens="hidden",
            version=length,
            game=now,
        )
        seat = table.to_play or 0
        view = now.view(seat)
        yield table, view, frame(table, Viewpoint(seat, "wide"), logs, at=length)


POSITIONS = list(positions())


def test_a_frame_is_small() -> None:
    sizes = [len(json.dumps(it, separators=(",", ":")).encode()) for _, _, it in POSITIONS]
    assert max(sizes) < MOST
    assert sum(sizes) / len(sizes) < USUAL


def test_every_pile_is_a_button_that_picks_a_tile_or_tells_why_not() -> None:
    for _, view, drawn in POSITIONS:
        if not view.legal_actions:
            continue
        panel = Elements(drawn["regions"]["actions"])
        buttons = {a["id"]: a for tag, a in panel.found if tag == "button"}
        for design in DESIGN_NAMES:
            button = buttons[f"pile-{design}"]
            assert str(view.piles[design]) in (button["aria-label"] or "")
            fitting = [it for it in view.legal_actions if it.startswith(f"place {design} ")]
            if fitting:
                assert button["data-pick"] == fitting[0]
                assert button["aria-pressed"] == "false"
                assert "aria-disabled" not in button
            else:
                assert button["aria-disabled"] == "true"
                assert panel.texts[button["aria-describedby"] or ""].strip()


def test_a_reason_is_sent_once_with_its_rule() -> None:
    for _, view, drawn in POSITIONS:
        html = drawn["regions"]["actions"]
        assert html.count("This tile doesn't fit here, whichever way you turn it.") <= 1
        gone = [design for design, count in view.piles.items() if not count]
        if gone and view.legal_actions:
            assert "No tiles of this kind left." in html
        for tag, attributes in Elements(html).found:
            if tag == "p" and attributes.get("id") in ("gone", "misfit", "at-end"):
                assert (attributes["data-rule"] or "").startswith("/rules/bazar#")


def test_a_picked_pile_is_pressed_and_its_tile_can_be_turned() -> None:
    table, view, _ = POSITIONS[6]
    pick = view.legal_actions[-1]
    html = draft_frame(table, Viewpoint(view.seat, "tall"), Draft(pick=pick))["regions"]["actions"]
    pressed = [a["id"] for _, a in Elements(html).found if a.get("aria-pressed") == "true"]
    assert pressed == [f"pile-{pick.split()[1]}"]


def test_labels_are_in_the_language_of_the_reader() -> None:
    table, _, _ = POSITIONS[3]
    seen = set()
    for language in CODES:
        with use_language(language):
            drawn = frame(table, Viewpoint(0, "wide"), EventLogCache(), at=3)
            seen.add(drawn["regions"]["actions"])
    assert len(seen) == len(CODES)


def test_whatever_a_panel_shows_is_defined() -> None:
    for _, _, drawn in POSITIONS:
        panels = drawn["regions"]["players"] + drawn["regions"]["actions"]
        assert references(panels) <= set(symbols())


def test_cards_name_the_lengths_and_who_is_to_play() -> None:
    for _, view, drawn in POSITIONS:
        cards = Elements(drawn["regions"]["players"])
        titles = [a["title"] for _, a in cards.found if a.get("role") == "img"]
        assert titles == [f"{p.name}'s trunk, length {p.length}" for p in view.players]
        current = [a["id"] for _, a in cards.found if a.get("aria-current")]
        assert current == ([f"card-{view.to_play}"] if view.to_play is not None else [])


def test_a_spectator_is_shown_no_piles() -> None:
    for table, _, _ in POSITIONS:
        drawn = frame(table, Viewpoint(None, "wide"), EventLogCache(), at=table.length)
        assert "pile-" not in drawn["regions"]["actions"]
