"""Writes docs/protocol.md from the messages themselves: `python -m server.protocol_page > docs/protocol.md`.

The words are the docstrings of `server.messages`; the worked exchange is played by the real room, race and audience.
"""

import ast
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from engine.reasons import Reason as RuleReason
from server import audience, messages, race, room
from server.closes import CLOSE_CODES
from server.events import Created, Deal, Entry, Finished, Joined, Settings, Started
from server.messages import ghosts, incoming, outgoing, replays, requests
from server.messages.incoming import INCOMING
from server.messages.outgoing import Outgoing
from server.reasons import Reason
from server.room import Room
from server.wire import encode

_HEAD: Final = f"""\
# The protocol

How a client speaks with a Corrida server. This page is made from the source (`python -m server.protocol_page`).
Whoever wants to write a client needs nothing else; a small one in Python is `server/client.py`.

## Getting in

1. **A player.** `POST /api/players` makes one. A browser gets the token as the HttpOnly cookie `corrida_player`; any
   other client asks with `?token=1`, finds `{{"player", "token"}}` in the answer (201), and sends the token with all
   that it asks from then on, as `Authorization: Bearer TOKEN`. Keep it: it is the only proof of who one is.
2. **A room.** Somebody tells its code, or one makes it: `POST /api/rooms` with a JSON body (below); the answer (201) is
   `{{"code"}}`. `GET /api/variants` lists the games, `GET /api/rooms` the public rooms; `GET /api/games` and
   `GET /api/statistics` tell players what they have under way alone, and how it went before. What is refused comes back
   as `{{"reason"}}` with status 4xx.
3. **The socket.** `GET /ws`, websocket subprotocol `{messages.PROTOCOL}`. Each frame is binary and holds one message: a
   [msgpack](https://msgpack.org) map whose key `t` says which. The largest frame a client may send has
   {messages.MAX_FRAME} bytes; there is no compression. The first message is `hello`, within ten seconds; later at least
   one a minute (a `ping` will do). `GET /ws?code=CODE` saves a round trip: `hello` is said by that, and `watch` too,
   with the players that may follow as `&watch=ID,ID`, or none.

## How a race goes

- The server sends `room` at every change of the room: it replaces what was known. `progress` likewise.
- `join`, `ready`, and the countdown starts: `room` says `countdown`, with a `clock_ms` below zero. All times are times
  left or times run on the race clock, never dates: add the delay of your own connection as `ping` shows it.
- When the clock reaches zero each racer gets the own `table`. Moves are `play` (notation: see below) or `tap`. Each
  carries `n`, the wish's number, one higher each time (the first is `table.n` + 1), and `v`, the version of the table
  it was made on. Several wishes may be on their way: wish k behind the last answer carries `v` + k.
- The answer is `moved`, whose `steps` change the piles, or `refused`, after which all wishes behind it are refused as
  `stale`. A number that was taken already is not played again: the answer is the `table` as it is.
- After a lost connection, connect anywhere and say `hello` again. What comes is complete: forget what was known, drop
  the wishes up to `table.n`, and send the later ones again.
- Who does not race any more, or never did, may `watch` the tables that the room lets them see: a `table`, then `moved`.
  Said with `hello` it comes with the room, and whoever has no wish is shown a table all the same.
- A room made with `solo` is for its maker alone. The game begins at once; `pause` and `resume` stop its clock and let
  it run, and so do a connection that is lost and `resume` when it is back. `new_deal` is the next game.
- When the race is over `room` holds `results` and `opening`, the deal ID and nonce that open the `commitment`.

**Piles** are counted from 0; their kinds say what they are. Each game has its own:

| game | piles |
| --- | --- |
| Spider, of both decks | 0-9 columns `1`-`10`, 10 stock `S`, 11-18 foundations `F1`-`F8` |
| Klondike, Clásico | 0-6 columns `1`-`7`, 7 stock `S`, 8 waste `W`, 9-12 a foundation for each suit, `F1`-`F4` |
| Maze | 0-53 cells `r1c1`-`r6c9`, in reading order |

A card is one byte, suit * 16 + rank; 0 is a card never seen. A face-down card with a number was seen before. Suits 0-3
of the French deck are spades, hearts, diamonds, clubs, its ranks 1-13 ace to king; those of the Spanish deck are oros,
copas, espadas, bastos, its ranks 1-12.

**Steps**: `["move", a, b, n]` the top n cards of pile a go onto pile b, in the same order; `["up", a, n, cards]` the n
face-down cards right under the face-up ones turn up, and these are they; `["down", a, n]` the lowest n face-up cards
turn down; `["reverse", a, n]` the top n cards change their order.

**Moves** name piles as the table above does: `3>5` one card from column 3 to column 5, `3>5x2` two cards, `W>F1` from
the waste to the first foundation, `F2>3` from the second one back to a column, `r2c9<r4c1` in Maze, gap first. `D`
deals a row, draws, or turns the waste over; `U` is undo.
"""

