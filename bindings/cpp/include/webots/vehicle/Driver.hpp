// SPDX-License-Identifier: MIT OR Apache-2.0
// Drives a car: for robots of a PROTO derived from Car. Link with CppDriver and driver.

#ifndef DRIVER_HPP
#define DRIVER_HPP

#define WB_USING_CPP_API
#include <webots/Supervisor.hpp>

namespace webots {
  // Not written in the header as other classes are: <webots/vehicle/driver.h> gives short names such
  // as LEFT and SPEED to the whole program.
  class Driver : public Supervisor {
  public:
    typedef enum { INDICATOR_OFF, INDICATOR_RIGHT, INDICATOR_LEFT } IndicatorState;
    typedef enum { SPEED, TORQUE } ControlMode;
    typedef enum { DOWN, SLOW, NORMAL, FAST } WiperMode;

    static bool isInitialisationPossible();
    static Driver *getDriverInstance();

    Driver();
    virtual ~Driver();

    virtual int step();

    void setSteeringAngle(double steeringAngle);
    double getSteeringAngle();
    void setCruisingSpeed(double speed);
    double getTargetCruisingSpeed();
    double getCurrentSpeed();
    void setThrottle(double throttle);
    double getThrottle();
    void setBrakeIntensity(double intensity);
    double getBrakeIntensity();
    void setIndicator(IndicatorState state);
    IndicatorState getIndicator();
    void setHazardFlashers(bool state);
    bool getHazardFlashers();
    void setDippedBeams(bool state);
    bool getDippedBeams();
    void setAntifogLights(bool state);
    bool getAntifogLights();
    double getRpm();
    int getGear();
    void setGear(int gear);
    int getGearNumber();
    ControlMode getControlMode();
    void setWiperMode(WiperMode mode);
    WiperMode getWiperMode();

    // Old names.
    void setBrake(double brake);
    void setWipersMode(WiperMode mode);
    WiperMode getWipersMode();

  private:
    virtual int step(int duration) { return Supervisor::step(duration); }
  };
}  // namespace webots

#endif
