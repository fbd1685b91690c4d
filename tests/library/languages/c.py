"""C: a function for each method."""

import re

from .writer import Writer

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
FINDS_NODES = {"getRoot", "getSelf", "getFromDef", "getFromId", "getFromDevice", "getSelected"}
SUPERVISES = (
    "simulation", "world", "movie", "animation", "setLabel", "exportImage", "virtualReality", "getMovie", "startMovie",
    "stopMovie", "saveWorld", "loadWorld",
)  # fmt: skip
TYPES = {"Node": "WbNodeRef", "Field": "WbFieldRef", "Proto": "WbProtoRef", "Mutex": "WbMutexRef"}
HEADERS = (
    "device distance_sensor led light_sensor motor plugins/robot_window/robot_window "
    "plugins/robot_window/robot_wwi position_sensor robot supervisor"
)

HEAD = """
static int length, *size_ = &length;
static void *nowhere_;
static void do_nothing_(void *argument) {}
static void one(double value) {
  if (isnan(value)) printf(" nan");
  else if (isinf(value)) printf(value > 0 ? " inf" : " -inf");
  else printf(" %.6f", value);
}
static void number(const char *label, double value) { printf("%s", label); one(value); printf("\\n"); }
static void found(const char *label, int is) { number(label, is ? 1 : 0); }
static void vector(const char *label, const double *values, int count) {
  printf("%s", label);
  for (int i = 0; values && i < count; ++i) one(values[i]);
  printf("\\n");
}
"""
TEXT = 'static void text(const char *label, const char *value) { printf("%s [%s]\\n", label, value ? value : ""); }\n'


def snake(method):
    method = method.replace("PID", "Pid").replace("SF", "Sf").replace("MF", "Mf")
    return re.sub(r"([A-Z])", lambda found: "_" + found.group(1).lower(), method)


def c_name(kind, method):
    if method.startswith("wb_"):
        return method
    if kind == "Supervisor":
        if method in FINDS_NODES:
            return "wb_supervisor_node_" + snake(method)
        return ("wb_supervisor_" if method.startswith(SUPERVISES) else "wb_robot_") + snake(method)
    if kind not in TYPES and method in ABOUT_ANY_DEVICE:
        return "wb_device_" + snake(method)
    return FAMILIES[kind] + snake(method)


class C(Writer):
    name = "C"
    file = "everything.c"

    def array(self, values):
        return f"(const double[]){{{', '.join(map(repr, values))}}}"

    def truth(self, value):
        return "1" if value else "0"

    def call(self, receiver, method, values):
        name = c_name(self.kinds[receiver], method)
        self.called.add(name)
        first = [self.variable(receiver)] if receiver not in ("", "robot") else []
        return f"{name}({', '.join(first + values)})"

    def keep(self, variable, kind, call):
        if call.method == "new":
            call = call._replace(method="getDevice")
        return f"{TYPES.get(kind, 'WbDeviceTag')} {self.variable(variable)} = {self.expression(call)};"

    def show(self, result, label, expression, length):
        if result == "found":
            expression += " != 0"
        rest = f", {length}" if result == "vector" else ""
        return f'{result}("{label}", {expression}{rest});'

    def program(self, body):
        self.called |= {"wb_robot_init", "wb_robot_cleanup"}
        includes = "#include <math.h>\n#include <stdio.h>\n#include <stdlib.h>\n"
        includes += "".join(f"#include <webots/{name}.h>\n" for name in HEADERS.split())
        start = "int main() {\n  setvbuf(stdout, NULL, _IOLBF, 0);\n  wb_robot_init();\n"
        return includes + HEAD + TEXT + start + body + "\n  fflush(stdout);\n  wb_robot_cleanup();\n  return 0;\n}\n"
