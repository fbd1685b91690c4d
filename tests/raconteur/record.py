"""Records the messages of two genuine peers through a proxy between them.

Usage: record.py PORT OUTPUT [v2]

The client side of `use_kinds.py` runs against the server at PORT, started
with `serve_kinds.py`. OUTPUT gets the messages one after the other as they
were on the wire. Large messages are left out, and of messages of the same size
only the first ones are kept, so that the file stays small.
"""

import collections
import os
import socket
import struct
import sys
import threading

import RobotRaconteur as RR
from RobotRaconteur.Client import RRN

import use_kinds

LARGEST = 3000
SAME = 8


class Recorder(object):
    def __init__(self):
        self._lock = threading.Lock()
        self._seen = collections.Counter()
        self.messages = []

    def take(self, direction, message):
        with self._lock:
            key = (direction, message[8:12], len(message))
            self._seen[key] += 1
            if len(message) <= LARGEST and self._seen[key] <= SAME:
                self.messages.append(message)


def forward(direction, source, target, recorder):
    pending = b""
    while True:
        data = source.recv(65536)
        if not data:
            target.close()
            return
        target.sendall(data)
        pending += data
        while len(pending) >= 8:
            size = struct.unpack("<I", pending[4:8])[0]
            if len(pending) < size:
                break
            recorder.take(direction, pending[:size])
            pending = pending[size:]


def proxy(port, recorder):
    listener = socket.create_server(("127.0.0.1", 0))

    def accept():
        while True:
            client, _ = listener.accept()
            server = socket.create_connection(("127.0.0.1", port))
            for args in (("up", client, server), ("down", server, client)):
                threading.Thread(target=forward, args=args + (recorder,), daemon=True).start()

    threading.Thread(target=accept, daemon=True).start()
    return listener.getsockname()[1]


def main():
    port, output = int(sys.argv[1]), sys.argv[2]
    recorder = Recorder()
    url = "rr+tcp://127.0.0.1:%d/?service=kinds" % proxy(port, recorder)
    with RR.ClientNodeSetup():
        r = RRN.ConnectService(url)
        for step in (use_kinds.properties, use_kinds.structures, use_kinds.containers,
                     use_kinds.directions, use_kinds.errors, use_kinds.functions,
                     use_kinds.events, use_kinds.references, use_kinds.callbacks,
                     use_kinds.pipes, use_kinds.wires, use_kinds.memories):
            try:
                step(r)
            except Exception as error:
                print("%s: %r" % (step.__name__, error), flush=True)
        RRN.DisconnectService(r)
    with open(output, "wb") as file:
        for message in recorder.messages:
            file.write(message)
    print(len(recorder.messages), "messages", os.path.getsize(output), "bytes")
    os._exit(0)


main()
