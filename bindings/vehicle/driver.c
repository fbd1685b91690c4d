/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The driver library: steering, speed, gears, brakes and lights of a car. */

#include "driver_state.h"

#include <webots/brake.h>
#include <webots/motor.h>
#include <webots/robot.h>
#include <webots/speaker.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* An indicator goes off when the wheels have come back by this, in radians. */
#define END_OF_TURN 0.1

static Driver *the_driver = NULL;

static Driver *driver(const char *caller) {
  if (!the_driver)
    fprintf(stderr, "Warning: 'wbu_driver_init()' should be called before to use '%s()'.\n", caller);
  return the_driver;
}

bool wbu_driver_initialization_is_possible(void) {
  wb_robot_init();
  return foxden_is_car();
}

void wbu_driver_init(void) {
  if (the_driver)
    return;
  wbu_car_init();
  Driver *self = calloc(1, sizeof *self);
  if (!self)
    exit(-1);
  self->car = foxden_car("wbu_car_init", "wbu_driver_init");
  self->mode = UNDEFINED_CONTROL_MODE;
  self->step = (int)wb_robot_get_basic_time_step();
  self->speaker = wb_robot_get_device("engine_speaker");
  if (!self->speaker) {
    fprintf(stderr, "Warning: Any car should have a 'engine_speaker' speaker.\n");
    exit(0);
  }
  the_driver = self;
}

void wbu_driver_cleanup(void) {
  if (!the_driver)
    return;
  free(the_driver);
  the_driver = NULL;
  wbu_car_cleanup();
}

int wbu_driver_step(void) {
  Driver *self = driver("wbu_driver_step");
  if (!self)
    return 0;
  foxden_drive(self);
  return wb_robot_step(self->step);
}

static void sound_blinker(Driver *self) {
  if (self->is_flashing || self->indicator != OFF)
    wb_speaker_play_sound(self->speaker, self->speaker, BLINKER_SOUND, 1.0, 1.0, 0.0, true);
  else
    wb_speaker_stop(self->speaker, BLINKER_SOUND);
}

/* An indicator follows the wheels into the turn and goes off on the way back. */
static void end_indicator(Driver *self) {
  if (!self->car->ends_indicator || self->indicator == OFF)
    return;
  const double further = self->indicator == RIGHT ? self->steering_angle - self->indicator_angle :
                                                    self->indicator_angle - self->steering_angle;
  if (further > 0)
    self->indicator_angle = self->steering_angle;
  else if (further <= -END_OF_TURN) {
    if (self->car->indicator_lever)
      wb_motor_set_position(self->car->indicator_lever, 0.0);
    self->indicator = OFF;
    if (!self->is_flashing)
      wb_speaker_stop(self->speaker, BLINKER_SOUND);
  }
}

void wbu_driver_set_steering_angle(double angle) {
  Driver *self = driver("wbu_driver_set_steering_angle");
  if (!self)
    return;
  if (isnan(angle)) {
    fprintf(stderr, "Warning: wbu_driver_set_steering_angle() called with an invalid 'steering_angle' argument (NaN)\n");
    return;
  }
  Car *car = self->car;
  if (car->steering_wheel)
    wb_motor_set_position(car->steering_wheel, angle * 10);
  self->steering_angle = angle;
  /* Ackermann: both wheels go around the same point */
  const double cotangent = 1 / tan(angle), half = car->track_front / (2 * car->wheelbase);
  wbu_car_set_right_steering_angle(atan(1 / (cotangent - half)));
  wbu_car_set_left_steering_angle(atan(1 / (cotangent + half)));
  if (self->mode == SPEED)
    wbu_driver_set_cruising_speed(self->cruising_speed);
  end_indicator(self);
}

double wbu_driver_get_steering_angle(void) {
  if (!driver("wbu_driver_get_steering_angle"))
    return 0.0;
  return (wbu_car_get_right_steering_angle() + wbu_car_get_left_steering_angle()) / 2.0;
}

