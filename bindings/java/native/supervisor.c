/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The supervisor, nodes and fields. */

#include "natives.h"

/* Gives numbers to an item of a field, or to a field. */
#define TELLS_ITEM(name, function, count)                                                             \
  NATIVE(void, name)(JNIEnv *env, jclass type, jlong field, jint index, jdoubleArray values) {        \
    double numbers[count];                                                                            \
    if (numbers_of(env, values, count, numbers))                                                      \
      function((WbFieldRef)(intptr_t)field, index, numbers);                                          \
  }
#define TELLS_VALUE(name, function, count)                                                            \
  NATIVE(void, name)(JNIEnv *env, jclass type, jlong field, jdoubleArray values) {                    \
    double numbers[count];                                                                            \
    if (numbers_of(env, values, count, numbers))                                                      \
      function((WbFieldRef)(intptr_t)field, numbers);                                                 \
  }

NATIVE(jboolean, supervisorAnimationStartRecording)(JNIEnv *env, jclass type, jstring filename) {
  char *filename_text = text_of(env, filename);
  jboolean result = wb_supervisor_animation_start_recording(filename_text) != 0;
  free(filename_text);
  return result;
}

NATIVE(jboolean, supervisorAnimationStopRecording)(JNIEnv *env, jclass type) {
  return wb_supervisor_animation_stop_recording() != 0;
}

NATIVE(void, supervisorExportImage)(JNIEnv *env, jclass type, jstring filename, jint quality) {
  char *filename_text = text_of(env, filename);
  wb_supervisor_export_image(filename_text, quality);
  free(filename_text);
}

NATIVE(void, fieldDisableSfTracking)(JNIEnv *env, jclass type, jlong field) {
  wb_supervisor_field_disable_sf_tracking((WbFieldRef)(intptr_t)field);
}

NATIVE(void, fieldEnableSfTracking)(JNIEnv *env, jclass type, jlong field, jint sampling_period) {
  wb_supervisor_field_enable_sf_tracking((WbFieldRef)(intptr_t)field, sampling_period);
}

NATIVE(jint, fieldGetCount)(JNIEnv *env, jclass type, jlong field) {
  return wb_supervisor_field_get_count((WbFieldRef)(intptr_t)field);
}

NATIVE(jboolean, fieldGetMfBool)(JNIEnv *env, jclass type, jlong field, jint index) {
  return wb_supervisor_field_get_mf_bool((WbFieldRef)(intptr_t)field, index) != 0;
}

NATIVE(jdoubleArray, fieldGetMfColor)(JNIEnv *env, jclass type, jlong field, jint index) {
  return java_numbers(env, wb_supervisor_field_get_mf_color((WbFieldRef)(intptr_t)field, index), 3);
}

NATIVE(jdouble, fieldGetMfFloat)(JNIEnv *env, jclass type, jlong field, jint index) {
  return wb_supervisor_field_get_mf_float((WbFieldRef)(intptr_t)field, index);
}

NATIVE(jint, fieldGetMfInt32)(JNIEnv *env, jclass type, jlong field, jint index) {
  return wb_supervisor_field_get_mf_int32((WbFieldRef)(intptr_t)field, index);
}

NATIVE(jlong, fieldGetMfNode)(JNIEnv *env, jclass type, jlong field, jint index) {
  return (jlong)(intptr_t)wb_supervisor_field_get_mf_node((WbFieldRef)(intptr_t)field, index);
}

NATIVE(jdoubleArray, fieldGetMfRotation)(JNIEnv *env, jclass type, jlong field, jint index) {
  return java_numbers(env, wb_supervisor_field_get_mf_rotation((WbFieldRef)(intptr_t)field, index), 4);
}

NATIVE(jstring, fieldGetMfString)(JNIEnv *env, jclass type, jlong field, jint index) {
  return java_text(env, wb_supervisor_field_get_mf_string((WbFieldRef)(intptr_t)field, index));
}

