/* Goes through the supervisor functions of the genuine library, one check for each, and quits with the number of those that failed. */
#include <math.h>
#include <string.h>
#include <webots/device.h>
#include <webots/keyboard.h>
#include <webots/nodes.h>
#include <webots/plugins/robot_window/robot_wwi.h>
#include <unistd.h>
#include <webots/robot.h>
#include <webots/supervisor.h>
#include "check.h"

static WbFieldRef field(const char *def, const char *name) {
  return wb_supervisor_node_get_field(wb_supervisor_node_get_from_def(def), name);
}

static int near(double a, double b) {
  return fabs(a - b) < 1e-9;
}

static void nodes(void) {
  WbNodeRef root = wb_supervisor_node_get_root(), self = wb_supervisor_node_get_self();
  WbNodeRef crate = wb_supervisor_node_get_from_def("CRATE"), cub = wb_supervisor_node_get_from_def("CUB");
  CHECK(wb_supervisor_node_get_type(root) == WB_NODE_GROUP);
  CHECK(!strcmp(wb_supervisor_node_get_def(self), "OVERSEER"));
  CHECK(crate && wb_supervisor_node_get_type(crate) == WB_NODE_SOLID);
  CHECK(wb_supervisor_node_get_from_id(wb_supervisor_node_get_id(crate)) == crate);
  CHECK(wb_supervisor_node_get_parent_node(crate) == root);
  CHECK(wb_supervisor_node_get_from_device(wb_robot_get_device("eye")) == wb_supervisor_node_get_from_def("OVERSEER.EYE"));
  CHECK(!wb_supervisor_node_get_from_def("CRATE.EYE"));
  CHECK(!wb_supervisor_node_get_selected());
  CHECK(wb_supervisor_node_is_proto(cub) && !wb_supervisor_node_is_proto(crate));
  CHECK(!strcmp(wb_supervisor_node_get_type_name(cub), "Cub"));
  CHECK(!strcmp(wb_supervisor_node_get_base_type_name(cub), "Solid"));
  CHECK(wb_supervisor_node_get_from_proto_def(cub, "NOSE") != NULL);
  CHECK(!wb_supervisor_node_get_from_def("NOSE"));
  CHECK(wb_supervisor_node_get_number_of_fields(cub) == 2);
  CHECK(wb_supervisor_node_get_proto_number_of_fields(cub) > 10);
  CHECK(near(wb_supervisor_field_get_sf_float(wb_supervisor_node_get_proto_field(cub, "radarCrossSection")), 0));
  CHECK(!strcmp(wb_supervisor_field_get_name(wb_supervisor_node_get_field_by_index(cub, 1)), "size"));
}

static void fields(void) {
  WbFieldRef info = field("INFO", "info");
  CHECK(wb_supervisor_field_get_type(info) == WB_MF_STRING && wb_supervisor_field_get_count(info) == 1);
  wb_supervisor_field_insert_mf_string(info, -1, "two");
  CHECK(wb_supervisor_field_get_count(info) == 2 && !strcmp(wb_supervisor_field_get_mf_string(info, 1), "two"));
  wb_supervisor_field_set_mf_string(info, 0, "one");
  wb_supervisor_field_remove_mf(info, -1);
  CHECK(wb_supervisor_field_get_count(info) == 1 && !strcmp(wb_supervisor_field_get_mf_string(info, 0), "one"));
  wb_supervisor_field_set_sf_string(field("CRATE", "description"), "a box");
  wb_supervisor_field_set_sf_bool(field("LAMP", "on"), 0);
  wb_supervisor_field_set_sf_int32(field("SPEC", "subdivision"), 3);
  wb_supervisor_field_set_sf_float(field("LAMP", "intensity"), 0.5);
  const double place[3] = {1, 2, 3}, turn[4] = {0, 0, 1, 0.5}, red[3] = {1, 0, 0}, pair[2] = {2, 4};
  wb_supervisor_field_set_sf_vec3f(field("LAMP", "location"), place);
  wb_supervisor_field_set_sf_rotation(field("CRATE", "rotation"), turn);
  wb_supervisor_field_set_sf_color(field("LAMP", "color"), red);
  wb_supervisor_field_set_sf_vec2f(field("FLAT", "size"), pair);
  wb_supervisor_field_set_mf_float(field("OVERSEER", "battery"), 1, 8);
  wb_robot_step(32);
  CHECK(!strcmp(wb_supervisor_field_get_sf_string(field("CRATE", "description")), "a box"));
  CHECK(!wb_supervisor_field_get_sf_bool(field("LAMP", "on")));
  CHECK(wb_supervisor_field_get_sf_int32(field("SPEC", "subdivision")) == 3);
  CHECK(near(wb_supervisor_field_get_sf_float(field("LAMP", "intensity")), 0.5));
  CHECK(near(wb_supervisor_field_get_sf_vec3f(field("LAMP", "location"))[2], 3));
  CHECK(near(wb_supervisor_field_get_sf_rotation(field("CRATE", "rotation"))[3], 0.5));
  CHECK(near(wb_supervisor_field_get_sf_color(field("LAMP", "color"))[1], 0));
  CHECK(near(wb_supervisor_field_get_sf_vec2f(field("FLAT", "size"))[1], 4));
  CHECK(near(wb_supervisor_field_get_mf_float(field("OVERSEER", "battery"), 1), 8));
  CHECK(!wb_supervisor_field_get_sf_node(field("GROUND", "physics")));
}

