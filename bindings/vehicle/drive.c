/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What the driver library does between two steps: wheels, engine, brakes, lights, wipers and sound. */

#include "driver_state.h"

#include <webots/brake.h>
#include <webots/motor.h>
#include <webots/position_sensor.h>
#include <webots/robot.h>
#include <webots/speaker.h>

#include <math.h>
#include <string.h>

#define PI 3.14159265358979323846

/* Wheels that gain speed faster than this, in rad/s², get less torque: one may be off the ground. */
#define MOST_ACCELERATION 50.0
/* What the dials show at most. */
#define DIAL_SPEED 220.0
#define DIAL_RPM 11000.0
/* How much throttle and engine speed make of the engine's volume. */
#define THROTTLE_IN_VOLUME 0.2
#define RPM_IN_VOLUME 0.5

/* The share of the right wheel of the front axle, by the radii that the wheels go around. */
double foxden_front_share(const Driver *self) {
  const Car *car = self->car;
  if (self->steering_angle == 0.0)
    return 0.5;
  const double right = car->wheelbase / sin(car->right_angle), left = car->wheelbase / sin(car->left_angle);
  return right / (left + right);
}

double foxden_rear_share(const Driver *self) {
  const Car *car = self->car;
  if (self->steering_angle == 0.0)
    return 0.5;
  const double middle = car->wheelbase / tan(self->steering_angle);
  const double right = middle - car->track_rear / 2, left = middle + car->track_rear / 2;
  return right / (left + right);
}

/* The share of the front axle. */
double foxden_central_share(const Driver *self) {
  const Car *car = self->car;
  if (self->steering_angle == 0.0)
    return 0.5;
  const double front = car->wheelbase / sin(self->steering_angle), rear = car->wheelbase / tan(self->steering_angle);
  return (car->rear_wheel_radius / car->front_wheel_radius) * front / (front + rear);
}

static double gear_ratio(const Driver *self) {
  const int last = self->car->gears - 1;
  return self->gear == 0 ? 0.0 : self->gear < 0 ? self->car->gear_ratios[0] :
                                                  self->car->gear_ratios[self->gear > last ? last : self->gear];
}

static double combustion_torque(const Car *car, double rpm) {
  return car->coefficients[0] + rpm * car->coefficients[1] + rpm * rpm * car->coefficients[2];
}

static double electric_torque(const Car *car, double rpm) {
  const double torque = car->max_power * 60 / (2 * PI * rpm);
  return torque > car->max_torque ? car->max_torque : torque;
}

/* The torque at the wheels together. */
static double output_torque(const Driver *self) {
  const Car *car = self->car;
  if (self->gear == 0)
    return 0.0;
  const double rpm = self->rpm;
  /* hybrid engines burn fuel only above the lowest speed of their combustion engine */
  const bool burns = rpm >= car->min_rpm;
  double torque = 0.0;
  switch (car->engine) {
    case WBU_CAR_COMBUSTION_ENGINE:
      torque = combustion_torque(car, burns ? rpm : car->min_rpm);
      break;
    case WBU_CAR_ELECTRIC_ENGINE:
      torque = electric_torque(car, rpm);
      break;
    case WBU_CAR_PARALLEL_HYBRID_ENGINE:
      torque = (burns ? combustion_torque(car, rpm) : 0.0) + electric_torque(car, rpm);
      break;
    case WBU_CAR_POWER_SPLIT_HYBRID_ENGINE:
      if (burns)
        torque = (1 - car->power_split_ratio) * combustion_torque(car, car->power_split_rpm);
      torque += electric_torque(car, rpm);
      break;
  }
  if (rpm == car->max_rpm)
    return 0.0;
  torque *= self->throttle * gear_ratio(self);
  if (fabs(car->max_acceleration) > MOST_ACCELERATION)
    torque *= MOST_ACCELERATION / fabs(car->max_acceleration);
  return torque;
}

static void set_needle(WbDeviceTag needle, double value, double most) {
  if (needle)
    wb_motor_set_position(needle, (value <= most ? value / most : 1.0) * wb_motor_get_max_position(needle));
}

