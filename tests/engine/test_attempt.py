"""An attempt: what is done, taken back, seen and counted."""

from random import Random

import pytest

from engine.attempt import Attempt
from engine.cards import HIDDEN
from engine.deals import deal, deal_id
from engine.games import VARIANTS, family
from engine.reasons import Reason
from engine.table import Step
from tests.engine.tables import KING_TO_TWO, columns, spider_table, state, text
from tests.engine.walks import WON, begin

EVERY = pytest.mark.parametrize("variant", VARIANTS)


@EVERY
def test_a_fresh_attempt(variant: str) -> None:
    game = Attempt(deal_id(VARIANTS[variant], 2024))
    down = {"spider": 36 if "-es-" in variant else 44, "klondike": 21, "maze": 0}[game.table.variant.family]
    assert (game.version, game.moves, game.undos, game.down, game.won) == (0, 0, 0, down, False)
    own = {
        "spider": {"rows": 5, "sets": 0, "down": down},
        "klondike": {"turnovers": 0, "home": 0, "stock": 24 if variant.startswith("klondike") else 20, "down": down},
        "maze": {"placed": game.home},
    }[game.table.variant.family]
    assert game.counters() == {"moves": 0, "actions": 0, "undos": 0} | own
    assert len(game.seen) == {"spider": 10, "klondike": 7, "maze": 48}[game.table.variant.family]


@EVERY
def test_only_a_canonical_deal_id_starts_one(variant: str) -> None:
    with pytest.raises(ValueError, match="canonical"):
        Attempt(deal_id(VARIANTS[variant], 2024).lower())


@EVERY
def test_restarting_the_same_id_gives_the_same_cards_after_any_play(variant: str) -> None:
    """PySolFC #163."""
    made = deal_id(VARIANTS[variant], 2024)
    game = Attempt(made)
    for _ in range(10):
        game.act(game.legal()[-1])
    assert state(Attempt(made).table) == state(deal(made)) != state(game.table)


def test_an_action_gives_its_steps_and_counts() -> None:
    game = Attempt(spider_table("KD 4C | 3D", "4H"))
    assert game.act("1>2") == [Step("move", 0, 1, 1, b""), Step("up", 0, -1, 1, b"\x34")]
    assert (game.version, game.moves, game.undos, game.down) == (1, 1, 0, 1)


def test_an_undo_gives_its_steps_and_counts_too() -> None:
    game = Attempt(spider_table("KD 4C | 3D", "4H"))
    game.act("1>2")
    assert game.act("U") == [Step("down", 0, -1, 1, b""), Step("move", 1, 0, 1, b"")]
    assert (game.version, game.moves, game.undos, game.down) == (2, 0, 1, 2)
    assert game.counters() == {"moves": 0, "actions": 2, "undos": 1, "rows": 0, "sets": 0, "down": 2}


@EVERY
def test_with_no_move_standing_there_is_nothing_to_undo(variant: str) -> None:
    game = Attempt(deal_id(VARIANTS[variant], 2024))
    assert game.refusal("U") is Reason.NOTHING_TO_UNDO
    assert game.act("U") is Reason.NOTHING_TO_UNDO
    game.act(game.legal()[-1])
    game.act("U")
    assert game.act("U") is Reason.NOTHING_TO_UNDO
    assert game.version == 2


@EVERY
@pytest.mark.parametrize("action", ["", "u", "UU", "X", "1>", "1>2x0", "11>1", "r7c1<r1c1", "D "])
def test_what_is_no_action_is_bad_notation(variant: str, action: str) -> None:
    game = Attempt(deal_id(VARIANTS[variant], 2024))
    assert game.refusal(action) is Reason.BAD_NOTATION
    assert game.act(action) is Reason.BAD_NOTATION
    assert game.version == 0


@EVERY
def test_a_refusal_changes_nothing(variant: str) -> None:
    """Every move that can be written down and is refused, after a few that were not."""
    game = Attempt(deal_id(VARIANTS[variant], 2024))
    for _ in range(3):
        game.act(game.legal()[-1])
    before = (state(game.table), game.view(), game.counters(), set(game.seen), game.legal())
    names, arrow = family(game.table.variant).layout(game.table.variant), "<" if variant == "maze" else ">"
    refused = {f"{a}{arrow}{b}x{n}" for a in names.names for b in names.names for n in (1, 2)}
    refused |= {"D", *(f"{a}{arrow}{b}x40" for a in names.names[:2] for b in names.names[:2])}
    refused -= {f"{legal}x1" for legal in game.legal()} | set(game.legal())
    for action in refused:
        assert isinstance(game.act(action), Reason), action
    assert (state(game.table), game.view(), game.counters(), game.seen, game.legal()) == before


