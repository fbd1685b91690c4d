// Wanders among boxes without touching them: a lidar tells on which side there
// is more room.

#include <math.h>
#include <stdio.h>
#include <webots/lidar.h>
#include <webots/motor.h>
#include <webots/robot.h>

#define STEP 32
#define SPEED 5.0
#define NEAR 0.35

static double nearest(const float *ranges, int from, int to) {
  double least = INFINITY;
  for (int i = from; i < to; ++i)
    if (ranges[i] < least)
      least = ranges[i];
  return least;
}

int main() {
  wb_robot_init();
  WbDeviceTag lidar = wb_robot_get_device("lidar");
  wb_lidar_enable(lidar, STEP);
  const int count = wb_lidar_get_horizontal_resolution(lidar);
  WbDeviceTag left = wb_robot_get_device("left motor"), right = wb_robot_get_device("right motor");
  wb_motor_set_position(left, INFINITY);
  wb_motor_set_position(right, INFINITY);

  double closest = INFINITY;
  int turns = 0, steps = 0;
  wb_robot_step(STEP);
  while (steps < 900 && wb_robot_step(STEP) != -1) {
    ++steps;
    const float *ranges = wb_lidar_get_range_image(lidar);
    const double on_left = nearest(ranges, 0, count / 2), on_right = nearest(ranges, count / 2, count);
    double l = SPEED, r = SPEED;
    if (fmin(on_left, on_right) < NEAR) {
      ++turns;
      l = on_left < on_right ? SPEED / 2 : -SPEED / 2;
      r = -l;
    }
    closest = fmin(closest, fmin(on_left, on_right));
    wb_motor_set_velocity(left, l);
    wb_motor_set_velocity(right, r);
  }
  printf("nothing nearer than %.2f m in %d steps, turned away in %d\n", closest, steps, turns);
  wb_robot_cleanup();
  return 0;
}
