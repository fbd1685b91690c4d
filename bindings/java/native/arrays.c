/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Functions whose C types have no counterpart in Java: pictures, bytes and structures. */

#include <string.h>

#include "natives.h"

static int product(int a, int b) {
  return a > 0 && b > 0 && a <= INT32_MAX / b ? a * b : 0;
}

static jintArray pixels(JNIEnv *env, WbDeviceTag tag, const unsigned char *image) {
  return java_ints(env, (const jint *)image, image ? product(wb_camera_get_width(tag), wb_camera_get_height(tag)) : -1);
}

NATIVE(jintArray, cameraImage)(JNIEnv *env, jclass type, jint tag) {
  return pixels(env, (WbDeviceTag)tag, wb_camera_get_image((WbDeviceTag)tag));
}

NATIVE(jintArray, cameraSegmentationImage)(JNIEnv *env, jclass type, jint tag) {
  return pixels(env, (WbDeviceTag)tag, wb_camera_recognition_get_segmentation_image((WbDeviceTag)tag));
}

static const WbCameraRecognitionObject *recognised(jint tag, jint index) {
  if (index < 0 || index >= wb_camera_recognition_get_number_of_objects((WbDeviceTag)tag))
    return NULL;
  const WbCameraRecognitionObject *objects = wb_camera_recognition_get_objects((WbDeviceTag)tag);
  return objects ? objects + index : NULL;
}

NATIVE(jdoubleArray, cameraRecognitionObject)(JNIEnv *env, jclass type, jint tag, jint index) {
  double numbers[14] = {0};
  const WbCameraRecognitionObject *object = recognised(tag, index);
  const int colors = object && object->colors ? product(3, object->number_of_colors) : 0;
  if (object) {
    numbers[0] = object->id;
    memcpy(numbers + 1, object->position, sizeof object->position);
    memcpy(numbers + 4, object->orientation, sizeof object->orientation);
    memcpy(numbers + 8, object->size, sizeof object->size);
    for (int i = 0; i < 2; ++i) {
      numbers[10 + i] = object->position_on_image[i];
      numbers[12 + i] = object->size_on_image[i];
    }
  }
  jdoubleArray result = (*env)->NewDoubleArray(env, 14 + colors);
  if (!result)
    return NULL;
  (*env)->SetDoubleArrayRegion(env, result, 0, 14, numbers);
  if (colors > 0)
    (*env)->SetDoubleArrayRegion(env, result, 14, colors, object->colors);
  return result;
}

NATIVE(jstring, cameraRecognitionModel)(JNIEnv *env, jclass type, jint tag, jint index) {
  const WbCameraRecognitionObject *object = recognised(tag, index);
  return object ? java_text(env, object->model) : NULL;
}

/* Layer -1 means all layers. */
NATIVE(jfloatArray, lidarRangeImage)(JNIEnv *env, jclass type, jint number, jint layer) {
  const WbDeviceTag tag = (WbDeviceTag)number;
  const float *image = layer < 0 ? wb_lidar_get_range_image(tag) : wb_lidar_get_layer_range_image(tag, layer);
  const int layers = layer < 0 ? wb_lidar_get_number_of_layers(tag) : 1;
  return java_floats(env, image, image ? product(wb_lidar_get_horizontal_resolution(tag), layers) : -1);
}

NATIVE(jfloatArray, lidarPoints)(JNIEnv *env, jclass type, jint number, jint layer) {
  const WbDeviceTag tag = (WbDeviceTag)number;
  const WbLidarPoint *points = layer < 0 ? wb_lidar_get_point_cloud(tag) : wb_lidar_get_layer_point_cloud(tag, layer);
  const int count = !points ? 0 : layer < 0 ? wb_lidar_get_number_of_points(tag) : wb_lidar_get_horizontal_resolution(tag);
  jfloatArray result = (*env)->NewFloatArray(env, product(5, count));
  for (int i = 0; result && i < count; ++i) {
    const float numbers[5] = {points[i].x, points[i].y, points[i].z, (float)points[i].layer_id, points[i].time};
    (*env)->SetFloatArrayRegion(env, result, 5 * i, 5, numbers);
  }
  return result;
}

NATIVE(jdoubleArray, radarTargets)(JNIEnv *env, jclass type, jint tag) {
  const int count = wb_radar_get_number_of_targets((WbDeviceTag)tag);
  const WbRadarTarget *targets = wb_radar_get_targets((WbDeviceTag)tag);
  return java_numbers(env, (const double *)targets, targets ? product(4, count) : 0);
}

NATIVE(jfloatArray, rangeFinderImage)(JNIEnv *env, jclass type, jint number) {
  const WbDeviceTag tag = (WbDeviceTag)number;
  const float *image = wb_range_finder_get_range_image(tag);
  return java_floats(env, image, image ? product(wb_range_finder_get_width(tag), wb_range_finder_get_height(tag)) : -1);
}

