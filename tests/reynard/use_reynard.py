"""The genuine client against every member of the classic service.

Usage: use_reynard.py URL HTTP [mm]
`mm` says that the wire carries millimetres and degrees.
"""

import math
import sys
import threading
import time
import urllib.request
import json

from RobotRaconteur.Client import *

# a busy machine may let anybody wait; who waits for us has an end
PATIENCE = 600
RRN.RequestTimeout = PATIENCE

url, http = sys.argv[1], sys.argv[2]
scale = 1000.0 if "mm" in sys.argv else 1.0
turn = 180 / math.pi if "mm" in sys.argv else 1.0


def near(got, wanted, by=1e-9):
    assert len(got) == len(wanted), (got, wanted)
    assert all(abs(g - w) <= by for g, w in zip(got, wanted)), (list(got), list(wanted))


def refused(kind, call, *arguments):
    try:
        call(*arguments)
    except Exception as error:
        assert type(error).__name__ == kind, (kind, type(error).__name__, error)
        return
    raise AssertionError(f"{arguments} was not refused")


def assign(name, value):
    def assignment():
        setattr(c, name, value)

    assignment.__name__ = name
    return assignment


def background(call, *arguments):
    thread = threading.Thread(target=call, args=arguments, daemon=True)
    thread.start()
    return thread


def settled():
    """Waits until he has come to rest."""
    first = c.state.PeekInValue()[0].time
    while True:
        state, _ = c.state.PeekInValue()
        if state.time > first + 0.15 and not any(state.robot_velocity) and not any(state.arm_velocity):
            return
        time.sleep(0.02)


def beyond(axis, place):
    """Waits until he is further than a place."""
    while c.robot_position[axis] <= place:
        time.sleep(0.02)


c = RRN.ConnectService(url)
other = RRN.ConnectService(url)
den = RRN.ConnectService(url.replace("service=reynard", "service=den"))

# the documented flow: look, teleport, drive, drive the arm, colour, say
near(c.robot_position, [0, 0])
near(c.getf_arm_position(), [0, 0, 0])
near(c.color, [0.929, 0.49, 0.192], 0)
c.teleport(0.1, -0.2)
near(c.robot_position, [0.1, -0.2])
near(other.robot_position, [0.1, -0.2])
den.paused = True
drive = background(c.drive_robot, 0.1, -0.05, 0.5, True)
while not any(other.state.PeekInValue()[0].robot_velocity):
    time.sleep(0.02)
den.step(9)
assert drive.is_alive(), "wait returned too early"
den.step(2)
drive.join()
den.paused = False
settled()
# eleven steps of 50 ms: one more than the time says
near(c.robot_position, [0.155, -0.2275])
c.setf_arm_position(100 * math.pi / 180, -30 * math.pi / 180, -70 * math.pi / 180)
near(c.getf_arm_position(), [100 * math.pi / 180, -30 * math.pi / 180, -70 * math.pi / 180])
near(c.robot_position, [0.155, -0.2275])
c.drive_arm(-0.5, 0.2, 0.1, 0.5, True)
settled()
near(
    c.getf_arm_position(),
    [100 * math.pi / 180 - 0.275, -30 * math.pi / 180 + 0.11, -70 * math.pi / 180 + 0.055],
)
c.color = [0.1, 0.2, 0.3]
near(other.color, [0.1, 0.2, 0.3], 0)
c.say("Hello from the genuine client")
c.say("")
c.say("Grüße, 狐")
c.say("x" * 1_000_000)

# limits: clipped without a word, except teleport and colour
refused("InvalidArgumentException", c.teleport, 1.001, 0.0)
refused("InvalidArgumentException", c.teleport, 0.0, -0.51)
c.teleport(1.0, 0.5)
near(c.robot_position, [1, 0.5], 0)
for color in ([], [1, 1], [0, 0, 0, 0], [-0.1, 0, 0], [0, 2, 0]):
    refused("InvalidArgumentException", assign("color", color))
near(c.color, [0.1, 0.2, 0.3], 0)
c.setf_arm_position(10.0, -10.0, 10.0)
near(c.getf_arm_position(), [math.pi, -140 * math.pi / 180, 175 * math.pi / 180])
refused("ReadOnlyMemberException", assign("robot_position", [0.0, 0.0]))

# pressed against the edge: position stays, velocity is what was commanded
c.teleport(0.99, 0.0)
c.drive_robot(1e9, 0.0, -1.0, False)
beyond(0, 0.9999999)
near(c.robot_position, [1.0, 0.0])
first = c.state.PeekInValue()[0].time
while True:
    state, _ = c.state.PeekInValue()
    if state.time > first + 0.15:
        break
near(state.robot_velocity, [0.1 * scale, 0.0])
near(state.robot_position, [1.0 * scale, 0.0], 1e-6)
near(state.arm_position, [math.pi * turn, -140 * math.pi / 180 * turn, 175 * math.pi / 180 * turn], 1e-6)
c.drive_robot(0.0, 0.0, -1.0, False)

