"""Every declared function, called once in this library and once in another, against a peer that logs.

beside_genuine.py --home DIR --genuine DIR: both are folders for WEBOTS_HOME. Compares the bytes that
are sent, the value that comes back, and whether there is a word on the error stream.
"""

import argparse
import os
import socket
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

import parity
from everything import PATIENCE
from peer import LIST, TAGS, TYPES, Peer

# Exported without being declared in a header.
UNDECLARED = [
    ("wb_robot_get_step_duration", "int", "void"),
    ("wbr_altimeter_set_value", "void", "WbDeviceTag tag, double value"),
    ("wbr_lidar_get_image_buffer", "unsigned char *", "WbDeviceTag tag"),
    ("wbr_lidar_set_image", "void", "WbDeviceTag tag, const unsigned char *image"),
    ("wbr_range_finder_get_image_buffer", "unsigned char *", "WbDeviceTag tag"),
    ("wbr_range_finder_set_image", "void", "WbDeviceTag tag, const unsigned char *image"),
]

# Calls that need more than a value for each argument: functions, or another call before them. The
# keyboard is off, so nobody waits for a key.
WITH_CARE = {
    "wb_robot_step_end": "(wb_robot_step_begin(32), wb_robot_step_end())",
    "wb_robot_step_begin": "wb_robot_step_begin(32) + 2 * wb_robot_step_end()",
    "wb_robot_wait_for_user_input_event": "wb_robot_wait_for_user_input_event(WB_EVENT_KEYBOARD, 10)",
    "wb_robot_task_new": "wb_robot_task_new(do_nothing, NULL)",
    "wb_radio_set_callback": "wb_radio_set_callback(1, (void *)do_nothing)",
    "wb_robot_cleanup": "(wb_robot_cleanup(), exit(0))",
}

# What comes of a comparison.
ALIKE, MEANT, DIFFERENT = "alike", "different on purpose", "different"
CRASHES = "that crash or hang the other library"

# Where R2023b does less or worse, and ours differs on purpose.
DELIBERATE = {
    "wb_camera_recognition_get_object": "the other one gives an address beside NULL",
    "wb_lidar_get_point": "the other one gives an address beside NULL",
    "wb_radar_get_target": "the other one gives an address beside NULL",
    "wb_radio_message_delete": "ours says that there is no message",
    "wb_range_finder_save_image": "ours says why it did not save",
    "wb_remote_control_custom_function": "ours says that there is no plugin",
    "wb_supervisor_node_enable_pose_tracking": "the other one forgets the period",
    "wb_supervisor_node_disable_pose_tracking": "the other one does not tell the simulator",
    "wb_supervisor_node_enable_contact_points_tracking": "the other one forgets the period",
    "wb_supervisor_node_enable_contact_point_tracking": "the other one forgets the period",
    "wb_supervisor_node_get_contact_points": "the other one does not ask before the first step",
    "wbu_default_robot_window_configure": "there are no robot windows",
    "wbu_default_robot_window_update": "there are no robot windows",
}


def field_type(name):
    """The type of the field that a function wants, as its number."""
    names = "bool int32 float vec2f vec3f rotation color string node".split()
    number = next((number for number, one in enumerate(names, 1) if f"f_{one}" in name), names.index("vec3f") + 1)
    return number + (LIST if "_mf" in name else 0)


def reference(name, words):
    """Something that a reference can mean; an event of a radio cannot be had."""
    known = {
        "WbNodeRef": "wb_supervisor_node_get_self()",
        "WbFieldRef": f'wb_supervisor_node_get_field(wb_supervisor_node_get_self(), "{field_type(name)}")',
        "WbMutexRef": "wb_robot_mutex_new()",
        "WbMotionRef": 'wbu_motion_new("short.motion")',
        "WbImageRef": f"wb_display_image_copy({TAGS['display']}, 0, 0, 1, 1)",
        "WbRadioMessage": 'wb_radio_message_new(3, "ab", "there")',
    }
    return next((known[word] for word in words if word in known), "0")


def argument(name, declared, is_right):
    words = declared.replace("*", " * ").replace("[", " [").split()
    if "WbDeviceTag" in words:
        family = next((one for one in sorted(TYPES, key=len, reverse=True) if f"_{one}_" in name), None)
        return str(TAGS.get(family, 1))
    if "char" in words and "*" in words:
        return '(char *)"x"' if words.count("*") == 1 else "&letters"
    if "double" in words:
        return "numbers" if "*" in words or any(word.startswith("[") for word in words) else "1.0"
    if is_reference(words):
        return reference(name, words) if is_right else "0"
    if "*" in words:
        return "(void *)whole"
    return "1"


def is_reference(words):
    return any(word.endswith("Ref") or word.startswith("WbRadio") for word in words)


def functions():
    """Every exported function: name, header, result, arguments."""
    rows = [(line.split("\t") + [""])[:4] for line in parity.lines("functions.tsv")]
    return rows + [(name, "", result, arguments) for name, result, arguments in UNDECLARED]


def calls(rows):
    """Every function, and those that take references with none too: name, result, call."""
    made = []
    for name, _, result, arguments in rows:
        parts = arguments.split(",") if arguments not in ("", "void") else []
        takes_references = any(is_reference(part.replace("*", " ").split()) for part in parts)
        for is_right in (True, False) if takes_references else (True,):
            values = ", ".join(argument(name, part, is_right) for part in parts)
            title = name if is_right else f"{name} of nothing"
            made.append((title, result, WITH_CARE.get(name, f"{name}({values})")))
    return made


