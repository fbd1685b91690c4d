/* Opens a device of each kind, reads its configuration, asks all it can of it
   and checks the answers against those of examples/record. */
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
#include <webots/led.h>
#include <webots/lidar.h>
#include <webots/light_sensor.h>
#include <webots/microphone.h>
#include <webots/motor.h>
#include <webots/pen.h>
#include <webots/position_sensor.h>
#include <webots/radar.h>
#include <webots/range_finder.h>
#include <webots/receiver.h>
#include <webots/skin.h>
#include <webots/speaker.h>
#include <webots/touch_sensor.h>
#include <webots/vacuum_gripper.h>
#include "check.h"

void wb_microphone_enable(WbDeviceTag tag, int period);
const void *wb_microphone_get_sample_data(WbDeviceTag tag);
int wb_microphone_get_sample_size(WbDeviceTag tag);

static bool is_vector(const double *v, double x, double y, double z) {
  return v && v[0] == x && v[1] == y && v[2] == z;
}

static void sensors(int period) {
  const WbDeviceTag accelerometer = wb_robot_get_device("Accelerometer");
  const WbDeviceTag compass = wb_robot_get_device("Compass");
  const WbDeviceTag gyro = wb_robot_get_device("Gyro");
  const WbDeviceTag light = wb_robot_get_device("LightSensor");
  const WbDeviceTag distance = wb_robot_get_device("DistanceSensor");
  const WbDeviceTag touch = wb_robot_get_device("TouchSensor");
  const WbDeviceTag altimeter = wb_robot_get_device("Altimeter");
  const WbDeviceTag gps = wb_robot_get_device("GPS");
  const WbDeviceTag inertial_unit = wb_robot_get_device("InertialUnit");
  const WbDeviceTag radar = wb_robot_get_device("Radar");
  const WbDeviceTag microphone = wb_robot_get_device("Microphone");
  CHECK(wb_device_get_node_type(light) == WB_NODE_LIGHT_SENSOR);
  CHECK(strcmp(wb_device_get_model(light), "m") == 0);
  CHECK(wb_light_sensor_get_lookup_table_size(light) == 2 && wb_light_sensor_get_lookup_table(light)[4] == 900);
  CHECK(wb_accelerometer_get_lookup_table_size(accelerometer) == 2);
  CHECK(wb_compass_get_lookup_table_size(compass) == 2);
  CHECK(wb_gyro_get_lookup_table_size(gyro) == 2 && wb_gyro_get_lookup_table(gyro)[5] == 0.5);
  CHECK(wb_distance_sensor_get_type(distance) == WB_DISTANCE_SENSOR_SONAR);
  CHECK(wb_distance_sensor_get_min_value(distance) == 100 && wb_distance_sensor_get_max_value(distance) == 900);
  CHECK(wb_distance_sensor_get_aperture(distance) == 1.5);
  CHECK(wb_touch_sensor_get_type(touch) == WB_TOUCH_SENSOR_FORCE3D && wb_touch_sensor_get_lookup_table_size(touch) == 2);
  CHECK(wb_gps_get_coordinate_system(gps) == WB_GPS_WGS84_COORDINATE);
  CHECK(wb_inertial_unit_get_noise(inertial_unit) == 0.125);
  CHECK(wb_radar_get_min_range(radar) == 1 && wb_radar_get_max_range(radar) == 50);
  CHECK(wb_radar_get_horizontal_fov(radar) == 0.75 && wb_radar_get_vertical_fov(radar) == 0.25);
  wb_accelerometer_enable(accelerometer, period);
  wb_compass_enable(compass, period);
  wb_gyro_enable(gyro, period);
  wb_light_sensor_enable(light, period);
  wb_distance_sensor_enable(distance, period);
  wb_touch_sensor_enable(touch, period);
  wb_altimeter_enable(altimeter, period);
  wb_gps_enable(gps, period);
  wb_inertial_unit_enable(inertial_unit, period);
  wb_radar_enable(radar, period);
  wb_microphone_enable(microphone, period);
  CHECK(isnan(wb_light_sensor_get_value(light)));
  CHECK_STEP();
  CHECK(is_vector(wb_accelerometer_get_values(accelerometer), 1, 2, 3));
  CHECK(is_vector(wb_compass_get_values(compass), 1, 2, 3));
  CHECK(is_vector(wb_gyro_get_values(gyro), 1, 2, 3));
  CHECK(wb_light_sensor_get_value(light) == 321.5);
  CHECK(wb_distance_sensor_get_value(distance) == 654.5);
  CHECK(is_vector(wb_touch_sensor_get_values(touch), 1, 2, 3));
  CHECK(wb_altimeter_get_value(altimeter) == 7.5);
  CHECK(is_vector(wb_gps_get_values(gps), 1, 2, 3) && wb_gps_get_speed(gps) == 0.5);
  CHECK(is_vector(wb_gps_get_speed_vector(gps), 4, 5, 6));
  CHECK(wb_inertial_unit_get_quaternion(inertial_unit)[3] == 1);
  CHECK(wb_radar_get_number_of_targets(radar) == 1 && wb_radar_get_targets(radar)->azimuth == 0.25);
  CHECK(wb_microphone_get_sample_size(microphone) == 3);
  CHECK(((const char *)wb_microphone_get_sample_data(microphone))[2] == 3);
}

