// SPDX-License-Identifier: MIT OR Apache-2.0
// Measures distance along rays.

#ifndef DISTANCESENSOR_HPP
#define DISTANCESENSOR_HPP

#define WB_USING_CPP_API
#include <webots/Device.hpp>

#include <webots/distance_sensor.h>

namespace webots {
  class DistanceSensor : public Device {
  public:
    typedef enum { GENERIC = 0, INFRA_RED, SONAR, LASER } Type;

    explicit DistanceSensor(const std::string &name) : Device(name) {}
    explicit DistanceSensor(WbDeviceTag tag) : Device(tag) {}
    virtual ~DistanceSensor() {}

    virtual void enable(int samplingPeriod) { wb_distance_sensor_enable(tag(), samplingPeriod); }
    virtual void disable() { wb_distance_sensor_disable(tag()); }
    int getSamplingPeriod() const { return wb_distance_sensor_get_sampling_period(tag()); }
    double getValue() const { return wb_distance_sensor_get_value(tag()); }
    double getMaxValue() const { return wb_distance_sensor_get_max_value(tag()); }
    double getMinValue() const { return wb_distance_sensor_get_min_value(tag()); }
    double getAperture() const { return wb_distance_sensor_get_aperture(tag()); }
    int getLookupTableSize() const { return wb_distance_sensor_get_lookup_table_size(tag()); }
    const double *getLookupTable() const { return wb_distance_sensor_get_lookup_table(tag()); }
    Type getType() const { return static_cast<Type>(wb_distance_sensor_get_type(tag())); }
  };
}  // namespace webots

#endif
