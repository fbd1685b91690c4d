"""What the languages have in common."""

from calls.vocabulary import Name, Result

# The class of the receivers that are there from the start.
GIVEN = {"robot": "Supervisor", "": ""}

# Methods are declared by a class or by the one that it extends.
EXTENDS = {"Supervisor": "Robot"}
NO_DEVICES = {"Supervisor", "Node", "Field", ""}


def quoted(text, quote='"'):
    return quote + text.replace("\\", "\\\\").replace(quote, "\\" + quote) + quote


class Writer:
    """A language: how values, calls and statements look."""

    name = ""
    file = ""

    def __init__(self):
        self.kinds = dict(GIVEN)
        self.lines = []
        self.called = set()
        self.labels = []

    def write(self, calls):
        """The program; `called` names what it calls, `labels` the lines it prints."""
        for number, call in enumerate(calls):
            if self.name not in call.languages:
                continue
            result = call.result
            if result[0] == "keep":
                _, variable, kind = result
                self.kinds[variable] = kind
                self.lines.append(self.keep(variable, kind, call))
            elif result == "nothing":
                self.lines.append(self.statement(self.expression(call)))
            else:
                label = f"{number} {call.receiver}.{call.method}"
                self.labels.append(label)
                shown = "vector" if result[0] == "vector" else result
                length = result[1] if result[0] == "vector" else None
                self.lines.append(self.show(shown, label, self.expression(call), length))
        return self.program("\n".join("  " + line for line in self.lines))

    def expression(self, call):
        return self.call(call.receiver, call.method, [self.value(argument) for argument in call.arguments])

    def note(self, receiver, method):
        """Remembers that a method was called, under the classes that may declare it."""
        kind = self.kinds[receiver]
        self.called.add(f"{kind}.{method}")
        self.called.add(f"{EXTENDS.get(kind, 'Device')}.{method}")

    def is_device(self, receiver):
        return self.kinds[receiver] not in NO_DEVICES

    def value(self, value):
        if isinstance(value, Name):
            return self.variable(value)
        if isinstance(value, Result):
            return self.call(value.receiver, value.method, [])
        if isinstance(value, bool):
            return self.truth(value)
        if isinstance(value, str):
            return quoted(value)
        if isinstance(value, list):
            return self.array(value)
        return repr(value)

    def truth(self, value):
        return "true" if value else "false"

    def variable(self, name):
        return f"{name}_"

    def statement(self, expression):
        return expression + ";"
