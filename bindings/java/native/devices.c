/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Devices: each function takes the tag first. */

#include "natives.h"

NATIVE(void, accelerometerDisable)(JNIEnv *env, jclass type, jint tag) {
  wb_accelerometer_disable((WbDeviceTag)tag);
}

NATIVE(void, accelerometerEnable)(JNIEnv *env, jclass type, jint tag, jint sampling_period) {
  wb_accelerometer_enable((WbDeviceTag)tag, sampling_period);
}

NATIVE(jdoubleArray, accelerometerGetLookupTable)(JNIEnv *env, jclass type, jint tag) {
  return java_numbers(env, wb_accelerometer_get_lookup_table((WbDeviceTag)tag), 3 * wb_accelerometer_get_lookup_table_size((WbDeviceTag)tag));
}

NATIVE(jint, accelerometerGetSamplingPeriod)(JNIEnv *env, jclass type, jint tag) {
  return wb_accelerometer_get_sampling_period((WbDeviceTag)tag);
}

NATIVE(jdoubleArray, accelerometerGetValues)(JNIEnv *env, jclass type, jint tag) {
  return java_numbers(env, wb_accelerometer_get_values((WbDeviceTag)tag), 3);
}

NATIVE(void, altimeterDisable)(JNIEnv *env, jclass type, jint tag) {
  wb_altimeter_disable((WbDeviceTag)tag);
}

NATIVE(void, altimeterEnable)(JNIEnv *env, jclass type, jint tag, jint sampling_period) {
  wb_altimeter_enable((WbDeviceTag)tag, sampling_period);
}

NATIVE(jint, altimeterGetSamplingPeriod)(JNIEnv *env, jclass type, jint tag) {
  return wb_altimeter_get_sampling_period((WbDeviceTag)tag);
}

NATIVE(jdouble, altimeterGetValue)(JNIEnv *env, jclass type, jint tag) {
  return wb_altimeter_get_value((WbDeviceTag)tag);
}

NATIVE(jint, brakeGetMotor)(JNIEnv *env, jclass type, jint tag) {
  return wb_brake_get_motor((WbDeviceTag)tag);
}

NATIVE(jint, brakeGetPositionSensor)(JNIEnv *env, jclass type, jint tag) {
  return wb_brake_get_position_sensor((WbDeviceTag)tag);
}

NATIVE(jint, brakeGetType)(JNIEnv *env, jclass type, jint tag) {
  return wb_brake_get_type((WbDeviceTag)tag);
}

NATIVE(void, brakeSetDampingConstant)(JNIEnv *env, jclass type, jint tag, jdouble damping_constant) {
  wb_brake_set_damping_constant((WbDeviceTag)tag, damping_constant);
}

NATIVE(void, cameraDisable)(JNIEnv *env, jclass type, jint tag) {
  wb_camera_disable((WbDeviceTag)tag);
}

NATIVE(void, cameraEnable)(JNIEnv *env, jclass type, jint tag, jint sampling_period) {
  wb_camera_enable((WbDeviceTag)tag, sampling_period);
}

NATIVE(jdouble, cameraGetExposure)(JNIEnv *env, jclass type, jint tag) {
  return wb_camera_get_exposure((WbDeviceTag)tag);
}

NATIVE(jdouble, cameraGetFocalDistance)(JNIEnv *env, jclass type, jint tag) {
  return wb_camera_get_focal_distance((WbDeviceTag)tag);
}

NATIVE(jdouble, cameraGetFocalLength)(JNIEnv *env, jclass type, jint tag) {
  return wb_camera_get_focal_length((WbDeviceTag)tag);
}

NATIVE(jdouble, cameraGetFov)(JNIEnv *env, jclass type, jint tag) {
  return wb_camera_get_fov((WbDeviceTag)tag);
}

NATIVE(jint, cameraGetHeight)(JNIEnv *env, jclass type, jint tag) {
  return wb_camera_get_height((WbDeviceTag)tag);
}

NATIVE(jdouble, cameraGetMaxFocalDistance)(JNIEnv *env, jclass type, jint tag) {
  return wb_camera_get_max_focal_distance((WbDeviceTag)tag);
}

NATIVE(jdouble, cameraGetMaxFov)(JNIEnv *env, jclass type, jint tag) {
  return wb_camera_get_max_fov((WbDeviceTag)tag);
}

NATIVE(jdouble, cameraGetMinFocalDistance)(JNIEnv *env, jclass type, jint tag) {
  return wb_camera_get_min_focal_distance((WbDeviceTag)tag);
}

NATIVE(jdouble, cameraGetMinFov)(JNIEnv *env, jclass type, jint tag) {
  return wb_camera_get_min_fov((WbDeviceTag)tag);
}

NATIVE(jdouble, cameraGetNear)(JNIEnv *env, jclass type, jint tag) {
  return wb_camera_get_near((WbDeviceTag)tag);
}

