"""Reynard drives by light to the charger, charges, and drives away.

Usage: story.py URL_OF_REYNARD URL_OF_DEN
"""

import sys
import time

from RobotRaconteur.Client import *

# a busy machine may let anybody wait; who waits for us has an end
RRN.RequestTimeout = 600

reynard = RRN.ConnectService(sys.argv[1])
den = RRN.ConnectService(sys.argv[2])
fox = den.get_robot("reynard")


def refused(kind, call):
    try:
        call()
    except Exception as error:
        assert type(error).__name__ == kind, (type(error).__name__, error)
        return str(error)
    raise AssertionError("not refused")


def plug(tool):
    def plugging():
        fox.tool = tool

    return plugging


# tools: a wrong one is refused by the slot, a right one is plugged in
assert fox.tool == "fork"
reason = refused("InvalidArgumentException", plug("GardenRake"))
assert "gardenTool+" in reason and "reynardTool-" in reason, reason
assert fox.tool == "fork"
assert "fork, lamp, probe, pen" in refused("InvalidArgumentException", plug("spoon"))
plug("probe")()
assert fox.tool == "probe"
assert sorted(reading.name for reading in fox.light) == ["eye", "probe", "tail"]
plug("fork")()
assert sorted(reading.name for reading in fox.light) == ["eye", "tail"]

# time is ours: single steps, so that the story is the same every time
den.paused = True
den.switch_lamp(False)
assert not den.lamp.is_on
before = den.time
den.step(4)
assert abs(den.time - before - 0.2) < 0.06, (before, den.time)


def light():
    return {reading.name: reading.value for reading in fox.light}


def drive(x, y, steps):
    reynard.drive_robot(x, y, -1.0, False)
    den.step(steps)
    reynard.drive_robot(0.0, 0.0, -1.0, False)


# standing costs one watt, driving four more
energy = fox.battery_energy
den.step(20)
assert abs(energy - fox.battery_energy - 1.0) < 1e-6
energy = fox.battery_energy
drive(0.1, 0.0, 20)
assert abs(energy - fox.battery_energy - 5.0) < 1e-6

# by light: towards the brighter side, and up or down where it gets brighter
for _ in range(400):
    if den.charger.robot == "reynard":
        break
    here = light()
    sideways = 0.1 if here["eye"] > here["tail"] else -0.1
    if abs(here["eye"] - here["tail"]) < 0.02 * (here["eye"] + here["tail"]):
        sideways = 0.0
    drive(0.0, 0.1, 1)
    higher = light()
    up = sum(higher.values()) > sum(here.values())
    drive(sideways, 0.1 if up else -0.1, 3)
charger = den.charger
assert charger.robot == "reynard", (reynard.robot_position, charger.position)

# he charges; what the charger gives he gets, and its glow fades with it
full = charger.color[1]
den.step(1)
energy, given = fox.battery_energy, den.charger.ledger.moved
glow = den.charger.color[1]
for _ in range(10):
    den.step(20)
    charger = den.charger
    assert charger.color[1] < glow, (charger.color, glow)
    glow = charger.color[1]
gained = fox.battery_energy - energy
flowed = charger.ledger.moved - given
assert flowed > 100, flowed
# one watt for being awake, over 200 steps of 50 ms
assert abs(gained - (flowed - 10.0)) < 1e-6, (gained, flowed)
assert abs(charger.ledger.balance - charger.energy) < 1e-6
ledger = fox.ledger
assert abs(ledger.balance - fox.battery_energy) < 1e-6, (ledger.balance, fox.battery_energy)
assert abs(ledger.moved - charger.ledger.moved) < 1e-6
assert abs(charger.color[1] - charger.energy / charger.capacity) < 0.03

# he drives away, and the glow returns to its full colour with time
drive(-0.1, 0.0, 60)
assert den.charger.robot == "", (reynard.robot_position, den.charger.robot)
den.step(1200)
charger = den.charger
assert charger.energy == charger.capacity, charger.energy
assert abs(charger.color[1] - 1.0) < 1e-6 and abs(charger.color[0] - 0.2) < 1e-6, charger.color
assert abs(charger.ledger.balance - charger.energy) < 1e-6
assert charger.color[1] >= full

# an obstacle stops him, and he says what he touches
reynard.teleport(0.05, 0.0)
drive(0.0, -0.1, 200)
assert list(fox.contacts) == ["crate"], fox.contacts
assert -0.33 < reynard.robot_position[1] < -0.29, reynard.robot_position

# a client that asked for it stops the robots by leaving
den.paused = False
reynard.teleport(-0.8, 0.0)
careful = RRN.ConnectService(sys.argv[2])
careful.stop_on_disconnect = True
assert careful.stop_on_disconnect and not den.stop_on_disconnect
reynard.drive_robot(0.05, 0.0, -1.0, False)


def drives():
    return any(reynard.state.PeekInValue()[0].robot_velocity)


while not drives():
    time.sleep(0.05)
RRN.DisconnectService(careful)
while drives():
    time.sleep(0.05)

# an empty battery: he stops and says so, and old clients see a robot at rest
den.paused = True
reynard.drive_robot(0.01, 0.0, -1.0, False)
reynard.drive_arm(0.01, 0.0, 0.0, -1.0, False)
for _ in range(20):
    den.step(1000)
assert fox.battery_energy == 0.0
place, arm = list(reynard.robot_position), list(reynard.getf_arm_position())
reynard.drive_robot(0.1, 0.1, -1.0, False)
reynard.drive_arm(0.1, 0.1, 0.1, -1.0, False)
den.step(20)
assert list(reynard.robot_position) == place and list(reynard.getf_arm_position()) == arm

# as it was in the beginning
den.reset()
assert fox.battery_energy == 600.0 and den.lamp.is_on
assert abs(reynard.robot_position[0] + 0.6) < 1e-12
refused("InvalidArgumentException", lambda: setattr(den, "speed", 0.0))
refused("ObjectNotFoundException", lambda: den.get_robot("fox"))
print("all is well", flush=True)
