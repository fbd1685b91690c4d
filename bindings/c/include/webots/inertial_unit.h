/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Measures orientation. */

#ifndef WB_INERTIAL_UNIT_H
#define WB_INERTIAL_UNIT_H

#define WB_USING_C_API
#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Starts measuring: the first value is there after sampling_period milliseconds. */
void wb_inertial_unit_enable(WbDeviceTag tag, int sampling_period);

/* Stops measuring. */
void wb_inertial_unit_disable(WbDeviceTag tag);

/* How often it measures, in milliseconds; 0 when it does not. */
int wb_inertial_unit_get_sampling_period(WbDeviceTag tag);

/* The standard deviation of the noise. */
double wb_inertial_unit_get_noise(WbDeviceTag tag);

/* The newest orientation as roll, pitch and yaw in radians. */
const double *wb_inertial_unit_get_roll_pitch_yaw(WbDeviceTag tag);

/* The newest orientation as x, y, z, w. */
const double *wb_inertial_unit_get_quaternion(WbDeviceTag tag);

#ifdef __cplusplus
}
#endif

#endif
