"""The `corrida` command."""

import argparse
import json
import os
import secrets
import sys
from collections.abc import Callable
from pathlib import Path

from engine.deals import SEED_BITS, deal, deal_id, describe, parse_deal_id
from engine.games import VARIANTS
from engine.reasons import Reason
from server import __version__
from server.strategy import STRENGTHS


def main() -> None:
    """Run one command; exit code 2 for a request that makes no sense, 1 for one that could not be done."""
    arguments = _parser().parse_args()
    try:
        code = arguments.run(arguments)
        sys.stdout.flush()
    except BrokenPipeError:  # whoever reads has read enough; Python must not try to write the rest at its end
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = 1
    sys.exit(code)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("corrida", description="Race your friends at patience.")
    parser.add_argument("--version", action="version", version=f"corrida {__version__}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    serve = commands.add_parser("serve", help="run the server", description="Run the server.")
    serve.add_argument("--host", default="127.0.0.1", help="address to listen on (default: %(default)s)")
    serve.add_argument("--port", type=_between(0, 65_535), default=8000, help="0: any free one (default: %(default)s)")
    serve.add_argument("--data", type=Path, default=Path("data"), metavar="DIR", help="folder of the embedded Redis")
    serve.add_argument(
        "--redis", type=_redis, metavar="URL", help="use this Redis instead, as redis://HOST:PORT/0 or unix://PATH"
    )
    serve.add_argument(
        "--workers", type=_between(1, 64), default=1, metavar="N", help="server processes (default: %(default)s)"
    )
    serve.set_defaults(run=_serve)

    deals = commands.add_parser("deal", help="print a deal", description="Print a whole deal, every card open.")
    which = deals.add_mutually_exclusive_group(required=True)
    which.add_argument("id", nargs="?", metavar="ID", help="a deal ID, such as S4-7KQ2M-9XD40-TBZRE")
    which.add_argument("--new", metavar="VARIANT", choices=list(VARIANTS), help=" · ".join(VARIANTS))
    deals.add_argument("--json", action="store_true", help="as one line of JSON")
    deals.set_defaults(run=_deal)

    solves = commands.add_parser(
        "solve", help="find out whether a deal can be won", description="Search a deal for a win, every card known."
    )
    solves.add_argument("id", metavar="ID", help="a deal ID, such as S4-7KQ2M-9XD40-TBZRE")
    solves.add_argument("--seconds", type=_seconds, default=30.0, metavar="S", help="at most (default: %(default)g)")
    solves.add_argument("--json", action="store_true", help="as one line of JSON")
    solves.set_defaults(run=_solve)

    replays = commands.add_parser(
        "replay",
        help="play a file",
        description="Play a file: an exported attempt (docs/replays.md), or a deal ID and then an action a line.",
    )
    replays.add_argument("file", type=Path, metavar="FILE", help="- for what comes in")
    replays.set_defaults(run=_replay)

    plays = commands.add_parser("play", help="play in the terminal", description="Play a game in the terminal.")
    plays.add_argument("game", metavar="VARIANT|ID", help=" · ".join(VARIANTS))
    plays.set_defaults(run=_play)

    robots = commands.add_parser("robots", help="play a race", description="Play a race with robots, to the end.")
    robots.add_argument("--url", action="append", required=True, help="of the server; may be given several times")
    room = robots.add_mutually_exclusive_group(required=True)
    room.add_argument("--code", help="the room to join; its host starts the race")
    room.add_argument("--create", metavar="VARIANT", choices=list(VARIANTS), help="make a room for this game")
    robots.add_argument(
        "--players", type=_between(1, 16), default=2, metavar="N", help="robots that race (default: %(default)s)"
    )
    robots.add_argument(
        "--spectators", type=_between(0, 1000), default=0, metavar="N", help="and that watch (default: %(default)s)"
    )
    robots.add_argument(
        "--pace", type=float, default=0.5, metavar="SECONDS", help="between two moves (default: %(default)s)"
    )
    robots.add_argument(
        "--strength",
        choices=STRENGTHS,
        default="hard",
        help="easy slips half of the time, medium seldom, hard never (default: %(default)s)",
    )
    robots.add_argument("--json", action="store_true", help="the result as the last line, in JSON")
    robots.set_defaults(run=_robots)

    _add_keepers(commands)

    verify = commands.add_parser(
        "verify", help="check a race that is over", description="Check the record of a race that is over."
    )
    verify.add_argument("record", metavar="URL|FILE", help="of a room's page, of its record, or a file with the record")
    verify.set_defaults(run=_verify)
    return parser


def _add_keepers(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """The commands that look after what is kept."""
    certifies = commands.add_parser(
        "certify",
        help="fill the stock of winnable deals",
        description="Make deals that can be won, each with a line that wins it, and put them into the server's stock.",
    )
    certifies.add_argument("variant", metavar="VARIANT", choices=list(VARIANTS), help=" · ".join(VARIANTS))
    certifies.add_argument("--count", type=_between(1, 10_000), default=1, metavar="N", help="(default: %(default)s)")
    certifies.add_argument(
        "--seconds", type=float, default=30.0, metavar="S", help="of CPU time for one deal (default: %(default)s)"
    )
    certifies.set_defaults(run=_certify)

    sizes = commands.add_parser(
        "sizes",
        help="tell how large the logs are",
        description="Count the logs of what was played, and what a move takes in memory. Changes nothing.",
    )
    sizes.add_argument("--json", action="store_true", help="as one line of JSON")
    sizes.set_defaults(run=_sizes)

    for keeper in (certifies, sizes):
        keeper.add_argument(
            "--data",
            type=Path,
            default=Path("data"),
            metavar="DIR",
            help="folder of the embedded Redis, with no server on it",
        )
        keeper.add_argument(
            "--redis",
            type=_redis,
            metavar="URL",
            help="the Redis of the servers, as for serve; that of one on DIR has unix://DIR/redis/redis.sock",
        )


def _between(least: int, most: int) -> Callable[[str], int]:
    """A number within bounds, as an argument."""

    def number(text: str) -> int:
        value = int(text)
        if not least <= value <= most:
            raise argparse.ArgumentTypeError(f"must be from {least} to {most}")
        return value

    return number


def _seconds(text: str) -> float:
    """A time of up to a day, as an argument."""
    value = float(text)
    if not 0 < value <= 86_400:
        raise argparse.ArgumentTypeError("must be more than 0 and at most 86400")
    return value


def _redis(text: str) -> str:
    """The URL of a Redis, as an argument."""
    if not text.startswith(("redis://", "rediss://", "unix://")):
        raise argparse.ArgumentTypeError("must begin with redis://, rediss:// or unix://")
    return text


def _serve(arguments: argparse.Namespace) -> int:
    from server.serve import serve

    return serve(arguments.host, arguments.port, data=arguments.data, redis=arguments.redis, workers=arguments.workers)


def _deal(arguments: argparse.Namespace) -> int:
    from server.terminal import table_lines

    name = _deal_id(arguments.new or arguments.id)
    if name is None:
        return 2
    table = deal(name)
    if arguments.json:
        print(json.dumps(describe(table, name), ensure_ascii=False))
        return 0
    print(f"{name}  {table.variant.id}")
    for line in table_lines(table):
        print(line)
    return 0


def _solve(arguments: argparse.Namespace) -> int:
    from server.solve import solve

    name = parse_deal_id(arguments.id)
    if isinstance(name, Reason):
        print(f"not a deal ID: {arguments.id!r}", file=sys.stderr)
        return 2
    try:
        return solve(name, arguments.seconds, sys.stdout, as_json=arguments.json)
    except KeyboardInterrupt:
        return 130


def _replay(arguments: argparse.Namespace) -> int:
    from server.recording import is_recording
    from server.terminal import replay, replay_recording

    try:
        text = sys.stdin.read() if arguments.file == Path("-") else arguments.file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        print(f"cannot read {arguments.file}: {error}", file=sys.stderr)
        return 2
    return replay_recording(text, sys.stdout) if is_recording(text) else replay(text.splitlines(), sys.stdout)


def _play(arguments: argparse.Namespace) -> int:
    from server.terminal import play

    name = _deal_id(arguments.game)
    if name is None:
        return 2
    try:
        return play(name, sys.stdin, sys.stdout)
    except KeyboardInterrupt:
        return 130


def _deal_id(game: str) -> str | None:
    """A new deal of the variant with this name, or the deal with this ID; None, after saying so, if it is neither."""
    if game in VARIANTS:
        return deal_id(VARIANTS[game], secrets.randbits(SEED_BITS))
    name = parse_deal_id(game)
    if isinstance(name, Reason):
        print(f"not a deal ID: {game!r}", file=sys.stderr)
        return None
    return name


def _certify(arguments: argparse.Namespace) -> int:
    import asyncio
    import contextlib

    from server import logs
    from server.certifier import fill
    from server.redis_embedded import EmbeddedRedisError, embedded_redis
    from server.store.redis import Unreachable

    logs.configure()
    with contextlib.ExitStack() as stack:
        try:
            url = arguments.redis or stack.enter_context(embedded_redis(arguments.data))
            ready = asyncio.run(fill(url, arguments.variant, arguments.count, arguments.seconds, print))
        except (EmbeddedRedisError, *Unreachable) as error:
            print(f"the stock can't be filled: {error}", file=sys.stderr)
            return 1
        except KeyboardInterrupt:
            return 130
    print(f"{ready} deals of {arguments.variant} are ready")
    return 0


def _sizes(arguments: argparse.Namespace) -> int:
    import asyncio
    import contextlib

    from server import logs
    from server.redis_embedded import EmbeddedRedisError, embedded_redis
    from server.sizes import as_json, lines, sizes_of
    from server.store.redis import Unreachable

    logs.configure()
    with contextlib.ExitStack() as stack:
        try:
            url = arguments.redis or stack.enter_context(embedded_redis(arguments.data))
            sizes = asyncio.run(sizes_of(url))
        except (EmbeddedRedisError, *Unreachable) as error:
            print(f"the logs can't be read: {error}", file=sys.stderr)
            return 1
        except KeyboardInterrupt:
            return 130
    print(json.dumps(as_json(sizes)) if arguments.json else "\n".join(lines(sizes)))
    return 0


def _verify(arguments: argparse.Namespace) -> int:
    from server.client import Refusal, race_record
    from server.record import problems

    try:
        is_url = arguments.record.startswith(("http://", "https://"))
        record = race_record(arguments.record) if is_url else json.loads(Path(arguments.record).read_text())
        found = problems(record)
    except (OSError, Refusal) as error:
        print(f"can't read {arguments.record}: {error}", file=sys.stderr)
        return 1
    except (KeyError, TypeError, ValueError):
        print(f"{arguments.record} is no record of a race", file=sys.stderr)
        return 1
    if found:
        print("\n".join(found))
        return 1
    actions = sum(len(racer["actions"]) for racer in record["racers"])
    print(f"verified: {record['deal_id']}, {len(record['racers'])} racers, {actions} actions")
    return 0


def _robots(arguments: argparse.Namespace) -> int:
    import asyncio

    from server import logs
    from server.client import Refusal
    from server.lobby import MIN_RACERS
    from server.robots import Plan, race

    logs.configure()
    if arguments.create is not None and arguments.players < MIN_RACERS:
        print(f"a race needs {MIN_RACERS} players", file=sys.stderr)
        return 2
    plan = Plan(
        urls=arguments.url,
        code=arguments.code,
        create=arguments.create,
        players=arguments.players,
        spectators=arguments.spectators,
        pace_s=arguments.pace,
        strength=arguments.strength,
    )
    try:
        result = asyncio.run(race(plan))
    except (Refusal, OSError) as error:
        print(f"the robots could not race: {error}", file=sys.stderr)
        return 1
    if arguments.json:
        print(json.dumps(result))
        return 0
    for line in result["results"]:
        seconds, home = line["time_ms"] / 1000, line["sets"]
        print(f"{line['place']:>2}  {line['name']:<24} {line['state']:<9} {seconds:8.1f} s  {home} home")
    print(result["deal_id"])
    return 0
