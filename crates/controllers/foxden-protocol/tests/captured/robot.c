/* The robot itself: battery, keyboard, mouse, joystick, custom data, console,
   robot window, URDF, waiting for a person. */
#include <webots/joystick.h>
#include <webots/keyboard.h>
#include <webots/mouse.h>
#include <webots/plugins/robot_window/robot_wwi.h>
#include <webots/utils/system.h>
#include "check.h"

void wb_console_print(const char *text, int stream);

int main() {
  wb_robot_init();
  CHECK(strcmp(wb_robot_get_name(), "my robot") == 0 && strcmp(wb_robot_get_model(), "fox") == 0);
  CHECK(strcmp(wb_robot_get_world_path(), "/project/worlds/w.wbt") == 0);
  CHECK(strcmp(wb_robot_get_project_path(), "/project") == 0);
  CHECK(wb_robot_get_basic_time_step() == 32 && wb_robot_get_synchronization() && wb_robot_get_supervisor());
  CHECK(strcmp(wb_robot_get_custom_data(), "first") == 0);
  wb_robot_battery_sensor_enable(32);
  wb_keyboard_enable(32);
  wb_mouse_enable(32);
  wb_mouse_enable_3d_position();
  wb_joystick_enable(32);
  wb_robot_set_custom_data("second é");
  wb_robot_pin_to_static_environment(true);
  CHECK_STEP();
  CHECK(wb_robot_get_time() == 0.032 && wb_robot_battery_sensor_get_value() == 12.5);
  CHECK(wb_keyboard_get_key() == 0x10000 + 65 && wb_keyboard_get_key() == WB_KEYBOARD_UP);
  CHECK(wb_keyboard_get_key() == -1);
  const WbMouseState mouse = wb_mouse_get_state();
  CHECK(mouse.left && !mouse.middle && mouse.right && mouse.v == 0.75 && mouse.z == 3);
  CHECK(wb_joystick_is_connected() && strcmp(wb_joystick_get_model(), "stick") == 0);
  CHECK(wb_joystick_get_number_of_axes() == 2 && wb_joystick_get_axis_value(0) == -7);
  CHECK(wb_joystick_get_pressed_button() == 2 && wb_joystick_get_pov_value(0) == 3);
  wb_joystick_set_constant_force(-5);
  wb_joystick_set_constant_force_duration(0.5);
  wb_joystick_set_auto_centering_gain(0.25);
  wb_joystick_set_resistance_gain(0.75);
  wb_joystick_set_force_axis(1);
  wb_robot_pin_to_static_environment(false);
  CHECK_STEP();
  CHECK(strcmp(wb_robot_get_urdf("p_"), "<robot name=\"p_\"/>") == 0);
  wb_robot_wwi_send("ping", 5);
  CHECK_STEP();
  CHECK(strcmp(wb_robot_wwi_receive_text(), "ping") == 0);
  CHECK(wb_robot_wait_for_user_input_event(WB_EVENT_KEYBOARD | WB_EVENT_MOUSE_CLICK, 100) == WB_EVENT_KEYBOARD);
  CHECK(wb_keyboard_get_key() == 65);
  wb_console_print("printed", 1);
  printf("to standard output \xc3\xa9\n");
  fprintf(stderr, "to standard error\n");
  CHECK_STEP();
  wb_keyboard_disable();
  wb_mouse_disable();
  wb_mouse_disable_3d_position();
  wb_joystick_disable();
  wb_robot_battery_sensor_disable();
  CHECK_STEP();
  CHECK(wb_robot_step(0) == 0);
  wb_robot_cleanup();
  return failures != 0;
}
