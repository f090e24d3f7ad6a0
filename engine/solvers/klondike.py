"""A complete search for Klondike, draw one or draw three. Why it is sound: docs/solvers.md.

A position is one number, for where the face-up cards lie need not be said. A *root* is the lowest face-up card of a
column, as long as cards lie face down under it or the column is the one that it was dealt to; every other face-up card
is *loose*. A *pair* is the two cards of one rank and colour. A loose card lies on one of the pair above it (one rank
higher, other colour), a loose king in an empty column, and a run's tail moves from one card of a pair to the other
whenever that one is free. So all that counts is how many of a pair are in sight and how many loose cards lie on them:
as long as these are fewer, any card of the pair can be laid bare, and the pair takes one card more.

The number is made of, lowest first: `home`, four bits for each foundation; `depths`, for each column its root and the
cards under it, counted; and what is left of stock and waste (`engine.solvers.talon`). In draw one a card of the talon
is only laid in a column for what comes next: where that number counts drawn cards, the key has the pair that is owed
its use, from 1 up, or 0.
"""

from collections.abc import Sequence
from typing import Final

from engine.cards import code, rank, suit
from engine.games.klondike import COLUMNS, FOUNDATIONS, STOCK, SUITS, WASTE
from engine.solvers.line import Line, can_be
from engine.solvers.search import Outcome
from engine.solvers.talon import SIZE, draws, talon
from engine.table import Table

LIMIT: Final = 1_398_000
"""Positions remembered at most: about 250 MB of them; one more, and Python's dict would take twice the room."""
TALONS: Final = 1 << 18
"""Talons whose draws are remembered at once."""
GREED: Final = 4000
"""Positions taken up at first, the one that looks nearest to a win each time."""
_COSTS: Final = 128
"""More than any position costs."""
TURN: Final = 4
"""Positions taken up from one queue before it is the next one's turn."""

KING: Final = 13
_PLACE: Final = (0, 2, 3, 1)
"""Place of a suit within its rank, so that two of a colour are neighbours: spades, clubs, hearts, diamonds."""
_RED_SUITS: Final = (1, 2)
_SUIT: Final = (0, 3, 1, 2)
"""And back."""
_CARDS: Final = (1 << 52) - 1
_BLACK: Final = int("3" * 13, 16)
_RED: Final = _BLACK << 2
_FIRST: Final = int("5" * 13, 16)
"""The first card of each pair: it stands for the pair."""
_KINGS: Final = 15 << 48
_HOME: Final = 16
"""Bits of `home`."""


def _bit(card: int) -> int:
    """A card as a bit: four bits a rank, from the ace up."""
    return 1 << 4 * (rank(card) - 1) + _PLACE[suit(card)]


def _card(bit: int) -> int:
    """And back."""
    at = bit.bit_length() - 1
    return code(_SUIT[at & 3], (at >> 2) + 1)


def _pair(card: int) -> int:
    """The number of its pair, from 1 up."""
    return (card.bit_length() + 1) // 2


def _split(cards: int) -> list[int]:
    """Several cards, one by one."""
    found: list[int] = []
    while cards:
        found.append(cards & -cards)
        cards &= cards - 1
    return found


_STEP: Final = {1 << at: 1 << 4 * (at & 3) for at in range(52)}
"""What `home` grows by when a card goes up."""


def _is_safe(heights: Sequence[int], place: int, height: int) -> bool:
    """Whether a card of this rank need never lie in a column again.

    Nothing that could want to lie on it has to: the other colour's next lower cards can go up at once, and so can what
    could lie on them.
    """
    other = 2 if place < 2 else 0
    return heights[other] >= height - 2 and heights[other + 1] >= height - 2 and heights[place ^ 1] >= height - 3


