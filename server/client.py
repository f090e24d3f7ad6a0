"""A client of Corrida in Python: what a player's program knows of its race, and the frames that it sends.

`Seat` does no input or output, so that any transport can carry it: `robots` uses asyncio, `loadtests` uses gevent. It
needs nothing of the server but the vocabulary of the wire, and is written as a stranger's client would be.
"""

import json
import re
import urllib.error
import urllib.request
from dataclasses import dataclass, field
from typing import Any, Final

import msgpack

from engine.games import VARIANTS
from engine.table import Pile, Table
from server.messages import outgoing as out

_TIMEOUT_S: Final = 10.0


class Refusal(Exception):  # noqa: N818 - what it is called everywhere else
    """The server said no to a request; the text is its reason code."""


@dataclass(slots=True)
class Seat:
    """Everything that one client has been told, newest first in importance: a snapshot replaces what was known."""

    player: str = ""
    room: out.Room | None = None
    progress: out.Progress | None = None
    tables: dict[str, out.Table] = field(default_factory=dict)
    """By player: the own table, and those that are watched."""
    wishes: int = 0
    """Number of the last wish that was sent."""
    waiting: bool = False
    """Whether a wish is without an answer."""
    refused: out.Refused | None = None
    """The last refusal."""

    @property
    def table(self) -> out.Table | None:
        """The own table; None before the start."""
        return self.tables.get(self.player)

    def hello(self, code: str) -> bytes:
        """Opens a room. Every new connection begins with this; what was waiting is settled by the table that comes."""
        self.waiting = False
        return frame(t="hello", code=code)

    def play(self, move: str) -> bytes:
        """A move in notation, ``D`` or ``U``, made on the table as it is known."""
        return self._wish(t="play", move=move)

    def hint(self) -> bytes:
        """What to do next; the answer is for this client alone."""
        return self._wish(t="hint")

    def give_up(self) -> bytes:
        """The end of the own attempt."""
        return self._wish(t="give_up")

    def go_on(self) -> bytes:
        """Take back that one has given up."""
        return self._wish(t="go_on")

    def _wish(self, **message: Any) -> bytes:
        table = self.table
        if table is None:
            raise ValueError("no table yet")
        self.wishes, self.waiting = self.wishes + 1, True
        return frame(**message, n=self.wishes, v=table["v"])

    def receive(self, data: bytes) -> out.Outgoing:
        """Take a frame in, and return its message."""
        message: Any = msgpack.unpackb(data)
        match message["t"]:
            case "welcome":
                self.player = message["player"]
            case "room":
                if self.room is not None and message["race"] != self.room["race"]:
                    self.tables.clear()
                self.room = message
            case "progress":
                self.progress = message
            case "table":
                self.tables[message["player"]] = message
                if "n" in message:
                    self.waiting = self.waiting and message["n"] < self.wishes
                    self.wishes = max(self.wishes, message["n"])
            case "moved":
                self._moved(message)
            case "refused":
                self.refused = message
                if message.get("n") == self.wishes:
                    self.waiting = False
            case _:
                pass
        answer: out.Outgoing = message
        return answer

    def _moved(self, message: out.Moved) -> None:
        table = self.tables.get(message["player"])
        if table is None or message["v"] <= table["v"]:
            return
        piles = [(kind, bytearray(cards), up) for kind, cards, up in table["piles"]]
        for step in message["steps"]:
            _step(piles, step)
        table["piles"] = [(kind, bytes(cards), up) for kind, cards, up in piles]
        table["v"], table["state"], table["counters"] = message["v"], message["state"], message["counters"]
        if "n" in message:
            table["n"], table["legal"], table["taps"] = message["n"], message["legal"], message["taps"]
            table.pop("finish", None)
            if "finish" in message:
                table["finish"] = message["finish"]
            if message["n"] >= self.wishes:
                self.wishes, self.waiting = message["n"], False


def _step(piles: list[tuple[Any, bytearray, int]], step: out.WireStep) -> None:
    """Do one step to piles of (kind, cards, up), as docs/protocol.md describes it."""
    match step:
        case ["move", int(source), int(target), int(count)]:
            kind, cards, up = piles[source]
            goal_kind, goal, goal_up = piles[target]
            shown = min(count, up)
            goal += cards[-count:]
            del cards[-count:]
            piles[source], piles[target] = (kind, cards, up - shown), (goal_kind, goal, goal_up + shown)
        case ["up", int(pile), int(count), bytes(faces)]:
            kind, cards, up = piles[pile]
            cards[len(cards) - up - count : len(cards) - up] = faces
            piles[pile] = (kind, cards, up + count)
        case ["down", int(pile), int(count)]:
            kind, cards, up = piles[pile]
            piles[pile] = (kind, cards, up - count)
        case ["reverse", int(pile), int(count)]:
            cards = piles[pile][1]
            cards[-count:] = cards[-count:][::-1]
        case _:
            raise ValueError(f"unknown step {step[0]!r}")


def known_table(variant: str, message: out.Table) -> Table:
    """The table as this client knows it, for the engine's rules; cards that it has not seen are 0."""
    return Table(VARIANTS[variant], [Pile(kind, list(cards), up) for kind, cards, up in message["piles"]])


def frame(**message: Any) -> bytes:
    """The frame of a message of `server.messages.incoming`."""
    data: bytes = msgpack.packb(message)
    return data


def new_player(url: str) -> str:
    """A token for a new player, from the server at `url`. Raises Refusal, or OSError if it can't be reached."""
    token: str = _post(f"{url}/api/players?token=1", None, {})["token"]
    return token


def new_room(url: str, token: str, **wanted: Any) -> str:
    """Make a room (fields as in `messages.requests.RoomRequest`); returns its code. Raises like `new_player`."""
    code: str = _post(f"{url}/api/rooms", token, wanted)["code"]
    return code


def race_record(url: str) -> Any:
    """The record of a race, from its own address or from that of its room's page. Raises like `new_player`."""
    page = re.fullmatch(r"(https?://[^/]+)/r/([^/]+)", url)
    return _ask(f"{page[1]}/api/rooms/{page[2]}/races/last" if page else url, None, None)


def socket_url(url: str) -> str:
    """The address of the websocket of the server at `url`."""
    return url.rstrip("/").replace("http", "ws", 1) + "/ws"


def _post(url: str, token: str | None, body: dict[str, Any]) -> Any:
    return _ask(url, token, json.dumps(body).encode())


def _ask(url: str, token: str | None, body: bytes | None) -> Any:
    if not url.startswith(("http://", "https://")):
        raise Refusal("bad_url")
    headers = {"content-type": "application/json"} | ({"authorization": f"Bearer {token}"} if token else {})
    request = urllib.request.Request(url, body, headers)  # noqa: S310 - looked at above
    try:
        with urllib.request.urlopen(request, timeout=_TIMEOUT_S) as answer:  # noqa: S310 - the same
            return json.load(answer)
    except urllib.error.HTTPError as error:
        raise Refusal(json.load(error)["reason"]) from None
