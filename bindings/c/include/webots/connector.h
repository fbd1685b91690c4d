/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Docks to another connector. */

#ifndef WB_CONNECTOR_H
#define WB_CONNECTOR_H

#define WB_USING_C_API
#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Starts looking for something to hold, every sampling_period milliseconds. */
void wb_connector_enable_presence(WbDeviceTag tag, int sampling_period);

/* Stops looking. */
void wb_connector_disable_presence(WbDeviceTag tag);

/* How often it looks, in milliseconds; 0 when it does not. */
int wb_connector_get_presence_sampling_period(WbDeviceTag tag);

/* 1 if another connector is there, 0 if not, -1 if it cannot know. */
int wb_connector_get_presence(WbDeviceTag tag);

/* Holds on to a connector that is there, now or later. */
void wb_connector_lock(WbDeviceTag tag);

/* Lets go. */
void wb_connector_unlock(WbDeviceTag tag);

/* Whether it is locked, even if it holds nothing. */
bool wb_connector_is_locked(WbDeviceTag tag);

#ifdef __cplusplus
}
#endif

#endif
