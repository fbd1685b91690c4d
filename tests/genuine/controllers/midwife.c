// Starts the controllers of the other robots again, one at random at a time.
// Its argument is the number of robots called R0, R1 and so on.

#include <stdio.h>
#include <stdlib.h>
#include <webots/robot.h>
#include <webots/supervisor.h>

int main(int argc, char **argv) {
  wb_robot_init();
  const int count = argc > 1 ? atoi(argv[1]) : 0;
  WbNodeRef robots[count + 1];
  for (int i = 0; i < count; ++i) {
    char name[16];
    snprintf(name, sizeof name, "R%d", i);
    robots[i] = wb_supervisor_node_get_from_def(name);
  }
  srand(1);
  long births = 0;
  for (long step = 1; wb_robot_step((int)wb_robot_get_basic_time_step()) != -1; ++step)
    if (step % 20 == 0) {
      wb_supervisor_node_restart_controller(robots[rand() % count]);
      if (++births % 1000 == 0)
        printf("%ld births\n", births);
    }
  wb_robot_cleanup();
  return 0;
}
