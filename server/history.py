"""What a player has played alone: which games are under way, and how the others ended.

The rooms' logs are the truth, but they are not kept for ever. Results are taken from them when a player leaves a room
or asks for a list; each is written once, under its own name, whatever crashes and whoever writes it.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from server import room, solo
from server.archive import play_again
from server.events import Closed, Created, Dealt, Entry, Finished
from server.messages.requests import Game, GameOver, Statistics
from server.room import Room
from server.store.clock import Clock
from server.store.games import Games
from server.store.keys import ROOM_LOG, attempt_log
from server.store.log import Logs

_ENDS: Final = (Finished, Dealt, Closed)


class History:
    """Every method may raise one of `store.redis.Unreachable`."""

    def __init__(self, logs: Logs, games: Games, clock: Clock) -> None:
        self._logs = logs
        self._games = games
        self._clock = clock

    async def remember(self, player: str, code: str) -> None:
        """A game is under way in this room, or about to begin: it must not be lost, whatever happens next."""
        await self._games.remember(player, code, self._clock.now())

    async def rooms(self, player: str) -> list[str]:
        """The rooms in which a player has games under way, or had of late."""
        return await self._games.rooms(player)

    async def forget(self, player: str) -> None:
        """A player wants to be forgotten: their games and results are."""
        await self._games.forget_all(player)

    async def left(self, player: str, code: str) -> None:
        """A player has left a room: the game there is the last one played, or its result is written down."""
        if await self._settle(player, code) is not None:
            await self.remember(player, code)

    async def under_way(self, player: str) -> list[Game]:
        """The games that this player has begun and may go on with, the last one played first."""
        games: list[Game] = []
        codes = await self._games.rooms(player)
        for code, one in zip(codes, await self._settle_all(player, codes), strict=True):
            if one is None or one.race is None or not await self._logs.length(code, attempt_log(one.races, player)):
                continue
            games.append(
                Game(
                    code=code,
                    variant=one.deal.variant,
                    time_ms=max(0, one.race.played(one.changed_at)),
                    idle_ms=max(0, self._clock.now() - one.changed_at),
                )
            )
        return games

    async def statistics(self, player: str) -> list[Statistics]:
        """How this player's games ended, by variant."""
        return solo.statistics((await self._counted(player)).values())

    async def over(self, player: str, variant: str) -> list[GameOver]:
        """The newest games of a variant that this player has behind them."""
        return solo.over(await self._counted(player), variant, self._clock.now(), self._logs.keep.ms("solo"))

    async def begun(self, player: str, code: str, variant: str) -> None:
        """A game has begun in this room: others of its variant that the player has under way count as lost for ever."""
        others = [other for other in await self._games.rooms(player) if other != code]
        for game in await self._settle_all(player, others):
            if game is None or game.deal.variant != variant:
                continue
            await play_again(game, self._logs)
            result = solo.result_of(game, game.changed_at)
            if result is not None and not result.won:
                left = solo.pack(replace(result, at=self._clock.now()))
                await self._games.record(player, {solo.name_of(game, left=True): left})

    async def _counted(self, player: str) -> dict[str, solo.Result]:
        for game in await self._settle_all(player, await self._games.rooms(player)):
            if game is not None:
                await self._settle_won(player, game)
        results = {name: solo.unpack(data) for name, data in (await self._games.results(player)).items()}
        return solo.counted({name: result for name, result in results.items() if result is not None})

    async def _settle_won(self, player: str, game: Room) -> None:
        """Write down that a game is won whose end nobody has told: a server died right then, and nobody came back."""
        await play_again(game, self._logs)
        result = solo.result_of(game, game.changed_at)
        if result is not None and result.won:
            await self._games.record(player, {solo.name_of(game): solo.pack(result)})

    async def _settle_all(self, player: str, codes: Sequence[str]) -> list[Room | None]:
        return await asyncio.gather(*(self._settle(player, code) for code in codes))

    async def _settle(self, player: str, code: str) -> Room | None:
        """Write down the results of a player's room; returns it, as its room log has it, if a game is under way."""
        entries = await self._logs.whole(code, ROOM_LOG)
        starts = [i for i, entry in enumerate(entries) if isinstance(entry.event, Created | Dealt)]
        names = [f"{code}:{i + 1}" for i in range(len(starts))]
        recorded = await self._games.recorded(player, names)
        results: dict[str, bytes] = {}
        under_way = None
        for i, name in enumerate(names):
            if name in recorded:
                continue
            game, end = _game(code, entries, starts[i])
            if end is None:
                under_way = game
            else:
                await play_again(game, self._logs)
                results[name] = solo.pack(solo.result_of(game, end.at))
        if results:
            await self._games.record(player, results)
        if under_way is None:
            await self._games.forget(player, code)
        return under_way


def _game(code: str, entries: Sequence[Entry], start: int) -> tuple[Room, Entry | None]:
    """A room for one alone as the game was that begins with this entry, without its moves; and what ended it."""
    folded = room.create(code, entries[0])
    if start:
        room.pass_over(folded, entries[1:start])
        room.apply(folded, entries[start])
    for entry in entries[start + 1 :]:
        if isinstance(entry.event, _ENDS):
            return folded, entry
        room.apply(folded, entry)
    return folded, None
