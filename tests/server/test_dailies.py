"""Dailies over real sockets and two servers: begun once, found again anywhere, ranked once, and seen by no one too soon."""

import asyncio
import json
from collections.abc import Callable
from typing import Any

import pytest

from server.client import Refusal, _ask
from server.store.stock import Certified
from tests.engine.tables import lines
from tests.server.peers import Peer

MakePeer = Callable[..., Peer]
DEAL, *LINE = lines("games/spider-1-won.txt")
CERTIFIED = Certified(DEAL, " ".join(LINE))
VARIANT = "spider-1"
BEGAN = 9
"""Days before today on which this installation began: today is #10."""


async def ask(peer: Peer, path: str, body: dict[str, Any] | None = None) -> Any:
    """What this player is told over HTTP."""
    data = None if body is None else json.dumps(body).encode()
    return await asyncio.to_thread(_ask, f"{peer.url}{path}", peer.token, data)


async def refused(peer: Peer, path: str, body: dict[str, Any] | None = None) -> str:
    with pytest.raises(Refusal) as caught:
        await ask(peer, path, body)
    return str(caught.value)
