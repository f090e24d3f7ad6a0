"""What a client may ask over HTTP, and what it is answered where that is more than a code."""

from typing import Annotated, Final

from pydantic import Field
from typing_extensions import TypedDict

from server.messages import By, Mark, Medal, Strength
from server.messages.incoming import Message, Options
from server.messages.outgoing import AttemptState

MAX_BODY: Final = 4096
"""Largest body, in bytes."""


class ProfileRequest(Message):
    """Body of `POST /api/me`: what is left out stays as it is."""

    name: Annotated[str, Field(max_length=128)] | None = None
    hidden: bool | None = None
    """Whether friends don't see where one is."""
    watchable: bool | None = None
    """Whether friends may look on when one plays alone; off at first."""


class CodeRequest(Message):
    """Body of `POST /api/me/friends` (a friend's code) and of `POST /api/players/recover` (one's own)."""

    code: Annotated[str, Field(max_length=64)]


class OtherRequest(Message):
    """Body of `DELETE /api/me/friends`, and of `POST` and `DELETE /api/me/blocked`: whom it is about."""

    player: Annotated[str, Field(max_length=32)]


class GhostRequest(Message):
    """A run that somebody wants to race: an attempt that is over, of a race that they may see again."""

    code: Annotated[str, Field(max_length=32)]
    """Of the room."""
    race: Annotated[int, Field(ge=1, le=10**6)]
    player: Annotated[str, Field(max_length=32)]
    """Whose; ``solver``: a line of the solver's at the same deal, at the pace of a hand."""


class RoomRequest(Options):
    """Body of `POST /api/rooms`: a room to be made, with its options; its maker gets the first seat and is the host."""

    name: Annotated[str, Field(max_length=128)]
    variant: Annotated[str, Field(max_length=32)] | None = None
    """May be left out when `deal` is given, which names it too."""
    deal: Annotated[str, Field(max_length=64)] | None = None
    """A deal ID as a person typed it; without it the room gets a fresh sealed deal."""
    robot: bool = False
    robots: Annotated[list[Strength], Field(max_length=15)] = []  # noqa: RUF012 - pydantic copies it
    """Robots of the server's own that have a seat from the start."""
    solo: bool = False
    """For its maker alone, who needs no name: the game begins at once, and the options do not matter."""
    ghost: GhostRequest | None = None
    """Of a solo room: whom to race, at the deal of that run; neither `variant` nor `deal` is given then."""


class DailyRequest(Message):
    """Body of `POST /api/daily/VARIANT`: begin the ranked attempt of a day, or practise; the answer is a `DailyRoom`.

    What is under way, on whatever device it was begun, is found again: it is not begun twice.
    """

    name: Annotated[str, Field(max_length=128)] = ""
    """To stand on the boards; nobody has to have one."""
    number: Annotated[int, Field(ge=1, le=10**6)] | None = None
    """Of the day; left out: today's. Say which, and a midnight in between starts no attempt that was not meant."""
    practice: bool = False
    """Play the deal of a day without a rank: when the ranked attempt is over, or the day."""
    robot: bool = False
    """True for a program: it is labelled as such, and has no rank; so it practises, at any time."""


class DailyRoom(TypedDict):
    """Where it is played. The clock runs, and stops for nothing: open the room at once."""

    code: str
    """Of the room, for `hello`."""
    number: int


class DailyOwn(TypedDict):
    """A player's own attempt at the deal of a day."""

    code: str
    """Of its room."""
    result: "DailyResult | None"
    """None: it is under way."""


class DailyResult(TypedDict):
    """How a ranked attempt ended."""

    state: AttemptState
    time_ms: int
    """To the win; otherwise to the move with which it came as far as `home`."""
    moves: int
    undos: int
    hints: int
    home: int
    """How far it came, as in the results of a race."""
    clean: bool
    """Won without a hint, and nothing was taken back."""


class DailyGame(TypedDict):
    """One game of the day."""

    variant: str
    ready: bool
    """Whether there is a deal for it."""
    players: int
    """How many have ended their attempt ..."""
    finished: int
    """... and how many of them have won."""
    mine: DailyOwn | None
    """The own attempt; None: not yet."""


class DailyStreak(TypedDict):
    """How many days in a row one has taken part. One day in seven may be missed, and outages are no one's fault."""

    days: int
    best: int
    rest_in: int
    """In how many days one may be missed; 0: today could be."""


class DailyLate(TypedDict):
    """An attempt that was begun before midnight, and may go on for half an hour behind it."""

    variant: str
    number: int
    code: str
    """Of its room."""
    closes_ms: int
    """How long it may go on."""


