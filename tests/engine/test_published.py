"""What other public programs and pages state of positions and deals, reproduced. Each test names its source."""

import pytest

from engine import cards
from engine.attempt import UNDO, Attempt
from engine.deals import deal, deal_id
from engine.games import VARIANTS, klondike, maze, spider
from engine.moves import Move
from engine.reasons import Reason
from engine.table import Table, take_back
from tests.engine.tables import ROW, columns, klondike_table, lines, maze_table, play, refusal, spider_table, text

ISSUE_10 = (
    "011061012013133132131021051014053042134023043033032062031034022052024041054064063044121122123124111112113114101102"
    "103104091092093094081082083084071072073074"
)
"""github.com/ShootMe/Klondike-Solver issue 10: rank and suit (1-4 clubs, diamonds, hearts, spades) of each card."""
ISSUE_14 = (
    "132114074043113024111053121013041063042032103091044093011023012064061071101092102021084034081051122014062123022133"
    "112134082054072033104124073083052094031131"
)
"""The same, issue 14."""


def published(deck: str, variant: str) -> Table:
    """The deal of a deck in the notation of Klondike-Solver, which is dealt row by row."""
    suits = {"1": "C", "2": "D", "3": "H", "4": "S"}
    ranks = ["A", *map(str, range(2, 11)), "J", "Q", "K"]
    words = [ranks[int(deck[at : at + 2]) - 1] + suits[deck[at + 2]] for at in range(0, len(deck), 3)]
    assert len(set(words)) == 52
    return klondike.start(VARIANTS[variant], [cards.parse(word, "french") for word in words])


# Klondike-Solver issue 10: https://github.com/ShootMe/Klondike-Solver/issues/10


def test_issue_10_the_table_that_is_printed_there() -> None:
    t = published(ISSUE_10, "klondike-1")
    assert [" ".join(reversed(column.replace("| ", "").split())) for column in columns(t)] == [
        "AC", "2C 6C", "2H 5C AD", "3C 4H AS AH", "2S 3S 3H 5H KH", "6S 4C 2D 3D 4D KD", "4S 6H 5S 5D 6D KS KC",
    ]  # fmt: skip
    assert " ".join(text(t, "S").split()[-2::-1]).startswith("QC QD QH QS JC JD JH JS 10C")


def test_issue_10_the_way_that_is_told_there_then_all_can_be_brought_home() -> None:
    """Up go AC 2C 3C; then 3C comes back onto the 4H that it uncovered, 2H onto it, and all three onto 5C."""
    game = Attempt(published(ISSUE_10, "klondike-1"))
    for action in ("1>F4", "2>F4", "4>F4", "F4>4", "3>4", "4>3x3"):
        assert not isinstance(game.act(action), Reason)
    assert columns(game.table)[2] == "AD | 5C 4H 3C 2H"


@pytest.mark.parametrize("variant", ["klondike-1", "klondike-3"])
def test_issue_10_can_be_won(variant: str) -> None:
    """In draw three too, although a solver that leaves moves out has called that impossible."""
    game = Attempt(published(ISSUE_10, variant))
    for action in lines(f"games/issue-10-{variant}.txt"):
        assert not game.won
        assert not isinstance(game.act(action), Reason), action
    assert game.won


@pytest.mark.parametrize("variant", ["klondike-1", "klondike-3"])
def test_issue_10_cannot_be_won_without_taking_a_card_back_from_a_foundation(variant: str) -> None:
    """Every table that can be reached without that is looked at."""
    t = published(ISSUE_10, variant)
    reached: set[tuple[object, ...]] = set()

    def wins() -> bool:
        here = (*(bytes([pile.up, *pile.cards]) for pile in t.piles),)
        if here in reached:
            return False
        reached.add(here)
        if klondike.is_won(t):
            return True
        for move in klondike.legal_moves(t):
            if move.source < klondike.FOUNDATIONS:
                steps = klondike.play(t, move)
                if wins():
                    return True
                take_back(t, steps)
        return False

    assert not wins()
    assert len(reached) > 50


# Klondike-Solver issue 14: https://github.com/ShootMe/Klondike-Solver/issues/14


