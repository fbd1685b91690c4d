"""Closes and aborts generators of the service `waiting` while a step is pending.

Usage: end_pending_generator.py URL
"""

import sys
import threading
import time

import RobotRaconteur as RR
from RobotRaconteur.Client import RRN


def step(generator, outcomes):
    try:
        outcomes.append(generator.Next())
    except Exception as error:
        outcomes.append(error)


def main():
    service = RRN.ConnectService(sys.argv[1])
    for end in ("Close", "Abort"):
        generator = service.wait()
        outcomes = []
        pending = threading.Thread(target=step, args=(generator, outcomes), daemon=True)
        pending.start()
        time.sleep(0.2)
        assert not outcomes, outcomes
        getattr(generator, end)()
        pending.join(30)
        assert len(outcomes) == 1, "the step is still pending after %s" % end
        assert isinstance(outcomes[0], RR.OperationAbortedException), repr(outcomes[0])
    RRN.DisconnectService(service)


main()