NATIVE(jdoubleArray, fieldGetMfVec2f)(JNIEnv *env, jclass type, jlong field, jint index) {
  return java_numbers(env, wb_supervisor_field_get_mf_vec2f((WbFieldRef)(intptr_t)field, index), 2);
}

NATIVE(jdoubleArray, fieldGetMfVec3f)(JNIEnv *env, jclass type, jlong field, jint index) {
  return java_numbers(env, wb_supervisor_field_get_mf_vec3f((WbFieldRef)(intptr_t)field, index), 3);
}

NATIVE(jstring, fieldGetName)(JNIEnv *env, jclass type, jlong field) {
  return java_text(env, wb_supervisor_field_get_name((WbFieldRef)(intptr_t)field));
}

NATIVE(jboolean, fieldGetSfBool)(JNIEnv *env, jclass type, jlong field) {
  return wb_supervisor_field_get_sf_bool((WbFieldRef)(intptr_t)field) != 0;
}

NATIVE(jdoubleArray, fieldGetSfColor)(JNIEnv *env, jclass type, jlong field) {
  return java_numbers(env, wb_supervisor_field_get_sf_color((WbFieldRef)(intptr_t)field), 3);
}

NATIVE(jdouble, fieldGetSfFloat)(JNIEnv *env, jclass type, jlong field) {
  return wb_supervisor_field_get_sf_float((WbFieldRef)(intptr_t)field);
}

NATIVE(jint, fieldGetSfInt32)(JNIEnv *env, jclass type, jlong field) {
  return wb_supervisor_field_get_sf_int32((WbFieldRef)(intptr_t)field);
}

NATIVE(jlong, fieldGetSfNode)(JNIEnv *env, jclass type, jlong field) {
  return (jlong)(intptr_t)wb_supervisor_field_get_sf_node((WbFieldRef)(intptr_t)field);
}

NATIVE(jdoubleArray, fieldGetSfRotation)(JNIEnv *env, jclass type, jlong field) {
  return java_numbers(env, wb_supervisor_field_get_sf_rotation((WbFieldRef)(intptr_t)field), 4);
}

NATIVE(jstring, fieldGetSfString)(JNIEnv *env, jclass type, jlong field) {
  return java_text(env, wb_supervisor_field_get_sf_string((WbFieldRef)(intptr_t)field));
}

NATIVE(jdoubleArray, fieldGetSfVec2f)(JNIEnv *env, jclass type, jlong field) {
  return java_numbers(env, wb_supervisor_field_get_sf_vec2f((WbFieldRef)(intptr_t)field), 2);
}

NATIVE(jdoubleArray, fieldGetSfVec3f)(JNIEnv *env, jclass type, jlong field) {
  return java_numbers(env, wb_supervisor_field_get_sf_vec3f((WbFieldRef)(intptr_t)field), 3);
}

NATIVE(jint, fieldGetType)(JNIEnv *env, jclass type, jlong field) {
  return wb_supervisor_field_get_type((WbFieldRef)(intptr_t)field);
}

NATIVE(jstring, fieldGetTypeName)(JNIEnv *env, jclass type, jlong field) {
  return java_text(env, wb_supervisor_field_get_type_name((WbFieldRef)(intptr_t)field));
}

NATIVE(void, fieldImportMfNodeFromString)(JNIEnv *env, jclass type, jlong field, jint position, jstring node_string) {
  char *node_string_text = text_of(env, node_string);
  wb_supervisor_field_import_mf_node_from_string((WbFieldRef)(intptr_t)field, position, node_string_text);
  free(node_string_text);
}

NATIVE(void, fieldImportSfNodeFromString)(JNIEnv *env, jclass type, jlong field, jstring node_string) {
  char *node_string_text = text_of(env, node_string);
  wb_supervisor_field_import_sf_node_from_string((WbFieldRef)(intptr_t)field, node_string_text);
  free(node_string_text);
}

