// SPDX-License-Identifier: MIT OR Apache-2.0
package com.cyberbotics.webots.controller;

/** Nodes of the scene. */
public class Node {
  public static final int NO_NODE = 0;
  public static final int APPEARANCE = 1;
  public static final int BACKGROUND = 2;
  public static final int BILLBOARD = 3;
  public static final int BOX = 4;
  public static final int CAD_SHAPE = 5;
  public static final int CAPSULE = 6;
  public static final int COLOR = 7;
  public static final int CONE = 8;
  public static final int COORDINATE = 9;
  public static final int CYLINDER = 10;
  public static final int DIRECTIONAL_LIGHT = 11;
  public static final int ELEVATION_GRID = 12;
  public static final int FOG = 13;
  public static final int GROUP = 14;
  public static final int IMAGE_TEXTURE = 15;
  public static final int INDEXED_FACE_SET = 16;
  public static final int INDEXED_LINE_SET = 17;
  public static final int MATERIAL = 18;
  public static final int MESH = 19;
  public static final int MUSCLE = 20;
  public static final int NORMAL = 21;
  public static final int PBR_APPEARANCE = 22;
  public static final int PLANE = 23;
  public static final int POINT_LIGHT = 24;
  public static final int POINT_SET = 25;
  public static final int POSE = 26;
  public static final int SHAPE = 27;
  public static final int SPHERE = 28;
  public static final int SPOT_LIGHT = 29;
  public static final int TEXTURE_COORDINATE = 30;
  public static final int TEXTURE_TRANSFORM = 31;
  public static final int TRANSFORM = 32;
  public static final int VIEWPOINT = 33;
  public static final int ROBOT = 34;
  public static final int ACCELEROMETER = 35;
  public static final int ALTIMETER = 36;
  public static final int BRAKE = 37;
  public static final int CAMERA = 38;
  public static final int COMPASS = 39;
  public static final int CONNECTOR = 40;
  public static final int DISPLAY = 41;
  public static final int DISTANCE_SENSOR = 42;
  public static final int EMITTER = 43;
  public static final int GPS = 44;
  public static final int GYRO = 45;
  public static final int INERTIAL_UNIT = 46;
  public static final int LED = 47;
  public static final int LIDAR = 48;
  public static final int LIGHT_SENSOR = 49;
  public static final int LINEAR_MOTOR = 50;
  public static final int PEN = 51;
  public static final int POSITION_SENSOR = 52;
  public static final int PROPELLER = 53;
  public static final int RADAR = 54;
  public static final int RANGE_FINDER = 55;
  public static final int RECEIVER = 56;
  public static final int ROTATIONAL_MOTOR = 57;
  public static final int SKIN = 58;
  public static final int SPEAKER = 59;
  public static final int TOUCH_SENSOR = 60;
  public static final int VACUUM_GRIPPER = 61;
  public static final int BALL_JOINT = 62;
  public static final int BALL_JOINT_PARAMETERS = 63;
  public static final int CHARGER = 64;
  public static final int CONTACT_PROPERTIES = 65;
  public static final int DAMPING = 66;
  public static final int FLUID = 67;
  public static final int FOCUS = 68;
  public static final int HINGE_JOINT = 69;
  public static final int HINGE_JOINT_PARAMETERS = 70;
  public static final int HINGE_2_JOINT = 71;
  public static final int IMMERSION_PROPERTIES = 72;
  public static final int JOINT_PARAMETERS = 73;
  public static final int LENS = 74;
  public static final int LENS_FLARE = 75;
  public static final int PHYSICS = 76;
  public static final int RECOGNITION = 77;
  public static final int SLIDER_JOINT = 78;
  public static final int SLOT = 79;
  public static final int SOLID = 80;
  public static final int SOLID_REFERENCE = 81;
  public static final int TRACK = 82;
  public static final int TRACK_WHEEL = 83;
  public static final int WORLD_INFO = 84;
  public static final int ZOOM = 85;
  public static final int MICROPHONE = 86;
  public static final int RADIO = 87;

  private static final java.util.HashMap<Long, Node> ALL = new java.util.HashMap<>();
  private final long reference;

