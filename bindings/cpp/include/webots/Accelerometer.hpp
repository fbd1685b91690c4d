// SPDX-License-Identifier: MIT OR Apache-2.0
// Measures acceleration and gravity.

#ifndef ACCELEROMETER_HPP
#define ACCELEROMETER_HPP

#define WB_USING_CPP_API
#include <webots/Device.hpp>

#include <webots/accelerometer.h>

namespace webots {
  class Accelerometer : public Device {
  public:
    explicit Accelerometer(const std::string &name) : Device(name) {}
    explicit Accelerometer(WbDeviceTag tag) : Device(tag) {}
    virtual ~Accelerometer() {}

    virtual void enable(int samplingPeriod) { wb_accelerometer_enable(tag(), samplingPeriod); }
    virtual void disable() { wb_accelerometer_disable(tag()); }
    int getSamplingPeriod() const { return wb_accelerometer_get_sampling_period(tag()); }
    const double *getValues() const { return wb_accelerometer_get_values(tag()); }
    int getLookupTableSize() const { return wb_accelerometer_get_lookup_table_size(tag()); }
    const double *getLookupTable() const { return wb_accelerometer_get_lookup_table(tag()); }
  };
}  // namespace webots

#endif
