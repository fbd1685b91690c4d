/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* For plugins that drive a real robot. */

#ifndef WB_REMOTE_CONTROL_H
#define WB_REMOTE_CONTROL_H

#define WB_USING_C_API
#include "camera_recognition_object.h"
#include "radar_target.h"
#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Calls the remote control plugin. */
void *wb_remote_control_custom_function(void *);

/* Puts a value in the place of the measured one. */
void wbr_robot_battery_sensor_set_value(double value);

/* Puts a value in the place of the measured one. */
void wbr_accelerometer_set_values(WbDeviceTag tag, const double *values);

/* Puts a value in the place of the measured one. */
void wbr_camera_recognition_set_object(WbDeviceTag tag, const WbCameraRecognitionObject *objects, int
                                       object_number);

/* Puts a value in the place of the measured one. */
void wbr_compass_set_values(WbDeviceTag tag, const double *values);

/* Puts a value in the place of the measured one. */
void wbr_distance_sensor_set_value(WbDeviceTag tag, double value);

/* Puts a value in the place of the measured one. */
void wbr_gps_set_values(WbDeviceTag tag, const double *values);

/* Puts a value in the place of the measured one. */
void wbr_gps_set_speed(WbDeviceTag tag, const double speed);

/* Puts a value in the place of the measured one. */
void wbr_gps_set_velocity_vector(WbDeviceTag tag, const double *values);

/* Puts a value in the place of the measured one. */
void wbr_gyro_set_values(WbDeviceTag tag, const double *values);

/* Puts a value in the place of the measured one. */
void wbr_inertial_unit_set_value(WbDeviceTag tag, double value);

/* Puts a value in the place of the measured one. */
void wbr_light_sensor_set_value(WbDeviceTag tag, double value);

/* Puts a value in the place of the measured one. */
void wbr_microphone_set_buffer(WbDeviceTag tag, const unsigned char *buffer, int size);

/* Puts a value in the place of the measured one. */
void wbr_motor_set_position_feedback(WbDeviceTag tag, double value);

/* Puts a value in the place of the measured one. */
void wbr_motor_set_force_feedback(WbDeviceTag tag, double value);

/* Puts a value in the place of the measured one. */
void wbr_motor_set_torque_feedback(WbDeviceTag tag, double value);

/* Puts a value in the place of the measured one. */
void wbr_position_sensor_set_value(WbDeviceTag tag, double value);

/* Puts a value in the place of the measured one. */
void wbr_radar_set_targets(WbDeviceTag tag, const WbRadarTarget *targets, int target_number);

/* Puts a value in the place of the measured one. */
void wbr_touch_sensor_set_value(WbDeviceTag tag, double value);

/* Puts a value in the place of the measured one. */
void wbr_touch_sensor_set_values(WbDeviceTag tag, const double *values);

/* Puts a value in the place of the measured one. */
void wbr_display_save_image(WbDeviceTag tag, int id, int width, int height, unsigned char *image);

/* Puts a value in the place of the measured one. */
void wbr_camera_set_image(WbDeviceTag tag, const unsigned char *image);

/* Puts a value in the place of the measured one. */
unsigned char *wbr_camera_get_image_buffer(WbDeviceTag tag);

#ifdef __cplusplus
}
#endif

#endif
