"""Uses the four conformance services the way the reference suite does.

    python use_conformance.py rr+tcp://127.0.0.1:PORT
"""

import sys
import threading
import time

import numpy as np
import RobotRaconteur as RR
from RobotRaconteur.Client import RRN
from conformance_values import (
    SERVICE1,
    SERVICE2,
    SERVICE3,
    SERVICE5,
    Types,
    complex_row,
    row,
    same,
)

NODE = RRN
BASE = sys.argv[1]


def url(service):
    return f"{BASE}?service={service}"


def close(one, other):
    np.testing.assert_allclose(one, other)


def fails(action, *kinds):
    try:
        action()
    except (kinds or Exception) as error:
        return error
    raise AssertionError(f"{action} did not fail")


def structure(root, name, **fields):
    made = NODE.NewStructure(name, root)
    for key, value in fields.items():
        setattr(made, key, value)
    return made


def check_properties(root):
    root.d1 = 3.456
    assert root.d1 == 12.345
    arrays = {
        "d2": float, "d3": float, "d4": float, "d5": float, "d6": float, "i8_2": np.int8,
        "u8_2": np.uint8, "u8_3": np.uint8, "i16_2": np.int16, "u16_2": np.uint16,
        "i32_2": np.int32, "u32_2": np.uint32, "i64_2": np.int64, "u64_2": np.uint64,
    }
    for member, dtype in arrays.items():
        setattr(root, member, row(member, "set", 0, dtype))
        close(getattr(root, member), row(member, "get", 0, dtype))
    root.s1 = 3847.9283
    close(root.s1, 7.8573)
    close(root.s2, row("s2", "get", 0, np.float32))
    numbers = {
        "i8_1": (45, -66), "u8_1": (232, 222), "i16_1": (2387, -13428), "u16_1": (54732, 60981),
        "i32_1": (-9837284, 898734), "u32_1": (1550099195, 547919123),
        "i64_1": (8621740821050813024, -1357833931563696072),
        "u64_1": (1465640522145789825, 13389861970863644378),
        "str1": ("Hello Server!", "Hello Client!"),
    }
    for member, (sent, given) in numbers.items():
        setattr(root, member, sent)
        assert getattr(root, member) == given, member
    huge = root.i32_huge
    assert len(huge) == 2621440 and huge[-1] == 2621439
    root.i32_huge = -np.arange(2621440, dtype=np.int32)
    fails(lambda: setattr(root, "d1", 1.0))
    fails(lambda: setattr(root, "d3", [1.0] * 15))
    fails(lambda: setattr(root, "d4", [1.0] * 17))
    check_containers(root)
    check_structures(root)
    check_varvalues(root)
    fails(lambda: root.errtest)
    fails(lambda: setattr(root, "errtest", 1.0))
    assert root.nulltest is None
    root.nulltest = None


def check_containers(root):
    given = {
        "is_d1": {9285: 1.643392e-01, 74822: 1.537133e09, 4: 1.369505e-03},
        "is_d2": {"testval1": -1.079664e16, "testval2": 2.224846e00},
        "is_str1": {23: "Hello server"},
        "is_str2": {"testval1": "Hello server"},
        "list_d1": [1.643392e-01, 1.537133e09, 1.369505e-03],
        "list_str1": ["Hello server"],
    }
    sent = {
        "is_d1": {928: 4.074501e-07, 394820: -4.535303e05, 623: -2.956241e-20},
        "is_d2": {"testval3": 5.242474e10, "testval4": 2.208636e08},
        "is_str1": {24: "Hello client"},
        "is_str2": {"testval2": "Hello client"},
        "list_d1": [4.074501e-07, -4.535303e05, -2.956241e-20],
        "list_str1": ["Hello client"],
    }
    for member, value in given.items():
        assert getattr(root, member) == value, member
        setattr(root, member, sent[member])
    keys = {
        "is_d3": ([12, 832], [47, 324]), "is_d4": (["testval1", "testval2"], ["testval3", "testval4"]),
        "is_d5": ([564], [328]), "is_d6": (["testval1"], ["testval2"]),
        "list_d3": ([0, 1], [0, 1]), "list_d5": ([0], [0]),
    }
    for member, (gets, sets) in keys.items():
        value = getattr(root, member)
        assert len(value) == len(gets)
        for index, key in enumerate(gets):
            close(value[key], row(member, "get", index))
        sent_rows = {key: row(member, "set", index) for index, key in enumerate(sets)}
        setattr(root, member, list(sent_rows.values()) if member.startswith("list") else sent_rows)


