from __future__ import annotations

import pytest

import howdah
from howdah.core import view


def test_games_and_views_are_drawn_in_notebooks() -> None:
    game = howdah.new("bombay", players=2, seed=1)
    drawn = game._repr_svg_()
    assert drawn is not None
    assert drawn.startswith("<svg")
    assert game.view()._repr_svg_() == drawn


def test_without_a_renderer_they_show_as_text(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(view, "_svg_renderers", [])
    assert howdah.new("bombay", players=2, seed=1)._repr_svg_() is None
