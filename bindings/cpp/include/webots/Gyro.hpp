// SPDX-License-Identifier: MIT OR Apache-2.0
// Measures angular velocity.

#ifndef GYRO_HPP
#define GYRO_HPP

#define WB_USING_CPP_API
#include <webots/Device.hpp>

#include <webots/gyro.h>

namespace webots {
  class Gyro : public Device {
  public:
    explicit Gyro(const std::string &name) : Device(name) {}
    explicit Gyro(WbDeviceTag tag) : Device(tag) {}
    virtual ~Gyro() {}

    virtual void enable(int samplingPeriod) { wb_gyro_enable(tag(), samplingPeriod); }
    virtual void disable() { wb_gyro_disable(tag()); }
    int getSamplingPeriod() const { return wb_gyro_get_sampling_period(tag()); }
    const double *getValues() const { return wb_gyro_get_values(tag()); }
    int getLookupTableSize() const { return wb_gyro_get_lookup_table_size(tag()); }
    const double *getLookupTable() const { return wb_gyro_get_lookup_table(tag()); }
  };
}  // namespace webots

#endif
