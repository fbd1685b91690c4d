/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Measures distances all around. */

#ifndef WB_LIDAR_H
#define WB_LIDAR_H

#define WB_USING_C_API
#include "lidar_point.h"
#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Starts measuring: the first value is there after sampling_period milliseconds. */
void wb_lidar_enable(WbDeviceTag tag, int sampling_period);

/* Measures points too, not only distances. */
void wb_lidar_enable_point_cloud(WbDeviceTag tag);

/* Stops measuring. */
void wb_lidar_disable(WbDeviceTag tag);

/* Measures only distances. */
void wb_lidar_disable_point_cloud(WbDeviceTag tag);

/* How often it measures, in milliseconds; 0 when it does not. */
int wb_lidar_get_sampling_period(WbDeviceTag tag);

/* Whether points are measured. */
bool wb_lidar_is_point_cloud_enabled(WbDeviceTag tag);

/* The newest distances in metres, all layers. */
const float *wb_lidar_get_range_image(WbDeviceTag tag);

/* The newest distances of one layer. */
const float *wb_lidar_get_layer_range_image(WbDeviceTag tag, int layer);

/* The newest points of all layers. */
const WbLidarPoint *wb_lidar_get_point_cloud(WbDeviceTag tag);

/* The newest points of one layer. */
const WbLidarPoint *wb_lidar_get_layer_point_cloud(WbDeviceTag tag, int layer);

/* How many points there are. */
int wb_lidar_get_number_of_points(WbDeviceTag tag);

/* How many points a layer has. */
int wb_lidar_get_horizontal_resolution(WbDeviceTag tag);

/* How many layers there are. */
int wb_lidar_get_number_of_layers(WbDeviceTag tag);

/* The slowest rotation in hertz. */
double wb_lidar_get_min_frequency(WbDeviceTag tag);

/* The fastest rotation in hertz. */
double wb_lidar_get_max_frequency(WbDeviceTag tag);

/* How fast it turns, in hertz. */
double wb_lidar_get_frequency(WbDeviceTag tag);

/* Turns at another pace. */
void wb_lidar_set_frequency(WbDeviceTag tag, double frequency);

/* How wide it looks, in radians. */
double wb_lidar_get_fov(WbDeviceTag tag);

/* How high it looks, in radians. */
double wb_lidar_get_vertical_fov(WbDeviceTag tag);

/* The least distance it sees, in metres. */
double wb_lidar_get_min_range(WbDeviceTag tag);

/* The greatest distance it sees, in metres. */
double wb_lidar_get_max_range(WbDeviceTag tag);

/* One point; NULL if there is no such one. */
const WbLidarPoint *wb_lidar_get_point(WbDeviceTag tag, int index);

#ifdef __cplusplus
}
#endif

#endif
