// SPDX-License-Identifier: MIT OR Apache-2.0
// Measures height.

#ifndef ALTIMETER_HPP
#define ALTIMETER_HPP

#define WB_USING_CPP_API
#include <webots/Device.hpp>

#include <webots/altimeter.h>

namespace webots {
  class Altimeter : public Device {
  public:
    explicit Altimeter(const std::string &name) : Device(name) {}
    explicit Altimeter(WbDeviceTag tag) : Device(tag) {}
    virtual ~Altimeter() {}

    virtual void enable(int samplingPeriod) { wb_altimeter_enable(tag(), samplingPeriod); }
    virtual void disable() { wb_altimeter_disable(tag()); }
    int getSamplingPeriod() const { return wb_altimeter_get_sampling_period(tag()); }
    double getValue() const { return wb_altimeter_get_value(tag()); }
  };
}  // namespace webots

#endif
