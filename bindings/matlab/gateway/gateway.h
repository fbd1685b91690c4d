/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* A call from MATLAB or Octave, and the conversions of its values. */

#ifndef FOXDEN_GATEWAY_H
#define FOXDEN_GATEWAY_H

#include <mex.h>

/* Deprecated names are for programs; building this file shall not warn of them. */
#define WB_DEPRECATED
#include "headers.h"

typedef struct {
  const char *name;
  int count; /* of arguments */
  const mxArray **arguments;
  mxArray *result;
} Call;

/* Arguments; what does not fit ends the call with an error. A missing text or reference is NULL. */
double number_at(Call *call, int place);
int integer_at(Call *call, int place);
char truth_at(Call *call, int place);
WbDeviceTag tag_at(Call *call, int place);
const char *text_at(Call *call, int place);
void *reference_at(Call *call, int place);
const double *numbers_at(Call *call, int place, int count);
const void *bytes_at(Call *call, int place);
const int *integers_at(Call *call, int place);
int count_at(Call *call, int place);

/* Results; a NULL becomes an empty array, and 0 as a reference. */
void give_number(Call *call, double value);
void give_truth(Call *call, char value);
void give_text(Call *call, const char *value);
void give_reference(Call *call, const void *value);
void give_numbers(Call *call, const double *values, int rows, int columns);
void give_bytes(Call *call, const void *values, int count);

/* Results that are pictures or structures; see structures.c. */
void give_picture(Call *call, WbDeviceTag tag, const unsigned char *image);
void give_lidar_image(Call *call, const float *image, int layers);
void give_range_image(Call *call);
void give_points(Call *call, const WbLidarPoint *points, int count);
void give_targets(Call *call, const WbRadarTarget *targets, int count);
void give_recognised(Call *call);
void give_one_recognised(Call *call);
void give_contact_points(Call *call);
void give_mouse(Call *call);
void give_degrees(Call *call);
void give_image(Call *call);
void draw_polygon(Call *call, int fill);

#endif
