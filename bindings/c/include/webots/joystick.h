/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The joystick of the person in front of the simulation. */

#ifndef WB_JOYSTICK_H
#define WB_JOYSTICK_H

#define WB_USING_C_API
#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Starts reporting, every sampling_period milliseconds. */
void wb_joystick_enable(int sampling_period);

/* Stops reporting. */
void wb_joystick_disable(void);

/* How often it measures, in milliseconds; 0 when it does not. */
int wb_joystick_get_sampling_period(void);

/* Whether there is a joystick. */
bool wb_joystick_is_connected(void);

/* What it is called. */
const char *wb_joystick_get_model(void);

/* How many axes it has. */
int wb_joystick_get_number_of_axes(void);

/* Where an axis is. */
int wb_joystick_get_axis_value(int axis);

/* How many hats it has. */
int wb_joystick_get_number_of_povs(void);

/* Where a hat points to. */
int wb_joystick_get_pov_value(int pov);

/* The next button that is down in this step, or -1. */
int wb_joystick_get_pressed_button(void);

/* Pushes back. */
void wb_joystick_set_constant_force(int level);

/* For how many seconds it pushes back. */
void wb_joystick_set_constant_force_duration(double duration);

/* How strongly it returns to the middle. */
void wb_joystick_set_auto_centering_gain(double gain);

/* How strongly it resists. */
void wb_joystick_set_resistance_gain(double gain);

/* Which axis pushes back. */
void wb_joystick_set_force_axis(int axis);

#ifdef __cplusplus
}
#endif

#endif
