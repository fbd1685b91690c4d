// SPDX-License-Identifier: MIT OR Apache-2.0
package com.cyberbotics.webots.controller;

/** Holds objects. */
public class VacuumGripper extends Device {
  /** The device with a name. */
  public VacuumGripper(String name) {
    super(name);
  }

  /** The device with a tag. */
  public VacuumGripper(int tag) {
    super(tag);
  }

  /** Starts looking for something to hold, every sampling_period milliseconds. */
  public void enablePresence(int samplingPeriod) {
    Library.vacuumGripperEnablePresence(getTag(), samplingPeriod);
  }

  /** Stops looking. */
  public void disablePresence() {
    Library.vacuumGripperDisablePresence(getTag());
  }

  /** How often it looks, in milliseconds; 0 when it does not. */
  public int getPresenceSamplingPeriod() {
    return Library.vacuumGripperGetPresenceSamplingPeriod(getTag());
  }

  /** Whether it holds something. */
  public boolean getPresence() {
    return Library.vacuumGripperGetPresence(getTag());
  }

  /** Whether it is on. */
  public boolean isOn() {
    return Library.vacuumGripperIsOn(getTag());
  }

  /** Holds what it touches, now or later. */
  public void turnOn() {
    Library.vacuumGripperTurnOn(getTag());
  }

  /** Lets go. */
  public void turnOff() {
    Library.vacuumGripperTurnOff(getTag());
  }
}
