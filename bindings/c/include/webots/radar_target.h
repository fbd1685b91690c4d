/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* A target that a radar found. */

#ifndef WB_RADAR_TARGET_H
#define WB_RADAR_TARGET_H

typedef struct {
  double distance;       /* metres */
  double received_power; /* decibel milliwatts */
  double speed;          /* metres per second */
  double azimuth;        /* radians */
} WbRadarTarget;

#endif
