"""A table promises its seed before play, keeps it secret, and reveals it when the game is over."""

from __future__ import annotations

import json
import random
import re
from dataclasses import replace
from html import unescape
from pathlib import Path
from typing import Any

import pytest

import howdah
from howdah.cli.main import main
from howdah.core.jsonio import Json
from howdah.i18n import LANGUAGES, Language, translate, use_language
from howdah.provable_draws import Proof, check_draws, commitment, commitment_meta, proof_meta
from howdah.server.tables.fairness import meta_of, proof_of
from howdah.server.tables.model import restore_table, store_new_table
from howdah.store.store import StoredTurn
from howdah.table.create import NewTable, new_seat
from tests.golden.files import FOLDER
from tests.server.clients import (
    AppClient,
    TableClient,
    bearer,
    create_table,
    open_client,
    open_live_client,
    play_medals,
    play_on,
    table_body,
)
from tests.server.test_secrets import secrets_of
from tests.server.test_whole_games import NAMES, TABLES

NO_DRAWS = {"starter": "seat 0", "board": "hexagon-19"}
"""The rules of a short game in which nothing is drawn."""
STEPS = re.compile(r'data-step="(\w+)"')
"""What a page checks when the game is over; tests/browser has the page do it."""


def fair_page(table: TableClient, **headers: str) -> str:
    """The text about its draws in the menu of a table."""
    answer = table.client.get(f"/t/{table.id}/fair", headers=headers)
    assert answer.status_code == 200
    return unescape(answer.text)


def finished(client: AppClient, game: str, players: int, **more: Any) -> TableClient:
    """A table at which people have played a whole game."""
    table, choice = create_table(client, game, *NAMES[:players], **more), random.Random(players)
    play_medals(table, choice)
    play_on(table, choice)
    return table


# The promise


@pytest.mark.parametrize("game", ["bombay", "bazar"])
def test_the_creator_of_a_table_gets_a_commitment_to_its_seed(client: AppClient, game: str) -> None:
    created = client.post("/api/tables", json=table_body(game, "Ada", "Bo")).json()
    table = TableClient(client, created["id"], tuple(seat["token"] for seat in created["seats"]))
    (seed,) = secrets_of(client, table)
    assert created["commitment"] == commitment(seed)
    for seat in (None, 0, 1):
        seen = table.state(seat)
        assert (seen["commitment"], seen["seed"]) == (commitment(seed), None)


def test_the_record_of_a_running_game_carries_the_promise_alone(client: AppClient) -> None:
    table = create_table(client, "bombay", "Ada", "Bo")
    fair = {"commitment": table.state()["commitment"]}
    assert table.record()["meta"] == {"fair": fair}
    page = fair_page(table)
    assert fair["commitment"] in page
    assert "The seed is shown when the game is over" in page


def test_two_tables_have_different_seeds(client: AppClient) -> None:
    places = [create_table(client, "bazar", "Ada", rules=NO_DRAWS) for _ in range(5)]
    assert len({table.state()["commitment"] for table in places}) == 5


# The secret


def everything(table: TableClient) -> list[str]:
    """Every byte that anyone gets of a table by its pages and its interface."""
    paths = [table.path, f"{table.path}/record"]
    paths += [f"/t/{table.id}{path}" for path in ("", "?at=0", "/record", "/fair")]
    answers = [table.client.get(path) for path in paths]
    looks = [json.dumps(table.state(seat)) for seat, token in enumerate(table.tokens) if token]
    return [*looks, *(f"{answer.headers}\n{answer.text}" for answer in answers)]


def by_sockets(folder: Path, table: TableClient) -> list[str]:
    """Every byte that someone who follows a table gets."""
    asked = [{"ask": "log"}, *({"ask": ask, "shape": "wide"} for ask in ("scene", "frame"))]
    with open_live_client(folder) as live_client:
        with live_client.websocket_connect(f"{table.path}/live") as socket:
            found = [socket.receive_text() for _ in range(table.version)]
        with live_client.websocket_connect(f"/t/{table.id}/live") as socket:
            found.append(socket.receive_text())
            for question in asked:
                socket.send_json(question)
                found.append(socket.receive_text())
    return found


