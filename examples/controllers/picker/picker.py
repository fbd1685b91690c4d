"""Finds red blocks with the recognition of the camera, grips them and puts them on a tray."""
from controller import Robot

STEP = 16
# where the camera and the gripper are on the carriage, and how deep the gripper goes
CAMERA_X, GRIPPER_X = 0.05, -0.06
REACH = 0.49
TRAY = [(0.0, 0.3), (0.1, 0.3), (0.2, 0.3)]

robot = Robot()
motors = [robot.getDevice(name) for name in 'xyz']
sensors = [robot.getDevice(f'{name} sensor') for name in 'xyz']
for sensor in sensors:
    sensor.enable(STEP)
gripper = robot.getDevice('gripper')
gripper.enablePresence(STEP)
camera = robot.getDevice('camera')
camera.enable(10 * STEP)
camera.recognitionEnable(STEP)


def wait(steps):
    for _ in range(steps):
        robot.step(STEP)


def move(**targets):
    """Moves the named axes and waits until they are there."""
    for axis, target in targets.items():
        motors['xyz'.index(axis)].setPosition(target)
    for _ in range(300):
        robot.step(STEP)
        rest = [abs(sensors['xyz'.index(axis)].getValue() - target) for axis, target in targets.items()]
        if max(rest) < 0.001:
            break
    wait(10)


def red_blocks():
    """Where red blocks lie, in the axes of the table."""
    x, y = sensors[0].getValue(), sensors[1].getValue()
    found = []
    for item in camera.getRecognitionObjects():
        # the camera looks down: its z axis is the x axis of the table
        _, left, up = item.getPosition()
        if item.getModel() == 'red block':
            found.append((x + CAMERA_X + up, y + left))
    return found


def is_on_tray(place):
    return place[1] > 0.22


wait(10)
placed = 0
for slot in TRAY:
    move(x=0, y=0, z=0)
    todo = [place for place in red_blocks() if not is_on_tray(place)]
    if not todo:
        break
    x, y = min(todo)
    print(f'a red block at {x:.2f} {y:.2f}')
    move(x=x - GRIPPER_X, y=y)
    gripper.turnOn()
    # down until it touches the block
    depth = 0.0
    while not gripper.getPresence() and depth < REACH:
        depth += 0.0008
        motors[2].setPosition(-depth)
        robot.step(STEP)
    if not gripper.getPresence():
        print('nothing gripped')
        gripper.turnOff()
        continue
    move(z=-depth + 0.15)
    move(x=slot[0] - GRIPPER_X, y=slot[1])
    move(z=-depth + 0.002)
    gripper.turnOff()
    wait(20)
    move(z=0)
    placed += 1
# looks once more, with the tray in the picture
move(x=0, y=0.15, z=0)
wait(5)
seen = sum(is_on_tray(place) for place in red_blocks())
print(f'{placed} red blocks gripped, the camera sees {seen} on the tray')
