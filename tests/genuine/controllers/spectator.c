/* Looks into an empty world with every device that sees, and uses those that are not simulated: it must see black, hear nothing and go on.
   Returns the number of checks that failed. */
#include <math.h>
#include <string.h>
#include <webots/camera.h>
#include <webots/display.h>
#include <webots/lidar.h>
#include <webots/microphone.h>
#include <webots/pen.h>
#include <webots/range_finder.h>
#include <webots/radio.h>
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

/* It has no bones: each index is out of bounds, which the library says. */
static void use_skin(WbDeviceTag skin) {
  const double position[3] = {1, 2, 3}, orientation[4] = {0, 0, 1, 1};
  CHECK(wb_skin_get_bone_count(skin) == 0);
  CHECK(wb_skin_get_bone_name(skin, 0) == NULL);
  CHECK(wb_skin_get_bone_position(skin, 0, true) == NULL);
  CHECK(wb_skin_get_bone_orientation(skin, 0, false) == NULL);
  wb_skin_set_bone_position(skin, 0, position, true);
  wb_skin_set_bone_orientation(skin, 0, orientation, false);
}

/* Nothing is ever received. */
static void hear(const WbRadioEvent event) {
  (void)event;
  CHECK(0);
}

/* Settings are kept, messages are lost. */
static void use_radio(WbDeviceTag radio) {
  CHECK(!strcmp(wb_radio_get_address(radio), "here") && wb_radio_get_channel(radio) == 3);
  CHECK(wb_radio_get_bitrate(radio) == 500 && wb_radio_get_frequency(radio) == 1000);
  CHECK(wb_radio_get_rx_sensitivity(radio) == -80 && wb_radio_get_tx_power(radio) == 2);
  wb_radio_enable(radio, 32);
  wb_radio_set_callback(radio, hear);
  wb_radio_set_address(radio, "there");
  wb_radio_set_frequency(radio, 2000);
  wb_radio_set_channel(radio, 4);
  wb_radio_set_bitrate(radio, 600);
  wb_radio_set_rx_sensitivity(radio, -70);
  wb_radio_set_tx_power(radio, 3);
  WbRadioMessage message = wb_radio_message_new(3, "ab", "there");
  CHECK(wb_radio_message_get_length(message) == 3 && !strcmp(wb_radio_message_get_body(message), "ab"));
  CHECK(!strcmp(wb_radio_message_get_destination(message), "there"));
  wb_radio_send(radio, message, 0);
  CHECK(!strcmp(wb_radio_get_address(radio), "there") && wb_radio_get_channel(radio) == 4);
  wb_radio_message_delete(wb_radio_message_new(3, "cd", "nowhere"));
}

static void use_speaker(WbDeviceTag speaker) {
  CHECK(wb_speaker_set_engine(speaker, "pico") && !strcmp(wb_speaker_get_engine(speaker), "pico"));
  CHECK(wb_speaker_set_language(speaker, "de-DE") && !strcmp(wb_speaker_get_language(speaker), "de-DE"));
  wb_speaker_stop(speaker, "wind.wav");
  CHECK(!wb_speaker_is_sound_playing(speaker, "wind.wav"));
  wb_speaker_stop(speaker, NULL);
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
  CHECK(wb_microphone_get_sampling_period(microphone) == 32);
  wb_microphone_disable(microphone);
  use_speaker(speaker);
  use_radio(wb_robot_get_device("radio"));
  CHECK(wb_robot_step(32) == 0);
  wb_radio_disable(wb_robot_get_device("radio"));
  CHECK(wb_robot_step(32) == 0);
  use_skin(wb_robot_get_device("skin"));
  CHECK(wb_robot_step(32) == 0);
  printf("%d checks, %d failed\n", checks, failures);
  wb_robot_cleanup();
  return failures;
}