NATIVE(jint, cameraGetSamplingPeriod)(JNIEnv *env, jclass type, jint tag) {
  return wb_camera_get_sampling_period((WbDeviceTag)tag);
}

NATIVE(jint, cameraGetWidth)(JNIEnv *env, jclass type, jint tag) {
  return wb_camera_get_width((WbDeviceTag)tag);
}

NATIVE(jboolean, cameraHasRecognition)(JNIEnv *env, jclass type, jint tag) {
  return wb_camera_has_recognition((WbDeviceTag)tag) != 0;
}

NATIVE(void, cameraRecognitionDisable)(JNIEnv *env, jclass type, jint tag) {
  wb_camera_recognition_disable((WbDeviceTag)tag);
}

NATIVE(void, cameraRecognitionDisableSegmentation)(JNIEnv *env, jclass type, jint tag) {
  wb_camera_recognition_disable_segmentation((WbDeviceTag)tag);
}

NATIVE(void, cameraRecognitionEnable)(JNIEnv *env, jclass type, jint tag, jint sampling_period) {
  wb_camera_recognition_enable((WbDeviceTag)tag, sampling_period);
}

NATIVE(void, cameraRecognitionEnableSegmentation)(JNIEnv *env, jclass type, jint tag) {
  wb_camera_recognition_enable_segmentation((WbDeviceTag)tag);
}

NATIVE(jint, cameraRecognitionGetNumberOfObjects)(JNIEnv *env, jclass type, jint tag) {
  return wb_camera_recognition_get_number_of_objects((WbDeviceTag)tag);
}

NATIVE(jint, cameraRecognitionGetSamplingPeriod)(JNIEnv *env, jclass type, jint tag) {
  return wb_camera_recognition_get_sampling_period((WbDeviceTag)tag);
}

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

NATIVE(void, cameraSetExposure)(JNIEnv *env, jclass type, jint tag, jdouble exposure) {
  wb_camera_set_exposure((WbDeviceTag)tag, exposure);
}

NATIVE(void, cameraSetFocalDistance)(JNIEnv *env, jclass type, jint tag, jdouble focal_distance) {
  wb_camera_set_focal_distance((WbDeviceTag)tag, focal_distance);
}

NATIVE(void, cameraSetFov)(JNIEnv *env, jclass type, jint tag, jdouble fov) {
  wb_camera_set_fov((WbDeviceTag)tag, fov);
}

NATIVE(void, compassDisable)(JNIEnv *env, jclass type, jint tag) {
  wb_compass_disable((WbDeviceTag)tag);
}

NATIVE(void, compassEnable)(JNIEnv *env, jclass type, jint tag, jint sampling_period) {
  wb_compass_enable((WbDeviceTag)tag, sampling_period);
}

NATIVE(jdoubleArray, compassGetLookupTable)(JNIEnv *env, jclass type, jint tag) {
  return java_numbers(env, wb_compass_get_lookup_table((WbDeviceTag)tag), 3 * wb_compass_get_lookup_table_size((WbDeviceTag)tag));
}

NATIVE(jint, compassGetSamplingPeriod)(JNIEnv *env, jclass type, jint tag) {
  return wb_compass_get_sampling_period((WbDeviceTag)tag);
}

NATIVE(jdoubleArray, compassGetValues)(JNIEnv *env, jclass type, jint tag) {
  return java_numbers(env, wb_compass_get_values((WbDeviceTag)tag), 3);
}

NATIVE(void, connectorDisablePresence)(JNIEnv *env, jclass type, jint tag) {
  wb_connector_disable_presence((WbDeviceTag)tag);
}

NATIVE(void, connectorEnablePresence)(JNIEnv *env, jclass type, jint tag, jint sampling_period) {
  wb_connector_enable_presence((WbDeviceTag)tag, sampling_period);
}

NATIVE(jint, connectorGetPresence)(JNIEnv *env, jclass type, jint tag) {
  return wb_connector_get_presence((WbDeviceTag)tag);
}

NATIVE(jint, connectorGetPresenceSamplingPeriod)(JNIEnv *env, jclass type, jint tag) {
  return wb_connector_get_presence_sampling_period((WbDeviceTag)tag);
}

NATIVE(jboolean, connectorIsLocked)(JNIEnv *env, jclass type, jint tag) {
  return wb_connector_is_locked((WbDeviceTag)tag) != 0;
}

NATIVE(void, connectorLock)(JNIEnv *env, jclass type, jint tag) {
  wb_connector_lock((WbDeviceTag)tag);
}

NATIVE(void, connectorUnlock)(JNIEnv *env, jclass type, jint tag) {
  wb_connector_unlock((WbDeviceTag)tag);
}

NATIVE(void, displayAttachCamera)(JNIEnv *env, jclass type, jint tag, jint camera_tag) {
  wb_display_attach_camera((WbDeviceTag)tag, (WbDeviceTag)camera_tag);
}