def numbers_of(root, *where):
    return structure(root, SERVICE1 + "teststruct2", mydat=row(*where))


def check_structures(root):
    given = root.struct1
    close(given.dat1, row("struct1", "get", 0))
    assert given.str2 == "Hello world!" and len(given.vec3) == 3 and len(given.dict4) == 3
    assert given.vec3[4372] == "This is yet another test string"
    assert given.list5[1] == "Hello Client, again"
    close(given.struct1.mydat, row("struct1", "get", 1))
    close(given.dstruct2["test1"].mydat, row("struct1", "get", 2))
    close(given.lstruct3[1].mydat, row("struct1", "get", 3))
    close(given.multidimarray, row("struct1", "get", 6))
    assert given.var3.data == "This is a vartype string"
    parts = [numbers_of(root, "struct1", "set", index) for index in (2, 3)]
    root.struct1 = structure(
        root,
        SERVICE1 + "teststruct1",
        dat1=row("struct1", "set", 0),
        str2="Hello world 2!",
        vec3={10: "Hello Server!", 11: "Hello Server, again", 46372: "Test string!", 46373: "Test string again"},
        dict4={"cteststring1": "Hello Server!", "cteststring2": "Hello Server, again"},
        list5=["Hello Server!", "Hello Server, again"],
        struct1=numbers_of(root, "struct1", "set", 1),
        dstruct2={"ctest1": parts[0], "anothertest": parts[1]},
        lstruct3=parts,
        multidimarray=row("struct1", "set", 6),
        var3=RR.VarValue(row("struct1", "set", 7), "double[]"),
    )
    close(root.struct2.mydat, row("struct2", "get"))
    root.struct2 = numbers_of(root, "struct2", "set")
    close(root.struct3.a1, row("struct3", "get"))
    root.struct3 = structure(root, SERVICE2 + "ostruct2", a1=row("struct3", "set"))
    close(root.is_struct1[748].mydat, row("is_struct1", "get"))
    root.is_struct1 = {372: numbers_of(root, "is_struct1", "set")}
    close(root.is_struct2["testval1"].mydat, row("is_struct2", "get"))
    root.is_struct2 = {"testval2": numbers_of(root, "is_struct2", "set")}
    close(root.list_struct1[0].mydat, row("list_struct1", "get"))
    root.list_struct1 = [numbers_of(root, "list_struct1", "set")]


def check_varvalues(root):
    var = RR.VarValue
    close(root.var_num.data, row("var_num", "get"))
    root.var_num = var(row("var_num", "set", 0, np.int32), "int32[]")
    assert root.var_str.data == "Hello Client!"
    root.var_str = var("Hello Server!", "string")
    close(root.var_struct.data.mydat, row("var_struct", "get"))
    root.var_struct = var(numbers_of(root, "var_struct", "set"), SERVICE1 + "teststruct2")
    text = var("Hello Server!", "string")
    assert root.var_vector.data[10].data == "Hello Client!"
    root.var_vector = var({11: text}, "varvalue{int32}")
    assert root.var_dictionary.data["test1"].data == "Hello Client!"
    root.var_dictionary = var({"test2": text}, "varvalue{string}")
    assert root.var_list.data[0].data == "Hello Client!"
    root.var_list = var([text], "varvalue{list}")
    close(root.var_multidimarray.data, row("var_multidimarray", "get"))
    root.var_multidimarray = var(row("var_multidimarray", "set"), "double[*]")


def check_functions(root):
    assert root.func3(2, 3.45) == 5.45
    assert root.meaning_of_life() == 42
    fails(root.func_errtest)
    fails(root.func_errtest1, RR.DataTypeException)
    fails(root.func_errtest2, NODE.GetExceptionType(SERVICE1 + "testexception1", root))
    fails(root.func_errtest3, NODE.GetExceptionType(SERVICE2 + "testexception3", root))


