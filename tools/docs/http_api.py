"""The HTTP API as Markdown, from the OpenAPI description of the server."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from howdah.server.app import create_app
from howdah.server.settings import Settings
from tools.docs.markdown import code, table

Schema = Mapping[str, Any]


def http_api_reference() -> str:
    """Return a section for each operation, then one for each schema."""
    return "\n\n".join(_parts(create_app(Settings()).openapi()))


def _parts(description: Schema) -> Iterator[str]:
    yield "## Operations"
    yield table(
        ["request", "operation id", "what it does"],
        (
            [
                f"[`{method.upper()} {path}`](#{_operation_anchor(method, path)})",
                code(operation["operationId"]),
                _about(operation),
            ]
            for path, method, operation in operations(description)
        ),
    )
    for path, method, operation in operations(description):
        yield from _operation(path, method, operation)
    yield "## Schemas"
    for name, schema in description["components"]["schemas"].items():
        yield from _schema(name, schema)


def operations(description: Schema) -> Iterator[tuple[str, str, Schema]]:
    """Yield the path, the method and the description of every operation."""
    for path, methods in description["paths"].items():
        for method, operation in methods.items():
            yield path, method, operation


def _operation_anchor(method: str, path: str) -> str:
    words = path.strip("/").replace("/", "-").translate({ord("{"): None, ord("}"): None})
    return f"{method}-{words.replace('_', '-')}".lower()


def _schema_anchor(name: str) -> str:
    return f"schema-{name.lower()}"


def _about(operation: Schema) -> str:
    return str(operation.get("description") or operation.get("summary", "")).strip()


def _operation(path: str, method: str, operation: Schema) -> Iterator[str]:
    yield f"({_operation_anchor(method, path)})="
    yield f"### {method.upper()} {path}"
    yield _about(operation)
    facts = [f"Operation id: {code(operation['operationId'])}."]
    needs = operation.get("security")
    if needs:
        needed = _needed(is_required={} not in needs)
        facts.append(f"A seat's token as `Authorization: Bearer TOKEN` is {needed}.")
    yield " ".join(facts)
    parameters = operation.get("parameters", [])
    if parameters:
        yield table(
            ["parameter", "in", "type", "meaning"],
            (
                [
                    code(one["name"]),
                    one["in"],
                    type_of(one["schema"]),
                    _about_parameter(one),
                ]
                for one in parameters
            ),
        )
    body = operation.get("requestBody")
    if body:
        yield f"Request body: {_content(body)}."
    yield table(
        ["status", "body", "when"],
        (
            [status, _content(answer), str(answer.get("description", ""))]
            for status, answer in sorted(operation["responses"].items())
        ),
    )


def _about_parameter(parameter: Schema) -> str:
    needed = _needed(is_required=parameter.get("required", False))
    return f"{parameter.get('description', '')} ({needed})".strip()


def _needed(*, is_required: bool) -> str:
    return "required" if is_required else "optional"


def _content(body: Schema) -> str:
    return ", ".join(type_of(kind.get("schema", {})) for kind in body.get("content", {}).values())


def _schema(name: str, schema: Schema) -> Iterator[str]:
    yield f"({_schema_anchor(name)})="
    yield f"### {name}"
    if schema.get("description"):
        yield str(schema["description"])
    required = set(schema.get("required", ()))
    fields = schema.get("properties", {})
    if fields:
        yield table(
            ["field", "type", "meaning"],
            (
                [code(field), type_of(one), _meaning(one, is_required=field in required)]
                for field, one in fields.items()
            ),
        )
    elif "prefixItems" in schema:
        yield "An array of:"
        yield table(
            ["item", "type", "meaning"],
            (
                [code(one["title"]), type_of(one), _meaning(one, is_required=True)]
                for one in schema["prefixItems"]
            ),
        )
    else:
        yield f"Type: {type_of(schema)}."


def _meaning(field: Schema, *, is_required: bool) -> str:
    parts = [str(field.get("description", "")).strip().rstrip(".")]
    if "default" in field:
        parts.append(f"default {code(_json(field['default']))}")
    elif not is_required:
        parts.append("optional")
    limits = {"minimum": "at least", "maximum": "at most", "maxLength": "at most, in characters,"}
    parts += [f"{text} {field[key]}" for key, text in limits.items() if key in field]
    return "; ".join(part for part in parts if part)


def _json(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value)


def _array(schema: Schema) -> str:
    if "prefixItems" in schema:
        return f"[{', '.join(map(_item, schema['prefixItems']))}]"
    items = schema.get("items")
    return f"array of {_inner(items)}" if items else "array"


def _inner(schema: Schema) -> str:
    """The type of the items of an array, or of the values of an object."""
    is_choice = len(schema.get("anyOf", ())) > 1
    return f"({type_of(schema)})" if is_choice else type_of(schema)


def _item(schema: Schema) -> str:
    title = f"{code(schema['title'])}: " if "title" in schema else ""
    return f"{title}{type_of(schema)}"


def type_of(schema: Schema) -> str:
    """Return the type of a schema, with a link to a schema that has a name.

    >>> type_of({"anyOf": [{"type": "integer"}, {"type": "null"}]})
    'integer or null'
    >>> type_of({"type": "array", "items": {"$ref": "#/components/schemas/SeatBody"}})
    'array of [SeatBody](#schema-seatbody)'
    >>> type_of({"type": "array", "prefixItems": [{"type": "string", "title": "design"}]})
    '[`design`: string]'
    """
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return f"[{name}](#{_schema_anchor(name)})"
    for kind in ("anyOf", "oneOf", "allOf"):
        if kind in schema:
            return " or ".join(type_of(one) for one in schema[kind])
    if "const" in schema or "enum" in schema:
        values = schema.get("enum") or [schema["const"]]
        return " or ".join(code(_json(value)) for value in values)
    if schema.get("type") == "array":
        return _array(schema)
    inner = schema.get("additionalProperties")
    if schema.get("type") == "object" and isinstance(inner, Mapping) and inner:
        return f"object of {_inner(inner)}"
    return str(schema.get("type", "any"))
