"""What solvers are held against: a search through the engine, as plain and slow as can be; and positions to search."""

from collections import Counter
from heapq import heappop, heappush
from itertools import pairwise
from random import Random

from engine import cards
from engine.cards import COPY, DECKS, rank
from engine.games import VARIANTS, family, spider
from engine.moves import Move
from engine.solvers import search
from engine.solvers.search import Outcome
from engine.table import Pile, Table

Key = tuple[tuple[bytes, int], ...]


def exhaust(table: Table, most: int) -> str | None:
    """``won`` or ``lost`` by trying every move from every position; None if there are more positions than `most`.

    No move is left out, and two positions count as one only if they differ in nothing but the order of columns.
    """
    rules = family(table.variant)
    seen = {key(table)}
    waiting = [(0, 0, table)]
    while waiting:
        _, _, now = heappop(waiting)
        if rules.is_won(now):
            return "won"
        for move in rules.legal_moves(now):
            after = now.copy()
            rules.play(after, move)
            if (found := key(after)) not in seen:
                seen.add(found)
                # The order is for speed only: what has the most cards on the next higher of their suit comes first.
                heappush(waiting, (-joints(after), -len(seen), after))
        if len(seen) > most:
            return None
    return "lost"


def joints(table: Table) -> int:
    """How many cards lie on the next higher of their suit, or have left the columns."""
    count = 0
    for pile in table.piles:
        if pile.kind == "foundation":
            count += len(pile.cards)
        else:
            count += sum(cards.face(upper) == cards.face(lower) + 1 for upper, lower in pairwise(pile.cards))
    return count


def key(table: Table) -> Key:
    """What tells one position from another, the order of columns apart."""
    columns = sorted((cards.faces(pile.cards), pile.up) for pile in table.piles if pile.kind == "column")
    return (*columns, *[(cards.faces(pile.cards), pile.up) for pile in table.piles if pile.kind != "column"])


def solved(table: Table, nodes: int) -> Outcome:
    """The outcome of a search of at most so many positions; a line that is said to win is played to its end."""
    begun = search(table)
    outcome = begun.run(nodes) or Outcome("unknown", [], nodes)
    assert bool(outcome.moves) == (outcome.status == "won" and not family(table.variant).is_won(table))
    if outcome.status == "won":
        replay(table, outcome.moves)
    return outcome


def replay(table: Table, line: list[Move]) -> None:
    """Play a line on a copy, by the rules; it must win."""
    rules = family(table.variant)
    now = table.copy()
    for move in line:
        assert rules.refusal(now, move) is None
        rules.play(now, move)
    assert rules.is_won(now)


def spider_endgame(random: Random) -> Table:
    """Two to six sets on the table, no stock; more or less in order, so that some can be won and some cannot."""
    while True:
        table = _spider_endgame(random)
        whole = len(DECKS[table.variant.deck].ranks)
        # A whole set has left every table that play leads to.
        if not any(_longest_run(pile) == whole for pile in table.piles[: spider.COLUMNS]):
            return table


def _longest_run(pile: Pile) -> int:
    longest = run = 0
    for at in range(len(pile.cards) - pile.up, len(pile.cards)):
        goes_on = run and cards.face(pile.cards[at - 1]) == cards.face(pile.cards[at]) + 1
        run = run + 1 if goes_on else 1
        longest = max(longest, run)
    return longest


def _spider_endgame(random: Random) -> Table:
    game = VARIANTS[random.choice(["spider-1", "spider-2", "spider-4", "spider-es-2", "spider-es-4"])]
    left = random.sample(game.suits, random.choice([2, 3, 4, 5, 6]))
    pack = cards.pack(game.deck, tuple(left))
    random.shuffle(pack)
    disorder = random.choice([0, 4, 20])
    pack.sort(key=lambda card: random.random() * disorder - rank(card))
    tidy, in_suit = random.choice([0.3, 0.6, 0.9]), random.choice([0.2, 0.5])
    columns: list[list[int]] = [[] for _ in range(spider.COLUMNS)]
    for card in pack:
        hosts = [column for column in columns if column and rank(column[-1]) == rank(card) + 1]
        same = [column for column in hosts if column[-1] % COPY == card % COPY + 1]
        if same and random.random() < in_suit:
            hosts = same
        elif not hosts or random.random() > tidy:
            hosts = [column for column in columns if not column] or columns
        random.choice(hosts).append(card)
    piles = [Pile("column", column, min(len(column), random.choice([1, 2, 4, 99]))) for column in columns]
    away = Counter(game.suits) - Counter(left)
    sets = [[cards.code(suit, 1)] for suit in away.elements()]
    sets += [[]] * len(left)
    return Table(game, [*piles, Pile("stock", []), *[Pile("foundation", home.copy()) for home in sets]])