  private Node(long reference) {
    this.reference = reference;
  }

  private static long referenceOf(Node node) {
    return node == null ? 0 : node.reference;
  }

  /** The points where the solid touches others. */
  public ContactPoint[] getContactPoints(Boolean includeDescendants) {
    double[] numbers = Library.nodeContactPoints(reference, includeDescendants);
    ContactPoint[] points = new ContactPoint[numbers.length / ContactPoint.NUMBERS];
    for (int i = 0; i < points.length; ++i)
      points[i] = new ContactPoint(numbers, i * ContactPoint.NUMBERS);
    return points;
  }

  /** Lets the contact points of this solid alone come with the steps. */
  public void enableContactPointsTracking(int samplingPeriod) {
    enableContactPointsTracking(samplingPeriod, false);
  }

  /** Stops that. */
  public void disableContactPointsTracking() {
    Library.nodeDisableContactPointsTracking(reference);
  }

  /** Stops that. */
  public void disableContactPointsTracking(boolean includeDescendants) {
    disableContactPointsTracking();
  }

  /** How many contact points this solid alone has. */
  public int getNumberOfContactPoints() {
    return getNumberOfContactPoints(false);
  }

  /** Moves the first axis of a joint. */
  public void setJointPosition(double position) {
    setJointPosition(position, 1);
  }

  /** The one object of a node; for the library itself. */
  public static synchronized Node findNode(long reference) {
    return reference == 0 ? null : ALL.computeIfAbsent(reference, Node::new);
  }

  /** For programs that free what they use; there is nothing to free. */
  public void delete() {}

  /** Removes a node immediately. */
  public void remove() {
    Library.nodeRemove(reference);
  }

  /** The number of a node. */
  public int getId() {
    return Library.nodeGetId(reference);
  }

  /** The type of a node. */
  public int getType() {
    return Library.nodeGetType(reference);
  }

  /** The DEF name, or an empty text. */
  public String getDef() {
    return Library.nodeGetDef(reference);
  }

  /** The name of the PROTO or the type. */
  public String getTypeName() {
    return Library.nodeGetTypeName(reference);
  }

  /** The name of the type. */
  public String getBaseTypeName() {
    return Library.nodeGetBaseTypeName(reference);
  }

  /** Whether a node is an instance of a PROTO. */
  public boolean isProto() {
    return Library.nodeIsProto(reference);
  }

  /** How many fields there are. */
  public int getNumberOfFields() {
    return Library.nodeGetNumberOfFields(reference);
  }

  /** How many there are. */
  public int getProtoNumberOfFields() {
    return Library.nodeGetProtoNumberOfFields(reference);
  }

  /** Where a node is. */
  public double[] getPosition() {
    return Library.nodeGetPosition(reference);
  }

  /** How a node is turned: the rows of a 3 by 3 matrix. */
  public double[] getOrientation() {
    return Library.nodeGetOrientation(reference);
  }

  /** Where the centre of mass is. */
  public double[] getCenterOfMass() {
    return Library.nodeGetCenterOfMass(reference);
  }

  /** One contact point; use {@code wb_supervisor_node_get_contact_points}. */
  public double[] getContactPoint(int index) {
    return Library.nodeGetContactPoint(reference, index);
  }

  /** Whether a robot is in static balance. */
  public boolean getStaticBalance() {
    return Library.nodeGetStaticBalance(reference);
  }

  /** How a solid moves (3 numbers) and turns (3 numbers). */
  public double[] getVelocity() {
    return Library.nodeGetVelocity(reference);
  }

  /** A node as text. */
  public String exportString() {
    return Library.nodeExportString(reference);
  }

  /** Lets a solid move and turn. */
  public void setVelocity(double[] velocity) {
    Library.nodeSetVelocity(reference, velocity);
  }

  /** Stops a solid and all below it. */
  public void resetPhysics() {
    Library.nodeResetPhysics(reference);
  }

  /** Restarts the controller of a robot. */
  public void restartController() {
    Library.nodeRestartController(reference);
  }

