"""The pages around the table, requested without a browser."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

import howdah
from howdah.ai.agents import AGENTS
from howdah.ai.match import play_match
from howdah.i18n import LANGUAGES, Language, translate, use_language
from howdah.server.app import create_app
from howdah.server.settings import Settings
from tests.server.clients import draw_without_others

EVERY_LANGUAGE = pytest.mark.parametrize("language", LANGUAGES)
HTML = {"accept": "text/html"}


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    with TestClient(create_app(Settings(data=tmp_path)), follow_redirects=False) as found:
        yield found


@EVERY_LANGUAGE
@pytest.mark.parametrize(
    "path", ["/", "/new", "/new?game=bazar", "/rules/bombay", "/rules/bazar", "/help", "/nowhere"]
)
def test_every_page_speaks_the_language_of_the_browser(
    client: TestClient, path: str, language: Language
) -> None:
    page = client.get(path, headers={"accept-language": language, **HTML}).text
    lang = "pt-PT" if language == "pt" else language
    assert f'<html lang="{lang}"' in page
    with use_language(language):
        assert translate("New table") in page


@EVERY_LANGUAGE
def test_the_help_page_has_contents_that_lead_to_its_sections(
    client: TestClient, language: Language
) -> None:
    page = client.get("/help", headers={"accept-language": language, **HTML}).text
    links = re.findall(r'<li><a href="#([\w-]+)">', page)
    assert len(links) > 10
    assert links == re.findall(r'<section id="([\w-]+)">', page)


def test_help_is_one_click_away_and_a_draft_is_not_left_for_it(client: TestClient) -> None:
    for path in ("/", "/new", "/rules/bombay", "/rules/bazar", "/help", "/nowhere"):
        header, _, content = client.get(path, headers=HTML).text.partition("<main")
        assert '<a href="/help">' in header, path
        if path == "/" or path.startswith("/rules/"):
            assert 'href="/help"' in content, path
    table = client.post("/play", data={"game": "bombay", "players": "2"}).headers["location"]
    page = client.get(table).text
    assert re.findall(r'<a href="/help"[^>]*>', page) == [
        '<a href="/help" target="_blank" rel="noopener">'
    ]


def test_a_chosen_language_comes_before_the_browsers(client: TestClient) -> None:
    answer = client.post("/language", data={"language": "pl", "back": "/new?game=bazar"})
    assert answer.status_code == 303
    assert answer.headers["location"] == "/new?game=bazar"
    page = client.get("/", headers={"accept-language": "fr"}).text
    assert '<html lang="pl"' in page


def test_a_language_that_nobody_speaks_here_is_not_remembered(client: TestClient) -> None:
    answer = client.post("/language", data={"language": "xx", "back": "/"})
    assert "set-cookie" not in answer.headers


def test_the_light_is_remembered(client: TestClient) -> None:
    client.post("/theme", data={"theme": "dark", "back": "/"})
    assert 'data-theme="dark"' in client.get("/").text


@pytest.mark.parametrize(
    "back", ["https://elsewhere.example/", "//elsewhere.example", "/\\elsewhere.example", "new", ""]
)
def test_a_redirect_never_leads_to_another_site(client: TestClient, back: str) -> None:
    answer = client.post("/language", data={"language": "fr", "back": back})
    assert answer.headers["location"] == "/"


def test_one_click_lays_bombay_for_a_person_and_three_opponents(client: TestClient) -> None:
    answer = client.post("/play", data={"game": "bombay", "players": "4"})
    table = answer.headers["location"]
    assert answer.status_code == 303
    assert "HttpOnly" in answer.headers["set-cookie"]
    assert f"Path={table}" in answer.headers["set-cookie"]
    page = client.get(table).text
    assert 'data-seats="0"' in page
    assert page.count("(level 2)") == 3


@pytest.mark.parametrize("players", ["1", "2"])
def test_one_click_lays_bombay_bazar_without_medals(client: TestClient, players: str) -> None:
    answer = client.post("/play", data={"game": "bazar", "players": players})
    assert answer.status_code == 303
    assert 'id="pregame-log"' not in client.get(answer.headers["location"]).text


def test_a_new_table_of_bombay_bazar_has_medals_unless_others_are_chosen(
    client: TestClient,
) -> None:
    form = {"game": "bazar", "players": "2", "who-1": "agent:greedy"}
    for rules, is_there in (({}, True), ({"rule-starter": "random"}, False)):
        page = client.get(client.post("/new", data={**form, **rules}).headers["location"])
        assert ('id="pregame-log"' in page.text) == is_there


@pytest.mark.parametrize("players", ["0", "1", "6", "-1", "x", ""])
def test_a_number_of_players_that_does_not_fit_is_refused(client: TestClient, players: str) -> None:
    answer = client.post("/play", data={"game": "bombay", "players": players}, headers=HTML)
    assert answer.status_code == 422


def test_every_agent_of_the_registry_is_offered(client: TestClient) -> None:
    page = client.get("/new").text
    for name, entry in AGENTS.items():
        assert f'value="agent:{name}"' in page
        assert entry.description in page


def test_a_table_is_created_as_the_form_says(client: TestClient) -> None:
    answer = client.post(
        "/new",
        data={
            "game": "bombay",
            "players": "3",
            "who-0": "me",
            "name-0": "Ada",
            "who-1": "link",
            "name-1": "Bo",
            "who-2": "agent:random",
            "rule-edition": "pl",
            "rule-set_up": "first-game",
            "rule-client_limit": "16",
            "screens": "open",
        },
    )
    table = answer.headers["location"]
    draw_without_others(lambda path, body: client.post(path, json=body), table)
    record = client.get(f"{table}/record").json()
    assert record["rules"]["edition"] == "pl"
    assert record["rules"]["set_up"] == "first-game"
    assert record["rules"]["client_limit"] == 16
    assert [seat["name"] for seat in record["seats"]][:2] == ["Ada", "Bo"]
    assert record["seats"][2]["agent"] == "random"
    assert 'data-screens="open"' in client.get(table).text


@pytest.mark.parametrize(
    "wrong",
    [
        {"game": "chess"},
        {"players": "6"},
        {"who-1": "agent:nobody"},
        {"rule-board": "/etc/passwd"},
        {"rule-edition": "de"},
        {"rule-client_limit": "many"},
        {"rule-nonsense": "1"},
        {"screens": "torn"},
    ],
)
def test_the_error_of_a_wrong_form_is_shown_on_the_same_page(
    client: TestClient, wrong: dict[str, str]
) -> None:
    form = {"game": "bombay", "players": "2", "who-0": "me", "who-1": "agent:random", **wrong}
    answer = client.post("/new", data=form)
    assert answer.status_code == 422
    assert 'role="alert"' in answer.text


def _sent(text: str | bytes) -> dict[str, tuple[str, bytes, str]]:
    content = text.encode() if isinstance(text, str) else text
    return {"record": ("game.json", content, "application/json")}


@pytest.mark.parametrize("game", ["bombay", "bazar"])
def test_a_record_is_walked_through_at_a_table_of_its_own(client: TestClient, game: str) -> None:
    record = play_match(game, ["random", "random"], seed="1").record()
    answer = client.post("/records", files=_sent(str(record)))
    address = answer.headers["location"]
    assert address.endswith("?at=0")
    kept = client.get(f"{address.removesuffix('?at=0')}/record").text
    assert howdah.Record.parse(kept) == record


def test_a_record_of_a_game_that_is_not_over_is_not_played_on(client: TestClient) -> None:
    game = play_match("bombay", ["random", "random"], seed="1").at(30)
    address = client.post("/records", files=_sent(str(game.record()))).headers["location"]
    table = address.removesuffix("?at=0")
    assert client.get(f"{table}/record").json()["actions"] == list(game.record().actions)


@pytest.mark.parametrize("text", ["", "{", "[]", '{"format": "other"}', b"\xff\xfe", "null"])
def test_a_file_that_is_no_record_is_refused_with_a_sentence(
    client: TestClient, text: str | bytes
) -> None:
    answer = client.post("/records", files=_sent(text), headers=HTML)
    assert answer.status_code == 422
    assert "<h1>" in answer.text


@EVERY_LANGUAGE
@pytest.mark.parametrize("game", ["bombay", "bazar"])
def test_every_figure_of_the_rules_is_drawn(
    client: TestClient, game: str, language: Language
) -> None:
    page = client.get(f"/rules/{game}", headers={"accept-language": language}).text
    figures = re.findall(r'<figure data-drawing="[\w-]+">(.{4})', page)
    assert len(figures) >= 4
    assert set(figures) == {"<svg"}


@EVERY_LANGUAGE
@pytest.mark.parametrize("game", ["bombay", "bazar"])
def test_the_contents_of_the_rules_lead_to_every_section_in_order(
    client: TestClient, game: str, language: Language
) -> None:
    page = client.get(f"/rules/{game}", headers={"accept-language": language}).text
    contents, sections = page.split('<nav class="contents"')[1].split("</nav>")
    linked = re.findall(r'<a href="#([\w-]+)">([^<]+)</a>', contents)
    assert len(linked) >= 8
    assert linked == re.findall(r'<section id="([\w-]+)">\s*<h2>([^<]+)</h2>', sections)


@pytest.mark.parametrize(
    "path",
    [
        "/colours/none.css",
        "/pictures/chess.en.light.svg",
        "/pictures/bombay.xx.dark.svg",
        "/pictures/bombay.en.neon.svg",
        "/art/chess.svg",
        "/rules/go",
    ],
)
def test_what_is_not_there_is_not_found(client: TestClient, path: str) -> None:
    assert client.get(path).status_code == 404


def test_a_page_forbids_requests_to_other_sites(client: TestClient) -> None:
    headers = client.get("/").headers
    assert "default-src 'self'" in headers["content-security-policy"]
    assert headers["referrer-policy"] == "same-origin"


def test_no_page_names_another_host(client: TestClient) -> None:
    for path in ("/", "/new", "/rules/bombay", "/rules/bazar"):
        addresses = re.findall(r'(?:src|href|action)="([^"]+)"', client.get(path).text)
        assert addresses
        assert all(address.startswith(("/", "#", "?")) for address in addresses)


def test_a_wrong_seat_link_opens_nothing(client: TestClient) -> None:
    table = client.post("/play", data={"game": "bombay", "players": "2"}).headers["location"]
    answer = client.get(f"{table}/seat/wrong", headers=HTML)
    assert answer.status_code == 403
    assert "set-cookie" not in answer.headers


def test_a_game_may_bring_a_stylesheet_of_its_own_after_the_shared_one(client: TestClient) -> None:
    page = client.get("/rules/bazar").text
    shared, own = page.index("/static/howdah.css?"), page.index("/colours/bazar.css?")
    assert shared < own, "rules of the same specificity: those of the game win"
    assert ".piles " in client.get("/colours/bazar.css").text
    assert ".piles " not in client.get("/colours/bombay.css").text


def test_the_page_of_a_table_names_every_script_that_it_will_load(client: TestClient) -> None:
    page = client.post("/play", data={"game": "bombay", "players": "2"}, follow_redirects=True).text
    preloaded = re.findall(r'<link rel="modulepreload" href="/static/(\w+\.js)">', page)
    scripts = ["table.js", *preloaded]
    imported = {
        name
        for script in scripts
        for name in re.findall(r'from "\./(\w+\.js)"', client.get(f"/static/{script}").text)
    }
    assert {"drafts.js", "board.js"} < imported
    assert imported <= set(preloaded)


@EVERY_LANGUAGE
@pytest.mark.parametrize("path", ["/play", "/records", "/t/none?at=x"])
def test_an_address_that_no_page_has_is_refused_in_the_language_of_the_browser(
    client: TestClient, path: str, language: Language
) -> None:
    page = client.get(path, headers={"accept-language": language, **HTML}).text
    with use_language(language):
        assert f"<h1>{translate('Invalid request.')}</h1>" in page


@EVERY_LANGUAGE
def test_the_players_in_the_pictures_have_names(client: TestClient, language: Language) -> None:
    for game in ("bombay", "bazar"):
        picture = client.get(f"/pictures/{game}.{language}.light.svg").text
        assert "Anjali" in picture
        assert "random" not in picture
