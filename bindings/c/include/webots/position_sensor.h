/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Measures a joint. */

#ifndef WB_POSITION_SENSOR_H
#define WB_POSITION_SENSOR_H

#define WB_USING_C_API
#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Starts measuring: the first value is there after sampling_period milliseconds. */
void wb_position_sensor_enable(WbDeviceTag tag, int sampling_period);

/* Stops measuring. */
void wb_position_sensor_disable(WbDeviceTag tag);

/* How often it measures, in milliseconds; 0 when it does not. */
int wb_position_sensor_get_sampling_period(WbDeviceTag tag);

/* The newest position in radians or metres. */
double wb_position_sensor_get_value(WbDeviceTag tag);

/* The kind of joint. */
WbJointType wb_position_sensor_get_type(WbDeviceTag tag);

/* The motor of the same joint, or 0. */
WbDeviceTag wb_position_sensor_get_motor(WbDeviceTag tag);

/* The brake of the same joint, or 0. */
WbDeviceTag wb_position_sensor_get_brake(WbDeviceTag tag);

#ifdef __cplusplus
}
#endif

#endif
