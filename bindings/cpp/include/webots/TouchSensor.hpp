// SPDX-License-Identifier: MIT OR Apache-2.0
// Feels contact.

#ifndef TOUCHSENSOR_HPP
#define TOUCHSENSOR_HPP

#define WB_USING_CPP_API
#include <webots/Device.hpp>

#include <webots/touch_sensor.h>

namespace webots {
  class TouchSensor : public Device {
  public:
    typedef enum { BUMPER = 0, FORCE, FORCE3D } Type;

    explicit TouchSensor(const std::string &name) : Device(name) {}
    explicit TouchSensor(WbDeviceTag tag) : Device(tag) {}
    virtual ~TouchSensor() {}

    virtual void enable(int samplingPeriod) { wb_touch_sensor_enable(tag(), samplingPeriod); }
    virtual void disable() { wb_touch_sensor_disable(tag()); }
    int getSamplingPeriod() const { return wb_touch_sensor_get_sampling_period(tag()); }
    double getValue() const { return wb_touch_sensor_get_value(tag()); }
    const double *getValues() const { return wb_touch_sensor_get_values(tag()); }
    int getLookupTableSize() const { return wb_touch_sensor_get_lookup_table_size(tag()); }
    const double *getLookupTable() const { return wb_touch_sensor_get_lookup_table(tag()); }
    Type getType() const { return static_cast<Type>(wb_touch_sensor_get_type(tag())); }
  };
}  // namespace webots

#endif
