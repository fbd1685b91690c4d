// Swings a pendulum up with a motor that is too weak to lift it: it pushes
// along with every swing until there is energy enough, then balances.

#include <math.h>
#include <stdio.h>
#include <webots/motor.h>
#include <webots/position_sensor.h>
#include <webots/robot.h>

#define STEP 8
#define MASS 1.0
#define LENGTH 0.5
#define GRAVITY 9.81
#define TORQUE 2.0

static double wrapped(double angle) { return atan2(sin(angle), cos(angle)); }

int main() {
  wb_robot_init();
  WbDeviceTag motor = wb_robot_get_device("motor");
  WbDeviceTag sensor = wb_robot_get_device("angle");
  wb_position_sensor_enable(sensor, STEP);
  wb_robot_step(STEP);
  double before = wb_position_sensor_get_value(sensor);
  double up_since = -1;
  while (wb_robot_step(STEP) != -1 && wb_robot_get_time() < 60) {
    const double angle = wb_position_sensor_get_value(sensor); // 0 hangs down
    const double speed = (angle - before) / (STEP / 1000.0);
    before = angle;
    // energy over that of hanging still; upright and still is the wanted amount
    const double energy = 0.5 * MASS * LENGTH * LENGTH * speed * speed + MASS * GRAVITY * LENGTH * (1 - cos(angle));
    const double wanted = 2 * MASS * GRAVITY * LENGTH;
    const double tilt = wrapped(angle - M_PI);
    double torque;
    if (fabs(tilt) < 0.25)
      torque = -40 * tilt - 6 * speed;
    else {
      // hanging still has no direction to push along with
      const double direction = fabs(speed) < 1e-6 ? 1 : (speed > 0 ? 1 : -1);
      torque = 4 * (wanted - energy) * direction;
    }
    torque = fmax(-TORQUE, fmin(TORQUE, torque));
    wb_motor_set_torque(motor, torque);
    if (fabs(tilt) > 0.1)
      up_since = -1;
    else if (up_since < 0)
      up_since = wb_robot_get_time();
    else if (wb_robot_get_time() - up_since > 2) {
      printf("upright for two seconds after %.1f s\n", wb_robot_get_time());
      wb_robot_cleanup();
      return 0;
    }
  }
  printf("it never stood\n");
  wb_robot_cleanup();
  return 1;
}