NATIVE(void, fieldInsertMfBool)(JNIEnv *env, jclass type, jlong field, jint index, jboolean value) {
  wb_supervisor_field_insert_mf_bool((WbFieldRef)(intptr_t)field, index, value);
}

TELLS_ITEM(fieldInsertMfColor, wb_supervisor_field_insert_mf_color, 3)

NATIVE(void, fieldInsertMfFloat)(JNIEnv *env, jclass type, jlong field, jint index, jdouble value) {
  wb_supervisor_field_insert_mf_float((WbFieldRef)(intptr_t)field, index, value);
}

NATIVE(void, fieldInsertMfInt32)(JNIEnv *env, jclass type, jlong field, jint index, jint value) {
  wb_supervisor_field_insert_mf_int32((WbFieldRef)(intptr_t)field, index, value);
}

TELLS_ITEM(fieldInsertMfRotation, wb_supervisor_field_insert_mf_rotation, 4)

NATIVE(void, fieldInsertMfString)(JNIEnv *env, jclass type, jlong field, jint index, jstring value) {
  char *value_text = text_of(env, value);
  wb_supervisor_field_insert_mf_string((WbFieldRef)(intptr_t)field, index, value_text);
  free(value_text);
}

TELLS_ITEM(fieldInsertMfVec2f, wb_supervisor_field_insert_mf_vec2f, 2)
TELLS_ITEM(fieldInsertMfVec3f, wb_supervisor_field_insert_mf_vec3f, 3)

NATIVE(void, fieldRemoveMf)(JNIEnv *env, jclass type, jlong field, jint index) {
  wb_supervisor_field_remove_mf((WbFieldRef)(intptr_t)field, index);
}

NATIVE(void, fieldRemoveSf)(JNIEnv *env, jclass type, jlong field) {
  wb_supervisor_field_remove_sf((WbFieldRef)(intptr_t)field);
}

NATIVE(void, fieldSetMfBool)(JNIEnv *env, jclass type, jlong field, jint index, jboolean value) {
  wb_supervisor_field_set_mf_bool((WbFieldRef)(intptr_t)field, index, value);
}

TELLS_ITEM(fieldSetMfColor, wb_supervisor_field_set_mf_color, 3)

NATIVE(void, fieldSetMfFloat)(JNIEnv *env, jclass type, jlong field, jint index, jdouble value) {
  wb_supervisor_field_set_mf_float((WbFieldRef)(intptr_t)field, index, value);
}

NATIVE(void, fieldSetMfInt32)(JNIEnv *env, jclass type, jlong field, jint index, jint value) {
  wb_supervisor_field_set_mf_int32((WbFieldRef)(intptr_t)field, index, value);
}

TELLS_ITEM(fieldSetMfRotation, wb_supervisor_field_set_mf_rotation, 4)

NATIVE(void, fieldSetMfString)(JNIEnv *env, jclass type, jlong field, jint index, jstring value) {
  char *value_text = text_of(env, value);
  wb_supervisor_field_set_mf_string((WbFieldRef)(intptr_t)field, index, value_text);
  free(value_text);
}

TELLS_ITEM(fieldSetMfVec2f, wb_supervisor_field_set_mf_vec2f, 2)
TELLS_ITEM(fieldSetMfVec3f, wb_supervisor_field_set_mf_vec3f, 3)

NATIVE(void, fieldSetSfBool)(JNIEnv *env, jclass type, jlong field, jboolean value) {
  wb_supervisor_field_set_sf_bool((WbFieldRef)(intptr_t)field, value);
}

TELLS_VALUE(fieldSetSfColor, wb_supervisor_field_set_sf_color, 3)

NATIVE(void, fieldSetSfFloat)(JNIEnv *env, jclass type, jlong field, jdouble value) {
  wb_supervisor_field_set_sf_float((WbFieldRef)(intptr_t)field, value);
}

NATIVE(void, fieldSetSfInt32)(JNIEnv *env, jclass type, jlong field, jint value) {
  wb_supervisor_field_set_sf_int32((WbFieldRef)(intptr_t)field, value);
}

