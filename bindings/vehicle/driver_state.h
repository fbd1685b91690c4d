/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What a driver has set and what was measured, for the two files of the driver library. */

#ifndef FOXDEN_DRIVER_STATE_H
#define FOXDEN_DRIVER_STATE_H

#include "vehicle.h"

#include <webots/vehicle/driver.h>

#define BLINKER_SOUND "sounds/blinker.wav"

typedef struct {
  Car *car;
  WbDeviceTag speaker;
  int step;
  WbuDriverControlMode mode;
  WbuDriverWiperMode wiper;
  WbuDriverIndicatorState indicator;
  double indicator_angle;
  bool is_flashing, beams;
  double steering_angle, cruising_speed, throttle, brake, rpm;
  int gear;
  /* how much faster the right, or the front, wheels turn: from -1 to 1 */
  double front_slip, rear_slip, central_slip;
  double last_positions[WBU_CAR_WHEEL_NB], last_speeds[WBU_CAR_WHEEL_NB];
} Driver;

/* Which axles are driven. */
static inline bool drives_front(const Car *car) {
  return car->type != WBU_CAR_PROPULSION;
}

static inline bool drives_rear(const Car *car) {
  return car->type != WBU_CAR_TRACTION;
}

/* The shares of the right wheels and of the front axle in the way that the wheels go. */
double foxden_front_share(const Driver *self);
double foxden_rear_share(const Driver *self);
double foxden_central_share(const Driver *self);

/* Puts both wipers at the upper or lower end. */
void foxden_move_wipers(const Car *car, bool up);

/* All that happens between two steps. */
void foxden_drive(Driver *self);

#endif
