"""Serves the four conformance services with the genuine node.

    python serve_conformance.py

prints the port and serves until its input ends.
"""

import os
import sys
import threading
import time

import numpy as np
import RobotRaconteur as RR
from conformance_values import (
    FOLDER,
    SERVICE1,
    SERVICE2,
    SERVICE3,
    SERVICE5,
    Types,
    complex_row,
    row,
    same,
)

NODE = RR.RobotRaconteurNode.s


def close(one, other):
    np.testing.assert_allclose(one, other)


def constant(given, expected=None, compare=None):
    """A property that gives one value and must be given another."""

    def setter(_, value):
        if compare:
            compare(value)
        elif expected is not None:
            assert value == expected

    return property(lambda _: given() if callable(given) else given, setter)


def array(member, dtype=None):
    return constant(
        lambda: row(member, "get", 0, dtype), compare=lambda value: close(value, row(member, "set"))
    )


def keyed(member, gets, sets):
    def compare(value):
        assert len(value) == len(sets)
        for index, key in enumerate(sets):
            close(value[key], row(member, "set", index))

    return constant(lambda: {key: row(member, "get", index) for index, key in enumerate(gets)}, compare=compare)


def listed(member, count):
    def compare(value):
        assert len(value) == count
        for index, item in enumerate(value):
            close(item, row(member, "set", index))

    return constant(lambda: [row(member, "get", index) for index in range(count)], compare=compare)


def numbers(*where):
    made = NODE.NewStructure(SERVICE1 + "teststruct2")
    made.mydat = row(*where)
    return made


class Sub3:
    def __init__(self, index=""):
        self.ind, self.data2, self.data3 = index, "", 0.0

    def add(self, d):
        return d + 42


class Sub2:
    def __init__(self, text="", number=0):
        self.s_ind, self.i_ind, self.data = text, number, ""
        self.below = {}

    def get_o3_1(self, index):
        return self.below.setdefault(str(index), Sub3(str(index))), SERVICE1 + "sub3"


class Sub1:
    def __init__(self, text="", number=0):
        self.s_ind, self.i_ind = text, number
        self.d1, self.d2 = np.zeros(0), np.zeros((1, 1))
        self.single, self.below = Sub2(), {}
        self.monitor = threading.RLock()

    def RobotRaconteurMonitorEnter(self, timeout=-1):
        self.monitor.acquire()

    def RobotRaconteurMonitorExit(self):
        self.monitor.release()

    def get_o2_1(self):
        return self.single, SERVICE1 + "sub2"

    def get_o2_2(self, index):
        return self.below.setdefault(int(index), Sub2(number=int(index))), SERVICE1 + "sub2"

    def get_o2_3(self, index):
        return self.below.setdefault(str(index), Sub2(text=str(index))), SERVICE1 + "sub2"


class Adder:
    def add_val(self, v):
        return v + 1


