/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Devices: each function takes the tag first. */

#include "natives.h"

/* Most functions have one of these shapes. */
#define ACT(name, function) \
  NATIVE(void, name)(JNIEnv *env, jclass type, jint tag) { function((WbDeviceTag)tag); }
#define SET(name, function, kind) \
  NATIVE(void, name)(JNIEnv *env, jclass type, jint tag, kind value) { function((WbDeviceTag)tag, value); }
#define GET(name, function, kind) \
  NATIVE(kind, name)(JNIEnv *env, jclass type, jint tag) { return function((WbDeviceTag)tag); }
#define NUMBERS(name, function, count) \
  NATIVE(jdoubleArray, name)(JNIEnv *env, jclass type, jint tag) { \
    return java_numbers(env, function((WbDeviceTag)tag), count); \
  }
#define TABLE(name, function) \
  NATIVE(jdoubleArray, name)(JNIEnv *env, jclass type, jint tag) { \
    return java_numbers(env, function((WbDeviceTag)tag), 3 * function##_size((WbDeviceTag)tag)); \
  }

ACT(accelerometerDisable, wb_accelerometer_disable)
SET(accelerometerEnable, wb_accelerometer_enable, jint)
TABLE(accelerometerGetLookupTable, wb_accelerometer_get_lookup_table)
GET(accelerometerGetSamplingPeriod, wb_accelerometer_get_sampling_period, jint)
NUMBERS(accelerometerGetValues, wb_accelerometer_get_values, 3)
ACT(altimeterDisable, wb_altimeter_disable)
SET(altimeterEnable, wb_altimeter_enable, jint)
GET(altimeterGetSamplingPeriod, wb_altimeter_get_sampling_period, jint)
GET(altimeterGetValue, wb_altimeter_get_value, jdouble)
GET(brakeGetMotor, wb_brake_get_motor, jint)
GET(brakeGetPositionSensor, wb_brake_get_position_sensor, jint)
GET(brakeGetType, wb_brake_get_type, jint)
SET(brakeSetDampingConstant, wb_brake_set_damping_constant, jdouble)
ACT(cameraDisable, wb_camera_disable)
SET(cameraEnable, wb_camera_enable, jint)
GET(cameraGetExposure, wb_camera_get_exposure, jdouble)
GET(cameraGetFocalDistance, wb_camera_get_focal_distance, jdouble)
GET(cameraGetFocalLength, wb_camera_get_focal_length, jdouble)
GET(cameraGetFov, wb_camera_get_fov, jdouble)
GET(cameraGetHeight, wb_camera_get_height, jint)
GET(cameraGetMaxFocalDistance, wb_camera_get_max_focal_distance, jdouble)
GET(cameraGetMaxFov, wb_camera_get_max_fov, jdouble)
GET(cameraGetMinFocalDistance, wb_camera_get_min_focal_distance, jdouble)
GET(cameraGetMinFov, wb_camera_get_min_fov, jdouble)
GET(cameraGetNear, wb_camera_get_near, jdouble)
GET(cameraGetSamplingPeriod, wb_camera_get_sampling_period, jint)
GET(cameraGetWidth, wb_camera_get_width, jint)

NATIVE(jboolean, cameraHasRecognition)(JNIEnv *env, jclass type, jint tag) {
  return wb_camera_has_recognition((WbDeviceTag)tag) != 0;
}

ACT(cameraRecognitionDisable, wb_camera_recognition_disable)
ACT(cameraRecognitionDisableSegmentation, wb_camera_recognition_disable_segmentation)
SET(cameraRecognitionEnable, wb_camera_recognition_enable, jint)
ACT(cameraRecognitionEnableSegmentation, wb_camera_recognition_enable_segmentation)
GET(cameraRecognitionGetNumberOfObjects, wb_camera_recognition_get_number_of_objects, jint)
GET(cameraRecognitionGetSamplingPeriod, wb_camera_recognition_get_sampling_period, jint)

NATIVE(jboolean, cameraRecognitionHasSegmentation)(JNIEnv *env, jclass type, jint tag) {
  return wb_camera_recognition_has_segmentation((WbDeviceTag)tag) != 0;
}

NATIVE(jboolean, cameraRecognitionIsSegmentationEnabled)(JNIEnv *env, jclass type, jint tag) {
  return wb_camera_recognition_is_segmentation_enabled((WbDeviceTag)tag) != 0;
}

NATIVE(jint, cameraRecognitionSaveSegmentationImage)(JNIEnv *env, jclass type, jint tag, jstring filename, jint quality) {
  char *filename_text = text_of(env, filename);
  jint result = wb_camera_recognition_save_segmentation_image((WbDeviceTag)tag, filename_text, quality);
  free(filename_text);
  return result;
}

NATIVE(jint, cameraSaveImage)(JNIEnv *env, jclass type, jint tag, jstring filename, jint quality) {
  char *filename_text = text_of(env, filename);
  jint result = wb_camera_save_image((WbDeviceTag)tag, filename_text, quality);
  free(filename_text);
  return result;
}

SET(cameraSetExposure, wb_camera_set_exposure, jdouble)
SET(cameraSetFocalDistance, wb_camera_set_focal_distance, jdouble)
SET(cameraSetFov, wb_camera_set_fov, jdouble)
ACT(compassDisable, wb_compass_disable)
SET(compassEnable, wb_compass_enable, jint)
TABLE(compassGetLookupTable, wb_compass_get_lookup_table)
GET(compassGetSamplingPeriod, wb_compass_get_sampling_period, jint)
NUMBERS(compassGetValues, wb_compass_get_values, 3)
ACT(connectorDisablePresence, wb_connector_disable_presence)
SET(connectorEnablePresence, wb_connector_enable_presence, jint)
GET(connectorGetPresence, wb_connector_get_presence, jint)
GET(connectorGetPresenceSamplingPeriod, wb_connector_get_presence_sampling_period, jint)

NATIVE(jboolean, connectorIsLocked)(JNIEnv *env, jclass type, jint tag) {
  return wb_connector_is_locked((WbDeviceTag)tag) != 0;
}

ACT(connectorLock, wb_connector_lock)
ACT(connectorUnlock, wb_connector_unlock)

NATIVE(void, displayAttachCamera)(JNIEnv *env, jclass type, jint tag, jint camera_tag) {
  wb_display_attach_camera((WbDeviceTag)tag, (WbDeviceTag)camera_tag);
}

ACT(displayDetachCamera, wb_display_detach_camera)

NATIVE(void, displayDrawLine)(JNIEnv *env, jclass type, jint tag, jint x1, jint y1, jint x2, jint y2) {
  wb_display_draw_line((WbDeviceTag)tag, x1, y1, x2, y2);
}

NATIVE(void, displayDrawOval)(JNIEnv *env, jclass type, jint tag, jint cx, jint cy, jint a, jint b) {
  wb_display_draw_oval((WbDeviceTag)tag, cx, cy, a, b);
}

NATIVE(void, displayDrawPixel)(JNIEnv *env, jclass type, jint tag, jint x, jint y) {
  wb_display_draw_pixel((WbDeviceTag)tag, x, y);
}

NATIVE(void, displayDrawRectangle)(JNIEnv *env, jclass type, jint tag, jint x, jint y, jint width, jint height) {
  wb_display_draw_rectangle((WbDeviceTag)tag, x, y, width, height);
}

NATIVE(void, displayDrawText)(JNIEnv *env, jclass type, jint tag, jstring text, jint x, jint y) {
  char *text_text = text_of(env, text);
  wb_display_draw_text((WbDeviceTag)tag, text_text, x, y);
  free(text_text);
}

NATIVE(void, displayFillOval)(JNIEnv *env, jclass type, jint tag, jint cx, jint cy, jint a, jint b) {
  wb_display_fill_oval((WbDeviceTag)tag, cx, cy, a, b);
}

NATIVE(void, displayFillRectangle)(JNIEnv *env, jclass type, jint tag, jint x, jint y, jint width, jint height) {
  wb_display_fill_rectangle((WbDeviceTag)tag, x, y, width, height);
}

GET(displayGetHeight, wb_display_get_height, jint)
GET(displayGetWidth, wb_display_get_width, jint)

NATIVE(jlong, displayImageCopy)(JNIEnv *env, jclass type, jint tag, jint x, jint y, jint width, jint height) {
  return (jlong)(intptr_t)wb_display_image_copy((WbDeviceTag)tag, x, y, width, height);
}

NATIVE(void, displayImageDelete)(JNIEnv *env, jclass type, jint tag, jlong ir) {
  wb_display_image_delete((WbDeviceTag)tag, (WbImageRef)(intptr_t)ir);
}

NATIVE(jlong, displayImageLoad)(JNIEnv *env, jclass type, jint tag, jstring filename) {
  char *filename_text = text_of(env, filename);
  jlong result = (jlong)(intptr_t)wb_display_image_load((WbDeviceTag)tag, filename_text);
  free(filename_text);
  return result;
}

NATIVE(void, displayImagePaste)(JNIEnv *env, jclass type, jint tag, jlong ir, jint x, jint y, jboolean blend) {
  wb_display_image_paste((WbDeviceTag)tag, (WbImageRef)(intptr_t)ir, x, y, blend);
}

NATIVE(void, displayImageSave)(JNIEnv *env, jclass type, jint tag, jlong ir, jstring filename) {
  char *filename_text = text_of(env, filename);
  wb_display_image_save((WbDeviceTag)tag, (WbImageRef)(intptr_t)ir, filename_text);
  free(filename_text);
}

SET(displaySetAlpha, wb_display_set_alpha, jdouble)
SET(displaySetColor, wb_display_set_color, jint)

NATIVE(void, displaySetFont)(JNIEnv *env, jclass type, jint tag, jstring font, jint size, jboolean anti_aliasing) {
  char *font_text = text_of(env, font);
  wb_display_set_font((WbDeviceTag)tag, font_text, size, anti_aliasing);
  free(font_text);
}

SET(displaySetOpacity, wb_display_set_opacity, jdouble)
ACT(distanceSensorDisable, wb_distance_sensor_disable)
SET(distanceSensorEnable, wb_distance_sensor_enable, jint)
GET(distanceSensorGetAperture, wb_distance_sensor_get_aperture, jdouble)
TABLE(distanceSensorGetLookupTable, wb_distance_sensor_get_lookup_table)
GET(distanceSensorGetMaxValue, wb_distance_sensor_get_max_value, jdouble)
GET(distanceSensorGetMinValue, wb_distance_sensor_get_min_value, jdouble)
GET(distanceSensorGetSamplingPeriod, wb_distance_sensor_get_sampling_period, jint)
GET(distanceSensorGetType, wb_distance_sensor_get_type, jint)
GET(distanceSensorGetValue, wb_distance_sensor_get_value, jdouble)
GET(emitterGetBufferSize, wb_emitter_get_buffer_size, jint)
GET(emitterGetChannel, wb_emitter_get_channel, jint)
GET(emitterGetRange, wb_emitter_get_range, jdouble)
SET(emitterSetChannel, wb_emitter_set_channel, jint)
SET(emitterSetRange, wb_emitter_set_range, jdouble)
ACT(gpsDisable, wb_gps_disable)
SET(gpsEnable, wb_gps_enable, jint)
GET(gpsGetCoordinateSystem, wb_gps_get_coordinate_system, jint)
GET(gpsGetSamplingPeriod, wb_gps_get_sampling_period, jint)
GET(gpsGetSpeed, wb_gps_get_speed, jdouble)
NUMBERS(gpsGetSpeedVector, wb_gps_get_speed_vector, 3)
NUMBERS(gpsGetValues, wb_gps_get_values, 3)
ACT(gyroDisable, wb_gyro_disable)
SET(gyroEnable, wb_gyro_enable, jint)
TABLE(gyroGetLookupTable, wb_gyro_get_lookup_table)
GET(gyroGetSamplingPeriod, wb_gyro_get_sampling_period, jint)
NUMBERS(gyroGetValues, wb_gyro_get_values, 3)
ACT(inertialUnitDisable, wb_inertial_unit_disable)
SET(inertialUnitEnable, wb_inertial_unit_enable, jint)
GET(inertialUnitGetNoise, wb_inertial_unit_get_noise, jdouble)
NUMBERS(inertialUnitGetQuaternion, wb_inertial_unit_get_quaternion, 4)
NUMBERS(inertialUnitGetRollPitchYaw, wb_inertial_unit_get_roll_pitch_yaw, 3)
GET(inertialUnitGetSamplingPeriod, wb_inertial_unit_get_sampling_period, jint)
GET(ledGet, wb_led_get, jint)
SET(ledSet, wb_led_set, jint)
ACT(lidarDisable, wb_lidar_disable)
ACT(lidarDisablePointCloud, wb_lidar_disable_point_cloud)
SET(lidarEnable, wb_lidar_enable, jint)
ACT(lidarEnablePointCloud, wb_lidar_enable_point_cloud)
GET(lidarGetFov, wb_lidar_get_fov, jdouble)
GET(lidarGetFrequency, wb_lidar_get_frequency, jdouble)
GET(lidarGetHorizontalResolution, wb_lidar_get_horizontal_resolution, jint)
GET(lidarGetMaxFrequency, wb_lidar_get_max_frequency, jdouble)
GET(lidarGetMaxRange, wb_lidar_get_max_range, jdouble)
GET(lidarGetMinFrequency, wb_lidar_get_min_frequency, jdouble)
GET(lidarGetMinRange, wb_lidar_get_min_range, jdouble)
GET(lidarGetNumberOfLayers, wb_lidar_get_number_of_layers, jint)
GET(lidarGetNumberOfPoints, wb_lidar_get_number_of_points, jint)
GET(lidarGetSamplingPeriod, wb_lidar_get_sampling_period, jint)
GET(lidarGetVerticalFov, wb_lidar_get_vertical_fov, jdouble)

NATIVE(jboolean, lidarIsPointCloudEnabled)(JNIEnv *env, jclass type, jint tag) {
  return wb_lidar_is_point_cloud_enabled((WbDeviceTag)tag) != 0;
}

SET(lidarSetFrequency, wb_lidar_set_frequency, jdouble)
ACT(lightSensorDisable, wb_light_sensor_disable)
SET(lightSensorEnable, wb_light_sensor_enable, jint)
TABLE(lightSensorGetLookupTable, wb_light_sensor_get_lookup_table)
GET(lightSensorGetSamplingPeriod, wb_light_sensor_get_sampling_period, jint)
GET(lightSensorGetValue, wb_light_sensor_get_value, jdouble)
ACT(microphoneDisable, wb_microphone_disable)
SET(microphoneEnable, wb_microphone_enable, jint)
GET(microphoneGetSampleSize, wb_microphone_get_sample_size, jint)
GET(microphoneGetSamplingPeriod, wb_microphone_get_sampling_period, jint)
ACT(motorDisableForceFeedback, wb_motor_disable_force_feedback)
ACT(motorDisableTorqueFeedback, wb_motor_disable_torque_feedback)
SET(motorEnableForceFeedback, wb_motor_enable_force_feedback, jint)
SET(motorEnableTorqueFeedback, wb_motor_enable_torque_feedback, jint)
GET(motorGetAcceleration, wb_motor_get_acceleration, jdouble)
GET(motorGetAvailableForce, wb_motor_get_available_force, jdouble)
GET(motorGetAvailableTorque, wb_motor_get_available_torque, jdouble)
GET(motorGetBrake, wb_motor_get_brake, jint)
GET(motorGetForceFeedback, wb_motor_get_force_feedback, jdouble)
GET(motorGetForceFeedbackSamplingPeriod, wb_motor_get_force_feedback_sampling_period, jint)
GET(motorGetMaxForce, wb_motor_get_max_force, jdouble)
GET(motorGetMaxPosition, wb_motor_get_max_position, jdouble)
GET(motorGetMaxTorque, wb_motor_get_max_torque, jdouble)
GET(motorGetMaxVelocity, wb_motor_get_max_velocity, jdouble)
GET(motorGetMinPosition, wb_motor_get_min_position, jdouble)
GET(motorGetMultiplier, wb_motor_get_multiplier, jdouble)
GET(motorGetPositionSensor, wb_motor_get_position_sensor, jint)
GET(motorGetTargetPosition, wb_motor_get_target_position, jdouble)
GET(motorGetTorqueFeedback, wb_motor_get_torque_feedback, jdouble)
GET(motorGetTorqueFeedbackSamplingPeriod, wb_motor_get_torque_feedback_sampling_period, jint)
GET(motorGetType, wb_motor_get_type, jint)
GET(motorGetVelocity, wb_motor_get_velocity, jdouble)
SET(motorSetAcceleration, wb_motor_set_acceleration, jdouble)
SET(motorSetAvailableForce, wb_motor_set_available_force, jdouble)
SET(motorSetAvailableTorque, wb_motor_set_available_torque, jdouble)

NATIVE(void, motorSetControlPid)(JNIEnv *env, jclass type, jint tag, jdouble p, jdouble i, jdouble d) {
  wb_motor_set_control_pid((WbDeviceTag)tag, p, i, d);
}

SET(motorSetForce, wb_motor_set_force, jdouble)
SET(motorSetPosition, wb_motor_set_position, jdouble)
SET(motorSetTorque, wb_motor_set_torque, jdouble)
SET(motorSetVelocity, wb_motor_set_velocity, jdouble)

NATIVE(void, penSetInkColor)(JNIEnv *env, jclass type, jint tag, jint color, jdouble density) {
  wb_pen_set_ink_color((WbDeviceTag)tag, color, density);
}

NATIVE(void, penWrite)(JNIEnv *env, jclass type, jint tag, jboolean write) {
  wb_pen_write((WbDeviceTag)tag, write);
}

ACT(positionSensorDisable, wb_position_sensor_disable)
SET(positionSensorEnable, wb_position_sensor_enable, jint)
GET(positionSensorGetBrake, wb_position_sensor_get_brake, jint)
GET(positionSensorGetMotor, wb_position_sensor_get_motor, jint)
GET(positionSensorGetSamplingPeriod, wb_position_sensor_get_sampling_period, jint)
GET(positionSensorGetType, wb_position_sensor_get_type, jint)
GET(positionSensorGetValue, wb_position_sensor_get_value, jdouble)
ACT(radarDisable, wb_radar_disable)
SET(radarEnable, wb_radar_enable, jint)
GET(radarGetHorizontalFov, wb_radar_get_horizontal_fov, jdouble)
GET(radarGetMaxRange, wb_radar_get_max_range, jdouble)
GET(radarGetMinRange, wb_radar_get_min_range, jdouble)
GET(radarGetNumberOfTargets, wb_radar_get_number_of_targets, jint)
GET(radarGetSamplingPeriod, wb_radar_get_sampling_period, jint)
GET(radarGetVerticalFov, wb_radar_get_vertical_fov, jdouble)
ACT(rangeFinderDisable, wb_range_finder_disable)
SET(rangeFinderEnable, wb_range_finder_enable, jint)
GET(rangeFinderGetFov, wb_range_finder_get_fov, jdouble)
GET(rangeFinderGetHeight, wb_range_finder_get_height, jint)
GET(rangeFinderGetMaxRange, wb_range_finder_get_max_range, jdouble)
GET(rangeFinderGetMinRange, wb_range_finder_get_min_range, jdouble)
GET(rangeFinderGetSamplingPeriod, wb_range_finder_get_sampling_period, jint)
GET(rangeFinderGetWidth, wb_range_finder_get_width, jint)

NATIVE(jint, rangeFinderSaveImage)(JNIEnv *env, jclass type, jint tag, jstring filename, jint quality) {
  char *filename_text = text_of(env, filename);
  jint result = wb_range_finder_save_image((WbDeviceTag)tag, filename_text, quality);
  free(filename_text);
  return result;
}

ACT(receiverDisable, wb_receiver_disable)
SET(receiverEnable, wb_receiver_enable, jint)
GET(receiverGetChannel, wb_receiver_get_channel, jint)
GET(receiverGetDataSize, wb_receiver_get_data_size, jint)
NUMBERS(receiverGetEmitterDirection, wb_receiver_get_emitter_direction, 3)
GET(receiverGetQueueLength, wb_receiver_get_queue_length, jint)
GET(receiverGetSamplingPeriod, wb_receiver_get_sampling_period, jint)
GET(receiverGetSignalStrength, wb_receiver_get_signal_strength, jdouble)
ACT(receiverNextPacket, wb_receiver_next_packet)
SET(receiverSetChannel, wb_receiver_set_channel, jint)
GET(skinGetBoneCount, wb_skin_get_bone_count, jint)

NATIVE(jstring, skinGetBoneName)(JNIEnv *env, jclass type, jint tag, jint index) {
  return java_text(env, wb_skin_get_bone_name((WbDeviceTag)tag, index));
}

NATIVE(jdoubleArray, skinGetBoneOrientation)(JNIEnv *env, jclass type, jint tag, jint index, jboolean absolute) {
  return java_numbers(env, wb_skin_get_bone_orientation((WbDeviceTag)tag, index, absolute), 4);
}

NATIVE(jdoubleArray, skinGetBonePosition)(JNIEnv *env, jclass type, jint tag, jint index, jboolean absolute) {
  return java_numbers(env, wb_skin_get_bone_position((WbDeviceTag)tag, index, absolute), 3);
}

NATIVE(void, skinSetBoneOrientation)(JNIEnv *env, jclass type, jint tag, jint index, jdoubleArray orientation, jboolean absolute) {
  double orientation_numbers[4];
  if (!numbers_of(env, orientation, 4, orientation_numbers))
    return;
  wb_skin_set_bone_orientation((WbDeviceTag)tag, index, orientation_numbers, absolute);
}

NATIVE(void, skinSetBonePosition)(JNIEnv *env, jclass type, jint tag, jint index, jdoubleArray position, jboolean absolute) {
  double position_numbers[3];
  if (!numbers_of(env, position, 3, position_numbers))
    return;
  wb_skin_set_bone_position((WbDeviceTag)tag, index, position_numbers, absolute);
}

NATIVE(jstring, speakerGetEngine)(JNIEnv *env, jclass type, jint tag) {
  return java_text(env, wb_speaker_get_engine((WbDeviceTag)tag));
}

NATIVE(jstring, speakerGetLanguage)(JNIEnv *env, jclass type, jint tag) {
  return java_text(env, wb_speaker_get_language((WbDeviceTag)tag));
}

NATIVE(jboolean, speakerIsSoundPlaying)(JNIEnv *env, jclass type, jint tag, jstring sound) {
  char *sound_text = text_of(env, sound);
  jboolean result = wb_speaker_is_sound_playing((WbDeviceTag)tag, sound_text) != 0;
  free(sound_text);
  return result;
}

NATIVE(jboolean, speakerIsSpeaking)(JNIEnv *env, jclass type, jint tag) {
  return wb_speaker_is_speaking((WbDeviceTag)tag) != 0;
}

NATIVE(void, speakerPlaySound)(JNIEnv *env, jclass type, jint left, jint right, jstring sound, jdouble volume, jdouble pitch, jdouble balance, jboolean loop) {
  char *sound_text = text_of(env, sound);
  wb_speaker_play_sound((WbDeviceTag)left, (WbDeviceTag)right, sound_text, volume, pitch, balance, loop);
  free(sound_text);
}

NATIVE(jboolean, speakerSetEngine)(JNIEnv *env, jclass type, jint tag, jstring engine) {
  char *engine_text = text_of(env, engine);
  jboolean result = wb_speaker_set_engine((WbDeviceTag)tag, engine_text) != 0;
  free(engine_text);
  return result;
}

NATIVE(jboolean, speakerSetLanguage)(JNIEnv *env, jclass type, jint tag, jstring language) {
  char *language_text = text_of(env, language);
  jboolean result = wb_speaker_set_language((WbDeviceTag)tag, language_text) != 0;
  free(language_text);
  return result;
}

NATIVE(void, speakerSpeak)(JNIEnv *env, jclass type, jint tag, jstring text, jdouble volume) {
  char *text_text = text_of(env, text);
  wb_speaker_speak((WbDeviceTag)tag, text_text, volume);
  free(text_text);
}

NATIVE(void, speakerStop)(JNIEnv *env, jclass type, jint tag, jstring sound) {
  char *sound_text = text_of(env, sound);
  wb_speaker_stop((WbDeviceTag)tag, sound_text);
  free(sound_text);
}

ACT(touchSensorDisable, wb_touch_sensor_disable)
SET(touchSensorEnable, wb_touch_sensor_enable, jint)
TABLE(touchSensorGetLookupTable, wb_touch_sensor_get_lookup_table)
GET(touchSensorGetSamplingPeriod, wb_touch_sensor_get_sampling_period, jint)
GET(touchSensorGetType, wb_touch_sensor_get_type, jint)
GET(touchSensorGetValue, wb_touch_sensor_get_value, jdouble)
NUMBERS(touchSensorGetValues, wb_touch_sensor_get_values, 3)
ACT(vacuumGripperDisablePresence, wb_vacuum_gripper_disable_presence)
SET(vacuumGripperEnablePresence, wb_vacuum_gripper_enable_presence, jint)

NATIVE(jboolean, vacuumGripperGetPresence)(JNIEnv *env, jclass type, jint tag) {
  return wb_vacuum_gripper_get_presence((WbDeviceTag)tag) != 0;
}

GET(vacuumGripperGetPresenceSamplingPeriod, wb_vacuum_gripper_get_presence_sampling_period, jint)

NATIVE(jboolean, vacuumGripperIsOn)(JNIEnv *env, jclass type, jint tag) {
  return wb_vacuum_gripper_is_on((WbDeviceTag)tag) != 0;
}

ACT(vacuumGripperTurnOff, wb_vacuum_gripper_turn_off)
ACT(vacuumGripperTurnOn, wb_vacuum_gripper_turn_on)