TELLS_VALUE(fieldSetSfRotation, wb_supervisor_field_set_sf_rotation, 4)

NATIVE(void, fieldSetSfString)(JNIEnv *env, jclass type, jlong field, jstring value) {
  char *value_text = text_of(env, value);
  wb_supervisor_field_set_sf_string((WbFieldRef)(intptr_t)field, value_text);
  free(value_text);
}

TELLS_VALUE(fieldSetSfVec2f, wb_supervisor_field_set_sf_vec2f, 2)
TELLS_VALUE(fieldSetSfVec3f, wb_supervisor_field_set_sf_vec3f, 3)

NATIVE(jboolean, supervisorMovieFailed)(JNIEnv *env, jclass type) {
  return wb_supervisor_movie_failed() != 0;
}

NATIVE(jint, supervisorMovieGetStatus)(JNIEnv *env, jclass type) {
  return wb_supervisor_movie_get_status();
}

NATIVE(jboolean, supervisorMovieIsReady)(JNIEnv *env, jclass type) {
  return wb_supervisor_movie_is_ready() != 0;
}

NATIVE(void, supervisorMovieStartRecording)(JNIEnv *env, jclass type, jstring filename, jint width, jint height, jint codec, jint quality, jint acceleration, jboolean caption) {
  char *filename_text = text_of(env, filename);
  wb_supervisor_movie_start_recording(filename_text, width, height, codec, quality, acceleration, caption);
  free(filename_text);
}

NATIVE(void, supervisorMovieStopRecording)(JNIEnv *env, jclass type) {
  wb_supervisor_movie_stop_recording();
}

NATIVE(void, nodeAddForce)(JNIEnv *env, jclass type, jlong node, jdoubleArray force, jboolean relative) {
  double force_numbers[3];
  if (!numbers_of(env, force, 3, force_numbers))
    return;
  wb_supervisor_node_add_force((WbNodeRef)(intptr_t)node, force_numbers, relative);
}

NATIVE(void, nodeAddForceWithOffset)(JNIEnv *env, jclass type, jlong node, jdoubleArray force, jdoubleArray offset, jboolean relative) {
  double force_numbers[3];
  if (!numbers_of(env, force, 3, force_numbers))
    return;
  double offset_numbers[3];
  if (!numbers_of(env, offset, 3, offset_numbers))
    return;
  wb_supervisor_node_add_force_with_offset((WbNodeRef)(intptr_t)node, force_numbers, offset_numbers, relative);
}

NATIVE(void, nodeAddTorque)(JNIEnv *env, jclass type, jlong node, jdoubleArray torque, jboolean relative) {
  double torque_numbers[3];
  if (!numbers_of(env, torque, 3, torque_numbers))
    return;
  wb_supervisor_node_add_torque((WbNodeRef)(intptr_t)node, torque_numbers, relative);
}

NATIVE(void, nodeDisableContactPointsTracking)(JNIEnv *env, jclass type, jlong node) {
  wb_supervisor_node_disable_contact_points_tracking((WbNodeRef)(intptr_t)node);
}

NATIVE(void, nodeDisablePoseTracking)(JNIEnv *env, jclass type, jlong node, jlong from_node) {
  wb_supervisor_node_disable_pose_tracking((WbNodeRef)(intptr_t)node, (WbNodeRef)(intptr_t)from_node);
}

NATIVE(void, nodeEnableContactPointsTracking)(JNIEnv *env, jclass type, jlong node, jint sampling_period, jboolean include_descendants) {
  wb_supervisor_node_enable_contact_points_tracking((WbNodeRef)(intptr_t)node, sampling_period, include_descendants);
}

NATIVE(void, nodeEnablePoseTracking)(JNIEnv *env, jclass type, jlong node, jint sampling_period, jlong from_node) {
  wb_supervisor_node_enable_pose_tracking((WbNodeRef)(intptr_t)node, sampling_period, (WbNodeRef)(intptr_t)from_node);
}

