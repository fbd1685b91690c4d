"""Uses every member of the service `kinds` with the genuine client.

Usage: use_kinds.py URL
"""

import sys
import threading
import time

import numpy as np
import RobotRaconteur as RR
from RobotRaconteur.Client import RRN

DEFINITION = "example.kinds."


def expect(error_type, action):
    try:
        action()
    except error_type as error:
        return error
    raise AssertionError("no %s" % error_type.__name__)


def properties(r):
    for name, value in {
        "d": 2.25, "s": 0.5, "i8": -5, "i16": -300, "u16": 60000, "i32": -70000,
        "i64": -(2 ** 40), "u64": 2 ** 63 + 1, "flag": False, "c": 3 - 4j,
        "text": "Grüße, \U0001F98A", "mood": -2,
    }.items():
        setattr(r, name, value)
        assert getattr(r, name) == value, name
    for name, value in {
        "ds": np.array([1.5, -2.5, 1e300]), "d3": np.array([1.0, 2.0, 3.0]),
        "d3max": np.array([1.0]), "u8s": np.arange(256, dtype=np.uint8),
        "u32s": np.array([2 ** 32 - 1, 0], dtype=np.uint32),
        "cs": np.array([1 + 2j, -1j], dtype=np.complex64),
        "matrix": np.arange(12.0).reshape((3, 4), order="F"),
        "matrix22": np.array([[1.0, 2.0], [3.0, 4.0]]),
    }.items():
        setattr(r, name, value)
        np.testing.assert_array_equal(getattr(r, name), value)
    expect(Exception, lambda: setattr(r, "d3", [1.0, 2.0]))
    expect(Exception, lambda: setattr(r, "d3max", [1.0] * 4))
    r.ds = np.zeros(100_000)
    assert len(r.ds) == 100_000
    r.ds = []
    assert len(r.ds) == 0


def structures(r):
    point_type = RRN.GetStructureType(DEFINITION + "Point", r)
    point = point_type()
    point.x, point.name = 7.5, "here"
    r.point = point
    assert (r.point.x, r.point.name) == (7.5, "here")
    r.point = None
    assert r.point is None
    r.points = [point, point]
    assert [p.x for p in r.points] == [7.5, 7.5]
    vector = RRN.GetNamedArrayDType(DEFINITION + "Vector", r)
    sample_type = RRN.GetPodDType(DEFINITION + "Sample", r)
    value = r.sample
    sample = np.copy(value)
    sample["id"] = 12
    r.sample = sample
    assert r.sample["id"] == 12
    np.testing.assert_array_equal(np.ravel(r.sample["position"]), [1.0, 2.0, 3.0])
    samples = np.zeros((3,), dtype=sample_type)
    samples[1]["id"] = 7
    r.samples = samples
    assert r.samples[1]["id"] == 7 and len(r.samples) == 3
    one = np.zeros((1,), dtype=vector)
    one["x"] = 4.0
    r.vector = one
    assert r.vector["x"] == 4.0
    r.vectors = np.zeros((5,), dtype=vector)
    assert len(r.vectors) == 5
    grid = r.vector_grid
    assert grid.shape == (2, 1) and grid[1, 0]["y"] == 5.0
    r.vector_grid = grid
    mixed = RRN.NewStructure(DEFINITION + "Mixed", r)
    mixed.numbers = [1.0, 2.0]
    mixed.text = "text"
    mixed.by_number = {3: "three", -4: "minus four"}
    mixed.by_text = {"a": "b"}
    mixed.in_list = ["x", "y"]
    mixed.inner = point
    mixed.matrix = np.ones((2, 3))
    mixed.anything = RR.VarValue([1, 2, 3], "int32[]")
    mixed.one_sample = sample
    mixed.vectors = np.zeros((2,), dtype=vector)
    mixed.mood = 1
    mixed.flag = True
    mixed.complex = 1 + 1j
    r.mixed = mixed
    back = r.mixed
    assert back.by_number == {3: "three", -4: "minus four"}
    assert back.by_text == {"a": "b"} and back.in_list == ["x", "y"]
    assert back.inner.name == "here" and back.matrix.shape == (2, 3)
    np.testing.assert_array_equal(back.anything.data, [1, 2, 3])
    assert back.mood == 1 and back.flag and back.complex == 1 + 1j


