"""Subscribes to services of the type of `kinds` with the genuine client.

Usage: subscribe_kinds.py NODE_ID
Prints a line when that node is connected and a line each time it is again,
after it was gone; ends when standard input is closed.
"""

import sys
import threading

import RobotRaconteur as RR
from RobotRaconteur.Client import RRN

wanted = RR.NodeID(sys.argv[1])


def connected(subscription, client_id, client):
    if client_id.NodeID == wanted and client_id.ServiceName == "kinds":
        # A call may not be made from within the callback.
        threading.Thread(target=lambda: print(client.add(1.0, 2.0), flush=True)).start()


with RR.ClientNodeSetup():
    subscription = RRN.SubscribeServiceByType("example.kinds.Everything")
    subscription.ClientConnected += connected
    for client_id, client in subscription.GetConnectedClients().items():
        connected(subscription, client_id, client)
    sys.stdin.read()
    subscription.Close()
