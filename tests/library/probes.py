"""Recorded worlds with the recorder in each language: all must write the table that probe.c writes."""

import math
import os
import shutil
import subprocess
from pathlib import Path

from everything import PATIENCE, compile_controller

HERE = Path(__file__).parent
RECORDINGS = HERE.parent.parent / "crates/development/foxden-golden/data"

SOURCES = {
    "C": RECORDINGS / "controllers/probe/probe.c",
    "C++": HERE / "probe/probe.cpp",
    "Python": HERE / "probe/probe.py",
    "Java": HERE / "probe/probe.java",
    "Octave": HERE / "probe/probe.m",
}

# Values and periods of light sensors, batteries and motors that empty them, edits by a supervisor.
WORLDS = {
    "lightsensor": "lut_changed moving noise_seed occ_dir_ambient period_enable_again physics_moving_light "
    "timing_dt32 timing_dt64",
    "charger": "battery_refill charger_on_robot motor_consumption_100_body_feedback no_battery_sensor power_off "
    "robot_probe_battery_period64 save_load_state sim_reset visual_light_gradual",
    "slot": "import_endpoint_solid_in_slot import_into_root remove_then_import",
}


def cells(table):
    """A table as lists of numbers and texts; numbers have as many ways to be written as there are languages."""

    def read(part):
        try:
            value = float(part)
        except ValueError:
            return part
        return "nan" if math.isnan(value) else value

    return [[[read(part) for part in cell.split(";")] for cell in line.split(",")] for line in table.splitlines()]


def prepare(home, scratch, name):
    """A project with the recorder as its only controller."""
    project = scratch / name
    folder = project / "controllers/probe"
    folder.mkdir(parents=True)
    for beside in ("worlds", "out"):
        (project / beside).mkdir()
    source = folder / SOURCES[name].name
    shutil.copy(SOURCES[name], source)
    compile_controller(home, folder, source)
    return project


def record(home, foxden, project, group, world):
    file = project / "worlds" / f"{world}.wbt"
    shutil.copy(RECORDINGS / group / "worlds" / file.name, file)
    ended = subprocess.run(
        [foxden, "run", "--quiet", "--until-controllers-end", "--offline", file],
        capture_output=True, text=True, env=dict(os.environ, WEBOTS_HOME=str(home)), timeout=PATIENCE, check=False,
    )  # fmt: skip
    table = project / "out" / f"{world}.csv"
    assert table.exists(), f"{project.name}, {world}: nothing was recorded: {ended.stdout}{ended.stderr}"
    return cells(table.read_text(encoding="utf-8"))


def check(home, foxden, scratch, names):
    projects = {name: prepare(home, scratch, name) for name in names}
    rows = 0
    for group, worlds in WORLDS.items():
        for world in worlds.split():
            expected = record(home, foxden, projects["C"], group, world)
            rows += len(expected)
            assert len(expected) > 2, f"{world}: only {len(expected)} rows"
            for name in names[1:]:
                found = record(home, foxden, projects[name], group, world)
                differing = [f"{ours} instead of {theirs}" for ours, theirs in zip(found, expected) if ours != theirs]
                assert found == expected, f"{name}, {world}: {len(found)} of {len(expected)} rows; {differing[:3]}"
    count = sum(len(worlds.split()) for worlds in WORLDS.values())
    return f"{count} recorded worlds, {rows} rows alike in {', '.join(names)}"
