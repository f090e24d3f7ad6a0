"""Ghosts called up: the run that somebody wants to race alone is found, and found again for as long as it is kept."""

import asyncio
from typing import Final

from server.archive import replay_of, replay_of_recording
from server.events import Ghost as Called
from server.ghost import SOLVER, ghost, paced
from server.hub import Hub
from server.messages.ghosts import Ghost
from server.messages.requests import GhostRequest
from server.reasons import Reason
from server.recording import Flaw
from server.thought import notation

SOLVE_S: Final = 8.0
"""CPU time for the solver to find a line, if none is known."""
PATIENCE_S: Final = 25.0
"""And by the clock: whoever waits longer is told that there is none."""


async def call(hub: Hub, wanted: GhostRequest, asker: str, address: str) -> tuple[Called, str] | Reason:
    """The ghost that a player wants to race, and the deal; or why not.

    As `access` has it: who may see a run again may race it, once it is over. The solver's line at a deal is for those
    who may see any run at it.
    """
    recalled = await hub.finder.recall(wanted.code, wanted.race, asker, address)
    if isinstance(recalled, Reason):
        return recalled
    race, deal = recalled.past.race, recalled.past.room.deal
    if wanted.player == SOLVER:
        line = deal.line or await _solved(hub, deal.id, asker)
        return (Called(line=line), deal.id) if line else Reason.NO_LINE
    racer = race.racers.get(wanted.player)
    if racer is None:
        return Reason.NOT_FOUND
    if racer.state == "racing":
        return Reason.NOT_OVER
    return Called(recalled.past.room.code, race.number, racer.id), deal.id


async def shown(hub: Hub, called: Called, deal_id: str, asker: str, address: str) -> Ghost | Reason:
    """What is told of a ghost; or why it can't be, such as that its log is kept no longer."""
    if called.line:
        found = await replay_of_recording(paced(deal_id, called.line.split()))
        if isinstance(found, Flaw):
            raise ValueError("a line that was found does not fit its deal")
        return ghost(found)
    recalled = await hub.finder.recall(called.code, called.race, asker, address)
    if isinstance(recalled, Reason):
        return recalled
    told = await replay_of(recalled, called.player, asker)
    if isinstance(told, Reason):
        return told
    return ghost(told) if told["state"] != "racing" else Reason.NOT_OVER


async def _solved(hub: Hub, deal_id: str, asker: str) -> str:
    """A line that wins a deal, in notation; empty if none was found in time."""
    try:
        async with asyncio.timeout(PATIENCE_S):
            answer = await hub.solve(f"{SOLVER}:{asker}", deal_id, SOLVE_S)
    except TimeoutError:
        return ""
    return notation(deal_id, answer.line) if answer.status == "won" else ""
