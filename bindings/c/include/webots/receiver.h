/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Gets packets from emitters. */

#ifndef WB_RECEIVER_H
#define WB_RECEIVER_H

#define WB_USING_C_API
#include "types.h"

/* All channels. */
#define WB_CHANNEL_BROADCAST -1

#ifdef __cplusplus
extern "C" {
#endif

/* Starts measuring: the first value is there after sampling_period milliseconds. */
void wb_receiver_enable(WbDeviceTag tag, int sampling_period);

/* Stops measuring. */
void wb_receiver_disable(WbDeviceTag tag);

/* How often it measures, in milliseconds; 0 when it does not. */
int wb_receiver_get_sampling_period(WbDeviceTag tag);

/* Listens to another channel; -1 for all. */
void wb_receiver_set_channel(WbDeviceTag tag, int channel);

/* The channel it listens to. */
int wb_receiver_get_channel(WbDeviceTag tag);

/* How many packets wait to be read. */
int wb_receiver_get_queue_length(WbDeviceTag tag);

/* Forgets the first packet; the next one becomes the first. */
void wb_receiver_next_packet(WbDeviceTag tag);

/* The size of the first packet in bytes. */
int wb_receiver_get_data_size(WbDeviceTag tag);

/* The first packet; valid until it is forgotten. */
const void *wb_receiver_get_data(WbDeviceTag tag);

/* How strong the first packet came in. */
double wb_receiver_get_signal_strength(WbDeviceTag tag);

/* Where the emitter of the first packet is, as a direction seen from the receiver. */
const double *wb_receiver_get_emitter_direction(WbDeviceTag tag);

#ifdef __cplusplus
}
#endif

#endif
