/* The Supervisor API, function by function, against the scene of
   examples/record. */
#include <webots/supervisor.h>
#include "check.h"

static bool is_vector(const double *v, double x, double y, double z) {
  return v && v[0] == x && v[1] == y && v[2] == z;
}

static WbFieldRef field(WbNodeRef node, const char *name, WbFieldType type) {
  WbFieldRef found = wb_supervisor_node_get_field(node, name);
  CHECK(found && wb_supervisor_field_get_type(found) == type && strcmp(wb_supervisor_field_get_name(found), name) == 0);
  return found;
}

static void fields(WbNodeRef box) {
  const double two[] = {7, 8}, three[] = {7, 8, 9}, four[] = {1, 0, 0, 2}, color[] = {1, 0, 0.5};
  WbFieldRef b = field(box, "bool", WB_SF_BOOL), bs = field(box, "bools", WB_MF_BOOL);
  WbFieldRef i = field(box, "int", WB_SF_INT32), is = field(box, "ints", WB_MF_INT32);
  WbFieldRef f = field(box, "float", WB_SF_FLOAT), fs = field(box, "floats", WB_MF_FLOAT);
  WbFieldRef v2 = field(box, "vec2", WB_SF_VEC2F), v2s = field(box, "vec2s", WB_MF_VEC2F);
  WbFieldRef v3 = field(box, "vec3", WB_SF_VEC3F), v3s = field(box, "vec3s", WB_MF_VEC3F);
  WbFieldRef r = field(box, "rotation", WB_SF_ROTATION), rs = field(box, "rotations", WB_MF_ROTATION);
  WbFieldRef c = field(box, "color", WB_SF_COLOR), cs = field(box, "colors", WB_MF_COLOR);
  WbFieldRef s = field(box, "string", WB_SF_STRING), ss = field(box, "strings", WB_MF_STRING);
  CHECK(wb_supervisor_field_get_sf_bool(b) && wb_supervisor_field_get_mf_bool(bs, 0));
  CHECK(wb_supervisor_field_get_sf_int32(i) == -3 && wb_supervisor_field_get_mf_int32(is, 0) == -3);
  CHECK(wb_supervisor_field_get_sf_float(f) == 2.5 && wb_supervisor_field_get_mf_float(fs, -1) == 2.5);
  CHECK(wb_supervisor_field_get_sf_vec2f(v2)[1] == 2 && wb_supervisor_field_get_mf_vec2f(v2s, 0)[0] == 1);
  CHECK(is_vector(wb_supervisor_field_get_sf_vec3f(v3), 1, 2, 3));
  CHECK(is_vector(wb_supervisor_field_get_mf_vec3f(v3s, 0), 1, 2, 3));
  CHECK(wb_supervisor_field_get_sf_rotation(r)[3] == 0.5 && wb_supervisor_field_get_mf_rotation(rs, 0)[2] == 1);
  CHECK(is_vector(wb_supervisor_field_get_sf_color(c), 0.25, 0.5, 1));
  CHECK(is_vector(wb_supervisor_field_get_mf_color(cs, 0), 0.25, 0.5, 1));
  CHECK(strcmp(wb_supervisor_field_get_sf_string(s), "fox\xc3\xa9") == 0);
  CHECK(strcmp(wb_supervisor_field_get_mf_string(ss, 0), "fox\xc3\xa9") == 0);

  wb_supervisor_field_set_sf_bool(b, false);
  wb_supervisor_field_set_sf_int32(i, 12);
  wb_supervisor_field_set_sf_float(f, 0.125);
  wb_supervisor_field_set_sf_vec2f(v2, two);
  wb_supervisor_field_set_sf_vec3f(v3, three);
  wb_supervisor_field_set_sf_rotation(r, four);
  wb_supervisor_field_set_sf_color(c, color);
  wb_supervisor_field_set_sf_string(s, "den");
  wb_supervisor_field_set_mf_bool(bs, 0, false);
  wb_supervisor_field_set_mf_int32(is, 0, 13);
  wb_supervisor_field_set_mf_float(fs, 0, 0.25);
  wb_supervisor_field_set_mf_vec2f(v2s, 0, two);
  wb_supervisor_field_set_mf_vec3f(v3s, 0, three);
  wb_supervisor_field_set_mf_rotation(rs, 0, four);
  wb_supervisor_field_set_mf_color(cs, 0, color);
  wb_supervisor_field_set_mf_string(ss, 0, "lair");
  CHECK_STEP();
  CHECK(!wb_supervisor_field_get_sf_bool(b) && wb_supervisor_field_get_sf_int32(i) == 12);
  CHECK(wb_supervisor_field_get_sf_float(f) == 0.125 && wb_supervisor_field_get_sf_vec2f(v2)[0] == 7);
  CHECK(is_vector(wb_supervisor_field_get_sf_vec3f(v3), 7, 8, 9));
  CHECK(wb_supervisor_field_get_sf_rotation(r)[3] == 2 && wb_supervisor_field_get_mf_rotation(rs, 0)[0] == 1);
  CHECK(is_vector(wb_supervisor_field_get_sf_color(c), 1, 0, 0.5));
  CHECK(strcmp(wb_supervisor_field_get_sf_string(s), "den") == 0);
  CHECK(strcmp(wb_supervisor_field_get_mf_string(ss, 0), "lair") == 0);

  wb_supervisor_field_insert_mf_bool(bs, 1, true);
  wb_supervisor_field_insert_mf_int32(is, 0, 14);
  wb_supervisor_field_insert_mf_float(fs, -1, 0.5);
  wb_supervisor_field_insert_mf_vec2f(v2s, 0, two);
  wb_supervisor_field_insert_mf_vec3f(v3s, 0, three);
  wb_supervisor_field_insert_mf_rotation(rs, 0, four);
  wb_supervisor_field_insert_mf_color(cs, 0, color);
  /* A value that was read at this time already would not be asked for again. */
  CHECK_STEP();
  /* A write that is still queued travels in front of the next insertion. */
  wb_supervisor_field_set_sf_int32(i, 15);
  wb_supervisor_field_insert_mf_string(ss, 1, "earth");
  CHECK(wb_supervisor_field_get_count(ss) == 2 && wb_supervisor_field_get_count(is) == 2);
  CHECK(wb_supervisor_field_get_sf_int32(i) == 15 && wb_supervisor_field_get_mf_int32(is, 0) == 14);
  CHECK(wb_supervisor_field_get_mf_float(fs, 1) == 0.5);
  CHECK(strcmp(wb_supervisor_field_get_mf_string(ss, 1), "earth") == 0);
  wb_supervisor_field_remove_mf(ss, 0);
  CHECK(wb_supervisor_field_get_count(ss) == 1);

  WbFieldRef node = field(box, "node", WB_SF_NODE), children = field(box, "children", WB_MF_NODE);
  CHECK(wb_supervisor_field_get_sf_node(node) == NULL && wb_supervisor_field_get_count(children) == 1);
  WbNodeRef child = wb_supervisor_field_get_mf_node(children, 0);
  CHECK(child && wb_supervisor_node_get_type(child) == WB_NODE_SOLID);
  CHECK(strcmp(wb_supervisor_node_get_def(child), "CHILD") == 0);
  wb_supervisor_field_import_mf_node_from_string(children, -1, "Solid { }");
  CHECK(wb_supervisor_field_get_count(children) == 2);
  wb_supervisor_field_import_sf_node_from_string(node, "Solid { }");
  CHECK(wb_supervisor_field_get_sf_node(node) && wb_supervisor_node_get_id(wb_supervisor_field_get_sf_node(node)) == 9);
  wb_supervisor_field_remove_sf(node);
  CHECK(wb_supervisor_field_get_sf_node(node) == NULL);

  wb_supervisor_field_enable_sf_tracking(f, 32);
  CHECK_STEP();
  CHECK(wb_supervisor_field_get_sf_float(f) == 0.125);
  wb_supervisor_field_disable_sf_tracking(f);
}