_CLOSES: Final = """\
## Close codes

Before it closes a connection the server sends `error`. The code says what to do: 4500-4999 do not come back, all
others (1001, 1006 and 1012 from proxies among them) come back, after a random pause that grows from half a second to
eight.
"""


_EXCHANGE: Final = """\
Bytes in hexadecimal, and what they say. Ana and Bob race; this is Ana's connection (« to her, » from her) with its
repetitions left out.
"""


def page() -> str:
    """The whole page."""
    return "\n".join(
        [
            _HEAD,
            "## Client to server\n",
            *_classes(incoming, "Message", "Options"),
            "## Server to client\n",
            *_classes(outgoing, "TypedDict"),
            "## Over HTTP\n",
            *_classes(requests, "Options", "Message", "TypedDict"),
            *_classes(replays, "TypedDict"),
            *_classes(ghosts, "TypedDict"),
            _CLOSES,
            *_codes(),
            "## Reasons\n",
            "Of the rules:\n",
            *_reasons(RuleReason),
            "Of the server:\n",
            *_reasons(Reason),
            "## A worked exchange\n",
            _EXCHANGE,
            "```",
            *_exchange(),
            "```",
            "",
        ]
    )


def _classes(module: Any, *bases: str) -> Iterator[str]:
    """Each class of a module that derives from one of `bases`, as a heading and a list of its fields."""
    tree = ast.parse(Path(module.__file__).read_text(encoding="utf-8"))
    for node in tree.body:
        if isinstance(node, ast.ClassDef) and any(isinstance(b, ast.Name) and b.id in bases for b in node.bases):
            fields = list(_fields(node))
            kind = next(
                (text.removeprefix('Literal["').removesuffix('"]') for name, text, _ in fields if name == "t"), ""
            )
            yield f"### {f'`{kind}`' if kind else node.name}\n"
            yield f"{ast.get_docstring(node)}\n"
            rest = [field for field in fields if field[0] != "t"]
            yield from (f"- `{name}`: `{text}`{f' — {words}' if words else ''}" for name, text, words in rest)
            if rest:
                yield ""


def _fields(node: ast.ClassDef) -> Iterator[tuple[str, str, str]]:
    """Name, type and words of each field of a class."""
    for i, item in enumerate(node.body):
        if isinstance(item, ast.AnnAssign) and isinstance(item.target, ast.Name):
            after = node.body[i + 1] if i + 1 < len(node.body) else None
            words = ""
            if isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant):
                words = " ".join(str(after.value.value).split())
            default = f" = {ast.unparse(item.value)}" if item.value is not None else ""
            yield item.target.id, ast.unparse(item.annotation).replace("'", '"') + default, words


def _codes() -> Iterator[str]:
    for reason, code in sorted(CLOSE_CODES.items(), key=lambda pair: pair[1]):
        yield f"- {code} `{reason.value}`"
    yield ""


