/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Points north. */

#ifndef WB_COMPASS_H
#define WB_COMPASS_H

#define WB_USING_C_API
#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Starts measuring: the first value is there after sampling_period milliseconds. */
void wb_compass_enable(WbDeviceTag tag, int sampling_period);

/* Stops measuring. */
void wb_compass_disable(WbDeviceTag tag);

/* How often it measures, in milliseconds; 0 when it does not. */
int wb_compass_get_sampling_period(WbDeviceTag tag);

/* The number of rows of the lookup table. */
int wb_compass_get_lookup_table_size(WbDeviceTag tag);

/* The rows of the lookup table: input, output and noise of each. NULL if it is empty. */
const double *wb_compass_get_lookup_table(WbDeviceTag tag);

/* The newest direction of north, seen from the device. */
const double *wb_compass_get_values(WbDeviceTag tag);

#ifdef __cplusplus
}
#endif

#endif
