/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What all natives share. A native has the name of its C function in Java's spelling. */

#ifndef FOXDEN_NATIVES_H
#define FOXDEN_NATIVES_H

#include <jni.h>
#include <stdint.h>
#include <stdlib.h>

#include <webots/accelerometer.h>
#include <webots/altimeter.h>
#include <webots/brake.h>
#include <webots/camera.h>
#include <webots/compass.h>
#include <webots/connector.h>
#include <webots/device.h>
#include <webots/display.h>
#include <webots/distance_sensor.h>
#include <webots/emitter.h>
#include <webots/gps.h>
#include <webots/gyro.h>
#include <webots/inertial_unit.h>
#include <webots/joystick.h>
#include <webots/keyboard.h>
#include <webots/led.h>
#include <webots/lidar.h>
#include <webots/light_sensor.h>
#include <webots/microphone.h>
#include <webots/motor.h>
#include <webots/mouse.h>
#include <webots/pen.h>
#include <webots/plugins/robot_window/robot_wwi.h>
#include <webots/position_sensor.h>
#include <webots/radar.h>
#include <webots/range_finder.h>
#include <webots/receiver.h>
#include <webots/robot.h>
#include <webots/skin.h>
#include <webots/speaker.h>
#include <webots/supervisor.h>
#include <webots/touch_sensor.h>
#include <webots/utils/motion.h>
#include <webots/vacuum_gripper.h>

#define NATIVE(result, name) JNIEXPORT result JNICALL Java_com_cyberbotics_webots_controller_Library_##name

/* Text in UTF-8, to be freed; NULL for null. */
char *text_of(JNIEnv *env, jstring text);

/* A Java text; null for NULL. */
jstring java_text(JNIEnv *env, const char *text);

/* Copies exactly this many numbers, or throws and returns 0. */
int numbers_of(JNIEnv *env, jdoubleArray array, int count, double *numbers);

/* A Java array; null for NULL, unless there is nothing to copy. */
jdoubleArray java_numbers(JNIEnv *env, const double *numbers, int count);
jfloatArray java_floats(JNIEnv *env, const float *numbers, int count);
jintArray java_ints(JNIEnv *env, const jint *numbers, int count);
jbyteArray java_bytes(JNIEnv *env, const void *bytes, int count);

/* Throws an IllegalArgumentException. */
void refuse(JNIEnv *env, const char *reason);

#endif
