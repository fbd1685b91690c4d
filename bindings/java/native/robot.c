/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The robot, its user and motions. */

#include "natives.h"

NATIVE(jstring, deviceGetModel)(JNIEnv *env, jclass type, jint dt) {
  return java_text(env, wb_device_get_model((WbDeviceTag)dt));
}

NATIVE(jstring, deviceGetName)(JNIEnv *env, jclass type, jint dt) {
  return java_text(env, wb_device_get_name((WbDeviceTag)dt));
}

NATIVE(jint, deviceGetNodeType)(JNIEnv *env, jclass type, jint dt) {
  return wb_device_get_node_type((WbDeviceTag)dt);
}

NATIVE(void, joystickDisable)(JNIEnv *env, jclass type) {
  wb_joystick_disable();
}

NATIVE(void, joystickEnable)(JNIEnv *env, jclass type, jint sampling_period) {
  wb_joystick_enable(sampling_period);
}

NATIVE(jint, joystickGetAxisValue)(JNIEnv *env, jclass type, jint axis) {
  return wb_joystick_get_axis_value(axis);
}

NATIVE(jstring, joystickGetModel)(JNIEnv *env, jclass type) {
  return java_text(env, wb_joystick_get_model());
}

NATIVE(jint, joystickGetNumberOfAxes)(JNIEnv *env, jclass type) {
  return wb_joystick_get_number_of_axes();
}

NATIVE(jint, joystickGetNumberOfPovs)(JNIEnv *env, jclass type) {
  return wb_joystick_get_number_of_povs();
}

NATIVE(jint, joystickGetPovValue)(JNIEnv *env, jclass type, jint pov) {
  return wb_joystick_get_pov_value(pov);
}

NATIVE(jint, joystickGetPressedButton)(JNIEnv *env, jclass type) {
  return wb_joystick_get_pressed_button();
}

NATIVE(jint, joystickGetSamplingPeriod)(JNIEnv *env, jclass type) {
  return wb_joystick_get_sampling_period();
}

NATIVE(jboolean, joystickIsConnected)(JNIEnv *env, jclass type) {
  return wb_joystick_is_connected() != 0;
}

NATIVE(void, joystickSetAutoCenteringGain)(JNIEnv *env, jclass type, jdouble gain) {
  wb_joystick_set_auto_centering_gain(gain);
}

NATIVE(void, joystickSetConstantForce)(JNIEnv *env, jclass type, jint level) {
  wb_joystick_set_constant_force(level);
}

NATIVE(void, joystickSetConstantForceDuration)(JNIEnv *env, jclass type, jdouble duration) {
  wb_joystick_set_constant_force_duration(duration);
}

NATIVE(void, joystickSetForceAxis)(JNIEnv *env, jclass type, jint axis) {
  wb_joystick_set_force_axis(axis);
}

NATIVE(void, joystickSetResistanceGain)(JNIEnv *env, jclass type, jdouble gain) {
  wb_joystick_set_resistance_gain(gain);
}

NATIVE(void, keyboardDisable)(JNIEnv *env, jclass type) {
  wb_keyboard_disable();
}

NATIVE(void, keyboardEnable)(JNIEnv *env, jclass type, jint sampling_period) {
  wb_keyboard_enable(sampling_period);
}

NATIVE(jint, keyboardGetKey)(JNIEnv *env, jclass type) {
  return wb_keyboard_get_key();
}

NATIVE(jint, keyboardGetSamplingPeriod)(JNIEnv *env, jclass type) {
  return wb_keyboard_get_sampling_period();
}

NATIVE(void, mouseDisable)(JNIEnv *env, jclass type) {
  wb_mouse_disable();
}

NATIVE(void, mouseDisable3dPosition)(JNIEnv *env, jclass type) {
  wb_mouse_disable_3d_position();
}

NATIVE(void, mouseEnable)(JNIEnv *env, jclass type, jint sampling_period) {
  wb_mouse_enable(sampling_period);
}

NATIVE(void, mouseEnable3dPosition)(JNIEnv *env, jclass type) {
  wb_mouse_enable_3d_position();
}

NATIVE(jint, mouseGetSamplingPeriod)(JNIEnv *env, jclass type) {
  return wb_mouse_get_sampling_period();
}

NATIVE(jboolean, mouseIs3dPositionEnabled)(JNIEnv *env, jclass type) {
  return wb_mouse_is_3d_position_enabled() != 0;
}

NATIVE(void, robotBatterySensorDisable)(JNIEnv *env, jclass type) {
  wb_robot_battery_sensor_disable();
}

NATIVE(void, robotBatterySensorEnable)(JNIEnv *env, jclass type, jint sampling_period) {
  wb_robot_battery_sensor_enable(sampling_period);
}

NATIVE(jint, robotBatterySensorGetSamplingPeriod)(JNIEnv *env, jclass type) {
  return wb_robot_battery_sensor_get_sampling_period();
}

NATIVE(jdouble, robotBatterySensorGetValue)(JNIEnv *env, jclass type) {
  return wb_robot_battery_sensor_get_value();
}

NATIVE(void, robotCleanup)(JNIEnv *env, jclass type) {
  wb_robot_cleanup();
}

NATIVE(jdouble, robotGetBasicTimeStep)(JNIEnv *env, jclass type) {
  return wb_robot_get_basic_time_step();
}

NATIVE(jstring, robotGetCustomData)(JNIEnv *env, jclass type) {
  return java_text(env, wb_robot_get_custom_data());
}

