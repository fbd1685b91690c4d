// SPDX-License-Identifier: MIT OR Apache-2.0
package com.cyberbotics.webots.controller;

/** The robot itself. */
public class Robot {
  public static final int MODE_SIMULATION = 0;
  public static final int MODE_CROSS_COMPILATION = 1;
  public static final int MODE_REMOTE_CONTROL = 2;
  public static final int EVENT_QUIT = -1;
  public static final int EVENT_NO_EVENT = 0;
  public static final int EVENT_MOUSE_CLICK = 1;
  public static final int EVENT_MOUSE_MOVE = 2;
  public static final int EVENT_KEYBOARD = 4;
  public static final int EVENT_JOYSTICK_BUTTON = 8;
  public static final int EVENT_JOYSTICK_AXIS = 16;
  public static final int EVENT_JOYSTICK_POV = 32;

  private static Robot robot;
  private static final java.util.HashMap<Integer, Device> DEVICES = new java.util.HashMap<>();
  private final Joystick joystick = new Joystick();
  private final Keyboard keyboard = new Keyboard();
  private final Mouse mouse = new Mouse();

  /** Connects to the simulator. There is one robot in a program. */
  public Robot() {
    if (robot != null) {
      System.err.println("Only one instance of the Robot class should be created");
      System.exit(-1);
    }
    robot = this;
    Library.robotInit();
  }

  /** Ends the connection to the simulator; call nothing after it. */
  public void delete() {
    if (robot == this)
      Library.robotCleanup();
    robot = null;
    DEVICES.clear();
  }

  /** The robot as URDF. */
  public String getUrdf() {
    return getUrdf("");
  }

  /** The robot as URDF; the prefix is put before all names. */
  public String getUrdf(String prefix) {
    return Library.robotGetUrdf(prefix);
  }

  /** Old name of {@link #getCustomData()}. */
  public String getData() {
    return getCustomData();
  }

  /** Old name of {@link #setCustomData(String)}. */
  public void setData(String data) {
    setCustomData(data);
  }

  /** Changes between simulation and a real robot. */
  public void setMode(int mode, String argument) {
    Library.robotSetMode(mode, argument);
  }

  /** Sends text to the robot's window. */
  public void wwiSendText(String text) {
    Library.robotWwiSendText(text);
  }

  /** Text from the robot's window, or null. */
  public String wwiReceiveText() {
    return Library.robotWwiReceiveText();
  }

  public Joystick getJoystick() {
    return joystick;
  }

  public Keyboard getKeyboard() {
    return keyboard;
  }

  public Mouse getMouse() {
    return mouse;
  }

  /** The device with a name, as an object of its own class; null if there is none. */
  public Device getDevice(String name) {
    return getDevice(Library.robotGetDevice(name));
  }

  /** The device at a place, or null. */
  public Device getDeviceByIndex(int index) {
    return getDevice(Library.robotGetDeviceByIndex(index));
  }

  /** The device with a tag, or null. Each device has one object, made when it is first asked for. */
  public static Device getDevice(int tag) {
    if (tag == 0 || robot == null)
      return null;
    return DEVICES.computeIfAbsent(tag, key -> robot.create(key));
  }

  /** The device with a name, or null. */
  public Accelerometer getAccelerometer(String name) {
    return getDevice(name) instanceof Accelerometer device ? device : null;
  }

  protected Accelerometer createAccelerometer(String name) {
    return new Accelerometer(name);
  }

  /** The device with a name, or null. */
  public Altimeter getAltimeter(String name) {
    return getDevice(name) instanceof Altimeter device ? device : null;
  }

  protected Altimeter createAltimeter(String name) {
    return new Altimeter(name);
  }

  /** The device with a name, or null. */
  public Brake getBrake(String name) {
    return getDevice(name) instanceof Brake device ? device : null;
  }

  protected Brake createBrake(String name) {
    return new Brake(name);
  }

  /** The device with a name, or null. */
  public Camera getCamera(String name) {
    return getDevice(name) instanceof Camera device ? device : null;
  }

  protected Camera createCamera(String name) {
    return new Camera(name);
  }

  /** The device with a name, or null. */
  public Compass getCompass(String name) {
    return getDevice(name) instanceof Compass device ? device : null;
  }

  protected Compass createCompass(String name) {
    return new Compass(name);
  }

  /** The device with a name, or null. */
  public Connector getConnector(String name) {
    return getDevice(name) instanceof Connector device ? device : null;
  }

  protected Connector createConnector(String name) {
    return new Connector(name);
  }

