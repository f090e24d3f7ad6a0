"""What is kept of a player besides the races: a name, friends, whom they want nothing to do with, where they are now.

A player's keys share the hash tag `{p:ID}`; what concerns two players is written for one and then for the other, and
each of the writes may be repeated.
"""

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any, Final

import msgpack
from redis.asyncio import Redis

from server.store import keys
from server.store.log import Keep

PLACE_MS: Final = 25_000
"""A player is where they were last seen for so long; servers say it again more often."""
FRIEND_CODE_S: Final = 24 * 3600
"""How long a code for becoming friends holds."""
KEEP_S: Final = 366 * 24 * 3600
"""All of it is forgotten a year after the player was last here."""
_AT_ONCE: Final = 100
"""Players that one call tells of: packing it keeps all others waiting for some milliseconds."""
MOST_WATCHED: Final = 1_000
"""Deals that are remembered of whoever watches others play alone: the newest ones."""
_LONGER_MS: Final = 24 * 3_600_000


@dataclass(frozen=True, slots=True)
class Person:
    """What a player sees of themselves."""

    name: str
    hidden: bool
    friends: list[str]
    blocked: list[str]
    watchable: bool = False
    """Whether friends may look on when they play alone."""

    def lets_watch(self, player: str) -> bool:
        """Whether a player may look on when this one plays alone: a friend, if friends may see where one is."""
        return self.watchable and not self.hidden and player in self.friends