NATIVE(void, displayDetachCamera)(JNIEnv *env, jclass type, jint tag) {
  wb_display_detach_camera((WbDeviceTag)tag);
}

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

NATIVE(jint, displayGetHeight)(JNIEnv *env, jclass type, jint tag) {
  return wb_display_get_height((WbDeviceTag)tag);
}

NATIVE(jint, displayGetWidth)(JNIEnv *env, jclass type, jint tag) {
  return wb_display_get_width((WbDeviceTag)tag);
}

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

NATIVE(void, displaySetAlpha)(JNIEnv *env, jclass type, jint tag, jdouble alpha) {
  wb_display_set_alpha((WbDeviceTag)tag, alpha);
}

NATIVE(void, displaySetColor)(JNIEnv *env, jclass type, jint tag, jint color) {
  wb_display_set_color((WbDeviceTag)tag, color);
}

NATIVE(void, displaySetFont)(JNIEnv *env, jclass type, jint tag, jstring font, jint size, jboolean anti_aliasing) {
  char *font_text = text_of(env, font);
  wb_display_set_font((WbDeviceTag)tag, font_text, size, anti_aliasing);
  free(font_text);
}

NATIVE(void, displaySetOpacity)(JNIEnv *env, jclass type, jint tag, jdouble opacity) {
  wb_display_set_opacity((WbDeviceTag)tag, opacity);
}

NATIVE(void, distanceSensorDisable)(JNIEnv *env, jclass type, jint tag) {
  wb_distance_sensor_disable((WbDeviceTag)tag);
}

NATIVE(void, distanceSensorEnable)(JNIEnv *env, jclass type, jint tag, jint sampling_period) {
  wb_distance_sensor_enable((WbDeviceTag)tag, sampling_period);
}

NATIVE(jdouble, distanceSensorGetAperture)(JNIEnv *env, jclass type, jint tag) {
  return wb_distance_sensor_get_aperture((WbDeviceTag)tag);
}

NATIVE(jdoubleArray, distanceSensorGetLookupTable)(JNIEnv *env, jclass type, jint tag) {
  return java_numbers(env, wb_distance_sensor_get_lookup_table((WbDeviceTag)tag), 3 * wb_distance_sensor_get_lookup_table_size((WbDeviceTag)tag));
}

NATIVE(jdouble, distanceSensorGetMaxValue)(JNIEnv *env, jclass type, jint tag) {
  return wb_distance_sensor_get_max_value((WbDeviceTag)tag);
}

NATIVE(jdouble, distanceSensorGetMinValue)(JNIEnv *env, jclass type, jint tag) {
  return wb_distance_sensor_get_min_value((WbDeviceTag)tag);
}

NATIVE(jint, distanceSensorGetSamplingPeriod)(JNIEnv *env, jclass type, jint tag) {
  return wb_distance_sensor_get_sampling_period((WbDeviceTag)tag);
}

NATIVE(jint, distanceSensorGetType)(JNIEnv *env, jclass type, jint tag) {
  return wb_distance_sensor_get_type((WbDeviceTag)tag);
}

NATIVE(jdouble, distanceSensorGetValue)(JNIEnv *env, jclass type, jint tag) {
  return wb_distance_sensor_get_value((WbDeviceTag)tag);
}

NATIVE(jint, emitterGetBufferSize)(JNIEnv *env, jclass type, jint tag) {
  return wb_emitter_get_buffer_size((WbDeviceTag)tag);
}

NATIVE(jint, emitterGetChannel)(JNIEnv *env, jclass type, jint tag) {
  return wb_emitter_get_channel((WbDeviceTag)tag);
}

NATIVE(jdouble, emitterGetRange)(JNIEnv *env, jclass type, jint tag) {
  return wb_emitter_get_range((WbDeviceTag)tag);
}

NATIVE(void, emitterSetChannel)(JNIEnv *env, jclass type, jint tag, jint channel) {
  wb_emitter_set_channel((WbDeviceTag)tag, channel);
}

NATIVE(void, emitterSetRange)(JNIEnv *env, jclass type, jint tag, jdouble range) {
  wb_emitter_set_range((WbDeviceTag)tag, range);
}

NATIVE(void, gpsDisable)(JNIEnv *env, jclass type, jint tag) {
  wb_gps_disable((WbDeviceTag)tag);
}

NATIVE(void, gpsEnable)(JNIEnv *env, jclass type, jint tag, jint sampling_period) {
  wb_gps_enable((WbDeviceTag)tag, sampling_period);
}

NATIVE(jint, gpsGetCoordinateSystem)(JNIEnv *env, jclass type, jint tag) {
  return wb_gps_get_coordinate_system((WbDeviceTag)tag);
}

