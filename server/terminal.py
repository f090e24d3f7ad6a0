"""Tables as text, games from a file and games by hand: what `corrida deal`, `replay` and `play` say to a terminal."""

from collections.abc import Iterable, Iterator
from typing import Final, TextIO

from engine import cards
from engine.attempt import Attempt
from engine.deals import parse_deal_id
from engine.games import family
from engine.reasons import Reason
from engine.table import TableLike
from server.actions import text_of
from server.recording import PLAYER, Flaw, entries, new_race, parse

HELP: Final = "a move (3>5x2, W>F1, r2c9<r4c1), D: stock, U: undo, f: finish, h: legal moves, q: quit"
_GRID: Final = 9
"""Cells in a line (Maze)."""


def table_lines(t: TableLike) -> Iterator[str]:
    """One line for each pile: its name, cards from bottom to top, ``|`` before those that are face up.

    Cells are printed as they lie, nine in a line. A card that was never seen is ``?``.
    """
    names = family(t.variant).layout(t.variant).names
    cells: list[str] = []
    for name, pile in zip(names, t.piles, strict=True):
        words = [cards.format(card, t.variant.deck) if card else "?" for card in pile.cards]
        if pile.kind == "cell":
            cells += words or ["-"]
        else:
            hidden = len(words) - pile.up
            yield f"{name:>3}  {' '.join(words[:hidden])} | {' '.join(words[hidden:])}".rstrip(" |")
    for at in range(0, len(cells), _GRID):
        line = "".join(f"{word:>4}" for word in cells[at : at + _GRID])
        yield f"{names[at].partition('c')[0]:>3} {line}"


def replay(lines: Iterable[str], out: TextIO) -> int:
    """Play a file: a deal ID, then an action a line; ``#`` starts a comment. Every table is printed, all cards open.

    The first line that is refused ends it: printed with its number and reason. Returns the exit code, 1 for that.
    """
    game: Attempt | None = None
    for number, line in enumerate(lines, 1):
        text = line.partition("#")[0].strip()
        if not text:
            continue
        if game is None:
            made = parse_deal_id(text)
            if isinstance(made, Reason):
                return _refused(number, text, made, out)
            game = Attempt(made)
            print(f"{made}  {game.table.variant.id}", file=out)
        else:
            steps = game.act(text)
            if isinstance(steps, Reason):
                return _refused(number, text, steps, out)
            print(f"\n{game.version}: {text}", file=out)
        _print(game.table, out)
    if game is None:
        return _refused(1, "no deal ID", Reason.BAD_DEAL_ID, out)
    print(f"\n{_counters(game)}", file=out)
    return 0


def replay_recording(text: str, out: TextIO) -> int:
    """Play an exported attempt (docs/replays.md): every table with its time. Returns the exit code, 1 for a flaw."""
    made = parse(text)
    if isinstance(made, Flaw):
        return _flawed(made, out)
    race = new_race(made)
    racer = race.racers[PLAYER]
    game = racer.attempt
    print("  ".join(filter(None, [made.deal_id, game.table.variant.id, made.player])), file=out)
    _print(game.table, out)
    for entry in entries(made, race):
        if isinstance(entry, Flaw):
            return _flawed(entry, out)
        print(f"\n{entry.version}: {entry.at / 1000:.3f} s  {text_of(entry.event)}", file=out)
        _print(game.table, out)
    print(f"\n{racer.state} · {_counters(game)}", file=out)
    return 0


def _flawed(flaw: Flaw, out: TextIO) -> int:
    print(f"line {flaw.line}: {flaw.reason}", file=out)
    return 1


def play(deal_id: str, lines: Iterable[str], out: TextIO) -> int:
    """A game by hand, from a canonical deal ID: shows what the player may see, then does what the next line says.

    It ends when the game is won, when the lines end, or with ``q``; the exit code is always 0.
    """
    game = Attempt(deal_id)
    print(f"{deal_id}  {game.table.variant.id}\n{HELP}", file=out)
    _print(game.view(), out)
    for line in lines:
        text = line.strip()
        if text == "q":
            break
        if text == "h":
            print(" ".join(game.legal()) or "no move is left", file=out)
        elif text == "f":
            _finish(game, out)
        elif text:
            done = game.act({"d": "D", "u": "U"}.get(text, text))
            if isinstance(done, Reason):
                print(done, file=out)
            else:
                _print(game.view(), out)
        if game.won:
            print("won", file=out)
            break
    print(_counters(game), file=out)
    return 0


def _finish(game: Attempt, out: TextIO) -> None:
    """Bring the game home if that is on offer."""
    moves = game.finish()
    for move in moves:
        game.act(move)
    if moves:
        _print(game.view(), out)
    else:
        print("not yet", file=out)


def _refused(number: int, text: str, reason: Reason, out: TextIO) -> int:
    print(f"line {number}: {text}: {reason}", file=out)
    return 1


def _print(t: TableLike, out: TextIO) -> None:
    for line in table_lines(t):
        print(line, file=out)


def _counters(game: Attempt) -> str:
    counts = [f"{name} {count}" for name, count in game.counters().items()]
    return " · ".join(counts)
