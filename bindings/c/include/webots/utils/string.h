/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Small helpers for text. */

#ifndef WBU_STRING_H
#define WBU_STRING_H

#define WB_USING_C_API
#include "../types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Cuts off the part before a separator; one behind a backslash does not count. */
char *wbu_string_strsep(char **stringp, const char *delim);

/* A new text with every occurrence replaced. The caller frees it. */
char *wbu_string_replace(char *value, char *before, char *after);

#ifdef __cplusplus
}
#endif

#endif