NATIVE(jstring, nodeExportString)(JNIEnv *env, jclass type, jlong node) {
  return java_text(env, wb_supervisor_node_export_string((WbNodeRef)(intptr_t)node));
}

NATIVE(jstring, nodeGetBaseTypeName)(JNIEnv *env, jclass type, jlong node) {
  return java_text(env, wb_supervisor_node_get_base_type_name((WbNodeRef)(intptr_t)node));
}

NATIVE(jdoubleArray, nodeGetCenterOfMass)(JNIEnv *env, jclass type, jlong node) {
  return java_numbers(env, wb_supervisor_node_get_center_of_mass((WbNodeRef)(intptr_t)node), 3);
}

NATIVE(jdoubleArray, nodeGetContactPoint)(JNIEnv *env, jclass type, jlong node, jint index) {
  return java_numbers(env, wb_supervisor_node_get_contact_point((WbNodeRef)(intptr_t)node, index), 3);
}

NATIVE(jlong, nodeGetContactPointNode)(JNIEnv *env, jclass type, jlong node, jint index) {
  return (jlong)(intptr_t)wb_supervisor_node_get_contact_point_node((WbNodeRef)(intptr_t)node, index);
}

NATIVE(jstring, nodeGetDef)(JNIEnv *env, jclass type, jlong node) {
  return java_text(env, wb_supervisor_node_get_def((WbNodeRef)(intptr_t)node));
}

NATIVE(jlong, nodeGetField)(JNIEnv *env, jclass type, jlong node, jstring field_name) {
  char *field_name_text = text_of(env, field_name);
  jlong result = (jlong)(intptr_t)wb_supervisor_node_get_field((WbNodeRef)(intptr_t)node, field_name_text);
  free(field_name_text);
  return result;
}

NATIVE(jlong, nodeGetFieldByIndex)(JNIEnv *env, jclass type, jlong node, jint index) {
  return (jlong)(intptr_t)wb_supervisor_node_get_field_by_index((WbNodeRef)(intptr_t)node, index);
}

NATIVE(jlong, nodeGetFromDef)(JNIEnv *env, jclass type, jstring def) {
  char *def_text = text_of(env, def);
  jlong result = (jlong)(intptr_t)wb_supervisor_node_get_from_def(def_text);
  free(def_text);
  return result;
}

NATIVE(jlong, nodeGetFromDevice)(JNIEnv *env, jclass type, jint tag) {
  return (jlong)(intptr_t)wb_supervisor_node_get_from_device((WbDeviceTag)tag);
}

NATIVE(jlong, nodeGetFromId)(JNIEnv *env, jclass type, jint id) {
  return (jlong)(intptr_t)wb_supervisor_node_get_from_id(id);
}

NATIVE(jlong, nodeGetFromProtoDef)(JNIEnv *env, jclass type, jlong node, jstring def) {
  char *def_text = text_of(env, def);
  jlong result = (jlong)(intptr_t)wb_supervisor_node_get_from_proto_def((WbNodeRef)(intptr_t)node, def_text);
  free(def_text);
  return result;
}

NATIVE(jint, nodeGetId)(JNIEnv *env, jclass type, jlong node) {
  return wb_supervisor_node_get_id((WbNodeRef)(intptr_t)node);
}

NATIVE(jint, nodeGetNumberOfContactPoints)(JNIEnv *env, jclass type, jlong node, jboolean include_descendants) {
  return wb_supervisor_node_get_number_of_contact_points((WbNodeRef)(intptr_t)node, include_descendants);
}

NATIVE(jint, nodeGetNumberOfFields)(JNIEnv *env, jclass type, jlong node) {
  return wb_supervisor_node_get_number_of_fields((WbNodeRef)(intptr_t)node);
}

NATIVE(jdoubleArray, nodeGetOrientation)(JNIEnv *env, jclass type, jlong node) {
  return java_numbers(env, wb_supervisor_node_get_orientation((WbNodeRef)(intptr_t)node), 9);
}

