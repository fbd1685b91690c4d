"""Every declared function, called once in this library and once in another, against a peer that logs.

beside_genuine.py --home DIR --genuine DIR: both are folders for WEBOTS_HOME. Compares the bytes that
are sent, the value that comes back, and whether there is a word on the error stream.
"""

import argparse
import os
import socket
import struct
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

import parity
from hostile import packet, text

# The node types of devices by the family of their functions.
TYPES = dict(
    accelerometer=35, altimeter=36, brake=37, camera=38, compass=39, connector=40, display=41, distance_sensor=42,
    emitter=43, gps=44, gyro=45, inertial_unit=46, led=47, lidar=48, light_sensor=49, pen=51, position_sensor=52,
    radar=54, range_finder=55, receiver=56, motor=57, skin=58, speaker=59, touch_sensor=60, vacuum_gripper=61,
    microphone=86,
)  # fmt: skip
TAGS = {family: tag for tag, family in enumerate(TYPES, 1)}

# These begin or end the program or wait for somebody; or they take functions.
LEFT_OUT = {
    "wb_robot_init", "wb_robot_init_msvc", "wb_robot_cleanup", "wb_robot_step", "wb_robot_step_begin",
    "wb_robot_step_end", "wb_robot_wait_for_user_input_event", "wb_robot_task_new", "wb_radio_set_callback",
}  # fmt: skip

# Where R2023b does less or worse, and ours differs on purpose.
DELIBERATE = {
    "wb_camera_recognition_get_object": "the other one gives an address beside NULL",
    "wb_lidar_get_point": "the other one gives an address beside NULL",
    "wb_radar_get_target": "the other one gives an address beside NULL",
    "wb_radio_message_delete": "ours says that there is no message",
    "wb_range_finder_save_image": "ours says why it did not save",
    "wb_remote_control_custom_function": "ours says that there is no plugin",
}


def described():
    """What a simulator tells about each device first."""
    view = struct.pack("<IHHddB", 9, 4, 2, 1.0, 0.1, 0)
    table = struct.pack("<i", 0)
    return {
        "accelerometer": table,
        "brake": struct.pack("<i", 0),
        "camera": view + struct.pack("<ddBB5d", 1.0, 1.0, 0, 0, 1.0, 0, 0, 0, 0),
        "compass": table,
        "display": struct.pack("<HH", 4, 2),
        "distance_sensor": struct.pack("<i3d", 0, 0.0, 1.0, 1.0) + table,
        "emitter": struct.pack("<iidddi", 4096, 1, -1.0, -1.0, -1.0, 0),
        "gps": struct.pack("<i", 0),
        "gyro": table,
        "inertial_unit": struct.pack("<d", 0.0) + text(b"ENU"),
        "lidar": view + struct.pack("<dH5d", 1.0, 1, 10.0, 1.0, 20.0, 0.1, 4.0),
        "light_sensor": table,
        "position_sensor": struct.pack("<i", 0),
        "radar": struct.pack("<4d", 1.0, 50.0, 0.8, 0.1),
        "range_finder": view + struct.pack("<d", 1.0),
        "receiver": struct.pack("<iii", 4096, 1, 0),
        "motor": struct.pack("<i11di", 0, 0, 0, 10.0, -1.0, 10.0, 10.0, 0, 0, 0, 10.0, 1.0, 0),
        "skin": struct.pack("<I", 0),
        "touch_sensor": struct.pack("<i", 0) + table,
        "microphone": struct.pack("<dd", 1.0, 1.0),
    }


def configuration():
    message = struct.pack("<HB", 0, 0) + text(b"robot") + text(b"R2023b") + struct.pack("<BBHHd", 1, 1, len(TYPES) + 1, 34, 0.0)
    for family, kind in TYPES.items():
        message += struct.pack("<H", kind) + text(family.encode()) + text(b"")
    message += struct.pack("<d", 32.0) + text(b"/project") + text(b"/world.wbt") + text(b"model")
    message += text(b"") * 2 + text(b"one") + text(b"data") + struct.pack("<BBi", 0, 0, 2)
    message += struct.pack("<HBiiBB", 0, 0, 3, 0, 0, 0) + text(b"Robot") + text(b"SELF")
    known = described()
    for family, tag in TAGS.items():
        if family in known:
            message += struct.pack("<HB", tag, 0) + known[family]
    return message


def argument(family, declared):
    words = declared.replace("*", " * ").replace("[", " [").split()
    if "WbDeviceTag" in words:
        return str(TAGS.get(family, 1))
    if "char" in words and "*" in words:
        return '(char *)"x"' if words.count("*") == 1 else "0"
    if "double" in words:
        return "numbers" if "*" in words or any(word.startswith("[") for word in words) else "1.0"
    if "*" in words:
        return "(void *)whole"
    if any(word.endswith("Ref") or word.startswith("WbRadio") for word in words):
        return "0"
    return "1"


