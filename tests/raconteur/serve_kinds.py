"""Hosts the service `kinds` with the genuine node.

Usage: serve_kinds.py DEFINITION_FILE NODE_NAME [local] [v2] [table] [ipv4] [tls]
       [users=LINES]
With `tls` it serves over TLS only. Users of LINES may use the service
`verified`, from nodes that have a certificate.
Prints the TCP port and serves until standard input is closed.
"""

import sys
import threading
import time

import numpy as np
import RobotRaconteur as RR

DEFINITION = "example.kinds."
RRN = RR.RobotRaconteurNode.s


class Count(object):
    def __init__(self, n):
        self._values = iter(float(i) for i in range(1, n + 1))
        self._end = None

    def Next(self):
        if self._end:
            raise self._end
        try:
            return next(self._values)
        except StopIteration:
            raise RR.StopIterationException("")

    def Close(self):
        self._end = RR.StopIterationException("")

    def Abort(self):
        self._end = RR.OperationAbortedException("")


class RunningSum(object):
    def __init__(self):
        self._sum = 0.0

    def Next(self, value):
        self._sum += value
        return self._sum

    def Close(self):
        pass

    def Abort(self):
        pass


class Part(object):
    def __init__(self, label, index):
        self.label = label
        self.index = index
        self._children = {}
        self._lock = threading.RLock()

    def add(self, a):
        return a + self.index

    def get_child(self, name):
        name = str(name)
        child = self._children.setdefault(name, Part(name, 100))
        return child, DEFINITION + "Part"

    def RobotRaconteurMonitorEnter(self, timeout):
        self._lock.acquire()

    def RobotRaconteurMonitorExit(self):
        self._lock.release()


class Everything(object):
    def __init__(self):
        point_type = RRN.GetStructureType(DEFINITION + "Point")
        vector = RRN.GetNamedArrayDType(DEFINITION + "Vector")
        sample = RRN.GetPodDType(DEFINITION + "Sample")
        point = point_type()
        point.x, point.name = 4.5, "on the wire"
        self._point = point
        self.d, self.s = 1.5, 2.5
        self.ds, self.d3, self.d3max = [1.0, 2.0], [0.0] * 3, [0.0] * 2
        self.matrix, self.matrix22 = np.ones((2, 1)), np.ones((2, 2))
        self.i8, self.i16, self.i32, self.i64 = -8, -16, -32, -64
        self.u16, self.u64 = 16, 64
        self.u8s, self.u32s = np.zeros(2, np.uint8), np.zeros(1, np.uint32)
        self.flag, self.c, self.cs = True, 1 + 2j, np.zeros(1, np.complex64)
        self.text, self.point, self.mixed, self.mood = "hello", point, None, 1
        self.sample, self.samples = np.zeros((1,), sample), np.zeros((0,), sample)
        self.vector, self.vectors = np.zeros((1,), vector), np.zeros((2,), vector)
        self.vector_grid = np.zeros((2, 1), vector)
        self.sample["position"] = [1.0, 2.0, 3.0]
        self.vector_grid[1, 0]["y"] = 5.0
        self.by_number, self.by_text, self.points = {7: 1.0, -3: 2.0}, {"a": [1.0]}, [point]
        self.anything, self.anythings = RR.VarValue("any", "string"), {}
        self.only_read, self._only_write = 5, 0
        self.happened = RR.EventHook()
        self._part = Part("single", 1)
        self._parts, self._named = {}, {}
        self.flat = RR.ArrayMemory(np.arange(50_000.0))
        self.cube = RR.MultiDimArrayMemory(
            np.arange(24_000.0).reshape((40, 30, 20), order="F"))
        samples = np.zeros((10,), sample)
        samples["id"] = np.arange(10)
        self.sample_memory = RR.ArrayMemory(samples)
        self.fixed = RR.ArrayMemory(np.array([1, 2, 3], np.uint8))

    def RRServiceObjectInit(self, context, path):
        # Members with one direction arrive as broadcasters or receivers.
        self.point_wire.OutValue = self._point

        def on_wire(wire):
            def on_value(wire, value, stamp):
                wire.OutValue = value
            wire.WireValueChanged += on_value
        self.echo_wire.WireConnectCallback = on_wire

        def echo(endpoint):
            def on_packet(endpoint):
                while endpoint.Available:
                    endpoint.SendPacket(endpoint.ReceivePacket())
            endpoint.PacketReceivedEvent += on_packet
        self.echo.PipeConnectCallback = echo

        def tick():
            # Five packets for every client that comes.
            while True:
                while self.ticker.ActivePipeEndpointCount == 0:
                    time.sleep(0.005)
                time.sleep(0.02)
                for i in range(5):
                    self.ticker.AsyncSendPacket(float(i), lambda: None)
                while self.ticker.ActivePipeEndpointCount > 0:
                    time.sleep(0.005)
        threading.Thread(target=tick, daemon=True).start()

    @property
    def only_write(self):
        raise RR.WriteOnlyMemberException("only_write")

    @only_write.setter
    def only_write(self, value):
        self._only_write = value

    @property
    def failing(self):
        raise RR.OutOfRangeException("cannot be read")

    @failing.setter
    def failing(self, value):
        raise RR.InvalidArgumentException("cannot be written")

    def add(self, a, b):
        return a + b

    def nothing(self):
        pass

    def spill(self, what):
        raise RRN.GetExceptionType(DEFINITION + "Spilled")(what)

    def fail_with_parameter(self):
        raise RR.OperationFailedException(
            "with parameter", "narrow", RR.VarValue("more", "string"))

    def slow(self, seconds):
        time.sleep(seconds)
        return "late"

    def count(self, n):
        return Count(n)

    def running_sum(self):
        return RunningSum()

    def fire(self, a, b):
        point = RRN.GetStructureType(DEFINITION + "Point")()
        point.x, point.name = a, b
        self.happened.fire(a, point)

    def call_back(self, a, b):
        endpoint = RR.ServerEndpoint.GetCurrentEndpoint()
        try:
            self.fails.GetClientFunction(endpoint)()
        except Exception:
            return self.combine.GetClientFunction(endpoint)(a, b)
        raise RR.OperationFailedException("did not fail")

    def get_part(self):
        return self._part, DEFINITION + "Part"

    def get_parts(self, index):
        part = self._parts.setdefault(int(index), Part(str(index), int(index)))
        return part, DEFINITION + "Part"

    def get_named(self, name):
        name = str(name)
        return self._named.setdefault(name, Part(name, 0)), DEFINITION + "Part"


