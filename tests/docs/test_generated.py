"""What the documentation site takes from the code."""

from __future__ import annotations

import argparse
from pathlib import Path
from xml.etree import ElementTree

import pytest
from tools.docs.commands import command_reference, subparsers
from tools.docs.environments import (
    aec_env_spaces,
    draw_masks,
    openspiel_spaces,
    single_env_spaces,
    vector_env_spaces,
    write_pictures,
)
from tools.docs.generated import GENERATORS, MARKER, fill_in
from tools.docs.http_api import http_api_reference, operations, type_of
from tools.docs.markdown import table

from howdah.cli.main import COMMANDS, make_parser
from howdah.server.app import create_app
from howdah.server.settings import Settings

DOCS = Path(__file__).parent.parent.parent / "docs"


def test_a_marker_is_replaced_by_what_the_code_says() -> None:
    page = fill_in("# Commands\n\n<!-- generated: commands -->\n")
    assert page.startswith("# Commands\n\n## howdah play\n")
    assert "<!--" not in page


def test_an_unknown_marker_is_an_error() -> None:
    with pytest.raises(KeyError, match="weather"):
        fill_in("<!-- generated: weather -->")


def test_the_pages_use_every_generator() -> None:
    pages = [path.read_text(encoding="utf-8") for path in DOCS.rglob("*.md")]
    named = {found for page in pages for found in MARKER.findall(page)}
    assert named == GENERATORS.keys()


def test_the_command_reference_has_every_command_option_and_example() -> None:
    page = command_reference()
    parsers = subparsers(make_parser())
    assert list(parsers) == [command.name for command in COMMANDS]
    for name, parser in parsers.items():
        section = page.partition(f"## howdah {name}\n")[2].partition("\n## ")[0]
        assert parser.description is not None
        assert parser.description in section
        assert "**Examples**" in section
        for action in parser._actions:
            for option in action.option_strings:
                assert isinstance(action, argparse._HelpAction) or f"`{option}" in section


def test_the_http_api_page_has_every_operation_and_schema() -> None:
    page = http_api_reference()
    description = create_app(Settings()).openapi()
    for path, method, operation in operations(description):
        assert f"### {method.upper()} {path}\n" in page
        assert f"`{operation['operationId']}`" in page
    for name, schema in description["components"]["schemas"].items():
        section = page.partition(f"### {name}\n")[2].partition("\n### ")[0]
        for field in schema.get("properties", {}):
            assert f"| `{field}` |" in section
        for item in schema.get("prefixItems", []):
            assert f"| `{item['title']}` |" in section


def test_the_http_api_page_has_the_fields_of_the_views() -> None:
    page = http_api_reference()
    for name, field in {"BombayView": "stars", "BazarView": "stretches"}.items():
        section = page.partition(f"### {name}\n")[2].partition("\n### ")[0]
        assert f"| `{field}` |" in section
    for heading in ("| `design` | string |", "| `rotation` | integer |"):
        assert heading in page.partition("### BazarTile\n")[2].partition("\n### ")[0]


@pytest.mark.parametrize(
    ("schema", "text"),
    [
        ({"type": "integer"}, "integer"),
        ({"anyOf": [{"type": "string"}, {"type": "null"}]}, "string or null"),
        ({"$ref": "#/components/schemas/Seat"}, "[Seat](#schema-seat)"),
        ({"type": "array", "items": {"type": "number"}}, "array of number"),
        ({"enum": ["even", "odd"], "type": "string"}, "`even` or `odd`"),
        ({"type": "object", "additionalProperties": {"type": "integer"}}, "object of integer"),
        (
            {"type": "array", "items": {"anyOf": [{"type": "integer"}, {"type": "null"}]}},
            "array of (integer or null)",
        ),
        (
            {"type": "array", "prefixItems": [{"type": "integer"}, {"type": "string"}]},
            "[integer, string]",
        ),
        ({}, "any"),
    ],
)
def test_types_are_readable(schema: dict[str, object], text: str) -> None:
    assert type_of(schema) == text


def test_a_bar_inside_a_cell_is_escaped() -> None:
    assert table(["a"], [["x | y"]]).endswith("| x \\| y |")


def test_the_spaces_are_those_of_the_environments() -> None:
    for spaces in (aec_env_spaces(), single_env_spaces()):
        assert "(529,), float32)` | `Discrete(39)` | `Box(0, 1, (39,), int8)`" in spaces
        assert "(2890,), float32)` | `Discrete(76)` | `Box(0, 1, (76,), int8)`" in spaces
    assert "`(12, 39), int8` | `(12,), int64` | `(12, 4), float64`" in vector_env_spaces()
    assert "| `howdah_bombay` | 4 | 39 |" in openspiel_spaces()


def test_the_pictures_are_drawings_in_both_themes(tmp_path: Path) -> None:
    write_pictures(tmp_path)
    names = {path.name for path in tmp_path.iterdir()}
    linked = {
        Path(address).name
        for page in DOCS.glob("environments/*.md")
        for address in page.read_text(encoding="utf-8").replace(")", "(").split("(")
        if "docs-pictures" in address
    }
    assert linked == names
    for path in tmp_path.iterdir():
        assert ElementTree.parse(path).getroot().tag.endswith("svg")


def test_the_masks_show_a_cell_for_each_action_of_each_game() -> None:
    assert draw_masks("bombay", "light").count("<rect") == 12 * 39
