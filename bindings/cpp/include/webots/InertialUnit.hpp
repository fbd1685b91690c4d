// SPDX-License-Identifier: MIT OR Apache-2.0
// Measures orientation.

#ifndef INERTIALUNIT_HPP
#define INERTIALUNIT_HPP

#define WB_USING_CPP_API
#include <webots/Device.hpp>

#include <webots/inertial_unit.h>

namespace webots {
  class InertialUnit : public Device {
  public:
    explicit InertialUnit(const std::string &name) : Device(name) {}
    explicit InertialUnit(WbDeviceTag tag) : Device(tag) {}
    virtual ~InertialUnit() {}

    virtual void enable(int samplingPeriod) { wb_inertial_unit_enable(tag(), samplingPeriod); }
    virtual void disable() { wb_inertial_unit_disable(tag()); }
    int getSamplingPeriod() const { return wb_inertial_unit_get_sampling_period(tag()); }
    const double *getRollPitchYaw() const { return wb_inertial_unit_get_roll_pitch_yaw(tag()); }
    const double *getQuaternion() const { return wb_inertial_unit_get_quaternion(tag()); }
    double getNoise() const { return wb_inertial_unit_get_noise(tag()); }
  };
}  // namespace webots

#endif