def containers(r):
    assert r.by_number == {7: 1.0, -3: 2.0}
    r.by_number = {100000: 2.5, -1: 3.5, 126: 4.5}
    assert r.by_number == {100000: 2.5, -1: 3.5, 126: 4.5}
    r.by_text = {"left": [1.0], "right": []}
    np.testing.assert_array_equal(r.by_text["left"], [1.0])
    r.anything = RR.VarValue({"k": RR.VarValue("v", "string")}, "varvalue{string}")
    assert r.anything.data["k"].data == "v"
    r.anythings = {"n": RR.VarValue(4.5, "double"), "t": RR.VarValue("t", "string")}
    assert r.anythings["t"].data == "t"


def directions(r):
    assert r.only_read == 5
    expect(Exception, lambda: setattr(r, "only_read", 6))
    r.only_write = 6
    expect(Exception, lambda: r.only_write)


def errors(r):
    assert "cannot be read" in str(expect(RR.OutOfRangeException, lambda: r.failing))
    expect(RR.InvalidArgumentException, lambda: setattr(r, "failing", 1.0))
    spilled = RRN.GetExceptionType(DEFINITION + "Spilled", r)
    assert "milk" in str(expect(spilled, lambda: r.spill("milk")))
    error = expect(RR.OperationFailedException, r.fail_with_parameter)
    assert error.errorsubname == "narrow" and error.errorparam.data == "more"


def functions(r):
    assert r.add(1.5, 2.0) == 3.5
    assert r.nothing() is None
    assert r.slow(0.05) == "late"
    assert r.count(4).NextAll() == [1.0, 2.0, 3.0, 4.0]
    generator = r.count(1000)
    assert generator.Next() == 1.0
    generator.Close()
    expect(RR.StopIterationException, generator.Next)
    generator = r.count(1000)
    generator.Abort()
    expect(RR.OperationAbortedException, generator.Next)
    generator = r.running_sum()
    assert [generator.Next(v) for v in (1.0, 2.0, 3.5)] == [1.0, 3.0, 6.5]


def events(r):
    seen, arrived = [], threading.Event()

    def handler(a, p):
        seen.append((a, p.x, p.name))
        arrived.set()

    r.happened += handler
    r.fire(2.5, "bang")
    assert arrived.wait(5)
    assert seen == [(2.5, 2.5, "bang")]


def references(r):
    assert r.get_part().label == "single"
    assert r.get_parts(7).add(1.0) == 8.0
    odd = "an odd.name[1]"
    assert r.get_named(odd).label == odd
    child = r.get_named(odd).get_child("deep").get_child("deeper")
    child.label = "changed"
    assert r.get_named(odd).get_child("deep").get_child("deeper").label == "changed"
    assert r.get_part().index == 1
    part = r.get_part()
    with RRN.ScopedMonitorLock(part):
        part.label = "held"
    assert part.label == "held"


def callbacks(r):
    called = []
    r.combine.Function = lambda a, b: a * 10 + b

    def fails():
        called.append(1)
        raise ValueError("on purpose")

    r.fails.Function = fails
    assert r.call_back(4.0, 2.0) == 42.0
    assert called