class People:
    """Every call may raise one of `redis.Unreachable`."""

    def __init__(self, redis: Redis, keep: Keep | None = None) -> None:
        self._redis = redis
        self._rooms_kept_ms = (keep or Keep()).longest_ms + _LONGER_MS
        """The rooms that a player was in: a little longer than their logs."""

    async def person(self, player: str) -> Person:
        """What is known of a player; a stranger is someone without a name."""
        async with self._redis.pipeline(transaction=False) as pipeline:
            pipeline.hmget(keys.person(player, "self"), ["name", "hidden", "watchable"])
            pipeline.smembers(keys.person(player, "friends"))
            pipeline.smembers(keys.person(player, "blocked"))
            for part in ("self", "friends", "blocked"):
                pipeline.expire(keys.person(player, part), KEEP_S)
            (name, hidden, watchable), friends, blocked, *_ = await pipeline.execute()
        return Person((name or b"").decode(), hidden == b"1", _texts(friends), _texts(blocked), watchable == b"1")

    async def names(self, players: Iterable[str]) -> dict[str, str]:
        """The names of players."""
        asked = list(players)
        async with self._redis.pipeline(transaction=False) as pipeline:
            for player in asked:
                pipeline.hget(keys.person(player, "self"), "name")
            names = await pipeline.execute()
        return {player: (name or b"").decode() for player, name in zip(asked, names, strict=True)}

    async def change(self, player: str, *, name: str | None, hidden: bool | None, watchable: bool | None) -> None:
        """Take a new name, hide from friends, let them look on when one plays alone; None: as it is."""
        fields = {"name": name, "hidden": _number(hidden), "watchable": _number(watchable)}
        mapping: dict[str | bytes, str | int] = {key: value for key, value in fields.items() if value is not None}
        if mapping:
            await self._redis.hset(keys.person(player, "self"), mapping=mapping)  # type: ignore[arg-type]

    # ---- codes

    async def set_code(self, player: str, kind: keys.CodeKind, code: str) -> None:
        """Make this the player's only recovery or friend code."""
        await self._forget_code(player, kind)
        digest = _digest(code)
        lasts_s = KEEP_S if kind == "recovery" else FRIEND_CODE_S
        await self._redis.set(keys.code(kind, digest), player, ex=lasts_s)
        await self._redis.hset(keys.person(player, "self"), kind, digest)

    async def whose(self, kind: keys.CodeKind, code: str) -> str | None:
        """The player whose code this is."""
        found = await self._redis.get(keys.code(kind, _digest(code)))
        return found.decode() if isinstance(found, bytes) else None

    async def _forget_code(self, player: str, kind: keys.CodeKind) -> None:
        old = await self._redis.hget(keys.person(player, "self"), kind)
        if old is not None:
            await self._redis.delete(keys.code(kind, old.decode() if isinstance(old, bytes) else old))

    # ---- friends

    async def befriend(self, one: str, other: str) -> None:
        """Make two players friends of each other."""
        await self._redis.sadd(keys.person(one, "friends"), other)
        await self._redis.sadd(keys.person(other, "friends"), one)

    async def part(self, one: str, other: str) -> None:
        """Make them friends no more."""
        await self._redis.srem(keys.person(one, "friends"), other)
        await self._redis.srem(keys.person(other, "friends"), one)

    async def block(self, player: str, other: str) -> None:
        """The player wants nothing more to do with the other one."""
        await self._redis.sadd(keys.person(player, "blocked"), other)
        await self._noted_as_blocker(player, [other])
        await self.part(player, other)

    async def unblock(self, player: str, other: str) -> None:
        """Take that back. They are strangers then."""
        await self._redis.srem(keys.person(player, "blocked"), other)
        await self._redis.srem(keys.person(other, "blockers"), player)

    async def _noted_as_blocker(self, player: str, others: Iterable[str]) -> None:
        """The other side of what is kept of the blocking player."""
        async with self._redis.pipeline(transaction=False) as pipeline:
            for other in others:
                pipeline.sadd(keys.person(other, "blockers"), player)
                pipeline.expire(keys.person(other, "blockers"), KEEP_S)
            await pipeline.execute()

    async def has_blocked(self, player: str, other: str) -> bool:
        """Whether a player has blocked another one."""
        return bool(await self._redis.sismember(keys.person(player, "blocked"), other))

    async def blockers(self, player: str) -> set[str]:
        """Who has blocked a player."""
        return set(_texts(await self._redis.smembers(keys.person(player, "blockers"))))

    # ---- where they are

    @staticmethod
    def spot(place: Mapping[str, Any], seated: Iterable[str]) -> bytes:
        """A room as a place where players are, and who has a seat there."""
        data: bytes = msgpack.packb([place, list(seated)])
        return data

    async def are_at(self, spots: Iterable[tuple[str, bytes]]) -> None:
        """Say where players are now, of all rooms of a server in one go; a hundred at a time."""
        rest = iter(spots)
        while some := list(islice(rest, _AT_ONCE)):
            async with self._redis.pipeline(transaction=False) as pipeline:
                for player, spot in some:
                    pipeline.set(keys.person(player, "place"), spot, px=PLACE_MS)
                await pipeline.execute()

    async def left(self, player: str) -> None:
        """Say that a player is in no room any more."""
        await self._redis.delete(keys.person(player, "place"))

    async def places(self, asker: str, players: Iterable[str]) -> dict[str, Any]:
        """Where these players are who are anywhere and don't hide it.

        The code of a room is left out where somebody has a seat who has blocked the asker, as if nobody could go there,
        and of a game alone if its player lets nobody look on.
        """
        asked = list(players)
        async with self._redis.pipeline(transaction=False) as pipeline:
            for player in asked:
                pipeline.get(keys.person(player, "place"))
                pipeline.hmget(keys.person(player, "self"), ["hidden", "watchable"])
            answers = await pipeline.execute()
        found = zip(asked, answers[::2], answers[1::2], strict=True)
        told = {}
        for player, data, (hidden, watchable) in found:
            if data and hidden != b"1":
                there = told[player] = msgpack.unpackb(data)
                if there[0].get("solo") and watchable != b"1":
                    there[0]["code"] = ""
        blockers = await self.blockers(asker) if told else set()
        return {
            player: place if blockers.isdisjoint(seated) else place | {"code": ""}
            for player, (place, seated) in told.items()
        }

    # ---- what they have watched

    async def watches(self, player: str, deal_id: str, now: int) -> None:
        """Remember that a player has watched this deal being played alone."""
        key = keys.person(player, "watched")
        async with self._redis.pipeline(transaction=False) as pipeline:
            pipeline.zadd(key, {_digest(deal_id): now})
            pipeline.zremrangebyrank(key, 0, -MOST_WATCHED - 1)
            pipeline.expire(key, KEEP_S)
            await pipeline.execute()

    async def watched(self, players: Iterable[str], deal_id: str) -> bool:
        """Whether one of these players has watched this deal."""
        async with self._redis.pipeline(transaction=False) as pipeline:
            for player in players:
                pipeline.zscore(keys.person(player, "watched"), _digest(deal_id))
            return any(at is not None for at in await pipeline.execute())

    # ---- the end of it

    async def was_in(self, player: str, code: str, now: int) -> None:
        """Remember that a player was in a room, so that they can be forgotten there.

        What they have blocked is noted with the others once more, for it may be older than that is noted there.
        """
        async with self._redis.pipeline(transaction=False) as pipeline:
            pipeline.zadd(keys.person(player, "rooms"), {code: now})
            pipeline.zremrangebyscore(keys.person(player, "rooms"), "-inf", now - self._rooms_kept_ms)
            pipeline.pexpire(keys.person(player, "rooms"), self._rooms_kept_ms)
            pipeline.smembers(keys.person(player, "blocked"))
            *_, blocked = await pipeline.execute()
        if blocked:
            await self._noted_as_blocker(player, _texts(blocked))

    async def rooms(self, player: str) -> list[str]:
        """The rooms that a player was in, as long as their logs are kept."""
        return _texts(await self._redis.zrange(keys.person(player, "rooms"), 0, -1))

    async def forget(self, player: str) -> None:
        """Delete all that is kept of a player here."""
        person = await self.person(player)
        for friend in person.friends:
            await self.part(player, friend)
        for other in person.blocked:
            await self.unblock(player, other)
        for kind in keys.CODE_KINDS:
            await self._forget_code(player, kind)
        for part in keys.PERSON_PARTS:
            await self._redis.delete(keys.person(player, part))


def _number(flag: bool | None) -> int | None:  # noqa: FBT001 - a converter
    return None if flag is None else int(flag)


def _digest(code: str) -> str:
    """What is kept of a code or a deal ID, so that who reads the store can't use it."""
    return hashlib.sha256(code.encode()).hexdigest()


def _texts(values: Iterable[Any]) -> list[str]:
    return [value.decode() for value in values]
