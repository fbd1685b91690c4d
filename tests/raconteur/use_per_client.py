"""Two genuine clients of the service `counter`, each with its own downsampling.

Usage: use_per_client.py URL
"""

import sys
import time

import RobotRaconteur as RR


def wait_for(condition, what):
    end = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < end, what
        time.sleep(0.005)


def connect(url):
    node = RR.RobotRaconteurNode()
    node.Init()
    setup = RR.ClientNodeSetup(node=node)
    counter = node.ConnectService(url)
    values = []
    wire = counter.count.Connect()
    wire.WireValueChanged += lambda _, value, time: values.append(int(value))
    return setup, counter, wire, values


all_setup, every, every_wire, all_values = connect(sys.argv[1])
some_setup, some, some_wire, some_values = connect(sys.argv[1])
some.isoch_downsample = 2
assert some.isoch_downsample == 2
assert every.isoch_downsample == 0, "the property is shared"
for number in range(1, 10):
    assert every.step() == number
    # The client stores a value before it calls the handler, so the handler is waited for.
    wait_for(lambda: all_values[-1:] == [number], "value %d" % number)
    if number % 3 == 0:
        wait_for(lambda: some_values[-1:] == [number], "value %d" % number)
assert all_values == list(range(1, 10)), all_values
assert some_values == [3, 6, 9], some_values
# The end of one client does not end the other.
some_setup.ReleaseNode()
assert every.step() == 10
wait_for(lambda: all_values[-1] == 10, "value 10")
assert some_values == [3, 6, 9], some_values
all_setup.ReleaseNode()
