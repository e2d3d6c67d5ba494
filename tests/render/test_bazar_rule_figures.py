"""The drawings of the rules page are true, small, and need no translation."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import pytest

import howdah
from howdah.games.bazar.hexgrid import EDGES, OPPOSITE, Axial, Edge, beyond
from howdah.games.bazar.rule_examples import (
    BESIDE_ALL,
    CARRIED,
    FITTING,
    LAST,
    LONG,
    MISFITS,
    OPENING,
    SET_UP,
    SHORT,
    TIP,
    Diagram,
    follow_trunk,
    segments_of,
)
from howdah.games.bazar.svg import rule_figure, stylesheet, symbols
from howdah.games.bazar.svg.figures import FIGURES
from howdah.games.bazar.view import BazarView
from howdah.render.art import definitions
from tests.render.bazar_scenes import references

SHORT_GAME = (
    *("place 02-14 0", "place 02-14 3", "place 01-24 3", "place 01-24 5", "place 01 5"),
    *("place 01 5", "place 01 2", "place 01-25 3", "place 02 0", "place 01 1", "end-piece"),
    *("place 02 2", "end-piece"),
)


def parse_figure(name: str) -> Element:
    return ElementTree.fromstring(rule_figure(name))


def tag_name(element: Element) -> str:
    return element.tag.rpartition("}")[2]


@pytest.mark.parametrize("name", FIGURES)
def test_a_figure_is_small_and_hidden_from_screen_readers(name: str) -> None:
    root = parse_figure(name)
    assert tag_name(root) == "svg"
    assert (root.get("role"), root.get("aria-hidden")) == ("img", "true")
    assert re.fullmatch(r"0 0 \d+ \d+", root.attrib["viewBox"])
    assert len(rule_figure(name)) < 15_000


@pytest.mark.parametrize("name", FIGURES)
def test_a_figure_contains_only_numbers_and_single_letters(name: str) -> None:
    for element in parse_figure(name).iter():
        assert tag_name(element) not in ("title", "desc")
        assert re.fullmatch(r"[A-F]|[\d-]+|", element.text or ""), element.text


def test_a_figure_has_no_ids_and_uses_only_symbols() -> None:
    for name in FIGURES:
        assert not [e for e in parse_figure(name).iter() if "id" in e.attrib or "defs" in e.tag]
        assert references(rule_figure(name)) <= set(symbols())


def test_the_page_of_all_figures_defines_each_symbol_once() -> None:
    page = "".join(map(rule_figure, FIGURES))
    defined = re.findall(r"""\bid=["']([^"']+)""", definitions(page, symbols()))
    assert len(defined) == len(set(defined))
    assert references(page) <= set(defined)
    assert references(definitions(page, symbols())) <= set(defined)


@pytest.mark.parametrize("name", FIGURES)
def test_the_theme_of_the_page_decides_all_colours(name: str) -> None:
    drawing = rule_figure(name) + definitions(rule_figure(name), symbols())
    colours = set(re.findall(r"""(?:fill|stroke|color)=["']([^"']+)""", drawing))
    literal = {it for it in colours if not it.startswith(("var(--", "url(#"))}
    assert literal <= {"none", "currentColor", "#000"}
    for variable in set(re.findall(r"var\((--[\w-]+)\)", drawing)):
        assert f"{variable}:" in stylesheet()


def open_edges(cell: Axial, tile: str) -> set[Edge]:
    return {edge for s in segments_of(cell, tile) for edge in (s.one, s.other)}


def mistakes(diagram: Diagram, cell: Axial, tile: str) -> Iterator[Edge]:
    """The edges at which a tile does not fit what is around it."""
    own = {(trunk.cell, EDGES[trunk.edge]) for trunk in diagram.trunks}
    for edge in EDGES:
        is_open, place = edge in open_edges(cell, tile), beyond(cell, edge)
        if (cell, edge) in own:
            expected = True
        elif place in diagram.tiles:
            expected = OPPOSITE[edge] in open_edges(place, diagram.tiles[place])
        else:
            expected = is_open and not (place in diagram.outside or place in diagram.end_pieces)
        if is_open != expected:
            yield edge


@pytest.mark.parametrize("diagram", [SHORT, LONG, BESIDE_ALL, CARRIED, SET_UP])
def test_all_tiles_in_an_example_fit(diagram: Diagram) -> None:
    for cell, tile in diagram.tiles.items():
        rest = {place: other for place, other in diagram.tiles.items() if place != cell}
        assert not list(mistakes(replace(diagram, tiles=rest), cell, tile)), cell


def test_one_tile_fits_and_the_others_fail_at_the_marked_edge_alone() -> None:
    assert not list(mistakes(BESIDE_ALL, TIP, FITTING))
    for tile, edge in MISFITS.items():
        assert list(mistakes(BESIDE_ALL, TIP, tile)) == [edge]


def play_short_game(actions: int) -> BazarView:
    game = howdah.new("bazar", players=2, board="hexagon-19", starter="seat 0")
    for action in SHORT_GAME[:actions]:
        game.play(action)
    return game.view()


@pytest.mark.parametrize("turn", range(len(OPENING)))
def test_the_first_turns_are_played_so_by_the_rules(turn: int) -> None:
    diagram, actions = OPENING[turn], 2 * turn + 1
    view, before = play_short_game(actions), play_short_game(actions - 1)
    assert set(diagram.tiles) == set(view.tiles)
    assert set(view.tiles) - set(before.tiles) == {diagram.glowing}
    for player, trunk in zip(view.players, diagram.trunks):
        assert follow_trunk(diagram, trunk) == (player.trunk, player.tip_cell, player.tip_edge)


def test_the_worked_example_is_the_end_of_a_game() -> None:
    view = play_short_game(len(SHORT_GAME))
    assert view.is_over
    assert set(view.tiles) == set(LAST.tiles)
    for player, trunk in zip(view.players, LAST.trunks):
        assert follow_trunk(LAST, trunk) == (player.trunk, player.tip_cell, player.tip_edge)
        assert LAST.end_pieces[player.tip_cell] == (player.seat, player.tip_edge)
    assert view.end_pieces == {cell: (owner,) for cell, (owner, _) in LAST.end_pieces.items()}


def test_a_carried_trunk_grows_as_much_as_its_carrier() -> None:
    assert [len(follow_trunk(CARRIED, trunk)[0]) for trunk in CARRIED.trunks] == [2, 2]
