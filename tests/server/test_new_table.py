"""The page for a new table: presets, faces, and a form that keeps what was entered."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Final

import pytest
from fastapi.testclient import TestClient

from howdah.ai.agents import AGENTS
from howdah.games.registry import GAMES
from howdah.render.opponents import face_ids, faces_sheet
from howdah.server.app import create_app
from howdah.server.routes.table_creation import AGENT_NAMES
from howdah.server.settings import Settings
from howdah.table.faces import agent_face
from howdah.table.presets import AGENT, Preset, new_table_facet_for
from tests.server.clients import draw_without_others

PRESETS: Final = [
    pytest.param(game, preset, id=f"{game}-{preset.key}")
    for game in GAMES
    for facet in [new_table_facet_for(game)]
    if facet is not None
    for preset in facet.PRESETS
]


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    with TestClient(create_app(Settings(data=tmp_path)), follow_redirects=False) as found:
        yield found


class FormReader(HTMLParser):
    """The fields of the form as a browser would send them, and which details are open."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.fields: dict[str, str] = {}
        self.opened: set[str] = set()
        self._select = ""
        self._is_in_form = False
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        if tag == "form":
            self._is_in_form = found["action"] == "/new"
        if tag == "details" and "open" in found:
            self.opened.add(found["class"])
        if not self._is_in_form:
            return
        if tag == "input" and (found.get("type") != "radio" or "checked" in found):
            self.fields[found["name"]] = found.get("value", "")
        if tag == "select":
            self._select = found["name"]
        if tag == "option" and ("selected" in found or self._select not in self.fields):
            self.fields[self._select] = found["value"]


def create_from(client: TestClient, form: dict[str, str]) -> str:
    """The path of the table of a form, with its set-up drawn."""
    table = client.post("/new", data=form).headers["location"]
    draw_without_others(lambda path, body: client.post(path, json=body), table)
    return table


@pytest.mark.parametrize(("game", "preset"), PRESETS)
def test_every_preset_creates_a_table_that_starts(
    client: TestClient, game: str, preset: Preset
) -> None:
    form = FormReader(client.get(f"/new?game={game}&preset={preset.key}").text).fields
    table = create_from(client, form)
    page = client.get(table).text
    screens = preset.screens if "screens" in form else "open"
    assert f'data-screens="{screens}"' in page
    if form.get("rule-starter") == "medals":
        assert 'id="pregame-log"' in page
        return
    record = client.get(f"{table}/record").json()
    agents = [who.removeprefix(AGENT) if who.startswith(AGENT) else None for who in preset.seats]
    assert [seat.get("agent") for seat in record["seats"]] == agents
    assert record["rules"].items() >= preset.rules.items()


def test_the_chosen_preset_is_marked_alone_and_says_what_is_unusual(client: TestClient) -> None:
    page = client.get("/new?game=bazar&preset=duel").text
    assert re.findall(r'id="preset-([\w-]+)" aria-current', page) == ["duel"]
    (unusual,) = re.findall(r'class="unusual"[^>]*>(.*?)</summary>', page)
    found = re.findall("<span>([^<]+)</span>", unusual)
    assert found == ["Board: Medium (37 spaces)", "Who starts: Random"]


def test_an_unknown_preset_is_the_usual_form(client: TestClient) -> None:
    usual, unknown = (client.get(path).text for path in ("/new", "/new?preset=x"))
    assert FormReader(unknown).fields == FormReader(usual).fields


def test_a_refused_form_keeps_what_was_entered(client: TestClient) -> None:
    entered = FormReader(client.get("/new?game=bombay").text).fields | {
        "players": "3",
        "who-1": "link",
        "name-1": 'Bo "the" <Great>',
        "who-2": "agent:level:6",
        "rule-set_up": "first-game",
        "rule-client_limit": "999999999",
        "screens": "open",
        "stand-in": "never",
    }
    answer = client.post("/new", data=entered)
    assert answer.status_code == 422
    found = FormReader(answer.text)
    assert found.fields == entered
    assert "more-options" in found.opened, "the refusal is about an option"


def test_a_choice_that_there_is_not_falls_back_to_the_usual_one(client: TestClient) -> None:
    form = {"game": "bazar", "players": "9", "who-1": "agent:nobody", "rule-board": "x"}
    found = FormReader(client.post("/new", data=form).text)
    assert found.fields["players"] == "2"
    assert found.fields["who-1"] == "agent:level:2"
    assert found.fields["rule-board"] == "hexagon-61"


def test_the_name_of_a_computer_is_shown_before_one_meets_it(client: TestClient) -> None:
    page = client.get("/new?preset=champion").text
    assert re.search(rf'name="name-1"[^>]* placeholder="{AGENT_NAMES[1]}"', page)
    form = FormReader(page).fields
    record = client.get(f"{create_from(client, form)}/record").json()
    assert record["seats"][1]["name"] == AGENT_NAMES[1]


def test_every_agent_has_a_face_of_its_own() -> None:
    faces = [str(agent_face(agent)) for agent in AGENTS]
    assert len(set(faces)) == len(AGENTS)
    for face in (*faces, str(agent_face("champion:0.5s")), str(agent_face("uct:100"))):
        (name,) = re.findall(r"#([\w-]+)", face)
        assert name in face_ids()


def test_the_faces_need_no_stylesheet(client: TestClient) -> None:
    assert "var(" not in faces_sheet()
    answer = client.get("/faces.svg")
    assert answer.headers["content-type"] == "image/svg+xml"
    assert answer.text.count("<symbol id=") == len(face_ids())
