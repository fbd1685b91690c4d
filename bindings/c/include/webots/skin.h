/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Moves the bones of a mesh. */

#ifndef WB_SKIN_H
#define WB_SKIN_H

#define WB_USING_C_API
#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Turns a bone to an axis and an angle. */
void wb_skin_set_bone_orientation(WbDeviceTag tag, int index, const double orientation[4], bool absolute);

/* Moves a bone. */
void wb_skin_set_bone_position(WbDeviceTag tag, int index, const double position[3], bool absolute);

/* How many bones there are. */
int wb_skin_get_bone_count(WbDeviceTag tag);

/* The name of a bone. */
const char *wb_skin_get_bone_name(WbDeviceTag tag, int index);

/* How a bone is turned: axis and angle. */
const double *wb_skin_get_bone_orientation(WbDeviceTag tag, int index, bool absolute);

/* Where a bone is. */
const double *wb_skin_get_bone_position(WbDeviceTag tag, int index, bool absolute);

#ifdef __cplusplus
}
#endif

#endif