static void nodes(WbNodeRef box) {
  CHECK(wb_supervisor_node_get_id(box) == 5 && wb_supervisor_node_is_proto(box));
  CHECK(strcmp(wb_supervisor_node_get_type_name(box), "Crate") == 0);
  CHECK(strcmp(wb_supervisor_node_get_base_type_name(box), "Solid") == 0);
  CHECK(wb_supervisor_node_get_number_of_fields(box) == 18 && wb_supervisor_node_get_proto_number_of_fields(box) == 18);
  WbFieldRef third = wb_supervisor_node_get_field_by_index(box, 2);
  CHECK(third && strcmp(wb_supervisor_field_get_name(third), "int") == 0);
  CHECK(wb_supervisor_node_get_proto_field(box, "float") != NULL);
  CHECK(wb_supervisor_node_get_proto_field_by_index(box, 4) != NULL);
  CHECK(wb_supervisor_node_get_field(box, "nothing") == NULL);
  CHECK(wb_supervisor_node_get_from_def("NOBODY") == NULL);
  WbNodeRef self = wb_supervisor_node_get_self();
  CHECK(wb_supervisor_node_get_id(self) == 1 && strcmp(wb_supervisor_node_get_def(self), "ME") == 0);
  CHECK(wb_supervisor_node_get_from_id(6) && wb_supervisor_node_get_root());
  CHECK(wb_supervisor_node_get_selected() == box);
  CHECK(wb_supervisor_node_get_from_device(3) != NULL);
  CHECK(wb_supervisor_node_get_from_def("BOX.CHILD") != NULL);
  WbNodeRef child = wb_supervisor_node_get_from_proto_def(box, "CHILD");
  CHECK(child != NULL);
  CHECK(strcmp(wb_supervisor_node_export_string(box), "DEF BOX Crate {\n}\n") == 0);
  CHECK(is_vector(wb_supervisor_node_get_position(box), 1, 2, 3));
  CHECK(is_vector(wb_supervisor_node_get_center_of_mass(box), 4, 5, 6));
  CHECK(wb_supervisor_node_get_orientation(box)[8] == 9);
  CHECK(wb_supervisor_node_get_pose(box, NULL)[15] == 16 && wb_supervisor_node_get_pose(box, self)[0] == 1);
  CHECK(wb_supervisor_node_get_static_balance(box) && wb_supervisor_node_get_velocity(box)[5] == 6);
  /* The library takes the time 0 for that of its first answer. */
  CHECK_STEP();
  int count = 0;
  WbContactPoint *points = wb_supervisor_node_get_contact_points(box, false, &count);
  CHECK(count == 1 && points[0].point[2] == 3 && points[0].node_id == 6);
  const double velocity[] = {1, 2, 3, 4, 5, 6}, force[] = {1, 2, 3}, offset[] = {4, 5, 6};
  wb_supervisor_node_set_velocity(box, velocity);
  wb_supervisor_node_add_force(box, force, true);
  wb_supervisor_node_add_force_with_offset(box, force, offset, false);
  wb_supervisor_node_add_torque(box, force, false);
  wb_supervisor_node_reset_physics(box);
  wb_supervisor_node_restart_controller(self);
  wb_supervisor_node_move_viewpoint(box);
  wb_supervisor_node_set_visibility(box, wb_supervisor_node_get_from_id(7), false);
  wb_supervisor_node_set_joint_position(wb_supervisor_node_get_from_id(8), 0.5, 1);
  wb_supervisor_node_save_state(box, "here");
  wb_supervisor_node_load_state(box, "here");
  wb_supervisor_node_enable_pose_tracking(box, 32, NULL);
  wb_supervisor_node_enable_contact_points_tracking(box, 32, true);
  CHECK_STEP();
  CHECK(wb_supervisor_node_get_pose(box, NULL)[15] == 16);
  CHECK(wb_supervisor_node_get_contact_points(box, true, &count) && count == 1);
  wb_supervisor_node_disable_pose_tracking(box, NULL);
  wb_supervisor_node_disable_contact_points_tracking(box);
  wb_supervisor_node_remove(child);
}

