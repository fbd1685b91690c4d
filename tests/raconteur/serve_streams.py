"""Streams the wires of sensors with the genuine node.

Usage: serve_streams.py DEFINITION_FILE SENSORS PERIOD

Prints the TCP port and sends a value on every wire in each period, in seconds, until standard
input is closed.
"""

import sys
import threading
import time

import RobotRaconteur as RR

RRN = RR.RobotRaconteurNode.s
count, period = int(sys.argv[2]), float(sys.argv[3])


class Sensor(object):
    pass


class Streams(object):
    def __init__(self):
        self.sensors = [Sensor() for _ in range(count)]

    def get_sensor(self, number):
        return self.sensors[int(number)], "example.streams.Sensor"


def stream(service):
    reading = RRN.GetStructureType("example.streams.Reading")
    start, seqno = time.monotonic(), 0
    while True:
        seqno += 1
        time.sleep(max(0, start + seqno * period - time.monotonic()))
        for sensor in service.sensors:
            # a sensor that no client has asked for has no wire yet
            wire = getattr(sensor, "reading", None)
            if wire is not None:
                value = reading()
                value.ts, value.seqno, value.value, value.flags = seqno, seqno, 0.5, 0
                wire.OutValue = value


with open(sys.argv[1]) as file:
    text = file.read()
flags = RR.RobotRaconteurNodeSetupFlags_SERVER_DEFAULT
flags &= ~RR.RobotRaconteurNodeSetupFlags_LOCAL_TRANSPORT_START_SERVER
with RR.RobotRaconteurNodeSetup("bench.streams", 0, flags) as setup:
    RRN.RegisterServiceType(text)
    service = Streams()
    RRN.RegisterService("streams", "example.streams.Streams", service)
    threading.Thread(target=stream, args=(service,), daemon=True).start()
    print(setup.tcp_transport.GetListenPort(), flush=True)
    sys.stdin.read()
