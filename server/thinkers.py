"""Thinking aside: a few niced processes (`server.thinker`) that answer questions while the server goes on serving.

Bounded in every way: so many processes, so many questions that wait, one of each asker, so much CPU time for each. What
can't be answered is UNKNOWN, and help then says less. A process that is lost or hangs is replaced.
"""

import asyncio
import contextlib
import sys
from dataclasses import dataclass
from typing import Final

import structlog

from server import metrics
from server.thought import UNKNOWN, Answer, OfDeal, Question, pack_question, unpack_answer

MOST_WAITING: Final = 32
"""Questions that wait for a free process; beyond them the answer is UNKNOWN at once."""
GRACE: Final = 5.0
"""How often its CPU time, and as many seconds on top, a nice process may take by the clock before it counts as hung."""

log = structlog.get_logger()


@dataclass(slots=True, eq=False)
class _Job:
    question: Question
    answer: asyncio.Future[Answer]


class Thinkers:
    """The processes, started when they are first needed, and the questions that wait for them.

    With no processes nothing is thought about.
    """

    def __init__(self, processes: int, nice: int) -> None:
        self._processes = processes
        self._nice = nice
        self._waiting: dict[str, _Job] = {}
        """By asker, in the order of asking."""
        self._thinking: dict[str, _Job] = {}
        self._wake = asyncio.Condition()
        self._tasks: list[asyncio.Task[None]] = []

    async def ask(self, who: str, question: Question) -> Answer:
        """The answer; UNKNOWN if it was not found in time, if too many wait, or if `who` asks or drops meanwhile."""
        self.drop(who)
        if not self._processes or len(self._waiting) >= MOST_WAITING:
            metrics.THOUGHTS.labels("refused").inc()
            return UNKNOWN
        job = self._waiting[who] = _Job(question, asyncio.get_running_loop().create_future())
        while len(self._tasks) < self._processes:
            self._tasks.append(asyncio.create_task(self._work(), name="thinker"))
        async with self._wake:
            self._wake.notify()
        try:
            answer = await job.answer
        finally:
            if self._waiting.get(who) is job:
                del self._waiting[who]
        metrics.THOUGHTS.labels(answer.status).inc()
        return answer

    def drop(self, who: str) -> None:
        """Whatever `who` has asked needs no answer any more."""
        for job in (self._waiting.pop(who, None), self._thinking.get(who)):
            if job is not None and not job.answer.done():
                job.answer.set_result(UNKNOWN)

    async def stop(self) -> None:
        """End all processes; nobody gets more than UNKNOWN from now on."""
        for who in [*self._waiting, *self._thinking]:
            self.drop(who)
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _work(self) -> None:
        """One process's questions, one after the other."""
        process: asyncio.subprocess.Process | None = None
        try:
            while True:
                async with self._wake:
                    await self._wake.wait_for(lambda: bool(self._waiting))
                    who = next(iter(self._waiting))
                    job = self._thinking[who] = self._waiting.pop(who)
                try:
                    if process is None or process.returncode is not None:
                        process = await self._start()
                    if not await _put(process, job):
                        await _end(process)
                except OSError as error:  # no process to be had now
                    log.warning("thinker_missing", error=type(error).__name__)
                finally:
                    if self._thinking.get(who) is job:
                        del self._thinking[who]
                    if not job.answer.done():
                        job.answer.set_result(UNKNOWN)
        finally:
            if process is not None:
                await _end(process)

    async def _start(self) -> asyncio.subprocess.Process:
        return await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "server.thinker",
            str(self._nice),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            start_new_session=True,  # a Ctrl-C is for the server, which then ends us
        )


async def _put(process: asyncio.subprocess.Process, job: _Job) -> bool:
    """Put a question to a process and its answer into the job; False if the process is of no more use."""
    source, sink = process.stdout, process.stdin
    if source is None or sink is None:
        raise AssertionError("started with pipes")
    data = pack_question(job.question)
    reading = asyncio.ensure_future(_answer(source))
    try:
        sink.write(len(data).to_bytes(4, "big") + data)
        await asyncio.wait({reading, job.answer}, timeout=_patience(job.question), return_when="FIRST_COMPLETED")
        if job.answer.done() and not reading.done():
            sink.write(bytes(4))  # nobody wants it any more
            await asyncio.wait({reading}, timeout=GRACE)
        if not reading.done():
            log.warning("thinker_hangs", question=type(job.question).__name__)
            return False
        answer = reading.result()
    except (OSError, EOFError, ValueError) as error:
        log.warning("thinker_lost", error=type(error).__name__)
        return False
    finally:
        reading.cancel()
    if not job.answer.done():
        job.answer.set_result(answer)
    return True


def _patience(question: Question) -> float:
    """Seconds by the clock. A deal is thought about when the machine has nothing else to do."""
    return GRACE * (1 + question.seconds * (4 if isinstance(question, OfDeal) else 1))


async def _answer(source: asyncio.StreamReader) -> Answer:
    size = int.from_bytes(await source.readexactly(4), "big")
    return unpack_answer(await source.readexactly(size))


async def _end(process: asyncio.subprocess.Process) -> None:
    with contextlib.suppress(ProcessLookupError):
        process.kill()
    await process.wait()
