/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* A point that a lidar measured. */

#ifndef WB_LIDAR_POINT_H
#define WB_LIDAR_POINT_H

typedef struct {
  float x;
  float y;
  float z;
  int layer_id;
  float time; /* seconds */
} WbLidarPoint;

#endif