def main():
    with open(sys.argv[1]) as file:
        text = file.read()
    flags = RR.RobotRaconteurNodeSetupFlags_SERVER_DEFAULT
    # A node that starts the local transport takes the identity of its name.
    if "local" not in sys.argv and "tls" not in sys.argv:
        flags &= ~RR.RobotRaconteurNodeSetupFlags_LOCAL_TRANSPORT_START_SERVER
    if "v2" in sys.argv:
        flags |= RR.RobotRaconteurNodeSetupFlags_DISABLE_MESSAGE4
    if "table" in sys.argv:
        flags &= ~RR.RobotRaconteurNodeSetupFlags_DISABLE_STRINGTABLE
    if "ipv4" in sys.argv:
        flags |= RR.RobotRaconteurNodeSetupFlags_TCP_TRANSPORT_IPV4_DISCOVERY
    if "tls" in sys.argv:
        flags |= RR.RobotRaconteurNodeSetupFlags_LOAD_TLS_CERT
        flags |= RR.RobotRaconteurNodeSetupFlags_REQUIRE_TLS
    with RR.RobotRaconteurNodeSetup(sys.argv[2], 0, flags) as setup:
        RRN.RegisterServiceType(text)
        service = RRN.RegisterService("kinds", DEFINITION + "Everything", Everything())
        service.SetServiceAttributes({"room": RR.VarValue("den", "string")})
        users = "fox 5f4dcc3b5aa765d61d8327deb882cf99 objectlock\n" \
                "hen 5f4dcc3b5aa765d61d8327deb882cf99 _\n"
        policy = RR.ServiceSecurityPolicy(
            RR.PasswordFileUserAuthenticator(users),
            {"requirevaliduser": "true", "allowobjectlock": "true"})
        RRN.RegisterService("guarded", DEFINITION + "Everything", Everything(), policy)
        for lines in (word[6:] for word in sys.argv if word.startswith("users=")):
            policy = RR.ServiceSecurityPolicy(
                RR.PasswordFileUserAuthenticator(lines, True), {"requirevaliduser": "true"})
            RRN.RegisterService("verified", DEFINITION + "Everything", Everything(), policy)
        print(setup.tcp_transport.GetListenPort(), flush=True)
        sys.stdin.read()


main()
