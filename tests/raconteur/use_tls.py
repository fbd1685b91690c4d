"""Connects to the service `kinds` over TLS with the genuine client.

Usage: use_tls.py URL served|refused [--node NAME] [--user NAME PASSWORD]

With --node the client is the node of that name and loads its certificate.
"""

import argparse

import RobotRaconteur as RR
from RobotRaconteur.Client import RRN

parser = argparse.ArgumentParser()
parser.add_argument("url")
parser.add_argument("expected", choices=["served", "refused"])
parser.add_argument("--node", default="")
parser.add_argument("--user", nargs=2)
arguments = parser.parse_args()

flags = RR.RobotRaconteurNodeSetupFlags_CLIENT_DEFAULT
if arguments.node:
    flags |= RR.RobotRaconteurNodeSetupFlags_LOAD_TLS_CERT
user = []
if arguments.user:
    name, password = arguments.user
    user = [name, {"password": RR.VarValue(password, "string")}]

# With TLS inside of HTTPS the reference client reads and writes from several threads.
# On a busy machine about one connection in a hundred then carries bytes that are no
# WebSocket frames, and the server ends it; `rr+wss` and `rrs+tcp` never do that.
attempts = 5 if arguments.url.startswith("rrs+wss") else 1


def connect():
    for attempt in range(1, attempts + 1):
        try:
            return RRN.ConnectService(arguments.url, *user)
        except RR.ConnectionException:
            if attempt == attempts:
                raise


with RR.RobotRaconteurNodeSetup(arguments.node, 0, flags) as setup:
    transport = setup.tcp_transport
    assert transport.IsTlsNodeCertificateLoaded == bool(arguments.node)
    try:
        r = connect()
    except Exception as error:
        assert arguments.expected == "refused", repr(error)
    else:
        assert arguments.expected == "served", "connected without trust"
        assert r.add(1.0, 2.0) == 3.0
        # The reference client reports only TLS of its own inside of `wss`.
        if arguments.url.startswith("rrs+") and "+wss" not in arguments.url:
            assert transport.IsTransportConnectionSecure(r)
            assert transport.IsSecurePeerIdentityVerified(r)
        RRN.DisconnectService(r)
