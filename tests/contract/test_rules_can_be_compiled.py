"""The rules keep to the part of Python that compiles: whole numbers, loops, tuples as tables."""

from __future__ import annotations

import ast
import inspect
from importlib import import_module
from types import ModuleType
from typing import Any, NewType

import pytest

import howdah
from howdah.core.state import Position
from howdah.games.registry import GAMES

PARTS = [
    import_module(f"howdah.games.{game}.{name}") for game in GAMES for name in ("rules", "scoring")
]
STATES: list[type[Position]] = [import_module(f"howdah.games.{game}.state").State for game in GAMES]
MODULES = pytest.mark.parametrize("module", PARTS, ids=lambda module: module.__name__)
FORBIDDEN = (
    ast.Try,
    ast.Raise,
    ast.Assert,
    ast.With,
    ast.Lambda,
    ast.Yield,
    ast.ListComp,
    ast.SetComp,
    ast.DictComp,
    ast.GeneratorExp,
    ast.List,
    ast.Set,
    ast.Dict,
    ast.JoinedStr,
    ast.Import,
    ast.ImportFrom,
    ast.Global,
    ast.Starred,
    ast.FunctionDef,
    ast.Delete,
    ast.Slice,
)


def functions(module: ModuleType) -> list[ast.FunctionDef]:
    tree = ast.parse(inspect.getsource(module))
    return [node for node in tree.body if isinstance(node, ast.FunctionDef)]


@MODULES
def test_functions_hold_only_numbers_loops_and_early_returns(module: ModuleType) -> None:
    for function in functions(module):
        docstring, *body = function.body
        assert isinstance(docstring, ast.Expr)
        for node in (inner for statement in body for inner in ast.walk(statement)):
            where = f"{function.name}, line {getattr(node, 'lineno', '?')}"
            assert not isinstance(node, FORBIDDEN), where
            if isinstance(node, ast.Constant):
                assert type(node.value) in (int, bool), where


@MODULES
def test_functions_call_only_each_other_and_the_types_of_ids(module: ModuleType) -> None:
    game = module.__name__.rpartition(".")[0]
    same = [part for part in PARTS if part.__name__.startswith(game)]
    own = {function.name for part in same for function in functions(part)}
    ids = {name for name, found in vars(module).items() if isinstance(found, NewType)}
    for function in functions(module):
        for node in ast.walk(function):
            if isinstance(node, ast.Call):
                assert isinstance(node.func, ast.Name)
                assert node.func.id in own | ids | {"min", "range"}, function.name


@MODULES
def test_only_the_standard_library_and_the_tables_are_imported(module: ModuleType) -> None:
    tree = ast.parse(inspect.getsource(module))
    names = {node.module for node in tree.body if isinstance(node, ast.ImportFrom)}
    game = module.__name__.rpartition(".")[0]
    tables = {f"{game}.{name}" for name in ("state", "rules", "tiles", "hexgrid")}
    assert names <= {"__future__", "typing"} | tables


@MODULES
def test_functions_fit_a_glance(module: ModuleType) -> None:
    for function in functions(module):
        assert function.end_lineno is not None
        assert function.end_lineno - function.lineno < 30, function.name


@pytest.mark.parametrize("state", STATES)
def test_the_schema_tells_the_lengths_of_every_field(state: type[Position]) -> None:
    assert list(state.schema()) == list(state.__slots__)
    assert set(map(len, state.schema().values())) <= {0, 1, 2}


@pytest.mark.parametrize("name", GAMES)
def test_a_position_has_the_lengths_of_its_schema(name: str) -> None:
    game: Any = howdah.new(name, seed=1)
    state = game._state
    for field, lengths in type(state).schema().items():
        found: Any = getattr(state, field)
        for length in lengths:
            assert len(found) == length, field
            found = found[0]
        assert isinstance(found, int), field
