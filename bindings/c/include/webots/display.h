/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Shows pictures. */

#ifndef WB_DISPLAY_H
#define WB_DISPLAY_H

#define WB_USING_C_API
#include "types.h"

/* The order of the bytes of a pixel. */
#define WB_IMAGE_RGB 3
#define WB_IMAGE_RGBA 4
#define WB_IMAGE_ARGB 5
#define WB_IMAGE_BGRA 6
#define WB_IMAGE_ABGR 7

#ifdef __cplusplus
extern "C" {
#endif

/* Pixels. */
int wb_display_get_width(WbDeviceTag tag);

/* Pixels. */
int wb_display_get_height(WbDeviceTag tag);

/* Draws in this colour from now on: 0xRRGGBB. */
void wb_display_set_color(WbDeviceTag tag, int color);

/* What drawing leaves in the alpha channel, from 0 to 1. */
void wb_display_set_alpha(WbDeviceTag tag, double alpha);

/* How much drawing covers what is there, from 0 to 1. */
void wb_display_set_opacity(WbDeviceTag tag, double opacity);

/* Writes with this font from now on. */
void wb_display_set_font(WbDeviceTag tag, const char *font, int size, bool anti_aliasing);

/* Shows what a camera sees below the drawings. */
void wb_display_attach_camera(WbDeviceTag tag, WbDeviceTag camera_tag);

/* Shows no camera's picture. */
void wb_display_detach_camera(WbDeviceTag tag);

/* Draws a dot. */
void wb_display_draw_pixel(WbDeviceTag tag, int x, int y);

/* Draws a line. */
void wb_display_draw_line(WbDeviceTag tag, int x1, int y1, int x2, int y2);

/* Draws the outline of a rectangle. */
void wb_display_draw_rectangle(WbDeviceTag tag, int x, int y, int width, int height);

/* Draws the outline of an oval with radii a and b. */
void wb_display_draw_oval(WbDeviceTag tag, int cx, int cy, int a, int b);

/* Draws the outline of a polygon. */
void wb_display_draw_polygon(WbDeviceTag tag, const int *x, const int *y, int size);

/* Writes. */
void wb_display_draw_text(WbDeviceTag tag, const char *text, int x, int y);

/* Draws a filled rectangle. */
void wb_display_fill_rectangle(WbDeviceTag tag, int x, int y, int width, int height);

/* Draws a filled oval. */
void wb_display_fill_oval(WbDeviceTag tag, int cx, int cy, int a, int b);

/* Draws a filled polygon. */
void wb_display_fill_polygon(WbDeviceTag tag, const int *x, const int *y, int size);

/* Keeps a picture of the controller on the display. */
WbImageRef wb_display_image_new(WbDeviceTag tag, int width, int height, const void *data, int format);

/* Keeps a part of what is shown. */
WbImageRef wb_display_image_copy(WbDeviceTag tag, int x, int y, int width, int height);

/* Keeps a picture from a file. */
WbImageRef wb_display_image_load(WbDeviceTag tag, const char *filename);

/* Deletes a stored image. */
void wb_display_image_delete(WbDeviceTag tag, WbImageRef ir);

/* Pastes a stored image; blend applies its alpha channel. */
void wb_display_image_paste(WbDeviceTag tag, WbImageRef ir, int x, int y, bool blend);

/* Saves a stored image, or with NULL the content of the display, as .png or .jpg. */
void wb_display_image_save(WbDeviceTag tag, WbImageRef ir, const char *filename);

#ifdef __cplusplus
}
#endif

#endif
