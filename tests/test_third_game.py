"""A third game: one folder and one line in the registry, and it plays everywhere."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import howdah
from howdah.ai.agents import agents_of, default_agent
from howdah.arena import Arena
from howdah.cli.main import main
from howdah.fast import batch, simulator
from howdah.games.registry import GAMES
from tests.server.clients import AppClient, create_table, error_of, open_client

PACKAGE = Path(howdah.__file__).parent
NAMES = re.compile(rf"\b({'|'.join(GAMES)})\b", re.IGNORECASE)
"""The games that come with Howdah, before the third one is registered."""


@pytest.fixture(autouse=True)
def _registered(monkeypatch: pytest.MonkeyPatch) -> None:
    """The one line in the registry."""
    monkeypatch.setitem(GAMES, "noughts", "tests.noughts.plugin")


def finished_record(game: Any) -> Any:
    while (seat := game.to_play) is not None:
        game.play(game.view(seat).legal_actions[0])
    return game.record()


# The library


def test_the_library_plays_records_and_loads_it(tmp_path: Path) -> None:
    game = howdah.new("noughts", seed=1)
    assert [reason.code for reason in game.why_not("mark 4")] == []
    record = finished_record(game)
    record.save(tmp_path / "g.json")
    assert howdah.load(tmp_path / "g.json").result() == record.result
    assert str(game._repr_svg_()).startswith("<svg ")


def test_the_fast_engine_plays_it() -> None:
    game = howdah.new("noughts", seed=1)
    played = simulator(game).playouts(200, seed=1)
    assert set(map(tuple, played.scores.tolist())) == {(0, 0), (0, 1), (1, 0)}
    games = batch([game] * 3, seed=1)
    games.step(games.random_actions())
    assert len(games.legal) == 3


# The commands and the arena


def test_the_commands_play_check_and_show_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = str(tmp_path / "g.jsonl")
    assert main(["simulate", "noughts", "--games", "3", "--agents", "random", "--out", file]) == 0
    assert main(["check", file]) == 0
    one = tmp_path / "one.json"
    one.write_text(Path(file).read_text(encoding="utf-8").splitlines()[0], encoding="utf-8")
    capsys.readouterr()
    assert main(["show", str(one)]) == 0
    assert re.search(r"^[OX.]{3}$", capsys.readouterr().out, re.MULTILINE)
    assert main(["show", str(one), "--svg", str(tmp_path / "g.svg")]) == 0
    assert (tmp_path / "g.svg").read_text(encoding="utf-8").startswith("<svg ")


def test_a_search_needs_nothing_but_the_kernel_to_win_it() -> None:
    result = Arena("noughts", ["uct:200", "random"], games=10, seed=1).run()
    assert "points" in str(result)
    assert result.summary.entrants[0].win_share >= 0.9
    assert agents_of("noughts") == ["random"]
    assert default_agent("noughts") == "random"


def test_a_level_is_refused_by_name_where_a_game_has_none(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["simulate", "noughts", "--games", "1", "--agents", "level:2"]) != 0
    assert "'noughts' has no levels" in capsys.readouterr().err


# The environments


def test_the_environments_step_it() -> None:
    envs = pytest.importorskip("howdah.envs")
    single = envs.single_env("noughts", opponents="random")
    _, info = single.reset(seed=1)
    is_over = False
    while not is_over:
        action = int(info["action_mask"].argmax())
        _, reward, is_over, _, info = single.step(action)
    assert reward in (-1.0, 0.0, 1.0)
    many = envs.vector_env("noughts", num_envs=8)
    observations, infos = many.reset(seed=1)
    assert observations.shape == (8, 20)
    many.step(infos["action_mask"].argmax(axis=1))


# The table


@pytest.fixture
def client(tmp_path: Path) -> Iterator[AppClient]:
    with open_client(tmp_path) as found:
        yield found


def test_the_http_interface_plays_it(client: AppClient) -> None:
    table = create_table(client, "noughts", "Ada", "Bo")
    while not (seen := table.state())["over"]:
        seat = seen["to_play"]
        legal = table.state(seat)["legal"]
        assert table.turn(seat, seen["version"], legal[:1]).status_code == 200
    record = table.record()
    assert record["result"]["winners"]
    assert howdah.from_record(howdah.Record.parse(json.dumps(record))).is_over


def test_the_description_has_its_view_and_its_record(client: AppClient) -> None:
    schemas = client.get("/openapi.json").json()["components"]["schemas"]
    view = schemas["NoughtsView"]["properties"]
    assert view["cells"]["items"] == {"anyOf": [{"type": "integer"}, {"type": "null"}]}
    assert view["game"]["const"] == "noughts"
    assert view["names"]["description"] == "The names of the players, by seat"
    assert schemas["NoughtsRecord"]["properties"]["rules"]["type"] == "object"
    described = schemas["TableState"]["properties"]["view"]["anyOf"]
    assert {"$ref": "#/components/schemas/NoughtsView"} in described


def test_a_table_refuses_an_agent_that_cannot_play_it(client: AppClient) -> None:
    answer = client.post(
        "/api/tables", json={"game": "noughts", "seats": [{"name": "Ada"}, {"agent": "level:2"}]}
    )
    error = error_of(answer, 422, "invalid-request")
    assert error["message"] == "Casual (level 2) can't play this game."


def test_the_pages_offer_it(client: AppClient) -> None:
    assert "Play noughts" in client.get("/").text
    assert "Three in a line win." in client.get("/rules/noughts").text
    form = client.get("/new?game=noughts").text
    assert "Noughts" in form
    assert 'class="presets"' not in form, "it has none"
    assert client.get("/pictures/noughts.en.light.svg").status_code == 200
    table = client.post("/play", data={"game": "noughts", "players": "2"})
    assert table.status_code == 200
    assert 'data-game="noughts"' in table.text


# Nobody else names a game


def code_of(file: Path) -> str:
    """The text of a file without comments, docstrings and messages that people read."""
    text = file.read_text(encoding="utf-8")
    if file.suffix != ".py":
        return re.sub(r"translate\(['\"].*?['\"]\)|<!--.*?-->|/\*.*?\*/", "", text, flags=re.DOTALL)
    tree = ast.parse(text)
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        if isinstance(body, list):
            node.body = [  # type: ignore[attr-defined]  # every node with a body
                part
                for part in body
                if not (isinstance(part, ast.Expr) and isinstance(part.value, ast.Constant))
            ] or [ast.Pass()]
    return ast.unparse(tree)


def test_no_shared_file_names_a_game() -> None:
    shared = [
        file
        for file in sorted(PACKAGE.rglob("*"))
        if file.suffix in (".py", ".js", ".css", ".html")
        and file.relative_to(PACKAGE).parts[:2] not in {("games", name) for name in GAMES}
        and file != PACKAGE / "games" / "registry.py"
    ]
    assert len(shared) > 100
    found = {
        str(file.relative_to(PACKAGE)): sorted(set(NAMES.findall(code_of(file))))
        for file in shared
        if NAMES.search(code_of(file))
    }
    assert found == {}
