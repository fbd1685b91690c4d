/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Measures height. */

#ifndef WB_ALTIMETER_H
#define WB_ALTIMETER_H

#define WB_USING_C_API
#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Starts measuring: the first value is there after sampling_period milliseconds. */
void wb_altimeter_enable(WbDeviceTag tag, int sampling_period);

/* Stops measuring. */
void wb_altimeter_disable(WbDeviceTag tag);

/* How often it measures, in milliseconds; 0 when it does not. */
int wb_altimeter_get_sampling_period(WbDeviceTag tag);

/* The newest height in metres. */
double wb_altimeter_get_value(WbDeviceTag tag);

#ifdef __cplusplus
}
#endif

#endif
