"""Why the server says no, outside the rules of the games, whose reasons are in `engine.reasons`."""

from enum import StrEnum


class Reason(StrEnum):
    """One code for each thing that can be refused; the words for it are in the client's language files."""

    # The code of a room
    BAD_CODE = "bad_code"  # not six characters of the alphabet
    UNKNOWN_ROOM = "unknown_room"  # no such room, or none that this player may know of
    ROOM_EXPIRED = "room_expired"  # nothing has happened in it for a day
    ROOM_CLOSED = "room_closed"  # its host closed it, or everybody left
    TOO_MANY_GUESSES = "too_many_guesses"  # this address has tried many codes that do not exist

    DAILY_LOCKED = "daily_locked"  # others' tables of a daily are for those who have won it, and for all after the day

    # The daily
    NO_DAILY = "no_daily"  # that day has not begun, or had no deal of this game
    DAILY_OVER = "daily_over"  # the ranked attempt of that day has been made, or its time is over: practise
    RANKED_FIRST = "ranked_first"  # no practice before the ranked attempt is over, or the day is

    # The lobby
    ROOM_FULL = "room_full"  # every seat is taken
    ROOM_STARTED = "room_started"  # the race is on or over: too late for a seat
    NOT_MEMBER = "not_member"  # only for those with a seat
    NOT_HOST = "not_host"  # only for the host
    NOT_ENOUGH_RACERS = "not_enough_racers"  # a race needs two
    NONE_READY = "none_ready"  # no certified deal of this game is in the stock now
    RACE_RUNNING = "race_running"  # not while the race is on: give up first
    NO_SUCH_TEAM = "no_such_team"  # the room has no team of that number
    KICKED = "kicked"  # the host took this player's seat away
    DEAL_SEEN = "deal_seen"  # who has watched somebody play a deal can't race it
    NAME_REFUSED = "name_refused"  # nobody may be called that
    WRONG_KIND = "wrong_kind"  # a race has no pause and no new deal; a game alone has no lobby
    BAD_NAME = "bad_name"  # empty, too long, or without a visible character

    # The race
    NOT_STARTED = "not_started"  # before the countdown has ended
    PAUSED = "paused"  # the clock of this game alone stands still: resume first
    RACE_OVER = "race_over"  # the race, or this racer's part of it, has ended
    STALE = "stale"  # the wish was made on another version of the table
    UNDO_OFF = "undo_off"  # the room takes nothing back
    UNDO_REVEALS = "undo_reveals"  # the room takes back no move that has turned up a card
    HINTS_OFF = "hints_off"  # the room gives no hints
    TOO_LATE = "too_late"  # giving up can be taken back for a few seconds only
    TOO_MANY_ACTIONS = "too_many_actions"  # an attempt has a bound, far beyond what a game takes
    TOO_EARLY = "too_early"  # giving up in the first seconds is nearly always a slip
    TABLE_HIDDEN = "table_hidden"  # this viewer may not see that table (yet)

    # Asking over HTTP
    NO_TOKEN = "no_token"  # noqa: S105 - no player token came with the request
    BAD_TOKEN = "bad_token"  # noqa: S105 - a token that this server did not sign
    BAD_REQUEST = "bad_request"  # the body is not what this address takes
    BAD_VARIANT = "bad_variant"  # no such game
    UNKNOWN_CODE = "unknown_code"  # nobody has this recovery or friend code
    TOO_MANY_FRIENDS = "too_many_friends"  # one of the two has as many as there can be
    TOO_MANY_REQUESTS = "too_many_requests"  # slow down
    NOT_FOUND = "not_found"  # nothing at this address

    # A ghost
    NOT_OVER = "not_over"  # a run that goes on can't be raced
    NO_LINE = "no_line"  # the solver has found no line that wins this deal, not in its time

    # A file with an attempt
    BAD_FILE = "bad_file"  # no file of an attempt, or it names no deal
    FILE_TOO_NEW = "file_too_new"  # of a version that this server does not know
    FILE_TOO_LARGE = "file_too_large"  # more than any attempt needs
    BAD_LINE = "bad_line"  # this line means nothing there
    BAD_TIME = "bad_time"  # no time, or earlier than that of the line before

    # The connection
    BAD_FRAME = "bad_frame"  # not a msgpack map in a binary frame
    UNKNOWN_MESSAGE = "unknown_message"  # its `t` names no message
    BAD_MESSAGE = "bad_message"  # a field is missing, unknown or of the wrong kind
    FRAME_TOO_LARGE = "frame_too_large"  # more than MAX_FRAME bytes
    OUT_OF_ORDER = "out_of_order"  # the first message must be hello, and no later one may
    BAD_PROTOCOL = "bad_protocol"  # the client offered no subprotocol that this server speaks
    FOREIGN_ORIGIN = "foreign_origin"  # the page that opened the socket is not ours
    TAKEN_OVER = "taken_over"  # the same player opened this room elsewhere
    TOO_MANY_SOCKETS = "too_many_sockets"  # so many connections are open from this address
    SLOW = "slow"  # the client reads more slowly than the race goes
    IDLE = "idle"  # nothing was heard for too long
    TROUBLE = "trouble"  # the server's own fault: come back in a moment
    GOING_AWAY = "going_away"  # this server is about to stop: another one, or this one again, goes on
    TRY_AGAIN = "try_again"  # too many changes at once: nothing was done
