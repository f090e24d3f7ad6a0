"""How much one connection or one address may ask for. Pure: the time is passed in."""

from dataclasses import dataclass
from ipaddress import ip_address, ip_network
from typing import Final

FRAMES_AT_ONCE: Final = 60
"""Frames that a connection may send in one burst: more than a reconnecting client has in hand."""
FRAMES_PER_SECOND: Final = 40
"""And in the long run: four times what the fastest hand does. Who is faster is read more slowly, not refused."""
GUESSES_PER_MINUTE: Final = 30
"""Wrong room codes from one address: at 729 million codes and a thousand open rooms, a hit takes 17 days."""
REACTIONS_PER_MINUTE: Final = 12
"""Signs that one player may show."""
PEOPLE_PER_MINUTE: Final = 90
"""What one player may ask about themselves and friends; their page asks every few seconds."""
ROOMS_PER_MINUTE: Final = 120
"""New rooms from one address (a school or an office may share one)."""
REPLAYS_PER_MINUTE: Final = 120
"""Attempts that are played again for one address: each takes a few milliseconds."""
LISTS_PER_MINUTE: Final = 600
"""And looks at what was played alone, each of which reads a few logs."""


def counted_as(address: str) -> str:
    """The name under which an address is counted: itself, or for IPv6 the /64 that one household or server has."""
    try:
        parsed = ip_address(address)
    except ValueError:
        return address
    return address if parsed.version == 4 else str(ip_network((parsed, 64), strict=False))


class Sockets:
    """How many connections each address has open on this server: `most` of them at most, from loopback any number.

    What comes from loopback is a proxy that does not say for whom, or a test of the load.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._open: dict[str, int] = {}

    def take(self, address: str) -> bool:
        """Count one more; False, and nothing is counted, if there are too many."""
        count = self._open.get(address, 0)
        if count >= self._most and not _loopback(address):
            return False
        self._open[address] = count + 1
        return True

    def give_back(self, address: str) -> None:
        """One that was counted is closed."""
        count = self._open.pop(address) - 1
        if count > 0:
            self._open[address] = count


def _loopback(address: str) -> bool:
    try:
        return ip_network(address).is_loopback
    except ValueError:
        return False


@dataclass(slots=True)
class Credits:
    """A bucket that `spend` takes from and that time refills."""

    capacity: float = FRAMES_AT_ONCE
    per_second: float = FRAMES_PER_SECOND
    left: float = FRAMES_AT_ONCE
    at: float = 0.0

    def spend(self, now: float) -> float:
        """Take one credit at `now` (seconds, rising); returns for how many seconds to wait before acting on it."""
        self.left = min(self.capacity, self.left + (now - self.at) * self.per_second) - 1
        self.at = now
        return max(0.0, -self.left / self.per_second)
