// SPDX-License-Identifier: MIT OR Apache-2.0
// The robot itself.

#ifndef ROBOT_HPP
#define ROBOT_HPP

#include <cstdlib>
#include <iostream>
#include <string>
#include <vector>

#include <webots/Accelerometer.hpp>
#include <webots/Altimeter.hpp>
#include <webots/Brake.hpp>
#include <webots/Camera.hpp>
#include <webots/Compass.hpp>
#include <webots/Connector.hpp>
#include <webots/Display.hpp>
#include <webots/DistanceSensor.hpp>
#include <webots/Emitter.hpp>
#include <webots/GPS.hpp>
#include <webots/Gyro.hpp>
#include <webots/InertialUnit.hpp>
#include <webots/LED.hpp>
#include <webots/Lidar.hpp>
#include <webots/LightSensor.hpp>
#include <webots/Microphone.hpp>
#include <webots/Motor.hpp>
#include <webots/Pen.hpp>
#include <webots/PositionSensor.hpp>
#include <webots/Radar.hpp>
#include <webots/RangeFinder.hpp>
#include <webots/Receiver.hpp>
#include <webots/Skin.hpp>
#include <webots/Speaker.hpp>
#include <webots/TouchSensor.hpp>
#include <webots/VacuumGripper.hpp>
#include <webots/Joystick.hpp>
#include <webots/Keyboard.hpp>
#include <webots/Mouse.hpp>

#include <webots/plugins/robot_window/robot_window.h>
#include <webots/plugins/robot_window/robot_wwi.h>
#include <webots/robot.h>

namespace webots {
  class Robot {
  public:
    typedef enum { MODE_SIMULATION = 0, MODE_CROSS_COMPILATION, MODE_REMOTE_CONTROL } Mode;
    typedef enum {
      EVENT_QUIT = -1,
      EVENT_NO_EVENT = 0,
      EVENT_MOUSE_CLICK = 1,
      EVENT_MOUSE_MOVE = 2,
      EVENT_KEYBOARD = 4,
      EVENT_JOYSTICK_BUTTON = 8,
      EVENT_JOYSTICK_AXIS = 16,
      EVENT_JOYSTICK_POV = 32
    } UserInputEvent;

    // Connects to the simulator. There is one robot in a process.
    Robot() {
      if (instance()) {
        std::cerr << "Only one instance of the Robot class should be created" << std::endl;
        std::exit(-1);
      }
      instance() = this;
      wb_robot_init();
      devices().resize(static_cast<size_t>(wb_robot_get_number_of_devices()) + 1, 0);
    }

    virtual ~Robot() {
      for (size_t i = 0; i < devices().size(); ++i)
        delete devices()[i];
      devices().clear();
      wb_robot_cleanup();
      instance() = 0;
    }

    virtual int step(int duration) { return wb_robot_step(duration); }
    int stepBegin(int duration) { return wb_robot_step_begin(duration); }
    int stepEnd() { return wb_robot_step_end(); }
    UserInputEvent waitForUserInputEvent(UserInputEvent event, int timeout) {
      return static_cast<UserInputEvent>(wb_robot_wait_for_user_input_event(static_cast<WbUserInputEvent>(event), timeout));
    }

    std::string getName() const { return text(wb_robot_get_name()); }
    std::string getUrdf(std::string prefix = "") const { return text(wb_robot_get_urdf(prefix.c_str())); }
    double getTime() const { return wb_robot_get_time(); }
    std::string getModel() const { return text(wb_robot_get_model()); }
    std::string getCustomData() const { return text(wb_robot_get_custom_data()); }
    void setCustomData(const std::string &data) { wb_robot_set_custom_data(data.c_str()); }
    std::string getData() const { return getCustomData(); }
    void setData(const std::string &data) { setCustomData(data); }
    Mode getMode() const { return static_cast<Mode>(wb_robot_get_mode()); }
    void setMode(Mode mode, const char *argument) { wb_robot_set_mode(static_cast<WbRobotMode>(mode), argument); }
    bool getSupervisor() const { return wb_robot_get_supervisor() != 0; }
    bool getSynchronization() const { return wb_robot_get_synchronization() != 0; }
    std::string getProjectPath() const { return text(wb_robot_get_project_path()); }
    std::string getWorldPath() const { return text(wb_robot_get_world_path()); }
    double getBasicTimeStep() const { return wb_robot_get_basic_time_step(); }
    int getNumberOfDevices() const { return wb_robot_get_number_of_devices(); }

