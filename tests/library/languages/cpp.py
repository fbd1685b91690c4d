"""C++: classes over the functions of C."""

from .c import HEAD, C

CASTS = {
    "waitForUserInputEvent": "Robot::UserInputEvent",
    "setMode": "Robot::Mode",
    "simulationSetMode": "Supervisor::SimulationMode",
}
TEXT = """static void text(const char *label, const std::string &value) { printf("%s [%s]\\n", label, value.c_str()); }
"""


class Cpp(C):
    name = "C++"
    file = "everything.cpp"

    def truth(self, value):
        return "true" if value else "false"

    def array(self, values):
        # an array needs a name in C++
        name = f"array{len(self.lines)}_{len(values)}"
        line = f"static const double {name}[] = {{{', '.join(map(repr, values))}}};"
        if line not in self.lines:
            self.lines.append(line)
        return name

    def call(self, receiver, method, values):
        self.note(receiver, method)
        if method in CASTS:
            values = [f"static_cast<{CASTS[method]}>({values[0]})", *values[1:]]
        return f"{self.variable(receiver)}->{method}({', '.join(values)})"

    def keep(self, variable, kind, call):
        if call.method == "new":
            value = f"new {kind}({self.value(call.arguments[0])})"
        elif call.method == "getDevice" and kind != "Device":
            value = self.expression(call._replace(method=f"get{kind}"))
        else:
            value = self.expression(call)
        return f"{kind} *{self.variable(variable)} = {value};"

    def program(self, body):
        includes = "#include <cmath>\n#include <cstdio>\n#include <webots/Supervisor.hpp>\nusing namespace webots;\n"
        head = HEAD.replace("isnan", "std::isnan").replace("isinf", "std::isinf")
        start = "int main() {\n  setvbuf(stdout, NULL, _IOLBF, 0);\n  Supervisor *robot_ = new Supervisor();\n"
        return includes + head + TEXT + start + body + "\n  fflush(stdout);\n  delete robot_;\n  return 0;\n}\n"
