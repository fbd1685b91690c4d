"""Receives the wires of some sensors with the genuine client.

Usage: count_streams.py KIND PORT FIRST COUNT

KIND is `world`, for sensors of robots of a Foxden world, or `genuine`, for the service of
`serve_streams.py`. Robots from number FIRST on are used, COUNT of them, with 8 sensors each.
Prints `ready`, then for each line of standard input the lowest and highest number of the newest
values of all wires.
"""

import sys

from RobotRaconteur.Client import RRN

SENSORS = 8
kind, port, first, count = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4])
address = "rr+tcp://127.0.0.1:%d?service=" % port


def wires():
    service = RRN.ConnectService(address + ("world" if kind == "world" else "streams"))
    for robot in range(first, first + count):
        holder = service.get_robot("robot%d" % robot) if kind == "world" else None
        for sensor in range(SENSORS):
            if holder is None:
                found = service.get_sensor(robot * SENSORS + sensor)
            else:
                found = holder.get_device("sensor%d" % sensor)
            yield found.reading.Connect()


connections = list(wires())
print("ready", flush=True)
for _ in sys.stdin:
    newest = [connection.TryGetInValue() for connection in connections]
    numbers = [value.seqno if valid else 0 for valid, value, _ in newest]
    print(min(numbers), max(numbers), flush=True)
