/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Measures distance along rays. */

#ifndef WB_DISTANCE_SENSOR_H
#define WB_DISTANCE_SENSOR_H

#define WB_USING_C_API
#include "types.h"

typedef enum {
  WB_DISTANCE_SENSOR_GENERIC = 0,
  WB_DISTANCE_SENSOR_INFRA_RED,
  WB_DISTANCE_SENSOR_SONAR,
  WB_DISTANCE_SENSOR_LASER
} WbDistanceSensorType;

#ifdef __cplusplus
extern "C" {
#endif

/* Starts measuring: the first value is there after sampling_period milliseconds. */
void wb_distance_sensor_enable(WbDeviceTag tag, int sampling_period);

/* Stops measuring. */
void wb_distance_sensor_disable(WbDeviceTag tag);

/* How often it measures, in milliseconds; 0 when it does not. */
int wb_distance_sensor_get_sampling_period(WbDeviceTag tag);

/* The newest value; not a number before the first. */
double wb_distance_sensor_get_value(WbDeviceTag tag);

/* The greatest value of the lookup table. */
double wb_distance_sensor_get_max_value(WbDeviceTag tag);

/* The least value of the lookup table. */
double wb_distance_sensor_get_min_value(WbDeviceTag tag);

/* The width of the beam in radians. */
double wb_distance_sensor_get_aperture(WbDeviceTag tag);

/* The number of rows of the lookup table. */
int wb_distance_sensor_get_lookup_table_size(WbDeviceTag tag);

/* The rows of the lookup table: input, output and noise of each. NULL if it is empty. */
const double *wb_distance_sensor_get_lookup_table(WbDeviceTag tag);

/* How it measures. */
WbDistanceSensorType wb_distance_sensor_get_type(WbDeviceTag tag);

#ifdef __cplusplus
}
#endif

#endif
