// SPDX-License-Identifier: MIT OR Apache-2.0
// Finds targets by radio waves.

#ifndef RADAR_HPP
#define RADAR_HPP

#define WB_USING_CPP_API
#include <webots/Device.hpp>

#include <webots/radar.h>

namespace webots {
  typedef WbRadarTarget RadarTarget;

  class Radar : public Device {
  public:
    explicit Radar(const std::string &name) : Device(name) {}
    explicit Radar(WbDeviceTag tag) : Device(tag) {}
    virtual ~Radar() {}

    virtual void enable(int samplingPeriod) { wb_radar_enable(tag(), samplingPeriod); }
    virtual void disable() { wb_radar_disable(tag()); }
    int getSamplingPeriod() const { return wb_radar_get_sampling_period(tag()); }
    int getNumberOfTargets() const { return wb_radar_get_number_of_targets(tag()); }
    const RadarTarget *getTargets() const { return wb_radar_get_targets(tag()); }
    double getMinRange() const { return wb_radar_get_min_range(tag()); }
    double getMaxRange() const { return wb_radar_get_max_range(tag()); }
    double getHorizontalFov() const { return wb_radar_get_horizontal_fov(tag()); }
    double getVerticalFov() const { return wb_radar_get_vertical_fov(tag()); }
  };
}  // namespace webots

#endif
