/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Draws on surfaces. */

#ifndef WB_PEN_H
#define WB_PEN_H

#define WB_USING_C_API
#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Puts the pen down or takes it up. */
void wb_pen_write(WbDeviceTag tag, bool write);

/* Takes another ink: 0xRRGGBB, and a density from 0 to 1. */
void wb_pen_set_ink_color(WbDeviceTag tag, int color, double density);

#ifdef __cplusplus
}
#endif

#endif
