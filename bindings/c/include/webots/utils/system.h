/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Small helpers for the environment. */

#ifndef WBU_SYSTEM_H
#define WBU_SYSTEM_H

#define WB_USING_C_API
#include "../types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A variable of the environment in UTF-8, or NULL. */
const char *wbu_system_getenv(const char *variable);

/* A path without characters that old programs of Windows do not know. */
const char *wbu_system_short_path(const char *path);

/* The folder for temporary files. */
const char *wbu_system_tmpdir(void);

/* The folder of the simulator that started this controller, or NULL. */
const char *wbu_system_webots_instance_path(bool refresh);

#ifdef __cplusplus
}
#endif

#endif
