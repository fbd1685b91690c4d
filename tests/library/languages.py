"""Writes the calls of calls.py as a controller in each of the five languages."""

import re

from calls import Name

FAMILIES = {
    "LightSensor": "wb_light_sensor_",
    "DistanceSensor": "wb_distance_sensor_",
    "LED": "wb_led_",
    "Motor": "wb_motor_",
    "PositionSensor": "wb_position_sensor_",
    "Node": "wb_supervisor_node_",
    "Field": "wb_supervisor_field_",
}
ABOUT_ANY_DEVICE = {"getName", "getModel", "getNodeType"}
FINDS_NODES = {"getRoot", "getSelf", "getFromDef"}
SUPERVISES = ("simulation", "world", "movie", "animation", "setLabel", "exportImage", "virtualReality")
IS_REFERENCE = {"Node", "Field"}


def snake(method):
    method = method.replace("PID", "Pid").replace("SF", "Sf").replace("MF", "Mf")
    return re.sub(r"([A-Z])", lambda found: "_" + found.group(1).lower(), method)


def c_name(kind, method):
    if kind is None:
        if method in FINDS_NODES:
            return "wb_supervisor_node_" + snake(method)
        return ("wb_supervisor_" if method.startswith(SUPERVISES) else "wb_robot_") + snake(method)
    if kind not in IS_REFERENCE and method in ABOUT_ANY_DEVICE:
        return "wb_device_" + snake(method)
    return FAMILIES[kind] + snake(method)


def quoted(text, quote='"'):
    return quote + text.replace("\\", "\\\\").replace(quote, "\\" + quote) + quote


class Writer:
    """A language: how values, calls and statements look."""

    def __init__(self):
        self.kinds = {}
        self.lines = []

    def write(self, calls):
        for number, (receiver, method, arguments, result) in enumerate(calls):
            kind = self.kinds.get(receiver)
            label = f"{number} {receiver}.{method}"
            values = [self.value(argument) for argument in arguments]
            if isinstance(result, tuple) and result[0] == "keep":
                _, variable, kept = result
                self.kinds[variable] = kept
                self.keep(variable, kept, receiver, kind, method, values)
            else:
                call = self.call(receiver, kind, method, values)
                self.lines.append(self.show(label, call, result, receiver, kind))
        return self.program("\n".join("  " + line for line in self.lines))

    def value(self, value):
        if isinstance(value, Name):
            return self.variable(value)
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


class C(Writer):
    file = "everything.c"

    def array(self, values):
        return f"(const double[]){{{', '.join(map(repr, values))}}}"

    def truth(self, value):
        return "1" if value else "0"

    def call(self, receiver, kind, method, values):
        first = [] if kind is None else [self.variable(receiver)]
        return f"{c_name(kind, method)}({', '.join(first + values)})"

    def keep(self, variable, kept, receiver, kind, method, values):
        if method == "new":
            method, kind = "getDevice", None
        call = self.call(receiver, kind, method, values)
        types = {"Node": "WbNodeRef", "Field": "WbFieldRef"}
        self.lines.append(f"{types.get(kept, 'WbDeviceTag')} {self.variable(variable)} = {call};")

    def show(self, label, call, result, receiver, kind):
        if result == "nothing":
            return call + ";"
        if result == "number":
            return f'number("{label}", {call});'
        if result == "text":
            return f'text("{label}", {call});'
        return f'vector("{label}", {call}, {result[1]});'

    def program(self, body):
        return (
            "#include <math.h>\n#include <stdio.h>\n#include <stdlib.h>\n"
            + "".join(
                f"#include <webots/{name}.h>\n"
                for name in "device distance_sensor led light_sensor motor position_sensor robot supervisor".split()
            )
            + """
static void one(double value) {
  if (isnan(value)) printf(" nan");
  else if (isinf(value)) printf(value > 0 ? " inf" : " -inf");
  else printf(" %.6f", value);
}
static void number(const char *label, double value) { printf("%s", label); one(value); printf("\\n"); }
static void text(const char *label, const char *value) { printf("%s [%s]\\n", label, value ? value : ""); }
static void vector(const char *label, const double *values, int count) {
  printf("%s", label);
  for (int i = 0; values && i < count; ++i) one(values[i]);
  printf("\\n");
}
int main() {
  setvbuf(stdout, NULL, _IOLBF, 0);
  wb_robot_init();
"""
            + body
            + "\n  fflush(stdout);\n  wb_robot_cleanup();\n  return 0;\n}\n"
        )


class Cpp(C):
    file = "everything.cpp"

    def truth(self, value):
        return "true" if value else "false"

    def array(self, values):
        # an array needs a name in C++
        name = f"array{len(self.lines)}_{abs(hash(tuple(values))) % 10**6}"
        line = f"const double {name}[] = {{{', '.join(map(repr, values))}}};"
        if line not in self.lines:
            self.lines.append(line)
        return name

    def call(self, receiver, kind, method, values):
        casts = {"waitForUserInputEvent": "Robot::UserInputEvent", "setMode": "Robot::Mode"}
        if method in casts:
            values = [f"static_cast<{casts[method]}>({values[0]})", *values[1:]]
        if method == "simulationSetMode":
            values = [f"static_cast<Supervisor::SimulationMode>({values[0]})"]
        return f"{self.variable(receiver)}->{method}({', '.join(values)})"

    def keep(self, variable, kept, receiver, kind, method, values):
        if method == "new":
            call = f"new {kept}({values[0]})"
        elif method == "getDevice":
            call = f"{self.variable(receiver)}->get{kept}({values[0]})"
        else:
            call = self.call(receiver, kind, method, values)
        self.lines.append(f"{kept} *{self.variable(variable)} = {call};")

    def program(self, body):
        head, _ = super().program("").split("int main")
        head = head[: head.index("#include <webots")] + "#include <webots/Supervisor.hpp>\nusing namespace webots;\n" + head[head.index("\nstatic") :]
        head = head.replace(
            "static void text(const char *label, const char *value) { printf(\"%s [%s]\\n\", label, value ? value : \"\"); }",
            "static void text(const char *label, const std::string &value) { printf(\"%s [%s]\\n\", label, value.c_str()); }",
        )
        head = head.replace("isnan", "std::isnan").replace("isinf", "std::isinf").replace("<math.h>", "<cmath>")
        return head + f"int main() {{\n  Supervisor *robot_ = new Supervisor();\n{body}\n  fflush(stdout);\n  delete robot_;\n  return 0;\n}}\n"