/* Speeds are not a number until the sensors have measured twice. */
static void measure_wheels(Driver *self) {
  Car *car = self->car;
  int wheel;
  car->max_acceleration = 0.0;
  for (wheel = 0; wheel < WBU_CAR_WHEEL_NB; ++wheel) {
    if (wb_position_sensor_get_sampling_period(car->sensors[wheel]) == 0)
      wb_position_sensor_enable(car->sensors[wheel], self->step);
    const double position = wb_position_sensor_get_value(car->sensors[wheel]);
    const double speed = 1000 * (position - self->last_positions[wheel]) / self->step;
    const double acceleration = 1000 * (speed - self->last_speeds[wheel]) / self->step;
    if (fabs(acceleration) > fabs(car->max_acceleration))
      car->max_acceleration = acceleration;
    car->speeds[wheel] = self->last_speeds[wheel] = speed;
    self->last_positions[wheel] = position;
  }
  set_needle(car->speed_needle, fabs(wbu_driver_get_current_speed()), DIAL_SPEED);
}

/* Turns of the wheels per minute. */
static double wheel_rpm(const Car *car) {
  return (car->speeds[0] + car->speeds[1] + car->speeds[2] + car->speeds[3]) / 4 * 60 / (2 * PI);
}

static void measure_engine(Driver *self) {
  const Car *car = self->car;
  const double rpm = fabs(wheel_rpm(car) * gear_ratio(self));
  self->rpm = self->gear == 0 || isnan(rpm) ? 0.0 : rpm > car->max_rpm ? car->max_rpm : rpm;
  if (self->gear != 0)
    set_needle(car->rpm_needle, self->rpm, DIAL_RPM);
}

/* Adds the present slip of a pair of wheels, or of axles. */
static double slip(double before, double first, double second) {
  const double now = before + first / (first + second) * 2 - 1;
  return isnan(now) ? 0.0 : now < -1 ? -1.0 : now > 1 ? 1.0 : now;
}

static void drive_with_torque(Driver *self) {
  Car *car = self->car;
  const bool is_four_by_four = car->type == WBU_CAR_FOUR_BY_FOUR;
  const double *speeds = car->speeds;
  double front = foxden_front_share(self), rear = foxden_rear_share(self), central = foxden_central_share(self);
  if (car->limits_slip) {
    if (drives_front(car))
      self->front_slip = slip(self->front_slip, speeds[0], speeds[1]);
    if (drives_rear(car))
      self->rear_slip = slip(self->rear_slip, speeds[2], speeds[3]);
    if (is_four_by_four)
      self->central_slip = slip(self->central_slip, speeds[0] + speeds[1], speeds[2] + speeds[3]);
    front *= 1 - self->front_slip;
    rear *= 1 - self->rear_slip;
    central *= 1 - self->central_slip;
  }
  const double torque = output_torque(self);
  const double at_front = is_four_by_four ? torque * central : torque;
  const double at_rear = is_four_by_four ? torque * (1 - central) : torque;
  if (drives_front(car)) {
    wb_motor_set_torque(car->wheels[0], at_front * front);
    wb_motor_set_torque(car->wheels[1], at_front * (1 - front));
  }
  if (drives_rear(car)) {
    wb_motor_set_torque(car->wheels[2], at_rear * rear);
    wb_motor_set_torque(car->wheels[3], at_rear * (1 - rear));
  }
}

/* The same braking torque at each speed. */
static void apply_brakes(Driver *self) {
  int wheel;
  for (wheel = 0; wheel < WBU_CAR_WHEEL_NB; ++wheel) {
    const double damping = fabs(self->brake * self->car->brake_coefficient / self->car->speeds[wheel]);
    if (!isnan(damping))
      wb_brake_set_damping_constant(self->car->brakes[wheel], damping);
  }
}

