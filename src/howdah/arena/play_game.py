"""One game between agents; whoever breaks down or breaks the rules forfeits, and play goes on."""

from __future__ import annotations

import reprlib
import time
import traceback
from collections import Counter
from pathlib import PurePath
from typing import Final

from howdah.ai.agents import Agent, RandomAgent, get_ready
from howdah.ai.match import play_until
from howdah.ai.plugins import load_agent
from howdah.arena.game_result import Forfeit, Outcome
from howdah.arena.ranking import places, scores
from howdah.arena.schedule import Contest, Fixture
from howdah.core.view import View
from howdah.render.phrases import printable

FAILURES: Final = (Exception, SystemExit)
"""Whatever an agent may raise without stopping the arena."""

_LONGEST: Final = 300


def play_game(contest: Contest, fixture: Fixture) -> Outcome:
    """Play one game of a contest to its end."""
    table = contest.table(fixture)
    seats = contest.seats(fixture.rotation)
    players = [
        Player(contest.game, text, seat, contest.agent_seed(fixture, seat))
        for seat, text in enumerate(seats)
    ]
    play_until(table, players.__getitem__)
    result = table.result() or {}
    forfeits = tuple(player.forfeit for player in players if player.forfeit)
    return Outcome(
        fixture,
        seats,
        scores=scores(contest.game, result),
        places=places(contest.game, result, [forfeit.seat for forfeit in forfeits]),
        forfeits=forfeits,
        actions=tuple(dict(sorted(player.actions.items())) for player in players),
        seconds=tuple(round(player.seconds, 6) for player in players),
    )


class Player:
    """An agent in its seat: asked, timed, and replaced by chance for the rest if it forfeits."""

    def __init__(self, game: str, text: str, seat: int, seed: str) -> None:
        self.text = text
        self.seat = seat
        self.forfeit: Forfeit | None = None
        self.actions: Counter[str] = Counter()
        self.seconds = 0.0
        self._stand_in = RandomAgent(seed)
        self._agent: Agent = self._stand_in
        try:
            self._agent = get_ready(load_agent(text, seed), game)
        except FAILURES as error:
            self._give_up(f"{raised(error)} when it was made")

    def choose(self, view: View) -> str:
        """A legal action, from the agent as long as it plays by the rules."""
        if self.forfeit is not None:
            return self._stand_in.choose(view)
        began = time.perf_counter()
        try:
            answer: object = self._agent.choose(view)
        except FAILURES as error:
            return self._replaced(raised(error), view)
        if not isinstance(answer, str):
            return self._replaced(f"answered {quoted(answer)}, which is no text", view)
        if answer not in view.legal_actions:
            return self._replaced(f"answered {quoted(answer)}, which is not legal", view)
        self.seconds += time.perf_counter() - began
        self.actions[answer.partition(" ")[0]] += 1
        return answer

    def _replaced(self, what: str, view: View) -> str:
        self._give_up(what, view.legal_actions)
        return self._stand_in.choose(view)

    def _give_up(self, what: str, legal: tuple[str, ...] = ()) -> None:
        self.forfeit = Forfeit(self.seat, self.text, printable(what), legal)


def raised(error: BaseException) -> str:
    """What an agent raised and where, in a line."""
    what = traceback.format_exception_only(error)[-1].strip().replace("\n", " ")
    frames = traceback.extract_tb(error.__traceback__)
    last = frames[-1]
    where = f"{PurePath(last.filename).name}, line {last.lineno}"
    return f"raised {what[:_LONGEST]} ({where})"


def quoted(answer: object) -> str:
    """An answer as a message quotes it: short, and whatever it is.

    >>> quoted("fly to the moon"), quoted(None)
    ("'fly to the moon'", 'None')
    """
    return reprlib.repr(answer)
