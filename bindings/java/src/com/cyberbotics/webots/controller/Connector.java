// SPDX-License-Identifier: MIT OR Apache-2.0
package com.cyberbotics.webots.controller;

/** Docks to another connector. */
public class Connector extends Device {
  /** The device with a name. */
  public Connector(String name) {
    super(name);
  }

  /** The device with a tag. */
  public Connector(int tag) {
    super(tag);
  }

  /** Starts looking for something to hold, every sampling_period milliseconds. */
  public void enablePresence(int samplingPeriod) {
    Library.connectorEnablePresence(getTag(), samplingPeriod);
  }

  /** Stops looking. */
  public void disablePresence() {
    Library.connectorDisablePresence(getTag());
  }

  /** How often it looks, in milliseconds; 0 when it does not. */
  public int getPresenceSamplingPeriod() {
    return Library.connectorGetPresenceSamplingPeriod(getTag());
  }

  /** 1 if another connector is there, 0 if not, -1 if it cannot know. */
  public int getPresence() {
    return Library.connectorGetPresence(getTag());
  }

  /** Whether it is locked, even if it holds nothing. */
  public boolean isLocked() {
    return Library.connectorIsLocked(getTag());
  }

  /** Holds on to a connector that is there, now or later. */
  public void lock() {
    Library.connectorLock(getTag());
  }

  /** Lets go. */
  public void unlock() {
    Library.connectorUnlock(getTag());
  }
}