  /** Looks at a node. */
  public void moveViewpoint() {
    Library.nodeMoveViewpoint(reference);
  }

  /** Pushes a solid at its centre of mass during the next step. */
  public void addForce(double[] force, boolean relative) {
    Library.nodeAddForce(reference, force, relative);
  }

  /** Pushes a solid elsewhere during the next step. */
  public void addForceWithOffset(double[] force, double[] offset, boolean relative) {
    Library.nodeAddForceWithOffset(reference, force, offset, relative);
  }

  /** Turns a solid during the next step. */
  public void addTorque(double[] torque, boolean relative) {
    Library.nodeAddTorque(reference, torque, relative);
  }

  /** Remembers the state of a node and all below it under a name. */
  public void saveState(String stateName) {
    Library.nodeSaveState(reference, stateName);
  }

  /** Goes back to a state that was remembered. */
  public void loadState(String stateName) {
    Library.nodeLoadState(reference, stateName);
  }

  /** The node above a node. */
  public Node getParentNode() {
    return Node.findNode(Library.nodeGetParentNode(reference));
  }

  /** The node with a DEF name inside of a PROTO instance, or null. */
  public Node getFromProtoDef(String name) {
    return Node.findNode(Library.nodeGetFromProtoDef(reference, name));
  }

  /** The field with a name, or null. */
  public Field getField(String name) {
    return Field.findField(Library.nodeGetField(reference, name));
  }

  /** A field of the node inside of a PROTO instance, or null. It cannot be changed. */
  public Field getProtoField(String name) {
    return Field.findField(Library.nodeGetProtoField(reference, name));
  }

  /** The field at a place, or null. */
  public Field getFieldByIndex(int index) {
    return Field.findField(Library.nodeGetFieldByIndex(reference, index));
  }

  /** The same by its place. */
  public Field getProtoFieldByIndex(int index) {
    return Field.findField(Library.nodeGetProtoFieldByIndex(reference, index));
  }

  /** Where a node is and how it is turned, seen from another or with null from the world: the rows of a 4 by 4 matrix. */
  public double[] getPose() {
    return Library.nodeGetPose(reference, 0);
  }

  /** Where a node is and how it is turned, seen from another or with null from the world: the rows of a 4 by 4 matrix. */
  public double[] getPose(Node fromNode) {
    return Library.nodeGetPose(reference, referenceOf(fromNode));
  }

  /** Lets the pose come with the steps, so that reading it costs nothing. */
  public void enablePoseTracking(int samplingPeriod) {
    Library.nodeEnablePoseTracking(reference, samplingPeriod, 0);
  }

  /** Lets the pose come with the steps, so that reading it costs nothing. */
  public void enablePoseTracking(int samplingPeriod, Node fromNode) {
    Library.nodeEnablePoseTracking(reference, samplingPeriod, referenceOf(fromNode));
  }

  /** Stops that. */
  public void disablePoseTracking() {
    Library.nodeDisablePoseTracking(reference, 0);
  }

  /** Stops that. */
  public void disablePoseTracking(Node fromNode) {
    Library.nodeDisablePoseTracking(reference, referenceOf(fromNode));
  }

  /** Lets the contact points come with the steps. */
  public void enableContactPointsTracking(int samplingPeriod, boolean includeDescendants) {
    Library.nodeEnableContactPointsTracking(reference, samplingPeriod, includeDescendants);
  }

  /** The node of one contact point. */
  public Node getContactPointNode(int index) {
    return Node.findNode(Library.nodeGetContactPointNode(reference, index));
  }

  /** How many contact points there are. */
  public int getNumberOfContactPoints(boolean includeDescendants) {
    return Library.nodeGetNumberOfContactPoints(reference, includeDescendants);
  }

  /** Hides a node from a camera or the viewpoint, or shows it. */
  public void setVisibility(Node from, boolean visible) {
    Library.nodeSetVisibility(reference, referenceOf(from), visible);
  }

  /** Moves a joint; index 1 is its first axis. */
  public void setJointPosition(double position, int index) {
    Library.nodeSetJointPosition(reference, position, index);
  }
}