    virtual void batterySensorEnable(int samplingPeriod) { wb_robot_battery_sensor_enable(samplingPeriod); }
    virtual void batterySensorDisable() { wb_robot_battery_sensor_disable(); }
    int batterySensorGetSamplingPeriod() const { return wb_robot_battery_sensor_get_sampling_period(); }
    double batterySensorGetValue() const { return wb_robot_battery_sensor_get_value(); }

    // The device with a name, as an object of its own class; 0 if there is none.
    Device *getDevice(const std::string &name) { return fromTag(wb_robot_get_device(name.c_str())); }
    Device *getDeviceByIndex(int index) { return fromTag(wb_robot_get_device_by_index(index)); }
    Accelerometer *getAccelerometer(const std::string &name) { return dynamic_cast<Accelerometer *>(getDevice(name)); }
    Altimeter *getAltimeter(const std::string &name) { return dynamic_cast<Altimeter *>(getDevice(name)); }
    Brake *getBrake(const std::string &name) { return dynamic_cast<Brake *>(getDevice(name)); }
    Camera *getCamera(const std::string &name) { return dynamic_cast<Camera *>(getDevice(name)); }
    Compass *getCompass(const std::string &name) { return dynamic_cast<Compass *>(getDevice(name)); }
    Connector *getConnector(const std::string &name) { return dynamic_cast<Connector *>(getDevice(name)); }
    Display *getDisplay(const std::string &name) { return dynamic_cast<Display *>(getDevice(name)); }
    DistanceSensor *getDistanceSensor(const std::string &name) { return dynamic_cast<DistanceSensor *>(getDevice(name)); }
    Emitter *getEmitter(const std::string &name) { return dynamic_cast<Emitter *>(getDevice(name)); }
    GPS *getGPS(const std::string &name) { return dynamic_cast<GPS *>(getDevice(name)); }
    Gyro *getGyro(const std::string &name) { return dynamic_cast<Gyro *>(getDevice(name)); }
    InertialUnit *getInertialUnit(const std::string &name) { return dynamic_cast<InertialUnit *>(getDevice(name)); }
    LED *getLED(const std::string &name) { return dynamic_cast<LED *>(getDevice(name)); }
    Lidar *getLidar(const std::string &name) { return dynamic_cast<Lidar *>(getDevice(name)); }
    LightSensor *getLightSensor(const std::string &name) { return dynamic_cast<LightSensor *>(getDevice(name)); }
    Microphone *getMicrophone(const std::string &name) { return dynamic_cast<Microphone *>(getDevice(name)); }
    Motor *getMotor(const std::string &name) { return dynamic_cast<Motor *>(getDevice(name)); }
    Pen *getPen(const std::string &name) { return dynamic_cast<Pen *>(getDevice(name)); }
    PositionSensor *getPositionSensor(const std::string &name) { return dynamic_cast<PositionSensor *>(getDevice(name)); }
    Radar *getRadar(const std::string &name) { return dynamic_cast<Radar *>(getDevice(name)); }
    RangeFinder *getRangeFinder(const std::string &name) { return dynamic_cast<RangeFinder *>(getDevice(name)); }
    Receiver *getReceiver(const std::string &name) { return dynamic_cast<Receiver *>(getDevice(name)); }
    Skin *getSkin(const std::string &name) { return dynamic_cast<Skin *>(getDevice(name)); }
    Speaker *getSpeaker(const std::string &name) { return dynamic_cast<Speaker *>(getDevice(name)); }
    TouchSensor *getTouchSensor(const std::string &name) { return dynamic_cast<TouchSensor *>(getDevice(name)); }
    VacuumGripper *getVacuumGripper(const std::string &name) { return dynamic_cast<VacuumGripper *>(getDevice(name)); }
    Joystick *getJoystick() { return &mJoystick; }
    Keyboard *getKeyboard() { return &mKeyboard; }
    Mouse *getMouse() { return &mMouse; }

