"""A genuine client logs in with several roles and tries what they may do.

Usage: use_roles.py URL
"""

import sys

import RobotRaconteur as RR
from RobotRaconteur.Client import RRN

url = sys.argv[1]


def may(action):
    try:
        action()
    except RR.PermissionDeniedException as error:
        assert "privilege" in str(error), error
        return False
    return True


def allowed(robot):
    def set_speed():
        robot.speed = 1.0
    return [
        may(lambda: robot.speed),
        may(set_speed),
        may(lambda: robot.position.PeekInValue()),
        may(lambda: robot.command.PokeOutValue(1.0)),
        may(lambda: robot.move(1.0)),
        may(lambda: robot.describe()),
        may(lambda: robot.clear()),
    ]


expected = {
    "guest": [True, False, True, False, False, True, False],
    "driver": [True, True, True, True, True, True, False],
    "editor": [True, True, True, True, True, True, True],
}
with RR.ClientNodeSetup():
    for name, wanted in expected.items():
        password = {"password": RR.VarValue("password", "string")}
        robot = RRN.ConnectService(url, name, password)
        assert allowed(robot) == wanted, (name, allowed(robot))
        RRN.DisconnectService(robot)
    try:
        RRN.ConnectService(url)
        raise SystemExit("connected without a user")
    except RR.AuthenticationException:
        pass
