// SPDX-License-Identifier: MIT OR Apache-2.0
package com.cyberbotics.webots.controller;

/** Measures a joint. */
public class PositionSensor extends Device {
  public static final int ROTATIONAL = 0;
  public static final int LINEAR = 1;
  public static final int ANGULAR = 0;

  /** The device with a name. */
  public PositionSensor(String name) {
    super(name);
  }

  /** The device with a tag. */
  public PositionSensor(int tag) {
    super(tag);
  }

  /** Starts measuring: the first value is there after sampling_period milliseconds. */
  public void enable(int samplingPeriod) {
    Library.positionSensorEnable(getTag(), samplingPeriod);
  }

  /** Stops measuring. */
  public void disable() {
    Library.positionSensorDisable(getTag());
  }

  /** How often it measures, in milliseconds; 0 when it does not. */
  public int getSamplingPeriod() {
    return Library.positionSensorGetSamplingPeriod(getTag());
  }

  /** The newest position in radians or metres. */
  public double getValue() {
    return Library.positionSensorGetValue(getTag());
  }

  /** The kind of joint. */
  public int getType() {
    return Library.positionSensorGetType(getTag());
  }

  /** The brake of the same joint, or 0. */
  public int getBrakeTag() {
    return Library.positionSensorGetBrake(getTag());
  }

  /** The motor of the same joint, or 0. */
  public int getMotorTag() {
    return Library.positionSensorGetMotor(getTag());
  }

  /** The brake of the same joint, or null. */
  public Brake getBrake() {
    return Robot.getDevice(getBrakeTag()) instanceof Brake device ? device : null;
  }

  /** The motor of the same joint, or null. */
  public Motor getMotor() {
    return Robot.getDevice(getMotorTag()) instanceof Motor device ? device : null;
  }
}