    void *windowCustomFunction(void *argument) { return wb_robot_window_custom_function(argument); }
    void wwiSend(const char *data, int size) { wb_robot_wwi_send(data, size); }
    void wwiSendText(const std::string &message) {
      wb_robot_wwi_send(message.c_str(), static_cast<int>(message.length()) + 1);
    }
    const char *wwiReceive(int *size) { return wb_robot_wwi_receive(size); }
    std::string wwiReceiveText() { return text(wb_robot_wwi_receive_text()); }

    static Device *getDeviceFromTag(int tag) {
      return instance() ? instance()->fromTag(static_cast<WbDeviceTag>(tag)) : 0;
    }
    static int getDeviceTypeFromTag(int tag) { return wb_device_get_node_type(static_cast<WbDeviceTag>(tag)); }
    static std::string getDeviceNameFromTag(int tag) { return text(wb_device_get_name(static_cast<WbDeviceTag>(tag))); }
    static int getDeviceTagFromIndex(int index) { return wb_robot_get_device_by_index(index); }
    static int getDeviceTagFromName(const std::string &name) { return wb_robot_get_device(name.c_str()); }

  protected:
    static Robot *&instance() {
      static Robot *robot = 0;
      return robot;
    }

    virtual Accelerometer *createAccelerometer(const std::string &name) const { return new Accelerometer(name); }
    virtual Altimeter *createAltimeter(const std::string &name) const { return new Altimeter(name); }
    virtual Brake *createBrake(const std::string &name) const { return new Brake(name); }
    virtual Camera *createCamera(const std::string &name) const { return new Camera(name); }
    virtual Compass *createCompass(const std::string &name) const { return new Compass(name); }
    virtual Connector *createConnector(const std::string &name) const { return new Connector(name); }
    virtual Display *createDisplay(const std::string &name) const { return new Display(name); }
    virtual DistanceSensor *createDistanceSensor(const std::string &name) const { return new DistanceSensor(name); }
    virtual Emitter *createEmitter(const std::string &name) const { return new Emitter(name); }
    virtual GPS *createGPS(const std::string &name) const { return new GPS(name); }
    virtual Gyro *createGyro(const std::string &name) const { return new Gyro(name); }
    virtual InertialUnit *createInertialUnit(const std::string &name) const { return new InertialUnit(name); }
    virtual LED *createLED(const std::string &name) const { return new LED(name); }
    virtual Lidar *createLidar(const std::string &name) const { return new Lidar(name); }
    virtual LightSensor *createLightSensor(const std::string &name) const { return new LightSensor(name); }
    virtual Microphone *createMicrophone(const std::string &name) const { return new Microphone(name); }
    virtual Motor *createMotor(const std::string &name) const { return new Motor(name); }
    virtual Pen *createPen(const std::string &name) const { return new Pen(name); }
    virtual PositionSensor *createPositionSensor(const std::string &name) const { return new PositionSensor(name); }
    virtual Radar *createRadar(const std::string &name) const { return new Radar(name); }
    virtual RangeFinder *createRangeFinder(const std::string &name) const { return new RangeFinder(name); }
    virtual Receiver *createReceiver(const std::string &name) const { return new Receiver(name); }
    virtual Skin *createSkin(const std::string &name) const { return new Skin(name); }
    virtual Speaker *createSpeaker(const std::string &name) const { return new Speaker(name); }
    virtual TouchSensor *createTouchSensor(const std::string &name) const { return new TouchSensor(name); }
    virtual VacuumGripper *createVacuumGripper(const std::string &name) const { return new VacuumGripper(name); }

