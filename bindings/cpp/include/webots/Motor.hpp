// SPDX-License-Identifier: MIT OR Apache-2.0
// Drives a joint.

#ifndef MOTOR_HPP
#define MOTOR_HPP

#define WB_USING_CPP_API
#include <webots/Device.hpp>

#include <webots/motor.h>

namespace webots {
  class Brake;
  class PositionSensor;

  class Motor : public Device {
  public:
    typedef enum { ROTATIONAL = 0, LINEAR } Type;
    enum { ANGULAR = 0 };

    explicit Motor(const std::string &name) : Device(name) {}
    explicit Motor(WbDeviceTag tag) : Device(tag) {}
    virtual ~Motor() {}

    virtual void setPosition(double position) { wb_motor_set_position(tag(), position); }
    virtual void setVelocity(double velocity) { wb_motor_set_velocity(tag(), velocity); }
    virtual void setAcceleration(double acceleration) { wb_motor_set_acceleration(tag(), acceleration); }
    virtual void setAvailableForce(double availableForce) { wb_motor_set_available_force(tag(), availableForce); }
    virtual void setAvailableTorque(double availableTorque) { wb_motor_set_available_torque(tag(), availableTorque); }
    virtual void setControlPID(double p, double i, double d) { wb_motor_set_control_pid(tag(), p, i, d); }
    virtual void enableForceFeedback(int samplingPeriod) { wb_motor_enable_force_feedback(tag(), samplingPeriod); }
    virtual void disableForceFeedback() { wb_motor_disable_force_feedback(tag()); }
    virtual void enableTorqueFeedback(int samplingPeriod) { wb_motor_enable_torque_feedback(tag(), samplingPeriod); }
    virtual void disableTorqueFeedback() { wb_motor_disable_torque_feedback(tag()); }
    virtual void setForce(double force) { wb_motor_set_force(tag(), force); }
    virtual void setTorque(double torque) { wb_motor_set_torque(tag(), torque); }
    double getTargetPosition() const { return wb_motor_get_target_position(tag()); }
    double getMinPosition() const { return wb_motor_get_min_position(tag()); }
    double getMaxPosition() const { return wb_motor_get_max_position(tag()); }
    double getVelocity() const { return wb_motor_get_velocity(tag()); }
    double getMaxVelocity() const { return wb_motor_get_max_velocity(tag()); }
    double getAcceleration() const { return wb_motor_get_acceleration(tag()); }
    double getAvailableForce() const { return wb_motor_get_available_force(tag()); }
    double getMaxForce() const { return wb_motor_get_max_force(tag()); }
    double getAvailableTorque() const { return wb_motor_get_available_torque(tag()); }
    double getMaxTorque() const { return wb_motor_get_max_torque(tag()); }
    double getMultiplier() const { return wb_motor_get_multiplier(tag()); }
    double getForceFeedback() const { return wb_motor_get_force_feedback(tag()); }
    double getTorqueFeedback() const { return wb_motor_get_torque_feedback(tag()); }
    int getForceFeedbackSamplingPeriod() const { return wb_motor_get_force_feedback_sampling_period(tag()); }
    int getTorqueFeedbackSamplingPeriod() const { return wb_motor_get_torque_feedback_sampling_period(tag()); }
    Type getType() const { return static_cast<Type>(wb_motor_get_type(tag())); }
    Brake *getBrake();
    int getBrakeTag() const { return wb_motor_get_brake(tag()); }
    PositionSensor *getPositionSensor();
    int getPositionSensorTag() const { return wb_motor_get_position_sensor(tag()); }
  };
}  // namespace webots

#endif
