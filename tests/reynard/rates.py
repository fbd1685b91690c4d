"""How many requests a second the genuine client gets answered.

Usage: rates.py URL
"""

import sys
import time

from RobotRaconteur.Client import *

c = RRN.ConnectService(sys.argv[1])


def rate(name, call):
    end = time.monotonic() + 2
    count = 0
    while time.monotonic() < end:
        call()
        count += 1
    print(f"{name}, genuine client", count / 2, flush=True)


rate("get robot_position", lambda: c.robot_position)
rate("get color", lambda: c.color)
rate("getf_arm_position", c.getf_arm_position)
rate("peek state", c.state.PeekInValue)
rate("drive_robot", lambda: c.drive_robot(0.0, 0.0, -1.0, False))
rate("teleport", lambda: c.teleport(0.0, 0.0))