static void joints() {
  const WbDeviceTag brake = wb_robot_get_device("Brake");
  const WbDeviceTag linear = wb_robot_get_device("LinearMotor");
  const WbDeviceTag motor = wb_robot_get_device("RotationalMotor");
  const WbDeviceTag sensor = wb_robot_get_device("PositionSensor");
  CHECK(wb_brake_get_type(brake) == WB_LINEAR);
  CHECK(wb_motor_get_type(motor) == WB_ROTATIONAL && wb_motor_get_type(linear) == WB_LINEAR);
  CHECK(wb_position_sensor_get_type(sensor) == WB_LINEAR);
  CHECK(wb_motor_get_min_position(motor) == -1 && wb_motor_get_max_position(motor) == 1.5);
  CHECK(wb_motor_get_max_velocity(motor) == 10 && wb_motor_get_max_torque(motor) == 20);
  CHECK(wb_motor_get_multiplier(motor) == 2 && wb_motor_get_target_position(motor) == 0.125);
  CHECK(wb_motor_get_brake(motor) == brake && wb_motor_get_position_sensor(motor) == sensor);
  CHECK(wb_brake_get_motor(brake) == motor && wb_brake_get_position_sensor(brake) == sensor);
  CHECK(wb_position_sensor_get_motor(sensor) == motor && wb_position_sensor_get_brake(sensor) == brake);
  wb_motor_set_position(motor, INFINITY);
  wb_motor_set_velocity(motor, 3.5);
  wb_motor_set_available_torque(motor, 8);
  wb_motor_set_acceleration(motor, 6);
  wb_motor_set_control_pid(motor, 1, 2, 3);
  wb_motor_enable_torque_feedback(motor, 32);
  wb_motor_set_force(linear, 2.5);
  wb_motor_enable_force_feedback(linear, 32);
  wb_position_sensor_enable(sensor, 32);
  wb_brake_set_damping_constant(brake, 0.75);
  CHECK_STEP();
  CHECK(wb_motor_get_torque_feedback(motor) == 4.5 && wb_motor_get_force_feedback(linear) == 5.5);
  CHECK(wb_position_sensor_get_value(sensor) == 0.375);
  /* Two parts of one message. */
  wb_brake_set_damping_constant(brake, 0.5);
  CHECK(wb_brake_get_motor(brake) == motor);
}

