// Follows a dark line on the floor with a camera: steers towards the middle of
// the dark pixels in the lowest rows of the picture.

#include <math.h>
#include <stdio.h>
#include <webots/camera.h>
#include <webots/motor.h>
#include <webots/robot.h>

#define STEP 32
#define SPEED 3.0
#define DARK 80
#define ROWS 6

int main() {
  wb_robot_init();
  WbDeviceTag camera = wb_robot_get_device("camera");
  wb_camera_enable(camera, STEP);
  const int width = wb_camera_get_width(camera), height = wb_camera_get_height(camera);
  WbDeviceTag left = wb_robot_get_device("left wheel motor"), right = wb_robot_get_device("right wheel motor");
  wb_motor_set_position(left, INFINITY);
  wb_motor_set_position(right, INFINITY);

  int on_line = 0, steps = 0;
  double side = 1.0;
  wb_robot_step(STEP);
  while (steps < 600 && wb_robot_step(STEP) != -1) {
    ++steps;
    const unsigned char *image = wb_camera_get_image(camera);
    long sum = 0, count = 0;
    for (int y = height - ROWS; y < height; ++y)
      for (int x = 0; x < width; ++x)
        if (wb_camera_image_get_gray(image, width, x, y) < DARK) {
          sum += x;
          ++count;
        }
    // from -1 (left) to 1 (right); where the line was last seen if it is lost
    if (count) {
      side = 2.0 * sum / count / (width - 1) - 1.0;
      ++on_line;
    }
    wb_motor_set_velocity(left, SPEED * (1.0 + side));
    wb_motor_set_velocity(right, SPEED * (1.0 - side));
  }
  printf("saw the line in %d of %d steps\n", on_line, steps);
  wb_robot_cleanup();
  return 0;
}
