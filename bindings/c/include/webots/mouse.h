/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The mouse of the person in front of the simulation. */

#ifndef WB_MOUSE_H
#define WB_MOUSE_H

#define WB_USING_C_API
#include "mouse_state.h"
#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Starts reporting, every sampling_period milliseconds. */
void wb_mouse_enable(int sampling_period);

/* Stops reporting. */
void wb_mouse_disable(void);

/* How often it measures, in milliseconds; 0 when it does not. */
int wb_mouse_get_sampling_period(void);

/* Reports the point in the scene under the mouse too. */
void wb_mouse_enable_3d_position(void);

/* Stops reporting it. */
void wb_mouse_disable_3d_position(void);

/* Whether it is reported. */
bool wb_mouse_is_3d_position_enabled(void);

/* Where the mouse is and which buttons are down. */
WbMouseState wb_mouse_get_state(void);

/* The same, for languages without structures. */
WbMouseState *wb_mouse_get_state_pointer(void);

#ifdef __cplusplus
}
#endif

#endif