def check_events(root):
    first, second = threading.Event(), threading.Event()

    def on_second(number, numbers):
        if number == 27.3 and numbers.mydat[0] == 98.23:
            second.set()

    root.ev1 += first.set
    root.ev2 += on_second
    root.func1()
    root.func2(27.3, 98.23)
    assert first.wait(5) and second.wait(5)
    root.ev1 -= first.set
    root.ev2 -= on_second


def check_objects(root):
    objects = [root.get_o1(), root.get_o2(10), root.get_o2(34), root.get_o3(1)]
    objects += [root.get_o4("myind"), root.get_o4("ind!@#$%^&*().<>     ")]
    for index, one in enumerate(objects):
        one.d1 = [float(index), 2.5]
    for index, one in enumerate(objects):
        close(one.d1, [index, 2.5])
    assert root.get_o2(10).i_ind == 10 and root.get_o4("myind").s_ind == "myind"
    deep = root.get_o2(10).get_o2_2(32)
    deep.data = "Hello world!"
    deep.get_o3_1("ind1").data2 = "Test string 1"
    assert root.get_o2(10).get_o2_2(32).get_o3_1("ind1").data2 == "Test string 1"
    assert deep.get_o3_1("ind1").add(1.5) == 43.5
    assert root.get_o5().add_val(1.5) == 2.5
    root.o6_op(0)
    time.sleep(0.1)
    first = root.get_o6()
    below = first.get_o2_1()
    first.d1 = [0.0]
    below.data = "Hello world!"
    root.o6_op(1)
    time.sleep(0.1)
    fails(lambda: setattr(first, "d1", [0.0]))
    fails(lambda: setattr(below, "data", "x"))
    root.get_o6().data = "Hello world!"
    root.o6_op(2)
    time.sleep(0.1)
    assert root.get_o6().add_val(2) == 3


def check_pipes(root):
    one, other, third = root.p1.Connect(-1), root.p1.Connect(3432), root.p2.Connect(-1)
    acknowledged = []
    one.RequestPacketAck = True
    one.PacketAckReceivedEvent += lambda _, number: acknowledged.append(number)
    packets = [[1, 2, 3, 4], [5, 6, 7, 8], [-1, -2, -3, -5.32]]
    sent = [one.SendPacket(packet) for packet in packets]
    for number in (3.21, 4.72, 72.34):
        other.SendPacket([number])
    for number in (738.29, 89.83):
        third.SendPacket(structure(root, SERVICE1 + "teststruct2", mydat=[number]))
    for packet in packets:
        close(one.ReceivePacketWait(5), packet)
    for number in (3.21, 4.72, 72.34):
        close(other.ReceivePacketWait(5), [number])
    for number in (738.29, 89.83):
        close(third.ReceivePacketWait(5).mydat, [number])
    for _ in range(50):
        if sorted(acknowledged) == sent:
            break
        time.sleep(0.1)
    assert sorted(acknowledged) == sent, acknowledged
    root.pipe_check_error()
    broadcast = root.broadcastpipe.Connect(-1)
    assert 0 <= broadcast.ReceivePacketWait(5) < 100
    for end in (one, other, third, broadcast):
        end.Close()


def check_callbacks(root):
    called = []

    def sum_of(one, other):
        called.append("cb3")
        return one + other + 3.14

    def broken():
        called.append("cb_errtest")
        raise RuntimeError("This is a test")

    root.cb1.Function = lambda: called.append("cb1")
    root.cb2.Function = lambda one, other: called.append(("cb2", one, other))
    root.cb3.Function = sum_of
    root.cb_meaning_of_life.Function = lambda: 42
    root.cb_errtest.Function = broken
    root.test_callbacks()
    assert called == ["cb1", ("cb2", 739.2, 0.392), "cb3", "cb_errtest"]


def check_wires(root):
    wires = [root.w1.Connect(), root.w2.Connect(), root.w3.Connect()]
    matrix = np.arange(10, dtype=np.int32).reshape([2, 5], order="F")
    values = [[1.5, 2.5], structure(root, SERVICE1 + "teststruct2", mydat=[3.5]), matrix]
    for wire, value in zip(wires, values):
        wire.OutValue = value
    for wire in wires:
        assert wire.WaitInValueValid(5)
    close(wires[0].InValue, [1.5, 2.5])
    close(wires[1].InValue.mydat, [3.5])
    close(wires[2].InValue, matrix)
    broadcast = root.broadcastwire.Connect()
    assert broadcast.WaitInValueValid(5)
    for wire in (*wires, broadcast):
        wire.Close()


