"""Times calls of a standard robot with the genuine client.

Usage: time_robot.py URL

For each line of standard input it prints a line of numbers: for `gets SECONDS` how many gets of a
property were made and the median and the 99th percentile of their times; for `starts COUNT` the
medians of how long `execute_trajectory` took, and how long it was from the first `Next` to the
first state in which the robot moves. Times are in milliseconds. `ready` comes first.
"""

import sys
import threading
import time

import numpy as np
from robot_session import HALT, PATH, ZERO, Session

WAYPOINTS = 41
DURATION = 2.0
WAY = 0.3


def gets(session, seconds):
    times = []
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        start = time.perf_counter()
        session.robot.speed_ratio
        times.append(time.perf_counter() - start)
    return len(times), *(1e3 * np.percentile(times, [50, 99]))


def starts(session, count):
    """Starts trajectories from where the robot is and closes them as soon as it moves."""
    executed, started = [], []
    moved = threading.Event()
    moments = []

    def seen(wire, state, timestamp):
        if not moved.is_set() and np.max(np.abs(state.joint_velocity)) > 1e-6:
            moments.append(time.perf_counter())
            moved.set()

    session.reset(PATH)
    session.states.WireValueChanged += seen
    for _ in range(count):
        session.wait(30)
        here = np.array(session.states.InValue.joint_position)
        there = here.copy()
        there[0] += -WAY if here[0] > 0 else WAY
        line = session.line(here, there, DURATION, WAYPOINTS)
        begin = time.perf_counter()
        path = session.robot.execute_trajectory(line)
        executed.append(time.perf_counter() - begin)
        moved.clear()
        begin = time.perf_counter()
        thread = threading.Thread(target=finish, args=(path,))
        thread.start()
        if not moved.wait(10):
            raise AssertionError("it does not move")
        started.append(moments[-1] - begin)
        path.Close()
        thread.join()
    session.states.WireValueChanged -= seen
    session.reset(HALT)
    return 1e3 * np.median(executed), 1e3 * np.median(started)


def finish(path):
    try:
        path.Next()
    except Exception:
        # it is closed
        pass


def main():
    session = Session(sys.argv[1])
    print("ready", flush=True)
    for line in sys.stdin:
        what, amount = line.split()
        numbers = {"gets": gets, "starts": starts}[what](session, int(amount))
        print(*numbers, flush=True)


main()
