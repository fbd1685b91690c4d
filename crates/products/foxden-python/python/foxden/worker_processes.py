"""Processes that run the jobs of a sweep.

Each process has one job at a time, so that one that ends concerns one job only. The pools of
the standard library give up all jobs when a process ends."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterator, Sequence
from multiprocessing import connection, get_context
from typing import Any

from .sweeps import Job, Row, Runner, Start, failed_row, reason_of

__all__ = ["run_in_processes"]

_ATTEMPTS = 3

# Seconds after which processes are looked at whose connection another process may hold open.
_LOOK = 1.0

# Seconds that a process has to end after its connection has ended.
_PATIENCE = 10.0


def run_in_processes(start: Start, jobs: Sequence[Job], count: int) -> Iterator[Row]:
    """The rows of jobs, in the order in which they are done."""
    pool = _Pool(start, jobs, min(count, len(jobs)))
    try:
        yield from pool.rows()
    finally:
        pool.end()


def _serve(pipe: connection.Connection) -> None:
    """What a process does: it opens the world, says that it is ready or why it is not, and
    answers jobs with rows."""
    import signal

    # Ctrl-C reaches all processes of a terminal; the one that has the sweep ends the others
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        start = pipe.recv()
        try:
            runner = Runner(start)
        except Exception as error:
            pipe.send(reason_of(error))
            return
        pipe.send(None)
        while True:
            job = pipe.recv()
            try:
                row = runner.row(job)
            except KeyboardInterrupt as error:  # the policy raised it
                row = failed_row(start, job, reason_of(error))
            pipe.send(row)
    except (EOFError, OSError):
        pass  # the sweep is over


class _Worker:
    """A process with its end of the connection."""

    def __init__(self, start: Start) -> None:
        # a forked process would have threads' locks in unknown states
        context = get_context("spawn")
        self.pipe, theirs = context.Pipe()
        self.process = context.Process(target=_serve, args=(theirs,))
        try:
            self.process.start()
        except BaseException:
            self.pipe.close()
            raise
        finally:
            theirs.close()
        self.is_ready = False
        self.job: int | None = None
        # not an argument of the process: a process that ends before it has read large
        # arguments would block this one
        self.send(start)

    def send(self, message: Any) -> None:
        try:
            self.pipe.send(message)
        except OSError:
            pass  # it has ended, which `receive` reports

    def receive(self) -> tuple[Any]:
        """What it said; EOFError if it has ended."""
        try:
            return (self.pipe.recv(),)
        except OSError as error:
            raise EOFError from error

    def end(self) -> str:
        """Ends the process; returns how it ended."""
        self.pipe.close()
        self.process.join(_PATIENCE)
        if self.process.exitcode is None:
            self.process.kill()
            self.process.join()
        return _ending(self.process.exitcode or 0)


def _ending(code: int) -> str:
    import signal

    if code >= 0:
        return f"exit code {code}"
    try:
        return signal.Signals(-code).name
    except ValueError:
        return f"signal {-code}"


class _Pool:
    def __init__(self, start: Start, jobs: Sequence[Job], count: int) -> None:
        self._start = start
        self._jobs = jobs
        self._count = count
        self._waiting = deque(range(len(jobs)))
        self._lost: Counter[int] = Counter()
        self._workers: list[_Worker] = []
        # processes in sequence that did not become ready, and why
        self._failed_starts = 0
        self._reason = ""

    def rows(self) -> Iterator[Row]:
        while True:
            self._fill()
            busy = [one for one in self._workers if one.job is not None or not one.is_ready]
            if not busy:
                break
            pipes: list[Any] = [one.pipe for one in busy]
            said = connection.wait(pipes, _LOOK)
            for worker in busy:
                if worker.pipe in said or worker.process.exitcode is not None:
                    yield from self._hear(worker)
        for at in self._waiting:
            yield failed_row(self._start, self._jobs[at], self._reason)
        self._waiting.clear()

    def _fill(self) -> None:
        """Starts processes and gives jobs to those that have none."""
        for worker in self._workers:
            if worker.is_ready and worker.job is None and self._waiting:
                worker.job = self._waiting.popleft()
                worker.send(self._jobs[worker.job])
        starting = sum(not one.is_ready for one in self._workers)
        missing = min(self._count - len(self._workers), len(self._waiting) - starting)
        for _ in range(missing):
            if self._failed_starts >= _ATTEMPTS:
                return
            try:
                self._workers.append(_Worker(self._start))
            except OSError as error:
                self._not_started(reason_of(error))

    def _not_started(self, reason: str) -> None:
        self._failed_starts += 1
        self._reason = reason

    def _hear(self, worker: _Worker) -> Iterator[Row]:
        """Takes what a process said, or notes that it has ended."""
        try:
            (message,) = worker.receive()
        except EOFError:
            yield from self._ended(worker)
            return
        if worker.is_ready:
            worker.job = None
            yield message
        elif message is None:
            worker.is_ready = True
            self._failed_starts = 0
        else:
            self._workers.remove(worker)
            worker.end()
            self._not_started(message)

    def _ended(self, worker: _Worker) -> Iterator[Row]:
        self._workers.remove(worker)
        ending = worker.end()
        at = worker.job
        if at is None:
            self._not_started(f"the process ended before its first run ({ending})")
            return
        self._lost[at] += 1
        if self._lost[at] < _ATTEMPTS:
            self._waiting.append(at)
            return
        reason = f"the process ended in the middle of the run, {_ATTEMPTS} times ({ending})"
        yield failed_row(self._start, self._jobs[at], reason)

    def end(self) -> None:
        """Ends all processes: those without a job end when their connection does."""
        for worker in self._workers:
            if worker.job is not None or not worker.is_ready:
                worker.process.terminate()
        for worker in self._workers:
            worker.end()
        self._workers = []
