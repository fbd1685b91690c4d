"""Connects to the service `kinds` over TLS with the genuine client.

Usage: use_tls.py URL served|refused
"""

import sys

import RobotRaconteur as RR
from RobotRaconteur.Client import RRN

url, expected = sys.argv[1:]
with RR.ClientNodeSetup() as setup:
    try:
        r = RRN.ConnectService(url)
    except Exception as error:
        assert expected == "refused", repr(error)
    else:
        assert expected == "served", "connected without trust"
        assert r.add(1.0, 2.0) == 3.0
        assert setup.tcp_transport.IsTransportConnectionSecure(r)
        assert setup.tcp_transport.IsSecurePeerIdentityVerified(r)
        RRN.DisconnectService(r)
