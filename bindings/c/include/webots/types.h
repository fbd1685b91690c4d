/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Types that all headers share. */

#ifndef WB_TYPES_H
#define WB_TYPES_H

/* The number of a device: 0 is none, the first device is 1. */
typedef unsigned short WbDeviceTag;

/* Handles; what they point to is not for programs. */
typedef struct WbImageStructPrivate *WbImageRef;
typedef struct WbMotionStructPrivate *WbMotionRef;
typedef struct WbNodeStructPrivate *WbNodeRef;
typedef struct WbFieldStructPrivate *WbFieldRef;
typedef struct WbProtoInfoStructPrivate *WbProtoRef;

/* Truth values of C programs have one byte; C++ has its own. Set the position of a motor to INFINITY for velocity control. */
#ifdef __cplusplus
#include <cmath>
#include <limits>
#else
#include <math.h>
#ifndef INFINITY
#define INFINITY (1.0 / 0.0)
#endif
#ifndef bool
#define bool char
#endif
#ifndef true
#define true ((bool)1)
#endif
#ifndef false
#define false ((bool)0)
#endif
#endif

/* The kind of a joint. */
#define WB_ANGULAR 0
typedef enum { WB_ROTATIONAL = 0, WB_LINEAR } WbJointType;

/* Lets compilers warn of functions with newer names. */
#ifndef WB_DEPRECATED
#if defined(__GNUC__) && !defined(WB_MATLAB_LOADLIBRARY)
#define WB_DEPRECATED __attribute__((deprecated))
#else
#define WB_DEPRECATED
#endif
#endif

#endif
