/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What the two vehicle libraries share: the car that a program drives. */

#ifndef FOXDEN_VEHICLE_H
#define FOXDEN_VEHICLE_H

#include <webots/vehicle/car.h>

enum { FRONT_LIGHTS, ANTIFOG_LIGHTS, RIGHT_INDICATORS, LEFT_INDICATORS, REAR_LIGHTS, BACKWARDS_LIGHTS, BRAKE_LIGHTS,
       INNER_RIGHT_INDICATOR, INNER_LEFT_INDICATOR, LIGHTS };
enum { AT_RIGHT, AT_LEFT, SIDES };
enum { MIRRORS = 3 };

typedef struct {
  /* what the robot says about itself */
  double wheelbase, track_front, track_rear;
  double front_wheel_radius, rear_wheel_radius;
  double brake_coefficient, default_damping;
  double max_torque, max_power, min_rpm, max_rpm;
  double coefficients[3];
  double power_split_ratio, power_split_rpm;
  double sound_rpm;
  int gears;
  /* the first is the reverse gear */
  double *gear_ratios;
  char *engine_sound;
  WbuCarType type;
  WbuCarEngineType engine;
  /* devices; 0 where there is none */
  WbDeviceTag steering[SIDES], steering_sensors[SIDES];
  WbDeviceTag wheels[WBU_CAR_WHEEL_NB], sensors[WBU_CAR_WHEEL_NB], brakes[WBU_CAR_WHEEL_NB];
  WbDeviceTag lights[LIGHTS];
  WbDeviceTag displays[MIRRORS], cameras[MIRRORS];
  WbDeviceTag wipers[SIDES], wiper_sensor;
  WbDeviceTag steering_wheel, indicator_lever;
  WbDeviceTag rpm_needle, speed_needle;
  /* what programs choose */
  double indicator_period;
  bool limits_slip, ends_indicator;
  /* the front wheels as they were last set, and the wheels as they were last measured */
  double right_angle, left_angle;
  double speeds[WBU_CAR_WHEEL_NB];
  double max_acceleration;
} Car;

/* The car, or NULL after a warning that names the function to call first. */
Car *foxden_car(const char *first, const char *caller);

/* Whether the robot describes itself as a car does. */
bool foxden_is_car(void);

/* Lights that a car does not have are dark and stay so. */
void foxden_car_set_light(Car *car, int light, bool is_on);
bool foxden_car_light(const Car *car, int light);

#endif