def check_memories(root):
    expected = row("m1", "get")
    assert root.m1.Length == 100
    piece = np.zeros(11)
    root.m1.Read(10, piece, 1, 10)
    close(piece[1:], expected[10:20])
    root.m1.Write(20, np.arange(12.0), 2, 8)
    everything = np.zeros(100)
    root.m1.Read(0, everything, 0, 100)
    close(everything[20:28], np.arange(2.0, 10.0))
    root.m1.Write(20, expected, 20, 8)
    assert list(root.m2.Dimensions) == [10] * 5 and root.m2.DimCount == 5
    dice = np.random.default_rng(1)
    block = dice.random([10] * 5)
    root.m2.Write([0] * 5, block, [0] * 5, [10] * 5)
    back = np.zeros([10] * 5)
    root.m2.Read([0] * 5, back, [0] * 5, [10] * 5)
    close(back, block)
    part = np.zeros((4, 4, 4, 4, 10))
    root.m2.Read([4, 2, 2, 8, 0], part, [2, 1, 0, 0, 1], [2, 3, 1, 2, 5])
    close(part[2:4, 1:4, 0:1, 0:2, 1:6], block[4:6, 2:5, 2:3, 8:10, 0:5])
    image = dice.integers(0, 255, (1024, 1024), dtype=np.uint8)
    root.m3.Write([0, 0], image, [0, 0], [1024, 1024])
    copy = np.zeros((1024, 1024), dtype=np.uint8)
    root.m3.Read([0, 0], copy, [0, 0], [1024, 1024])
    assert same(copy, image)


def login(user, password):
    credentials = {"password": RR.VarValue(password, "string")}
    return NODE.ConnectService(url("RobotRaconteurTestService_auth"), user, credentials)


def check_authentication():
    for user, password in (("testuser1", "testpass1"), ("testuser2", "testpass2")):
        root = login(user, password)
        assert abs(root.func3(2.2, 3.3) - 5.5) < 1e-12
        NODE.DisconnectService(root)
    fails(lambda: login("testuser2", "testpass1"))
    fails(lambda: NODE.ConnectService(url("RobotRaconteurTestService_auth")).func3(1, 2))


def check_locks():
    one, same_user = login("testuser1", "testpass1"), login("testuser1", "testpass1")
    other = login("testuser2", "testpass2")

    def write(root):
        root.get_o1().d1 = [1.0]
        root.get_o1().get_o2_1().data = "Hello world"

    def locked(root):
        fails(lambda: setattr(root.get_o1(), "d1", [1.0]), RR.ObjectLockedException)
        fails(lambda: setattr(root.get_o1().get_o2_1(), "data", ""), RR.ObjectLockedException)
        root.func3(2.2, 3.3)

    for root in (one, same_user, other):
        write(root)
    NODE.RequestObjectLock(one.get_o1(), RR.RobotRaconteurObjectLockFlags_USER_LOCK)
    write(one)
    write(same_user)
    locked(other)
    NODE.ReleaseObjectLock(one.get_o1())
    write(other)
    NODE.RequestObjectLock(one.get_o1(), RR.RobotRaconteurObjectLockFlags_USER_LOCK)
    NODE.DisconnectService(same_user)
    locked(other)
    NODE.DisconnectService(one)
    write(other)
    one = login("testuser1", "testpass1")
    NODE.RequestObjectLock(one.get_o1(), RR.RobotRaconteurObjectLockFlags_CLIENT_LOCK)
    write(one)
    locked(other)
    boss = login("testsuperuser", "superpass1")
    NODE.ReleaseObjectLock(boss.get_o1())
    write(other)
    for root in (one, other, boss):
        NODE.DisconnectService(root)


def check_monitor():
    one = NODE.ConnectService(url("RobotRaconteurTestService"))
    other = NODE.ConnectService(url("RobotRaconteurTestService"))
    held, mine = one.get_o1(), other.get_o1()
    with NODE.ScopedMonitorLock(held):
        held.d1 = [0.0]
        fails(lambda: setattr(mine, "d1", [1.0]))
    mine.d1 = [1.0]
    NODE.MonitorEnter(mine)
    mine.d1 = [2.0]
    NODE.MonitorExit(mine)
    NODE.DisconnectService(one)
    NODE.DisconnectService(other)


