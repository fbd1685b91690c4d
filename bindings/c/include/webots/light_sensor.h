/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Measures light: irradiance at a point from all lights of the world. */

#ifndef WB_LIGHT_SENSOR_H
#define WB_LIGHT_SENSOR_H

#define WB_USING_C_API
#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Starts measuring: the first value is there after sampling_period milliseconds. */
void wb_light_sensor_enable(WbDeviceTag tag, int sampling_period);

/* Stops measuring. */
void wb_light_sensor_disable(WbDeviceTag tag);

/* How often it measures, in milliseconds; 0 when it does not. */
int wb_light_sensor_get_sampling_period(WbDeviceTag tag);

/* The number of rows of the lookup table. */
int wb_light_sensor_get_lookup_table_size(WbDeviceTag tag);

/* The rows of the lookup table: input, output and noise of each. NULL if it is empty. */
const double *wb_light_sensor_get_lookup_table(WbDeviceTag tag);

/* The newest reading through the lookup table; not a number before the first. */
double wb_light_sensor_get_value(WbDeviceTag tag);

#ifdef __cplusplus
}
#endif

#endif
