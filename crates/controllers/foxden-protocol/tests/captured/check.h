/* What the controllers of the recordings share: counting what goes wrong. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <webots/robot.h>

static int failures = 0;

#define CHECK(condition)                                                   \
  do {                                                                     \
    if (!(condition)) {                                                    \
      failures++;                                                          \
      fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition);      \
    }                                                                      \
  } while (0)

#define CHECK_STEP() CHECK(wb_robot_step(32) == 0)
