"""Tables and records are as /openapi.json describes them, field by field, in both games.

A field that is added, removed or changed fails here until its description changes too.
"""

from __future__ import annotations

import copy
import random
from collections.abc import Iterator
from hashlib import sha256
from typing import Any

import jsonschema_rs  # comes with Schemathesis
import pytest

from howdah.games.registry import new
from tests.server.clients import AppClient, TableClient, bearer, create_table, play_a_turn, play_on

SEATS = ("Ada", "Bo", "Cy", "Di")


def strictly(described: Any) -> Any:
    """The description, with no other fields than those it names."""
    found = copy.deepcopy(described)
    for schema in found["components"]["schemas"].values():
        if "properties" in schema:
            schema["additionalProperties"] = False
    return found


class Validator:
    """Compares the tables and records of a server with its description."""

    def __init__(self, described: Any) -> None:
        self._described = strictly(described)
        paths = self._described["paths"]
        self._table = self._validator(paths["/api/tables/{table_id}"])
        self._record = self._validator(paths["/api/tables/{table_id}/record"])

    def _validator(self, path: Any) -> jsonschema_rs.Draft202012Validator:
        answer = path["get"]["responses"]["200"]["content"]["application/json"]["schema"]
        schema = {**answer, "components": self._described["components"]}
        return jsonschema_rs.Draft202012Validator(schema)

    def check_state(self, state: Any) -> None:
        """Refuse a table that is not as described."""
        self._table.validate(state)

    def check_record(self, record: Any) -> None:
        """Refuse a record that is not as described."""
        self._record.validate(record)

    def check(self, table: TableClient) -> None:
        """Refuse a table that is not as described, for any seat or a spectator."""
        for seat in (None, *range(len(table.tokens))):
            self.check_state(table.state(seat))


@pytest.fixture(scope="module")
def validator(client: AppClient) -> Validator:
    return Validator(client.get("/openapi.json").json())


def own_board(game: str) -> Any:
    """A board that does not come with the game, as a whole object."""
    options: Any = new(game).options
    return {**options.board.to_json(), "name": "My own"}


TABLES = [
    ("bombay", 2, {}, "hidden"),
    ("bombay", 3, {"edition": "en", "client_limit": 3}, "open"),
    ("bombay", 4, {"board": own_board("bombay"), "set_up": "first-game"}, "hidden"),
    ("bazar", 1, {}, "hidden"),
    ("bazar", 2, {"starter": "random", "tip_rule": "touch"}, "hidden"),
    ("bazar", 4, {"starter": "seat 0", "board": own_board("bazar")}, "open"),
]


@pytest.mark.parametrize(("game", "players", "rules", "screens"), TABLES)
def test_a_whole_game_is_as_described(
    client: AppClient, validator: Validator, game: str, players: int, rules: Any, screens: str
) -> None:
    table = create_table(client, game, *SEATS[:players], rules=rules, screens=screens)
    choice = random.Random(1)
    validator.check(table)
    validator.check_record(table.record())
    for _ in range(6):
        play_a_turn(table, choice)
        validator.check(table)
    play_on(table, choice)
    assert table.is_over()
    validator.check(table)
    validator.check_record(table.record())


def test_screens_hide_what_is_described_as_null(client: AppClient) -> None:
    """The games above show both: numbers, and null."""
    hidden = create_table(client, "bombay", "Ada", "Bo").state(0)["view"]["players"]
    assert [player["rupees"] is None for player in hidden] == [False, True]
    opened = create_table(client, "bombay", "Ada", "Bo", screens="open").state()["view"]["players"]
    assert None not in [player["rupees"] for player in opened]


def test_the_medals_are_as_described(client: AppClient, validator: Validator) -> None:
    table = create_table(client, "bazar", "Ada", "Bo")
    validator.check(table)
    table.medals(0, 0, 2, "even")
    assert table.state(0)["view"]["own_choice"] == [2, "even"]
    validator.check(table)
    table.medals(1, 0, 3, "even")  # both are wrong, and choose again
    assert len(table.state()["view"]["rounds"]) == 1
    validator.check(table)
    table.medals(0, 1, 2, "even")
    table.medals(1, 1, 2, "odd")
    assert table.state()["view"]["medals"][1] == [[2, "even"], [2, "odd"]]
    validator.check(table)
    validator.check_record(table.record())


def test_a_seed_that_is_being_made_is_as_described(client: AppClient, validator: Validator) -> None:
    table = create_table(client, "bombay", "Ada", "Bo", seed_sharing=True)
    validator.check(table)
    numbers = ["0" * 64, "1" * 64]
    for seat, number in enumerate(numbers):
        body = {"promise": sha256(number.encode()).hexdigest()}
        headers = bearer(table.tokens[seat])
        assert client.post(f"{table.path}/seed/promise", json=body, headers=headers).is_success
        validator.check(table)
    assert table.state()["view"]["stage"] == "numbers"
    for seat, number in enumerate(numbers):
        headers = bearer(table.tokens[seat])
        client.post(f"{table.path}/seed/number", json={"number": number}, headers=headers)
    validator.check(table)
    validator.check_record(table.record())


def changed(state: Any) -> Iterator[Any]:
    """The state with one field of its view more, one less, and one of another type."""
    for name in state["view"]:
        yield {**state, "view": {key: one for key, one in state["view"].items() if key != name}}
        yield {**state, "view": {**state["view"], name: 0.5}}
        yield {**state, "view": {**state["view"], f"{name}_too": state["view"][name]}}


@pytest.mark.parametrize("game", ["bombay", "bazar"])
def test_a_view_with_a_changed_field_is_not_as_described(
    client: AppClient, validator: Validator, game: str
) -> None:
    rules = {"starter": "seat 0"} if game == "bazar" else {}
    state = create_table(client, game, "Ada", "Bo", rules=rules).state(0)
    validator.check_state(state)
    for other in changed(state):
        with pytest.raises(jsonschema_rs.ValidationError):
            validator.check_state(other)
