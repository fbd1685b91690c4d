// SPDX-License-Identifier: MIT OR Apache-2.0
// Takes pictures of distances.

#ifndef RANGEFINDER_HPP
#define RANGEFINDER_HPP

#define WB_USING_CPP_API
#include <webots/Device.hpp>

#include <webots/range_finder.h>

namespace webots {
  class RangeFinder : public Device {
  public:
    explicit RangeFinder(const std::string &name) : Device(name) {}
    explicit RangeFinder(WbDeviceTag tag) : Device(tag) {}
    virtual ~RangeFinder() {}

    virtual void enable(int samplingPeriod) { wb_range_finder_enable(tag(), samplingPeriod); }
    virtual void disable() { wb_range_finder_disable(tag()); }
    int getSamplingPeriod() const { return wb_range_finder_get_sampling_period(tag()); }
    const float *getRangeImage() const { return wb_range_finder_get_range_image(tag()); }
    int getWidth() const { return wb_range_finder_get_width(tag()); }
    int getHeight() const { return wb_range_finder_get_height(tag()); }
    double getFov() const { return wb_range_finder_get_fov(tag()); }
    double getMinRange() const { return wb_range_finder_get_min_range(tag()); }
    double getMaxRange() const { return wb_range_finder_get_max_range(tag()); }
    int saveImage(const std::string &filename, int quality) const { return wb_range_finder_save_image(tag(), filename.c_str(), quality); }
    static float rangeImageGetDepth(const float *image, int width, int x, int y) { return image[y * width + x]; }
  };
}  // namespace webots

#endif
