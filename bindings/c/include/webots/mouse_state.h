/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Where the mouse is. */

#ifndef WB_MOUSE_STATE_H
#define WB_MOUSE_STATE_H

#include "types.h"

typedef struct {
  /* From 0 to 1 in the picture, not numbers outside. */
  double u;
  double v;
  /* The point in the scene, not numbers if there is none. */
  double x;
  double y;
  double z;
  /* Buttons that are down. */
  bool left;
  bool middle;
  bool right;
} WbMouseState;

#endif
