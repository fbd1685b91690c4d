"""The vehicle libraries: one drive in C, C++ and Python, with a car of our own, ends with the same numbers."""

import os
import shutil
import subprocess
from pathlib import Path

HERE = Path(__file__).parent

# Each function once, and the car driven both ways: by a speed, and by throttle, gear and brake.
C = """
#include <stdio.h>
#include <webots/robot.h>
#include <webots/supervisor.h>
#include <webots/vehicle/car.h>
#include <webots/vehicle/driver.h>
static void go(int steps) {
  while (steps-- > 0 && wbu_driver_step() != -1) {}
}
int main() {
  if (!wbu_driver_initialization_is_possible()) return 1;
  wbu_driver_init();
  wbu_car_init();
  printf("%d %d %g %g %g %g %g %g %d\\n", wbu_car_get_type(), wbu_car_get_engine_type(), wbu_car_get_wheelbase(),
         wbu_car_get_track_front(), wbu_car_get_track_rear(), wbu_car_get_front_wheel_radius(),
         wbu_car_get_rear_wheel_radius(), wbu_car_get_indicator_period(), wbu_driver_get_gear_number());
  wbu_car_set_indicator_period(0.5);
  wbu_driver_set_dipped_beams(true);
  wbu_driver_set_antifog_lights(true);
  wbu_driver_set_hazard_flashers(true);
  wbu_driver_set_wiper_mode(SLOW);
  wbu_driver_set_cruising_speed(18);
  go(300);
  printf("%d %d %d %d %d %d\\n", wbu_driver_get_dipped_beams(), wbu_driver_get_antifog_lights(), wbu_driver_get_hazard_flashers(),
         wbu_driver_get_wiper_mode(), wbu_driver_get_indicator(), wbu_driver_get_control_mode());
  printf("%.6f %.6f\\n", wbu_driver_get_current_speed(), wbu_driver_get_target_cruising_speed());
  wbu_driver_set_hazard_flashers(false);
  wbu_driver_set_indicator(RIGHT);
  wbu_driver_set_steering_angle(0.3);
  go(300);
  printf("%.6f %.6f %.6f %.6f\\n", wbu_driver_get_steering_angle(), wbu_car_get_right_steering_angle(),
         wbu_car_get_left_steering_angle(), wbu_driver_get_current_speed());
  printf("%d ", wbu_driver_get_indicator());
  wbu_driver_set_steering_angle(0.0);
  printf("%d\\n", wbu_driver_get_indicator());
  wbu_car_enable_limited_slip_differential(true);
  wbu_car_enable_indicator_auto_disabling(false);
  wbu_driver_set_gear(1);
  wbu_driver_set_throttle(0.5);
  go(200);
  printf("%d %.6f %.6f %.6f\\n", wbu_driver_get_gear(), wbu_driver_get_rpm(), wbu_driver_get_throttle(), wbu_driver_get_current_speed());
  wbu_driver_set_throttle(0);
  wbu_driver_set_brake_intensity(0.8);
  go(50);
  printf("%d %d %.6f\\n", wbu_car_get_brake_lights(), wbu_car_get_backwards_lights(), wbu_driver_get_brake_intensity());
  go(350);
  wbu_driver_set_brake_intensity(0);
  const double *place = wb_supervisor_node_get_position(wb_supervisor_node_get_self());
  printf("%.6f %.6f %.6f\\n", wbu_driver_get_current_speed(), place[0], place[1]);
  printf("%.6f %.6f\\n", wbu_car_get_wheel_speed(WBU_CAR_WHEEL_REAR_LEFT), wbu_car_get_wheel_encoder(WBU_CAR_WHEEL_FRONT_RIGHT));
  fflush(stdout);
  wb_supervisor_simulation_quit(0);
  go(1);
  wbu_driver_cleanup();
  return 0;
}
"""