def pipes(r):
    echo = r.echo.Connect(-1)
    acks, acked = [], threading.Event()

    def on_ack(_, number):
        acks.append(number)
        acked.set()

    echo.RequestPacketAck = True
    echo.PacketAckReceivedEvent += on_ack
    numbers = [echo.SendPacket([float(i)]) for i in range(100)]
    assert numbers == list(range(1, 101))
    for i in range(100):
        np.testing.assert_array_equal(echo.ReceivePacketWait(5), [float(i)])
    assert acked.wait(5)
    other = r.echo.Connect(3000)
    assert other.Index == 3000
    other.SendPacket([5.0])
    np.testing.assert_array_equal(other.ReceivePacketWait(5), [5.0])
    echo.Close()
    other.Close()
    ticker = r.ticker.Connect(-1)
    assert [ticker.ReceivePacketWait(5) for _ in range(5)] == [0.0, 1.0, 2.0, 3.0, 4.0]
    ticker.Close()


def wires(r):
    wire = r.echo_wire.Connect()
    wire.OutValue = [1.0, 2.0]
    assert wire.WaitInValueValid(5)
    np.testing.assert_array_equal(wire.InValue, [1.0, 2.0])
    last = wire.LastValueReceivedTime
    wire.OutValue = [3.0]
    deadline = time.time() + 5
    while len(wire.InValue) != 1 and time.time() < deadline:
        time.sleep(0.01)
    np.testing.assert_array_equal(wire.InValue, [3.0])
    assert wire.LastValueReceivedTime != last
    wire.Close()
    value, _ = r.point_wire.PeekInValue()
    assert value.name == "on the wire"
    point = r.point_wire.Connect()
    assert point.WaitInValueValid(5)
    assert point.InValue.x == 4.5
    point.Close()
    expect(RR.ValueNotSetException, r.unset.PeekInValue)
    r.target.PokeOutValue(8.5)
    assert r.target.PeekOutValue()[0] == 8.5


def memories(r):
    assert r.flat.Length == 50_000
    piece = np.zeros(40_000)
    r.flat.Read(5, piece, 0, 40_000)
    np.testing.assert_array_equal(piece, np.arange(5.0, 40_005.0))
    r.flat.Write(1, np.array([-1.0, -2.0]), 0, 2)
    piece = np.zeros(4)
    r.flat.Read(0, piece, 0, 4)
    np.testing.assert_array_equal(piece, [0.0, -1.0, -2.0, 3.0])
    np.testing.assert_array_equal(r.cube.Dimensions, [40, 30, 20])
    block = np.zeros((40, 30, 20), order="F")
    r.cube.Read([0, 0, 0], block, [0, 0, 0], [40, 30, 20])
    np.testing.assert_array_equal(block.flatten(order="F"), np.arange(24_000.0))
    part = np.full((2, 2, 2), -3.0, order="F")
    r.cube.Write([1, 1, 1], part, [0, 0, 0], [2, 2, 2])
    block = np.zeros((3, 3, 3), order="F")
    r.cube.Read([1, 1, 1], block, [0, 0, 0], [3, 3, 3])
    assert block[1, 1, 1] == -3.0 and block[2, 0, 0] == 3 + 40 + 1200
    samples = np.zeros((10,), dtype=RRN.GetPodDType(DEFINITION + "Sample", r))
    r.sample_memory.Read(0, samples, 0, 10)
    assert [s["id"] for s in samples] == list(range(10))
    samples[0]["id"] = 77
    r.sample_memory.Write(9, samples, 0, 1)
    r.sample_memory.Read(0, samples, 0, 10)
    assert samples[9]["id"] == 77
    fixed = np.zeros(3, dtype=np.uint8)
    r.fixed.Read(0, fixed, 0, 3)
    np.testing.assert_array_equal(fixed, [1, 2, 3])
    expect(Exception, lambda: r.fixed.Write(0, fixed, 0, 3))


def main():
    url = sys.argv[1]
    with RR.ClientNodeSetup():
        r = RRN.ConnectService(url)
        assert RRN.GetServiceAttributes(r)["room"].data == "den"
        for step in (properties, structures, containers, directions, errors, functions,
                     events, references, callbacks, pipes, wires, memories):
            print(step.__name__, flush=True)
            step(r)
        RRN.DisconnectService(r)


if __name__ == "__main__":
    main()
