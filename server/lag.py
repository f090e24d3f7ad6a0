"""The race as it was a while ago: what those see who watch tables in a room with a delay. Pure; times in ms.

It is a second fold of the same attempt logs, which runs that far behind.
"""

from collections import deque
from collections.abc import Iterator

from engine.attempt import Attempt
from engine.table import Step
from server import race as races
from server.events import Entry
from server.race import Race, Racer


class Lag:
    """Runs `delay_ms` behind a race of the deal `deal_id`."""

    def __init__(self, race: Race, deal_id: str, delay_ms: int) -> None:
        self._delay_ms = delay_ms
        self._waiting: dict[str, deque[Entry]] = {player: deque() for player in race.racers}
        self._race = Race(race.number, race.start_at, race.deadline, closing_ms=race.closing_ms, undo=race.undo)
        for racer in race.racers.values():
            attempt = Attempt(deal_id)
            self._race.racers[racer.id] = Racer(racer.id, racer.name, racer.robot, attempt, down=attempt.down)

    def take(self, player: str, entry: Entry) -> None:
        """Keep the next entry of an attempt log until it is time for it."""
        self._waiting[player].append(entry)

    def due(self, now: int) -> Iterator[tuple[Racer, Entry, list[Step]]]:
        """Fold what has been kept for long enough; tells what each entry has done to its racer's table."""
        for player, waiting in self._waiting.items():
            while waiting and waiting[0].at + self._delay_ms <= now:
                entry = waiting.popleft()
                yield self._race.racers[player], entry, races.apply(self._race, player, entry)

    def next_at(self) -> int | None:
        """When there is something to fold next; None if nothing is kept."""
        return min((waiting[0].at + self._delay_ms for waiting in self._waiting.values() if waiting), default=None)

    def racer(self, player: str) -> Racer:
        """A racer as of then."""
        return self._race.racers[player]