static void imports(void) {
  WbFieldRef children = wb_supervisor_node_get_field(wb_supervisor_node_get_root(), "children");
  const int count = wb_supervisor_field_get_count(children);
  wb_supervisor_field_import_mf_node_from_string(children, -1, "DEF NEW Solid { name \"new\" translation 5 5 5 }");
  WbNodeRef new_node = wb_supervisor_node_get_from_def("NEW");
  CHECK(wb_supervisor_field_get_count(children) == count + 1);
  CHECK(wb_supervisor_field_get_mf_node(children, -1) == new_node);
  CHECK(near(wb_supervisor_node_get_position(new_node)[0], 5));
  wb_supervisor_field_import_sf_node_from_string(wb_supervisor_node_get_field(new_node, "physics"), "Physics { mass 2 density -1 }");
  WbNodeRef physics = wb_supervisor_field_get_sf_node(wb_supervisor_node_get_field(new_node, "physics"));
  CHECK(physics && wb_supervisor_node_get_type(physics) == WB_NODE_PHYSICS);
  wb_supervisor_field_remove_sf(wb_supervisor_node_get_field(new_node, "physics"));
  CHECK(!wb_supervisor_field_get_sf_node(wb_supervisor_node_get_field(new_node, "physics")));
  CHECK(strstr(wb_supervisor_node_export_string(new_node), "translation 5 5 5") != NULL);
  wb_supervisor_node_remove(new_node);
  CHECK(!wb_supervisor_node_get_from_def("NEW") && wb_supervisor_field_get_count(children) == count);
  /* a device of its own, while it runs */
  const int devices = wb_robot_get_number_of_devices();
  wb_supervisor_field_import_mf_node_from_string(field("OVERSEER", "children"), -1, "DistanceSensor { name \"late\" }");
  wb_robot_step(32);
  CHECK(wb_robot_get_number_of_devices() == devices + 1 && wb_robot_get_device("late") != 0);
}

static void bodies(void) {
  WbNodeRef ball = wb_supervisor_node_get_from_def("BALL"), crate = wb_supervisor_node_get_from_def("CRATE");
  const double push[3] = {10, 0, 0}, offset[3] = {0, 0, 0}, twist[3] = {0, 0, 1}, still[6] = {0}, go[6] = {0, 0, 1, 0, 0, 0};
  CHECK(near(wb_supervisor_node_get_center_of_mass(ball)[2], wb_supervisor_node_get_position(ball)[2]));
  CHECK(near(wb_supervisor_node_get_orientation(ball)[0], 1));
  CHECK(near(wb_supervisor_node_get_pose(ball, NULL)[11], wb_supervisor_node_get_position(ball)[2]));
  CHECK(near(wb_supervisor_node_get_pose(ball, ball)[0], 1));
  wb_supervisor_node_save_state(ball, "before");
  const double height = wb_supervisor_node_get_position(ball)[2];
  wb_supervisor_node_set_velocity(ball, go);
  wb_robot_step(32);
  CHECK(near(wb_supervisor_node_get_velocity(ball)[2], 1));
  wb_supervisor_node_set_velocity(ball, still);
  wb_supervisor_node_add_force(ball, push, 0);
  wb_robot_step(32);
  CHECK(near(wb_supervisor_node_get_velocity(ball)[0], 0.32));
  wb_supervisor_node_add_force_with_offset(ball, push, offset, 1);
  wb_supervisor_node_add_torque(ball, twist, 0);
  wb_robot_step(32);
  CHECK(wb_supervisor_node_get_velocity(ball)[0] > 0.6 && wb_supervisor_node_get_velocity(ball)[5] > 0);
  wb_supervisor_node_reset_physics(ball);
  CHECK(near(wb_supervisor_node_get_velocity(ball)[0], 0));
  wb_supervisor_node_load_state(ball, "before");
  CHECK(near(wb_supervisor_node_get_position(ball)[2], height));
  int count = -1;
  wb_supervisor_node_get_contact_points(crate, 0, &count);
  CHECK(count == 4);
  CHECK(wb_supervisor_node_get_static_balance(crate));
  wb_supervisor_node_enable_contact_points_tracking(crate, 32, 0);
  wb_robot_step(32);
  wb_supervisor_node_get_contact_points(crate, 0, &count);
  wb_supervisor_node_disable_contact_points_tracking(crate);
  int asked = -1;
  wb_supervisor_node_get_contact_points(crate, 0, &asked);
  CHECK(count >= 0 && count == asked);
  wb_supervisor_node_set_joint_position(wb_supervisor_node_get_from_def("HINGE"), 0.25, 1);
  CHECK(near(wb_supervisor_field_get_sf_float(field("AXIS", "position")), 0.25));
}

