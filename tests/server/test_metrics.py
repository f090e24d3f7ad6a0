"""What /metrics tells is told by all workers of a server alike."""

import asyncio
import urllib.request
from collections.abc import Callable

import pytest

from tests.server.conftest import Node
from tests.server.peers import WAIT_S, Peer


@pytest.mark.slow
async def test_metrics_are_those_of_all_workers(
    peer: Callable[..., Peer], fresh_node: Callable[..., Node], redis_url: str
) -> None:
    node = fresh_node("--redis", redis_url, "--workers", "2")
    try:
        for _ in range(6):
            one = await peer(node.url).connect()
            await one.send(t="ping", c=1)
            await one.until(lambda heard=one.heard: heard)  # type: ignore[misc]

        def told() -> str:
            with urllib.request.urlopen(f"{node.url}/metrics", timeout=WAIT_S) as answer:
                text: str = answer.read().decode()
            return text

        for _ in range(4):  # whichever worker answers
            text = await asyncio.to_thread(told)
            assert "corrida_connections 6.0" in text
            assert 'corrida_messages_total{type="ping"} 6.0' in text
    finally:
        await asyncio.to_thread(node.stop)  # whose workers would outlive it if it were killed
