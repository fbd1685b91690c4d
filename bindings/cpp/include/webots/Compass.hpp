// SPDX-License-Identifier: MIT OR Apache-2.0
// Points north.

#ifndef COMPASS_HPP
#define COMPASS_HPP

#define WB_USING_CPP_API
#include <webots/Device.hpp>

#include <webots/compass.h>

namespace webots {
  class Compass : public Device {
  public:
    explicit Compass(const std::string &name) : Device(name) {}
    explicit Compass(WbDeviceTag tag) : Device(tag) {}
    virtual ~Compass() {}

    virtual void enable(int samplingPeriod) { wb_compass_enable(tag(), samplingPeriod); }
    virtual void disable() { wb_compass_disable(tag()); }
    int getSamplingPeriod() const { return wb_compass_get_sampling_period(tag()); }
    const double *getValues() const { return wb_compass_get_values(tag()); }
    int getLookupTableSize() const { return wb_compass_get_lookup_table_size(tag()); }
    const double *getLookupTable() const { return wb_compass_get_lookup_table(tag()); }
  };
}  // namespace webots

#endif