def test_issue_14_the_table_that_is_printed_there() -> None:
    t = published(ISSUE_14, "klondike-1")
    assert [" ".join(reversed(column.replace("| ", "").split())) for column in columns(t)] == [
        "KD", "5H JS", "3D QC 7S", "AC 10H AH 4H", "6C 2H 9C 4C JH", "9D 7C AD 4S 6H 2S", "2C 10D 10C 6S 9H 4D JC",
    ]  # fmt: skip
    assert " ".join(text(t, "S").split()[-2::-1]) == (
        "8S 3S 8C 5C QD AS 6D QH 2D KH JD KS 8D 5S 7D 3H 10S QS 7H 8H 5D 9S 3C KC"
    )


SOLUTION_14 = """
4C F4 7C F7 DR6 WS 25 F2 72 F7 DR12 W1 DR6 NEW DR10 W1 71 F7 DR12 NEW DR1 W6 DR12 W6 76 F7 71 F7 DR7 WC DR1 NEW DR2 W1
DR12 W1 51-2 F5 DR4 NEW DR1 W7 57 F5 52 F5 5C F5 DR11 W5 65-4 F6 DR1 W2 62 F6 6D F6 DR3 NEW DR5 WD 3D F3 53-6 61 F6 62
F6 6S DR1 W5 35-7 F3 DR7 NEW DR1 W2 72-3 F7 47 F4 4H F4
"""
"""DRn draws n cards, NEW turns the waste over, ab-n moves n cards of column a to b, W is the waste, a letter a suit;
Fn says that the last card of column n turns up."""


def test_issue_14_the_solution_that_is_printed_there_uncovers_all_cards_and_the_rest_goes_up() -> None:
    game = Attempt(published(ISSUE_14, "klondike-1"))
    suits = {"S": "F1", "H": "F2", "D": "F3", "C": "F4"}
    turned: str | None = None
    for word in SOLUTION_14.split():
        if word[0] == "F":
            assert turned == word[1]
            continue
        if word.startswith("DR") or word == "NEW":
            actions = ["D"] if word == "NEW" else ["D"] * int(word[2:])
        else:
            places, _, count = word.partition("-")
            actions = [f"{places[0]}>{suits.get(places[1], places[1])}x{count or 1}"]
        for action in actions:
            assert (word == "NEW") == (not game.table.piles[klondike.STOCK].cards)
            steps = game.act(action)
            assert not isinstance(steps, Reason), action
            turned = str(steps[-1].pile + 1) if steps[-1].op == "up" else None
    assert game.down == 0
    for action in game.finish():
        game.act(action)
    assert game.won


# Rules of Klondike


def test_on_the_ten_of_spades_go_the_nines_of_hearts_and_diamonds_and_nothing_else() -> None:
    """casteel.org/Pages/Klonrules.html."""
    fitting = []
    for card in cards.pack("french", (0, 1, 2, 3)):
        name = cards.format(card, "french")
        if name != "10S" and refusal(klondike_table(name, "10S"), "1>2") is None:
            fitting.append(name)
    assert fitting == ["9H", "9D"]


def test_a_jack_of_spades_goes_on_two_queens_only_and_on_four_clubs_at_home_the_five_of_clubs_only() -> None:
    """klondike(6) of bsd-games: man.archlinux.org/man/extra/bsd-games/klondike.6.en."""
    pack = [cards.format(card, "french") for card in cards.pack("french", (0, 1, 2, 3))]
    others = [name for name in pack if name != "JS"]
    assert [name for name in others if refusal(klondike_table("JS", name), "1>2") is None] == ["QH", "QD"]
    beside = [name for name in pack if name not in ("AC", "2C", "3C", "4C")]
    assert [name for name in beside if refusal(klondike_table(name, home=(0, 0, 0, 4)), "1>F4") is None] == ["5C"]


def test_the_six_of_clubs_goes_from_the_waste_onto_the_seven_of_diamonds_or_of_hearts() -> None:
    """solitaire-with-cards.com/klondike3.htm."""
    game = Attempt(klondike_table("7D", "7H", "7S", "7C", waste="6C", variant="klondike-3"))
    assert [action for action in game.legal() if action != "D"] == ["W>1", "W>2"]


def test_an_empty_space_takes_a_king_and_cards_may_come_back_out_of_the_foundations() -> None:
    """PySolFC, html-src/rules/klondike.html."""
    for rank in ("A", "2", "10", "J", "Q", "K"):
        expected = None if rank == "K" else Reason.ONLY_A_KING
        assert refusal(klondike_table(waste=f"{rank}H"), "W>1") is expected
    assert refusal(klondike_table("4S", home=(0, 3, 0, 0)), "F2>1") is None


# Rules of Spider