def check_third(root):
    types = Types(NODE, root)
    value, _ = root.peekwire.PeekInValue()
    assert value == 56295674
    root.pokewire.PokeOutValue(75738265)
    assert root.pokewire.PeekOutValue()[0] == 75738265
    wire = root.pokewire.Connect()
    wire.OutValue = 8638356
    time.sleep(0.2)
    assert root.pokewire.PeekOutValue()[0] == 8638356
    wire.Close()
    fails(lambda: setattr(root, "readme", 1))
    root.writeme = 5

    constants = NODE.GetConstants(SERVICE3[:-1], root)
    assert root.testenum1_prop == constants["testenum1"]["anothervalue"]
    root.testenum1_prop = constants["testenum1"]["hexval1"]

    assert same(root.testpod1_prop, types.pod(563921043))
    root.testpod1_prop = types.pod(85932659)
    assert same(root.testpod1_func2(), types.pod(95836295))
    root.testpod1_func1(types.pod(29546592))

    assert same(root.testnamedarray1, types.transform(74637)["translation"])
    root.testnamedarray1 = types.transform(3956378)["translation"]
    assert same(root.testnamedarray2, types.transform(1294))
    root.testnamedarray2 = types.transform(827635)
    assert same(root.testnamedarray3, types.transforms(8, 837512))
    root.testnamedarray3 = types.transforms(6, 19274)
    assert same(root.testnamedarray4, types.transform_matrix(7, 2, 66134))
    root.testnamedarray4 = types.transform_matrix(5, 2, 6385)
    assert same(root.testnamedarray5, types.transform_matrix(3, 2, 773142))
    root.testnamedarray5 = types.transform_matrix(3, 2, 7732)

    check_generators(root)
    check_third_memories(root, types)
    check_complex(root)
    check_bools(root)
    check_exempt_members(root)
    check_details(root)


def check_generators(root):
    assert list(root.gen_func1().NextAll()) == list(range(16))
    assert [list(part) for part in root.gen_func2("gen_func2_a_param").NextAll()] == [[n] for n in range(16)]
    fails(lambda: root.gen_func2("something else"))
    counting = root.gen_func4()
    for _ in range(3):
        counting.Next([])
    assert list(counting.Next([2, 3, 4])) == [5, 6, 7]
    counting.Abort()
    fails(lambda: counting.Next([]), RR.OperationAbortedException)
    closing = root.gen_func4()
    closing.Next([2, 3, 4])
    closing.Close()
    fails(lambda: closing.Next([]), RR.StopIterationException)


def check_third_memories(root, types):
    pods = np.concatenate([types.small_pod(59174 + index) for index in range(32)])
    assert root.pod_m1.Length == 1024
    root.pod_m1.Write(52, pods, 3, 17)
    back = np.zeros((32,), dtype=types.pod2)
    root.pod_m1.Read(53, back, 2, 16)
    assert same(back[2:18], pods[4:20])
    square = pods[:9].reshape((3, 3), order="F")
    root.pod_m2.Write([0, 0], square, [0, 0], [3, 3])
    back = np.zeros((3, 3), dtype=types.pod2)
    root.pod_m2.Read([0, 0], back, [0, 0], [3, 3])
    assert same(back, square)
    named = types.transforms(32, 79174)
    root.namedarray_m1.Write(23, named, 3, 21)
    back = np.zeros((32,), dtype=types.transform_type)
    root.namedarray_m1.Read(24, back, 2, 18)
    assert same(back[2:20], named[4:22])
    square = types.transform_matrix(3, 3, 15721)
    root.namedarray_m2.Write([0, 0], square, [0, 0], [3, 3])
    back = np.zeros((3, 3), dtype=types.transform_type)
    root.namedarray_m2.Read([0, 0], back, [0, 0], [3, 3])
    assert same(back, square)