static void tracking(void) {
  WbNodeRef ball = wb_supervisor_node_get_from_def("BALL");
  WbFieldRef place = wb_supervisor_node_get_field(ball, "translation");
  const double go[6] = {1, 0, 0, 0, 0, 0};
  wb_supervisor_node_set_velocity(ball, go);
  wb_supervisor_field_enable_sf_tracking(place, 32);
  wb_supervisor_node_enable_pose_tracking(ball, 32, NULL);
  const double before = wb_supervisor_field_get_sf_vec3f(place)[0];
  wb_robot_step(32);
  CHECK(near(wb_supervisor_field_get_sf_vec3f(place)[0], before + 0.032));
  CHECK(near(wb_supervisor_node_get_pose(ball, NULL)[3], before + 0.032));
  wb_supervisor_field_disable_sf_tracking(place);
  wb_supervisor_node_disable_pose_tracking(ball, NULL);
}

static void simulation(void) {
  CHECK(wb_supervisor_simulation_get_mode() == WB_SUPERVISOR_SIMULATION_MODE_FAST);
  wb_supervisor_simulation_set_mode(WB_SUPERVISOR_SIMULATION_MODE_PAUSE);
  CHECK(wb_supervisor_simulation_get_mode() == WB_SUPERVISOR_SIMULATION_MODE_PAUSE);
  wb_supervisor_simulation_set_mode(WB_SUPERVISOR_SIMULATION_MODE_FAST);
  CHECK(wb_supervisor_simulation_get_mode() == WB_SUPERVISOR_SIMULATION_MODE_FAST);
  CHECK(!wb_supervisor_virtual_reality_headset_is_used());
  /* a build without the page refuses; a file outside of the project is always refused */
  if (wb_supervisor_animation_start_recording("film.html")) {
    CHECK(!wb_supervisor_animation_start_recording("second.html"));
    wb_robot_step(32);
    wb_robot_step(32);
    CHECK(wb_supervisor_animation_stop_recording());
    CHECK(access("film.html", F_OK) == 0);
  }
  CHECK(!wb_supervisor_animation_stop_recording());
  CHECK(!wb_supervisor_animation_start_recording("/tmp/film.html"));
  wb_supervisor_set_label(0, "hello", 0, 0, 0.1, 0xff0000, 0, "Arial");
  wb_robot_set_custom_data("mine");
  wb_robot_step(32);
  CHECK(!strcmp(wb_robot_get_custom_data(), "mine"));
  CHECK(wb_supervisor_world_save("saved.wbt"));
  CHECK(strstr(wb_robot_get_urdf("fox_"), "fox_base_link") != NULL);
  wb_robot_wwi_send_text("is anybody there?");
  wb_robot_wwi_send_text("or there?");
  CHECK(!wb_robot_wwi_receive_text());
  wb_keyboard_enable(32);
  CHECK(wb_robot_wait_for_user_input_event(WB_EVENT_KEYBOARD, 50) == WB_EVENT_NO_EVENT);
  wb_supervisor_simulation_reset_physics();
  wb_supervisor_simulation_reset();
  wb_robot_step(32);
  CHECK(near(wb_robot_get_time(), 0.032));
}

int main() {
  wb_robot_init();
  nodes();
  fields();
  imports();
  bodies();
  tracking();
  simulation();
  printf("%d checks, %d failed\n", checks, failures);
  wb_supervisor_simulation_quit(failures ? 1 : 7);
  wb_robot_step(32);
  wb_robot_cleanup();
  return 0;
}