NATIVE(jbyteArray, receiverData)(JNIEnv *env, jclass type, jint tag) {
  const void *data = wb_receiver_get_data((WbDeviceTag)tag);
  return data ? java_bytes(env, data, wb_receiver_get_data_size((WbDeviceTag)tag)) : NULL;
}

NATIVE(jbyteArray, microphoneData)(JNIEnv *env, jclass type, jint tag) {
  const void *data = wb_microphone_get_sample_data((WbDeviceTag)tag);
  return data ? java_bytes(env, data, wb_microphone_get_sample_size((WbDeviceTag)tag)) : NULL;
}

NATIVE(jint, emitterSendBytes)(JNIEnv *env, jclass type, jint tag, jbyteArray data, jint size) {
  if (!data || size > (*env)->GetArrayLength(env, data)) {
    refuse(env, "there are fewer bytes");
    return 0;
  }
  jbyte *bytes = (*env)->GetByteArrayElements(env, data, NULL);
  const jint result = wb_emitter_send((WbDeviceTag)tag, bytes, size);
  (*env)->ReleaseByteArrayElements(env, data, bytes, JNI_ABORT);
  return result;
}

NATIVE(void, displayPolygon)
(JNIEnv *env, jclass type, jint tag, jintArray x, jintArray y, jint size, jboolean fill) {
  if (!x || !y || size > (*env)->GetArrayLength(env, x) || size > (*env)->GetArrayLength(env, y)) {
    refuse(env, "there are fewer corners");
    return;
  }
  jint *xs = (*env)->GetIntArrayElements(env, x, NULL), *ys = (*env)->GetIntArrayElements(env, y, NULL);
  if (fill)
    wb_display_fill_polygon((WbDeviceTag)tag, xs, ys, size);
  else
    wb_display_draw_polygon((WbDeviceTag)tag, xs, ys, size);
  (*env)->ReleaseIntArrayElements(env, x, xs, JNI_ABORT);
  (*env)->ReleaseIntArrayElements(env, y, ys, JNI_ABORT);
}

/* The library reads bytes; of a Java pixel the highest byte comes first. */
NATIVE(jlong, displayImage)
(JNIEnv *env, jclass type, jint tag, jint width, jint height, jintArray data, jint format) {
  const int count = product(width, height);
  if (!data || count == 0 || (*env)->GetArrayLength(env, data) < count) {
    refuse(env, "there are fewer pixels");
    return 0;
  }
  jint *from = (*env)->GetIntArrayElements(env, data, NULL);
  unsigned char *bytes = malloc((size_t)count * 4);
  WbImageRef image = NULL;
  if (from && bytes) {
    for (int i = 0; i < count; ++i)
      for (int k = 0; k < 4; ++k)
        bytes[4 * i + k] = (unsigned char)((uint32_t)from[i] >> (24 - 8 * k));
    image = wb_display_image_new((WbDeviceTag)tag, width, height, bytes, format);
  }
  free(bytes);
  (*env)->ReleaseIntArrayElements(env, data, from, JNI_ABORT);
  return (jlong)(intptr_t)image;
}

NATIVE(jstring, gpsDegrees)(JNIEnv *env, jclass type, jdouble degrees) {
  const char *text = wb_gps_convert_to_degrees_minutes_seconds(degrees);
  jstring result = java_text(env, text);
  free((void *)text);
  return result;
}

NATIVE(jdoubleArray, mouseState)(JNIEnv *env, jclass type) {
  const WbMouseState state = wb_mouse_get_state();
  const double numbers[8] = {state.u, state.v, state.x, state.y, state.z, state.left, state.middle, state.right};
  return java_numbers(env, numbers, 8);
}

NATIVE(jdoubleArray, nodeContactPoints)(JNIEnv *env, jclass type, jlong node, jboolean include_descendants) {
  int count = 0;
  const WbContactPoint *points =
    wb_supervisor_node_get_contact_points((WbNodeRef)(intptr_t)node, (char)include_descendants, &count);
  if (!points || count < 0)
    count = 0;
  jdoubleArray result = (*env)->NewDoubleArray(env, product(4, count));
  for (int i = 0; result && i < count; ++i) {
    const double numbers[4] = {points[i].point[0], points[i].point[1], points[i].point[2], points[i].node_id};
    (*env)->SetDoubleArrayRegion(env, result, 4 * i, 4, numbers);
  }
  return result;
}

NATIVE(void, robotWwiSendText)(JNIEnv *env, jclass type, jstring value) {
  char *text = text_of(env, value);
  if (text)
    wb_robot_wwi_send(text, (int)strlen(text) + 1);
  free(text);
}
