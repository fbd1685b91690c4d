// SPDX-License-Identifier: MIT OR Apache-2.0
package com.cyberbotics.webots.controller;

/** The keyboard of the person in front of the simulation. */
public class Keyboard {
  public static final int END = 312;
  public static final int HOME = 313;
  public static final int LEFT = 314;
  public static final int UP = 315;
  public static final int RIGHT = 316;
  public static final int DOWN = 317;
  public static final int PAGEUP = 366;
  public static final int PAGEDOWN = 367;
  public static final int NUMPAD_HOME = 375;
  public static final int NUMPAD_LEFT = 376;
  public static final int NUMPAD_UP = 377;
  public static final int NUMPAD_RIGHT = 378;
  public static final int NUMPAD_DOWN = 379;
  public static final int NUMPAD_END = 382;
  public static final int KEY = 65535;
  public static final int SHIFT = 65536;
  public static final int CONTROL = 131072;
  public static final int ALT = 262144;

  /** For programs that free what they use; there is nothing to free. */
  public void delete() {}

  /** Starts reporting, every sampling_period milliseconds. */
  public void enable(int samplingPeriod) {
    Library.keyboardEnable(samplingPeriod);
  }

  /** Stops reporting. */
  public void disable() {
    Library.keyboardDisable();
  }

  /** How often it measures, in milliseconds; 0 when it does not. */
  public int getSamplingPeriod() {
    return Library.keyboardGetSamplingPeriod();
  }

  /** The next key that is down in this step, or -1. */
  public int getKey() {
    return Library.keyboardGetKey();
  }
}
