/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Takes pictures of distances. */

#ifndef WB_RANGE_FINDER_H
#define WB_RANGE_FINDER_H

#define WB_USING_C_API
#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Starts measuring: the first value is there after sampling_period milliseconds. */
void wb_range_finder_enable(WbDeviceTag tag, int sampling_period);

/* Stops measuring. */
void wb_range_finder_disable(WbDeviceTag tag);

/* How often it measures, in milliseconds; 0 when it does not. */
int wb_range_finder_get_sampling_period(WbDeviceTag tag);

/* The newest distances in metres, rows from the top. */
const float *wb_range_finder_get_range_image(WbDeviceTag tag);

/* Pixels. */
int wb_range_finder_get_width(WbDeviceTag tag);

/* Pixels. */
int wb_range_finder_get_height(WbDeviceTag tag);

/* How wide it looks, in radians. */
double wb_range_finder_get_fov(WbDeviceTag tag);

/* The least distance it sees, in metres. */
double wb_range_finder_get_min_range(WbDeviceTag tag);

/* The greatest distance it sees, in metres. */
double wb_range_finder_get_max_range(WbDeviceTag tag);

/* Saves the newest distances as .png, .jpg or .hdr. Returns 0, or -1 if it fails. */
int wb_range_finder_save_image(WbDeviceTag tag, const char *filename, int quality);

/* The distance at a pixel, in metres. */
#define wb_range_finder_image_get_depth(image, width, x, y) ((image)[(y) * (width) + (x)])

#ifdef __cplusplus
}
#endif

#endif
