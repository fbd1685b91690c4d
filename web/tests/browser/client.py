"""The genuine Robot Raconteur client, driven by lines of JSON on standard input.

Each line is {"call": name, "with": [...]}, {"get": name}, {"set": name, "to": value}
or {"messages": true}; each answer is one line {"ok": value} or {"error": text}.
"""

import json
import sys
import time

from RobotRaconteur.Client import RRN


def connect(url):
    """The Robot Raconteur server may start a moment after the web server."""
    deadline = time.monotonic() + 240
    while True:
        try:
            return RRN.ConnectService(url)
        except Exception:  # the client raises many kinds
            if time.monotonic() > deadline:
                raise
            time.sleep(0.1)


def plain(value):
    return value.tolist() if hasattr(value, "tolist") else value


def main():
    heard = []
    # a busy machine may let anybody wait; the test has an end
    RRN.RequestTimeout = 600
    reynard = connect(sys.argv[1])
    reynard.new_message += heard.append
    print(json.dumps({"ok": "connected"}), flush=True)
    for line in sys.stdin:
        request = json.loads(line)
        try:
            if "call" in request:
                answer = plain(getattr(reynard, request["call"])(*request["with"]))
            elif "get" in request:
                answer = plain(getattr(reynard, request["get"]))
            elif "set" in request:
                setattr(reynard, request["set"], request["to"])
                answer = None
            else:
                answer, heard[:] = list(heard), []
            print(json.dumps({"ok": answer}), flush=True)
        except Exception as error:
            print(json.dumps({"error": str(error)}), flush=True)


main()
