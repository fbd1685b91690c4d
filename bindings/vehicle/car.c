/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The car library: what the robot says about itself, and its devices. */

#include "vehicle.h"

#include <webots/camera.h>
#include <webots/device.h>
#include <webots/display.h>
#include <webots/led.h>
#include <webots/motor.h>
#include <webots/position_sensor.h>
#include <webots/robot.h>

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Numbers and the letter of the engine before the gear ratios in a car's customData. */
#define FIRST_WORDS 20

static const char *const LIGHT_NAMES[LIGHTS] = {
  "front_lights",     "antifog_lights", "right_indicators",          "left_indicators",         "rear_lights",
  "backwards_lights", "brake_ligths", /* sic */ "interior_right_indicators", "interior_left_indicators"};
static const char *const WHEEL_NAMES[WBU_CAR_WHEEL_NB] = {"right_front", "left_front", "right_rear", "left_rear"};
static const char *const MIRROR_NAMES[MIRRORS] = {"rear", "left_wing", "right_wing"};

static Car *the_car = NULL;

static void fail(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  fputs("Error: ", stderr);
  vfprintf(stderr, format, arguments);
  fputs("\n", stderr);
  va_end(arguments);
  exit(-1);
}

Car *foxden_car(const char *first, const char *caller) {
  if (!the_car)
    fprintf(stderr, "Warning: '%s()' should be called before to use '%s()'.\n", first, caller);
  return the_car;
}

/* Reads the words before the gear ratios; whether all of them are there. */
static bool read_words(const char *text, Car *car, char *engine, int *sound_length) {
  return sscanf(text, "%lf %lf %lf %lf %lf %lf %lf %c %lf %lf %lf %lf %lf %lf %lf %lf %lf %lf %d %d", &car->wheelbase,
                &car->track_front, &car->track_rear, &car->front_wheel_radius, &car->rear_wheel_radius,
                &car->brake_coefficient, &car->default_damping, engine, &car->max_torque, &car->max_power, &car->min_rpm,
                &car->max_rpm, &car->coefficients[0], &car->coefficients[1], &car->coefficients[2],
                &car->power_split_ratio, &car->power_split_rpm, &car->sound_rpm, &car->gears,
                sound_length) == FIRST_WORDS;
}

bool foxden_is_car(void) {
  Car car;
  char engine;
  int sound_length;
  return read_words(wb_robot_get_custom_data(), &car, &engine, &sound_length);
}

/* Behind a number of words and the blanks between them. */
static const char *behind_words(const char *text, int words) {
  for (; words > 0; --words) {
    text += strspn(text, " ");
    text += strcspn(text, " ");
  }
  return text + (*text == ' ');
}

static void read_description(Car *car) {
  const char *text = wb_robot_get_custom_data();
  char engine;
  int sound_length, gear;
  if (!read_words(text, car, &engine, &sound_length))
    fail("Only nodes based on the 'Car' node can use the car library.");
  car->engine = engine == 'E' ? WBU_CAR_ELECTRIC_ENGINE :
                engine == 'P' ? WBU_CAR_PARALLEL_HYBRID_ENGINE :
                engine == 'S' ? WBU_CAR_POWER_SPLIT_HYBRID_ENGINE :
                                WBU_CAR_COMBUSTION_ENGINE;
  if (car->gears < 2)
    fail("Any car should have a minimum of two gear ratios.");
  text = behind_words(text, FIRST_WORDS);
  /* a word has at least one letter, so this limits what is asked of memory */
  if ((size_t)car->gears > strlen(text) || sound_length < 0)
    fail("The description of the car is damaged.");
  car->gear_ratios = calloc((size_t)car->gears, sizeof(double));
  for (gear = 0; gear < car->gears; ++gear, text = behind_words(text, 1))
    car->gear_ratios[gear] = strtod(text, NULL);
  car->engine_sound = strndup(text, (size_t)sound_length);
  if (!car->gear_ratios || !car->engine_sound)
    fail("There is not enough memory.");
}

/* A device by its name, without a word if there is none. */
static WbDeviceTag device(const char *name) {
  int index;
  for (index = 0; index < wb_robot_get_number_of_devices(); ++index) {
    const WbDeviceTag tag = wb_robot_get_device_by_index(index);
    if (strcmp(wb_device_get_name(tag), name) == 0)
      return tag;
  }
  return 0;
}