NATIVE(jint, gpsGetSamplingPeriod)(JNIEnv *env, jclass type, jint tag) {
  return wb_gps_get_sampling_period((WbDeviceTag)tag);
}

NATIVE(jdouble, gpsGetSpeed)(JNIEnv *env, jclass type, jint tag) {
  return wb_gps_get_speed((WbDeviceTag)tag);
}

NATIVE(jdoubleArray, gpsGetSpeedVector)(JNIEnv *env, jclass type, jint tag) {
  return java_numbers(env, wb_gps_get_speed_vector((WbDeviceTag)tag), 3);
}

NATIVE(jdoubleArray, gpsGetValues)(JNIEnv *env, jclass type, jint tag) {
  return java_numbers(env, wb_gps_get_values((WbDeviceTag)tag), 3);
}

NATIVE(void, gyroDisable)(JNIEnv *env, jclass type, jint tag) {
  wb_gyro_disable((WbDeviceTag)tag);
}

NATIVE(void, gyroEnable)(JNIEnv *env, jclass type, jint tag, jint sampling_period) {
  wb_gyro_enable((WbDeviceTag)tag, sampling_period);
}

NATIVE(jdoubleArray, gyroGetLookupTable)(JNIEnv *env, jclass type, jint tag) {
  return java_numbers(env, wb_gyro_get_lookup_table((WbDeviceTag)tag), 3 * wb_gyro_get_lookup_table_size((WbDeviceTag)tag));
}

NATIVE(jint, gyroGetSamplingPeriod)(JNIEnv *env, jclass type, jint tag) {
  return wb_gyro_get_sampling_period((WbDeviceTag)tag);
}

NATIVE(jdoubleArray, gyroGetValues)(JNIEnv *env, jclass type, jint tag) {
  return java_numbers(env, wb_gyro_get_values((WbDeviceTag)tag), 3);
}

NATIVE(void, inertialUnitDisable)(JNIEnv *env, jclass type, jint tag) {
  wb_inertial_unit_disable((WbDeviceTag)tag);
}

NATIVE(void, inertialUnitEnable)(JNIEnv *env, jclass type, jint tag, jint sampling_period) {
  wb_inertial_unit_enable((WbDeviceTag)tag, sampling_period);
}

NATIVE(jdouble, inertialUnitGetNoise)(JNIEnv *env, jclass type, jint tag) {
  return wb_inertial_unit_get_noise((WbDeviceTag)tag);
}

NATIVE(jdoubleArray, inertialUnitGetQuaternion)(JNIEnv *env, jclass type, jint tag) {
  return java_numbers(env, wb_inertial_unit_get_quaternion((WbDeviceTag)tag), 4);
}

NATIVE(jdoubleArray, inertialUnitGetRollPitchYaw)(JNIEnv *env, jclass type, jint tag) {
  return java_numbers(env, wb_inertial_unit_get_roll_pitch_yaw((WbDeviceTag)tag), 3);
}

NATIVE(jint, inertialUnitGetSamplingPeriod)(JNIEnv *env, jclass type, jint tag) {
  return wb_inertial_unit_get_sampling_period((WbDeviceTag)tag);
}

NATIVE(jint, ledGet)(JNIEnv *env, jclass type, jint tag) {
  return wb_led_get((WbDeviceTag)tag);
}

NATIVE(void, ledSet)(JNIEnv *env, jclass type, jint tag, jint value) {
  wb_led_set((WbDeviceTag)tag, value);
}

NATIVE(void, lidarDisable)(JNIEnv *env, jclass type, jint tag) {
  wb_lidar_disable((WbDeviceTag)tag);
}

NATIVE(void, lidarDisablePointCloud)(JNIEnv *env, jclass type, jint tag) {
  wb_lidar_disable_point_cloud((WbDeviceTag)tag);
}

NATIVE(void, lidarEnable)(JNIEnv *env, jclass type, jint tag, jint sampling_period) {
  wb_lidar_enable((WbDeviceTag)tag, sampling_period);
}

NATIVE(void, lidarEnablePointCloud)(JNIEnv *env, jclass type, jint tag) {
  wb_lidar_enable_point_cloud((WbDeviceTag)tag);
}

NATIVE(jdouble, lidarGetFov)(JNIEnv *env, jclass type, jint tag) {
  return wb_lidar_get_fov((WbDeviceTag)tag);
}

NATIVE(jdouble, lidarGetFrequency)(JNIEnv *env, jclass type, jint tag) {
  return wb_lidar_get_frequency((WbDeviceTag)tag);
}

NATIVE(jint, lidarGetHorizontalResolution)(JNIEnv *env, jclass type, jint tag) {
  return wb_lidar_get_horizontal_resolution((WbDeviceTag)tag);
}

NATIVE(jdouble, lidarGetMaxFrequency)(JNIEnv *env, jclass type, jint tag) {
  return wb_lidar_get_max_frequency((WbDeviceTag)tag);
}