static void radio() {
  const WbDeviceTag emitter = wb_robot_get_device("Emitter");
  const WbDeviceTag receiver = wb_robot_get_device("Receiver");
  CHECK(wb_emitter_get_channel(emitter) == 3 && wb_emitter_get_range(emitter) == 5);
  CHECK(wb_emitter_get_buffer_size(emitter) == 64);
  wb_receiver_enable(receiver, 32);
  wb_receiver_set_channel(receiver, WB_CHANNEL_BROADCAST);
  CHECK(wb_emitter_send(emitter, "hello", 6) == 1);
  wb_emitter_set_channel(emitter, 4);
  wb_emitter_set_range(emitter, 7.5);
  CHECK(wb_emitter_send(emitter, "\xff\0\x80", 3) == 1);
  CHECK_STEP();
  CHECK(wb_receiver_get_queue_length(receiver) == 1 && wb_receiver_get_data_size(receiver) == 3);
  CHECK(memcmp(wb_receiver_get_data(receiver), "fox", 3) == 0 && wb_receiver_get_signal_strength(receiver) == 0.5);
  CHECK(is_vector(wb_receiver_get_emitter_direction(receiver), 1, 2, 3));
}

static void pictures() {
  const WbDeviceTag camera = wb_robot_get_device("Camera");
  const WbDeviceTag lidar = wb_robot_get_device("Lidar");
  const WbDeviceTag range = wb_robot_get_device("RangeFinder");
  CHECK(wb_camera_get_width(camera) == 4 && wb_camera_get_height(camera) == 2);
  CHECK(wb_camera_get_fov(camera) == 0.75 && wb_camera_get_max_fov(camera) == 1.5 && wb_camera_get_near(camera) == 0.01);
  CHECK(wb_camera_get_exposure(camera) == 1.25 && wb_camera_get_max_focal_distance(camera) == 4);
  CHECK(wb_camera_has_recognition(camera) && wb_camera_recognition_has_segmentation(camera));
  CHECK(wb_lidar_get_number_of_layers(lidar) == 2 && wb_lidar_get_horizontal_resolution(lidar) == 3);
  CHECK(wb_lidar_get_max_frequency(lidar) == 20 && wb_lidar_get_vertical_fov(lidar) == 0.25);
  CHECK(wb_range_finder_get_max_range(range) == 3 && wb_range_finder_get_width(range) == 2);
  wb_camera_enable(camera, 32);
  wb_camera_set_fov(camera, 1.0);
  wb_camera_set_exposure(camera, 1.5);
  wb_camera_set_focal_distance(camera, 3);
  wb_camera_recognition_enable(camera, 32);
  wb_camera_recognition_enable_segmentation(camera);
  wb_lidar_enable(lidar, 32);
  wb_lidar_set_frequency(lidar, 15);
  wb_lidar_enable_point_cloud(lidar);
  wb_range_finder_enable(range, 32);
  CHECK_STEP();
  CHECK(wb_camera_get_image(camera) && wb_camera_get_image(camera)[31] == 31);
  CHECK(wb_camera_recognition_get_segmentation_image(camera)[7] == 7);
  CHECK(wb_camera_recognition_get_number_of_objects(camera) == 1);
  const WbCameraRecognitionObject *object = wb_camera_recognition_get_objects(camera);
  CHECK(object->id == 5 && object->number_of_colors == 2 && object->colors[5] == 1);
  CHECK(strcmp(object->model, "ball") == 0 && object->size_on_image[1] == 4);
  CHECK(wb_range_finder_get_range_image(range) != NULL && wb_lidar_get_range_image(lidar) != NULL);
  CHECK(wb_lidar_get_number_of_points(lidar) == 6 && wb_lidar_get_point_cloud(lidar) != NULL);
  wb_lidar_disable_point_cloud(lidar);
  wb_camera_recognition_disable_segmentation(camera);
  CHECK_STEP();
}

