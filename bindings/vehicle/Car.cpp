// SPDX-License-Identifier: MIT OR Apache-2.0
// The car library for C++.

#include <webots/vehicle/Car.hpp>
#include <webots/vehicle/car.h>

namespace webots {
  Car::Type Car::getType() { return static_cast<Type>(wbu_car_get_type()); }
  Car::EngineType Car::getEngineType() { return static_cast<EngineType>(wbu_car_get_engine_type()); }
  void Car::setIndicatorPeriod(double period) { wbu_car_set_indicator_period(period); }
  double Car::getIndicatorPeriod() { return wbu_car_get_indicator_period(); }
  bool Car::getBackwardsLights() { return wbu_car_get_backwards_lights() != 0; }
  bool Car::getBrakeLights() { return wbu_car_get_brake_lights() != 0; }
  double Car::getTrackFront() { return wbu_car_get_track_front(); }
  double Car::getTrackRear() { return wbu_car_get_track_rear(); }
  double Car::getWheelbase() { return wbu_car_get_wheelbase(); }
  double Car::getFrontWheelRadius() { return wbu_car_get_front_wheel_radius(); }
  double Car::getRearWheelRadius() { return wbu_car_get_rear_wheel_radius(); }
  double Car::getWheelEncoder(WheelIndex wheel) { return wbu_car_get_wheel_encoder(static_cast<WbuCarWheelIndex>(wheel)); }
  double Car::getWheelSpeed(WheelIndex wheel) { return wbu_car_get_wheel_speed(static_cast<WbuCarWheelIndex>(wheel)); }
  void Car::setLeftSteeringAngle(double angle) { wbu_car_set_left_steering_angle(angle); }
  void Car::setRightSteeringAngle(double angle) { wbu_car_set_right_steering_angle(angle); }
  double Car::getRightSteeringAngle() { return wbu_car_get_right_steering_angle(); }
  double Car::getLeftSteeringAngle() { return wbu_car_get_left_steering_angle(); }
  void Car::enableLimitedSlipDifferential(bool enable) { wbu_car_enable_limited_slip_differential(enable); }
  void Car::enableIndicatorAutoDisabling(bool enable) { wbu_car_enable_indicator_auto_disabling(enable); }
}  // namespace webots
