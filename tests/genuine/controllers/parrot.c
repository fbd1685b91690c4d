// Repeats what its robot window says, and says how many texts came with a step. The last one is a label, too.

#include <stdio.h>
#include <string.h>
#include <webots/plugins/robot_window/robot_wwi.h>
#include <webots/robot.h>
#include <webots/supervisor.h>

int main(void) {
  wb_robot_init();
  const int step = (int)wb_robot_get_basic_time_step();
  while (wb_robot_step(step) != -1) {
    const char *text;
    int count = 0;
    while ((text = wb_robot_wwi_receive_text())) {
      char answer[256];
      snprintf(answer, sizeof answer, "%d: %s", ++count, text);
      wb_robot_wwi_send(answer, (int)strlen(answer) + 1);
      wb_supervisor_set_label(0, text, 0.25, 0.5, 0.125, 0xff8000, 0.0, "Arial");
    }
  }
  wb_robot_cleanup();
  return 0;
}
