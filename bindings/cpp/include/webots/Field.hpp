// SPDX-License-Identifier: MIT OR Apache-2.0
// Fields of nodes.

#ifndef FIELD_HPP
#define FIELD_HPP

#define WB_USING_CPP_API
#include <map>
#include <string>

#include <webots/Device.hpp>

#include <webots/supervisor.h>

namespace webots {
  class Node;

  class Field {
  public:
    typedef enum {
      NO_FIELD = 0x00,
      SF_BOOL = 0x01,
      SF_INT32,
      SF_FLOAT,
      SF_VEC2F,
      SF_VEC3F,
      SF_ROTATION,
      SF_COLOR,
      SF_STRING,
      SF_NODE,
      MF = 0x10,
      MF_BOOL,
      MF_INT32,
      MF_FLOAT,
      MF_VEC2F,
      MF_VEC3F,
      MF_ROTATION,
      MF_COLOR,
      MF_STRING,
      MF_NODE
    } Type;

    std::string getName() const { return text(wb_supervisor_field_get_name(mField)); }
    Type getType() const { return static_cast<Type>(wb_supervisor_field_get_type(mField)); }
    std::string getTypeName() const { return text(wb_supervisor_field_get_type_name(mField)); }
    int getCount() const { return wb_supervisor_field_get_count(mField); }
    void enableSFTracking(int samplingPeriod) { wb_supervisor_field_enable_sf_tracking(mField, samplingPeriod); }
    void disableSFTracking() { wb_supervisor_field_disable_sf_tracking(mField); }

    Node *getSFNode() const;
    Node *getMFNode(int index) const;
    bool getSFBool() const { return wb_supervisor_field_get_sf_bool(mField) != 0; }
    int getSFInt32() const { return wb_supervisor_field_get_sf_int32(mField); }
    double getSFFloat() const { return wb_supervisor_field_get_sf_float(mField); }
    const double *getSFVec2f() const { return wb_supervisor_field_get_sf_vec2f(mField); }
    const double *getSFVec3f() const { return wb_supervisor_field_get_sf_vec3f(mField); }
    const double *getSFRotation() const { return wb_supervisor_field_get_sf_rotation(mField); }
    const double *getSFColor() const { return wb_supervisor_field_get_sf_color(mField); }
    std::string getSFString() const { return text(wb_supervisor_field_get_sf_string(mField)); }
    bool getMFBool(int index) const { return wb_supervisor_field_get_mf_bool(mField, index) != 0; }
    int getMFInt32(int index) const { return wb_supervisor_field_get_mf_int32(mField, index); }
    double getMFFloat(int index) const { return wb_supervisor_field_get_mf_float(mField, index); }
    const double *getMFVec2f(int index) const { return wb_supervisor_field_get_mf_vec2f(mField, index); }
    const double *getMFVec3f(int index) const { return wb_supervisor_field_get_mf_vec3f(mField, index); }
    const double *getMFRotation(int index) const { return wb_supervisor_field_get_mf_rotation(mField, index); }
    const double *getMFColor(int index) const { return wb_supervisor_field_get_mf_color(mField, index); }
    std::string getMFString(int index) const { return text(wb_supervisor_field_get_mf_string(mField, index)); }
    void setSFBool(bool value) { wb_supervisor_field_set_sf_bool(mField, value); }
    void setSFInt32(int value) { wb_supervisor_field_set_sf_int32(mField, value); }
    void setSFFloat(double value) { wb_supervisor_field_set_sf_float(mField, value); }
    void setSFVec2f(const double values[2]) { wb_supervisor_field_set_sf_vec2f(mField, values); }
    void setSFVec3f(const double values[3]) { wb_supervisor_field_set_sf_vec3f(mField, values); }
    void setSFRotation(const double values[4]) { wb_supervisor_field_set_sf_rotation(mField, values); }
    void setSFColor(const double values[3]) { wb_supervisor_field_set_sf_color(mField, values); }
    void setSFString(const std::string &value) { wb_supervisor_field_set_sf_string(mField, value.c_str()); }
    void setMFBool(int index, bool value) { wb_supervisor_field_set_mf_bool(mField, index, value); }
    void setMFInt32(int index, int value) { wb_supervisor_field_set_mf_int32(mField, index, value); }
    void setMFFloat(int index, double value) { wb_supervisor_field_set_mf_float(mField, index, value); }
    void setMFVec2f(int index, const double values[2]) { wb_supervisor_field_set_mf_vec2f(mField, index, values); }
    void setMFVec3f(int index, const double values[3]) { wb_supervisor_field_set_mf_vec3f(mField, index, values); }
    void setMFRotation(int index, const double values[4]) { wb_supervisor_field_set_mf_rotation(mField, index, values); }
    void setMFColor(int index, const double values[3]) { wb_supervisor_field_set_mf_color(mField, index, values); }
    void setMFString(int index, const std::string &value) { wb_supervisor_field_set_mf_string(mField, index, value.c_str()); }
    void insertMFBool(int index, bool value) { wb_supervisor_field_insert_mf_bool(mField, index, value); }
    void insertMFInt32(int index, int value) { wb_supervisor_field_insert_mf_int32(mField, index, value); }
    void insertMFFloat(int index, double value) { wb_supervisor_field_insert_mf_float(mField, index, value); }
    void insertMFVec2f(int index, const double values[2]) { wb_supervisor_field_insert_mf_vec2f(mField, index, values); }
    void insertMFVec3f(int index, const double values[3]) { wb_supervisor_field_insert_mf_vec3f(mField, index, values); }
    void insertMFRotation(int index, const double values[4]) { wb_supervisor_field_insert_mf_rotation(mField, index, values); }
    void insertMFColor(int index, const double values[3]) { wb_supervisor_field_insert_mf_color(mField, index, values); }
    void insertMFString(int index, const std::string &value) { wb_supervisor_field_insert_mf_string(mField, index, value.c_str()); }
    void removeMF(int index) { wb_supervisor_field_remove_mf(mField, index); }
    void removeSF() { wb_supervisor_field_remove_sf(mField); }
    void importMFNodeFromString(int position, const std::string &nodeString) { wb_supervisor_field_import_mf_node_from_string(mField, position, nodeString.c_str()); }
    void importSFNodeFromString(const std::string &nodeString) { wb_supervisor_field_import_sf_node_from_string(mField, nodeString.c_str()); }

    // The one object of a field; for the library itself.
    static Field *findField(WbFieldRef field) {
      if (!field)
        return 0;
      Field *&known = all()[field];
      if (!known)
        known = new Field(field);
      return known;
    }
    static void cleanup() {
      for (std::map<WbFieldRef, Field *>::iterator i = all().begin(); i != all().end(); ++i)
        delete i->second;
      all().clear();
    }

  private:
    explicit Field(WbFieldRef field) : mField(field) {}
    ~Field() {}

    static std::map<WbFieldRef, Field *> &all() {
      static std::map<WbFieldRef, Field *> fields;
      return fields;
    }

    WbFieldRef mField;
  };
}  // namespace webots

#include <webots/Node.hpp>

#endif
