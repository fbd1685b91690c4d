/* Looks into an empty world with every device that sees, and uses those that are not simulated: it must see black, hear nothing and go on.
   Returns the number of checks that failed. */
#include <math.h>
#include <webots/camera.h>
#include <webots/display.h>
#include <webots/lidar.h>
#include <webots/microphone.h>
#include <webots/pen.h>
#include <webots/range_finder.h>
#include <webots/robot.h>
#include <webots/skin.h>
#include <webots/speaker.h>
#include "check.h"

/* All pixels are opaque and black. */
static int is_black(const unsigned char *image, int pixels) {
  for (int i = 0; image && i < pixels; ++i)
    if (image[4 * i] || image[4 * i + 1] || image[4 * i + 2] || image[4 * i + 3] != 255)
      return 0;
  return image != NULL;
}

/* Nothing is within range. */
static int is_far(const float *ranges, int count) {
  for (int i = 0; ranges && i < count; ++i)
    if (!isinf(ranges[i]))
      return 0;
  return ranges != NULL;
}

static void eyes(WbDeviceTag camera, WbDeviceTag range, WbDeviceTag lidar) {
  CHECK(is_black(wb_camera_get_image(camera), 8 * 4));
  CHECK(is_black(wb_camera_recognition_get_segmentation_image(camera), 8 * 4));
  CHECK(wb_camera_recognition_get_number_of_objects(camera) == 0);
  CHECK(is_far(wb_range_finder_get_range_image(range), 4 * 2));
  CHECK(is_far(wb_lidar_get_range_image(lidar), 16 * 2));
  const WbLidarPoint *points = wb_lidar_get_point_cloud(lidar);
  CHECK(points && isinf(points[31].x));
}

int main() {
  wb_robot_init();
  const WbDeviceTag camera = wb_robot_get_device("camera"), range = wb_robot_get_device("range"),
                    lidar = wb_robot_get_device("lidar"), display = wb_robot_get_device("display"),
                    speaker = wb_robot_get_device("speaker"), microphone = wb_robot_get_device("microphone"),
                    pen = wb_robot_get_device("pen");
  CHECK(wb_camera_get_max_fov(camera) == 2 && wb_camera_has_recognition(camera));
  wb_camera_enable(camera, 32);
  wb_camera_recognition_enable(camera, 32);
  wb_camera_recognition_enable_segmentation(camera);
  wb_range_finder_enable(range, 32);
  wb_lidar_enable(lidar, 32);
  wb_lidar_enable_point_cloud(lidar);
  wb_microphone_enable(microphone, 32);
  wb_pen_write(pen, 1);
  wb_display_fill_rectangle(display, 0, 0, 5, 5);
  wb_speaker_speak(speaker, "is anybody there?", 1);
  wb_speaker_play_sound(speaker, speaker, "bell.wav", 1, 1, 0, 0);
  wb_speaker_play_sound(speaker, speaker, "wind.wav", 1, 1, 0, 1);
  for (int i = 0; i < 3; ++i) {
    CHECK(wb_robot_step(32) == 0);
    eyes(camera, range, lidar);
    CHECK(!wb_speaker_is_speaking(speaker) && !wb_speaker_is_sound_playing(speaker, "bell.wav"));
    CHECK(wb_speaker_is_sound_playing(speaker, "wind.wav"));
    CHECK(wb_microphone_get_sample_size(microphone) == 0);
    /* a camera that is enabled again sees the same */
    wb_camera_disable(camera);
    wb_camera_enable(camera, 32);
  }
  CHECK(wb_skin_get_bone_count(wb_robot_get_device("skin")) == 0);
  printf("%d checks, %d failed\n", checks, failures);
  wb_robot_cleanup();
  return failures;
}