NATIVE(jdouble, lidarGetMaxRange)(JNIEnv *env, jclass type, jint tag) {
  return wb_lidar_get_max_range((WbDeviceTag)tag);
}

NATIVE(jdouble, lidarGetMinFrequency)(JNIEnv *env, jclass type, jint tag) {
  return wb_lidar_get_min_frequency((WbDeviceTag)tag);
}

NATIVE(jdouble, lidarGetMinRange)(JNIEnv *env, jclass type, jint tag) {
  return wb_lidar_get_min_range((WbDeviceTag)tag);
}

NATIVE(jint, lidarGetNumberOfLayers)(JNIEnv *env, jclass type, jint tag) {
  return wb_lidar_get_number_of_layers((WbDeviceTag)tag);
}

NATIVE(jint, lidarGetNumberOfPoints)(JNIEnv *env, jclass type, jint tag) {
  return wb_lidar_get_number_of_points((WbDeviceTag)tag);
}

NATIVE(jint, lidarGetSamplingPeriod)(JNIEnv *env, jclass type, jint tag) {
  return wb_lidar_get_sampling_period((WbDeviceTag)tag);
}

NATIVE(jdouble, lidarGetVerticalFov)(JNIEnv *env, jclass type, jint tag) {
  return wb_lidar_get_vertical_fov((WbDeviceTag)tag);
}

NATIVE(jboolean, lidarIsPointCloudEnabled)(JNIEnv *env, jclass type, jint tag) {
  return wb_lidar_is_point_cloud_enabled((WbDeviceTag)tag) != 0;
}

NATIVE(void, lidarSetFrequency)(JNIEnv *env, jclass type, jint tag, jdouble frequency) {
  wb_lidar_set_frequency((WbDeviceTag)tag, frequency);
}

NATIVE(void, lightSensorDisable)(JNIEnv *env, jclass type, jint tag) {
  wb_light_sensor_disable((WbDeviceTag)tag);
}

NATIVE(void, lightSensorEnable)(JNIEnv *env, jclass type, jint tag, jint sampling_period) {
  wb_light_sensor_enable((WbDeviceTag)tag, sampling_period);
}

NATIVE(jdoubleArray, lightSensorGetLookupTable)(JNIEnv *env, jclass type, jint tag) {
  return java_numbers(env, wb_light_sensor_get_lookup_table((WbDeviceTag)tag), 3 * wb_light_sensor_get_lookup_table_size((WbDeviceTag)tag));
}

NATIVE(jint, lightSensorGetSamplingPeriod)(JNIEnv *env, jclass type, jint tag) {
  return wb_light_sensor_get_sampling_period((WbDeviceTag)tag);
}

NATIVE(jdouble, lightSensorGetValue)(JNIEnv *env, jclass type, jint tag) {
  return wb_light_sensor_get_value((WbDeviceTag)tag);
}

NATIVE(void, microphoneDisable)(JNIEnv *env, jclass type, jint tag) {
  wb_microphone_disable((WbDeviceTag)tag);
}

NATIVE(void, microphoneEnable)(JNIEnv *env, jclass type, jint tag, jint sampling_period) {
  wb_microphone_enable((WbDeviceTag)tag, sampling_period);
}

NATIVE(jint, microphoneGetSampleSize)(JNIEnv *env, jclass type, jint tag) {
  return wb_microphone_get_sample_size((WbDeviceTag)tag);
}

NATIVE(jint, microphoneGetSamplingPeriod)(JNIEnv *env, jclass type, jint tag) {
  return wb_microphone_get_sampling_period((WbDeviceTag)tag);
}

NATIVE(void, motorDisableForceFeedback)(JNIEnv *env, jclass type, jint tag) {
  wb_motor_disable_force_feedback((WbDeviceTag)tag);
}

NATIVE(void, motorDisableTorqueFeedback)(JNIEnv *env, jclass type, jint tag) {
  wb_motor_disable_torque_feedback((WbDeviceTag)tag);
}

NATIVE(void, motorEnableForceFeedback)(JNIEnv *env, jclass type, jint tag, jint sampling_period) {
  wb_motor_enable_force_feedback((WbDeviceTag)tag, sampling_period);
}

NATIVE(void, motorEnableTorqueFeedback)(JNIEnv *env, jclass type, jint tag, jint sampling_period) {
  wb_motor_enable_torque_feedback((WbDeviceTag)tag, sampling_period);
}

NATIVE(jdouble, motorGetAcceleration)(JNIEnv *env, jclass type, jint tag) {
  return wb_motor_get_acceleration((WbDeviceTag)tag);
}

NATIVE(jdouble, motorGetAvailableForce)(JNIEnv *env, jclass type, jint tag) {
  return wb_motor_get_available_force((WbDeviceTag)tag);
}

