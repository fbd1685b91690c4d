"""What a step costs with this library and with the genuine one: bench.py --home DIR --genuine DIR --foxden PROGRAM.

The same world and the same controllers, started in turn with either library: one in C that only steps, and
one in Python that reads sixteen sensors after each step. A controller measures itself, after some steps to
warm up; the median of its runs counts. Simulator and controller share one processor: where the scheduler
puts two processes that wait for each other changes a step fourfold, from run to run.
"""

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from everything import compile_controller

SENSORS = 16
ROUNDS = 11
WARM_UP = 2000
STEPS = 10000

STEP_IN_C = f"""#include <stdio.h>
#include <time.h>
#include <webots/light_sensor.h>
#include <webots/robot.h>

static double now(void) {{
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec + time.tv_nsec * 1e-9;
}}

int main(void) {{
  wb_robot_init();
  for (int i = 0; i < wb_robot_get_number_of_devices(); ++i)
    wb_light_sensor_enable(wb_robot_get_device_by_index(i), 32);
  for (int i = 0; i < {WARM_UP}; ++i)
    wb_robot_step(32);
  const double start = now();
  for (int i = 0; i < {STEPS}; ++i)
    wb_robot_step(32);
  printf("%.9f\\n", (now() - start) / {STEPS});
  fflush(stdout);
  wb_robot_cleanup();
  return 0;
}}
"""

READ_IN_PYTHON = f"""import time
from controller import Robot

robot = Robot()
sensors = [robot.getDevice(f"light{{index}}") for index in range({SENSORS})]
for sensor in sensors:
    sensor.enable(32)

def loop(steps):
    for _ in range(steps):
        robot.step(32)
        for sensor in sensors:
            sensor.getValue()

loop({WARM_UP})
start = time.perf_counter()
loop({STEPS})
print((time.perf_counter() - start) / {STEPS}, flush=True)
start = time.perf_counter()
for _ in range({STEPS}):
    for sensor in sensors:
        sensor.getValue()
print((time.perf_counter() - start) / {STEPS}, flush=True)
"""

CONTROLLERS = {"step": ("bench.c", STEP_IN_C), "read": ("bench.py", READ_IN_PYTHON)}


def world():
    sensors = "".join(f'    LightSensor {{ name "light{index}" }}\n' for index in range(SENSORS))
    return (
        "#VRML_SIM R2023b utf8\nWorldInfo { basicTimeStep 32 }\nViewpoint { }\n"
        "PointLight { attenuation 0 0 1 location 0 0 1 }\n"
        f'Robot {{\n  children [\n{sensors}  ]\n  controller "bench"\n}}\n'
    )


def prepare(home, scratch, title):
    file, text = CONTROLLERS[title]
    folder = scratch / title / "controllers/bench"
    folder.mkdir(parents=True)
    (scratch / title / "worlds").mkdir()
    path = scratch / title / "worlds/bench.wbt"
    path.write_text(world())
    (folder / file).write_text(text)
    # linked once: which library it finds is a matter of WEBOTS_HOME
    compile_controller(home, folder, folder / file)
    return path


def measure(home, foxden, path):
    """The seconds that a controller printed."""
    ended = subprocess.run(
        [foxden, "run", "--quiet", "--until-controllers-end", "--offline", path],
        capture_output=True, text=True, env=dict(os.environ, WEBOTS_HOME=str(home)), timeout=300, check=False,
    )  # fmt: skip
    numbers = [line for line in ended.stdout.split() if line[:1].isdigit()]
    assert numbers, f"{path}: {ended.stdout}{ended.stderr}"
    return [float(number) for number in numbers]


def main():
    parser = argparse.ArgumentParser()
    for option in ("--home", "--genuine", "--foxden"):
        parser.add_argument(option, type=Path, required=True)
    options = parser.parse_args()
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    homes = {"Foxden's": options.home.resolve(), "genuine": options.genuine.resolve()}
    titles = ["a step, C", f"a step and {SENSORS} readings, Python", f"{SENSORS} readings, Python"]
    found = {(title, name): [] for title in titles for name in homes}
    with tempfile.TemporaryDirectory() as folder:
        paths = [prepare(homes["Foxden's"], Path(folder), title) for title in CONTROLLERS]
        for _ in range(ROUNDS):
            for name, home in homes.items():
                seconds = [one for path in paths for one in measure(home, options.foxden, path)]
                for title, one in zip(titles, seconds):
                    found[title, name].append(one * 1e6)
    for title in titles:
        own, genuine = (found[title, name] for name in homes)
        for name, runs in zip(homes, (own, genuine)):
            print(f"{title}, {name}: {statistics.median(runs):.2f} µs ({min(runs):.2f} to {max(runs):.2f})")
        print(f"{title}: {statistics.median(genuine) / statistics.median(own):.2f} times as fast as genuine")
    return 0


if __name__ == "__main__":
    sys.exit(main())
