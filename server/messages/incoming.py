"""What a client may say, one class a message. Unknown keys and wrong types are refused, never guessed."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from server.messages import Sign, Spectators, Strength, Undo

Count = Annotated[int, Field(ge=0, le=2**53 - 1)]
"""A whole number that a JavaScript client can hold exactly."""


Number = Annotated[int, Field(ge=1, le=2**53 - 1)]
"""Like `Count`, from one upwards."""


class Message(BaseModel):
    """What all of them share: strict types, no unknown keys, no change after reading."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


class Options(Message):
    """What a host chooses for a room."""

    racers: Annotated[int, Field(ge=2, le=16)] = 8
    """Seats."""
    spectators: Spectators = "open"
    """Who may see whole tables during the race: "open" whoever does not race, "finished" racers who have, "none"."""
    time_limit_s: Annotated[int, Field(ge=60, le=86_400)] | None = None
    closing_s: Annotated[int, Field(ge=10, le=3_600)] | None = None
    """How long the others may go on after the first has finished. Left out: 300 in a listed room, else no limit."""
    undo: Undo = "on"
    """What may be taken back: "on" everything, "no_reveal" whatever has turned up no card, "off" nothing."""
    hints: bool = True
    """Whether racers may ask for hints, and are told that nothing leads on."""
    winnable: bool = False
    """Whether sealed deals are to be certified: that they can be won is proved, by a line that the record shows."""
    listed: bool = False
    """Whether the room stands on the public list while anyone is in it; others are found by their code alone."""
    teams: Literal[0, 2, 3, 4] = 0
    """How many teams race each other, by the sum of their members' times; 0: everyone for themselves."""
    series: Literal[1, 3, 5, 7] = 1
    """Best of so many races: rematches belong to the series until somebody can't be caught up with."""
    delay_s: Annotated[int, Field(ge=0, le=120)] = 0
    """How far behind the race those are who watch tables while it is on."""


Players = Annotated[list[Annotated[str, Field(max_length=32)]], Field(max_length=4)]
"""As many tables as are shown at once."""


class Hello(Message):
    """First message of a connection: opens a room, as the member the player already is or else as a spectator."""

    t: Literal["hello"]
    code: Annotated[str, Field(max_length=32)]
    """The room's code as a person typed it: any case, with or without dash or spaces."""
    watch: Players | None = None
    """Whose tables to receive, as `watch` says it, so that they come with the room. For who does not race and names
    nobody who does, the server chooses one of those who still race, in every race until `watch`. Left out: nobody's."""


class Join(Message):
    """Take a seat as a racer, while the room is in its lobby; again with another name: be renamed."""

    t: Literal["join"]
    name: Annotated[str, Field(max_length=128)]
    robot: bool = False
    """True for a program: it is labelled as such for everyone."""


class Ready(Message):
    """Say that one is ready, or not any more. Everyone ready (two or more) starts the race."""

    t: Literal["ready"]
    ready: bool


class Start(Message):
    """The host starts the countdown without waiting for everyone to be ready."""

    t: Literal["start"]


class Leave(Message):
    """Give the seat back. Closing a socket is not leaving."""

    t: Literal["leave"]


class Close(Message):
    """The host closes the room for good, while no race is under way."""

    t: Literal["close"]


class Configure(Options):
    """The host changes the options, all of them together, and the game if `variant` or `deal` is given."""

    t: Literal["configure"]
    variant: Annotated[str, Field(max_length=32)] | None = None
    """The members get a fresh sealed deal of this game, if they have none."""
    deal: Annotated[str, Field(max_length=64)] | None = None
    """A deal ID as a person typed it."""


class Kick(Message):
    """The host takes a member's seat away, and lets that player in no more."""

    t: Literal["kick"]
    player: Annotated[str, Field(max_length=32)]


class ChooseTeam(Message):
    """A member goes to another team, from 0, while the room is in its lobby."""

    t: Literal["team"]
    team: Annotated[int, Field(ge=0, le=3)]


class Handicap(Message):
    """The host lets a member start so many seconds before those without a head start."""

    t: Literal["handicap"]
    player: Annotated[str, Field(max_length=32)]
    head_start_s: Annotated[int, Field(ge=0, le=600)]


class React(Message):
    """Show a sign to everyone in the room, as a member of it; at most a dozen in a minute."""

    t: Literal["react"]
    sign: Sign


class AddRobot(Message):
    """The host gives a seat to one of the server's own robots; `kick` takes it away again."""

    t: Literal["add_robot"]
    strength: Strength


class Rematch(Message):
    """A member wants the next race: the first brings all back to the lobby, with a new deal; who asks is ready."""

    t: Literal["rematch"]


class NewDeal(Message):
    """In a room of one's own: the next game, which begins at once. One that is under way is over, and not won."""

    t: Literal["new_deal"]
    race: Number
    """Number of the game that this one is to follow: asked for again, it is not dealt again."""
    variant: Annotated[str, Field(max_length=32)] | None = None
    """The game; without it and `deal` the same one."""
    deal: Annotated[str, Field(max_length=64)] | None = None
    """A deal ID as a person typed it, or that of the last game: the same cards again."""


class Pause(Message):
    """In a room of one's own: stop the clock. While it stands there are no moves."""

    t: Literal["pause"]


class Resume(Message):
    """Let it run again."""

    t: Literal["resume"]


class Play(Message):
    """One action on the own table, in the notation of moves: ``3>5x2``, ``D``, ``U``."""

    t: Literal["play"]
    n: Number
    """The wish's number: one more than the last one. A number that was taken already is not played again."""
    v: Count
    """The attempt's version that the wish was made on."""
    move: Annotated[str, Field(max_length=16)]


class Tap(Message):
    """A tap on the own table: the game's tap rule chooses the move, or tells why there is none."""

    t: Literal["tap"]
    n: Number
    v: Count
    pile: Annotated[int, Field(ge=0, le=63)]
    """Index of the pile in the table."""
    count: Annotated[int, Field(ge=0, le=127)]
    """How many cards from the tapped one to the pile's top; 0 for a tap on an empty pile."""


class AskHint(Message):
    """Ask what to do next: counted, and answered by `hint` to this player alone."""

    t: Literal["hint"]
    n: Number
    v: Count


class GiveUp(Message):
    """End the own attempt without finishing it."""

    t: Literal["give_up"]
    n: Number
    v: Count


class GoOn(Message):
    """Take back that one has given up, within ten seconds and while the race is on."""

    t: Literal["go_on"]
    n: Number
    v: Count


class Watch(Message):
    """Whose tables to receive from now on (replaces the earlier choice), where the room lets this viewer see them."""

    t: Literal["watch"]
    players: Players


class Ping(Message):
    """Ask for the race clock; also keeps the connection alive."""

    t: Literal["ping"]
    c: Annotated[float, Field(ge=0, allow_inf_nan=False)] | Count
    """Anything the client likes to find again in the answer, usually its own clock."""


Incoming = Annotated[
    Hello
    | Join
    | Ready
    | Start
    | Leave
    | Close
    | Configure
    | Kick
    | AddRobot
    | ChooseTeam
    | Handicap
    | React
    | Rematch
    | NewDeal
    | Pause
    | Resume
    | Play
    | Tap
    | AskHint
    | GiveUp
    | GoOn
    | Watch
    | Ping,
    Field(discriminator="t"),
]

INCOMING: TypeAdapter[Incoming] = TypeAdapter(Incoming)
