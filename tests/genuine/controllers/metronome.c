// Reads all light sensors every step. With arguments BLOCKS and STEPS it says
// how long blocks of steps took and then ends the simulation; without them it
// goes on for ever.

#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <webots/device.h>
#include <webots/light_sensor.h>
#include <webots/nodes.h>
#include <webots/robot.h>
#include <webots/supervisor.h>

#define MAX_EYES 64

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec + time.tv_nsec * 1e-9;
}

static WbDeviceTag eyes[MAX_EYES];
static int eye_count = 0;
static double seen = 0;

static int beat(int step) {
  if (wb_robot_step(step) == -1)
    return 0;
  for (int i = 0; i < eye_count; ++i)
    seen += wb_light_sensor_get_value(eyes[i]);
  return 1;
}

int main(int argc, char **argv) {
  wb_robot_init();
  const int step = (int)wb_robot_get_basic_time_step();
  for (int i = 0; i < wb_robot_get_number_of_devices() && eye_count < MAX_EYES; ++i) {
    const WbDeviceTag device = wb_robot_get_device_by_index(i);
    if (wb_device_get_node_type(device) == WB_NODE_LIGHT_SENSOR) {
      wb_light_sensor_enable(device, step);
      eyes[eye_count++] = device;
    }
  }
  if (argc < 3) {
    while (beat(step)) {
    }
    wb_robot_cleanup();
    return 0;
  }
  const int blocks = atoi(argv[1]), steps = atoi(argv[2]);
  for (int i = 0; i < steps / 10 + 2; ++i)
    beat(step);
  for (int block = 0; block < blocks; ++block) {
    const double start = now();
    for (int i = 0; i < steps; ++i)
      if (!beat(step))
        return 1;
    printf("block %d %.9f\n", steps, now() - start);
  }
  fprintf(stderr, "sum of all readings %.17g\n", seen);
  wb_supervisor_simulation_quit(0);
  wb_robot_step(step);
  wb_robot_cleanup();
  return 0;
}
