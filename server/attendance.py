"""Who is in a room, by connections that may be on any server; and since when those are away who have a seat.

    who comes and goes, here and on other servers ──▶ taken in ──▶ what that means, to whoever tells it
    all connections as Redis has them, now and then ──▶

News of a connection may be lost: the list puts that right.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Protocol

from server.room import Room
from server.store.clock import Clock
from server.store.presence import Connection


class Teller(Protocol):
    """Who has the connections on this server, and tells them what they are to know."""

    def still_here(self) -> Iterator[Connection]:
        """The connections on this server."""

    def came_or_went(self, players: Collection[str]) -> None:
        """These players are there now, or are not there any more."""

    def step_back(self, player: str, newest: int) -> None:
        """A player has a connection with this number: older ones are not wanted any more."""


class Attendance:
    """Knows of a room who has a seat there."""

    def __init__(self, room: Room, clock: Clock, teller: Teller) -> None:
        self._room = room
        self._clock = clock
        self._teller = teller
        self._here: dict[str, set[int]] = {}
        """Numbers of the connections of each player, on all servers."""
        self._seen: dict[str, int] = {}
        """When each player with a seat was last seen, as Redis keeps it."""
        self._meanwhile: dict[Connection, bool] | None = None
        """Who has come (or else gone) since all connections began to be read, while they are."""

    def arrived(self, player: str, number: int) -> None:
        """A player has come with a connection, here or on another server; older ones step back."""
        numbers = self._here.setdefault(player, set())
        came = not numbers
        numbers.add(number)
        self._teller.step_back(player, number)
        if self._meanwhile is not None:
            self._meanwhile[player, number] = True
        if came:
            self._teller.came_or_went([player])

    def departed(self, player: str, number: int) -> None:
        """A connection is gone, here or on another server."""
        numbers = self._here.get(player, set())
        went = numbers == {number}
        numbers.discard(number)
        if not numbers:
            self._here.pop(player, None)
        if self._meanwhile is not None:
            self._meanwhile[player, number] = False
        self._seen[player] = self._clock.now()
        if went:
            self._teller.came_or_went([player])

    def begin_count(self) -> None:
        """All connections, of all servers, are about to be read; who comes or goes meanwhile is noted."""
        self._meanwhile = {}

    def all_here(self, connections: Iterable[Connection], seen: Mapping[str, int]) -> None:
        """Take the list of all connections, of all servers, and of when those with a seat were last seen."""
        listed = {*connections, *self._teller.still_here()}
        for connection, came in (self._meanwhile or {}).items():
            (listed.add if came else listed.discard)(connection)
        self._meanwhile = None
        seated = self.seated
        self._seen = {player: at for player, at in self._seen.items() if player in seated} | dict(seen)
        known = {(player, number) for player, numbers in self._here.items() for number in numbers}
        changed = {player for player, _ in listed ^ known}
        before = changed & self._here.keys()
        for player, number in known - listed:
            self._here[player].discard(number)
        for player, number in listed - known:
            self._here.setdefault(player, set()).add(number)
        for player in changed:
            if not self._here[player]:
                del self._here[player]
            else:
                self._teller.step_back(player, max(self._here[player]))
        if came_or_went := (changed & self._here.keys()) ^ before:
            self._teller.came_or_went(came_or_went)

    @property
    def present(self) -> set[str]:
        """The players who have a connection, on any server."""
        return {player for player, numbers in self._here.items() if numbers}

    @property
    def seated(self) -> set[str]:
        """Those who have a seat, or race."""
        racers = self._room.race.racers.keys() if self._room.race is not None else set()
        return {*self._room.members, *racers}

    def away_since(self, player: str) -> int | None:
        """Since when no connection of this player has been open (never: since the last event); None if one is."""
        return None if player in self.present else self._seen.get(player, self._room.changed_at)

    def seen(self) -> dict[str, int]:
        """When each member was there last: now, if they are."""
        present, now = self.present, self._clock.now()
        return {
            player: now if player in present else self._seen.get(player, self._room.changed_at)
            for player in self._room.members
        }

    def gone(self, for_ms: int) -> set[str]:
        """Members who have been away for so long. A game alone waits for its player, and does not miss them."""
        if self._room.alone:
            return set()
        now = self._clock.now()
        return {player for player, at in self.seen().items() if now - at >= for_ms}
