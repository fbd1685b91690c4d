// SPDX-License-Identifier: MIT OR Apache-2.0
package com.cyberbotics.webots.controller;

/** Brakes a joint. */
public class Brake extends Device {
  public static final int ROTATIONAL = 0;
  public static final int LINEAR = 1;
  public static final int ANGULAR = 0;

  /** The device with a name. */
  public Brake(String name) {
    super(name);
  }

  /** The device with a tag. */
  public Brake(int tag) {
    super(tag);
  }

  /** The kind of joint. */
  public int getType() {
    return Library.brakeGetType(getTag());
  }

  /** Brakes with this damping constant; 0 lets go. */
  public void setDampingConstant(double dampingConstant) {
    Library.brakeSetDampingConstant(getTag(), dampingConstant);
  }

  /** The motor of the same joint, or 0. */
  public int getMotorTag() {
    return Library.brakeGetMotor(getTag());
  }

  /** The position sensor of the same joint, or 0. */
  public int getPositionSensorTag() {
    return Library.brakeGetPositionSensor(getTag());
  }

  /** The motor of the same joint, or null. */
  public Motor getMotor() {
    return Robot.getDevice(getMotorTag()) instanceof Motor device ? device : null;
  }

  /** The position sensor of the same joint, or null. */
  public PositionSensor getPositionSensor() {
    return Robot.getDevice(getPositionSensorTag()) instanceof PositionSensor device ? device : null;
  }
}
