"""Follows a blue line with OpenCV: finds its middle in the picture and steers towards it.

Needs OpenCV and NumPy: pip install opencv-python-headless
"""
import sys

import numpy as np
from controller import Robot

try:
    import cv2
except ImportError:
    sys.exit('this example needs OpenCV: pip install opencv-python-headless')

STEP = 32
SPEED = 2.6
# hue, saturation and value of the line, from and to
BLUE = np.array([100, 120, 30]), np.array([135, 255, 255])

robot = Robot()
camera = robot.getDevice('camera')
camera.enable(STEP)
width, height = camera.getWidth(), camera.getHeight()
left, right = robot.getDevice('left wheel motor'), robot.getDevice('right wheel motor')
for motor in (left, right):
    motor.setPosition(float('inf'))
    motor.setVelocity(0)


def line_in(picture):
    """How far to the side the line is, from -1 (left) to 1 (right); None without a line."""
    colors = cv2.cvtColor(picture, cv2.COLOR_BGR2HSV)
    mask = cv2.inRange(colors, *BLUE)
    mask = cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((2, 2), np.uint8))
    mask[: height // 2] = 0
    contours, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    if not contours:
        return None
    moments = cv2.moments(max(contours, key=cv2.contourArea))
    if moments['m00'] == 0:
        return None
    return 2 * moments['m10'] / moments['m00'] / (width - 1) - 1


seen = steps = 0
side = 0.0
robot.step(STEP)
while steps < 700 and robot.step(STEP) != -1:
    steps += 1
    picture = np.frombuffer(camera.getImage(), np.uint8).reshape(height, width, 4)[:, :, :3]
    found = line_in(np.ascontiguousarray(picture))
    if found is not None:
        side = found
        seen += 1
    left.setVelocity(SPEED * (1 + 0.8 * side))
    right.setVelocity(SPEED * (1 - 0.8 * side))
print(f'OpenCV saw the line in {seen} of {steps} steps')
