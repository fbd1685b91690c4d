"""Finds the service `kinds` with the genuine client.

Usage: find_kinds.py NODE_NAME NODE_ID [ipv4]
With `ipv4` it also listens to IPv4 broadcast.
"""

import sys
import time

import RobotRaconteur as RR
from RobotRaconteur.Client import RRN

name, node_id = sys.argv[1:3]
flags = RR.RobotRaconteurNodeSetupFlags_CLIENT_DEFAULT
if "ipv4" in sys.argv:
    flags |= RR.RobotRaconteurNodeSetupFlags_TCP_TRANSPORT_IPV4_DISCOVERY
with RR.RobotRaconteurNodeSetup("", 0, flags):
    services, deadline = [], time.time() + 20
    while not services and time.time() < deadline:
        found = RRN.FindServiceByType("example.kinds.Everything", ["rr+tcp"])
        services = [s for s in found if s.NodeName == name]
    assert len(services) == 1, services
    service = services[0]
    assert service.Name == "kinds"
    assert service.NodeID == RR.NodeID(node_id)
    assert service.RootObjectType == "example.kinds.Everything"
    assert service.Attributes["room"].data == "den"
    r = RRN.ConnectService(service.ConnectionURL)
    assert r.add(1.0, 2.0) == 3.0
    RRN.DisconnectService(r)
    assert len(RRN.FindNodeByName(name, ["rr+tcp"])) == 1
    found = RRN.FindNodeByID(RR.NodeID(node_id), ["rr+tcp"])
    assert found[0].NodeName == name
