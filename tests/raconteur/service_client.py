"""What clients of the services of a world have in common. The first argument of the program is the
port of the services.
"""

import sys
import threading
import time

import RobotRaconteur as RR
from RobotRaconteur.Client import RRN

PORT = int(sys.argv[1])
PATIENCE = 60


def url(service):
    return "rr+tcp://127.0.0.1:%d?service=%s" % (PORT, service)


def connect(service):
    return RRN.ConnectService(url(service))


def expect(error_type, action, word=""):
    try:
        action()
    except error_type as error:
        assert word in str(error), str(error)
        return error
    raise AssertionError("no %s" % error_type.__name__)


def wait(condition, what):
    for _ in range(PATIENCE * 20):
        if condition():
            return
        time.sleep(0.05)
    raise AssertionError("%s does not happen" % what)


def peek(wire):
    return wire.PeekInValue()[0]


def seconds(stamp):
    return stamp[0]["microseconds"] / 1e6


class Packets:
    """Receives the packets of a pipe."""

    def __init__(self, pipe):
        self.received = []
        self.endpoint = pipe.Connect(-1)
        self.endpoint.PacketReceivedEvent += self.take

    def take(self, endpoint):
        while endpoint.Available:
            self.received.append(endpoint.ReceivePacket())

    def numbers(self, info):
        return [getattr(one, info).data_header.seqno for one in self.received]


class Watched:
    """A client that notices the end of its service."""

    def __init__(self, service):
        self._closed = threading.Event()
        # Held, because the listener may go with a client that nothing refers to.
        self.client = RRN.ConnectService(url(service), None, None, self._listen, None)

    def _listen(self, _, event, __):
        if event == RR.ClientServiceListenerEventType_ClientClosed:
            self._closed.set()

    def is_closed(self, use):
        """Whether the client knows it, or can no longer `use` its service."""
        try:
            return self._closed.is_set() or use(self.client) is None
        except RR.RobotRaconteurException:
            return True
