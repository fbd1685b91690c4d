// Says the time to everybody in reach, once a second.

#include <stdio.h>
#include <string.h>
#include <webots/emitter.h>
#include <webots/robot.h>

int main() {
  wb_robot_init();
  WbDeviceTag emitter = wb_robot_get_device("emitter");
  for (int hour = 1; hour <= 5; ++hour) {
    char news[64];
    snprintf(news, sizeof news, "%d o'clock and all is well", hour);
    wb_emitter_send(emitter, news, strlen(news) + 1);
    if (wb_robot_step(1024) == -1)
      return 0;
  }
  wb_robot_cleanup();
  return 0;
}
