/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The default robot window. */

#ifndef WB_DEFAULT_H
#define WB_DEFAULT_H

#define WB_USING_C_API
#include "../../types.h"
#include "robot_wwi.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Describes the robot to its default window. */
void wbu_default_robot_window_configure(void);

/* Brings the default window up to date. */
void wbu_default_robot_window_update(void);

/* How large pictures are in the default window. */
void wbu_default_robot_window_set_images_max_size(int max_width, int max_height);

#ifdef __cplusplus
}
#endif

#endif
