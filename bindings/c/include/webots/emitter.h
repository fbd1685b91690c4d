/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Sends packets to receivers. */

#ifndef WB_EMITTER_H
#define WB_EMITTER_H

#define WB_USING_C_API
#include "types.h"

/* All channels. */
#define WB_CHANNEL_BROADCAST -1

#ifdef __cplusplus
extern "C" {
#endif

/* Sends a packet with the next step. Returns 1, or 0 if the buffer is full. */
int wb_emitter_send(WbDeviceTag tag, const void *data, int size);

/* The size of the buffer in bytes; -1 for no limit. */
int wb_emitter_get_buffer_size(WbDeviceTag tag);

/* The channel of packets that are sent from now on; -1 for all. */
void wb_emitter_set_channel(WbDeviceTag tag, int channel);

/* The channel of new packets. */
int wb_emitter_get_channel(WbDeviceTag tag);

/* How far new packets go. */
double wb_emitter_get_range(WbDeviceTag tag);

/* How far packets go from now on, in metres; -1 for the greatest range. */
void wb_emitter_set_range(WbDeviceTag tag, double range);

#ifdef __cplusplus
}
#endif

#endif
