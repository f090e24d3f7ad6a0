"""One connection's state machine: which message may come when. Pure; the socket acts on what it returns.

new --ping--> new --hello--> open --anything but hello--> open          any fault --> closed
"""

from dataclasses import dataclass
from typing import Final

from server.messages.incoming import Hello, Incoming, Ping
from server.reasons import Reason
from server.wire import decode

HELLO_WITHIN_S: Final = 10.0
"""A connection that has opened no room by then, or since its last try, is closed."""
IDLE_AFTER_S: Final = 60.0
"""So is one that has said nothing for this long: clients ping more often."""


@dataclass(slots=True)
class Session:
    """The state of a connection: whose it is, and whether it has opened a room."""

    player: str
    opened: bool = False
    counts_as_heard: bool = True
    """Whether the last message is a reason to wait for another: before hello, a ping is none."""

    @property
    def patience_s(self) -> float:
        """How long to wait for the next message, in seconds."""
        return IDLE_AFTER_S if self.opened else HELLO_WITHIN_S

    def receive(self, frame: bytes | None) -> Incoming | Reason:
        """The message in a frame (None: a text frame), if it may come now. A reason is a fault: the connection ends."""
        message = Reason.BAD_FRAME if frame is None else decode(frame)
        self.counts_as_heard = self.opened or not isinstance(message, Ping)
        if isinstance(message, Reason | Ping):
            return message
        if isinstance(message, Hello) == self.opened:
            return Reason.OUT_OF_ORDER
        return message