def program(rows):
    headers = sorted({row[1] for row in rows})
    code = "#define WB_DEPRECATED\n#include <stdio.h>\n#include <stdlib.h>\n"
    code += "".join(f"#include <webots/{header}>\n" for header in headers) + "#include <webots/robot.h>\n"
    code += "static double numbers[64] = {1, 1, 1, 1};\nstatic int whole[64] = {1, 2, 3};\n"
    code += "int main(int count, char **words) {\n  wb_robot_init();\n  switch (atoi(words[1])) {\n"
    for index, (name, _, result, arguments) in enumerate(rows):
        family = next((one for one in sorted(TYPES, key=len, reverse=True) if f"_{one}_" in name), None)
        parts = [argument(family, part) for part in arguments.split(",")] if arguments not in ("", "void") else []
        call = f"{name}({', '.join(parts)})"
        if result == "void" or result in ("WbMouseState", "WbRadioMessage"):
            shown = f"{call};"
        elif "char" in result and "unsigned" not in result and "*" in result:
            shown = f'{{ const char *t = {call}; printf("%s\\n", t ? t : "none"); }}'
        elif "*" in result or result.endswith("Ref"):
            shown = f'printf("%s\\n", {call} ? "something" : "none");'
        else:
            shown = f'printf("%.9g\\n", (double){call});'
        code += f"    case {index}: {shown} break;\n"
    return code + "  }\n  fflush(stdout);\n  wb_robot_step(32);\n  wb_robot_cleanup();\n  return 0;\n}\n"


def serve(listener, log):
    try:
        connection, _ = listener.accept()
        with connection:
            connection.settimeout(5)
            first = True
            while True:
                heard = connection.recv(65536)
                if not heard:
                    return
                log.append(heard)
                connection.sendall(packet(0, configuration() if first else b""))
                first = False
    except OSError:
        pass


def said(stream):
    """The error stream without what both say about versions when they start."""
    lines = stream.decode(errors="replace").splitlines()
    return "\n".join(line for line in lines if "versions are not the same" not in line).strip()


def one_call(binary, home, index, scratch):
    folder = scratch / "instance/ipc/robot"
    folder.mkdir(parents=True, exist_ok=True)
    path, log = folder / "intern", []
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
        listener.settimeout(5)
        peer = threading.Thread(target=serve, args=(listener, log))
        peer.start()
        try:
            ended = subprocess.run(
                [binary, str(index)], capture_output=True, env=environment, timeout=4, cwd=scratch, check=False
            )
            status, out, words = ended.returncode, ended.stdout, said(ended.stderr)
        except subprocess.TimeoutExpired:
            status, out, words = "waits", b"", ""
        peer.join()
    return status, out, b"".join(log), words


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--home", type=Path, required=True)
    parser.add_argument("--genuine", type=Path, required=True)
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    home, genuine = options.home.resolve(), options.genuine.resolve()
    rows = [(line.split("\t") + [""])[:4] for line in parity.lines("functions.tsv")]
    rows = [row for row in rows if row[0] not in LEFT_OUT and not row[0].startswith("wbu_default")]
    equal = crashed = meant = 0
    different = []
    with tempfile.TemporaryDirectory() as folder:
        scratch = Path(folder)
        source, binary = scratch / "one.c", scratch / "one"
        source.write_text(program(rows))
        command = ["cc", "-w", f"-I{home}/include/controller/c", source, "-o", binary, f"-L{home}/lib/controller", "-lController"]
        subprocess.run(command, check=True)
        for index, row in enumerate(rows):
            if options.only not in row[0]:
                continue
            own = one_call(binary, home, index, scratch)
            other = one_call(binary, genuine, index, scratch)
            assert own[0] == "waits" or own[0] >= 0, f"{row[0]} ended by signal {-own[0]}"
            if other[0] == "waits" or other[0] < 0:
                crashed += 1
                print(f"{row[0]}: the other library ends with {other[0]}, ours with {own[0]}", flush=True)
                continue
            parts = {
                "status": own[0] == other[0],
                "value": own[1] == other[1],
                "bytes": own[2] == other[2],
                "error": bool(own[3]) == bool(other[3]),
            }
            if all(parts.values()):
                equal += 1
            elif row[0] in DELIBERATE and parts["status"] and parts["bytes"]:
                print(f"{row[0]}: {DELIBERATE[row[0]]}", flush=True)
                meant += 1
            else:
                different.append(row[0])
                what = ", ".join(name for name, same in parts.items() if not same)
                print(f"{row[0]}: {what}\n  ours  {own[0]} {own[1]!r} {own[2][17:].hex()} {own[3]!r}", flush=True)
                print(f"  other {other[0]} {other[1]!r} {other[2][17:].hex()} {other[3]!r}", flush=True)
    print(f"{equal} alike, {meant} different on purpose, {len(different)} different, {crashed} that crash or hang the other library")
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