class Root1:
    """`TestService1.testroot`"""

    d1 = constant(12.345, 3.456)
    d2, d3, d4, d5, d6 = (array(name) for name in ("d2", "d3", "d4", "d5", "d6"))
    s1 = constant(7.8573)
    s2 = constant(lambda: row("s2", "get", 0, np.float32))
    i8_1, i8_2 = constant(-66, 45), array("i8_2", np.int8)
    u8_1, u8_2, u8_3 = constant(222, 232), array("u8_2", np.uint8), array("u8_3", np.uint8)
    i16_1, i16_2 = constant(-13428, 2387), array("i16_2", np.int16)
    u16_1, u16_2 = constant(60981, 54732), array("u16_2", np.uint16)
    i32_1, i32_2 = constant(898734, -9837284), array("i32_2", np.int32)
    i32_huge = constant(
        lambda: np.arange(2621440, dtype=np.int32),
        compare=lambda value: close(value, -np.arange(2621440)),
    )
    u32_1, u32_2 = constant(547919123, 1550099195), array("u32_2", np.uint32)
    i64_1, i64_2 = constant(-1357833931563696072, 8621740821050813024), array("i64_2", np.int64)
    u64_1, u64_2 = constant(13389861970863644378, 1465640522145789825), array("u64_2", np.uint64)
    str1 = constant("Hello Client!", "Hello Server!")
    is_d1 = constant(
        {9285: 1.643392e-01, 74822: 1.537133e09, 4: 1.369505e-03},
        {928: 4.074501e-07, 394820: -4.535303e05, 623: -2.956241e-20},
    )
    is_d2 = constant(
        {"testval1": -1.079664e16, "testval2": 2.224846e00},
        {"testval3": 5.242474e10, "testval4": 2.208636e08},
    )
    is_d3 = keyed("is_d3", [12, 832], [47, 324])
    is_d4 = keyed("is_d4", ["testval1", "testval2"], ["testval3", "testval4"])
    is_d5 = keyed("is_d5", [564], [328])
    is_d6 = keyed("is_d6", ["testval1"], ["testval2"])
    is_str1 = constant({23: "Hello server"}, {24: "Hello client"})
    is_str2 = constant({"testval1": "Hello server"}, {"testval2": "Hello client"})
    is_struct1 = constant(
        lambda: {748: numbers("is_struct1", "get")},
        compare=lambda value: close(value[372].mydat, row("is_struct1", "set")),
    )
    is_struct2 = constant(
        lambda: {"testval1": numbers("is_struct2", "get")},
        compare=lambda value: close(value["testval2"].mydat, row("is_struct2", "set")),
    )
    list_d1 = constant(
        [1.643392e-01, 1.537133e09, 1.369505e-03], [4.074501e-07, -4.535303e05, -2.956241e-20]
    )
    list_d3, list_d5 = listed("list_d3", 2), listed("list_d5", 1)
    list_str1 = constant(["Hello server"], ["Hello client"])
    list_struct1 = constant(
        lambda: [numbers("list_struct1", "get")],
        compare=lambda value: close(value[0].mydat, row("list_struct1", "set")),
    )
    struct2 = constant(
        lambda: numbers("struct2", "get"),
        compare=lambda value: close(value.mydat, row("struct2", "set")),
    )
    var_num = constant(
        lambda: RR.VarValue(row("var_num", "get", 0, np.int32), "int32[]"),
        compare=lambda value: close(value.data, row("var_num", "set")),
    )
    var_str = constant(
        lambda: RR.VarValue("Hello Client!", "string"),
        compare=lambda value: close(value.data == "Hello Server!", True),
    )
    var_struct = constant(
        lambda: RR.VarValue(numbers("var_struct", "get"), SERVICE1 + "teststruct2"),
        compare=lambda value: close(value.data.mydat, row("var_struct", "set")),
    )
    var_vector = constant(
        lambda: RR.VarValue({10: "Hello Client!"}, "string{int32}"),
        compare=lambda value: close(value.data[11].data == "Hello Server!", True),
    )
    var_dictionary = constant(
        lambda: RR.VarValue({"test1": "Hello Client!"}, "string{string}"),
        compare=lambda value: close(value.data["test2"].data == "Hello Server!", True),
    )
    var_list = constant(
        lambda: RR.VarValue(["Hello Client!"], "string{list}"),
        compare=lambda value: close(value.data[0].data == "Hello Server!", True),
    )
    var_multidimarray = constant(
        lambda: RR.VarValue(row("var_multidimarray", "get"), "double[*]"),
        compare=lambda value: close(value.data, row("var_multidimarray", "set")),
    )
    nulltest = constant(None, compare=lambda value: close(value is None, True))

    def __init__(self):
        self.single, self.objects, self.chosen = Sub1(), {}, Sub1()
        self.ev1, self.ev2 = RR.EventHook(), RR.EventHook()
        self.acknowledged = False
        self.m1 = RR.ArrayMemory(row("m1", "get"))
        self.m2 = RR.MultiDimArrayMemory(np.zeros([10] * 5))
        self.m3 = RR.MultiDimArrayMemory(np.zeros((1024, 1024), dtype=np.uint8))

    def RRServiceObjectInit(self, context, path):
        self.p1.PipeConnectCallback = self.p1_connected
        self.p2.PipeConnectCallback = self.p2_connected
        for wire in (self.w1, self.w2, self.w3):
            wire.WireConnectCallback = self.wire_connected
        self.pipe_broadcaster = RR.PipeBroadcaster(self.broadcastpipe, 3)
        self.wire_broadcaster = RR.WireBroadcaster(self.broadcastwire)
        self.timer = NODE.CreateTimer(0.025, self.broadcast)
        self.timer.Start()

    def broadcast(self, _):
        for number in range(100):
            self.pipe_broadcaster.AsyncSendPacket(number, lambda: None)
            self.wire_broadcaster.OutValue = number

    def wire_connected(self, connection):
        def echo(wire, value, _):
            wire.OutValue = value

        connection.WireValueChanged += echo

    def p1_connected(self, endpoint):
        endpoint.RequestPacketAck = True
        endpoint.PacketReceivedEvent += self.echo_packets

        def acknowledged(_, number):
            self.acknowledged = True

        endpoint.PacketAckReceivedEvent += acknowledged

    def p2_connected(self, endpoint):
        endpoint.PacketReceivedEvent += self.echo_packets

    def echo_packets(self, endpoint):
        while endpoint.Available:
            endpoint.SendPacket(endpoint.ReceivePacket())

    @property
    def struct1(self):
        made = NODE.NewStructure(SERVICE1 + "teststruct1")
        made.dat1, made.str2 = row("struct1", "get", 0), "Hello world!"
        third = "This is yet another test string"
        made.vec3 = {1: "Hello Client!", 2: "Hello Client, again", 4372: third}
        made.dict4 = {"teststring1": "Hello Client!", "teststring2": "Hello Client, again", "anotherstr": third}
        made.list5 = ["Hello Client!", "Hello Client, again", third]
        made.struct1 = numbers("struct1", "get", 1)
        made.lstruct3 = [numbers("struct1", "get", index) for index in (2, 3)]
        made.dstruct2 = dict(zip(("test1", "anothertest"), made.lstruct3))
        made.multidimarray = row("struct1", "get", 6)
        made.var3 = RR.VarValue("This is a vartype string", "string")
        return made

    @struct1.setter
    def struct1(self, value):
        close(value.dat1, row("struct1", "set", 0))
        assert value.str2 == "Hello world 2!" and len(value.vec3) == 4 and len(value.dict4) == 2
        assert value.vec3[46372] == "Test string!" and value.list5[1] == "Hello Server, again"
        close(value.struct1.mydat, row("struct1", "set", 1))
        close(value.dstruct2["ctest1"].mydat, row("struct1", "set", 2))
        close(value.lstruct3[1].mydat, row("struct1", "set", 3))
        close(value.multidimarray, row("struct1", "set", 6))
        close(value.var3.data, row("struct1", "set", 7))

    @property
    def struct3(self):
        made = NODE.NewStructure(SERVICE2 + "ostruct2")
        made.a1 = row("struct3", "get")
        return made

    @struct3.setter
    def struct3(self, value):
        close(value.a1, row("struct3", "set"))

    @property
    def errtest(self):
        raise RuntimeError("This is a test")

    @errtest.setter
    def errtest(self, value):
        raise RuntimeError("This is a test")

    def func1(self):
        threading.Timer(0.2, self.ev1.fire).start()

    def func2(self, d1, d2):
        made = NODE.NewStructure(SERVICE1 + "teststruct2")
        made.mydat = [d2]
        threading.Timer(0.2, lambda: self.ev2.fire(d1, made)).start()

    def func3(self, d1, d2):
        return d1 + d2

    def meaning_of_life(self):
        return 42

    def func_errtest(self):
        raise RuntimeError("This is a test")

    def func_errtest1(self):
        raise RR.DataTypeException("This is a test 1")

    def func_errtest2(self):
        raise NODE.GetExceptionType(SERVICE1 + "testexception1")("This is a test 2")

    def func_errtest3(self):
        raise NODE.GetExceptionType(SERVICE2 + "testexception3")("This is a test 3")

    def get_o1(self):
        return self.single, SERVICE1 + "sub1"

    def get_o2(self, index):
        return self.objects.setdefault(("o2", int(index)), Sub1(number=int(index))), SERVICE1 + "sub1"

    def get_o3(self, index):
        return self.objects.setdefault(("o3", int(index)), Sub1(number=int(index))), SERVICE1 + "sub1"

    def get_o4(self, index):
        return self.objects.setdefault(("o4", str(index)), Sub1(text=str(index))), SERVICE1 + "sub1"

    def get_o5(self):
        return Adder(), SERVICE2 + "subobj"

    def get_o6(self):
        names = {Sub1: SERVICE1 + "sub1", Sub2: SERVICE1 + "sub2", Adder: SERVICE2 + "subobj"}
        return self.chosen, names[type(self.chosen)]

    def o6_op(self, op):
        # Changed before it is released: a question under way gets the new one.
        self.chosen = (Sub1, Sub2, Adder)[op]()
        context = RR.ServerContext
        path = context.GetCurrentServicePath() + ".o6"
        try:
            context.GetCurrentServerContext().ReleaseServicePath(path)
        except RR.ServiceException:
            pass  # Nobody has asked for the object yet.

    def pipe_check_error(self):
        assert self.acknowledged

    def test_callbacks(self):
        client = RR.ServerEndpoint.GetCurrentEndpoint()
        self.cb1.GetClientFunction(client)()
        self.cb2.GetClientFunction(client)(739.2, 0.392)
        assert self.cb3.GetClientFunction(client)(34, 45) == 34 + 45 + 3.14
        assert self.cb_meaning_of_life.GetClientFunction(client)() == 42
        try:
            self.cb_errtest.GetClientFunction(client)()
        except Exception:
            return
        raise AssertionError("the callback must fail")


