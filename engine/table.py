"""Piles of cards, and the four steps that are all that ever changes them.

A table is mutable and every change is a `Step` made by `do`; `inverse` of the steps of a move, last first,
takes it back. A step is safe for whoever may see the table: only ``up`` carries faces, those of the cards
that it has just shown.
"""

from collections.abc import Sequence
from typing import Literal, NamedTuple, Protocol

from engine.cards import faces
from engine.variant import Variant

PileKind = Literal["column", "stock", "waste", "foundation", "cell"]
Op = Literal["move", "up", "down", "reverse"]


class PileLike(Protocol):
    """What the rules look at: a pile of a table, or of a view.

    Of its face-down cards they use the number only.
    """

    @property
    def kind(self) -> PileKind:
        """What the pile is for."""

    @property
    def cards(self) -> Sequence[int]:
        """Cards from bottom to top."""

    @property
    def up(self) -> int:
        """How many of the top cards are face up."""


class TableLike(Protocol):
    """A `Table`, or the `View` of one: rules give the same answer on both."""

    @property
    def variant(self) -> Variant:
        """What is played."""

    @property
    def piles(self) -> Sequence[PileLike]:
        """The piles, in the order of the variant's layout."""


class Pile:
    """Cards from bottom to top.

    The top `up` of them are face up: no face-down card ever lies on a face-up one.
    """

    __slots__ = ("cards", "kind", "up")

    def __init__(self, kind: PileKind, cards: list[int], up: int = 0) -> None:
        self.kind: PileKind = kind
        self.cards = cards
        self.up = up


class Table:
    """All piles of a game, hidden cards included.

    Order: columns, stock, waste, foundations (Maze: its cells).
    """

    __slots__ = ("piles", "variant")

    def __init__(self, variant: Variant, piles: list[Pile]) -> None:
        self.variant = variant
        self.piles = piles

    def copy(self) -> "Table":
        """A table of its own with the same cards."""
        return Table(self.variant, [Pile(pile.kind, pile.cards.copy(), pile.up) for pile in self.piles])


class Step(NamedTuple):
    """One change of the piles.

    - ``move``: the top `count` cards of `pile` go onto `target`, in the same order, each as it faces
    - ``up``: the `count` face-down cards right under the face-up ones turn up; `faces` are their codes,
      bottom to top
    - ``down``: the lowest `count` face-up cards turn down
    - ``reverse``: the top `count` cards change their order
    """

    op: Op
    pile: int
    target: int
    """Pile index for ``move``, else -1."""
    count: int  # type: ignore[assignment]  # hides tuple.count, which nobody needs here
    faces: bytes


def do(table: Table, op: Op, pile: int, target: int, count: int) -> Step:
    """Change the table and return the step, with faces. Raises ValueError where the piles do not allow it."""
    source = table.piles[pile]
    cards = source.cards
    size = len(cards)
    if not 1 <= count <= size:
        raise ValueError(f"{op} of {count} cards, pile {pile} holds {size}")
    shown = b""
    if op == "move":
        goal = table.piles[target]
        if goal is source:
            raise ValueError(f"pile {pile} cannot move onto itself")
        up = min(count, source.up)
        if up < count and goal.up > 0:
            raise ValueError("a face-down card would lie on a face-up one")
        goal.cards += cards[size - count :]
        del cards[size - count :]
        source.up -= up
        goal.up += up
    elif op == "up":
        hidden = size - source.up
        if count > hidden:
            raise ValueError(f"pile {pile} has {hidden} face-down cards")
        source.up += count
        shown = faces(cards[hidden - count : hidden])
    elif op == "down":
        if count > source.up:
            raise ValueError(f"pile {pile} has {source.up} face-up cards")
        source.up -= count
    else:
        if 0 < source.up < count:
            raise ValueError("cards that face both ways cannot be reversed")
        cards[size - count :] = cards[: size - count - 1 : -1] if count < size else cards[::-1]
    return Step(op, pile, target, count, shown)


def inverse(step: Step) -> Step:
    """The step that takes this one back. Its faces are not known before it is done."""
    if step.op == "move":
        return Step("move", step.target, step.pile, step.count, b"")
    if step.op == "up":
        return Step("down", step.pile, -1, step.count, b"")
    if step.op == "down":
        return Step("up", step.pile, -1, step.count, b"")
    return step


def take_back(table: Table, steps: list[Step]) -> list[Step]:
    """Undo the steps of one move; returns the steps that did it, in order."""
    back: list[Step] = []
    for step in reversed(steps):
        op, pile, target, count, _ = inverse(step)
        back.append(do(table, op, pile, target, count))
    return back


def face_down(t: TableLike) -> int:
    """Face-down cards in the columns."""
    return sum(len(pile.cards) - pile.up for pile in t.piles if pile.kind == "column")


def wire(step: Step) -> list[str | int | bytes]:
    """The step as a list, for the wire.

    ``["move", a, b, n]``, ``["up", a, n, codes]``, ``["down", a, n]`` or ``["reverse", a, n]``.
    """
    if step.op == "move":
        return ["move", step.pile, step.target, step.count]
    if step.op == "up":
        return ["up", step.pile, step.count, step.faces]
    return [step.op, step.pile, step.count]
