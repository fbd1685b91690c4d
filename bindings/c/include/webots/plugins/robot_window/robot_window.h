/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Robot windows made of a library. */

#ifndef WB_ROBOT_WINDOW_H
#define WB_ROBOT_WINDOW_H

#define WB_USING_C_API
#include "../../types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Calls the robot window library. */
void *wb_robot_window_custom_function(void *);

#ifdef __cplusplus
}
#endif

#endif
