// Measures light: enable, step, value, period and lookup table.

#include <stdio.h>
#include <webots/light_sensor.h>
#include <webots/robot.h>

int main() {
  wb_robot_init();
  const int step = (int)wb_robot_get_basic_time_step();
  const WbDeviceTag sensor = wb_robot_get_device("light sensor");
  wb_light_sensor_enable(sensor, step);
  for (int i = 0; i < 5; ++i) {
    if (wb_robot_step(step) == -1)
      break;
    printf("%.3f s: %.3f\n", wb_robot_get_time(), wb_light_sensor_get_value(sensor));
  }
  printf("period: %d ms\n", wb_light_sensor_get_sampling_period(sensor));
  const double *table = wb_light_sensor_get_lookup_table(sensor);
  for (int i = 0; i < wb_light_sensor_get_lookup_table_size(sensor); ++i)
    printf("%g -> %g, noise %g\n", table[3 * i], table[3 * i + 1], table[3 * i + 2]);
  wb_robot_cleanup();
  return 0;
}
