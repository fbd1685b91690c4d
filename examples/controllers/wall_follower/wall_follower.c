// Keeps a wall on the right: turns towards it when it is far, away when it is
// near, and left when something is ahead.

#include <math.h>
#include <stdio.h>
#include <webots/distance_sensor.h>
#include <webots/motor.h>
#include <webots/position_sensor.h>
#include <webots/robot.h>

#define STEP 32
#define SPEED 4.0
#define NEAR 120.0
#define WHEEL_RADIUS 0.02

int main() {
  wb_robot_init();
  WbDeviceTag front_right = wb_robot_get_device("ps0"), diagonal = wb_robot_get_device("ps1"),
              right_side = wb_robot_get_device("ps2"), front_left = wb_robot_get_device("ps7");
  WbDeviceTag eyes[] = {front_right, diagonal, right_side, front_left};
  for (int i = 0; i < 4; ++i)
    wb_distance_sensor_enable(eyes[i], STEP);
  WbDeviceTag left = wb_robot_get_device("left wheel motor"), right = wb_robot_get_device("right wheel motor");
  WbDeviceTag odometer = wb_robot_get_device("left wheel sensor");
  wb_position_sensor_enable(odometer, STEP);
  wb_motor_set_position(left, INFINITY);
  wb_motor_set_position(right, INFINITY);
  wb_motor_set_velocity(left, SPEED);
  wb_motor_set_velocity(right, SPEED);

  int at_wall = 0, steps = 0;
  wb_robot_step(STEP);
  while (steps < 1500 && wb_robot_step(STEP) != -1) {
    ++steps;
    const double ahead = fmax(wb_distance_sensor_get_value(front_right), wb_distance_sensor_get_value(front_left));
    const double beside = fmax(wb_distance_sensor_get_value(diagonal), wb_distance_sensor_get_value(right_side));
    double l = SPEED, r = SPEED;
    if (ahead > NEAR) {
      l = -SPEED / 2;
      r = SPEED / 2;
    } else if (beside > 2 * NEAR)
      l = SPEED * 0.6;
    else if (at_wall && beside < NEAR)
      r = SPEED * 0.6;
    if (beside > NEAR)
      ++at_wall;
    wb_motor_set_velocity(left, l);
    wb_motor_set_velocity(right, r);
  }
  printf("beside a wall in %d of %d steps, %.2f m on the left wheel\n", at_wall, steps,
         wb_position_sensor_get_value(odometer) * WHEEL_RADIUS);
  wb_robot_cleanup();
  return 0;
}