def _reasons(reasons: Any) -> Iterator[str]:
    """Each reason with the comment behind it in the source."""
    source = Path(sys.modules[reasons.__module__].__file__ or "").read_text(encoding="utf-8")
    for reason in reasons:
        line = next(line for line in source.splitlines() if line.strip().startswith(f"{reason.name} = "))
        comment = line.rpartition("  # ")[2].removeprefix("noqa: S105 - ")
        yield f"- `{reason.value}` — {comment}"
    yield ""


def _exchange() -> Iterator[str]:
    """A short race, made by the same functions that serve real ones."""
    start, countdown_ms = 1_000_000, Settings().countdown_ms
    deal = Deal("spider-1", "S1-BZPEP-SQZS1-QKHP0", bytes(16), sealed=True)
    made = room.create(
        "K7M2QX",
        Entry(
            1,
            start - 60_000,
            Created("ana", "Ana", robot=False, deal=deal, settings=Settings()),
        ),
    )
    yield _said({"t": "hello", "code": "k7m-2qx"})
    yield _heard({"t": "welcome", "player": "ana", "version": "0.1.0"})
    room.apply(made, Entry(2, start - 9_000, Joined("bob", "Bob", robot=False)))
    yield _heard(audience.room_message(made, {"ana", "bob"}, start - 9_000))
    yield _said({"t": "start"})
    room.apply(made, Entry(3, start - countdown_ms, Started(countdown_ms)))
    yield _heard(audience.room_message(made, {"ana", "bob"}, start - countdown_ms))
    yield _said({"t": "ping", "c": 5120.5})
    yield _heard({"t": "pong", "c": 5120.5, "clock_ms": -2998})
    yield from _moves(made, start)


def _moves(made: Room, start: int) -> Iterator[str]:
    on = made.race
    if on is None:
        return
    ana = on.racers["ana"]
    yield _heard(audience.table_message(ana, own=True))
    wishes: list[dict[str, Any]] = [
        {"t": "play", "n": 1, "v": 0, "move": "1>2x2"},
        {"t": "play", "n": 1, "v": 0, "move": "2>1"},
        {"t": "play", "n": 2, "v": 1, "move": "U"},
    ]
    for i, wish in enumerate(wishes):
        yield _said(wish)
        read = INCOMING.validate_python(wish)
        event = race.decide(on, ana, read, start + 1000 * (i + 1)) if isinstance(read, incoming.Play) else None
        if event is None or isinstance(event, Reason | RuleReason):
            yield _heard({"t": "refused", "re": "play", "reason": str(event), "n": wish["n"]})
            continue
        steps = race.apply(on, "ana", Entry(ana.version + 1, start + 1000 * (i + 1), event))
        yield _heard(audience.moved_message(ana, wish["move"], steps, own=True))
    yield _heard(audience.progress_message(on, {"ana", "bob"}, start + 3200))
    room.apply(made, Entry(4, start + 600_000, Finished("time_limit")))
    yield _heard(audience.room_message(made, {"ana", "bob"}, start + 600_000))


def _said(message: Mapping[str, Any]) -> str:
    return _line("»", message)


def _heard(message: Outgoing) -> str:
    return _line("«", message)


def _line(arrow: str, message: Mapping[str, Any]) -> str:
    data = encode(message)
    shown = data.hex() if len(data) <= 64 else f"{data[:64].hex()}… ({len(data)} bytes)"
    return f"{arrow} {_text(message)}\n    {shown}"


def _text(value: Any) -> str:
    """A value as JSON would write it, with bytes as h'…'."""
    if isinstance(value, bytes):
        return f"h'{value.hex()}'"
    if isinstance(value, Mapping):
        return "{" + ", ".join(f'"{key}": {_text(item)}' for key, item in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(_text(item) for item in value) + "]"
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    return f'"{value}"' if isinstance(value, str) else str(value)


if __name__ == "__main__":
    sys.stdout.write(page())
