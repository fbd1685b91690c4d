"""Measures light: enable, step, value, period and lookup table."""

from controller import Robot

robot = Robot()
step = int(robot.getBasicTimeStep())
sensor = robot.getDevice("light sensor")
sensor.enable(step)
for _ in range(5):
    if robot.step(step) == -1:
        break
    print(f"{robot.getTime():.3f} s: {sensor.getValue():.3f}")
print(f"period: {sensor.getSamplingPeriod()} ms")
table = sensor.getLookupTable()
for i in range(0, len(table), 3):
    print(f"{table[i]:g} -> {table[i + 1]:g}, noise {table[i + 2]:g}")
