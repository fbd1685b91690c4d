/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Drives a car: for robots of a PROTO derived from Car. */

#ifndef DRIVER_H
#define DRIVER_H

#include <webots/types.h>

typedef enum { OFF, RIGHT, LEFT } WbuDriverIndicatorState;
typedef enum { UNDEFINED_CONTROL_MODE = -1, SPEED = 0, TORQUE } WbuDriverControlMode;
typedef enum { DOWN, SLOW, NORMAL, FAST } WbuDriverWiperMode;

/* Names before R2018b. */
typedef WbuDriverIndicatorState wbu_indicator_state;
typedef WbuDriverControlMode wbu_control_mode;
typedef WbuDriverWiperMode wbu_wipers_mode;

#ifdef __cplusplus
extern "C" {
#endif

/* Whether the robot describes itself as a car does. */
bool wbu_driver_initialization_is_possible(void);

/* Connects the program with its robot, which must be a car. */
void wbu_driver_init(void);

/* Ends the connection. */
void wbu_driver_cleanup(void);

/* Goes on by the basic time step. Returns -1 when the simulation ends. */
int wbu_driver_step(void);

/* The angle of the wheels, in radians, positive to the right. */
void wbu_driver_set_steering_angle(double steering_angle);
double wbu_driver_get_steering_angle(void);

/* The speed that is held, in km/h. */
void wbu_driver_set_cruising_speed(double speed);
double wbu_driver_get_target_cruising_speed(void);

/* The speed of the driven wheels, in km/h. */
double wbu_driver_get_current_speed(void);

/* The accelerator and the brake, from 0 to 1. */
void wbu_driver_set_throttle(double throttle);
double wbu_driver_get_throttle(void);
void wbu_driver_set_brake_intensity(double intensity);
double wbu_driver_get_brake_intensity(void);

/* Lights. */
void wbu_driver_set_indicator(WbuDriverIndicatorState state);
WbuDriverIndicatorState wbu_driver_get_indicator(void);
void wbu_driver_set_hazard_flashers(bool state);
bool wbu_driver_get_hazard_flashers(void);
void wbu_driver_set_dipped_beams(bool state);
bool wbu_driver_get_dipped_beams(void);
void wbu_driver_set_antifog_lights(bool state);
bool wbu_driver_get_antifog_lights(void);

/* Engine and gears; -1 is the reverse gear, 0 none. Only where the throttle is used. */
double wbu_driver_get_rpm(void);
int wbu_driver_get_gear(void);
void wbu_driver_set_gear(int gear);
int wbu_driver_get_gear_number(void);

/* Whether the speed or the throttle is given. */
WbuDriverControlMode wbu_driver_get_control_mode(void);

void wbu_driver_set_wiper_mode(WbuDriverWiperMode mode);
WbuDriverWiperMode wbu_driver_get_wiper_mode(void);

/* Old names. */
void wbu_driver_set_brake(double brake) WB_DEPRECATED;
double wbu_driver_get_brake(void) WB_DEPRECATED;
void wbu_driver_set_wipers_mode(wbu_wipers_mode mode) WB_DEPRECATED;
wbu_wipers_mode wbu_driver_get_wipers_mode(void) WB_DEPRECATED;

#ifdef __cplusplus
}
#endif

#endif
