/* Prints a number for the bytes of each picture that its devices take of a ball that flies by. */
#include <stdint.h>
#include <stdio.h>
#include <webots/camera.h>
#include <webots/lidar.h>
#include <webots/robot.h>

/* FNV-1a. */
static unsigned long long hashed(const void *bytes, size_t count) {
  const unsigned char *at = bytes;
  uint64_t hash = 14695981039346656037ULL;
  for (size_t i = 0; at && i < count; ++i)
    hash = (hash ^ at[i]) * 1099511628211ULL;
  return hash;
}

int main() {
  wb_robot_init();
  const WbDeviceTag camera = wb_robot_get_device("camera"), lidar = wb_robot_get_device("lidar");
  wb_camera_enable(camera, 32);
  wb_camera_recognition_enable(camera, 32);
  wb_camera_recognition_enable_segmentation(camera);
  wb_lidar_enable(lidar, 32);
  wb_lidar_enable_point_cloud(lidar);
  const size_t pixels = 4 * wb_camera_get_width(camera) * wb_camera_get_height(camera);
  for (int step = 0; step < 8 && wb_robot_step(32) != -1; ++step) {
    const size_t rays = wb_lidar_get_horizontal_resolution(lidar) * wb_lidar_get_number_of_layers(lidar);
    printf("step %d: camera %016llx, segmentation %016llx, lidar %016llx, points %d %016llx\n", step,
           hashed(wb_camera_get_image(camera), pixels),
           hashed(wb_camera_recognition_get_segmentation_image(camera), pixels),
           hashed(wb_lidar_get_range_image(lidar), rays * sizeof(float)), wb_lidar_get_number_of_points(lidar),
           hashed(wb_lidar_get_point_cloud(lidar), wb_lidar_get_number_of_points(lidar) * sizeof(WbLidarPoint)));
  }
  wb_robot_cleanup();
  return 0;
}
