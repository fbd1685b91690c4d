// SPDX-License-Identifier: MIT OR Apache-2.0
// The driver library for C++.

#define WB_ALLOW_MIXING_C_AND_CPP_API
#include <webots/vehicle/Driver.hpp>
#include <webots/vehicle/driver.h>

namespace webots {
  static Driver *theDriver = 0;

  bool Driver::isInitialisationPossible() { return wbu_driver_initialization_is_possible() != 0; }

  Driver *Driver::getDriverInstance() { return theDriver ? theDriver : new Driver(); }

  Driver::Driver() {
    theDriver = this;
    wbu_driver_init();
  }

  Driver::~Driver() {
    theDriver = 0;
    wbu_driver_cleanup();
  }

  int Driver::step() { return wbu_driver_step(); }

  void Driver::setSteeringAngle(double steeringAngle) { wbu_driver_set_steering_angle(steeringAngle); }
  double Driver::getSteeringAngle() { return wbu_driver_get_steering_angle(); }
  void Driver::setCruisingSpeed(double speed) { wbu_driver_set_cruising_speed(speed); }
  double Driver::getTargetCruisingSpeed() { return wbu_driver_get_target_cruising_speed(); }
  double Driver::getCurrentSpeed() { return wbu_driver_get_current_speed(); }
  void Driver::setThrottle(double throttle) { wbu_driver_set_throttle(throttle); }
  double Driver::getThrottle() { return wbu_driver_get_throttle(); }
  void Driver::setBrakeIntensity(double intensity) { wbu_driver_set_brake_intensity(intensity); }
  double Driver::getBrakeIntensity() { return wbu_driver_get_brake_intensity(); }
  void Driver::setIndicator(IndicatorState state) { wbu_driver_set_indicator(static_cast<WbuDriverIndicatorState>(state)); }
  Driver::IndicatorState Driver::getIndicator() { return static_cast<IndicatorState>(wbu_driver_get_indicator()); }
  void Driver::setHazardFlashers(bool state) { wbu_driver_set_hazard_flashers(state); }
  bool Driver::getHazardFlashers() { return wbu_driver_get_hazard_flashers() != 0; }
  void Driver::setDippedBeams(bool state) { wbu_driver_set_dipped_beams(state); }
  bool Driver::getDippedBeams() { return wbu_driver_get_dipped_beams() != 0; }
  void Driver::setAntifogLights(bool state) { wbu_driver_set_antifog_lights(state); }
  bool Driver::getAntifogLights() { return wbu_driver_get_antifog_lights() != 0; }
  double Driver::getRpm() { return wbu_driver_get_rpm(); }
  int Driver::getGear() { return wbu_driver_get_gear(); }
  void Driver::setGear(int gear) { wbu_driver_set_gear(gear); }
  int Driver::getGearNumber() { return wbu_driver_get_gear_number(); }
  Driver::ControlMode Driver::getControlMode() { return static_cast<ControlMode>(wbu_driver_get_control_mode()); }
  void Driver::setWiperMode(WiperMode mode) { wbu_driver_set_wiper_mode(static_cast<WbuDriverWiperMode>(mode)); }
  Driver::WiperMode Driver::getWiperMode() { return static_cast<WiperMode>(wbu_driver_get_wiper_mode()); }

  void Driver::setBrake(double brake) { setBrakeIntensity(brake); }
  void Driver::setWipersMode(WiperMode mode) { setWiperMode(mode); }
  Driver::WiperMode Driver::getWipersMode() { return getWiperMode(); }
}  // namespace webots
