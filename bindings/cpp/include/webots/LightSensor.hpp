// SPDX-License-Identifier: MIT OR Apache-2.0
// Measures light.

#ifndef LIGHTSENSOR_HPP
#define LIGHTSENSOR_HPP

#define WB_USING_CPP_API
#include <webots/Device.hpp>

#include <webots/light_sensor.h>

namespace webots {
  class LightSensor : public Device {
  public:
    explicit LightSensor(const std::string &name) : Device(name) {}
    explicit LightSensor(WbDeviceTag tag) : Device(tag) {}
    virtual ~LightSensor() {}

    virtual void enable(int samplingPeriod) { wb_light_sensor_enable(tag(), samplingPeriod); }
    virtual void disable() { wb_light_sensor_disable(tag()); }
    int getSamplingPeriod() const { return wb_light_sensor_get_sampling_period(tag()); }
    double getValue() const { return wb_light_sensor_get_value(tag()); }
    int getLookupTableSize() const { return wb_light_sensor_get_lookup_table_size(tag()); }
    const double *getLookupTable() const { return wb_light_sensor_get_lookup_table(tag()); }
  };
}  // namespace webots

#endif
