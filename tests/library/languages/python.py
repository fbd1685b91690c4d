"""Python: the classes of C++ with properties."""

from calls.vocabulary import Attribute

from .writer import Writer

HEAD = """from controller import *
from controller.wb import wb

def one(value):
    value = float(value)
    return " nan" if value != value else " inf" if value == float("inf") else " -inf" if value == -float("inf") else f" {value:.6f}"
def number(label, value):
    print(label + one(value))
def found(label, value):
    number(label, value is not None and getattr(value, "_ref", 1) is not None)
def text(label, value):
    print(f"{label} [{value or ''}]")
def vector(label, values):
    print(label + "".join(one(value) for value in values or []))
def robot_tag(name):
    return wb.wb_robot_get_device(name.encode())

robot_ = Supervisor()
if True:
"""


class Python(Writer):
    name = "Python"
    file = "everything.py"

    def truth(self, value):
        return repr(value)

    def array(self, values):
        return repr(values)

    def expression(self, call):
        if not isinstance(call.arguments, Attribute):
            return super().expression(call)
        self.note(call.receiver, call.method)
        assigned = "".join(f" = {self.value(value)}" for value in call.arguments.assigned)
        return f"{self.variable(call.receiver)}.{call.method}{assigned}"

    def call(self, receiver, method, values):
        self.note(receiver, method)
        return f"{self.variable(receiver)}.{method}({', '.join(values)})"

    def keep(self, variable, kind, call):
        if call.method == "new":
            return f"{self.variable(variable)} = {kind}(robot_tag({self.value(call.arguments[0])}))"
        return f"{self.variable(variable)} = {self.expression(call)}"

    def statement(self, expression):
        return expression

    def show(self, result, label, expression, length):
        return f"{result}({label!r}, {expression})"

    def program(self, body):
        return HEAD + body + "\n"
