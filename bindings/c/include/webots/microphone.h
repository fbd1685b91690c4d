/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Records sound. */

#ifndef WB_MICROPHONE_H
#define WB_MICROPHONE_H

#define WB_USING_C_API
#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Starts measuring: the first value is there after sampling_period milliseconds. */
void wb_microphone_enable(WbDeviceTag tag, int sampling_period);

/* Stops measuring. */
void wb_microphone_disable(WbDeviceTag tag);

/* How often it measures, in milliseconds; 0 when it does not. */
int wb_microphone_get_sampling_period(WbDeviceTag tag);

/* The newest sound; valid until the next step. */
const void *wb_microphone_get_sample_data(WbDeviceTag tag);

/* The size of the newest sound in bytes. */
int wb_microphone_get_sample_size(WbDeviceTag tag);

#ifdef __cplusplus
}
#endif

#endif
