/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What all devices have. */

#ifndef WB_DEVICE_H
#define WB_DEVICE_H

#define WB_USING_C_API
#include "nodes.h"
#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The name of a device; NULL if there is no such one. */
const char *wb_device_get_name(WbDeviceTag dt);

/* The model of a device. */
const char *wb_device_get_model(WbDeviceTag dt);

/* What a device is. */
WbNodeType wb_device_get_node_type(WbDeviceTag dt);

/* Old name of wb_device_get_node_type(). */
WbNodeType wb_device_get_type(WbDeviceTag dt) WB_DEPRECATED;

#ifdef __cplusplus
}
#endif

#endif
