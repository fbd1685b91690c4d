/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Lights up. */

#ifndef WB_LED_H
#define WB_LED_H

#define WB_USING_C_API
#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Switches the LED: 0 is off, other values choose a colour or a brightness. */
void wb_led_set(WbDeviceTag tag, int value);

/* The value that was set last. */
int wb_led_get(WbDeviceTag tag);

#ifdef __cplusplus
}
#endif

#endif
