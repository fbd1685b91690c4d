/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What a car is: for robots of a PROTO derived from Car. */

#ifndef CAR_H
#define CAR_H

#include <webots/types.h>

/* Which axles are driven: the front, the rear, both. */
typedef enum { WBU_CAR_TRACTION = 0, WBU_CAR_PROPULSION, WBU_CAR_FOUR_BY_FOUR } WbuCarType;

typedef enum {
  WBU_CAR_COMBUSTION_ENGINE = 0,
  WBU_CAR_ELECTRIC_ENGINE,
  WBU_CAR_PARALLEL_HYBRID_ENGINE,
  WBU_CAR_POWER_SPLIT_HYBRID_ENGINE
} WbuCarEngineType;

typedef enum {
  WBU_CAR_WHEEL_FRONT_RIGHT = 0,
  WBU_CAR_WHEEL_FRONT_LEFT,
  WBU_CAR_WHEEL_REAR_RIGHT,
  WBU_CAR_WHEEL_REAR_LEFT,
  WBU_CAR_WHEEL_NB
} WbuCarWheelIndex;

/* Names before R2018b. */
typedef WbuCarType wbu_car_type;
typedef WbuCarEngineType wbu_car_engine_type;
typedef WbuCarWheelIndex wbu_car_wheel_index;

#ifdef __cplusplus
extern "C" {
#endif

/* Connects the program with its robot, which must be a car. */
void wbu_car_init(void);

/* Ends the connection. */
void wbu_car_cleanup(void);

WbuCarType wbu_car_get_type(void);
WbuCarEngineType wbu_car_get_engine_type(void);

/* How long an indicator is on, and off, in seconds. */
void wbu_car_set_indicator_period(double period);
double wbu_car_get_indicator_period(void);

/* Whether these lights shine. */
bool wbu_car_get_backwards_lights(void);
bool wbu_car_get_brake_lights(void);

/* Lengths in metres. */
double wbu_car_get_track_front(void);
double wbu_car_get_track_rear(void);
double wbu_car_get_wheelbase(void);
double wbu_car_get_front_wheel_radius(void);
double wbu_car_get_rear_wheel_radius(void);

/* How far a wheel has turned, in radians; how fast it turns, in radians per second. */
double wbu_car_get_wheel_encoder(WbuCarWheelIndex wheel_index);
double wbu_car_get_wheel_speed(WbuCarWheelIndex wheel_index);

/* The angle of each front wheel, in radians, positive to the right. */
void wbu_car_set_left_steering_angle(double angle);
void wbu_car_set_right_steering_angle(double angle);
double wbu_car_get_right_steering_angle(void);
double wbu_car_get_left_steering_angle(void);

/* Whether torque is taken from a wheel that turns too fast; on at the start. */
void wbu_car_enable_limited_slip_differential(bool enable);

/* Whether an indicator goes off after the turn; on at the start. */
void wbu_car_enable_indicator_auto_disabling(bool enable);

#ifdef __cplusplus
}
#endif

#endif
