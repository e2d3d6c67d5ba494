"""The description of the interface, by which others write their programs."""

from __future__ import annotations

from typing import Any

import pytest

from tests.server.clients import AppClient

PROMISED = {
    ("post", "/api/tables"): ("201", ["403", "413", "422"]),
    ("get", "/api/tables/{table_id}"): ("200", ["403", "404"]),
    ("post", "/api/tables/{table_id}/turns"): ("200", ["403", "404", "409", "413", "422"]),
    ("post", "/api/tables/{table_id}/medals"): ("202", ["403", "404", "409", "413", "422"]),
    ("get", "/api/tables/{table_id}/record"): ("200", ["404", "409"]),
    ("get", "/api/tables/{table_id}/seed"): ("200", ["404"]),
    ("post", "/api/tables/{table_id}/seed/promise"): ("200", ["403", "404", "409", "422"]),
    ("post", "/api/tables/{table_id}/seed/number"): ("200", ["403", "404", "409", "422"]),
    ("post", "/api/tables/{table_id}/seed/go-on"): ("200", ["403", "404", "409"]),
}


OPERATION_IDS = {
    "choose_medals",
    "create_table",
    "get_record",
    "get_seed",
    "get_table",
    "go_on_with_seed",
    "open_number",
    "play_turn",
    "promise_number",
    "request_stand_in",
    "return_to_seat",
}
"""They are public: generated clients name their functions after them."""


@pytest.fixture(scope="module")
def described(client: AppClient) -> Any:
    """What /openapi.json holds."""
    return client.get("/openapi.json").json()


@pytest.mark.parametrize(("method", "path"), PROMISED)
def test_every_request_is_described_with_its_answers(
    described: Any, method: str, path: str
) -> None:
    answer, refusals = PROMISED[method, path]
    route = described["paths"][path][method]
    assert route["description"]
    assert {answer, *refusals} <= route["responses"].keys()
    for status in route["responses"].keys() - {answer, "200"}:
        content = route["responses"][status]["content"]["application/json"]
        assert content["schema"]["$ref"].endswith("/ErrorBody")


def test_the_operation_ids_are_short_and_stay_as_they_are(described: Any) -> None:
    found = [
        operation["operationId"]
        for methods in described["paths"].values()
        for operation in methods.values()
    ]
    assert sorted(found) == sorted(OPERATION_IDS)


def test_every_schema_field_and_parameter_has_a_description(described: Any) -> None:
    schemas = described["components"]["schemas"]
    assert [name for name, schema in schemas.items() if not _is_described(schema)] == []
    for methods in described["paths"].values():
        for operation in methods.values():
            assert all(one["description"] for one in operation.get("parameters", []))


def _is_described(schema: Any) -> bool:
    """Whether a schema says what it is; a list of texts does so by itself."""
    if "enum" in schema:
        return True
    parts = [schema, *schema.get("properties", {}).values(), *schema.get("prefixItems", [])]
    return all(part.get("description") for part in parts)


def test_no_schema_has_the_name_of_a_module(described: Any) -> None:
    assert all(name.isalnum() for name in described["components"]["schemas"])


def fields(described: Any, name: str) -> list[str]:
    return list(described["components"]["schemas"][name]["properties"])


def test_bodies_and_answers_have_the_fields_that_are_promised(described: Any) -> None:
    assert fields(described, "TableBody") == [
        "game",
        "rules",
        "seats",
        "screens",
        "stand_in_after",
        "seed_sharing",
        "heads",
    ]
    assert fields(described, "SeatBody") == ["name", "agent"]
    assert fields(described, "TurnBody") == ["version", "actions"]
    assert fields(described, "MedalsBody") == ["version", "kept", "call"]
    assert fields(described, "CreatedTable") == ["id", "seats", "watch", "commitment"]
    assert fields(described, "TableState") == [
        "version",
        "to_play",
        "legal",
        "over",
        "view",
        "result",
        "commitment",
        "seed",
        "continued_at",
    ]
    assert fields(described, "SeedState") == [
        "table",
        "commitment",
        "stage",
        "promises",
        "missing",
        "seconds_left",
        "contributions",
        "left_out",
    ]
    assert fields(described, "ErrorBody")[:2] == ["error", "message"]
    assert described["components"]["schemas"]["TurnBody"]["additionalProperties"] is False


def test_the_token_is_described_as_a_bearer_token(described: Any) -> None:
    (scheme,) = described["components"]["securitySchemes"].values()
    assert (scheme["type"], scheme["scheme"]) == ("http", "bearer")
    for method, path in PROMISED:
        route = described["paths"][path][method]
        is_open = path.endswith(("/api/tables", "/record"))
        assert ("security" in route) is not is_open