# NaN is refused and poisons nothing
for call, arguments in (
    (c.teleport, (math.nan, 0.0)),
    (c.drive_robot, (math.nan, 0.0, 1.0, False)),
    (c.drive_arm, (0.0, math.nan, 0.0, 1.0, False)),
    (c.setf_arm_position, (math.nan, 0.0, 0.0)),
):
    refused("InvalidArgumentException", call, *arguments)
refused("InvalidArgumentException", assign("color", [math.nan, 0.0, 0.0]))
near(c.robot_position, [1.0, 0.0])

# a refused teleport stops nothing; a granted one does
c.teleport(0.0, 0.0)
c.drive_robot(0.1, 0.0, -1.0, False)
refused("InvalidArgumentException", c.teleport, 5.0, 0.0)
beyond(0, 0.0)
c.teleport(0.0, 0.0)
settled()
near(c.robot_position, [0.0, 0.0])

# no end: timeout 0 or less, and a wait then returns at once
for timeout in (0.0, -1.0):
    c.drive_robot(0.0, 0.1, timeout, True)
    beyond(1, 0.01)
    c.teleport(0.0, 0.0)

# a shortest drive is one step, or a few where the simulation is behind its time
c.drive_robot(0.1, 0.0, 0.001, True)
settled()
place = c.robot_position[0]
steps = round(place / 0.005)
assert steps >= 1, place
near(c.robot_position, [0.005 * steps, 0.0])
c.teleport(0.0, 0.0)

# a superseded wait lasts its time, and the other client's stop holds
den.paused = True
drive = background(c.drive_robot, 0.1, 0.0, 1.0, True)
while other.robot_position[0] == 0.0:
    den.step(1)
other.drive_robot(0.0, 0.0, -1.0, False)
place = other.robot_position[0]
den.step(5)
assert drive.is_alive(), "a superseded wait was over too early"
den.paused = False
drive.join()
near(c.robot_position, [place, 0.0])

# a client that has no more patience gives up, and the drive goes on
den.paused = True
c.teleport(0.0, 0.0)
RRN.RequestTimeout = 1
refused("RequestTimeoutException", c.drive_robot, 0.1, 0.0, 20.0, True)
RRN.RequestTimeout = PATIENCE
while other.robot_position[0] == 0.0:
    den.step(1)
other.teleport(0.0, 0.0)
den.paused = False

# many waits at once keep nobody else waiting
den.paused = True
waits = [background(c.drive_robot, 0.0, 0.0, 13.0, True) for _ in range(30)]
time.sleep(0.2)
for _ in range(20):
    other.robot_position
assert all(wait.is_alive() for wait in waits), "a wait was over while time stood still"
# a wait is over when its simulated time is
den.speed = 50.0
den.paused = False
for wait in waits:
    wait.join()
den.speed = 1.0

# the wire: time in seconds since the start, read only, and never faster than its rate
values = []
wire = c.state.Connect()
wire.WireValueChanged += lambda connection, value, stamp: values.append((stamp.seconds + 1e-9 * stamp.nanoseconds, value.time))
while len(values) < 20:
    time.sleep(0.05)
wire.Close()
values.sort()
(sent, first), (last_sent, last) = values[0], values[-1]
# each beat has its place in time, and the first value may come between two beats
assert len(values) <= (last_sent - sent) / 0.05 + 3, values
assert 0 < first < last < 3600, values
refused("ReadOnlyMemberException", c.state.PokeOutValue, state)

# messages from a page reach all clients, in order; `say` reaches none
heard, heard_too = [], []
c.new_message += heard.append
other.new_message += heard_too.append
print("ready", flush=True)
# one after the other: the client hands events that come together to several threads
for count in range(1, 4):
    sys.stdin.readline()
    while len(heard) < count or len(heard_too) < count:
        time.sleep(0.02)
    print("heard", flush=True)
assert heard == heard_too == ["one", "zwei", "<b>three</b>"], (heard, heard_too)

# leaving does not stop a drive
c.teleport(0.0, 0.0)
c.drive_robot(0.1, 0.0, -1.0, False)
RRN.DisconnectService(c)
before = other.robot_position[0]
while other.robot_position[0] <= before:
    time.sleep(0.02)
other.drive_robot(0.0, 0.0, -1.0, False)
other.teleport(0.0, 0.0)
other.setf_arm_position(0.0, 0.0, 0.0)
x = json.load(urllib.request.urlopen(http + "/api/state"))["x"]
assert x == 0.0, x
refused("ServiceNotFoundException", RRN.ConnectService, url.replace("service=reynard", "service=fox"))
refused("AuthenticationException", RRN.ConnectService, url, "fox", {"password": RR.VarValue("x", "string")})
print("all is well", flush=True)
