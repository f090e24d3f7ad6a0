"""A file says what was played, and what it says is read back; what can't be read is refused, with line and reason."""

import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.deals import deal_id
from engine.games import VARIANTS
from engine.reasons import Reason as RuleReason
from server.actions import text_of
from server.archive import replay_of_file
from server.events import Entry, Finished
from server.players import clean_name
from server.race import MOST_ACTIONS
from server.reasons import Reason
from server.recording import MOST_BYTES, PLAYER, End, Flaw, Recording, entries, new_race, parse, recording, to_text
from tests.engine.tables import lines
from tests.server.builders import created
from tests.server.test_cli import corrida
from tests.server.test_replay import LATE, RACED, START_AT, attempt_log, folded, log, of

WON, *LINE = lines("games/spider-1-won.txt")
GOOD = f"""corrida attempt 1
deal: {WON}
player: Ana # 1

# The first moves.
0:01.000 {LINE[0]}
0:02.500 U
1:00.000 hint
61:00.001 {LINE[0]}
"""

FIRST = log(first=created(deal_id=WON))[0]

names = st.text(max_size=24).map(clean_name).filter(lambda name: not isinstance(name, Reason)).map(str) | st.just("")
texts = st.from_regex(r"[0-9A-Za-z<>]{1,12}", fullmatch=True) | st.sampled_from(["hint", "give_up", "go_on", "U", "D"])
ended: st.SearchStrategy[End] = st.sampled_from(["time_up", "away", "stopped"])


@st.composite
def recordings(draw: st.DrawFn) -> Recording:
    starts = draw(st.integers(0, 600_000))
    times = sorted(draw(st.lists(st.integers(starts, 40_000_000), max_size=12)))
    actions = tuple((at, draw(texts.filter(lambda text: text not in {"time_up", "away", "stopped"}))) for at in times)
    end = draw(st.none() | ended)
    last = times[-1] if times else starts
    return Recording(
        deal_id(VARIANTS[draw(st.sampled_from(sorted(VARIANTS)))], draw(st.integers(0, 2**70 - 1))),
        draw(names),
        draw(st.booleans()),
        starts,
        actions,
        None if end is None else (last + draw(st.integers(0, 9)), end),
    )


@given(recordings())
def test_what_is_written_is_read_back(made: Recording) -> None:
    assert parse(to_text(made)) == made
    assert parse("\ufeff" + to_text(made).replace("\n", "\r\n")) == made


@given(st.text(max_size=300))
def test_no_text_is_too_strange(text: str) -> None:
    for strange in (text, f"corrida attempt 1\n{text}", f"corrida attempt 1\ndeal: {WON}\n{text}"):
        read = parse(strange)
        if isinstance(read, Flaw):
            assert 1 <= read.line <= strange.count("\n") + 1


def test_a_file_reads_as_it_looks() -> None:
    made = parse(GOOD)
    assert made == Recording(
        WON, "Ana # 1", actions=((1_000, LINE[0]), (2_500, "U"), (60_000, "hint"), (3_660_001, LINE[0]))
    )
    assert isinstance(made, Recording)
    assert made.lines == (6, 7, 8, 9)


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ("", 1, Reason.BAD_FILE),
        (WON, 1, Reason.BAD_FILE),
        ("corrida attempt\n", 1, Reason.BAD_FILE),
        ("corrida attempt 2\nanything", 1, Reason.FILE_TOO_NEW),
        ("corrida attempt 1\n", 2, Reason.BAD_FILE),
        ("corrida attempt 1\n" + "#" * MOST_BYTES, 1, Reason.FILE_TOO_LARGE),
        ("corrida attempt 1\ndeal: S1-0", 2, RuleReason.BAD_DEAL_ID),
        (GOOD.replace("Ana # 1", " "), 3, Reason.BAD_NAME),
        (GOOD.replace("Ana # 1", "x" * 25), 3, Reason.BAD_NAME),
        (GOOD.replace("Ana # 1", "admin"), 3, Reason.NAME_REFUSED),
        (GOOD.replace("player:", "deal:"), 3, Reason.BAD_LINE),
        (GOOD.replace("player: Ana # 1", "robot: no"), 3, Reason.BAD_LINE),
        (GOOD.replace("player: Ana # 1", "starts: 1"), 3, Reason.BAD_TIME),
        (GOOD.replace("player: Ana # 1", "starts: 0:01.001"), 6, Reason.BAD_TIME),
        (GOOD.replace("0:02.500", "0:00.500"), 7, Reason.BAD_TIME),
        (GOOD.replace("0:02.500", "0:61.500"), 7, Reason.BAD_TIME),
        (GOOD.replace("0:02.500", "2.5"), 7, Reason.BAD_TIME),
        (GOOD.replace("0:02.500 U", "0:02.500"), 7, Reason.BAD_LINE),
        (GOOD + "player: Bob", 10, Reason.BAD_LINE),
        (GOOD + "62:00.000 time_up\n62:00.000 D", 11, Reason.BAD_LINE),
        (GOOD + "62:00.000 " + "D" * 17, 10, Reason.BAD_LINE),
        (GOOD + "62:00.000 D\n" * MOST_ACTIONS, MOST_ACTIONS + 6, Reason.TOO_MANY_ACTIONS),
    ],
)
def test_a_bad_file_is_refused_with_line_and_reason(text: str, line: int, reason: Reason | RuleReason) -> None:
    assert parse(text) == Flaw(line, reason)