class DailyOverview(TypedDict):
    """Answer of `GET /api/daily`: today."""

    number: int
    date: str
    """Of the day, in UTC: ``2026-11-30``."""
    next_ms: int
    """Until the next day's deals."""
    games: list[DailyGame]
    late: list[DailyLate]
    """One's own attempts of yesterday that may still go on."""
    streak: DailyStreak | None
    """Of whatever game; None for who has no token."""


class DailyPlace(TypedDict):
    """Where one stands on a board."""

    place: int
    equal: int
    """How many share it, oneself among them."""
    beaten: int | None
    """How many percent of the others did worse; None for who is alone."""
    medal: Medal | None


class DailyPar(TypedDict):
    """What the medals go by: the solver's line, and what the best quarter, half and three quarters of all winners had.

    Fewer than three numbers: nobody has won.
    """

    moves: int
    """Of the line that proves that the deal can be won."""
    quartile_times_ms: list[int]
    quartile_moves: list[int]


class DailyDay(TypedDict):
    """Answer of `GET /api/daily/VARIANT/NUMBER`: one game of one day."""

    variant: str
    number: int
    date: str
    today: int
    """Today's number."""
    next_ms: int
    """Until the next day's deals."""
    closes_ms: int | None
    """Until the tables of this day are open to all; None: they are."""
    ready: bool
    """Whether there is a deal."""
    players: int
    finished: int
    mine: DailyOwn | None
    places: "dict[By, DailyPlace] | None"
    """On the boards, `time` and `moves`; None for who has no result."""
    medal: Medal | None
    """The better of the two."""
    practice: str | None
    """Code of the room in which one last practised."""
    streak: DailyStreak | None
    """In this game."""
    par: DailyPar | None
    """Told when the own attempt is over, or the day."""
    deal: "DailyDeal | None"
    """Told to those who have won it, and to all when the day has closed."""


class DailyDeal(TypedDict):
    """The deal of a day, opened: SHA-256 of `deal_id` and the nonce's bytes is the commitment that its rooms showed."""

    deal_id: str
    nonce: str
    """In hexadecimal, as the commitment."""
    commitment: str


class DailyLine(TypedDict):
    """One line of a board. Of those who have blocked one, or whom one has blocked, there is no name and no id."""

    place: int
    player: str
    name: str
    me: bool
    friend: bool
    result: DailyResult | None
    """None: a friend's attempt that is under way and may be watched (on the friends' board; it has place 0)."""
    code: str | None
    """Of its room, to watch or to replay it; None for who may not yet."""


class DailyBoard(TypedDict):
    """Answer of `GET /api/daily/VARIANT/NUMBER/board`, best first.

    `?by=moves`: by moves, not by time. `?who=friends`: oneself and one's friends. Else all of the world, and the lines
    are one's neighbours, or those from `?from=INDEX` (0: the top); `?count=`, 50 at most. The answer has an ETag: ask
    again with it as often as every few seconds, and 304 means that nothing has changed.
    """

    players: int
    finished: int
    start: int
    """Index of the first line, from 0."""
    lines: list[DailyLine]
    mine: DailyPlace | None
    """Where one stands, whether the line is among these or not; among friends on their board."""


class DailyCalendar(TypedDict):
    """Answer of `GET /api/daily/VARIANT/calendar?from=NUMBER&to=NUMBER`: 400 days at most; if not said, 42."""

    today: int
    days: list["DailyMark"]
    """Oldest first."""
    streak: DailyStreak


class DailyMark(TypedDict):
    """One day of the calendar. A day that was missed, or had no result, can be practised if it is `ready`."""

    number: int
    date: str
    ready: bool
    """Whether there is a deal."""
    mark: Mark
    """won, played (and not won), rest (missed, and the streak goes on), outage (missed by no fault of one's own),
    missed, open (today, and there is time)."""
    result: DailyResult | None


class Game(TypedDict):
    """A game alone in which something was played and that is not over: one line of `GET /api/games`, newest first."""

    code: str
    """Of its room."""
    variant: str
    time_ms: int
    """Time played, pauses left out."""
    idle_ms: int
    """How long ago that was."""


class GameOver(TypedDict):
    """A game alone that is over or was left for another: one line of `GET /api/statistics/VARIANT`, newest first."""

    code: str
    """Of its room."""
    race: int
    """Its number there."""
    won: bool
    time_ms: int
    moves: int
    ago_ms: int
    """How long ago that was."""
    kept: bool
    """Whether it can still be seen again."""


class Statistics(TypedDict):
    """How a player's games alone ended: one line of `GET /api/statistics` for each variant played."""

    variant: str
    played: int
    """Games that are over, and in which something was played."""
    won: int
    best_time_ms: int | None
    best_moves: int | None
    streak: int
    """Games won in a row, up to the last one."""
    best_streak: int