NATIVE(jdouble, motorGetAvailableTorque)(JNIEnv *env, jclass type, jint tag) {
  return wb_motor_get_available_torque((WbDeviceTag)tag);
}

NATIVE(jint, motorGetBrake)(JNIEnv *env, jclass type, jint tag) {
  return wb_motor_get_brake((WbDeviceTag)tag);
}

NATIVE(jdouble, motorGetForceFeedback)(JNIEnv *env, jclass type, jint tag) {
  return wb_motor_get_force_feedback((WbDeviceTag)tag);
}

NATIVE(jint, motorGetForceFeedbackSamplingPeriod)(JNIEnv *env, jclass type, jint tag) {
  return wb_motor_get_force_feedback_sampling_period((WbDeviceTag)tag);
}

NATIVE(jdouble, motorGetMaxForce)(JNIEnv *env, jclass type, jint tag) {
  return wb_motor_get_max_force((WbDeviceTag)tag);
}

NATIVE(jdouble, motorGetMaxPosition)(JNIEnv *env, jclass type, jint tag) {
  return wb_motor_get_max_position((WbDeviceTag)tag);
}

NATIVE(jdouble, motorGetMaxTorque)(JNIEnv *env, jclass type, jint tag) {
  return wb_motor_get_max_torque((WbDeviceTag)tag);
}

NATIVE(jdouble, motorGetMaxVelocity)(JNIEnv *env, jclass type, jint tag) {
  return wb_motor_get_max_velocity((WbDeviceTag)tag);
}

NATIVE(jdouble, motorGetMinPosition)(JNIEnv *env, jclass type, jint tag) {
  return wb_motor_get_min_position((WbDeviceTag)tag);
}

NATIVE(jdouble, motorGetMultiplier)(JNIEnv *env, jclass type, jint tag) {
  return wb_motor_get_multiplier((WbDeviceTag)tag);
}

NATIVE(jint, motorGetPositionSensor)(JNIEnv *env, jclass type, jint tag) {
  return wb_motor_get_position_sensor((WbDeviceTag)tag);
}

NATIVE(jdouble, motorGetTargetPosition)(JNIEnv *env, jclass type, jint tag) {
  return wb_motor_get_target_position((WbDeviceTag)tag);
}

NATIVE(jdouble, motorGetTorqueFeedback)(JNIEnv *env, jclass type, jint tag) {
  return wb_motor_get_torque_feedback((WbDeviceTag)tag);
}

NATIVE(jint, motorGetTorqueFeedbackSamplingPeriod)(JNIEnv *env, jclass type, jint tag) {
  return wb_motor_get_torque_feedback_sampling_period((WbDeviceTag)tag);
}

NATIVE(jint, motorGetType)(JNIEnv *env, jclass type, jint tag) {
  return wb_motor_get_type((WbDeviceTag)tag);
}

NATIVE(jdouble, motorGetVelocity)(JNIEnv *env, jclass type, jint tag) {
  return wb_motor_get_velocity((WbDeviceTag)tag);
}

NATIVE(void, motorSetAcceleration)(JNIEnv *env, jclass type, jint tag, jdouble acceleration) {
  wb_motor_set_acceleration((WbDeviceTag)tag, acceleration);
}

NATIVE(void, motorSetAvailableForce)(JNIEnv *env, jclass type, jint tag, jdouble force) {
  wb_motor_set_available_force((WbDeviceTag)tag, force);
}

NATIVE(void, motorSetAvailableTorque)(JNIEnv *env, jclass type, jint tag, jdouble torque) {
  wb_motor_set_available_torque((WbDeviceTag)tag, torque);
}

NATIVE(void, motorSetControlPid)(JNIEnv *env, jclass type, jint tag, jdouble p, jdouble i, jdouble d) {
  wb_motor_set_control_pid((WbDeviceTag)tag, p, i, d);
}

NATIVE(void, motorSetForce)(JNIEnv *env, jclass type, jint tag, jdouble force) {
  wb_motor_set_force((WbDeviceTag)tag, force);
}

NATIVE(void, motorSetPosition)(JNIEnv *env, jclass type, jint tag, jdouble position) {
  wb_motor_set_position((WbDeviceTag)tag, position);
}

NATIVE(void, motorSetTorque)(JNIEnv *env, jclass type, jint tag, jdouble torque) {
  wb_motor_set_torque((WbDeviceTag)tag, torque);
}

NATIVE(void, motorSetVelocity)(JNIEnv *env, jclass type, jint tag, jdouble velocity) {
  wb_motor_set_velocity((WbDeviceTag)tag, velocity);
}

NATIVE(void, penSetInkColor)(JNIEnv *env, jclass type, jint tag, jint color, jdouble density) {
  wb_pen_set_ink_color((WbDeviceTag)tag, color, density);
}

