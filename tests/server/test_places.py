"""Whoever does not hear that they are in a room is not in it."""

import asyncio
import secrets
from unittest.mock import AsyncMock

import pytest
from redis.exceptions import ConnectionError as NoConnection

from server.events import Created, Deal, Joined, Settings
from server.hub import Hub
from server.outbox import Outbox
from server.reasons import Reason
from server.store.people import People
from server.store.shared import Shared
from tests.server.builders import DEAL


async def room_of(hub: Hub) -> str:
    """The code of a new room of Ana's, with Bob in it."""
    deal = Deal("spider-1", DEAL, bytes(16), sealed=True)
    return await hub.create(
        Created("ana", "Ana", robot=False, deal=deal, settings=Settings()), Joined("bob", "Bob", robot=False)
    )


@pytest.mark.parametrize("where", [(People, "are_at"), (Shared, "uncount")])
@pytest.mark.parametrize("error", [NoConnection(), asyncio.CancelledError()])
async def test_who_came_in_while_redis_went_away_is_taken_out_again(
    hub: Hub, monkeypatch: pytest.MonkeyPatch, where: tuple[type, str], error: BaseException
) -> None:
    code = await room_of(hub)
    with monkeypatch.context() as away:
        away.setattr(*where, AsyncMock(side_effect=error))
        with pytest.raises(type(error)):
            await hub.enter(code, "bob", secrets.token_hex(4), Outbox(), b"welcome")
    assert not hub._rooms, "nobody is in it"
    place = await hub.enter(code, "bob", secrets.token_hex(4), Outbox(), b"welcome")
    assert not isinstance(place, Reason)
    await hub.leave(*place)
    assert not hub._rooms


async def test_a_room_that_its_player_leaves_while_redis_is_away_is_closed(
    hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    deal = Deal("spider-1", DEAL, bytes(16), sealed=True)
    code = await hub.create(Created("ana", "Ana", robot=False, deal=deal, settings=Settings(racers=1), solo=True))
    place = await hub.enter(code, "ana", secrets.token_hex(4), Outbox(), b"welcome")
    assert not isinstance(place, Reason)
    room, _ = place
    assert room.room.solo
    monkeypatch.setattr(room.scribe, "mark_absence", AsyncMock(side_effect=NoConnection()))
    with pytest.raises(NoConnection):
        await hub.leave(*place)
    assert not hub._rooms
