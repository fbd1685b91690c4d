"""An extern controller: it is started by hand and drives back and forth.

    foxden run examples/worlds/patrol.wbt --until-controllers-end &
    foxden controller --robot-name guard examples/controllers/patrol 3
"""

import sys
from controller import Robot

robot = Robot()
step = int(robot.getBasicTimeStep())
rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 2
motors = [robot.getDevice(side + " wheel motor") for side in ("left", "right")]
sensor = robot.getDevice("left wheel sensor")
sensor.enable(step)
for motor in motors:
    motor.setVelocity(3)

for leg in range(2 * rounds):
    target = 4.0 if leg % 2 == 0 else 0.0
    for motor in motors:
        motor.setPosition(target)
    while robot.step(step) != -1:
        if abs(sensor.getValue() - target) < 0.05:
            break
print(f"{robot.getName()} patrolled {rounds} times in {robot.getTime():.1f} s")