@pytest.mark.parametrize(("game", "players"), [("bombay", 2), ("bazar", 2)])
def test_the_seed_is_nowhere_while_the_game_runs(
    client: AppClient, game: str, players: int
) -> None:
    table, choice = create_table(client, game, *NAMES[:players]), random.Random(21)
    (seed,) = secrets_of(client, table)
    found = everything(table)
    play_medals(table, choice)
    play_on(table, choice, turns=3)
    found += by_sockets(client.folder, table)
    while not table.is_over():
        found += everything(table)
        play_on(table, choice, turns=5)
    assert len(found) > 30
    assert not [text for text in found if seed in text]
    assert [text for text in everything(table) if seed in text]


def test_a_game_that_is_broken_off_keeps_its_secret(client: AppClient) -> None:
    table, choice = create_table(client, "bombay", "Ada", "Bo"), random.Random(22)
    play_on(table, choice, turns=4)
    (seed,) = secrets_of(client, table)
    shelf = upload_record(client, json.dumps(table.record()))
    assert shelf.record() == table.record()
    assert shelf.state()["seed"] is None
    assert shelf.state()["commitment"] == commitment(seed)
    assert "The seed hasn't been revealed." in fair_page(shelf)


# The seed


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_the_downloaded_record_of_a_finished_game_is_proved(
    client: AppClient, tmp_path: Path, game: str, players: int
) -> None:
    table = create_table(client, game, *NAMES[:players])
    choice, promised = random.Random(players), table.state()["commitment"]
    play_medals(table, choice)
    play_on(table, choice)
    seen, (seed,) = table.state(), secrets_of(client, table)
    assert (seen["commitment"], seen["seed"]) == (promised, seed)
    file = tmp_path / "game.json"
    file.write_bytes(client.get(f"/t/{table.id}/record").content)
    assert json.loads(file.read_text())["meta"] == proof_meta(seed)
    assert main(["check", "--fair", str(file)]) == 0
    page = fair_page(table)
    assert seed in page
    assert STEPS.findall(page) == ["promise", "secret", "draws", "shown"]


@pytest.mark.parametrize(
    ("game", "rules"),
    [
        ("bombay", {"set_up": "first-game", "edition": "pl", "client_limit": 3}),
        ("bazar", {"starter": "random", "board": "hexagon-19"}),
        ("bazar", {**NO_DRAWS, "tip_rule": "touch"}),
    ],
)
def test_other_rules_are_proved_too(client: AppClient, game: str, rules: dict[str, Json]) -> None:
    table = finished(client, game, 2, rules=rules)
    check_draws(howdah.Record.parse(json.dumps(table.record())))


def test_a_game_on_a_board_of_ones_own_is_proved(client: AppClient) -> None:
    board = howdah.new("bazar", board="hexagon-19").board.to_json() | {"name": "my own"}
    table = finished(client, "bazar", 2, rules={"board": board})
    check_draws(howdah.Record.parse(json.dumps(table.record())))


def test_a_promise_outlives_a_restart(tmp_path: Path) -> None:
    with open_client(tmp_path) as client:
        table = create_table(client, "bazar", "Ada", "Bo", rules=NO_DRAWS)
        promised = table.state()["commitment"]
    with open_client(tmp_path) as again:
        table = replace(table, client=again)
        assert table.state()["commitment"] == promised
        play_on(table, random.Random(1))
        assert table.record()["meta"] == proof_meta(table.state()["seed"])
        assert table.state()["commitment"] == promised


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_verdict_is_shown_in_every_language(client: AppClient, language: Language) -> None:
    table = create_table(client, "bazar", "Ada", rules=NO_DRAWS)
    with use_language(language):
        heading, verdict = (
            translate("Fair draws"),
            translate("Every draw has been checked against the seed."),
        )
    assert heading in fair_page(table, **{"accept-language": language})
    assert verdict not in fair_page(table, **{"accept-language": language})
    play_on(table, random.Random(1))
    assert f'data-holds="{verdict}"' in fair_page(table, **{"accept-language": language})


def test_the_panel_says_that_the_server_alone_made_the_seed(client: AppClient) -> None:
    table = create_table(client, "bazar", "Ada", rules=NO_DRAWS)
    assert "No player's device contributed to this seed." in fair_page(table)


def test_the_panel_names_those_who_took_part_and_those_who_did_not(client: AppClient) -> None:
    table = create_table(client, "bombay", "Ada", "Bo", "Cy", seed_sharing=True)
    assert "make the seed together" in fair_page(table)
    number = "0" * 64
    for step, body in (("promise", {"promise": commitment(number)}), ("go-on", {})):
        client.post(f"{table.path}/seed/{step}", json=body, headers=bearer(table.tokens[1]))
    headers = bearer(table.tokens[1])
    client.post(f"{table.path}/seed/number", json={"number": number}, headers=headers)
    page = re.sub(r"<[^>]*>", "", fair_page(table))
    assert "Bo took part" in page
    assert [f"{name} didn't join in time" in page for name in ("Ada", "Bo", "Cy")] == [
        True,
        False,
        True,
    ]
    assert "No player's device" not in page


