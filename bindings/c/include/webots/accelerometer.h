/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Measures acceleration and gravity. */

#ifndef WB_ACCELEROMETER_H
#define WB_ACCELEROMETER_H

#define WB_USING_C_API
#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Starts measuring: the first value is there after sampling_period milliseconds. */
void wb_accelerometer_enable(WbDeviceTag tag, int sampling_period);

/* Stops measuring. */
void wb_accelerometer_disable(WbDeviceTag tag);

/* How often it measures, in milliseconds; 0 when it does not. */
int wb_accelerometer_get_sampling_period(WbDeviceTag tag);

/* The number of rows of the lookup table. */
int wb_accelerometer_get_lookup_table_size(WbDeviceTag tag);

/* The rows of the lookup table: input, output and noise of each. NULL if it is empty. */
const double *wb_accelerometer_get_lookup_table(WbDeviceTag tag);

/* The newest acceleration along x, y and z, gravity included, in metres per second squared. */
const double *wb_accelerometer_get_values(WbDeviceTag tag);

#ifdef __cplusplus
}
#endif

#endif
