/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Functions whose values are pictures or structures. */

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "gateway.h"

static int product(int a, int b) {
  return a > 0 && b > 0 && a <= INT_MAX / b ? a * b : 0;
}

void give_picture(Call *call, WbDeviceTag tag, const unsigned char *image) {
  const int pixels = image ? product(wb_camera_get_width(tag), wb_camera_get_height(tag)) : 0;
  give_bytes(call, image, product(4, pixels));
}

/* Rows of an image become rows of a matrix, which MATLAB stores column by column. */
static void give_floats(Call *call, const float *image, int width, int height) {
  if (!image || product(width, height) == 0)
    width = height = 0;
  call->result = mxCreateNumericMatrix((mwSize)height, (mwSize)width, mxSINGLE_CLASS, mxREAL);
  float *to = mxGetData(call->result);
  for (int x = 0; x < width; ++x)
    for (int y = 0; y < height; ++y)
      *to++ = image[y * width + x];
}

void give_lidar_image(Call *call, const float *image, int layers) {
  give_floats(call, image, image ? wb_lidar_get_horizontal_resolution(tag_at(call, 0)) : 0, layers);
}

void give_range_image(Call *call) {
  const WbDeviceTag tag = tag_at(call, 0);
  const float *image = wb_range_finder_get_range_image(tag);
  give_floats(call, image, image ? wb_range_finder_get_width(tag) : 0, image ? wb_range_finder_get_height(tag) : 0);
}

static mxArray *row(const double *values, int count) {
  mxArray *array = mxCreateDoubleMatrix(count > 0, (mwSize)count, mxREAL);
  if (count > 0)
    memcpy(mxGetPr(array), values, (size_t)count * sizeof(double));
  return array;
}

static mxArray *integer_row(const int *values, int count) {
  mxArray *array = mxCreateDoubleMatrix(1, (mwSize)count, mxREAL);
  for (int i = 0; i < count; ++i)
    mxGetPr(array)[i] = values[i];
  return array;
}

static mxArray *structures(const void *values, int count, int names, const char **name) {
  const mwSize length = values && count > 0 ? (mwSize)count : 0;
  return mxCreateStructMatrix(length > 0, length, names, name);
}

static int length(const mxArray *array) {
  return (int)mxGetNumberOfElements(array);
}

void give_points(Call *call, const WbLidarPoint *points, int count) {
  const char *names[] = {"x", "y", "z", "layer_id", "time"};
  call->result = structures(points, count, 5, names);
  for (int i = 0; i < length(call->result); ++i) {
    const double values[] = {points[i].x, points[i].y, points[i].z, points[i].layer_id, points[i].time};
    for (int k = 0; k < 5; ++k)
      mxSetFieldByNumber(call->result, (mwIndex)i, k, mxCreateDoubleScalar(values[k]));
  }
}

void give_targets(Call *call, const WbRadarTarget *targets, int count) {
  const char *names[] = {"distance", "received_power", "speed", "azimuth"};
  call->result = structures(targets, count, 4, names);
  for (int i = 0; i < length(call->result); ++i) {
    const double values[] = {targets[i].distance, targets[i].received_power, targets[i].speed, targets[i].azimuth};
    for (int k = 0; k < 4; ++k)
      mxSetFieldByNumber(call->result, (mwIndex)i, k, mxCreateDoubleScalar(values[k]));
  }
}

static void give_objects(Call *call, const WbCameraRecognitionObject *objects, int count) {
  const char *names[] = {"id",
                         "position",
                         "orientation",
                         "size",
                         "position_on_image",
                         "size_on_image",
                         "number_of_colors",
                         "colors",
                         "model"};
  call->result = structures(objects, count, 9, names);
  for (int i = 0; i < length(call->result); ++i) {
    const WbCameraRecognitionObject *object = objects + i;
    mxArray *values[] = {mxCreateDoubleScalar(object->id),
                         row(object->position, 3),
                         row(object->orientation, 4),
                         row(object->size, 2),
                         integer_row(object->position_on_image, 2),
                         integer_row(object->size_on_image, 2),
                         mxCreateDoubleScalar(object->number_of_colors),
                         row(object->colors, object->colors ? product(3, object->number_of_colors) : 0),
                         mxCreateString(object->model ? object->model : "")};
    for (int k = 0; k < 9; ++k)
      mxSetFieldByNumber(call->result, (mwIndex)i, k, values[k]);
  }
}

void give_recognised(Call *call) {
  const WbDeviceTag tag = tag_at(call, 0);
  const WbCameraRecognitionObject *objects = wb_camera_recognition_get_objects(tag);
  give_objects(call, objects, objects ? wb_camera_recognition_get_number_of_objects(tag) : 0);
}

void give_one_recognised(Call *call) {
  give_objects(call, wb_camera_recognition_get_object(tag_at(call, 0), integer_at(call, 1)), 1);
}

void give_contact_points(Call *call) {
  const char *names[] = {"point", "node_id"};
  int count = 0;
  const WbContactPoint *points =
    wb_supervisor_node_get_contact_points(reference_at(call, 0), call->count > 1 && truth_at(call, 1), &count);
  call->result = structures(points, count, 2, names);
  for (int i = 0; i < length(call->result); ++i) {
    mxSetFieldByNumber(call->result, (mwIndex)i, 0, row(points[i].point, 3));
    mxSetFieldByNumber(call->result, (mwIndex)i, 1, mxCreateDoubleScalar(points[i].node_id));
  }
}

void give_mouse(Call *call) {
  const char *names[] = {"u", "v", "x", "y", "z", "left", "middle", "right"};
  const WbMouseState state = wb_mouse_get_state();
  const double values[] = {state.u, state.v, state.x, state.y, state.z, state.left, state.middle, state.right};
  call->result = structures(names, 1, 8, names);
  for (int k = 0; k < 8; ++k)
    mxSetFieldByNumber(call->result, 0, k, k < 5 ? mxCreateDoubleScalar(values[k]) : mxCreateLogicalScalar(values[k] != 0));
}

void give_degrees(Call *call) {
  const char *text = wb_gps_convert_to_degrees_minutes_seconds(number_at(call, 0));
  give_text(call, text);
  free((void *)text);
}

void give_image(Call *call) {
  const int width = integer_at(call, 1), height = integer_at(call, 2), format = integer_at(call, 4);
  const int bytes = format == WB_IMAGE_RGB ? 3 : 4;
  if (product(bytes, product(width, height)) == 0 || count_at(call, 3) != product(bytes, product(width, height)))
    mexErrMsgIdAndTxt("foxden:arguments", "%s: the picture must have %d numbers for each pixel", call->name, bytes);
  give_reference(call, wb_display_image_new(tag_at(call, 0), width, height, bytes_at(call, 3), format));
}

void draw_polygon(Call *call, int fill) {
  const int *x = integers_at(call, 1), *y = integers_at(call, 2);
  const int count = count_at(call, 1);
  if (count != count_at(call, 2))
    mexErrMsgIdAndTxt("foxden:arguments", "%s: x and y must have the same length", call->name);
  if (fill)
    wb_display_fill_polygon(tag_at(call, 0), x, y, count);
  else
    wb_display_draw_polygon(tag_at(call, 0), x, y, count);
}
