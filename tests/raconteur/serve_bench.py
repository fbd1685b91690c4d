"""Hosts the service `bench` with the genuine node.

Usage: serve_bench.py DEFINITION_FILE
Prints the TCP port and serves until standard input is closed.
"""

import sys
import threading

import RobotRaconteur as RR

RRN = RR.RobotRaconteurNode.s


class Bench(object):
    def __init__(self):
        self.d = 1.5
        self._on = False

    def add(self, a, b):
        return a + b

    def stream(self, on):
        if on and not self._on:
            self._on = True
            threading.Thread(target=self._stream, daemon=True).start()
        self._on = on

    def _stream(self):
        while self._on:
            self.w.OutValue = [1.0, 2.0, 3.0]


with open(sys.argv[1]) as file:
    text = file.read()
flags = RR.RobotRaconteurNodeSetupFlags_SERVER_DEFAULT
flags &= ~RR.RobotRaconteurNodeSetupFlags_LOCAL_TRANSPORT_START_SERVER
with RR.RobotRaconteurNodeSetup("bench.genuine", 0, flags) as setup:
    RRN.RegisterServiceType(text)
    RRN.RegisterService("bench", "example.bench.Bench", Bench())
    print(setup.tcp_transport.GetListenPort(), flush=True)
    sys.stdin.read()