class KlondikeSearch:
    """Searches from one table, depth first, but by turns from every number of face-down cards that was reached."""

    def __init__(self, table: Table, limit: int = LIMIT) -> None:
        """Take the table, which must be one that play can lead to, and how many positions to remember at most."""
        self._limit = limit
        self._table = table.copy()
        self._draw = table.variant.draw
        piles = table.piles
        self._fixed: list[list[int]] = []
        self._at: list[int] = []  # where a column's count lies in `depths`, and
        self._room: list[int] = []  # the bits that it may use
        depths = width = 0
        for pile in piles[:COLUMNS]:
            fixed = [_bit(card) for card in pile.cards[: len(pile.cards) - pile.up + 1]]
            self._fixed.append(fixed)
            self._at.append(width)
            self._room.append((1 << len(fixed).bit_length()) - 1)
            depths |= _depth(fixed, len(fixed)) << width
            width += len(fixed).bit_length()
        self._depths = (1 << width) - 1
        self._above = _HOME + width  # where the talon begins
        waste = piles[WASTE].cards
        self._talon = [_bit(card) for card in waste + piles[STOCK].cards[::-1]]
        self._out = {card: 1 << at + self._above for at, card in enumerate(self._talon)}
        self._laid = {card: out - (_pair(card) << self._above + SIZE) for card, out in self._out.items()}
        self._bytes = [_subsets(self._talon[at : at + 8]) for at in range(0, SIZE, 8)]
        home = 0
        for each in SUITS:
            home |= len(piles[FOUNDATIONS + each].cards) << 4 * _PLACE[each]
        left = talon(self._draw, len(waste), len(self._talon))
        self._start = home | depths << _HOME | left << self._above
        self._homes: dict[int, tuple[int, int, int, int]] = {}
        self._columns: dict[int, tuple[int, int, int, int, dict[int, int]]] = {}
        self._talons: dict[int, tuple[int, dict[int, int]]] = {}
        self._from: dict[int, int] = {self._start: self._start}  # every position reached, and where from
        self._by_down: list[list[int]] = [[] for _ in range(_CARDS.bit_length())]  # waiting, by cards face down
        self._by_cost: list[list[int]] = [[] for _ in range(_COSTS)]  # waiting too, at first
        self._by_down[0].append(self._start)
        self._by_cost[0].append(self._start)
        self._early: set[int] = set()  # those taken up for their cost
        self._nodes = 0
        self._outcome = None if can_be(table) else Outcome("unknown", [], 0)

    def run(self, nodes: int) -> Outcome | None:
        """Take up about so many more positions; see `Search`."""
        stop = self._nodes + nodes
        while self._outcome is None and self._nodes < stop:
            self._outcome = self._round()
        return self._outcome

    def _round(self) -> Outcome | None:
        """Take up the best position, or after a while the newest ones of every number of face-down cards."""
        if len(self._from) > self._limit:
            return Outcome("unknown", [], self._nodes)
        if self._nodes < GREED:
            best = next((waiting for waiting in self._by_cost if waiting), None)
            if best is None:
                return Outcome("lost", [], self._nodes)
            key = best.pop()
            self._early.add(key)
            return self._outcome if self._take_up(key) else None
        self._by_cost.clear()
        if not any(self._by_down):
            return Outcome("lost", [], self._nodes)
        for waiting in self._by_down:
            for _ in range(min(TURN, len(waiting))):
                key = waiting.pop()
                if key not in self._early and self._take_up(key):
                    return self._outcome
        return None

    def _take_up(self, key: int) -> bool:
        """Look on from a position; whether it is won, as it is when no card is face down and each can be reached."""
        self._nodes += 1
        columns = self._columns
        depths = key >> _HOME & self._depths
        if (columns.get(depths) or self._face_down(depths))[3] == 0 and (self._draw == 1 or not key >> self._above):
            self._outcome = Outcome("won", self._line(key).moves, self._nodes)
            return True
        origin = self._from
        for child in self._children(key):
            if child not in origin:
                origin[child] = key
                depths = child >> _HOME & self._depths
                down = (columns.get(depths) or self._face_down(depths))[3]
                self._by_down[down].append(child)
                if self._by_cost:
                    self._by_cost[down + self._not_up(child)].append(child)
        return False

    def _not_up(self, key: int) -> int:
        """The cards that are not up, and those of the talon once more."""
        up = sum([key >> shift & 15 for shift in range(0, _HOME, 4)])
        return _CARDS.bit_length() - up + (key >> self._above & (1 << SIZE) - 1).bit_count()

    def _children(self, key: int) -> list[int]:
        """The positions one move away; only one of them where a card can go up for good."""
        home = key & (1 << _HOME) - 1
        depths = key >> _HOME & self._depths
        left = key >> self._above
        following, tops, safe, gone = self._homes.get(home) or self._foundations(home)
        hidden, roots, empty, _, uncovered = self._columns.get(depths) or self._face_down(depths)
        low, middle, high = self._bytes
        undrawn = low[left & 255] | middle[left >> 8 & 255] | high[left >> 16 & 255]
        seen = _CARDS ^ gone ^ hidden ^ undrawn
        loose = seen & ~roots
        on = (loose & _BLACK) << 6 | (loose & _RED) << 2  # each loose card, put on the pair that it lies on
        bare = ((seen | seen >> 1) & ~(on | on >> 1) | seen & seen >> 1 & ~(on & on >> 1)) & _FIRST
        bare |= bare << 1
        welcome = (bare & _BLACK) >> 2 | (bare & _RED) >> 6
        if empty > (loose & _KINGS).bit_count():
            welcome |= _KINGS
        ups = seen & bare & following
        base = key - (depths << _HOME)
        owed = left >> SIZE if self._draw == 1 else 0
        if owed:
            # Cards come onto the pair, or go up from it; first perhaps the cover of a top that shall come onto it.
            pair = 3 << 2 * (owed - 1)
            below = welcome & ((pair & _BLACK) >> 2 | (pair & _RED) >> 6)
            beside = welcome & (15 << 4 * ((owed - 1) >> 1)) & ~pair
            paid = owed << self._above + SIZE
            children = [key - _STEP[card] for card in _split(tops & beside)]
            children += [key - paid - _STEP[card] for card in _split(tops & below)]
            children += [key - paid - self._laid[card] for card in _split(undrawn & below)]
            children += [base - paid + uncovered[card] for card in _split(roots & below)]
            return children + [
                (base + uncovered[card] if card & roots else key) - paid + _STEP[card] for card in _split(ups & pair)
            ]
        if ups & safe:
            card = ups & safe & -(ups & safe)
            return [(base + uncovered[card] if card & roots else key) + _STEP[card]]
        drawable, out, laid = undrawn, self._out, self._laid
        if self._draw > 1:
            drawable, out = self._talons.get(left) or self._draws(left)
            laid, useful = out, welcome
        elif drawable & safe:
            card = drawable & safe & -(drawable & safe)
            return [key - out[card] + _STEP[card]]
        else:
            under = roots | undrawn | tops | tops >> 4
            useful = (under & _BLACK) << 6 | (under & _RED) << 2 | following & seen
            useful = ((useful | useful >> 1) & _FIRST) * 3
        children = [key - _STEP[card] for card in _split(tops & welcome)]
        children += [key - laid[card] for card in _split(drawable & welcome & useful)]
        children += [key - out[card] + _STEP[card] for card in _split(drawable & following)]
        children += [base + uncovered[card] for card in _split(roots & welcome)]
        children += [(base + uncovered[card] if card & roots else key) + _STEP[card] for card in _split(ups)]
        return children

    def _foundations(self, home: int) -> tuple[int, int, int, int]:
        """Of the foundations: the cards that go up next, the tops that may be wanted back, the next that are safe, all.

        A top that would be sent up again at once is not wanted back.
        """
        heights = [home >> 4 * place & 15 for place in range(4)]
        following = tops = safe = gone = 0
        for place, height in enumerate(heights):
            top = 1 << 4 * height - 4 + place if height else 0
            if top and not _is_safe(heights, place, height):
                tops |= top
            if height < KING:
                following |= 1 << 4 * height + place
                if _is_safe(heights, place, height + 1):
                    safe |= 1 << 4 * height + place
            for each in range(height):
                gone |= 1 << 4 * each + place
        facts = following, tops, safe, gone
        self._homes[home] = facts
        return facts

    def _face_down(self, depths: int) -> tuple[int, int, int, int, dict[int, int]]:
        """Of the columns: the face-down cards, the roots, how many have no root, how many cards are face down.

        Last, for each root the part of the key that the columns have without it.
        """
        hidden = roots = empty = count = 0
        uncovered: dict[int, int] = {}
        for fixed, at, room in zip(self._fixed, self._at, self._room, strict=True):
            depth = depths >> at & room
            if depth == 0:
                empty += 1
                continue
            for card in fixed[: depth - 1]:
                hidden |= card
            count += depth - 1
            root = fixed[depth - 1]
            roots |= root
            uncovered[root] = depths - (depth << at) + (_depth(fixed, depth - 1) << at) << _HOME
        facts = hidden, roots, empty, count, uncovered
        self._columns[depths] = facts
        return facts

    def _draws(self, left: int) -> tuple[int, dict[int, int]]:
        """Draw three: the cards that can come to the top of the waste, and what the key loses with each of them."""
        if len(self._talons) > TALONS:
            self._talons.clear()
        after = draws(self._draw, left)
        out = {self._talon[bit.bit_length() - 1]: left - then << self._above for bit, then in after.items()}
        self._talons[left] = sum(out), out
        return sum(out), out

    def _line(self, key: int) -> Line:
        """The way to this position, and on from there until every card is up."""
        keys = [key]
        while keys[-1] != self._start:
            keys.append(self._from[keys[-1]])
        line = Line(self._table)
        for at in range(len(keys) - 1, 0, -1):
            hidden, gone, loose = self._lie(keys[at])
            _, then_gone, then_loose = self._lie(keys[at - 1])
            if then_gone > gone:
                card = _card(then_gone ^ gone)
                line.up(card, aside=card ^ 3 << 4)  # the other of its pair
            else:
                card = _card(then_gone ^ gone or (then_loose ^ loose) & ~hidden)
                line.onto(card, next(end for end in line.ends() if _takes(end, card)))
        line.finish()
        return line

    def _lie(self, key: int) -> tuple[int, int, int]:
        """The cards that are face down, on the foundations, and loose."""
        hidden, roots, _, _, _ = self._face_down(key >> _HOME & self._depths)
        gone = self._foundations(key & (1 << _HOME) - 1)[3]
        undrawn = sum(card for at, card in enumerate(self._talon) if key >> self._above + at & 1)
        return hidden, gone, _CARDS ^ gone ^ hidden ^ undrawn ^ roots


def _depth(fixed: Sequence[int], depth: int) -> int:
    """The depth of a column with so many cards that have not moved; a king on the ground is loose."""
    return 0 if depth == 1 and fixed[0] & _KINGS else depth


def _takes(end: int, card: int) -> bool:
    """Whether a column that ends like that takes the card."""
    if rank(card) == KING:
        return end == 0
    return rank(end) == rank(card) + 1 and (suit(end) in _RED_SUITS) != (suit(card) in _RED_SUITS)


def _subsets(cards: Sequence[int]) -> list[int]:
    """For each number of eight bits the cards that it names."""
    return [sum(card for at, card in enumerate(cards) if chosen >> at & 1) for chosen in range(256)]
