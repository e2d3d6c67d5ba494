"""Before the first game: every agent is found, and whatever it has to compile is compiled once."""

from __future__ import annotations

from contextlib import suppress

from howdah.ai.agents import get_ready
from howdah.ai.plugins import load_agent
from howdah.arena.play_game import FAILURES
from howdah.arena.schedule import Contest, Fixture
from howdah.core.errors import HowdahError


def rehearse(contest: Contest) -> None:
    """Make each agent once and let it get ready, so that processes find everything compiled.

    An agent that is not there is refused; one that breaks down will do so in its games.
    """
    for text in contest.entrants:
        try:
            agent = load_agent(text, contest.agent_seed(Fixture(0, 0), 0))
        except HowdahError:
            raise
        except FAILURES:
            continue
        with suppress(*FAILURES):
            get_ready(agent, contest.game)