NATIVE(jlong, nodeGetParentNode)(JNIEnv *env, jclass type, jlong node) {
  return (jlong)(intptr_t)wb_supervisor_node_get_parent_node((WbNodeRef)(intptr_t)node);
}

NATIVE(jdoubleArray, nodeGetPose)(JNIEnv *env, jclass type, jlong node, jlong from_node) {
  return java_numbers(env, wb_supervisor_node_get_pose((WbNodeRef)(intptr_t)node, (WbNodeRef)(intptr_t)from_node), 16);
}

NATIVE(jdoubleArray, nodeGetPosition)(JNIEnv *env, jclass type, jlong node) {
  return java_numbers(env, wb_supervisor_node_get_position((WbNodeRef)(intptr_t)node), 3);
}

NATIVE(jlong, nodeGetProtoField)(JNIEnv *env, jclass type, jlong node, jstring field_name) {
  char *field_name_text = text_of(env, field_name);
  jlong result = (jlong)(intptr_t)wb_supervisor_node_get_proto_field((WbNodeRef)(intptr_t)node, field_name_text);
  free(field_name_text);
  return result;
}

NATIVE(jlong, nodeGetProtoFieldByIndex)(JNIEnv *env, jclass type, jlong node, jint index) {
  return (jlong)(intptr_t)wb_supervisor_node_get_proto_field_by_index((WbNodeRef)(intptr_t)node, index);
}

NATIVE(jint, nodeGetProtoNumberOfFields)(JNIEnv *env, jclass type, jlong node) {
  return wb_supervisor_node_get_proto_number_of_fields((WbNodeRef)(intptr_t)node);
}

NATIVE(jlong, nodeGetRoot)(JNIEnv *env, jclass type) {
  return (jlong)(intptr_t)wb_supervisor_node_get_root();
}

NATIVE(jlong, nodeGetSelected)(JNIEnv *env, jclass type) {
  return (jlong)(intptr_t)wb_supervisor_node_get_selected();
}

NATIVE(jlong, nodeGetSelf)(JNIEnv *env, jclass type) {
  return (jlong)(intptr_t)wb_supervisor_node_get_self();
}

NATIVE(jboolean, nodeGetStaticBalance)(JNIEnv *env, jclass type, jlong node) {
  return wb_supervisor_node_get_static_balance((WbNodeRef)(intptr_t)node) != 0;
}

NATIVE(jint, nodeGetType)(JNIEnv *env, jclass type, jlong node) {
  return wb_supervisor_node_get_type((WbNodeRef)(intptr_t)node);
}

NATIVE(jstring, nodeGetTypeName)(JNIEnv *env, jclass type, jlong node) {
  return java_text(env, wb_supervisor_node_get_type_name((WbNodeRef)(intptr_t)node));
}

NATIVE(jdoubleArray, nodeGetVelocity)(JNIEnv *env, jclass type, jlong node) {
  return java_numbers(env, wb_supervisor_node_get_velocity((WbNodeRef)(intptr_t)node), 6);
}

NATIVE(jboolean, nodeIsProto)(JNIEnv *env, jclass type, jlong node) {
  return wb_supervisor_node_is_proto((WbNodeRef)(intptr_t)node) != 0;
}

NATIVE(void, nodeLoadState)(JNIEnv *env, jclass type, jlong node, jstring state_name) {
  char *state_name_text = text_of(env, state_name);
  wb_supervisor_node_load_state((WbNodeRef)(intptr_t)node, state_name_text);
  free(state_name_text);
}

NATIVE(void, nodeMoveViewpoint)(JNIEnv *env, jclass type, jlong node) {
  wb_supervisor_node_move_viewpoint((WbNodeRef)(intptr_t)node);
}

NATIVE(void, nodeRemove)(JNIEnv *env, jclass type, jlong node) {
  wb_supervisor_node_remove((WbNodeRef)(intptr_t)node);
}

