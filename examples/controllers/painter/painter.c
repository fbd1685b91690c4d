// Paints a picture on a display and looks at it with a camera: the camera must
// see the colour that was painted. With a folder as argument it saves both there.

#include <stdio.h>
#include <webots/camera.h>
#include <webots/display.h>
#include <webots/robot.h>

#define STEP 32

int main(int argc, char **argv) {
  wb_robot_init();
  WbDeviceTag camera = wb_robot_get_device("camera"), display = wb_robot_get_device("display");
  wb_camera_enable(camera, STEP);
  const int width = wb_display_get_width(display), height = wb_display_get_height(display);
  wb_robot_step(STEP);

  const struct {
    const char *name;
    int color;
  } paints[] = {{"red", 0xE02010}, {"green", 0x20D030}, {"blue", 0x2040E0}};
  for (int i = 0; i < 3; ++i) {
    wb_display_set_color(display, paints[i].color);
    wb_display_fill_rectangle(display, 0, 0, width, height);
    wb_display_set_color(display, 0xFFFFFF);
    wb_display_draw_oval(display, width / 2, height / 2, width / 3, height / 3);
    wb_display_draw_line(display, 0, 0, width - 1, height - 1);
    wb_robot_step(STEP);
    const unsigned char *image = wb_camera_get_image(camera);
    const int w = wb_camera_get_width(camera), x = w / 2, y = wb_camera_get_height(camera) / 4;
    const int red = wb_camera_image_get_red(image, w, x, y), green = wb_camera_image_get_green(image, w, x, y),
              blue = wb_camera_image_get_blue(image, w, x, y);
    const char *seen = red > green && red > blue ? "red" : green > blue ? "green" : "blue";
    printf("painted %s, the camera sees %s\n", paints[i].name, seen);
  }
  if (argc > 1) {
    char file[1024];
    snprintf(file, sizeof(file), "%s/painted.png", argv[1]);
    wb_display_image_save(display, NULL, file);
    snprintf(file, sizeof(file), "%s/seen.png", argv[1]);
    wb_camera_save_image(camera, file, 100);
  }
  wb_robot_cleanup();
  return 0;
}
