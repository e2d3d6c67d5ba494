"""Jobs for the agents of tables: how long an agent may think, and whose job comes first."""

from __future__ import annotations

from typing import Final

from howdah.ai.thinking_time import expected_seconds
from howdah.server.settings import AGENT_SECONDS
from howdah.server.tables.model import HostedTable
from howdah.server.tables.notifier import ChangeNotifier
from howdah.store.jobs import NewJob, Priority

HOST_SECONDS: Final = 5.0
"""For how long agents may think about a decision at tables of the host itself, at least."""
TURN_FACTOR: Final = 2
"""How many times as long as a decision a whole turn may take."""


class AgentJobs:
    """What the jobs of tables are like at this server."""

    def __init__(self, notifier: ChangeNotifier, agent_seconds: float = AGENT_SECONDS) -> None:
        self._notifier = notifier
        self._agent_seconds = agent_seconds

    def longest_search(self, owner: str) -> float:
        """How many seconds an agent may think about a decision at the tables of an owner."""
        return self._agent_seconds if owner else max(HOST_SECONDS, self._agent_seconds)

    def job_for(self, table: HostedTable) -> NewJob | None:
        """The job for an agent that is due at a table, or for a full round; None without either."""
        due = table.agent_due
        if due is None:
            return self.quick_job_for(table) if table.has_full_round else None
        quick = self.quick_job_for(table)
        if table.pregame is not None:
            return quick
        agent = table.seats[due].player or ""
        limit = TURN_FACTOR * self.longest_search(table.stored.owner)
        return quick._replace(cost=min(limit, expected_seconds(agent, table.game_name)))

    def quick_job_for(self, table: HostedTable) -> NewJob:
        """A job at a table for which no agent has to think."""
        return NewJob(table.stored.owner, self._priority_of(table), cost=0.0)

    def _priority_of(self, table: HostedTable) -> Priority:
        if not any(seat.is_person for seat in table.seats):
            return Priority.AGENTS
        is_watched = self._notifier.is_watched(table.id)
        return Priority.WATCHED if is_watched else Priority.PEOPLE