static WbDeviceTag device_of(const char *part, const char *kind) {
  char name[64];
  snprintf(name, sizeof name, "%s%s", part, kind);
  return device(name);
}

static void find_steering(Car *car) {
  int side;
  for (side = 0; side < SIDES; ++side) {
    const char *part = side == AT_RIGHT ? "right_steer" : "left_steer";
    car->steering[side] = device(part);
    car->steering_sensors[side] = device_of(part, "_sensor");
    if (!car->steering[side])
      fail("Any car should have 'right_steer' and 'left_steer' motors.");
    if (!car->steering_sensors[side])
      fail("Any car should have 'right_steer_sensor' and 'left_steer_sensor' position sensors.");
    wb_position_sensor_enable(car->steering_sensors[side], (int)wb_robot_get_basic_time_step());
  }
}

static bool is_driven(const Car *car, WbuCarWheelIndex right) {
  return car->wheels[right] && car->wheels[right + 1];
}

static void find_wheels(Car *car) {
  int wheel;
  for (wheel = 0; wheel < WBU_CAR_WHEEL_NB; ++wheel) {
    car->wheels[wheel] = device_of(WHEEL_NAMES[wheel], "_wheel");
    car->sensors[wheel] = device_of(WHEEL_NAMES[wheel], "_sensor");
    car->brakes[wheel] = device_of(WHEEL_NAMES[wheel], "_brake");
    if (!car->sensors[wheel])
      fail("this car does not have the required position sensors");
    if (!car->brakes[wheel])
      fail("this car does not have the required brake devices");
  }
  const bool front = is_driven(car, WBU_CAR_WHEEL_FRONT_RIGHT), rear = is_driven(car, WBU_CAR_WHEEL_REAR_RIGHT);
  if (!front && !rear)
    fail("this car does not have the required motors");
  car->type = front && rear ? WBU_CAR_FOUR_BY_FOUR : front ? WBU_CAR_TRACTION : WBU_CAR_PROPULSION;
  for (wheel = 0; wheel < WBU_CAR_WHEEL_NB; ++wheel)
    /* a single motor of an axle is not used */
    if (wheel < WBU_CAR_WHEEL_REAR_RIGHT ? front : rear) {
      wb_motor_set_position(car->wheels[wheel], INFINITY);
      wb_motor_set_velocity(car->wheels[wheel], 0.0);
    }
}

/* A mirror is a display that shows what its camera sees, at most 25 times a second. */
static void find_mirrors(Car *car) {
  const int step = (int)wb_robot_get_basic_time_step();
  int mirror;
  for (mirror = 0; mirror < MIRRORS; ++mirror) {
    const WbDeviceTag display = device_of(MIRROR_NAMES[mirror], "_display");
    const WbDeviceTag camera = device_of(MIRROR_NAMES[mirror], "_camera");
    car->displays[mirror] = display;
    car->cameras[mirror] = camera;
    if (display && camera && wb_display_get_width(display) == wb_camera_get_width(camera) &&
        wb_display_get_height(display) == wb_camera_get_height(camera)) {
      int period = step;
      while (step > 0 && period < 40)
        period += step;
      wb_camera_enable(camera, period);
      wb_display_attach_camera(display, camera);
    }
  }
}

static void find_fittings(Car *car) {
  int light;
  for (light = 0; light < LIGHTS; ++light)
    car->lights[light] = device(LIGHT_NAMES[light]);
  car->steering_wheel = device("steering_wheel_motor");
  car->indicator_lever = device("indicator_lever_motor");
  car->wipers[AT_RIGHT] = device("right_wiper_motor");
  car->wipers[AT_LEFT] = device("left_wiper_motor");
  car->wiper_sensor = device("wiper_sensor");
  car->rpm_needle = device("rpm_needle_motor");
  car->speed_needle = device("speed_needle_motor");
  if (car->wiper_sensor)
    wb_position_sensor_enable(car->wiper_sensor, (int)wb_robot_get_basic_time_step());
}

void foxden_car_set_light(Car *car, int light, bool is_on) {
  if (car->lights[light])
    wb_led_set(car->lights[light], is_on);
  if (light == RIGHT_INDICATORS)
    foxden_car_set_light(car, INNER_RIGHT_INDICATOR, is_on);
  else if (light == LEFT_INDICATORS)
    foxden_car_set_light(car, INNER_LEFT_INDICATOR, is_on);
}

