"""What the champion sees in Bombay Bazar: the same at a second glance as at the first."""

from __future__ import annotations

from typing import Any

import pytest

from howdah.ai.search.evaluation import FeatureBuffers, both_inputs, write_both_inputs
from howdah.ai.search.workspace import InterpretedAllocator
from howdah.fast.kernel import kernel_for
from howdah.games.bazar import rules
from howdah.games.bazar.ai import features as mind_of_bazar
from howdah.games.bazar.state import Seat
from howdah.games.registry import new
from tests.ai.matches import mixed_match

mind: Any = mind_of_bazar
BOARDS = ("hexagon-61", "hexagon-19", "rectangle-68")


def new_sheet() -> FeatureBuffers:
    """A sheet on which nothing is written."""
    return (
        InterpretedAllocator(new("bazar", players=2, starter="seat 0"))
        .new_search_workspace(mind, 1)
        .sheet
    )


def standing(match: Any, length: int) -> Any:
    """The board and the position after so many actions."""
    return match.at(length).position()


def inputs_of(board: Any, guide: Any, state: Any, sheet: FeatureBuffers) -> list[list[float]]:
    """What the network is told for each seat after a survey."""
    found = []
    for seat in range(state.players):
        mind.write_inputs(board, guide, state, Seat(seat), sheet)
        found.append(list(sheet.inputs))
    return found


@pytest.mark.parametrize("board_name", BOARDS)
@pytest.mark.parametrize("tip_rule", ["join", "touch"])
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_a_glance_after_every_tile_sees_what_a_whole_survey_sees(
    players: int, tip_rule: str, board_name: str
) -> None:
    match = mixed_match("bazar", players, board=board_name, tip_rule=tip_rule)
    kernel = kernel_for("bazar")
    hasty, thorough = new_sheet(), new_sheet()
    for length in range(0, len(match.actions), 3):
        board, state = standing(match, length)
        guide = mind.guide(board)
        mind.survey_before_turns(board, guide, state, hasty)
        for action in range(rules.ACTIONS):
            if rules.is_legal(board, state, action):
                after = state.copy()
                kernel.play(board, after, action)
                mind.survey_after_turn(board, guide, after, hasty)
                mind.survey(board, guide, after, thorough)
                assert inputs_of(board, guide, after, hasty) == inputs_of(
                    board, guide, after, thorough
                )


def test_in_a_duel_whoever_plays_next_is_seen_first() -> None:
    match = mixed_match("bazar", 2)
    sheet = new_sheet()
    for length in (10, 11):
        board, state = standing(match, length)
        guide = mind.guide(board)
        mind.survey(board, guide, state, sheet)
        seats = [seen[: mind.INPUTS] for seen in inputs_of(board, guide, state, sheet)]
        write_both_inputs(mind, board, guide, state, sheet)
        lengths = [rules.trunk_length(state, Seat(seat)) for seat in (0, 1)]
        own, other = state.seat, 1 - state.seat
        lead = (lengths[own] - lengths[other]) / 10
        assert sheet.inputs == [*seats[own], *seats[other], lead]
        assert len(sheet.inputs) == both_inputs(mind)
