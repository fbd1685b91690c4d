// SPDX-License-Identifier: MIT OR Apache-2.0
package com.cyberbotics.webots.controller;

/** The mouse of the person in front of the simulation. */
public class Mouse {
  /** Where the mouse is. */
  public MouseState getState() {
    return new MouseState(Library.mouseState());
  }

  /** For programs that free what they use; there is nothing to free. */
  public void delete() {}

  /** Starts reporting, every sampling_period milliseconds. */
  public void enable(int samplingPeriod) {
    Library.mouseEnable(samplingPeriod);
  }

  /** Stops reporting. */
  public void disable() {
    Library.mouseDisable();
  }

  /** How often it measures, in milliseconds; 0 when it does not. */
  public int getSamplingPeriod() {
    return Library.mouseGetSamplingPeriod();
  }

  /** Reports the point in the scene under the mouse too. */
  public void enable3dPosition() {
    Library.mouseEnable3dPosition();
  }

  /** Stops reporting it. */
  public void disable3dPosition() {
    Library.mouseDisable3dPosition();
  }

  /** Whether it is reported. */
  public boolean is3dPositionEnabled() {
    return Library.mouseIs3dPositionEnabled();
  }
}
