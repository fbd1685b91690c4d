/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Takes pictures and recognises objects in them. */

#ifndef WB_CAMERA_H
#define WB_CAMERA_H

#define WB_USING_C_API
#include "camera_recognition_object.h"
#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Starts measuring: the first value is there after sampling_period milliseconds. */
void wb_camera_enable(WbDeviceTag tag, int sampling_period);

/* Stops measuring. */
void wb_camera_disable(WbDeviceTag tag);

/* How often it measures, in milliseconds; 0 when it does not. */
int wb_camera_get_sampling_period(WbDeviceTag tag);

/* The newest picture: blue, green, red, alpha of each pixel, rows from the top. NULL before the first. */
const unsigned char *wb_camera_get_image(WbDeviceTag tag);

/* Pixels. */
int wb_camera_get_width(WbDeviceTag tag);

/* Pixels. */
int wb_camera_get_height(WbDeviceTag tag);

/* How wide it looks, in radians. */
double wb_camera_get_fov(WbDeviceTag tag);

/* The widest view of a camera with a zoom. */
double wb_camera_get_max_fov(WbDeviceTag tag);

/* The narrowest view of a camera with a zoom. */
double wb_camera_get_min_fov(WbDeviceTag tag);

/* Zooms, in radians. */
void wb_camera_set_fov(WbDeviceTag tag, double fov);

/* The exposure. */
double wb_camera_get_exposure(WbDeviceTag tag);

/* Changes the exposure. */
void wb_camera_set_exposure(WbDeviceTag tag, double exposure);

/* The focal length of a camera with a focus. */
double wb_camera_get_focal_length(WbDeviceTag tag);

/* The distance that is sharp, in metres. */
double wb_camera_get_focal_distance(WbDeviceTag tag);

/* The farthest distance that can be sharp. */
double wb_camera_get_max_focal_distance(WbDeviceTag tag);

/* The nearest distance that can be sharp. */
double wb_camera_get_min_focal_distance(WbDeviceTag tag);

/* Focuses, in metres. */
void wb_camera_set_focal_distance(WbDeviceTag tag, double focal_distance);

/* The nearest distance that is seen. */
double wb_camera_get_near(WbDeviceTag tag);

/* Saves the newest picture as .png or .jpg; quality from 1 to 100. Returns 0, or -1 if it fails. */
int wb_camera_save_image(WbDeviceTag tag, const char *filename, int quality);

/* Whether the camera recognises objects. */
bool wb_camera_has_recognition(WbDeviceTag tag);

/* Starts recognising objects, every sampling_period milliseconds. */
void wb_camera_recognition_enable(WbDeviceTag tag, int sampling_period);

/* Stops recognising objects. */
void wb_camera_recognition_disable(WbDeviceTag tag);

/* How often objects are looked for, in milliseconds. */
int wb_camera_recognition_get_sampling_period(WbDeviceTag tag);

/* How many objects are in view. */
int wb_camera_recognition_get_number_of_objects(WbDeviceTag tag);

/* The objects in view; valid until the next step. */
const WbCameraRecognitionObject *wb_camera_recognition_get_objects(WbDeviceTag tag);

/* Whether pictures of the objects' colours can be taken. */
bool wb_camera_recognition_has_segmentation(WbDeviceTag tag);

/* Starts taking pictures of the objects' colours. */
void wb_camera_recognition_enable_segmentation(WbDeviceTag tag);

/* Stops taking them. */
void wb_camera_recognition_disable_segmentation(WbDeviceTag tag);

/* Whether they are taken. */
bool wb_camera_recognition_is_segmentation_enabled(WbDeviceTag tag);

/* The newest of these pictures, laid out like the camera's. */
const unsigned char *wb_camera_recognition_get_segmentation_image(WbDeviceTag tag);

/* Saves the newest of these pictures. Returns 0, or -1 if it fails. */
int wb_camera_recognition_save_segmentation_image(WbDeviceTag tag, const char *filename, int quality);

/* One object; NULL if there is no such one. */
const WbCameraRecognitionObject *wb_camera_recognition_get_object(WbDeviceTag tag, int index);

/* The colours of a pixel, from 0 to 255. The picture may be any expression that can be indexed. */
#define wb_camera_image_get_blue(image, width, x, y) ((image)[4 * ((y) * (width) + (x))])
#define wb_camera_image_get_green(image, width, x, y) ((image)[4 * ((y) * (width) + (x)) + 1])
#define wb_camera_image_get_red(image, width, x, y) ((image)[4 * ((y) * (width) + (x)) + 2])

/* How bright a pixel is: the mean of its colours. */
#define wb_camera_image_get_gray(image, width, x, y)                                                   \
  ((wb_camera_image_get_red(image, width, x, y) + wb_camera_image_get_green(image, width, x, y) +      \
    wb_camera_image_get_blue(image, width, x, y)) /                                                    \
   3)
#define wb_camera_image_get_grey(image, width, x, y) wb_camera_image_get_gray(image, width, x, y)

#ifdef __cplusplus
}
#endif

#endif
