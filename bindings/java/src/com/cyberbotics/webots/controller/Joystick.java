// SPDX-License-Identifier: MIT OR Apache-2.0
package com.cyberbotics.webots.controller;

/** The joystick of the person in front of the simulation. */
public class Joystick {
  /** For programs that free what they use; there is nothing to free. */
  public void delete() {}

  /** Starts reporting, every sampling_period milliseconds. */
  public void enable(int samplingPeriod) {
    Library.joystickEnable(samplingPeriod);
  }

  /** Stops reporting. */
  public void disable() {
    Library.joystickDisable();
  }

  /** How often it measures, in milliseconds; 0 when it does not. */
  public int getSamplingPeriod() {
    return Library.joystickGetSamplingPeriod();
  }

  /** Whether there is a joystick. */
  public boolean isConnected() {
    return Library.joystickIsConnected();
  }

  /** What it is called. */
  public String getModel() {
    return Library.joystickGetModel();
  }

  /** How many axes it has. */
  public int getNumberOfAxes() {
    return Library.joystickGetNumberOfAxes();
  }

  /** Where an axis is. */
  public int getAxisValue(int axis) {
    return Library.joystickGetAxisValue(axis);
  }

  /** How many hats it has. */
  public int getNumberOfPovs() {
    return Library.joystickGetNumberOfPovs();
  }

  /** Where a hat points to. */
  public int getPovValue(int pov) {
    return Library.joystickGetPovValue(pov);
  }

  /** The next button that is down in this step, or -1. */
  public int getPressedButton() {
    return Library.joystickGetPressedButton();
  }

  /** Pushes back. */
  public void setConstantForce(int level) {
    Library.joystickSetConstantForce(level);
  }

  /** For how many seconds it pushes back. */
  public void setConstantForceDuration(double duration) {
    Library.joystickSetConstantForceDuration(duration);
  }

  /** How strongly it returns to the middle. */
  public void setAutoCenteringGain(double gain) {
    Library.joystickSetAutoCenteringGain(gain);
  }

  /** How strongly it resists. */
  public void setResistanceGain(double gain) {
    Library.joystickSetResistanceGain(gain);
  }

  /** Which axis pushes back. */
  public void setForceAxis(int axis) {
    Library.joystickSetForceAxis(axis);
  }
}