CPP = """
#include <cstdio>
#include <webots/vehicle/Car.hpp>
#define LEFT 7
#define SPEED 8
using namespace webots;
static void go(Car &car, int steps) {
  while (steps-- > 0 && car.step() != -1) {}
}
int main() {
  if (!Driver::isInitialisationPossible()) return 1;
  Car car;
  std::printf("%d %d %g %g %g %g %g %g %d\\n", car.getType(), car.getEngineType(), car.getWheelbase(), car.getTrackFront(),
              car.getTrackRear(), car.getFrontWheelRadius(), car.getRearWheelRadius(), car.getIndicatorPeriod(), car.getGearNumber());
  car.setIndicatorPeriod(0.5);
  car.setDippedBeams(true);
  car.setAntifogLights(true);
  car.setHazardFlashers(true);
  car.setWiperMode(Driver::SLOW);
  car.setCruisingSpeed(18);
  go(car, 300);
  std::printf("%d %d %d %d %d %d\\n", car.getDippedBeams(), car.getAntifogLights(), car.getHazardFlashers(), car.getWiperMode(),
              car.getIndicator(), car.getControlMode());
  std::printf("%.6f %.6f\\n", car.getCurrentSpeed(), car.getTargetCruisingSpeed());
  car.setHazardFlashers(false);
  car.setIndicator(Driver::INDICATOR_RIGHT);
  car.setSteeringAngle(0.3);
  go(car, 300);
  std::printf("%.6f %.6f %.6f %.6f\\n", car.getSteeringAngle(), car.getRightSteeringAngle(), car.getLeftSteeringAngle(),
              car.getCurrentSpeed());
  std::printf("%d ", car.getIndicator());
  car.setSteeringAngle(0.0);
  std::printf("%d\\n", car.getIndicator());
  car.enableLimitedSlipDifferential(true);
  car.enableIndicatorAutoDisabling(false);
  car.setGear(1);
  car.setThrottle(0.5);
  go(car, 200);
  std::printf("%d %.6f %.6f %.6f\\n", car.getGear(), car.getRpm(), car.getThrottle(), car.getCurrentSpeed());
  car.setThrottle(0);
  car.setBrakeIntensity(0.8);
  go(car, 50);
  std::printf("%d %d %.6f\\n", car.getBrakeLights(), car.getBackwardsLights(), car.getBrakeIntensity());
  go(car, 350);
  car.setBrakeIntensity(0);
  const double *place = car.getSelf()->getPosition();
  std::printf("%.6f %.6f %.6f\\n", car.getCurrentSpeed(), place[0], place[1]);
  std::printf("%.6f %.6f\\n", car.getWheelSpeed(Car::WHEEL_REAR_LEFT), car.getWheelEncoder(Car::WHEEL_FRONT_RIGHT));
  std::fflush(stdout);
  car.simulationQuit(0);
  go(car, 1);
  return 0;
}
"""

PYTHON = """
from vehicle import Car, Driver
assert Driver.isInitialisationPossible()
car = Car()
def go(steps):
    for _ in range(steps):
        if car.step() == -1:
            break
print("%d %d %g %g %g %g %g %g %d" % (car.getType(), car.getEngineType(), car.getWheelbase(), car.getTrackFront(),
      car.getTrackRear(), car.getFrontWheelRadius(), car.getRearWheelRadius(), car.getIndicatorPeriod(), car.getGearNumber()))
car.setIndicatorPeriod(0.5)
car.setDippedBeams(True)
car.setAntifogLights(True)
car.setHazardFlashers(True)
car.setWiperMode(Car.SLOW)
car.setCruisingSpeed(18)
go(300)
print("%d %d %d %d %d %d" % (car.getDippedBeams(), car.getAntifogLights(), car.getHazardFlashers(), car.getWiperMode(),
      car.getIndicator(), car.getControlMode()))
print("%.6f %.6f" % (car.getCurrentSpeed(), car.getTargetCruisingSpeed()))
car.setHazardFlashers(False)
car.setIndicator(Car.INDICATOR_RIGHT)
car.setSteeringAngle(0.3)
go(300)
print("%.6f %.6f %.6f %.6f" % (car.getSteeringAngle(), car.getRightSteeringAngle(), car.getLeftSteeringAngle(), car.getCurrentSpeed()))
before = car.getIndicator()
car.steering_angle = 0.0
print(before, car.indicator)
car.enableLimitedSlipDifferential(True)
car.enableIndicatorAutoDisabling(False)
car.setGear(1)
car.setThrottle(0.5)
go(200)
print("%d %.6f %.6f %.6f" % (car.getGear(), car.getRpm(), car.getThrottle(), car.getCurrentSpeed()))
car.throttle = 0
car.setBrakeIntensity(0.8)
go(50)
print("%d %d %.6f" % (car.getBrakeLights(), car.getBackwardsLights(), car.getBrakeIntensity()))
go(350)
car.brake_intensity = 0
place = car.getSelf().getPosition()
print("%.6f %.6f %.6f" % (car.getCurrentSpeed(), place[0], place[1]))
print("%.6f %.6f" % (car.getWheelSpeed(Car.WHEEL_REAR_LEFT), car.getWheelEncoder(Car.WHEEL_FRONT_RIGHT)), flush=True)
car.simulationQuit(0)
go(1)
"""

