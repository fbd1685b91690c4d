"""What a controller in Python sees: the same as greeter.cpp."""

from controller import Supervisor

robot = Supervisor()
eye = robot.getDevice("eye")
eye.enable(32)
robot.step(32)
crate = robot.getFromDef("CRATE")
crate.getField("translation").setSFVec3f([1, 2, 3])
robot.step(32)
print("Python %s %g %g %g" % (robot.name, robot.time, eye.value, crate.getPosition()[1]))
robot.simulationQuit(5)
robot.step(32)