class Counting:
    def __init__(self):
        self.turn, self.aborted = 0, False

    def Next(self, value):
        if self.aborted:
            raise RR.OperationAbortedException("")
        if self.turn >= 8:
            raise RR.StopIterationException("")
        value = np.array(value, dtype=np.uint8) + self.turn
        self.turn += 1
        return value

    def Abort(self):
        self.aborted = True

    def Close(self):
        self.turn = 1000


class Locked:
    def __init__(self):
        self.p1 = self.p2 = self.p3 = 0.0
        self.m1, self.m2, self.m3 = (RR.ArrayMemory(np.zeros((100,), np.int32)) for _ in range(3))

    def f1(self):
        return 10

    def f2(self):
        return 11


class Root3:
    """`TestService3.testroot3`"""

    types = None
    readme = property(lambda _: 5)
    writeme = constant(5)
    testenum1_prop = constant(-1, 0x10)
    testpod1_prop = constant(
        lambda: Root3.types.pod(563921043),
        compare=lambda value: close(same(value, Root3.types.pod(85932659)), True),
    )
    testnamedarray1 = constant(
        lambda: Root3.types.transform(74637)["translation"],
        compare=lambda value: close(same(value, Root3.types.transform(3956378)["translation"]), True),
    )
    testnamedarray2 = constant(
        lambda: Root3.types.transform(1294),
        compare=lambda value: close(same(value, Root3.types.transform(827635)), True),
    )
    testnamedarray3 = constant(
        lambda: Root3.types.transforms(8, 837512),
        compare=lambda value: close(same(value, Root3.types.transforms(6, 19274)), True),
    )
    testnamedarray4 = constant(
        lambda: Root3.types.transform_matrix(7, 2, 66134),
        compare=lambda value: close(same(value, Root3.types.transform_matrix(5, 2, 6385)), True),
    )
    testnamedarray5 = constant(
        lambda: Root3.types.transform_matrix(3, 2, 773142),
        compare=lambda value: close(same(value, Root3.types.transform_matrix(3, 2, 7732)), True),
    )
    c1 = constant(complex(5.708705e01, -2.328294e-03), complex(5.708705e01, -2.328294e-03))
    c7 = constant(complex(-5.527021e-18, -9.848457e03))
    b1 = constant(True, True)
    b2 = constant(
        lambda: np.array([True, False, True, True, False, True, False]),
        compare=lambda value: close(value, [True, False, False, True, True, True, False, True]),
    )
    b3 = constant(
        lambda: np.array([False, True, True, False]).reshape(2, 2, order="F"),
        compare=lambda value: close(value, np.array([True, False]).reshape(2, 1)),
    )
    b4 = constant([True], [True])
    b5 = constant(
        lambda: [np.array([False, True, False, False])],
        compare=lambda value: close(value[0], [True, False]),
    )
    c5 = constant(
        lambda: [complex_row("c5", "get", np.float64, np.complex128)],
        compare=lambda value: close(value[0], complex_row("c5", "set", np.float64, np.complex128)),
    )

    def __init__(self):
        self.locked = Locked()
        self.c_m1 = RR.ArrayMemory(np.zeros((100,), np.complex128))
        self.c_m5 = RR.ArrayMemory(np.zeros((512,), np.bool_))

    def RRServiceObjectInit(self, context, path):
        Root3.types = Types(NODE)
        self.pod_m1 = RR.ArrayMemory(np.zeros((1024,), dtype=self.types.pod2))
        self.pod_m2 = RR.MultiDimArrayMemory(np.zeros((3, 3), dtype=self.types.pod2))
        self.namedarray_m1 = RR.ArrayMemory(np.zeros((512,), dtype=self.types.transform_type))
        self.namedarray_m2 = RR.MultiDimArrayMemory(np.zeros((10, 10), dtype=self.types.transform_type))
        # One-way wires come as broadcaster and receiver.
        self.peekwire.OutValue = 56295674

    def testpod1_func1(self, s):
        assert same(s, self.types.pod(29546592))

    def testpod1_func2(self):
        return self.types.pod(95836295)

    def gen_func1(self):
        return range(16)

    def gen_func2(self, name):
        assert name == "gen_func2_a_param"
        return [[number] for number in range(16)]

    def gen_func4(self):
        return Counting()

    def get_nolock_test(self):
        return self.locked, SERVICE3 + "obj5"

    def test_exception_params1(self):
        raise RR.InvalidOperationException("test error", "my_error", self.details(10, "20"))

    def test_exception_params2(self):
        kind = NODE.GetExceptionType(SERVICE3 + "test_exception4")
        raise kind("test error2", "my_error2", self.details(30, "40"))

    def details(self, first, second):
        parts = {"param1": RR.VarValue(first, "int32"), "param2": RR.VarValue(second, "string")}
        return RR.VarValue(parts, "varvalue{string}")


