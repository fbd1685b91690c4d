/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Feels contact. */

#ifndef WB_TOUCH_SENSOR_H
#define WB_TOUCH_SENSOR_H

#define WB_USING_C_API
#include "types.h"

typedef enum { WB_TOUCH_SENSOR_BUMPER = 0, WB_TOUCH_SENSOR_FORCE, WB_TOUCH_SENSOR_FORCE3D } WbTouchSensorType;

#ifdef __cplusplus
extern "C" {
#endif

/* Starts measuring: the first value is there after sampling_period milliseconds. */
void wb_touch_sensor_enable(WbDeviceTag tag, int sampling_period);

/* Stops measuring. */
void wb_touch_sensor_disable(WbDeviceTag tag);

/* How often it measures, in milliseconds; 0 when it does not. */
int wb_touch_sensor_get_sampling_period(WbDeviceTag tag);

/* The number of rows of the lookup table. */
int wb_touch_sensor_get_lookup_table_size(WbDeviceTag tag);

/* The rows of the lookup table: input, output and noise of each. NULL if it is empty. */
const double *wb_touch_sensor_get_lookup_table(WbDeviceTag tag);

/* The newest value of a bumper (0 or 1) or a force sensor (newtons). */
double wb_touch_sensor_get_value(WbDeviceTag tag);

/* The newest force in each direction, of a force-3d sensor. */
const double *wb_touch_sensor_get_values(WbDeviceTag tag);

/* What it feels. */
WbTouchSensorType wb_touch_sensor_get_type(WbDeviceTag tag);

#ifdef __cplusplus
}
#endif

#endif
