/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Prints to the simulator's console. */

#ifndef WB_CONSOLE_H
#define WB_CONSOLE_H

#define WB_USING_C_API
#include "types.h"

#define WB_STDOUT 1
#define WB_STDERR 2

#ifdef __cplusplus
extern "C" {
#endif

/* Prints to the simulator's console immediately. */
void wb_console_print(const char *text, int stream);

#ifdef __cplusplus
}
#endif

#endif