def complex_property(member, real, both):
    return constant(
        lambda: complex_row(member, "get", real, both),
        compare=lambda value: close(value, complex_row(member, "set", real, both)),
    )


for name in ("c2", "c3"):
    setattr(Root3, name, complex_property(name, np.float64, np.complex128))
for name in ("c8", "c9"):
    setattr(Root3, name, complex_property(name, np.float32, np.complex64))


class Root5:
    """`TestService5.asynctestroot`"""

    @property
    def d1(self):
        return 8.5515

    @d1.setter
    def d1(self, value):
        if value != 3.0819:
            raise RR.InvalidArgumentException("")

    @property
    def err(self):
        raise RR.InvalidArgumentException("Test message 1")

    @err.setter
    def err(self, value):
        raise RR.InvalidOperationException("")

    def f1(self):
        pass

    def f2(self, a):
        if a != 247:
            raise RR.InvalidArgumentException("")

    def f3(self, a, b):
        return int(a + b)

    def f4(self):
        return [0.0, 1.0, 2.0, 3.0]

    def err_func(self):
        raise RR.InvalidOperationException("")

    def err_func2(self):
        raise NODE.GetExceptionType(SERVICE5 + "asynctestexp")("")


USERS = """testuser1 0b91dec4fe98266a03b136b59219d0d6 objectlock
testuser2 841c4221c2e7e0cefbc0392a35222512 objectlock
testsuperuser 503ed776c50169f681ad7bbc14198b68 objectlock,objectlockoverride"""