/* In speed mode there is no gear: the lowest that keeps the engine in its lower third. */
static double estimated_rpm(const Car *car, double wheels) {
  int gear;
  double rpm = 0.0;
  if (wheels < 0)
    return fabs(wheels * car->gear_ratios[0]);
  for (gear = 1; gear < car->gears; ++gear) {
    rpm = fabs(wheels * car->gear_ratios[gear]);
    if (rpm < (2 * car->min_rpm + car->max_rpm) / 3)
      break;
  }
  return rpm;
}

static void sound_engine(Driver *self) {
  const Car *car = self->car;
  double effort = 0.0, rpm = 0.0, loudness = 1.0;
  bool is_silent = false;
  if (strcmp(car->engine_sound, "none") == 0)
    return;
  if (self->mode == TORQUE) {
    rpm = self->rpm;
    effort = self->throttle;
    loudness = fmin(rpm, car->max_rpm) / car->max_rpm;
  } else if (self->mode == SPEED) {
    const double wheels = wheel_rpm(car);
    if (isnan(wheels))
      return;
    rpm = estimated_rpm(car, wheels);
    effort = fmin(fmax(self->cruising_speed - wbu_driver_get_current_speed(), 0.0), 25.0) / 25.0;
    loudness = fmax(rpm, car->max_rpm) / car->max_rpm;
  }
  double volume = 1.0;
  if (self->mode != UNDEFINED_CONTROL_MODE)
    volume = (1 - THROTTLE_IN_VOLUME + THROTTLE_IN_VOLUME * effort) * (1 - RPM_IN_VOLUME + RPM_IN_VOLUME * loudness);
  if (car->engine == WBU_CAR_POWER_SPLIT_HYBRID_ENGINE) {
    is_silent = rpm <= car->min_rpm;
    rpm = is_silent ? rpm : car->power_split_rpm;
  } else if (car->engine == WBU_CAR_PARALLEL_HYBRID_ENGINE)
    is_silent = rpm < car->min_rpm;
  if (is_silent)
    wb_speaker_stop(self->speaker, car->engine_sound);
  else
    wb_speaker_play_sound(self->speaker, self->speaker, car->engine_sound, volume,
                          fmax(rpm, car->min_rpm) / car->sound_rpm, 0.0, true);
}

void foxden_move_wipers(const Car *car, bool up) {
  int side;
  for (side = 0; side < SIDES; ++side)
    wb_motor_set_position(car->wipers[side], up ? wb_motor_get_max_position(car->wipers[side]) :
                                                  wb_motor_get_min_position(car->wipers[side]));
}

static void wipe(Driver *self) {
  const Car *car = self->car;
  if (!car->wipers[AT_RIGHT] || !car->wipers[AT_LEFT] || !car->wiper_sensor || self->wiper == DOWN)
    return;
  const double position = wb_position_sensor_get_value(car->wiper_sensor);
  if (position == wb_motor_get_min_position(car->wipers[AT_RIGHT]))
    foxden_move_wipers(car, true);
  /* slowly is once in four seconds */
  if (position == wb_motor_get_max_position(car->wipers[AT_RIGHT]) ||
      (self->wiper == SLOW && (int)wb_robot_get_time() % 4 != 0))
    foxden_move_wipers(car, false);
}

void foxden_drive(Driver *self) {
  Car *car = self->car;
  const bool shines = (int)(wb_robot_get_time() / car->indicator_period) % 2 == 0;
  foxden_car_set_light(car, RIGHT_INDICATORS, shines && (self->is_flashing || self->indicator == RIGHT));
  foxden_car_set_light(car, LEFT_INDICATORS, shines && (self->is_flashing || self->indicator == LEFT));
  foxden_car_set_light(car, BACKWARDS_LIGHTS, (self->mode == TORQUE && self->gear == -1) ||
                                                (self->mode == SPEED && self->cruising_speed < 0));
  wipe(self);
  measure_wheels(self);
  measure_engine(self);
  if (self->mode == TORQUE)
    drive_with_torque(self);
  if (self->brake > 0.0)
    apply_brakes(self);
  sound_engine(self);
}