def check_complex(root):
    assert root.c1 == complex(5.708705e01, -2.328294e-03)
    root.c1 = complex(5.708705e01, -2.328294e-03)
    double, single = (np.float64, np.complex128), (np.float32, np.complex64)
    for member, kind in (("c2", double), ("c3", double), ("c8", single), ("c9", single)):
        close(getattr(root, member), complex_row(member, "get", *kind))
        setattr(root, member, complex_row(member, "set", *kind))
    close(root.c5[0], complex_row("c5", "get", *double))
    root.c5 = [complex_row("c5", "set", *double)]
    close(root.c7, complex(-5.527021e-18, -9.848457e03))
    root.c7 = complex(9.303345e-12, -3.865684e-05)
    numbers = np.arange(16.0).view(np.complex128)
    root.c_m1.Write(10, numbers, 0, 8)
    back = np.zeros((8,), np.complex128)
    root.c_m1.Read(10, back, 0, 8)
    close(back, numbers)


def check_bools(root):
    root.b1 = True
    assert root.b1
    root.b2 = [True, False, False, True, True, True, False, True]
    assert list(root.b2) == [True, False, True, True, False, True, False]
    root.b3 = np.array([True, False]).reshape(2, 1)
    close(root.b3, np.array([False, True, True, False]).reshape(2, 2, order="F"))
    root.b4 = [True]
    assert root.b4[0]
    root.b5 = [np.array([True, False])]
    assert list(root.b5[0]) == [False, True, False, False]
    flags = np.array([True, False, False, True, True, False, False, False, True, True])
    root.c_m5.Write(100, flags, 1, 8)
    back = np.zeros((10,), np.bool_)
    root.c_m5.Read(99, back, 0, 10)
    assert list(back[1:9]) == list(flags[1:9])


def check_exempt_members(root):
    locked = root.get_nolock_test()
    buffer = np.zeros((100,), np.int32)
    for refused in (
        lambda: locked.p1,
        lambda: setattr(locked, "p3", 0),
        locked.f1,
        lambda: locked.q1.Connect(-1),
        lambda: locked.w1.Connect(),
        lambda: locked.m1.Length,
        lambda: locked.m3.Write(0, buffer, 0, 10),
    ):
        fails(refused, RR.ObjectLockedException)
    locked.p2 = 1.5
    assert locked.p2 == 1.5 and locked.p3 == 0 and locked.f2() == 11
    locked.q2.Connect(-1).Close()
    locked.w2.Connect().Close()
    assert locked.m2.Length == 100 and locked.m3.Length == 100
    locked.m2.Write(0, buffer, 0, 10)
    locked.m3.Read(0, buffer, 0, 10)


def check_details(root):
    error = fails(root.test_exception_params1)
    assert error.errorname == "RobotRaconteur.InvalidOperation" and error.message == "test error"
    assert error.errorsubname == "my_error" and error.errorparam.data["param1"].data[0] == 10
    error = fails(root.test_exception_params2)
    assert error.errorname == SERVICE3 + "test_exception4" and error.message == "test error2"
    assert error.errorparam.data["param2"].data == "40"


def check_fifth(root):
    assert root.d1 == 8.5515
    root.d1 = 3.0819
    fails(lambda: setattr(root, "d1", 1.0), RR.InvalidArgumentException)
    assert fails(lambda: root.err, RR.InvalidArgumentException).message == "Test message 1"
    fails(lambda: setattr(root, "err", 100), RR.InvalidOperationException)
    root.f1()
    root.f2(247)
    assert root.f3(1, 2) == 3
    fails(root.err_func, RR.InvalidOperationException)
    fails(root.err_func2, NODE.GetExceptionType(SERVICE5 + "asynctestexp", root))
    assert list(root.f4().NextAll()) == [0, 1, 2, 3]


def main():
    first = NODE.ConnectService(url("RobotRaconteurTestService"))
    attributes = NODE.GetServiceAttributes(first)
    assert attributes["test"].data == "This is a test attribute"
    for check in (
        check_properties,
        check_functions,
        check_events,
        check_objects,
        check_pipes,
        check_callbacks,
        check_wires,
        check_memories,
    ):
        check(first)
        print(check.__name__, flush=True)
    NODE.DisconnectService(first)
    for check in (check_authentication, check_locks, check_monitor):
        check()
        print(check.__name__, flush=True)
    third = NODE.ConnectService(url("RobotRaconteurTestService2"))
    check_third(third)
    NODE.DisconnectService(third)
    fifth = NODE.ConnectService(url("RobotRaconteurTestService3"))
    check_fifth(fifth)
    NODE.DisconnectService(fifth)
    print("all good", flush=True)


main()