def program(rows, made, connects=True):
    """A program that makes the call whose number it is given, with or without a simulator."""
    headers = sorted({row[1] for row in rows if row[1]} | {"robot.h", "supervisor.h"})
    code = "#define WB_DEPRECATED\n#include <stdio.h>\n#include <stdlib.h>\n"
    code += "".join(f"#include <webots/{header}>\n" for header in headers)
    code += "".join(f"extern {result} {name}({arguments});\n" for name, result, arguments in UNDECLARED)
    code += "static void do_nothing(void *nothing) {}\n"
    code += 'static char some[] = "axb", *letters = some;\n'
    code += "static double numbers[64] = {1, 1, 1, 1};\nstatic int whole[64] = {1, 2, 3};\n"
    start, end = ("  wb_robot_init();\n", "  wb_robot_step(32);\n  wb_robot_cleanup();\n") if connects else ("", "")
    code += f"int main(int count, char **words) {{\n{start}  switch (atoi(words[1])) {{\n"
    for index, (_, result, call) in enumerate(made):
        if result == "void" or result in ("WbMouseState", "WbRadioMessage"):
            shown = f"{call};"
        elif "char" in result and "unsigned" not in result and "*" in result:
            shown = f'{{ const char *t = {call}; printf("%s\\n", t ? t : "none"); }}'
        elif "*" in result or result.endswith("Ref"):
            shown = f'printf("%s\\n", {call} ? "something" : "none");'
        else:
            shown = f'printf("%.9g\\n", (double){call});'
        code += f"    case {index}: {shown} break;\n"
    return code + f"  }}\n  fflush(stdout);\n{end}  return 0;\n}}\n"


def build(home, scratch, code):
    source, binary = scratch / "one.c", scratch / "one"
    source.write_text(code)
    command = ["cc", "-w", f"-I{home}/include/controller/c", source, "-o", binary, f"-L{home}/lib/controller", "-lController"]
    subprocess.run(command, check=True)
    return binary


def said(stream):
    """The error stream without what both say about versions when they start."""
    lines = stream.decode(errors="replace").splitlines()
    return "\n".join(line for line in lines if "versions are not the same" not in line).strip()


def one_call(binary, home, index, scratch):
    folder = scratch / "instance/ipc/robot"
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "intern"
    path.unlink(missing_ok=True)
    environment = dict(
        os.environ,
        WEBOTS_HOME=str(home),
        WEBOTS_ROBOT_NAME="robot",
        WEBOTS_INSTANCE_PATH=f"{scratch}/instance/",
        LD_LIBRARY_PATH=f"{home}/lib/controller",
    )
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(path))
        listener.listen()
        listener.settimeout(PATIENCE)
        peer = Peer(listener)
        thread = threading.Thread(target=peer.serve)
        thread.start()
        try:
            ended = subprocess.run(
                [binary, str(index)], capture_output=True, env=environment, timeout=PATIENCE, cwd=scratch, check=False
            )
            status, out, words = ended.returncode, ended.stdout, said(ended.stderr)
        except subprocess.TimeoutExpired:
            status, out, words = "waits", b"", ""
        thread.join()
    return status, out, b"".join(peer.log), words


def judge(title, own, other):
    """Compares what two libraries did: the kind of the result, and a line about what is not alike."""
    assert own[0] == "waits" or own[0] >= 0, f"{title} ended by signal {-own[0]}"
    if other[0] == "waits" or other[0] < 0:
        return CRASHES, f"{title}: the other library ends with {other[0]}, ours with {own[0]}"
    parts = {
        "status": own[0] == other[0],
        "value": own[1] == other[1],
        "bytes": own[2] == other[2],
        "error": bool(own[3]) == bool(other[3]),
    }
    if all(parts.values()):
        return ALIKE, ""
    name = title.split()[0]
    if name in DELIBERATE and parts["status"]:
        return MEANT, f"{title}: {DELIBERATE[name]}"
    what = ", ".join(part for part, is_same in parts.items() if not is_same)
    shown = (f"{whose} {status} {out!r} {sent[17:].hex()} {words!r}" for whose, (status, out, sent, words) in
             (("ours", own), ("other", other)))  # fmt: skip
    return DIFFERENT, f"{title}: {what}\n  " + "\n  ".join(shown)


def compare(home, genuine, scratch, only=""):
    """Calls everything in both libraries: the findings by their kind, and how many functions there are."""
    rows = functions()
    made = calls(rows)
    (scratch / "short.motion").write_text("#WEBOTS_MOTION,V1.0,motor\n00:00:000,Pose1,0\n00:01:000,Pose2,1\n")
    binary = build(home, scratch, program(rows, made))
    findings = {kind: [] for kind in (ALIKE, MEANT, CRASHES, DIFFERENT)}
    for index, (title, _, _) in enumerate(made):
        if only in title:
            kind, line = judge(title, *(one_call(binary, place, index, scratch) for place in (home, genuine)))
            findings[kind].append(line)
    counted = ", ".join(f"{len(lines)} {kind}" for kind, lines in findings.items())
    return findings, f"{len(made)} calls of {len(rows)} functions: {counted}"


def check(home, genuine, scratch):
    findings, summary = compare(home, genuine, scratch)
    assert not findings[DIFFERENT], "\n".join([summary, *findings[DIFFERENT]])
    return summary


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--home", type=Path, required=True)
    parser.add_argument("--genuine", type=Path, required=True)
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        findings, summary = compare(options.home.resolve(), options.genuine.resolve(), Path(scratch), options.only)
    for kind in (CRASHES, MEANT, DIFFERENT):
        print(*findings[kind], sep="\n")
    print(summary)
    return 1 if findings[DIFFERENT] else 0


if __name__ == "__main__":
    sys.exit(main())