static void simulation() {
  wb_supervisor_set_label(3, "f\xc3\xb6x", 0.25, 0.5, 0.125, 0xff8000, 0.5, "Arial");
  wb_supervisor_simulation_set_mode(WB_SUPERVISOR_SIMULATION_MODE_REAL_TIME);
  CHECK(wb_supervisor_simulation_get_mode() == WB_SUPERVISOR_SIMULATION_MODE_REAL_TIME);
  wb_supervisor_simulation_reset_physics();
  wb_supervisor_simulation_reset();
  wb_supervisor_export_image("image.jpg", 80);
  wb_supervisor_movie_start_recording("movie.mp4", 640, 480, 1337, 90, 2, true);
  CHECK(!wb_supervisor_movie_is_ready());
  wb_supervisor_movie_stop_recording();
  CHECK(wb_supervisor_movie_is_ready() && !wb_supervisor_movie_failed());
  CHECK(wb_supervisor_animation_start_recording("animation.html"));
  CHECK(wb_supervisor_animation_stop_recording());
  CHECK(wb_supervisor_world_save("other.wbt") && wb_supervisor_world_save(NULL));
  CHECK(wb_supervisor_virtual_reality_headset_is_used());
  CHECK(is_vector(wb_supervisor_virtual_reality_headset_get_position(), 7, 8, 9));
  CHECK(wb_supervisor_virtual_reality_headset_get_orientation()[8] == 9);
  wb_supervisor_world_reload();
  wb_supervisor_world_load("next.wbt");
  wb_supervisor_simulation_quit(7);
}

int main() {
  wb_robot_init();
  WbNodeRef box = wb_supervisor_node_get_from_def("BOX");
  CHECK(box != NULL);
  nodes(box);
  fields(box);
  simulation();
  wb_robot_cleanup();
  return failures != 0;
}