def test_the_panel_counts_seeds(tmp_path: Path) -> None:
    with open_client(tmp_path) as client:
        finished(client, "bazar", 1, rules=NO_DRAWS)
        tables = [create_table(client, "bazar", "Ada", rules=NO_DRAWS) for _ in range(2)]
        page = fair_page(tables[0])
    assert "This server has committed to 3 seeds." in page
    assert "after the game: 1. Games still running: 2. Games deleted" in page


def test_the_draws_of_a_table_are_data(client: AppClient) -> None:
    table = create_table(client, "bombay", "Ada", "Bo")
    found = client.get(f"/t/{table.id}/draws").json()
    game = howdah.from_record(howdah.Record.parse(json.dumps(table.record())))
    assert found == json.loads(json.dumps([draw.to_json() for draw in game.draws()]))


def test_there_is_no_proof_of_a_table_that_is_not_there(client: AppClient) -> None:
    assert client.get("/t/nowhere/fair").status_code == 404


# Records on a shelf


def upload_record(client: AppClient, text: str) -> TableClient:
    """A table on which a record lies."""
    answer = client.post("/records", files={"record": ("game.json", text)})
    assert answer.status_code == 200
    return TableClient(client, answer.url.path.removeprefix("/t/"), ())


def golden(meta: dict[str, Json] | None) -> howdah.Record:
    """A record of ours with something beside the game."""
    line = (FOLDER / "bombay-records.jsonl").read_text().splitlines()[0]
    return replace(howdah.Record.parse(line), meta=meta)


@pytest.mark.parametrize(
    "meta",
    [
        None,
        {},
        {"date": "today"},
        {"fair": None},
        {"fair": {"commitment": 7}},
        {"fair": {"commitment": "x", "more": 1}},
    ],
)
def test_a_record_without_a_proof_is_promised_nothing(
    client: AppClient, meta: dict[str, Json] | None
) -> None:
    table = upload_record(client, str(golden(meta)))
    assert table.record() == golden(meta).to_json()
    assert (table.state()["commitment"], table.state()["seed"]) == (None, None)
    assert fair_page(table).strip() == ""


def test_a_record_with_a_promise_gets_no_seed_of_ours(client: AppClient) -> None:
    table = upload_record(client, str(golden(commitment_meta("of another server"))))
    assert table.state()["over"] is True
    assert table.record()["meta"] == commitment_meta("of another server")
    assert table.state()["seed"] is None


def test_a_record_with_a_right_proof_is_shown_as_right(client: AppClient) -> None:
    text = json.dumps(finished(client, "bombay", 2).record())
    table = upload_record(client, text)
    assert table.record() == json.loads(text)
    page = fair_page(table)
    assert "According to this file" in page
    assert "Every draw has been checked against the seed." in page


def test_a_record_with_a_wrong_proof_is_shown_with_the_first_difference(client: AppClient) -> None:
    table = upload_record(client, str(golden(proof_meta("<b>another seed</b>"))))
    assert table.state()["seed"] == "<b>another seed</b>"
    page = fair_page(table)
    assert "The proof doesn't hold. First difference: start: start." in page
    assert "Every draw was checked" not in page
    assert "<b>" not in client.get(f"/t/{table.id}/fair").text


# Tables from before there were promises


def test_a_table_without_a_promise_reveals_nothing() -> None:
    kept = store_new_table(NewTable("bazar", NO_DRAWS, (new_seat("Ada"),)))
    assert proof_of(restore_table(kept)) == Proof(commitment(kept.seed), None)
    assert proof_of(restore_table(replace(kept, meta=None))) is None
    game = restore_table(kept).game
    assert game is not None
    turns: list[StoredTurn] = []
    while not game.is_over:
        action = str(game.play(game.legal_actions()[0]))
        turns.append(StoredTurn(len(turns) + 1, 0, [action], []))
    over = replace(kept, turns=tuple(turns), is_over=True)
    assert meta_of(restore_table(over)) == proof_meta(kept.seed)
    assert meta_of(restore_table(replace(over, meta=None))) is None