NATIVE(void, penWrite)(JNIEnv *env, jclass type, jint tag, jboolean write) {
  wb_pen_write((WbDeviceTag)tag, write);
}

NATIVE(void, positionSensorDisable)(JNIEnv *env, jclass type, jint tag) {
  wb_position_sensor_disable((WbDeviceTag)tag);
}

NATIVE(void, positionSensorEnable)(JNIEnv *env, jclass type, jint tag, jint sampling_period) {
  wb_position_sensor_enable((WbDeviceTag)tag, sampling_period);
}

NATIVE(jint, positionSensorGetBrake)(JNIEnv *env, jclass type, jint tag) {
  return wb_position_sensor_get_brake((WbDeviceTag)tag);
}

NATIVE(jint, positionSensorGetMotor)(JNIEnv *env, jclass type, jint tag) {
  return wb_position_sensor_get_motor((WbDeviceTag)tag);
}

NATIVE(jint, positionSensorGetSamplingPeriod)(JNIEnv *env, jclass type, jint tag) {
  return wb_position_sensor_get_sampling_period((WbDeviceTag)tag);
}

NATIVE(jint, positionSensorGetType)(JNIEnv *env, jclass type, jint tag) {
  return wb_position_sensor_get_type((WbDeviceTag)tag);
}

NATIVE(jdouble, positionSensorGetValue)(JNIEnv *env, jclass type, jint tag) {
  return wb_position_sensor_get_value((WbDeviceTag)tag);
}

NATIVE(void, radarDisable)(JNIEnv *env, jclass type, jint tag) {
  wb_radar_disable((WbDeviceTag)tag);
}

NATIVE(void, radarEnable)(JNIEnv *env, jclass type, jint tag, jint sampling_period) {
  wb_radar_enable((WbDeviceTag)tag, sampling_period);
}

NATIVE(jdouble, radarGetHorizontalFov)(JNIEnv *env, jclass type, jint tag) {
  return wb_radar_get_horizontal_fov((WbDeviceTag)tag);
}

NATIVE(jdouble, radarGetMaxRange)(JNIEnv *env, jclass type, jint tag) {
  return wb_radar_get_max_range((WbDeviceTag)tag);
}

NATIVE(jdouble, radarGetMinRange)(JNIEnv *env, jclass type, jint tag) {
  return wb_radar_get_min_range((WbDeviceTag)tag);
}

NATIVE(jint, radarGetNumberOfTargets)(JNIEnv *env, jclass type, jint tag) {
  return wb_radar_get_number_of_targets((WbDeviceTag)tag);
}

NATIVE(jint, radarGetSamplingPeriod)(JNIEnv *env, jclass type, jint tag) {
  return wb_radar_get_sampling_period((WbDeviceTag)tag);
}

NATIVE(jdouble, radarGetVerticalFov)(JNIEnv *env, jclass type, jint tag) {
  return wb_radar_get_vertical_fov((WbDeviceTag)tag);
}

NATIVE(void, rangeFinderDisable)(JNIEnv *env, jclass type, jint tag) {
  wb_range_finder_disable((WbDeviceTag)tag);
}

NATIVE(void, rangeFinderEnable)(JNIEnv *env, jclass type, jint tag, jint sampling_period) {
  wb_range_finder_enable((WbDeviceTag)tag, sampling_period);
}

NATIVE(jdouble, rangeFinderGetFov)(JNIEnv *env, jclass type, jint tag) {
  return wb_range_finder_get_fov((WbDeviceTag)tag);
}

NATIVE(jint, rangeFinderGetHeight)(JNIEnv *env, jclass type, jint tag) {
  return wb_range_finder_get_height((WbDeviceTag)tag);
}

NATIVE(jdouble, rangeFinderGetMaxRange)(JNIEnv *env, jclass type, jint tag) {
  return wb_range_finder_get_max_range((WbDeviceTag)tag);
}

NATIVE(jdouble, rangeFinderGetMinRange)(JNIEnv *env, jclass type, jint tag) {
  return wb_range_finder_get_min_range((WbDeviceTag)tag);
}

NATIVE(jint, rangeFinderGetSamplingPeriod)(JNIEnv *env, jclass type, jint tag) {
  return wb_range_finder_get_sampling_period((WbDeviceTag)tag);
}

NATIVE(jint, rangeFinderGetWidth)(JNIEnv *env, jclass type, jint tag) {
  return wb_range_finder_get_width((WbDeviceTag)tag);
}

NATIVE(jint, rangeFinderSaveImage)(JNIEnv *env, jclass type, jint tag, jstring filename, jint quality) {
  char *filename_text = text_of(env, filename);
  jint result = wb_range_finder_save_image((WbDeviceTag)tag, filename_text, quality);
  free(filename_text);
  return result;
}

NATIVE(void, receiverDisable)(JNIEnv *env, jclass type, jint tag) {
  wb_receiver_disable((WbDeviceTag)tag);
}

