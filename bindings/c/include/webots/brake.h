/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Brakes a joint. */

#ifndef WB_BRAKE_H
#define WB_BRAKE_H

#define WB_USING_C_API
#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Brakes with this damping constant; 0 lets go. */
void wb_brake_set_damping_constant(WbDeviceTag tag, double damping_constant);

/* The kind of joint. */
WbJointType wb_brake_get_type(WbDeviceTag tag);

/* The motor of the same joint, or 0. */
WbDeviceTag wb_brake_get_motor(WbDeviceTag tag);

/* The position sensor of the same joint, or 0. */
WbDeviceTag wb_brake_get_position_sensor(WbDeviceTag tag);

#ifdef __cplusplus
}
#endif

#endif