@pytest.mark.parametrize(
    ("action", "reason"),
    [
        ("99>1", RuleReason.BAD_NOTATION),
        ("go_on", Reason.TOO_LATE),
        ("give_up\n62:00.001 D", Reason.RACE_OVER),
        ("give_up\n63:00.000 go_on", Reason.TOO_LATE),
    ],
)
async def test_an_action_that_could_not_be_is_refused_with_its_line(action: str, reason: Reason | RuleReason) -> None:
    text = GOOD + "62:00.000 " + action
    assert isinstance(parse(text), Recording)
    assert await replay_of_file(text.encode()) == Flaw(10 + action.count("\n"), reason)


async def test_bytes_that_are_no_text_are_refused() -> None:
    assert await replay_of_file(b"corrida attempt 1\n\xff") == Flaw(1, Reason.BAD_FILE)


@pytest.mark.parametrize("ending", ["finished", "gave_up", "time_up", "racing"])
async def test_an_attempt_that_was_exported_is_the_same_when_it_is_imported(ending: str) -> None:
    """Tables, times, splits, how it ended: all that a replay shows, but for where it was played."""
    texts = {
        "finished": [*LINE[:5], "U", LINE[4], "hint", *LINE[5:]],
        "gave_up": [*LINE[:5], "give_up", "go_on", LINE[5], "give_up"],
        "time_up": LINE[:7],
        "racing": LINE[:9],
    }[ending]
    attempt = attempt_log(texts, gap=random.Random(ending).randint(50, 5_000))
    made = [FIRST, *RACED[1:]]
    if ending == "time_up":
        made.append(Entry(4, LATE, Finished("time_limit")))
    found = folded(made, ana=attempt)
    race = found.race
    file = to_text(recording(race, race.racers["ana"], WON, attempt))
    shown, again = of(found, "ana", attempt), await replay_of_file(file.encode())
    assert not isinstance(again, Flaw)
    assert again["state"] == ending
    elsewhere = {"code", "race", "player", "racers"}
    assert {k: v for k, v in again.items() if k not in elsewhere} == {
        k: v for k, v in shown.items() if k not in elsewhere
    }


def test_an_imported_log_is_the_one_that_was_exported() -> None:
    attempt = attempt_log([*LINE[:5], "U", "hint"], START_AT)
    found = folded([FIRST, *RACED[1:]], ana=attempt)
    made = recording(found.race, found.race.racers["ana"], WON, attempt)
    again = [entry for entry in entries(made, new_race(made)) if isinstance(entry, Entry)]
    assert [(entry.at, text_of(entry.event)) for entry in again] == [
        (entry.at - START_AT, text_of(entry.event)) for entry in attempt
    ]
    assert list(new_race(made).racers) == [PLAYER]


def test_corrida_replay_plays_both_kinds_of_files(tmp_path: Path) -> None:
    file = tmp_path / "attempt.txt"
    file.write_text(GOOD, encoding="utf-8")
    done = corrida("replay", str(file))
    assert done.returncode == 0, done.stdout
    assert done.stdout.startswith(f"{WON}  spider-1  Ana # 1\n")
    assert f"\n4: 3660.001 s  {LINE[0]}\n" in done.stdout
    assert done.stdout.splitlines()[-1].startswith("racing · moves 1 ")
    file.write_text(GOOD + "62:00.000 99>1\n", encoding="utf-8")
    done = corrida("replay", str(file))
    assert (done.returncode, done.stdout.splitlines()[-1]) == (1, "line 10: bad_notation")
    file.write_text("corrida attempt 9\n", encoding="utf-8")
    assert corrida("replay", str(file)).stdout == "line 1: file_too_new\n"
    file.write_text(f"{WON}\n{LINE[0]}  # as before\n", encoding="utf-8")
    assert corrida("replay", str(file)).returncode == 0
