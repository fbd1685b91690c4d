// SPDX-License-Identifier: MIT OR Apache-2.0
// Nodes of the scene.

#ifndef NODE_HPP
#define NODE_HPP

#define WB_USING_CPP_API
#include <map>
#include <string>

#include <webots/Field.hpp>

#include <webots/contact_point.h>
#include <webots/supervisor.h>

namespace webots {
  typedef WbContactPoint ContactPoint;

  class Node {
  public:
    typedef enum {
      NO_NODE,
      APPEARANCE,
      BACKGROUND,
      BILLBOARD,
      BOX,
      CAD_SHAPE,
      CAPSULE,
      COLOR,
      CONE,
      COORDINATE,
      CYLINDER,
      DIRECTIONAL_LIGHT,
      ELEVATION_GRID,
      FOG,
      GROUP,
      IMAGE_TEXTURE,
      INDEXED_FACE_SET,
      INDEXED_LINE_SET,
      MATERIAL,
      MESH,
      MUSCLE,
      NORMAL,
      PBR_APPEARANCE,
      PLANE,
      POINT_LIGHT,
      POINT_SET,
      POSE,
      SHAPE,
      SPHERE,
      SPOT_LIGHT,
      TEXTURE_COORDINATE,
      TEXTURE_TRANSFORM,
      TRANSFORM,
      VIEWPOINT,
      ROBOT,
      ACCELEROMETER,
      ALTIMETER,
      BRAKE,
      CAMERA,
      COMPASS,
      CONNECTOR,
      DISPLAY,
      DISTANCE_SENSOR,
      EMITTER,
      GPS,
      GYRO,
      INERTIAL_UNIT,
      LED,
      LIDAR,
      LIGHT_SENSOR,
      LINEAR_MOTOR,
      PEN,
      POSITION_SENSOR,
      PROPELLER,
      RADAR,
      RANGE_FINDER,
      RECEIVER,
      ROTATIONAL_MOTOR,
      SKIN,
      SPEAKER,
      TOUCH_SENSOR,
      VACUUM_GRIPPER,
      BALL_JOINT,
      BALL_JOINT_PARAMETERS,
      CHARGER,
      CONTACT_PROPERTIES,
      DAMPING,
      FLUID,
      FOCUS,
      HINGE_JOINT,
      HINGE_JOINT_PARAMETERS,
      HINGE_2_JOINT,
      IMMERSION_PROPERTIES,
      JOINT_PARAMETERS,
      LENS,
      LENS_FLARE,
      PHYSICS,
      RECOGNITION,
      SLIDER_JOINT,
      SLOT,
      SOLID,
      SOLID_REFERENCE,
      TRACK,
      TRACK_WHEEL,
      WORLD_INFO,
      ZOOM,
      MICROPHONE,
      RADIO
    } Type;

