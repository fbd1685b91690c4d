"""Every function before wb_robot_init(): none crashes, and each that needs a robot says so."""

import os
import subprocess

import beside_genuine
import parity
from everything import PATIENCE

CONNECT = {"wb_robot_init", "wb_robot_init_msvc"}
NEED_NO_ROBOT = {
    "wb_gps_convert_to_degrees_minutes_seconds", "wb_node_get_name", "wb_robot_cleanup", "wb_robot_get_mode",
    "wb_robot_mutex_delete", "wb_robot_mutex_lock", "wb_robot_mutex_new", "wb_robot_mutex_unlock", "wb_robot_task_new",
    "wb_radio_message_delete", "wb_radio_message_get_body", "wb_radio_message_get_destination",
    "wb_radio_message_get_length", "wb_radio_message_new", "wbu_motion_delete",
}  # fmt: skip


def needs_robot(title):
    name = title.split()[0]
    return name not in NEED_NO_ROBOT and not name.startswith(("wbu_string", "wbu_system", "wbu_default"))


def check(home, scratch):
    rows = beside_genuine.functions()
    made = beside_genuine.calls(rows)
    code = beside_genuine.program(rows, made, connects=False)
    binary = beside_genuine.build(home, scratch, code)
    environment = dict(os.environ, LD_LIBRARY_PATH=f"{home}/lib/controller")
    tried = 0
    for index, (title, _, _) in enumerate(made):
        if title in CONNECT:
            continue
        ended = subprocess.run(
            [binary, str(index)], capture_output=True, env=environment, timeout=PATIENCE, cwd=scratch, check=False
        )
        assert ended.returncode == 0, f"{title} before wb_robot_init() ends with {ended.returncode}"
        assert ended.stderr or not needs_robot(title), f"{title} says nothing before wb_robot_init()"
        tried += 1
    return f"{tried} calls before wb_robot_init(), none of which crashes"
