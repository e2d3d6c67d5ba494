"""What /openapi.json promises is kept, whatever Schemathesis makes of it.

No internal error, no status that is not documented, and every response as it is described.
"""

from __future__ import annotations

from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from tests.fast.games import IS_LONG
from tests.server.clients import AppClient, TableClient, bearer

EXAMPLES = 1500 if IS_LONG else 40
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    negative_data_rejection,
]
OPERATIONS = [
    ("POST", "/api/tables"),
    ("GET", "/api/tables/{table_id}"),
    ("POST", "/api/tables/{table_id}/turns"),
    ("POST", "/api/tables/{table_id}/medals"),
    ("POST", "/api/tables/{table_id}/stand-in"),
    ("POST", "/api/tables/{table_id}/return"),
    ("GET", "/api/tables/{table_id}/record"),
    ("GET", "/api/tables/{table_id}/seed"),
    ("POST", "/api/tables/{table_id}/seed/promise"),
    ("POST", "/api/tables/{table_id}/seed/number"),
    ("POST", "/api/tables/{table_id}/seed/go-on"),
]
WITHOUT_A_BODY = ("/api/tables/{table_id}/return", "/api/tables/{table_id}/seed/go-on")
ATTEMPTS = [
    *((method, path, GenerationMode.POSITIVE) for method, path in OPERATIONS),
    *(
        (method, path, GenerationMode.NEGATIVE)
        for method, path in OPERATIONS
        if method == "POST" and path not in WITHOUT_A_BODY
    ),
]
"""Without a body no request is wrong: any text may be the name of a table."""


@pytest.fixture(scope="module")
def described(client: AppClient) -> Any:
    """The description as Schemathesis reads it."""
    return schemathesis.openapi.from_dict(client.get("/openapi.json").json())


def test_every_operation_is_tried(described: Any) -> None:
    found = {(one.ok().method.upper(), one.ok().path) for one in described.get_all_operations()}
    assert found == set(OPERATIONS)


@pytest.mark.parametrize(("method", "path", "mode"), ATTEMPTS)
def test_the_answers_are_those_that_are_described(
    client: AppClient,
    idle: TableClient,
    described: Any,
    method: str,
    path: str,
    mode: GenerationMode,
) -> None:
    cases = described[path][method].as_strategy(generation_mode=mode)

    @given(cases, st.booleans(), st.sampled_from([None, "wrong", idle.tokens[0]]))
    @settings(max_examples=EXAMPLES, suppress_health_check=list(HealthCheck))
    def try_out(case: Any, is_there: bool, token: str | None) -> None:
        if is_there and "table_id" in case.path_parameters:
            case.path_parameters["table_id"] = idle.id
        case.validate_response(sent(client, case, bearer(token)), checks=CHECKS)

    try_out()


def sent(client: AppClient, case: Any, headers: dict[str, str]) -> Any:
    """The response of our server to the request of Schemathesis."""
    parts = case.as_transport_kwargs(base_url="http://testserver", headers=headers)
    method, url, body = parts.pop("method"), parts.pop("url"), parts.pop("data", None)
    return client.request(method, url, content=body, **{k: v for k, v in parts.items() if v})