static void drawing() {
  const WbDeviceTag display = wb_robot_get_device("Display");
  const WbDeviceTag pen = wb_robot_get_device("Pen");
  const WbDeviceTag led = wb_robot_get_device("LED");
  const WbDeviceTag camera = wb_robot_get_device("Camera");
  const int x[] = {1, 2, 3}, y[] = {4, 3, 0};
  const unsigned char rgb[] = {1, 2, 3, 4, 5, 6};
  CHECK(wb_display_get_width(display) == 6 && wb_display_get_height(display) == 5);
  wb_display_attach_camera(display, camera);
  wb_display_set_color(display, 0x123456);
  wb_display_set_alpha(display, 0.5);
  wb_display_set_opacity(display, 0.25);
  wb_display_set_font(display, "Arial", 12, true);
  wb_display_draw_pixel(display, 1, 2);
  wb_display_draw_line(display, 0, 0, 5, 4);
  wb_display_draw_text(display, "f\xc3\xb6x", 1, 1);
  wb_display_draw_rectangle(display, 1, 1, 2, 2);
  wb_display_fill_oval(display, 3, 3, 1, 1);
  wb_display_fill_polygon(display, x, y, 3);
  WbImageRef copied = wb_display_image_copy(display, 0, 0, 2, 2);
  wb_display_image_paste(display, copied, 1, 1, true);
  WbImageRef loaded = wb_display_image_new(display, 2, 1, rgb, WB_IMAGE_RGB);
  CHECK(copied && loaded);
  wb_display_image_delete(display, copied);
  wb_led_set(led, 3);
  wb_pen_write(pen, true);
  wb_pen_set_ink_color(pen, 0xff8000, 0.5);
  CHECK_STEP();
  wb_display_detach_camera(display);
  wb_pen_write(pen, false);
  CHECK(wb_led_get(led) == 3);
  wb_display_image_save(display, NULL, "/dev/null.png");
  CHECK_STEP();
}

static void others() {
  const WbDeviceTag connector = wb_robot_get_device("Connector");
  const WbDeviceTag gripper = wb_robot_get_device("VacuumGripper");
  const WbDeviceTag skin = wb_robot_get_device("Skin");
  const WbDeviceTag speaker = wb_robot_get_device("Speaker");
  const double orientation[] = {0, 0, 1, 0.5}, position[] = {1, 2, 3};
  CHECK(wb_connector_is_locked(connector) && wb_vacuum_gripper_is_on(gripper));
  CHECK(wb_skin_get_bone_count(skin) == 2 && strcmp(wb_skin_get_bone_name(skin, 1), "knee") == 0);
  wb_connector_enable_presence(connector, 32);
  wb_connector_unlock(connector);
  wb_vacuum_gripper_enable_presence(gripper, 32);
  wb_vacuum_gripper_turn_off(gripper);
  wb_skin_set_bone_orientation(skin, 1, orientation, true);
  wb_skin_set_bone_position(skin, 0, position, false);
  wb_speaker_play_sound(speaker, speaker, "a.wav", 0.5, 1, 0, true);
  wb_speaker_play_sound(speaker, 0, "b.wav", 1, 2, -1, false);
  wb_speaker_set_engine(speaker, "pico");
  wb_speaker_set_language(speaker, "de-DE");
  wb_speaker_speak(speaker, "hello", 0.75);
  CHECK_STEP();
  CHECK(wb_connector_get_presence(connector) == 1 && wb_vacuum_gripper_get_presence(gripper));
  CHECK(wb_skin_get_bone_orientation(skin, 1, false)[3] == 0.5);
  CHECK(is_vector(wb_skin_get_bone_position(skin, 0, true), 1, 2, 3));
  CHECK(!wb_speaker_is_speaking(speaker));
  wb_connector_lock(connector);
  wb_vacuum_gripper_turn_on(gripper);
  wb_speaker_stop(speaker, "b.wav");
  CHECK_STEP();
  wb_speaker_stop(speaker, NULL);
  CHECK_STEP();
}

int main() {
  wb_robot_init();
  CHECK(wb_robot_get_number_of_devices() == 27);
  sensors(32);
  joints();
  radio();
  pictures();
  drawing();
  others();
  wb_light_sensor_disable(wb_robot_get_device("LightSensor"));
  CHECK_STEP();
  wb_robot_cleanup();
  return failures != 0;
}