  private:
    // Each device has one object, made when it is first asked for.
    Device *fromTag(WbDeviceTag tag) {
      if (tag == 0)
        return 0;
      if (tag >= devices().size())
        devices().resize(tag + 1, 0);
      if (!devices()[tag])
        devices()[tag] = create(tag);
      return devices()[tag];
    }

    Device *create(WbDeviceTag tag) const {
      const std::string name = text(wb_device_get_name(tag));
      switch (wb_device_get_node_type(tag)) {
        case WB_NODE_ACCELEROMETER:
          return createAccelerometer(name);
        case WB_NODE_ALTIMETER:
          return createAltimeter(name);
        case WB_NODE_BRAKE:
          return createBrake(name);
        case WB_NODE_CAMERA:
          return createCamera(name);
        case WB_NODE_COMPASS:
          return createCompass(name);
        case WB_NODE_CONNECTOR:
          return createConnector(name);
        case WB_NODE_DISPLAY:
          return createDisplay(name);
        case WB_NODE_DISTANCE_SENSOR:
          return createDistanceSensor(name);
        case WB_NODE_EMITTER:
          return createEmitter(name);
        case WB_NODE_GPS:
          return createGPS(name);
        case WB_NODE_GYRO:
          return createGyro(name);
        case WB_NODE_INERTIAL_UNIT:
          return createInertialUnit(name);
        case WB_NODE_LED:
          return createLED(name);
        case WB_NODE_LIDAR:
          return createLidar(name);
        case WB_NODE_LIGHT_SENSOR:
          return createLightSensor(name);
        case WB_NODE_MICROPHONE:
          return createMicrophone(name);
        case WB_NODE_LINEAR_MOTOR:
        case WB_NODE_ROTATIONAL_MOTOR:
          return createMotor(name);
        case WB_NODE_PEN:
          return createPen(name);
        case WB_NODE_POSITION_SENSOR:
          return createPositionSensor(name);
        case WB_NODE_RADAR:
          return createRadar(name);
        case WB_NODE_RANGE_FINDER:
          return createRangeFinder(name);
        case WB_NODE_RECEIVER:
          return createReceiver(name);
        case WB_NODE_SKIN:
          return createSkin(name);
        case WB_NODE_SPEAKER:
          return createSpeaker(name);
        case WB_NODE_TOUCH_SENSOR:
          return createTouchSensor(name);
        case WB_NODE_VACUUM_GRIPPER:
          return createVacuumGripper(name);
        default:
          return 0;
      }
    }

    static std::vector<Device *> &devices() {
      static std::vector<Device *> list;
      return list;
    }

    Joystick mJoystick;
    Keyboard mKeyboard;
    Mouse mMouse;
  };

  inline Brake *Motor::getBrake() {
    return dynamic_cast<Brake *>(Robot::getDeviceFromTag(getBrakeTag()));
  }
  inline PositionSensor *Motor::getPositionSensor() {
    return dynamic_cast<PositionSensor *>(Robot::getDeviceFromTag(getPositionSensorTag()));
  }
  inline Motor *Brake::getMotor() {
    return dynamic_cast<Motor *>(Robot::getDeviceFromTag(getMotorTag()));
  }
  inline PositionSensor *Brake::getPositionSensor() {
    return dynamic_cast<PositionSensor *>(Robot::getDeviceFromTag(getPositionSensorTag()));
  }
  inline Brake *PositionSensor::getBrake() {
    return dynamic_cast<Brake *>(Robot::getDeviceFromTag(getBrakeTag()));
  }
  inline Motor *PositionSensor::getMotor() {
    return dynamic_cast<Motor *>(Robot::getDeviceFromTag(getMotorTag()));
  }
}  // namespace webots

#endif
