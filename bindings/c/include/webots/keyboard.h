/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The keyboard of the person in front of the simulation. */

#ifndef WB_KEYBOARD_H
#define WB_KEYBOARD_H

#define WB_USING_C_API
#include "types.h"

enum {
  WB_KEYBOARD_END = 312,
  WB_KEYBOARD_HOME,
  WB_KEYBOARD_LEFT,
  WB_KEYBOARD_UP,
  WB_KEYBOARD_RIGHT,
  WB_KEYBOARD_DOWN,
  WB_KEYBOARD_PAGEUP = 366,
  WB_KEYBOARD_PAGEDOWN,
  WB_KEYBOARD_NUMPAD_HOME = 375,
  WB_KEYBOARD_NUMPAD_LEFT,
  WB_KEYBOARD_NUMPAD_UP,
  WB_KEYBOARD_NUMPAD_RIGHT,
  WB_KEYBOARD_NUMPAD_DOWN,
  WB_KEYBOARD_NUMPAD_END = 382,
  /* Which bits of a key are its code, and which the keys held with it. */
  WB_KEYBOARD_KEY = 0x0000ffff,
  WB_KEYBOARD_SHIFT = 0x00010000,
  WB_KEYBOARD_CONTROL = 0x00020000,
  WB_KEYBOARD_ALT = 0x00040000
};

#ifdef __cplusplus
extern "C" {
#endif

/* Starts reporting, every sampling_period milliseconds. */
void wb_keyboard_enable(int sampling_period);

/* Stops reporting. */
void wb_keyboard_disable(void);

/* How often it measures, in milliseconds; 0 when it does not. */
int wb_keyboard_get_sampling_period(void);

/* The next key that is down in this step, or -1. */
int wb_keyboard_get_key(void);

#ifdef __cplusplus
}
#endif

#endif
