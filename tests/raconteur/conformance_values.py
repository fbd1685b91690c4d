"""The values of the conformance services: `values.txt` and `sequence.bin`."""

import os
import struct

import numpy as np

FOLDER = os.path.join(
    os.path.dirname(os.path.abspath(__file__)),
    "../../crates/raconteur/raconteur/examples/conformance_server",
)
SERVICE1 = "com.robotraconteur.testing.TestService1."
SERVICE2 = "com.robotraconteur.testing.TestService2."
SERVICE3 = "com.robotraconteur.testing.TestService3."
SERVICE5 = "com.robotraconteur.testing.TestService5."

ROWS = {}
with open(os.path.join(FOLDER, "values.txt"), encoding="ascii") as file:
    for line in file:
        if line.startswith("#"):
            continue
        member, direction, index, dims, *numbers = line.split()
        parsed = [float(n) if "." in n or "e" in n else int(n) for n in numbers]
        shape = None if dims == "-" else tuple(int(dim) for dim in dims.split("x"))
        ROWS[member, direction, int(index)] = (shape, parsed)


def row(member, direction, index=0, dtype=None):
    """An array in its dimensions."""
    shape, numbers = ROWS[member, direction, index]
    array = np.array(numbers, dtype=dtype)
    return array if shape is None else array.reshape(shape, order="F")


def complex_row(member, direction, real, both):
    """Pairs of numbers as complex numbers in their dimensions."""
    shape, numbers = ROWS[member, direction, 0]
    array = np.array(numbers, dtype=real).view(both)
    return array if shape is None else array.reshape(shape, order="F")


with open(os.path.join(FOLDER, "sequence.bin"), "rb") as file:
    TABLE = file.read()
DOUBLES = struct.unpack_from("<7919d", TABLE, 0)
INTEGERS = struct.unpack_from("<7727I", TABLE, 8 * 7919)


class Sequence:
    """A walk through the tables."""

    def __init__(self, seed):
        self.counter = seed % 7823
        self.step = seed % 17 + 7

    def advance(self):
        self.counter += self.step
        return self.counter

    def double(self):
        return DOUBLES[self.advance() % len(DOUBLES)]

    def integer(self):
        return INTEGERS[self.advance() % len(INTEGERS)]

    def small(self):
        return self.advance() % 0xFF - 128

    def doubles(self, count):
        return [self.double() for _ in range(count)]

    def smalls(self, count):
        return [self.small() for _ in range(count)]


class Types:
    """Fills pods and named arrays for a node, or a client's object of it."""

    def __init__(self, node, client=None):
        self.node = node
        self.client = client
        self.pod1 = node.GetPodDType(SERVICE3 + "testpod1", client)
        self.pod2 = node.GetPodDType(SERVICE3 + "testpod2", client)
        self.transform_type = node.GetNamedArrayDType(SERVICE3 + "transform", client)

    def transform(self, seed):
        walk = Sequence(seed)
        return np.array(walk.doubles(7)).view(self.transform_type)

    def transforms(self, count, seed, walk=None):
        walk = walk or Sequence(seed)
        all_of_them = np.zeros((count,), dtype=self.transform_type)
        for index in range(count):
            all_of_them[index] = self.transform(walk.integer())[0]
        return all_of_them

    def transform_matrix(self, rows, columns, seed):
        return self.transforms(rows * columns, seed).reshape((rows, columns), order="F")

    def small_pod(self, seed):
        walk = Sequence(seed)
        pod = np.zeros((1,), dtype=self.pod2)
        pod["i1"] = walk.small()
        pod["i2"] = walk.smalls(15)
        count = walk.integer() % 15
        pod["i3"]["len"] = count
        pod["i3"]["array"][0][:count] = walk.smalls(count)
        return pod

    def small_pods(self, walk, count):
        pods = np.zeros((count,), dtype=self.pod2)
        for index in range(count):
            pods[index] = self.small_pod(walk.integer())[0]
        return pods

    def pod(self, seed):
        walk = Sequence(seed)
        pod = np.zeros((1,), dtype=self.pod1)
        pod["d1"] = walk.double()
        pod["d2"] = walk.doubles(6)
        count = walk.integer() % 6
        pod["d3"]["len"] = count
        pod["d3"]["array"][0][:count] = walk.doubles(count)
        pod["d4"] = np.array(walk.doubles(9)).reshape((3, 3), order="F")
        pod["s1"] = self.small_pod(walk.integer())
        pod["s2"] = self.small_pods(walk, 8)
        count = walk.integer() % 9
        pod["s3"]["len"] = count
        pod["s3"]["array"][0][:count] = self.small_pods(walk, count)
        pod["s4"] = self.small_pods(walk, 8).reshape((2, 4), order="F")
        pod["t1"] = self.transform(walk.integer())
        pod["t2"] = self.transforms(4, 0, walk)
        count = walk.integer() % 15
        pod["t3"]["len"] = count
        pod["t3"]["array"][0][:count] = self.transforms(count, 0, walk)
        pod["t4"] = self.transforms(8, 0, walk).reshape((2, 4), order="F")
        return pod


def same(one, other):
    """True for equal arrays, structured ones included."""
    return np.asarray(one).tobytes("F") == np.asarray(other).tobytes("F")