@pytest.mark.parametrize("variant", ["spider-1", "spider-2", "spider-4"])
def test_six_cards_in_the_first_four_columns_five_in_the_rest_and_a_deal_only_without_a_gap(variant: str) -> None:
    """PLT Games, Spider: collects/games/spider/doc.txt of DrScheme 352."""
    assert [len(pile.cards) for pile in deal(deal_id(VARIANTS[variant], 3)).piles[:10]] == [6] * 4 + [5] * 6
    assert refusal(spider_table(*["3S 3S"] * 9, stock=ROW, variant="spider-1"), "D") is Reason.EMPTY_COLUMN
    assert refusal(spider_table(*["3S 3S"] * 10, stock=ROW, variant="spider-1"), "D") is None


def test_a_run_of_one_suit_moves_onto_any_nine_and_one_of_mixed_suits_does_not() -> None:
    """foxfar.cabanashop.co/give-upspiter-games: eight, seven and six of clubs; of clubs, hearts and diamonds."""
    for nine in ("9S", "9H", "9D", "9C"):
        assert refusal(spider_table("8C 7C 6C", nine), "1>2x3") is None
        assert refusal(spider_table("8C 7H 6D", nine), "1>2x3") is Reason.MIXED_SUITS
    assert refusal(spider_table("8C 7H 6D", "7S"), "1>2") is None


def test_a_queen_of_diamonds_goes_on_a_king_of_spades_and_king_queen_jack_of_diamonds_move_as_one() -> None:
    """Ladybird/SerenityOS, Base/usr/share/man/man6/Spider.md."""
    assert refusal(spider_table("QD", "KS"), "1>2") is None
    assert refusal(spider_table("KD QD JD"), "1>2x3") is None


def test_a_queen_of_hearts_covers_any_king_red_or_black() -> None:
    """cardgamesfree.net/spider-solitaire.html."""
    for king in ("KS", "KH", "KD", "KC"):
        assert play(spider_table("QH", king), "1>2")[1] == f"{king} QH"


def test_with_gaps_and_cards_enough_the_way_on_is_to_split_a_column_then_deal() -> None:
    """PySolFC issue 369 (the answer), and issue 340: all sorted, gaps left, cards left to deal."""
    t = spider_table(*["KS QS JS"] * 9, "", stock=ROW)
    assert refusal(t, "D") is Reason.EMPTY_COLUMN
    play(t, "1>10")
    assert refusal(t, "D") is None


def test_nothing_goes_on_an_ace_and_a_king_goes_only_to_a_gap() -> None:
    """solsuite.com/games/spiderette.htm, which has the columns of Spider."""
    t = spider_table("KH", "AS", "2S", "QD", "KS", "", "KD", "AD", "9S", "8C")
    assert {move.target for move in spider.legal_moves(t) if move.source == 0} == {5}
    assert all(move.target != 1 for move in spider.legal_moves(t))


# Rules of Maze. The pages take the kings out and play ace to queen; with the aces out each rank is one higher.


def test_with_a_four_in_the_last_cell_the_five_may_go_to_the_empty_first_one() -> None:
    """solsuite.com/games/maze.htm: the first card follows the last."""
    t = maze_table("- 9D " + "- " * 40 + "5H " + "- " * 10 + "4H")
    assert refusal(t, "r1c1<r5c7") is None
    assert refusal(t, "r1c1<r1c2") is Reason.NOT_BESIDE


def test_right_of_the_highest_card_goes_any_lowest_one_and_left_of_a_lowest_card_goes_nothing() -> None:
    """en.wikipedia.org/wiki/Maze_(solitaire)."""
    t = maze_table("9D - KS - 5C - 2H 6D 2S 2D 2C 9S")
    into = {gap: {move.source for move in maze.legal_moves(t) if move.target == gap} for gap in (3, 5)}
    assert into == {3: {6, 8, 9, 10}, 5: set()}
    assert Move(6, 3, 1) in maze.legal_moves(t)


# A line that a person told of a program: undo and the same move again change nothing in what is legal


def test_a_lift_that_was_refused_before_is_refused_after_an_undo_as_well() -> None:
    """PySolFC issue 297."""
    game = Attempt(spider_table("9S", "8D 7D", "10H"))
    game.act("2>1x2")
    before = game.legal()
    game.act(UNDO)
    game.act("2>1x2")
    assert game.legal() == before
    assert game.refusal("1>3x3") is Reason.MIXED_SUITS