def main():
    texts = []
    for number in (2, 1, 3, 5):
        name = f"definitions/com.robotraconteur.testing.TestService{number}.robdef"
        with open(os.path.join(FOLDER, name), encoding="ascii") as file:
            texts.append(file.read())
    NODE.RegisterServiceTypes(texts)
    transport = RR.TcpTransport(NODE)
    transport.StartServer(0, True)
    NODE.RegisterTransport(transport)
    first = NODE.RegisterService("RobotRaconteurTestService", SERVICE1 + "testroot", Root1())
    first.SetServiceAttributes(
        {"test": RR.VarValue("This is a test attribute", "string"), "test2": RR.VarValue(42, "int32")}
    )
    policy = RR.ServiceSecurityPolicy(
        RR.PasswordFileUserAuthenticator(USERS), {"requirevaliduser": "true", "allowobjectlock": "true"}
    )
    NODE.RegisterService("RobotRaconteurTestService_auth", SERVICE1 + "testroot", Root1(), policy)
    third = NODE.RegisterService("RobotRaconteurTestService2", SERVICE3 + "testroot3", Root3())
    third.RequestObjectLock("RobotRaconteurTestService2.nolock_test", "server")
    NODE.RegisterService("RobotRaconteurTestService3", SERVICE5 + "asynctestroot", Root5())
    print(transport.GetListenPort(), flush=True)
    sys.stdin.read()
    NODE.Shutdown()


main()