class Python(Writer):
    file = "everything.py"

    def truth(self, value):
        return repr(value)

    def array(self, values):
        return repr(values)

    def call(self, receiver, kind, method, values):
        return f"{self.variable(receiver)}.{method}({', '.join(values)})"

    def keep(self, variable, kept, receiver, kind, method, values):
        call = f"{kept}(robot_tag({values[0]}))" if method == "new" else self.call(receiver, kind, method, values)
        self.lines.append(f"{self.variable(variable)} = {call}")

    def show(self, label, call, result, receiver, kind):
        if result == "nothing":
            return call
        if result == "number":
            return f"number({label!r}, {call})"
        if result == "text":
            return f"text({label!r}, {call})"
        return f"vector({label!r}, {call})"

    def program(self, body):
        return (
            """from controller import *
from controller.wb import wb

def one(value):
    value = float(value)
    return " nan" if value != value else " inf" if value == float("inf") else " -inf" if value == -float("inf") else f" {value:.6f}"
def number(label, value):
    print(label + one(value))
def text(label, value):
    print(f"{label} [{value or ''}]")
def vector(label, values):
    print(label + "".join(one(value) for value in values or []))
def robot_tag(name):
    return wb.wb_robot_get_device(name.encode())

robot_ = Supervisor()
if True:
"""
            + body
            + "\n"
        )


class Java(Cpp):
    file = "everything.java"

    def array(self, values):
        return f"new double[] {{{', '.join(map(repr, values))}}}"

    def call(self, receiver, kind, method, values):
        return f"{self.variable(receiver)}.{method}({', '.join(values)})"

    def keep(self, variable, kept, receiver, kind, method, values):
        if method == "new":
            call = f"new {kept}({values[0]})"
        elif method == "getDevice":
            call = f"{self.variable(receiver)}.get{kept}({values[0]})"
        else:
            call = self.call(receiver, kind, method, values)
        self.lines.append(f"{kept} {self.variable(variable)} = {call};")

    def show(self, label, call, result, receiver, kind):
        if isinstance(result, tuple):
            return f'vector("{label}", {call});'
        return super().show(label, call, result, receiver, kind)

    def program(self, body):
        return (
            """import com.cyberbotics.webots.controller.*;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

public class everything {
  static final PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
  static String one(double value) {
    if (Double.isNaN(value)) return " nan";
    if (Double.isInfinite(value)) return value > 0 ? " inf" : " -inf";
    return String.format(java.util.Locale.ROOT, " %.6f", value);
  }
  static void number(String label, double value) { out.println(label + one(value)); }
  static void number(String label, boolean value) { number(label, value ? 1 : 0); }
  static void text(String label, String value) { out.println(label + " [" + (value == null ? "" : value) + "]"); }
  static void vector(String label, double[] values) {
    StringBuilder line = new StringBuilder(label);
    if (values != null) for (double value : values) line.append(one(value));
    out.println(line);
  }
  public static void main(String[] arguments) {
  Supervisor robot_ = new Supervisor();
"""
            + body
            + "\n  robot_.delete();\n  }\n}\n"
        )


class Matlab(C):
    file = "everything.m"

    def value(self, value):
        if isinstance(value, str) and not isinstance(value, Name):
            return "'" + value.replace("'", "''") + "'"
        return super().value(value)

    def array(self, values):
        return f"[{' '.join(map(repr, values))}]"

    def call(self, receiver, kind, method, values):
        if method == "setLabel":
            values[5] = "[0 0 0]"
        return super().call(receiver, kind, method, values)

    def keep(self, variable, kept, receiver, kind, method, values):
        if method == "new":
            method, kind = "getDevice", None
        self.lines.append(f"{self.variable(variable)} = {self.call(receiver, kind, method, values)};")

    def show(self, label, call, result, receiver, kind):
        if result == "nothing":
            return call + ";"
        return f"{result if isinstance(result, str) else 'vector'}('{label}', {call});"

    def program(self, body):
        return f"""function everything(varargin)
{body}
end
function number(label, value)
  vector(label, double(value));
end
function text(label, value)
  fprintf('%s [%s]\\n', label, value);
end
function vector(label, values)
  fprintf('%s', label);
  for value = values(:)'
    if isnan(value)
      fprintf(' nan');
    elseif isinf(value) && value > 0
      fprintf(' inf');
    elseif isinf(value)
      fprintf(' -inf');
    else
      fprintf(' %.6f', value);
    end
  end
  fprintf('\\n');
end
"""


ALL = {"C": C, "C++": Cpp, "Python": Python, "Java": Java, "Octave": Matlab}
