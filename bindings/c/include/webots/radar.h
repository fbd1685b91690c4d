/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Finds targets by radio waves. */

#ifndef WB_RADAR_H
#define WB_RADAR_H

#define WB_USING_C_API
#include "radar_target.h"
#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Starts measuring: the first value is there after sampling_period milliseconds. */
void wb_radar_enable(WbDeviceTag tag, int sampling_period);

/* Stops measuring. */
void wb_radar_disable(WbDeviceTag tag);

/* How often it measures, in milliseconds; 0 when it does not. */
int wb_radar_get_sampling_period(WbDeviceTag tag);

/* How many targets there are. */
int wb_radar_get_number_of_targets(WbDeviceTag tag);

/* The targets; valid until the next step. */
const WbRadarTarget *wb_radar_get_targets(WbDeviceTag tag);

/* The least distance it sees, in metres. */
double wb_radar_get_min_range(WbDeviceTag tag);

/* The greatest distance it sees, in metres. */
double wb_radar_get_max_range(WbDeviceTag tag);

/* How wide it looks, in radians. */
double wb_radar_get_horizontal_fov(WbDeviceTag tag);

/* How high it looks, in radians. */
double wb_radar_get_vertical_fov(WbDeviceTag tag);

/* One target; NULL if there is no such one. */
const WbRadarTarget *wb_radar_get_target(WbDeviceTag tag, int index);

#ifdef __cplusplus
}
#endif

#endif
