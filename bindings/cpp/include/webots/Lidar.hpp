// SPDX-License-Identifier: MIT OR Apache-2.0
// Measures distances all around.

#ifndef LIDAR_HPP
#define LIDAR_HPP

#define WB_USING_CPP_API
#include <webots/Device.hpp>

#include <webots/lidar.h>

namespace webots {
  typedef WbLidarPoint LidarPoint;

  class Lidar : public Device {
  public:
    explicit Lidar(const std::string &name) : Device(name) {}
    explicit Lidar(WbDeviceTag tag) : Device(tag) {}
    virtual ~Lidar() {}

    virtual void enable(int samplingPeriod) { wb_lidar_enable(tag(), samplingPeriod); }
    virtual void disable() { wb_lidar_disable(tag()); }
    int getSamplingPeriod() const { return wb_lidar_get_sampling_period(tag()); }
    void enablePointCloud() { wb_lidar_enable_point_cloud(tag()); }
    void disablePointCloud() { wb_lidar_disable_point_cloud(tag()); }
    bool isPointCloudEnabled() const { return wb_lidar_is_point_cloud_enabled(tag()) != 0; }
    const float *getRangeImage() const { return wb_lidar_get_range_image(tag()); }
    const float *getLayerRangeImage(int layer) const { return wb_lidar_get_layer_range_image(tag(), layer); }
    const LidarPoint *getPointCloud() const { return wb_lidar_get_point_cloud(tag()); }
    const LidarPoint *getLayerPointCloud(int layer) const { return wb_lidar_get_layer_point_cloud(tag(), layer); }
    int getNumberOfPoints() const { return wb_lidar_get_number_of_points(tag()); }
    int getHorizontalResolution() const { return wb_lidar_get_horizontal_resolution(tag()); }
    int getNumberOfLayers() const { return wb_lidar_get_number_of_layers(tag()); }
    double getMinFrequency() const { return wb_lidar_get_min_frequency(tag()); }
    double getMaxFrequency() const { return wb_lidar_get_max_frequency(tag()); }
    double getFrequency() const { return wb_lidar_get_frequency(tag()); }
    void setFrequency(double frequency) { wb_lidar_set_frequency(tag(), frequency); }
    double getFov() const { return wb_lidar_get_fov(tag()); }
    double getVerticalFov() const { return wb_lidar_get_vertical_fov(tag()); }
    double getMinRange() const { return wb_lidar_get_min_range(tag()); }
    double getMaxRange() const { return wb_lidar_get_max_range(tag()); }
  };
}  // namespace webots

#endif