/* Sets the speeds of an axle, in km/h. */
static void set_axle_speed(Driver *self, WbuCarWheelIndex right, double radius, double share, double speed) {
  int side;
  if (radius == -1.0) {
    fprintf(stderr, "Warning: wheel radius cannot be retrieve automatically.\n");
    return;
  }
  for (side = 0; side < SIDES; ++side) {
    const WbDeviceTag wheel = self->car->wheels[right + side];
    wb_motor_set_velocity(wheel, 2 * speed * (side == AT_RIGHT ? share : 1 - share) / 3.6 / radius);
    /* a torque has taken the wheel out of speed control */
    if (self->mode == TORQUE)
      wb_motor_set_position(wheel, INFINITY);
  }
}

void wbu_driver_set_cruising_speed(double speed) {
  Driver *self = driver("wbu_driver_set_cruising_speed");
  if (!self)
    return;
  const Car *car = self->car;
  double at_front = speed, at_rear = speed;
  if (car->type == WBU_CAR_FOUR_BY_FOUR) {
    const double share = foxden_central_share(self);
    at_front *= 2 * share;
    at_rear *= 2 * (1 - share);
  }
  if (drives_front(car))
    set_axle_speed(self, WBU_CAR_WHEEL_FRONT_RIGHT, car->front_wheel_radius, foxden_front_share(self), at_front);
  if (drives_rear(car))
    set_axle_speed(self, WBU_CAR_WHEEL_REAR_RIGHT, car->rear_wheel_radius, foxden_rear_share(self), at_rear);
  self->cruising_speed = speed;
  self->mode = SPEED;
}

double wbu_driver_get_current_speed(void) {
  Driver *self = driver("wbu_driver_get_current_speed");
  if (!self)
    return 0.0;
  const Car *car = self->car;
  const bool front = drives_front(car), rear = drives_rear(car);
  if ((front && car->front_wheel_radius == -1.0) || (rear && car->rear_wheel_radius == -1.0)) {
    fprintf(stderr, "Warning: wheel radius cannot be retrieve automatically.\n");
    return 0.0;
  }
  double speed = 0.0;
  if (front)
    speed += 0.5 * (car->speeds[0] + car->speeds[1]) * car->front_wheel_radius;
  if (rear)
    speed += 0.5 * (car->speeds[2] + car->speeds[3]) * car->rear_wheel_radius;
  return 3.6 * (front && rear ? speed / 2 : speed);
}

/* A value from 0 to 1. */
static double limited(double value, const char *name) {
  if (value < 0)
    fprintf(stderr, "Warning: '%s' should be bigger or equal to 0, used 0 instead.\n", name);
  else if (value > 1)
    fprintf(stderr, "Warning: '%s' should be smaller or equal to 1, used 1 instead.\n", name);
  return value < 0 ? 0.0 : value > 1 ? 1.0 : value;
}

void wbu_driver_set_throttle(double throttle) {
  Driver *self = driver("wbu_driver_set_throttle");
  if (self) {
    self->throttle = limited(throttle, "throttle");
    self->mode = TORQUE;
  }
}

void wbu_driver_set_brake_intensity(double intensity) {
  Driver *self = driver("wbu_driver_set_brake_intensity");
  int wheel;
  if (!self)
    return;
  self->brake = limited(intensity, "intensity");
  foxden_car_set_light(self->car, BRAKE_LIGHTS, self->brake > 0.0);
  for (wheel = 0; self->brake <= 0.0 && wheel < WBU_CAR_WHEEL_NB; ++wheel)
    wb_brake_set_damping_constant(self->car->brakes[wheel], 0.0);
}

void wbu_driver_set_indicator(WbuDriverIndicatorState state) {
  Driver *self = driver("wbu_driver_set_indicator");
  if (!self)
    return;
  const WbDeviceTag lever = self->car->indicator_lever;
  self->indicator = state;
  self->indicator_angle = self->steering_angle;
  if (lever)
    wb_motor_set_position(lever, state == RIGHT ? wb_motor_get_max_position(lever) :
                                 state == LEFT  ? wb_motor_get_min_position(lever) :
                                                  0.0);
  sound_blinker(self);
}

void wbu_driver_set_hazard_flashers(bool state) {
  Driver *self = driver("wbu_driver_set_hazard_flashers");
  if (self) {
    self->is_flashing = state;
    sound_blinker(self);
  }
}

