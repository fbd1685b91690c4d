/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Measures position. */

#ifndef WB_GPS_H
#define WB_GPS_H

#define WB_USING_C_API
#include "types.h"

typedef enum { WB_GPS_LOCAL_COORDINATE = 0, WB_GPS_WGS84_COORDINATE } WbGpsCoordinateSystem;

#ifdef __cplusplus
extern "C" {
#endif

/* Starts measuring: the first value is there after sampling_period milliseconds. */
void wb_gps_enable(WbDeviceTag tag, int sampling_period);

/* Stops measuring. */
void wb_gps_disable(WbDeviceTag tag);

/* How often it measures, in milliseconds; 0 when it does not. */
int wb_gps_get_sampling_period(WbDeviceTag tag);

/* The newest speed in metres per second. */
double wb_gps_get_speed(WbDeviceTag tag);

/* The newest velocity in metres per second. */
const double *wb_gps_get_speed_vector(WbDeviceTag tag);

/* The newest position: x, y, z in metres, or latitude, longitude and altitude. */
const double *wb_gps_get_values(WbDeviceTag tag);

/* An angle as text such as 46° 31′ 14″. The caller frees it. */
const char *wb_gps_convert_to_degrees_minutes_seconds(double decimal_degrees);

/* What the position is given in. */
WbGpsCoordinateSystem wb_gps_get_coordinate_system(WbDeviceTag tag);

#ifdef __cplusplus
}
#endif

#endif
