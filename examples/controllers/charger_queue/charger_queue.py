"""A supervisor that sends robots to the only charger, the hungriest first, and
puts each back to its place when it has enough."""

from controller import Supervisor

ENOUGH = 12.0

supervisor = Supervisor()
step = int(supervisor.getBasicTimeStep())
station = supervisor.getFromDef("STATION").getPosition()
robots = [supervisor.getFromDef(name) for name in ("FIRST", "SECOND", "THIRD")]
home = {robot: list(robot.getPosition()) for robot in robots}


def energy(robot):
    return robot.getField("battery").getMFFloat(0)


def name(robot):
    return robot.getField("name").getSFString()


def move(robot, place):
    robot.getField("translation").setSFVec3f(place)
    supervisor.step(step)


queue = sorted(robots, key=energy)
print("the queue is", ", ".join(f"{name(robot)} ({energy(robot):.0f} J)" for robot in queue))
for robot in queue:
    move(robot, [station[0], station[1], home[robot][2]])
    while energy(robot) < ENOUGH and supervisor.getTime() < 600:
        if supervisor.step(step) == -1:
            raise SystemExit
    print(f"{name(robot)} leaves with {energy(robot):.1f} J at {supervisor.getTime():.1f} s")
    move(robot, home[robot])
supervisor.simulationQuit(0 if all(energy(robot) > 5 for robot in robots) else 1)
supervisor.step(step)