  /** The device with a name, or null. */
  public Display getDisplay(String name) {
    return getDevice(name) instanceof Display device ? device : null;
  }

  protected Display createDisplay(String name) {
    return new Display(name);
  }

  /** The device with a name, or null. */
  public DistanceSensor getDistanceSensor(String name) {
    return getDevice(name) instanceof DistanceSensor device ? device : null;
  }

  protected DistanceSensor createDistanceSensor(String name) {
    return new DistanceSensor(name);
  }

  /** The device with a name, or null. */
  public Emitter getEmitter(String name) {
    return getDevice(name) instanceof Emitter device ? device : null;
  }

  protected Emitter createEmitter(String name) {
    return new Emitter(name);
  }

  /** The device with a name, or null. */
  public GPS getGPS(String name) {
    return getDevice(name) instanceof GPS device ? device : null;
  }

  protected GPS createGPS(String name) {
    return new GPS(name);
  }

  /** The device with a name, or null. */
  public Gyro getGyro(String name) {
    return getDevice(name) instanceof Gyro device ? device : null;
  }

  protected Gyro createGyro(String name) {
    return new Gyro(name);
  }

  /** The device with a name, or null. */
  public InertialUnit getInertialUnit(String name) {
    return getDevice(name) instanceof InertialUnit device ? device : null;
  }

  protected InertialUnit createInertialUnit(String name) {
    return new InertialUnit(name);
  }

  /** The device with a name, or null. */
  public LED getLED(String name) {
    return getDevice(name) instanceof LED device ? device : null;
  }

  protected LED createLED(String name) {
    return new LED(name);
  }

  /** The device with a name, or null. */
  public Lidar getLidar(String name) {
    return getDevice(name) instanceof Lidar device ? device : null;
  }

  protected Lidar createLidar(String name) {
    return new Lidar(name);
  }

  /** The device with a name, or null. */
  public LightSensor getLightSensor(String name) {
    return getDevice(name) instanceof LightSensor device ? device : null;
  }

  protected LightSensor createLightSensor(String name) {
    return new LightSensor(name);
  }

  /** The device with a name, or null. */
  public Microphone getMicrophone(String name) {
    return getDevice(name) instanceof Microphone device ? device : null;
  }

  protected Microphone createMicrophone(String name) {
    return new Microphone(name);
  }

  /** The device with a name, or null. */
  public Motor getMotor(String name) {
    return getDevice(name) instanceof Motor device ? device : null;
  }

  protected Motor createMotor(String name) {
    return new Motor(name);
  }

  /** The device with a name, or null. */
  public Pen getPen(String name) {
    return getDevice(name) instanceof Pen device ? device : null;
  }

  protected Pen createPen(String name) {
    return new Pen(name);
  }

  /** The device with a name, or null. */
  public PositionSensor getPositionSensor(String name) {
    return getDevice(name) instanceof PositionSensor device ? device : null;
  }

  protected PositionSensor createPositionSensor(String name) {
    return new PositionSensor(name);
  }

  /** The device with a name, or null. */
  public Radar getRadar(String name) {
    return getDevice(name) instanceof Radar device ? device : null;
  }

  protected Radar createRadar(String name) {
    return new Radar(name);
  }

  /** The device with a name, or null. */
  public RangeFinder getRangeFinder(String name) {
    return getDevice(name) instanceof RangeFinder device ? device : null;
  }

  protected RangeFinder createRangeFinder(String name) {
    return new RangeFinder(name);
  }

  /** The device with a name, or null. */
  public Receiver getReceiver(String name) {
    return getDevice(name) instanceof Receiver device ? device : null;
  }

  protected Receiver createReceiver(String name) {
    return new Receiver(name);
  }

  /** The device with a name, or null. */
  public Skin getSkin(String name) {
    return getDevice(name) instanceof Skin device ? device : null;
  }

  protected Skin createSkin(String name) {
    return new Skin(name);
  }

  /** The device with a name, or null. */
  public Speaker getSpeaker(String name) {
    return getDevice(name) instanceof Speaker device ? device : null;
  }

  protected Speaker createSpeaker(String name) {
    return new Speaker(name);
  }

  /** The device with a name, or null. */
  public TouchSensor getTouchSensor(String name) {
    return getDevice(name) instanceof TouchSensor device ? device : null;
  }

  protected TouchSensor createTouchSensor(String name) {
    return new TouchSensor(name);
  }

  /** The device with a name, or null. */
  public VacuumGripper getVacuumGripper(String name) {
    return getDevice(name) instanceof VacuumGripper device ? device : null;
  }

