/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Reads and changes the world; for robots whose field supervisor is TRUE. */

#ifndef WB_SUPERVISOR_H
#define WB_SUPERVISOR_H

#define WB_USING_C_API
#include "contact_point.h"
#include "nodes.h"
#include "types.h"

typedef enum {
  WB_NO_FIELD = 0x00,
  WB_SF_BOOL = 0x01,
  WB_SF_INT32,
  WB_SF_FLOAT,
  WB_SF_VEC2F,
  WB_SF_VEC3F,
  WB_SF_ROTATION,
  WB_SF_COLOR,
  WB_SF_STRING,
  WB_SF_NODE,
  /* The bit of all lists. */
  WB_MF = 0x10,
  WB_MF_BOOL,
  WB_MF_INT32,
  WB_MF_FLOAT,
  WB_MF_VEC2F,
  WB_MF_VEC3F,
  WB_MF_ROTATION,
  WB_MF_COLOR,
  WB_MF_STRING,
  WB_MF_NODE
} WbFieldType;

typedef enum {
  WB_SUPERVISOR_SIMULATION_MODE_PAUSE = 0,
  WB_SUPERVISOR_SIMULATION_MODE_REAL_TIME,
  WB_SUPERVISOR_SIMULATION_MODE_FAST
} WbSimulationMode;

