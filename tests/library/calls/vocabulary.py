"""How calls are written down."""

from typing import NamedTuple

LANGUAGES = ("C", "C++", "Python", "Java", "Octave")


class Name(str):
    """A variable as an argument."""


class Result(NamedTuple):
    """What another call gives, as an argument."""

    receiver: str
    method: str


class Attribute(NamedTuple):
    """Python's properties: what is assigned, or nothing when it is read."""

    assigned: tuple = ()


class Call(NamedTuple):
    """A call of a method by its name in C++, Java and Python, or of a function that begins with wb_.

    `result` is "number" (truth values too), "text", "found" (whether there is such an object),
    "nothing", ("vector", length) or ("keep", variable, class).
    """

    receiver: str
    method: str
    arguments: object
    result: object
    languages: tuple = LANGUAGES


def of(receiver, *calls):
    """Calls of one receiver."""
    return [call._replace(receiver=receiver) for call in calls]


def only(languages, calls):
    """Calls that only some languages have."""
    return [call._replace(languages=tuple(languages)) for call in calls]


def number(method, *arguments):
    return Call("", method, arguments, "number")


def text(method, *arguments):
    return Call("", method, arguments, "text")


def found(method, *arguments):
    return Call("", method, arguments, "found")


def nothing(method, *arguments):
    return Call("", method, arguments, "nothing")


def vector(length, method, *arguments):
    return Call("", method, arguments, ("vector", length))


def keep(variable, kind, method, *arguments):
    return Call("", method, arguments, ("keep", variable, kind))


def read(name, result="number"):
    """A property of Python."""
    return Call("", name, Attribute(), result, ("Python",))


def assign(name, value):
    """A property of Python that is written."""
    return Call("", name, Attribute((value,)), "nothing", ("Python",))


STEP = of("robot", nothing("step", 32))