  protected VacuumGripper createVacuumGripper(String name) {
    return new VacuumGripper(name);
  }

  private Device create(int tag) {
    String name = Library.deviceGetName(tag);
    return switch (Library.deviceGetNodeType(tag)) {
      case Node.ACCELEROMETER -> createAccelerometer(name);
      case Node.ALTIMETER -> createAltimeter(name);
      case Node.BRAKE -> createBrake(name);
      case Node.CAMERA -> createCamera(name);
      case Node.COMPASS -> createCompass(name);
      case Node.CONNECTOR -> createConnector(name);
      case Node.DISPLAY -> createDisplay(name);
      case Node.DISTANCE_SENSOR -> createDistanceSensor(name);
      case Node.EMITTER -> createEmitter(name);
      case Node.GPS -> createGPS(name);
      case Node.GYRO -> createGyro(name);
      case Node.INERTIAL_UNIT -> createInertialUnit(name);
      case Node.LED -> createLED(name);
      case Node.LIDAR -> createLidar(name);
      case Node.LIGHT_SENSOR -> createLightSensor(name);
      case Node.MICROPHONE -> createMicrophone(name);
      case Node.LINEAR_MOTOR, Node.ROTATIONAL_MOTOR -> createMotor(name);
      case Node.PEN -> createPen(name);
      case Node.POSITION_SENSOR -> createPositionSensor(name);
      case Node.RADAR -> createRadar(name);
      case Node.RANGE_FINDER -> createRangeFinder(name);
      case Node.RECEIVER -> createReceiver(name);
      case Node.SKIN -> createSkin(name);
      case Node.SPEAKER -> createSpeaker(name);
      case Node.TOUCH_SENSOR -> createTouchSensor(name);
      case Node.VACUUM_GRIPPER -> createVacuumGripper(name);
      default -> null;
    };
  }

  /** Sends all commands, runs the simulation for this many milliseconds and waits. Returns the delay, or -1 when the simulator ends the controller. */
  public int step(int duration) {
    return Library.robotStep(duration);
  }

  /** The first half of a step: sends the commands and returns immediately. */
  public int stepBegin(int duration) {
    return Library.robotStepBegin(duration);
  }

  /** The second half of a step: waits. */
  public int stepEnd() {
    return Library.robotStepEnd();
  }

  /** Waits for a person, at most timeout milliseconds. */
  public int waitForUserInputEvent(int event, int timeout) {
    return Library.robotWaitForUserInputEvent(event, timeout);
  }

  /** The robot's name. */
  public String getName() {
    return Library.robotGetName();
  }

  /** Seconds since the start of the simulation. */
  public double getTime() {
    return Library.robotGetTime();
  }

  /** The robot's model. */
  public String getModel() {
    return Library.robotGetModel();
  }

  /** The text of the field customData. */
  public String getCustomData() {
    return Library.robotGetCustomData();
  }

  /** Changes the field customData with the next step. */
  public void setCustomData(String data) {
    Library.robotSetCustomData(data);
  }

  /** Whether the robot is simulated. */
  public int getMode() {
    return Library.robotGetMode();
  }

  /** Whether the robot is a supervisor. */
  public boolean getSupervisor() {
    return Library.robotGetSupervisor();
  }

  /** Whether the simulator waits for the controller. */
  public boolean getSynchronization() {
    return Library.robotGetSynchronization();
  }

  /** The folder of the project. */
  public String getProjectPath() {
    return Library.robotGetProjectPath();
  }

  /** The file of the world. */
  public String getWorldPath() {
    return Library.robotGetWorldPath();
  }

  /** The shortest step in milliseconds. */
  public double getBasicTimeStep() {
    return Library.robotGetBasicTimeStep();
  }

  /** How many devices the robot has. */
  public int getNumberOfDevices() {
    return Library.robotGetNumberOfDevices();
  }

  /** Starts measuring the battery, every sampling_period milliseconds. */
  public void batterySensorEnable(int samplingPeriod) {
    Library.robotBatterySensorEnable(samplingPeriod);
  }

  /** Stops measuring the battery. */
  public void batterySensorDisable() {
    Library.robotBatterySensorDisable();
  }

  /** How often the battery is measured; 0 when it is not. */
  public int batterySensorGetSamplingPeriod() {
    return Library.robotBatterySensorGetSamplingPeriod();
  }

  /** The newest energy in joules; -1 for a robot without a battery. */
  public double batterySensorGetValue() {
    return Library.robotBatterySensorGetValue();
  }
}
