// A vehicle after Valentino Braitenberg: each wheel is driven by the light on
// the other side, so the robot turns towards the lamp and speeds up near it.

#include <stdio.h>
#include <webots/light_sensor.h>
#include <webots/motor.h>
#include <webots/robot.h>

#define STEP 16
#define EYES 8
#define MAX_SPEED 6.2
#define BRIGHT 3.0

// how much each eye, clockwise from the front right, drives the left and the right wheel
static const double LEFT[EYES] = {0.2, 0.6, 0.9, 0.5, 0.0, 0.0, 0.0, 0.2};
static const double RIGHT[EYES] = {0.2, 0.0, 0.0, 0.0, 0.5, 0.9, 0.6, 0.2};

int main() {
  wb_robot_init();
  WbDeviceTag eyes[EYES];
  for (int i = 0; i < EYES; ++i) {
    char name[8];
    snprintf(name, sizeof name, "ls%d", i);
    eyes[i] = wb_robot_get_device(name);
    wb_light_sensor_enable(eyes[i], STEP);
  }
  WbDeviceTag left = wb_robot_get_device("left wheel motor");
  WbDeviceTag right = wb_robot_get_device("right wheel motor");
  wb_motor_set_position(left, INFINITY);
  wb_motor_set_position(right, INFINITY);
  wb_motor_set_velocity(left, 0);
  wb_motor_set_velocity(right, 0);

  double darkest = 1e9, brightest = 0;
  wb_robot_step(STEP);
  for (int step = 0; step < 2000 && wb_robot_step(STEP) != -1; ++step) {
    // an e-puck's light sensor gives 4095 in the dark and less in the light
    double sum = 0, l = 0, r = 0;
    for (int i = 0; i < EYES; ++i) {
      const double light = 4095 - wb_light_sensor_get_value(eyes[i]);
      sum += light;
      l += LEFT[i] * light;
      r += RIGHT[i] * light;
    }
    if (step > 0 && sum < darkest)
      darkest = sum;
    if (sum > brightest)
      brightest = sum;
    const double scale = l + r > 0 ? MAX_SPEED / (l > r ? l : r) : 0;
    wb_motor_set_velocity(left, scale > 0 ? l * scale : 1);
    wb_motor_set_velocity(right, scale > 0 ? r * scale : 2);
    if (brightest > BRIGHT * darkest && sum < 0.8 * brightest)
      break;
  }
  printf("it is %.1f times as bright here as where I came from\n", brightest / darkest);
  wb_robot_cleanup();
  return 0;
}
