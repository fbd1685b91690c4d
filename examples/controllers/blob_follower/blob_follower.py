"""Looks for a red ball with the camera, drives up to it and stops before it."""
from controller import Robot

STEP = 32
SPEED = 4.0

robot = Robot()
camera = robot.getDevice('camera')
camera.enable(STEP)
width, height = camera.getWidth(), camera.getHeight()
left, right = robot.getDevice('left wheel motor'), robot.getDevice('right wheel motor')
for motor in (left, right):
    motor.setPosition(float('inf'))
    motor.setVelocity(0)

steps = 0
share = 0.0
while robot.step(STEP) != -1 and steps < 900:
    steps += 1
    # blue, green, red, alpha of each pixel
    pixels = camera.getImage()
    count = total = 0
    for at in range(width * height):
        blue, green, red = pixels[4 * at], pixels[4 * at + 1], pixels[4 * at + 2]
        if red > 60 and red > 2 * green and red > 2 * blue:
            count += 1
            total += at % width
    share = count / (width * height)
    if share > 0.25:
        break
    if count:
        side = 2 * total / count / (width - 1) - 1
        left.setVelocity(SPEED * (0.6 + 0.5 * side))
        right.setVelocity(SPEED * (0.6 - 0.5 * side))
    else:
        left.setVelocity(SPEED / 4)
        right.setVelocity(-SPEED / 4)
left.setVelocity(0)
right.setVelocity(0)
robot.step(STEP)
print(f'the ball fills {100 * share:.0f} % of the picture after {steps} steps')