NATIVE(jint, robotGetDevice)(JNIEnv *env, jclass type, jstring name) {
  char *name_text = text_of(env, name);
  jint result = wb_robot_get_device(name_text);
  free(name_text);
  return result;
}

NATIVE(jint, robotGetDeviceByIndex)(JNIEnv *env, jclass type, jint index) {
  return wb_robot_get_device_by_index(index);
}

NATIVE(jint, robotGetMode)(JNIEnv *env, jclass type) {
  return wb_robot_get_mode();
}

NATIVE(jstring, robotGetModel)(JNIEnv *env, jclass type) {
  return java_text(env, wb_robot_get_model());
}

NATIVE(jstring, robotGetName)(JNIEnv *env, jclass type) {
  return java_text(env, wb_robot_get_name());
}

NATIVE(jint, robotGetNumberOfDevices)(JNIEnv *env, jclass type) {
  return wb_robot_get_number_of_devices();
}

NATIVE(jstring, robotGetProjectPath)(JNIEnv *env, jclass type) {
  return java_text(env, wb_robot_get_project_path());
}

NATIVE(jboolean, robotGetSupervisor)(JNIEnv *env, jclass type) {
  return wb_robot_get_supervisor() != 0;
}

NATIVE(jboolean, robotGetSynchronization)(JNIEnv *env, jclass type) {
  return wb_robot_get_synchronization() != 0;
}

NATIVE(jdouble, robotGetTime)(JNIEnv *env, jclass type) {
  return wb_robot_get_time();
}

NATIVE(jstring, robotGetUrdf)(JNIEnv *env, jclass type, jstring prefix) {
  char *prefix_text = text_of(env, prefix);
  jstring result = java_text(env, wb_robot_get_urdf(prefix_text));
  free(prefix_text);
  return result;
}

NATIVE(jstring, robotGetWorldPath)(JNIEnv *env, jclass type) {
  return java_text(env, wb_robot_get_world_path());
}

NATIVE(jint, robotInit)(JNIEnv *env, jclass type) {
  return wb_robot_init();
}

NATIVE(void, robotSetCustomData)(JNIEnv *env, jclass type, jstring data) {
  char *data_text = text_of(env, data);
  wb_robot_set_custom_data(data_text);
  free(data_text);
}

NATIVE(void, robotSetMode)(JNIEnv *env, jclass type, jint mode, jstring arg) {
  char *arg_text = text_of(env, arg);
  wb_robot_set_mode((WbRobotMode)mode, arg_text);
  free(arg_text);
}

NATIVE(jint, robotStep)(JNIEnv *env, jclass type, jint duration) {
  return wb_robot_step(duration);
}

NATIVE(jint, robotStepBegin)(JNIEnv *env, jclass type, jint duration) {
  return wb_robot_step_begin(duration);
}

NATIVE(jint, robotStepEnd)(JNIEnv *env, jclass type) {
  return wb_robot_step_end();
}

NATIVE(jint, robotWaitForUserInputEvent)(JNIEnv *env, jclass type, jint event_type, jint timeout) {
  return wb_robot_wait_for_user_input_event((WbUserInputEvent)event_type, timeout);
}

NATIVE(jstring, robotWwiReceiveText)(JNIEnv *env, jclass type) {
  return java_text(env, wb_robot_wwi_receive_text());
}

NATIVE(void, wbuMotionDelete)(JNIEnv *env, jclass type, jlong motion) {
  wbu_motion_delete((WbMotionRef)(intptr_t)motion);
}

NATIVE(jint, wbuMotionGetDuration)(JNIEnv *env, jclass type, jlong motion) {
  return wbu_motion_get_duration((WbMotionRef)(intptr_t)motion);
}

NATIVE(jint, wbuMotionGetTime)(JNIEnv *env, jclass type, jlong motion) {
  return wbu_motion_get_time((WbMotionRef)(intptr_t)motion);
}

NATIVE(jboolean, wbuMotionIsOver)(JNIEnv *env, jclass type, jlong motion) {
  return wbu_motion_is_over((WbMotionRef)(intptr_t)motion) != 0;
}

NATIVE(jlong, wbuMotionNew)(JNIEnv *env, jclass type, jstring filename) {
  char *filename_text = text_of(env, filename);
  jlong result = (jlong)(intptr_t)wbu_motion_new(filename_text);
  free(filename_text);
  return result;
}

NATIVE(void, wbuMotionPlay)(JNIEnv *env, jclass type, jlong motion) {
  wbu_motion_play((WbMotionRef)(intptr_t)motion);
}

NATIVE(void, wbuMotionSetLoop)(JNIEnv *env, jclass type, jlong motion, jboolean loop) {
  wbu_motion_set_loop((WbMotionRef)(intptr_t)motion, loop);
}

NATIVE(void, wbuMotionSetReverse)(JNIEnv *env, jclass type, jlong motion, jboolean reverse) {
  wbu_motion_set_reverse((WbMotionRef)(intptr_t)motion, reverse);
}

NATIVE(void, wbuMotionSetTime)(JNIEnv *env, jclass type, jlong motion, jint time) {
  wbu_motion_set_time((WbMotionRef)(intptr_t)motion, time);
}

NATIVE(void, wbuMotionStop)(JNIEnv *env, jclass type, jlong motion) {
  wbu_motion_stop((WbMotionRef)(intptr_t)motion);
}