BUILDS = {
    "C": ("driver.c", C, ["cc"], ["-ldriver", "-lcar", "-lController"]),
    "C++": ("driver.cpp", CPP, ["c++"], ["-lCppCar", "-lCppDriver", "-ldriver", "-lcar", "-lController"]),
    "Python": ("driver.py", PYTHON, None, None),
}


def drive(language, home, foxden, scratch):
    name, text, compiler, libraries = BUILDS[language]
    project = scratch / language
    folder = project / "controllers/driver"
    folder.mkdir(parents=True)
    (project / "worlds").mkdir()
    shutil.copy(HERE / "car.wbt", project / "worlds/car.wbt")
    (folder / name).write_text(text)
    if compiler:
        headers = [f"-I{home}/include/controller/{part}" for part in ("c", "cpp")]
        command = [*compiler, "-Wall", "-Werror", *headers, folder / name, "-o", folder / "driver"]
        built = subprocess.run(
            [*command, f"-L{home}/lib/controller", *libraries], capture_output=True, text=True, check=False
        )
        assert built.returncode == 0, built.stderr
    ran = subprocess.run(
        [foxden, "run", "--quiet", "--offline", "--port", "0", project / "worlds/car.wbt"],
        capture_output=True, text=True, check=False, env=dict(os.environ, WEBOTS_HOME=str(home)), timeout=300,
    )  # fmt: skip
    assert ran.returncode == 0, f"{language}: {ran.stdout}{ran.stderr}"
    lines = [line.split("] ", 1)[-1] for line in ran.stdout.splitlines()]
    return [[float(word) for word in line.split()] for line in lines]


def check(home, foxden, scratch):
    runs = {language: drive(language, home, foxden, scratch) for language in BUILDS}
    rows = runs["C"]
    for language, other in runs.items():
        assert other == rows, f"{language} drove {other}, C {rows}"
    about, set_, cruise, turn, indicator, torque, lights, end, wheels = rows
    assert about == [1, 0, 2.5, 1.5, 1.5, 0.3, 0.3, 0.34, 4], about
    assert set_ == [1, 1, 1, 0, 0, 0], set_
    assert abs(cruise[0] - 18) < 0.5 and cruise[1] == 18, cruise
    # Ackermann: the inner wheel turns more
    assert abs(turn[0] - 0.3) < 0.02 and turn[1] > 0.3 > turn[2], turn
    assert indicator == [1, 0], indicator
    assert torque[0] == 1 and torque[1] > 500 and torque[2] == 0.5 and torque[3] > 18, torque
    assert lights == [1, 0, 0.8], lights
    assert abs(end[0]) < 1 and end[1] > 5 and end[2] < -1, end
    assert len(wheels) == 2
    return f"{len(rows)} rows of a drive alike in {', '.join(runs)}"
