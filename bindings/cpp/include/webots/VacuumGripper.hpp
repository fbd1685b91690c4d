// SPDX-License-Identifier: MIT OR Apache-2.0
// Holds objects.

#ifndef VACUUMGRIPPER_HPP
#define VACUUMGRIPPER_HPP

#define WB_USING_CPP_API
#include <webots/Device.hpp>

#include <webots/vacuum_gripper.h>

namespace webots {
  class VacuumGripper : public Device {
  public:
    explicit VacuumGripper(const std::string &name) : Device(name) {}
    explicit VacuumGripper(WbDeviceTag tag) : Device(tag) {}
    virtual ~VacuumGripper() {}

    virtual void enablePresence(int samplingPeriod) { wb_vacuum_gripper_enable_presence(tag(), samplingPeriod); }
    virtual void disablePresence() { wb_vacuum_gripper_disable_presence(tag()); }
    int getPresenceSamplingPeriod() const { return wb_vacuum_gripper_get_presence_sampling_period(tag()); }
    bool getPresence() const { return wb_vacuum_gripper_get_presence(tag()) != 0; }
    bool isOn() const { return wb_vacuum_gripper_is_on(tag()) != 0; }
    virtual void turnOn() { wb_vacuum_gripper_turn_on(tag()); }
    virtual void turnOff() { wb_vacuum_gripper_turn_off(tag()); }
  };
}  // namespace webots

#endif
