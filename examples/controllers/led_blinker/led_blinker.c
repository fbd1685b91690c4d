// Lets a light run around the robot.

#include <stdio.h>
#include <webots/led.h>
#include <webots/robot.h>

#define LEDS 8

int main() {
  wb_robot_init();
  const int step = (int)wb_robot_get_basic_time_step();
  WbDeviceTag leds[LEDS];
  for (int i = 0; i < LEDS; ++i) {
    char name[8];
    snprintf(name, sizeof name, "led%d", i);
    leds[i] = wb_robot_get_device(name);
  }
  int lit = 0;
  for (int round = 0; round < 3; ++round)
    for (int i = 0; i < LEDS; ++i) {
      wb_led_set(leds[(i + LEDS - 1) % LEDS], 0);
      wb_led_set(leds[i], 1);
      lit += wb_led_get(leds[i]);
      // a tenth of a second each
      for (int time = 0; time < 100; time += step)
        if (wb_robot_step(step) == -1)
          return 0;
    }
  printf("%d flashes in %.2f s\n", lit, wb_robot_get_time());
  wb_robot_cleanup();
  return 0;
}
