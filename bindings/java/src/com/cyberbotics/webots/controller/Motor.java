// SPDX-License-Identifier: MIT OR Apache-2.0
package com.cyberbotics.webots.controller;

/** Drives a joint. */
public class Motor extends Device {
  public static final int ROTATIONAL = 0;
  public static final int LINEAR = 1;
  public static final int ANGULAR = 0;

  /** The device with a name. */
  public Motor(String name) {
    super(name);
  }

  /** The device with a tag. */
  public Motor(int tag) {
    super(tag);
  }

  /** Goes to a position in radians or metres. INFINITY lets the motor follow its velocity. */
  public void setPosition(double position) {
    Library.motorSetPosition(getTag(), position);
  }

  /** How fast to go. Negative only while the position is INFINITY. */
  public void setVelocity(double velocity) {
    Library.motorSetVelocity(getTag(), velocity);
  }

  /** How fast the velocity may change; -1 for immediately. */
  public void setAcceleration(double acceleration) {
    Library.motorSetAcceleration(getTag(), acceleration);
  }

  /** How strong the motor may be while it goes to a position. */
  public void setAvailableForce(double availableForce) {
    Library.motorSetAvailableForce(getTag(), availableForce);
  }

  /** How strong the motor may be while it goes to a position. */
  public void setAvailableTorque(double availableTorque) {
    Library.motorSetAvailableTorque(getTag(), availableTorque);
  }

  /** The gains of the position control. */
  public void setControlPID(double p, double i, double d) {
    Library.motorSetControlPid(getTag(), p, i, d);
  }

  /** Starts measuring what the motor exerts, every sampling_period milliseconds. */
  public void enableForceFeedback(int samplingPeriod) {
    Library.motorEnableForceFeedback(getTag(), samplingPeriod);
  }

  /** Stops measuring what the motor exerts. */
  public void disableForceFeedback() {
    Library.motorDisableForceFeedback(getTag());
  }

  /** Starts measuring what the motor exerts, every sampling_period milliseconds. */
  public void enableTorqueFeedback(int samplingPeriod) {
    Library.motorEnableTorqueFeedback(getTag(), samplingPeriod);
  }

  /** Stops measuring what the motor exerts. */
  public void disableTorqueFeedback() {
    Library.motorDisableTorqueFeedback(getTag());
  }

  /** Applies a force, without position control. */
  public void setForce(double force) {
    Library.motorSetForce(getTag(), force);
  }

  /** Applies a torque, without position control. */
  public void setTorque(double torque) {
    Library.motorSetTorque(getTag(), torque);
  }

  /** Where the motor goes. */
  public double getTargetPosition() {
    return Library.motorGetTargetPosition(getTag());
  }

  /** The least position; equal to the greatest if there are no limits. */
  public double getMinPosition() {
    return Library.motorGetMinPosition(getTag());
  }

  /** The greatest position. */
  public double getMaxPosition() {
    return Library.motorGetMaxPosition(getTag());
  }

  /** How fast the motor goes. */
  public double getVelocity() {
    return Library.motorGetVelocity(getTag());
  }

  /** How fast it can go. */
  public double getMaxVelocity() {
    return Library.motorGetMaxVelocity(getTag());
  }

  /** How fast the velocity may change; -1 for immediately. */
  public double getAcceleration() {
    return Library.motorGetAcceleration(getTag());
  }

  /** How strong the motor may be. */
  public double getAvailableForce() {
    return Library.motorGetAvailableForce(getTag());
  }

  /** How strong the motor can be. */
  public double getMaxForce() {
    return Library.motorGetMaxForce(getTag());
  }

  /** How strong the motor may be. */
  public double getAvailableTorque() {
    return Library.motorGetAvailableTorque(getTag());
  }

  /** How strong the motor can be. */
  public double getMaxTorque() {
    return Library.motorGetMaxTorque(getTag());
  }

  /** By what the commands of coupled motors are multiplied. */
  public double getMultiplier() {
    return Library.motorGetMultiplier(getTag());
  }

  /** The newest measured force in newtons. */
  public double getForceFeedback() {
    return Library.motorGetForceFeedback(getTag());
  }

  /** The newest measured torque in newton metres. */
  public double getTorqueFeedback() {
    return Library.motorGetTorqueFeedback(getTag());
  }

  /** How often that is measured, in milliseconds; 0 when it is not. */
  public int getForceFeedbackSamplingPeriod() {
    return Library.motorGetForceFeedbackSamplingPeriod(getTag());
  }

  /** How often that is measured, in milliseconds; 0 when it is not. */
  public int getTorqueFeedbackSamplingPeriod() {
    return Library.motorGetTorqueFeedbackSamplingPeriod(getTag());
  }

  /** The kind of joint. */
  public int getType() {
    return Library.motorGetType(getTag());
  }

  /** The brake of the same joint, or 0. */
  public int getBrakeTag() {
    return Library.motorGetBrake(getTag());
  }

  /** The position sensor of the same joint, or 0. */
  public int getPositionSensorTag() {
    return Library.motorGetPositionSensor(getTag());
  }

  /** The brake of the same joint, or null. */
  public Brake getBrake() {
    return Robot.getDevice(getBrakeTag()) instanceof Brake device ? device : null;
  }

  /** The position sensor of the same joint, or null. */
  public PositionSensor getPositionSensor() {
    return Robot.getDevice(getPositionSensorTag()) instanceof PositionSensor device ? device : null;
  }
}
