"""Why the engine refuses: one code for each rule that can. The words live in the client's language files."""

from enum import StrEnum


class Reason(StrEnum):
    """A refusal. It is a value: nothing has changed, and nothing was raised."""

    # How something was written
    BAD_NOTATION = "bad_notation"  # no action is written like that, or no pile of this game has that name
    BAD_DEAL_ID = "bad_deal_id"  # unknown prefix, wrong length or character, or the check fails

    # The cards to be moved; judged before the target is
    NO_SUCH_PILE = "no_such_pile"  # the game has no pile with that number
    NOT_A_SOURCE = "not_a_source"  # nothing is ever taken from that pile by hand (stock, completed set)
    EMPTY_SOURCE = "empty_source"  # there is no card in that pile
    NO_SUCH_CARD = "no_such_card"  # fewer than one card, or more than the pile holds
    FACE_DOWN = "face_down"  # one of the cards lies face down (or the card to be covered does)
    MIXED_SUITS = "mixed_suits"  # the block changes suit; colour is no help
    GAP_IN_BLOCK = "gap_in_block"  # the block does not descend by one
    ONLY_THE_TOP_CARD = "only_the_top_card"  # of the waste or of a foundation

    # Where they should go
    SAME_PILE = "same_pile"  # they lie there already
    NOT_A_TARGET = "not_a_target"  # nothing is ever laid on that pile by hand (stock, waste, foundation of Spider)
    RANK_DOES_NOT_FIT = "rank_does_not_fit"  # the card there is not exactly one rank higher
    COLOUR_DOES_NOT_FIT = "colour_does_not_fit"  # red goes on black and black on red (within the block too)
    SAME_SUIT = "same_suit"  # a card goes on another suit than its own (within the block too)
    ONLY_A_KING = "only_a_king"  # nothing else goes to an empty column
    ONE_AT_A_TIME = "one_at_a_time"  # a foundation takes single cards
    OTHER_FOUNDATION = "other_foundation"  # that foundation is another suit's
    NOT_NEXT_ON_FOUNDATION = "not_next_on_foundation"  # a lower card of the suit is not there yet
    NOT_A_GAP = "not_a_gap"  # there is a card in that cell
    NOT_BESIDE = "not_beside"  # the gap has neither the next lower card on its left nor the next higher on its right

    # Dealing a row
    NO_ROWS_LEFT = "no_rows_left"  # the stock is empty
    EMPTY_COLUMN = "empty_column"  # every column must hold a card
    FEWER_CARDS_THAN_COLUMNS = "fewer_cards_than_columns"  # so the empty ones cannot be filled: undo

    # Drawing
    NOTHING_TO_DRAW = "nothing_to_draw"  # stock and waste are empty, or the game has none

    # Tap and undo
    NO_TARGET = "no_target"  # the tapped cards may move, but nothing takes them
    CHOOSE_A_TARGET = "choose_a_target"  # a tap does not say where: name the pile or the gap
    NOTHING_TO_UNDO = "nothing_to_undo"  # the deal stands as it was dealt
