"""The rules keep to the part of Python that compiles: whole numbers, loops, tuples as tables."""

from __future__ import annotations

import ast
import inspect
from types import ModuleType

import pytest

from howdah.bombay import rules, scoring
from howdah.bombay.state import State

MODULES = pytest.mark.parametrize("module", [rules, scoring], ids=lambda module: module.__name__)
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
def test_functions_call_only_each_other(module: ModuleType) -> None:
    own = {function.name for one in (rules, scoring) for function in functions(one)}
    for function in functions(module):
        for node in ast.walk(function):
            if isinstance(node, ast.Call):
                assert isinstance(node.func, ast.Name)
                assert node.func.id in own | {"min", "range"}, function.name


@MODULES
def test_only_the_standard_library_and_the_state_are_imported(module: ModuleType) -> None:
    tree = ast.parse(inspect.getsource(module))
    names = {node.module for node in tree.body if isinstance(node, ast.ImportFrom)}
    assert names <= {"__future__", "typing", "howdah.bombay.state", "howdah.bombay.rules"}


@MODULES
def test_functions_fit_a_glance(module: ModuleType) -> None:
    for function in functions(module):
        assert function.end_lineno is not None
        assert function.end_lineno - function.lineno < 30, function.name


def test_the_schema_tells_the_lengths_of_every_field() -> None:
    assert list(State.schema()) == list(State.__slots__)
    assert set(map(len, State.schema().values())) == {0, 1, 2}