#ifdef __cplusplus
extern "C" {
#endif

/* Goes to another world. The controller ends. */
void wb_supervisor_world_load(const char *filename);

/* Saves the world, under its own name with NULL. Returns whether it worked. */
bool wb_supervisor_world_save(const char *filename);

/* Reads the world again. The controller ends. */
void wb_supervisor_world_reload(void);

/* Ends the simulator with an exit status. */
void wb_supervisor_simulation_quit(int status);

/* Sets the world back to its start after this step; controllers go on. */
void wb_supervisor_simulation_reset(void);

/* Stops all motion. */
void wb_supervisor_simulation_reset_physics(void);

/* The pace of the simulation. */
WbSimulationMode wb_supervisor_simulation_get_mode(void);

/* Pauses, or changes the pace. */
void wb_supervisor_simulation_set_mode(WbSimulationMode mode);

/* Shows text over the picture: x, y and size from 0 to 1, color 0xRRGGBB. */
void wb_supervisor_set_label(int id, const char *text, double x, double y, double size, int color, double
                             transparency, const char *font);

/* Saves what is shown. */
void wb_supervisor_export_image(const char *filename, int quality);

/* Starts a movie. */
void wb_supervisor_movie_start_recording(const char *filename, int width, int height, int codec, int quality,
                                         int acceleration, bool caption);

/* Ends the movie. */
void wb_supervisor_movie_stop_recording(void);

/* Whether no movie is being made. */
bool wb_supervisor_movie_is_ready(void);

/* Whether the last movie failed. */
bool wb_supervisor_movie_failed(void);

/* Starts an animation in an .html file. Returns whether it worked. */
bool wb_supervisor_animation_start_recording(const char *filename);

/* Ends the animation. Returns whether it worked. */
bool wb_supervisor_animation_stop_recording(void);

/* The node above all. */
WbNodeRef wb_supervisor_node_get_root(void);

/* The supervisor's own node. */
WbNodeRef wb_supervisor_node_get_self(void);

/* The number of a node. */
int wb_supervisor_node_get_id(WbNodeRef node);

/* The node with a number, or NULL. */
WbNodeRef wb_supervisor_node_get_from_id(int id);

/* The node of a device. */
WbNodeRef wb_supervisor_node_get_from_device(WbDeviceTag tag);

/* The node with a DEF name, or NULL. Names joined by dots lead downwards. */
WbNodeRef wb_supervisor_node_get_from_def(const char *def);

/* The node with a DEF name inside of a PROTO instance, or NULL. */
WbNodeRef wb_supervisor_node_get_from_proto_def(WbNodeRef node, const char *def);

/* The node above a node. */
WbNodeRef wb_supervisor_node_get_parent_node(WbNodeRef node);

/* The node that is selected in the window, or NULL. */
WbNodeRef wb_supervisor_node_get_selected(void);

/* The type of a node. */
WbNodeType wb_supervisor_node_get_type(WbNodeRef node);

/* The field with a name, or NULL. */
WbFieldRef wb_supervisor_node_get_field(WbNodeRef node, const char *field_name);

/* The field at a place, or NULL. */
WbFieldRef wb_supervisor_node_get_field_by_index(WbNodeRef node, const int index);

/* How many fields there are. */
int wb_supervisor_node_get_number_of_fields(WbNodeRef node);

/* A field of the node inside of a PROTO instance, or NULL. It cannot be changed. */
WbFieldRef wb_supervisor_node_get_proto_field(WbNodeRef node, const char *field_name);

/* The same by its place. */
WbFieldRef wb_supervisor_node_get_proto_field_by_index(WbNodeRef node, int index);

/* How many there are. */
int wb_supervisor_node_get_proto_number_of_fields(WbNodeRef node);

/* Removes a node immediately. */
void wb_supervisor_node_remove(WbNodeRef node);

/* Remembers the state of a node and all below it under a name. */
void wb_supervisor_node_save_state(WbNodeRef node, const char *state_name);

/* Goes back to a state that was remembered. */
void wb_supervisor_node_load_state(WbNodeRef node, const char *state_name);

/* Moves a joint; index 1 is its first axis. */
void wb_supervisor_node_set_joint_position(WbNodeRef node, double position, int index);

/* The DEF name, or an empty text. */
const char *wb_supervisor_node_get_def(WbNodeRef node);

/* The name of the PROTO or the type. */
const char *wb_supervisor_node_get_type_name(WbNodeRef node);

/* The name of the type. */
const char *wb_supervisor_node_get_base_type_name(WbNodeRef node);

/* Whether a node is an instance of a PROTO. */
bool wb_supervisor_node_is_proto(WbNodeRef node);

/* Where the centre of mass is. */
const double *wb_supervisor_node_get_center_of_mass(WbNodeRef node);

/* One contact point; use wb_supervisor_node_get_contact_points(). */
const double *wb_supervisor_node_get_contact_point(WbNodeRef node, int index);

/* The node of one contact point. */
WbNodeRef wb_supervisor_node_get_contact_point_node(WbNodeRef node, int index);

/* How many contact points there are. */
int wb_supervisor_node_get_number_of_contact_points(WbNodeRef node, bool include_descendants);

/* The points where a solid touches others, and how many; valid until the next step. */
WbContactPoint *wb_supervisor_node_get_contact_points(WbNodeRef node, bool include_descendants, int *size);

/* How a node is turned: the rows of a 3 by 3 matrix. */
const double *wb_supervisor_node_get_orientation(WbNodeRef node);

/* Where a node is. */
const double *wb_supervisor_node_get_position(WbNodeRef node);

/* Where a node is and how it is turned, seen from another or with NULL from the world: the rows of a 4 by
 * 4 matrix. */
const double *wb_supervisor_node_get_pose(WbNodeRef node, WbNodeRef from_node);

/* Whether a robot is in static balance. */
bool wb_supervisor_node_get_static_balance(WbNodeRef node);

/* How a solid moves (3 numbers) and turns (3 numbers). */
const double *wb_supervisor_node_get_velocity(WbNodeRef node);

/* Lets a solid move and turn. */
void wb_supervisor_node_set_velocity(WbNodeRef node, const double velocity[6]);

/* Stops a solid and all below it. */
void wb_supervisor_node_reset_physics(WbNodeRef node);

/* Restarts the controller of a robot. */
void wb_supervisor_node_restart_controller(WbNodeRef node);

/* A node as text. */
const char *wb_supervisor_node_export_string(WbNodeRef node);

/* Looks at a node. */
void wb_supervisor_node_move_viewpoint(WbNodeRef node);

/* Hides a node from a camera or the viewpoint, or shows it. */
void wb_supervisor_node_set_visibility(WbNodeRef node, WbNodeRef from, bool visible);

/* Pushes a solid at its centre of mass during the next step. */
void wb_supervisor_node_add_force(WbNodeRef node, const double force[3], bool relative);

/* Pushes a solid elsewhere during the next step. */
void wb_supervisor_node_add_force_with_offset(WbNodeRef node, const double force[3], const double offset[3],
                                              bool relative);

/* Turns a solid during the next step. */
void wb_supervisor_node_add_torque(WbNodeRef node, const double torque[3], bool relative);

/* The name of a field. */
const char *wb_supervisor_field_get_name(WbFieldRef field);

/* The type of a field. */
WbFieldType wb_supervisor_field_get_type(WbFieldRef field);

/* The name of that type. */
const char *wb_supervisor_field_get_type_name(WbFieldRef field);

/* The length of a list; -1 for other fields. */
int wb_supervisor_field_get_count(WbFieldRef field);

/* Lets the value come with the steps, so that reading it costs nothing. */
void wb_supervisor_field_enable_sf_tracking(WbFieldRef field, int sampling_period);

/* Stops that. */
void wb_supervisor_field_disable_sf_tracking(WbFieldRef field);

/* Lets the pose come with the steps, so that reading it costs nothing. */
void wb_supervisor_node_enable_pose_tracking(WbNodeRef node, int sampling_period, WbNodeRef from_node);

/* Stops that. */
void wb_supervisor_node_disable_pose_tracking(WbNodeRef node, WbNodeRef from_node);

/* Lets the contact points come with the steps. */
void wb_supervisor_node_enable_contact_points_tracking(WbNodeRef node, int sampling_period, bool
                                                       include_descendants);

/* Stops that. */
void wb_supervisor_node_disable_contact_points_tracking(WbNodeRef node);

/* The value of a field. */
bool wb_supervisor_field_get_sf_bool(WbFieldRef field);

/* The value of a field. */
int wb_supervisor_field_get_sf_int32(WbFieldRef field);

/* The value of a field. */
double wb_supervisor_field_get_sf_float(WbFieldRef field);

/* The value of a field. */
const double *wb_supervisor_field_get_sf_vec2f(WbFieldRef field);

/* The value of a field. */
const double *wb_supervisor_field_get_sf_vec3f(WbFieldRef field);

/* The value of a field. */
const double *wb_supervisor_field_get_sf_rotation(WbFieldRef field);

/* The value of a field. */
const double *wb_supervisor_field_get_sf_color(WbFieldRef field);

/* The value of a field. */
const char *wb_supervisor_field_get_sf_string(WbFieldRef field);

/* The value of a field. */
WbNodeRef wb_supervisor_field_get_sf_node(WbFieldRef field);

/* An item of a list; negative places count from the end. */
bool wb_supervisor_field_get_mf_bool(WbFieldRef field, int index);

/* An item of a list; negative places count from the end. */
int wb_supervisor_field_get_mf_int32(WbFieldRef field, int index);

/* An item of a list; negative places count from the end. */
double wb_supervisor_field_get_mf_float(WbFieldRef field, int index);

/* An item of a list; negative places count from the end. */
const double *wb_supervisor_field_get_mf_vec2f(WbFieldRef field, int index);

/* An item of a list; negative places count from the end. */
const double *wb_supervisor_field_get_mf_vec3f(WbFieldRef field, int index);

/* An item of a list; negative places count from the end. */
const double *wb_supervisor_field_get_mf_color(WbFieldRef field, int index);

/* An item of a list; negative places count from the end. */
const double *wb_supervisor_field_get_mf_rotation(WbFieldRef field, int index);

/* An item of a list; negative places count from the end. */
const char *wb_supervisor_field_get_mf_string(WbFieldRef field, int index);

/* An item of a list; negative places count from the end. */
WbNodeRef wb_supervisor_field_get_mf_node(WbFieldRef field, int index);

/* Changes a field with the next step. */
void wb_supervisor_field_set_sf_bool(WbFieldRef field, bool value);

/* Changes a field with the next step. */
void wb_supervisor_field_set_sf_int32(WbFieldRef field, int value);

/* Changes a field with the next step. */
void wb_supervisor_field_set_sf_float(WbFieldRef field, double value);

/* Changes a field with the next step. */
void wb_supervisor_field_set_sf_vec2f(WbFieldRef field, const double values[2]);

/* Changes a field with the next step. */
void wb_supervisor_field_set_sf_vec3f(WbFieldRef field, const double values[3]);

/* Changes a field with the next step. */
void wb_supervisor_field_set_sf_rotation(WbFieldRef field, const double values[4]);

/* Changes a field with the next step. */
void wb_supervisor_field_set_sf_color(WbFieldRef field, const double values[3]);

/* Changes a field with the next step. */
void wb_supervisor_field_set_sf_string(WbFieldRef field, const char *value);

/* Changes an item of a list with the next step. */
void wb_supervisor_field_set_mf_bool(WbFieldRef field, int index, bool value);

/* Changes an item of a list with the next step. */
void wb_supervisor_field_set_mf_int32(WbFieldRef field, int index, int value);

/* Changes an item of a list with the next step. */
void wb_supervisor_field_set_mf_float(WbFieldRef field, int index, double value);

/* Changes an item of a list with the next step. */
void wb_supervisor_field_set_mf_vec2f(WbFieldRef field, int index, const double values[2]);

/* Changes an item of a list with the next step. */
void wb_supervisor_field_set_mf_vec3f(WbFieldRef field, int index, const double values[3]);

/* Changes an item of a list with the next step. */
void wb_supervisor_field_set_mf_rotation(WbFieldRef field, int index, const double values[4]);

/* Changes an item of a list with the next step. */
void wb_supervisor_field_set_mf_color(WbFieldRef field, int index, const double values[3]);

/* Changes an item of a list with the next step. */
void wb_supervisor_field_set_mf_string(WbFieldRef field, int index, const char *value);

/* Inserts an item into a list immediately. */
void wb_supervisor_field_insert_mf_bool(WbFieldRef field, int index, bool value);

/* Inserts an item into a list immediately. */
void wb_supervisor_field_insert_mf_int32(WbFieldRef field, int index, int value);

/* Inserts an item into a list immediately. */
void wb_supervisor_field_insert_mf_float(WbFieldRef field, int index, double value);

/* Inserts an item into a list immediately. */
void wb_supervisor_field_insert_mf_vec2f(WbFieldRef field, int index, const double values[2]);

/* Inserts an item into a list immediately. */
void wb_supervisor_field_insert_mf_vec3f(WbFieldRef field, int index, const double values[3]);

/* Inserts an item into a list immediately. */
void wb_supervisor_field_insert_mf_rotation(WbFieldRef field, int index, const double values[4]);

/* Inserts an item into a list immediately. */
void wb_supervisor_field_insert_mf_color(WbFieldRef field, int index, const double values[3]);

/* Inserts an item into a list immediately. */
void wb_supervisor_field_insert_mf_string(WbFieldRef field, int index, const char *value);

/* Removes an item of a list immediately. */
void wb_supervisor_field_remove_mf(WbFieldRef field, int index);

/* Inserts a node into a list immediately. */
void wb_supervisor_field_import_mf_node_from_string(WbFieldRef field, int position, const char *node_string);

/* Removes the node of a field immediately. */
void wb_supervisor_field_remove_sf(WbFieldRef field);

/* Puts a node into an empty field immediately. */
void wb_supervisor_field_import_sf_node_from_string(WbFieldRef field, const char *node_string);

/* Whether a headset is in use. */
bool wb_supervisor_virtual_reality_headset_is_used(void);

/* Where it is. */
const double *wb_supervisor_virtual_reality_headset_get_position(void);

/* How it is turned. */
const double *wb_supervisor_virtual_reality_headset_get_orientation(void);

/* Old name of wb_supervisor_node_enable_contact_points_tracking(). */
void wb_supervisor_node_enable_contact_point_tracking(WbNodeRef node, int sampling_period, bool
                                                      include_descendants);

/* Old name of wb_supervisor_node_disable_contact_points_tracking(). */
void wb_supervisor_node_disable_contact_point_tracking(WbNodeRef node, bool include_descendants);

/* Old name of wb_supervisor_world_reload(). */
void wb_supervisor_simulation_revert(void) WB_DEPRECATED;

/* Old name of wb_supervisor_world_load(). */
void wb_supervisor_load_world(const char *filename) WB_DEPRECATED;

/* Old name of wb_supervisor_world_save(). */
bool wb_supervisor_save_world(const char *filename) WB_DEPRECATED;

/* Old name of wb_supervisor_field_remove_mf(). */
void wb_supervisor_field_remove_mf_node(WbFieldRef field, int position) WB_DEPRECATED;

/* Old name of wb_supervisor_simulation_reset_physics(). */
void wb_supervisor_simulation_physics_reset(void) WB_DEPRECATED;

/* Old name of wb_supervisor_movie_is_ready(). */
#define WB_SUPERVISOR_MOVIE_READY 0
#define WB_SUPERVISOR_MOVIE_RECORDING 1
#define WB_SUPERVISOR_MOVIE_SAVING 2
#define WB_SUPERVISOR_MOVIE_WRITE_ERROR 3
#define WB_SUPERVISOR_MOVIE_ENCODING_ERROR 4
#define WB_SUPERVISOR_MOVIE_SIMULATION_ERROR 5
int wb_supervisor_movie_get_status(void);

/* Old name of wb_supervisor_movie_start_recording(). */
void wb_supervisor_start_movie(const char *file, int width, int height, int codec, int quality, int
                               acceleration, bool caption) WB_DEPRECATED;

/* Old name of wb_supervisor_movie_stop_recording(). */
void wb_supervisor_stop_movie(void) WB_DEPRECATED;

/* Old name of wb_supervisor_movie_is_ready(). */
int wb_supervisor_get_movie_status(void) WB_DEPRECATED;

/* Since R2025a. */

/* A field of the node inside of a PROTO instance, or NULL. It cannot be changed. */
WbFieldRef wb_supervisor_node_get_base_node_field(WbNodeRef node, const char *field_name);

/* The same by its place. */
WbFieldRef wb_supervisor_node_get_base_node_field_by_index(WbNodeRef node, int index);

/* How many there are. */
int wb_supervisor_node_get_number_of_base_node_fields(WbNodeRef node);

/* The PROTO that a node was made from, or NULL. */
WbProtoRef wb_supervisor_node_get_proto(WbNodeRef node);

/* The field of the scene tree that a PROTO field is bound to, or NULL. */
WbFieldRef wb_supervisor_field_get_actual_field(WbFieldRef field);

/* The name of a PROTO. */
const char *wb_supervisor_proto_get_type_name(WbProtoRef proto);

/* Whether a PROTO is made from another. */
bool wb_supervisor_proto_is_derived(WbProtoRef proto);

/* The PROTO it is made from, or NULL. */
WbProtoRef wb_supervisor_proto_get_parent(WbProtoRef proto);

/* A field of a PROTO by its name, or NULL. */
WbFieldRef wb_supervisor_proto_get_field(WbProtoRef proto, const char *field_name);

/* The same by its place. */
WbFieldRef wb_supervisor_proto_get_field_by_index(WbProtoRef proto, int index);

/* How many there are. */
int wb_supervisor_proto_get_number_of_fields(WbProtoRef proto);

#ifdef __cplusplus
}
#endif

#endif
