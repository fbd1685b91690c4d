// SPDX-License-Identifier: MIT OR Apache-2.0
// Measures a joint.

#ifndef POSITIONSENSOR_HPP
#define POSITIONSENSOR_HPP

#define WB_USING_CPP_API
#include <webots/Device.hpp>

#include <webots/position_sensor.h>

namespace webots {
  class Brake;
  class Motor;

  class PositionSensor : public Device {
  public:
    typedef enum { ROTATIONAL = 0, LINEAR } Type;
    enum { ANGULAR = 0 };

    explicit PositionSensor(const std::string &name) : Device(name) {}
    explicit PositionSensor(WbDeviceTag tag) : Device(tag) {}
    virtual ~PositionSensor() {}

    virtual void enable(int samplingPeriod) { wb_position_sensor_enable(tag(), samplingPeriod); }
    virtual void disable() { wb_position_sensor_disable(tag()); }
    int getSamplingPeriod() const { return wb_position_sensor_get_sampling_period(tag()); }
    double getValue() const { return wb_position_sensor_get_value(tag()); }
    Type getType() const { return static_cast<Type>(wb_position_sensor_get_type(tag())); }
    Brake *getBrake();
    int getBrakeTag() const { return wb_position_sensor_get_brake(tag()); }
    Motor *getMotor();
    int getMotorTag() const { return wb_position_sensor_get_motor(tag()); }
  };
}  // namespace webots

#endif