bool foxden_car_light(const Car *car, int light) {
  return car->lights[light] && wb_led_get(car->lights[light]) != 0;
}

void wbu_car_init(void) {
  if (the_car)
    return;
  wb_robot_init();
  the_car = calloc(1, sizeof *the_car);
  if (!the_car)
    fail("There is not enough memory.");
  the_car->indicator_period = 0.34;
  the_car->limits_slip = true;
  the_car->ends_indicator = true;
  read_description(the_car);
  find_steering(the_car);
  find_fittings(the_car);
  find_wheels(the_car);
  find_mirrors(the_car);
}

void wbu_car_cleanup(void) {
  if (!the_car)
    return;
  free(the_car->gear_ratios);
  free(the_car->engine_sound);
  free(the_car);
  the_car = NULL;
  wb_robot_cleanup();
}

/* A function that gives back a value of the car, or another value when there is none. */
#define ASK(result, name, value)                         \
  result wbu_car_##name(void) {                          \
    Car *car = foxden_car("wbu_car_init", "wbu_car_" #name); \
    return car ? (value) : (result)0;                    \
  }

ASK(WbuCarType, get_type, car->type)
ASK(WbuCarEngineType, get_engine_type, car->engine)
ASK(double, get_indicator_period, car->indicator_period)
ASK(bool, get_backwards_lights, foxden_car_light(car, BACKWARDS_LIGHTS))
ASK(bool, get_brake_lights, foxden_car_light(car, BRAKE_LIGHTS))
ASK(double, get_track_front, car->track_front)
ASK(double, get_track_rear, car->track_rear)
ASK(double, get_wheelbase, car->wheelbase)
ASK(double, get_front_wheel_radius, car->front_wheel_radius)
ASK(double, get_rear_wheel_radius, car->rear_wheel_radius)
ASK(double, get_right_steering_angle, wb_position_sensor_get_value(car->steering_sensors[AT_RIGHT]))
ASK(double, get_left_steering_angle, wb_position_sensor_get_value(car->steering_sensors[AT_LEFT]))

/* The car, if it has such a wheel. */
static Car *with_wheel(WbuCarWheelIndex wheel, const char *caller) {
  Car *car = foxden_car("wbu_car_init", caller);
  if (car && (unsigned)wheel >= WBU_CAR_WHEEL_NB) {
    fprintf(stderr, "Warning: maximum wheel index is %d.\n", WBU_CAR_WHEEL_NB);
    return NULL;
  }
  return car;
}

double wbu_car_get_wheel_encoder(WbuCarWheelIndex wheel) {
  Car *car = with_wheel(wheel, "wbu_car_get_wheel_encoder");
  if (!car)
    return 0.0;
  if (wb_position_sensor_get_sampling_period(car->sensors[wheel]) == 0)
    wb_position_sensor_enable(car->sensors[wheel], (int)wb_robot_get_basic_time_step());
  return wb_position_sensor_get_value(car->sensors[wheel]);
}

double wbu_car_get_wheel_speed(WbuCarWheelIndex wheel) {
  Car *car = with_wheel(wheel, "wbu_car_get_wheel_speed");
  return car ? car->speeds[wheel] : 0.0;
}

void wbu_car_set_indicator_period(double period) {
  Car *car = foxden_car("wbu_car_init", "wbu_car_set_indicator_period");
  if (car)
    car->indicator_period = period;
}

void wbu_car_set_right_steering_angle(double angle) {
  Car *car = foxden_car("wbu_car_init", "wbu_car_set_right_steering_angle");
  if (car) {
    car->right_angle = angle;
    wb_motor_set_position(car->steering[AT_RIGHT], angle);
  }
}

void wbu_car_set_left_steering_angle(double angle) {
  Car *car = foxden_car("wbu_car_init", "wbu_car_set_left_steering_angle");
  if (car) {
    car->left_angle = angle;
    wb_motor_set_position(car->steering[AT_LEFT], angle);
  }
}

void wbu_car_enable_limited_slip_differential(bool enable) {
  Car *car = foxden_car("wbu_car_init", "wbu_car_enable_limited_slip_differential");
  if (car)
    car->limits_slip = enable;
}

void wbu_car_enable_indicator_auto_disabling(bool enable) {
  Car *car = foxden_car("wbu_car_init", "wbu_car_enable_indicator_auto_disabling");
  if (car)
    car->ends_indicator = enable;
}
