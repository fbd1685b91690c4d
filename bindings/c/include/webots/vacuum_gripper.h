/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Holds objects. */

#ifndef WB_VACUUM_GRIPPER_H
#define WB_VACUUM_GRIPPER_H

#define WB_USING_C_API
#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Starts looking for something to hold, every sampling_period milliseconds. */
void wb_vacuum_gripper_enable_presence(WbDeviceTag tag, int sampling_period);

/* Stops looking. */
void wb_vacuum_gripper_disable_presence(WbDeviceTag tag);

/* How often it looks, in milliseconds; 0 when it does not. */
int wb_vacuum_gripper_get_presence_sampling_period(WbDeviceTag tag);

/* Whether it holds something. */
bool wb_vacuum_gripper_get_presence(WbDeviceTag tag);

/* Holds what it touches, now or later. */
void wb_vacuum_gripper_turn_on(WbDeviceTag tag);

/* Lets go. */
void wb_vacuum_gripper_turn_off(WbDeviceTag tag);

/* Whether it is on. */
bool wb_vacuum_gripper_is_on(WbDeviceTag tag);

#ifdef __cplusplus
}
#endif

#endif