def test_a_card_seen_and_turned_down_again_by_undo_stays_known() -> None:
    game = Attempt(spider_table("KD 4C | 3D", "4H"))
    assert text(game.view(), 0) == "? ? | 3D"
    game.act("1>2")
    game.act("U")
    assert text(game.view(), 0) == "? 4C | 3D"


def test_a_row_seen_and_undone_lies_known_in_the_stock_in_its_order() -> None:
    game = Attempt(spider_table(*["KD"] * 10, stock="AS 2S 3S 4S 5S 6S 7S 8S 9S 10S"))
    assert game.view().piles[10].cards == [HIDDEN] * 10
    game.act("D")
    game.act("U")
    assert text(game.view(), 10) == "10S 9S 8S 7S 6S 5S 4S 3S 2S AS |"


def test_equal_cards_of_two_decks_are_known_one_by_one() -> None:
    game = Attempt(spider_table("4C 4C 4C | 3D", "4H"))
    game.act("1>2")
    game.act("U")
    assert text(game.view(), 0) == "? ? 4C | 3D"


def test_an_undone_set_comes_back_whole_and_its_uncovered_card_turns_down_again() -> None:
    game = Attempt(spider_table(f"9D 4C | {KING_TO_TWO}", "AH"))
    before = columns(game.table)
    game.act("2>1")
    assert (game.home, game.down) == (1, 1)
    game.act("U")
    assert (columns(game.table), game.home, game.down) == (before, 0, 2)


@EVERY
def test_undo_has_no_limit(variant: str) -> None:
    made, chance = deal_id(VARIANTS[variant], 2024), Random(variant)
    game = Attempt(made)
    while game.moves < 400 and game.legal():
        game.act(chance.choice(game.legal()))
    played, seen = game.moves, set(game.seen)
    assert played > 100
    for left in reversed(range(played)):
        assert not isinstance(game.act("U"), Reason)
        assert game.moves == left
    assert (game.undos, game.version) == (played, 2 * played)
    assert game.act("U") is Reason.NOTHING_TO_UNDO
    assert state(game.table) == state(deal(made))
    assert game.seen == seen, "what was seen stays known"


@EVERY
def test_moves_is_the_length_of_the_line_now_standing_and_the_other_counts_only_grow(variant: str) -> None:
    game = Attempt(deal_id(VARIANTS[variant], 2024))
    counted = []
    for action in ("", "", "U", "U", ""):
        game.act(action or game.legal()[-1])
        counters = game.counters()
        counted.append((counters["moves"], counters["actions"], counters["undos"]))
    assert counted == [(1, 1, 0), (2, 2, 0), (1, 3, 1), (0, 4, 2), (1, 5, 2)]


def test_a_view_is_not_changed_by_what_is_played_afterwards() -> None:
    game = Attempt(spider_table("KD 4C | 3D", "4H"))
    before = game.view()
    game.act("1>2")
    assert (columns(before)[:2], columns(game.view())[:2]) == (["? ? | 3D", "4H"], ["? | 4C", "4H 3D"])


def test_a_view_on_the_wire() -> None:
    game = Attempt(spider_table("KD 4C | 3D", stock="AS AH"))
    assert game.view().wire()[:2] == [("column", b"\x00\x00\x23", 1), ("column", b"", 0)]
    assert game.view().wire()[10] == ("stock", b"\x00\x00", 0)


def test_a_move_reveals_if_a_card_has_turned_up_and_only_while_it_stands() -> None:
    game = Attempt(spider_table("9S | 5S", "6S", "7H", "6H", "KC", "KC", "KC", "KC", "KC", "KC"))
    assert not game.reveals
    game.act("2>3")
    assert not game.reveals
    game.act("1>4")
    assert game.reveals
    game.act("U")
    assert not game.reveals


def test_a_dealt_row_reveals() -> None:
    game = Attempt("S4-0APN5-9HKNH-Y2PJG")
    game.act("D")
    assert game.reveals


@pytest.mark.parametrize("name", sorted(WON))
def test_what_is_home_by_suit_adds_up_to_what_is_home(name: str) -> None:
    game = begin(WON[name])
    assert game.won
    suits = game.home_by_suit
    assert suits == [] if name.startswith("maze") else sum(suits) == game.home