void wbu_driver_set_dipped_beams(bool state) {
  Driver *self = driver("wbu_driver_set_dipped_beams");
  if (self) {
    foxden_car_set_light(self->car, FRONT_LIGHTS, state);
    foxden_car_set_light(self->car, REAR_LIGHTS, state);
    self->beams = state;
  }
}

void wbu_driver_set_antifog_lights(bool state) {
  Driver *self = driver("wbu_driver_set_antifog_lights");
  if (self)
    foxden_car_set_light(self->car, ANTIFOG_LIGHTS, state);
}

/* Whether gears can be used: not while the car holds a speed. */
static bool has_gears(const Driver *self, const char *what, const char *caller) {
  if (self->mode == SPEED)
    fprintf(stderr, "Warning: no %s model when cruise control is enable, call to '%s()' is therefore not allowed.\n", what,
            caller);
  return self->mode != SPEED;
}

double wbu_driver_get_rpm(void) {
  Driver *self = driver("wbu_driver_get_rpm");
  return self && has_gears(self, "engine", "wbu_driver_get_rpm") ? self->rpm : 0.0;
}

int wbu_driver_get_gear(void) {
  Driver *self = driver("wbu_driver_get_gear");
  return self && has_gears(self, "gear", "wbu_driver_get_gear") ? self->gear : 0;
}

void wbu_driver_set_gear(int gear) {
  Driver *self = driver("wbu_driver_set_gear");
  if (!self)
    return;
  if (gear > self->car->gears)
    fprintf(stderr, "Warning: this car has only %d gears.\n", self->car->gears);
  else if (gear < -1)
    fprintf(stderr, "Warning: Minimum gear value is -1\n");
  self->gear = gear > self->car->gears ? self->car->gears : gear < -1 ? -1 : gear;
}

void wbu_driver_set_wiper_mode(WbuDriverWiperMode mode) {
  Driver *self = driver("wbu_driver_set_wiper_mode");
  int side;
  if (!self || !self->car->wipers[AT_RIGHT] || !self->car->wipers[AT_LEFT])
    return;
  self->wiper = mode;
  for (side = 0; side < SIDES; ++side)
    wb_motor_set_velocity(self->car->wipers[side], mode == FAST ? 4.0 : 2.0);
  if (mode == DOWN)
    foxden_move_wipers(self->car, false);
}

/* A function that gives back a value of the driver, or another value when there is none. */
#define ASK(result, name, value, otherwise)       \
  result wbu_driver_##name(void) {                \
    Driver *self = driver("wbu_driver_" #name);   \
    return self ? (value) : (otherwise);          \
  }

ASK(double, get_target_cruising_speed, self->cruising_speed, 0.0)
ASK(double, get_throttle, self->throttle, 0.0)
ASK(double, get_brake_intensity, self->brake, 0.0)
ASK(WbuDriverIndicatorState, get_indicator, self->indicator, OFF)
ASK(bool, get_hazard_flashers, self->is_flashing, false)
ASK(bool, get_dipped_beams, self->beams, false)
ASK(bool, get_antifog_lights, foxden_car_light(self->car, ANTIFOG_LIGHTS), false)
ASK(int, get_gear_number, self->car->gears, 0)
ASK(WbuDriverControlMode, get_control_mode, self->mode, UNDEFINED_CONTROL_MODE)
ASK(WbuDriverWiperMode, get_wiper_mode, self->wiper, (WbuDriverWiperMode)-1)

void wbu_driver_set_brake(double brake) {
  fprintf(stderr, "Warning: Deprecated 'wbu_driver_set_brake' use 'wbu_driver_set_brake_intensity' instead.\n");
  wbu_driver_set_brake_intensity(brake);
}

double wbu_driver_get_brake(void) {
  fprintf(stderr, "Warning: Deprecated 'wbu_driver_get_brake' use 'wbu_driver_get_brake_intensity' instead.\n");
  return wbu_driver_get_brake_intensity();
}

void wbu_driver_set_wipers_mode(wbu_wipers_mode mode) {
  wbu_driver_set_wiper_mode(mode);
}

wbu_wipers_mode wbu_driver_get_wipers_mode(void) {
  return wbu_driver_get_wiper_mode();
}
