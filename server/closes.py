"""Close codes of the websocket: whether to come back is in the number (4000-4499 yes, with jitter; 4500-4999 no)."""

from typing import Final

from server.reasons import Reason

CLOSE_CODES: Final[dict[Reason, int]] = {
    Reason.GOING_AWAY: 4000,
    Reason.SLOW: 4001,
    Reason.TROUBLE: 4002,
    Reason.IDLE: 4003,
    Reason.TOO_MANY_SOCKETS: 4004,
    Reason.BAD_FRAME: 4500,
    Reason.FRAME_TOO_LARGE: 4501,
    Reason.OUT_OF_ORDER: 4502,
    Reason.NO_TOKEN: 4503,
    Reason.BAD_TOKEN: 4503,
    Reason.TAKEN_OVER: 4504,
    Reason.UNKNOWN_MESSAGE: 4505,
    Reason.BAD_MESSAGE: 4506,
    Reason.FOREIGN_ORIGIN: 4507,
    Reason.BAD_PROTOCOL: 4508,
    Reason.KICKED: 4509,
}
"""Also to come back from: 1001, 1006 and 1012, which web servers and proxies send when they go down."""