NATIVE(void, receiverEnable)(JNIEnv *env, jclass type, jint tag, jint sampling_period) {
  wb_receiver_enable((WbDeviceTag)tag, sampling_period);
}

NATIVE(jint, receiverGetChannel)(JNIEnv *env, jclass type, jint tag) {
  return wb_receiver_get_channel((WbDeviceTag)tag);
}

NATIVE(jint, receiverGetDataSize)(JNIEnv *env, jclass type, jint tag) {
  return wb_receiver_get_data_size((WbDeviceTag)tag);
}

NATIVE(jdoubleArray, receiverGetEmitterDirection)(JNIEnv *env, jclass type, jint tag) {
  return java_numbers(env, wb_receiver_get_emitter_direction((WbDeviceTag)tag), 3);
}

NATIVE(jint, receiverGetQueueLength)(JNIEnv *env, jclass type, jint tag) {
  return wb_receiver_get_queue_length((WbDeviceTag)tag);
}

NATIVE(jint, receiverGetSamplingPeriod)(JNIEnv *env, jclass type, jint tag) {
  return wb_receiver_get_sampling_period((WbDeviceTag)tag);
}

NATIVE(jdouble, receiverGetSignalStrength)(JNIEnv *env, jclass type, jint tag) {
  return wb_receiver_get_signal_strength((WbDeviceTag)tag);
}

NATIVE(void, receiverNextPacket)(JNIEnv *env, jclass type, jint tag) {
  wb_receiver_next_packet((WbDeviceTag)tag);
}

NATIVE(void, receiverSetChannel)(JNIEnv *env, jclass type, jint tag, jint channel) {
  wb_receiver_set_channel((WbDeviceTag)tag, channel);
}

NATIVE(jint, skinGetBoneCount)(JNIEnv *env, jclass type, jint tag) {
  return wb_skin_get_bone_count((WbDeviceTag)tag);
}

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

NATIVE(void, touchSensorDisable)(JNIEnv *env, jclass type, jint tag) {
  wb_touch_sensor_disable((WbDeviceTag)tag);
}

NATIVE(void, touchSensorEnable)(JNIEnv *env, jclass type, jint tag, jint sampling_period) {
  wb_touch_sensor_enable((WbDeviceTag)tag, sampling_period);
}

NATIVE(jdoubleArray, touchSensorGetLookupTable)(JNIEnv *env, jclass type, jint tag) {
  return java_numbers(env, wb_touch_sensor_get_lookup_table((WbDeviceTag)tag), 3 * wb_touch_sensor_get_lookup_table_size((WbDeviceTag)tag));
}

NATIVE(jint, touchSensorGetSamplingPeriod)(JNIEnv *env, jclass type, jint tag) {
  return wb_touch_sensor_get_sampling_period((WbDeviceTag)tag);
}

NATIVE(jint, touchSensorGetType)(JNIEnv *env, jclass type, jint tag) {
  return wb_touch_sensor_get_type((WbDeviceTag)tag);
}

NATIVE(jdouble, touchSensorGetValue)(JNIEnv *env, jclass type, jint tag) {
  return wb_touch_sensor_get_value((WbDeviceTag)tag);
}

NATIVE(jdoubleArray, touchSensorGetValues)(JNIEnv *env, jclass type, jint tag) {
  return java_numbers(env, wb_touch_sensor_get_values((WbDeviceTag)tag), 3);
}

NATIVE(void, vacuumGripperDisablePresence)(JNIEnv *env, jclass type, jint tag) {
  wb_vacuum_gripper_disable_presence((WbDeviceTag)tag);
}

NATIVE(void, vacuumGripperEnablePresence)(JNIEnv *env, jclass type, jint tag, jint sampling_period) {
  wb_vacuum_gripper_enable_presence((WbDeviceTag)tag, sampling_period);
}

NATIVE(jboolean, vacuumGripperGetPresence)(JNIEnv *env, jclass type, jint tag) {
  return wb_vacuum_gripper_get_presence((WbDeviceTag)tag) != 0;
}

NATIVE(jint, vacuumGripperGetPresenceSamplingPeriod)(JNIEnv *env, jclass type, jint tag) {
  return wb_vacuum_gripper_get_presence_sampling_period((WbDeviceTag)tag);
}

NATIVE(jboolean, vacuumGripperIsOn)(JNIEnv *env, jclass type, jint tag) {
  return wb_vacuum_gripper_is_on((WbDeviceTag)tag) != 0;
}

NATIVE(void, vacuumGripperTurnOff)(JNIEnv *env, jclass type, jint tag) {
  wb_vacuum_gripper_turn_off((WbDeviceTag)tag);
}

NATIVE(void, vacuumGripperTurnOn)(JNIEnv *env, jclass type, jint tag) {
  wb_vacuum_gripper_turn_on((WbDeviceTag)tag);
}
