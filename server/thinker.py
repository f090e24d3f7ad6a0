"""A process that thinks for a server: `python -m server.thinker NICE`, questions in, answers out.

Each frame is four bytes of length and so many bytes. One question at a time. An empty frame calls it back: the answer,
UNKNOWN then, comes all the same. The end of the input means that the server is gone. The process is nice, so that it
takes only what the servers leave of the machine.
"""

import os
import resource
import select
import sys
import time
from typing import Final

from server.thought import pack_answer, think, unpack_question

MOST_MEMORY: Final = 2 << 30
"""Bytes. A search that wants more dies with its process, and counts as not decided."""


def main() -> None:
    """Answer questions until the input ends."""
    os.nice(int(sys.argv[1]))
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
    source, sink = sys.stdin.fileno(), sys.stdout.buffer

    def stopped() -> bool:
        return bool(select.select([source], [], [], 0)[0])

    while (frame := read(source)) is not None:
        if not frame:
            continue  # the question that this calls back was answered already
        data = pack_answer(think(unpack_question(frame), time.process_time, stopped))
        sink.write(len(data).to_bytes(4, "big") + data)
        sink.flush()


def read(source: int) -> bytes | None:
    """The next frame, or None at the end of the input."""
    head = _exactly(source, 4)
    return None if head is None else _exactly(source, int.from_bytes(head, "big"))


def _exactly(source: int, count: int) -> bytes | None:
    data = b""
    while len(data) < count:
        chunk = os.read(source, count - len(data))
        if not chunk:
            return None
        data += chunk
    return data


if __name__ == "__main__":
    main()
