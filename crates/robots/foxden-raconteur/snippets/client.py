# Python: pip install robotraconteur
from RobotRaconteur.Client import *


def connect(url):
    return RRN.ConnectService(url)


world = connect("rr+tcp://localhost:52511?service=world")
print("time", world.time.PeekInValue()[0].time, "s")
for name in world.robot_names:
    robot = world.get_robot(name)
    for device in robot.devices:
        print(name, "has", device.name, device.object_type)

for url in [
    "rr+tcp://localhost:52511?service=world",
]:
    device = connect(url)
    print(url, "is", device.device_info.device.name)
