/* Counts what holds and names what does not. */
#include <stdio.h>

static int checks = 0, failures = 0;

#define CHECK(condition)                            \
  do {                                              \
    ++checks;                                       \
    if (!(condition)) {                             \
      ++failures;                                   \
      printf("line %d: %s\n", __LINE__, #condition); \
    }                                               \
  } while (0)
