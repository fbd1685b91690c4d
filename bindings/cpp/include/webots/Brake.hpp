// SPDX-License-Identifier: MIT OR Apache-2.0
// Brakes a joint.

#ifndef BRAKE_HPP
#define BRAKE_HPP

#define WB_USING_CPP_API
#include <webots/Device.hpp>

#include <webots/brake.h>

namespace webots {
  class Motor;
  class PositionSensor;

  class Brake : public Device {
  public:
    typedef enum { ROTATIONAL = 0, LINEAR } Type;
    enum { ANGULAR = 0 };

    explicit Brake(const std::string &name) : Device(name) {}
    explicit Brake(WbDeviceTag tag) : Device(tag) {}
    virtual ~Brake() {}

    Type getType() const { return static_cast<Type>(wb_brake_get_type(tag())); }
    void setDampingConstant(double dampingConstant) const { wb_brake_set_damping_constant(tag(), dampingConstant); }
    Motor *getMotor();
    int getMotorTag() const { return wb_brake_get_motor(tag()); }
    PositionSensor *getPositionSensor();
    int getPositionSensorTag() const { return wb_brake_get_position_sensor(tag()); }
  };
}  // namespace webots

#endif
