"""Writes the golden files of the engine anew: ``python -m tests.engine.golden`` from the top of the repository.

They hold what the engine answered when its rules were last checked by hand. A difference after a change of the code
means that old deals or old games would no longer be what they were.
"""

import json
from hashlib import sha256

from engine import cards
from engine.attempt import Attempt
from engine.deals import SEED_BITS, deal, deal_id, describe, shuffle
from engine.games import VARIANTS
from engine.reasons import Reason
from engine.table import wire
from engine.variant import Variant
from tests.engine.tables import DATA, lines

HEAD = "# Made by: python -m tests.engine.golden"
DEPTH = 3
DEALS = 5
PERFT = 4
THOUSAND = 1000


def some_ids(variant: Variant, count: int) -> list[str]:
    """The lowest and the highest seed, then seeds made of a counter's hash."""
    seeds = [0, (1 << SEED_BITS) - 1]
    seeds += [int.from_bytes(sha256(bytes([at])).digest()[:9], "big") >> 2 for at in range(count - 2)]
    return [deal_id(variant, seed) for seed in seeds]


def digest(variant: Variant) -> str:
    """SHA-256 of a thousand deals: a line each with the ID and the shuffled pack, seeds from a hash of 0, 1, 2 …"""
    whole = sha256()
    for number in range(THOUSAND):
        seed = int.from_bytes(sha256(str(number).encode()).digest()[:9], "big") >> 2
        pack = " ".join(cards.format(card, variant.deck) for card in shuffle(variant, seed))
        whole.update(f"{deal_id(variant, seed)} {pack}\n".encode())
    return whole.hexdigest()


def perft(game: Attempt, depth: int) -> int:
    """How many different lines of `depth` legal moves there are."""
    legal = game.legal()
    if depth == 1:
        return len(legal)
    total = 0
    for action in legal:
        game.act(action)
        total += perft(game, depth - 1)
        game.act("U")
    return total


def steps_of(name: str) -> list[str]:
    """A won game as a line for each action: the action, then its steps as on the wire, faces in hexadecimal."""
    made, *line = lines(f"games/{name}-won.txt")
    game = Attempt(made)
    told = []
    for action in line:
        steps = game.act(action)
        assert not isinstance(steps, Reason)
        words = [
            " ".join(each.hex() if isinstance(each, bytes) else str(each) for each in wire(step)) for step in steps
        ]
        told.append(f"{action}: {', '.join(words)}")
    return told


def write() -> None:
    """Write all files."""
    digests = [f"{variant.id} {digest(variant)}" for variant in VARIANTS.values()]
    head = f"{HEAD} (variant, SHA-256 of {THOUSAND} deals; tests/client/deals.test.js makes them too)"
    (DATA / "deals" / "digests.txt").write_text("\n".join([head, *digests, ""]), encoding="ascii")
    for variant in VARIANTS.values():
        head = f"{HEAD} (every action of {variant.id}-won.txt with its steps)"
        text = "\n".join([head, *steps_of(variant.id), ""])
        (DATA / "games" / f"{variant.id}-steps.txt").write_text(text, encoding="ascii")
        deals = [json.dumps(describe(deal(each), each)) for each in some_ids(variant, DEALS)]
        head = f"{HEAD} (whole deals, one JSON object a line)"
        (DATA / "deals" / f"{variant.id}.txt").write_text("\n".join([head, *deals, ""]), encoding="ascii")
        counts = [
            " ".join([each, *[str(perft(Attempt(each), depth + 1)) for depth in range(DEPTH)]])
            for each in some_ids(variant, PERFT)
        ]
        head = f"{HEAD} (deal ID, then the number of legal lines of 1 to {DEPTH} moves)"
        (DATA / "perft" / f"{variant.id}.txt").write_text("\n".join([head, *counts, ""]), encoding="ascii")


if __name__ == "__main__":
    write()
