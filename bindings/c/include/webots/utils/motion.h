/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Plays motion files. */

#ifndef WBU_MOTION_H
#define WBU_MOTION_H

#define WB_USING_C_API
#include "../types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Reads a motion file; NULL and a line on standard error if it is wrong. */
WbMotionRef wbu_motion_new(const char *filename);

/* Forgets a motion. */
void wbu_motion_delete(WbMotionRef motion);

/* Plays, from where it is. */
void wbu_motion_play(WbMotionRef motion);

/* Stops where it is. */
void wbu_motion_stop(WbMotionRef motion);

/* Whether it begins again at its end. */
void wbu_motion_set_loop(WbMotionRef motion, bool loop);

/* Whether it is played backwards. */
void wbu_motion_set_reverse(WbMotionRef motion, bool reverse);

/* Whether it has come to its end. */
bool wbu_motion_is_over(WbMotionRef motion);

/* Milliseconds. */
int wbu_motion_get_duration(WbMotionRef motion);

/* Milliseconds since its start. */
int wbu_motion_get_time(WbMotionRef motion);

/* Goes to another time. */
void wbu_motion_set_time(WbMotionRef motion, int time);

#ifdef __cplusplus
}
#endif

#endif
