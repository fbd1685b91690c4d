/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* An object that a camera recognises. */

#ifndef WB_CAMERA_RECOGNITION_OBJECT_H
#define WB_CAMERA_RECOGNITION_OBJECT_H

typedef struct {
  int id;                   /* the number of its node */
  double position[3];       /* metres, seen from the camera */
  double orientation[4];    /* axis and angle, seen from the camera */
  double size[2];           /* metres */
  int position_on_image[2]; /* pixels */
  int size_on_image[2];     /* pixels */
  int number_of_colors;
  double *colors; /* red, green, blue of each */
  char *model;    /* the text of its field model */
} WbCameraRecognitionObject;

#endif
