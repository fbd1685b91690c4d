"""Uses the den as a world and as the den, with the genuine client.

Usage: use_den_world.py URL

The URL is that of the service of the world.
"""

import sys

import RobotRaconteur as RR
from RobotRaconteur.Client import RRN

url = sys.argv[1]
world = RRN.ConnectService(url)
den = RRN.ConnectService(url.replace("service=world", "service=den"))
reynard = RRN.ConnectService(url.replace("service=world", "service=reynard"))

assert world.robot_names == ["reynard"], world.robot_names
assert world.device_info.device.name == "reynard_den"
world.mode = RRN.GetConstants("foxden.world", world)["RunMode"]["paused"]
assert den.paused
den.step(2)
before = world.time.PeekInValue()[0].seqno
world.step(3)
assert world.time.PeekInValue()[0].seqno == before + 3

# the den and the world tell the same of lamp, charger and battery
lamp = world.get_light("LAMP_LIGHT")
den.switch_lamp(False)
assert not lamp.on_off
lamp.on_off = True
assert den.lamp.is_on
state = world.get_charger("charger").state.PeekInValue()[0]
assert (state.energy, state.robot) == (den.charger.energy, den.charger.robot)
fox = world.get_robot("reynard")
world.step(1)
battery = fox.get_device("battery").state.PeekInValue()[0]
assert battery.energy == den.get_robot("reynard").battery_energy
reading = fox.get_device("eye").reading.PeekInValue()[0]
world.step(1)
reading = fox.get_device("eye").reading.PeekInValue()[0]
(eye,) = [light for light in den.get_robot("reynard").light if light.name == "eye"]
assert reading.value == eye.value, (reading.value, eye.value)

# Reynard is driven by his own service only, and the world sees it
assert fox.driver == RRN.GetConstants("foxden.robot", fox)["Driver"]["controller"]
try:
    fox.get_device("shoulder").spin(1.0)
except RR.PermissionDeniedException:
    pass
else:
    raise AssertionError("driven by two")
start = reynard.robot_position
reynard.teleport(0.2, 0.1)
world.step(1)
place = fox.state.PeekInValue()[0].pose["position"][0]
assert abs(place["x"] - 0.2) < 1e-9 and abs(place["y"] - 0.1) < 1e-9, place

# the tool is in a slot of the world
slots = [world.get_slot(name).state.PeekInValue()[0].part for name in world.slot_names]
assert any(part.endswith("ReynardFork") for part in slots), slots
den.get_robot("reynard").tool = "probe"
slots = [world.get_slot(name).state.PeekInValue()[0].part for name in world.slot_names]
assert any(part.endswith("ReynardProbe") for part in slots), slots
world.reset()
assert abs(reynard.robot_position - start).max() < 1e-9
print("all is well")