NATIVE(void, nodeResetPhysics)(JNIEnv *env, jclass type, jlong node) {
  wb_supervisor_node_reset_physics((WbNodeRef)(intptr_t)node);
}

NATIVE(void, nodeRestartController)(JNIEnv *env, jclass type, jlong node) {
  wb_supervisor_node_restart_controller((WbNodeRef)(intptr_t)node);
}

NATIVE(void, nodeSaveState)(JNIEnv *env, jclass type, jlong node, jstring state_name) {
  char *state_name_text = text_of(env, state_name);
  wb_supervisor_node_save_state((WbNodeRef)(intptr_t)node, state_name_text);
  free(state_name_text);
}

NATIVE(void, nodeSetJointPosition)(JNIEnv *env, jclass type, jlong node, jdouble position, jint index) {
  wb_supervisor_node_set_joint_position((WbNodeRef)(intptr_t)node, position, index);
}

NATIVE(void, nodeSetVelocity)(JNIEnv *env, jclass type, jlong node, jdoubleArray velocity) {
  double velocity_numbers[6];
  if (!numbers_of(env, velocity, 6, velocity_numbers))
    return;
  wb_supervisor_node_set_velocity((WbNodeRef)(intptr_t)node, velocity_numbers);
}

NATIVE(void, nodeSetVisibility)(JNIEnv *env, jclass type, jlong node, jlong from, jboolean visible) {
  wb_supervisor_node_set_visibility((WbNodeRef)(intptr_t)node, (WbNodeRef)(intptr_t)from, visible);
}

NATIVE(void, supervisorSetLabel)(JNIEnv *env, jclass type, jint id, jstring text, jdouble x, jdouble y, jdouble size, jint color, jdouble transparency, jstring font) {
  char *text_text = text_of(env, text);
  char *font_text = text_of(env, font);
  wb_supervisor_set_label(id, text_text, x, y, size, color, transparency, font_text);
  free(text_text);
  free(font_text);
}

NATIVE(jint, supervisorSimulationGetMode)(JNIEnv *env, jclass type) {
  return wb_supervisor_simulation_get_mode();
}

NATIVE(void, supervisorSimulationQuit)(JNIEnv *env, jclass type, jint status) {
  wb_supervisor_simulation_quit(status);
}

NATIVE(void, supervisorSimulationReset)(JNIEnv *env, jclass type) {
  wb_supervisor_simulation_reset();
}

NATIVE(void, supervisorSimulationResetPhysics)(JNIEnv *env, jclass type) {
  wb_supervisor_simulation_reset_physics();
}

NATIVE(void, supervisorSimulationSetMode)(JNIEnv *env, jclass type, jint mode) {
  wb_supervisor_simulation_set_mode((WbSimulationMode)mode);
}

NATIVE(jdoubleArray, supervisorVirtualRealityHeadsetGetOrientation)(JNIEnv *env, jclass type) {
  return java_numbers(env, wb_supervisor_virtual_reality_headset_get_orientation(), 9);
}

NATIVE(jdoubleArray, supervisorVirtualRealityHeadsetGetPosition)(JNIEnv *env, jclass type) {
  return java_numbers(env, wb_supervisor_virtual_reality_headset_get_position(), 3);
}

NATIVE(jboolean, supervisorVirtualRealityHeadsetIsUsed)(JNIEnv *env, jclass type) {
  return wb_supervisor_virtual_reality_headset_is_used() != 0;
}

NATIVE(void, supervisorWorldLoad)(JNIEnv *env, jclass type, jstring filename) {
  char *filename_text = text_of(env, filename);
  wb_supervisor_world_load(filename_text);
  free(filename_text);
}

NATIVE(void, supervisorWorldReload)(JNIEnv *env, jclass type) {
  wb_supervisor_world_reload();
}

NATIVE(jboolean, supervisorWorldSave)(JNIEnv *env, jclass type, jstring filename) {
  char *filename_text = text_of(env, filename);
  jboolean result = wb_supervisor_world_save(filename_text) != 0;
  free(filename_text);
  return result;
}