    virtual void remove() { wb_supervisor_node_remove(mNode); }
    int getId() const { return wb_supervisor_node_get_id(mNode); }
    Type getType() const { return static_cast<Type>(wb_supervisor_node_get_type(mNode)); }
    std::string getDef() const { return text(wb_supervisor_node_get_def(mNode)); }
    std::string getTypeName() const { return text(wb_supervisor_node_get_type_name(mNode)); }
    std::string getBaseTypeName() const { return text(wb_supervisor_node_get_base_type_name(mNode)); }
    bool isProto() const { return wb_supervisor_node_is_proto(mNode) != 0; }
    int getNumberOfFields() const { return wb_supervisor_node_get_number_of_fields(mNode); }
    int getProtoNumberOfFields() const { return wb_supervisor_node_get_proto_number_of_fields(mNode); }
    const double *getPosition() const { return wb_supervisor_node_get_position(mNode); }
    const double *getOrientation() const { return wb_supervisor_node_get_orientation(mNode); }
    const double *getCenterOfMass() const { return wb_supervisor_node_get_center_of_mass(mNode); }
    const double *getContactPoint(int index) const { return wb_supervisor_node_get_contact_point(mNode, index); }
    bool getStaticBalance() const { return wb_supervisor_node_get_static_balance(mNode) != 0; }
    const double *getVelocity() const { return wb_supervisor_node_get_velocity(mNode); }
    std::string exportString() const { return text(wb_supervisor_node_export_string(mNode)); }
    void setVelocity(const double velocity[6]) { wb_supervisor_node_set_velocity(mNode, velocity); }
    void resetPhysics() { wb_supervisor_node_reset_physics(mNode); }
    void restartController() { wb_supervisor_node_restart_controller(mNode); }
    void moveViewpoint() const { wb_supervisor_node_move_viewpoint(mNode); }
    void addForce(const double force[3], bool relative) { wb_supervisor_node_add_force(mNode, force, relative); }
    void addForceWithOffset(const double force[3], const double offset[3], bool relative) { wb_supervisor_node_add_force_with_offset(mNode, force, offset, relative); }
    void addTorque(const double torque[3], bool relative) { wb_supervisor_node_add_torque(mNode, torque, relative); }
    void saveState(const std::string &stateName) { wb_supervisor_node_save_state(mNode, stateName.c_str()); }
    void loadState(const std::string &stateName) { wb_supervisor_node_load_state(mNode, stateName.c_str()); }
    ContactPoint *getContactPoints(bool includeDescendants, int *size) const { return wb_supervisor_node_get_contact_points(mNode, includeDescendants, size); }
    Node *getParentNode() const { return findNode(wb_supervisor_node_get_parent_node(mNode)); }
    Node *getFromProtoDef(const std::string &name) const {
      return findNode(wb_supervisor_node_get_from_proto_def(mNode, name.c_str()));
    }
    Field *getField(const std::string &name) const {
      return Field::findField(wb_supervisor_node_get_field(mNode, name.c_str()));
    }
    Field *getProtoField(const std::string &name) const {
      return Field::findField(wb_supervisor_node_get_proto_field(mNode, name.c_str()));
    }
    Field *getFieldByIndex(const int index) const {
      return Field::findField(wb_supervisor_node_get_field_by_index(mNode, index));
    }
    Field *getProtoFieldByIndex(const int index) const {
      return Field::findField(wb_supervisor_node_get_proto_field_by_index(mNode, index));
    }
    const double *getPose() const { return wb_supervisor_node_get_pose(mNode, 0); }
    const double *getPose(const Node *fromNode) const { return wb_supervisor_node_get_pose(mNode, reference(fromNode)); }
    void enablePoseTracking(int samplingPeriod) const { wb_supervisor_node_enable_pose_tracking(mNode, samplingPeriod, 0); }
    void enablePoseTracking(int samplingPeriod, const Node *fromNode) const {
      wb_supervisor_node_enable_pose_tracking(mNode, samplingPeriod, reference(fromNode));
    }
    void disablePoseTracking() const { wb_supervisor_node_disable_pose_tracking(mNode, 0); }
    void disablePoseTracking(const Node *fromNode) const {
      wb_supervisor_node_disable_pose_tracking(mNode, reference(fromNode));
    }
    void enableContactPointsTracking(int samplingPeriod, bool includeDescendants = false) const {
      wb_supervisor_node_enable_contact_points_tracking(mNode, samplingPeriod, includeDescendants);
    }
    void disableContactPointsTracking(bool = false) const { wb_supervisor_node_disable_contact_points_tracking(mNode); }
    Node *getContactPointNode(int index) const {
      return findNode(wb_supervisor_node_get_contact_point_node(mNode, index));
    }
    int getNumberOfContactPoints(bool includeDescendants = false) const {
      return wb_supervisor_node_get_number_of_contact_points(mNode, includeDescendants);
    }
    void setVisibility(Node *from, bool visible) {
      wb_supervisor_node_set_visibility(mNode, reference(from), visible);
    }
    void setJointPosition(double position, int index = 1) {
      wb_supervisor_node_set_joint_position(mNode, position, index);
    }

    // The one object of a node; for the library itself.
    static Node *findNode(WbNodeRef node) {
      if (!node)
        return 0;
      Node *&known = all()[node];
      if (!known)
        known = new Node(node);
      return known;
    }
    static void cleanup() {
      for (std::map<WbNodeRef, Node *>::iterator i = all().begin(); i != all().end(); ++i)
        delete i->second;
      all().clear();
    }

  private:
    explicit Node(WbNodeRef node) : mNode(node) {}
    virtual ~Node() {}

    static WbNodeRef reference(const Node *node) { return node ? node->mNode : 0; }
    static std::map<WbNodeRef, Node *> &all() {
      static std::map<WbNodeRef, Node *> nodes;
      return nodes;
    }

    WbNodeRef mNode;
  };

  inline Node *Field::getSFNode() const {
    return Node::findNode(wb_supervisor_field_get_sf_node(mField));
  }
  inline Node *Field::getMFNode(int index) const {
    return Node::findNode(wb_supervisor_field_get_mf_node(mField, index));
  }
}  // namespace webots

#endif
