/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* A point where a solid touches another. */

#ifndef WB_CONTACT_POINT_H
#define WB_CONTACT_POINT_H

typedef struct {
  double point[3]; /* metres */
  int node_id;     /* the solid it belongs to */
  int padding;     /* nothing; a compiler would put it here too */
} WbContactPoint;

#endif
