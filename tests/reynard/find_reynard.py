"""Finds Reynard by the type of his service and drives him.

Usage: find_reynard.py local|public NODE_NAME
`local` looks on this machine only, `public` listens to announcements.
"""

import sys
import time

import RobotRaconteur as RR
from RobotRaconteur.Client import RRN

way, name = sys.argv[1:3]
schemes = {"local": ["rr+local"], "public": ["rr+tcp"]}[way]
flags = RR.RobotRaconteurNodeSetupFlags_CLIENT_DEFAULT
if way == "public":
    flags |= RR.RobotRaconteurNodeSetupFlags_TCP_TRANSPORT_IPV4_DISCOVERY
with RR.RobotRaconteurNodeSetup("", 0, flags):
    services, deadline = [], time.monotonic() + 240
    while not services and time.monotonic() < deadline:
        found = RRN.FindServiceByType("experimental.reynard_the_robot.Reynard", schemes)
        services = [service for service in found if service.NodeName == name]
    assert [service.Name for service in services] == ["reynard"], services
    reynard = RRN.ConnectService(services[0].ConnectionURL)
    reynard.teleport(0.1, 0.2)
    assert list(reynard.robot_position) == [0.1, 0.2]
    RRN.DisconnectService(reynard)
    if way == "local":
        url = f"rr+local:///?nodename={name}&service=reynard"
        reynard = RRN.ConnectService(url)
        assert list(reynard.robot_position) == [0.1, 0.2]
        RRN.DisconnectService(reynard)
print("all is well", flush=True)
