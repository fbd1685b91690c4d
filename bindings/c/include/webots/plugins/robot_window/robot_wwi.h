/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Messages between a controller and its robot window. */

#ifndef WB_ROBOT_WWI_H
#define WB_ROBOT_WWI_H

#define WB_USING_C_API
#include "../../types.h"

#ifdef __cplusplus
#include <cstring>
#else
#include <string.h>
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* Sends a message to the robot window. */
void wb_robot_wwi_send(const char *data, int size);

/* All messages of the robot window since the last call, and their size. */
const char *wb_robot_wwi_receive(int *size);

/* The next message of the robot window, or NULL. */
const char *wb_robot_wwi_receive_text(void);

/* Sends text to the robot window. */
#define wb_robot_wwi_send_text(text) wb_robot_wwi_send(text, strlen(text) + 1)

#ifdef __cplusplus
}
#endif

#endif
