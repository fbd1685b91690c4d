// Lives for a random while and leaves in a random way. Its argument is the seed.

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include <webots/light_sensor.h>
#include <webots/robot.h>

int main(int argc, char **argv) {
  srand((argc > 1 ? atoi(argv[1]) : 0) * 7919 + getpid());
  wb_robot_init();
  const int step = (int)wb_robot_get_basic_time_step();
  const WbDeviceTag eye = wb_robot_get_device("eye");
  wb_light_sensor_enable(eye, step);
  const int steps = 200 + rand() % 4000;
  for (int i = 0; i < steps; ++i)
    if (wb_robot_step(step) == -1)
      break;
  switch (rand() % 4) {
    case 0:
      abort();
    case 1:
      printf("mayfly %d leaves without a word\n", getpid());
      _exit(3);
    default:
      wb_robot_cleanup();
  }
  return 0;
}
