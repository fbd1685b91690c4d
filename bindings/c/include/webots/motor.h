/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Drives a joint, turning or sliding. */

#ifndef WB_MOTOR_H
#define WB_MOTOR_H

#define WB_USING_C_API
#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Goes to a position in radians or metres. INFINITY lets the motor follow its velocity. */
void wb_motor_set_position(WbDeviceTag tag, double position);

/* How fast the velocity may change; -1 for immediately. */
void wb_motor_set_acceleration(WbDeviceTag tag, double acceleration);

/* How fast to go. Negative only while the position is INFINITY. */
void wb_motor_set_velocity(WbDeviceTag tag, double velocity);

/* Applies a force, without position control. */
void wb_motor_set_force(WbDeviceTag tag, double force);

/* Applies a torque, without position control. */
void wb_motor_set_torque(WbDeviceTag tag, double torque);

/* How strong the motor may be while it goes to a position. */
void wb_motor_set_available_force(WbDeviceTag tag, double force);

/* How strong the motor may be while it goes to a position. */
void wb_motor_set_available_torque(WbDeviceTag tag, double torque);

/* The gains of the position control. */
void wb_motor_set_control_pid(WbDeviceTag tag, double p, double i, double d);

/* Starts measuring what the motor exerts, every sampling_period milliseconds. */
void wb_motor_enable_force_feedback(WbDeviceTag tag, int sampling_period);

/* Stops measuring what the motor exerts. */
void wb_motor_disable_force_feedback(WbDeviceTag tag);

/* How often that is measured, in milliseconds; 0 when it is not. */
int wb_motor_get_force_feedback_sampling_period(WbDeviceTag tag);

/* The newest measured force in newtons. */
double wb_motor_get_force_feedback(WbDeviceTag tag);

/* Starts measuring what the motor exerts, every sampling_period milliseconds. */
void wb_motor_enable_torque_feedback(WbDeviceTag tag, int sampling_period);

/* Stops measuring what the motor exerts. */
void wb_motor_disable_torque_feedback(WbDeviceTag tag);

/* How often that is measured, in milliseconds; 0 when it is not. */
int wb_motor_get_torque_feedback_sampling_period(WbDeviceTag tag);

/* The newest measured torque in newton metres. */
double wb_motor_get_torque_feedback(WbDeviceTag tag);

/* The kind of joint. */
WbJointType wb_motor_get_type(WbDeviceTag tag);

/* Where the motor goes. */
double wb_motor_get_target_position(WbDeviceTag tag);

/* The least position; equal to the greatest if there are no limits. */
double wb_motor_get_min_position(WbDeviceTag tag);

/* The greatest position. */
double wb_motor_get_max_position(WbDeviceTag tag);

/* How fast the motor goes. */
double wb_motor_get_velocity(WbDeviceTag tag);

/* How fast it can go. */
double wb_motor_get_max_velocity(WbDeviceTag tag);

/* How fast the velocity may change; -1 for immediately. */
double wb_motor_get_acceleration(WbDeviceTag tag);

/* How strong the motor may be. */
double wb_motor_get_available_force(WbDeviceTag tag);

/* How strong the motor can be. */
double wb_motor_get_max_force(WbDeviceTag tag);

/* How strong the motor may be. */
double wb_motor_get_available_torque(WbDeviceTag tag);

/* How strong the motor can be. */
double wb_motor_get_max_torque(WbDeviceTag tag);

/* By what the commands of coupled motors are multiplied. */
double wb_motor_get_multiplier(WbDeviceTag tag);

/* The brake of the same joint, or 0. */
WbDeviceTag wb_motor_get_brake(WbDeviceTag tag);

/* The position sensor of the same joint, or 0. */
WbDeviceTag wb_motor_get_position_sensor(WbDeviceTag tag);

#ifdef __cplusplus
}
#endif

#endif
