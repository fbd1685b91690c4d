// SPDX-License-Identifier: MIT OR Apache-2.0
package com.cyberbotics.webots.controller;

/** Measures angular velocity. */
public class Gyro extends Device {
  /** The device with a name. */
  public Gyro(String name) {
    super(name);
  }

  /** The device with a tag. */
  public Gyro(int tag) {
    super(tag);
  }

  /** Starts measuring: the first value is there after sampling_period milliseconds. */
  public void enable(int samplingPeriod) {
    Library.gyroEnable(getTag(), samplingPeriod);
  }

  /** Stops measuring. */
  public void disable() {
    Library.gyroDisable(getTag());
  }

  /** How often it measures, in milliseconds; 0 when it does not. */
  public int getSamplingPeriod() {
    return Library.gyroGetSamplingPeriod(getTag());
  }

  /** The newest angular velocity about x, y and z, in radians per second. */
  public double[] getValues() {
    return Library.gyroGetValues(getTag());
  }

  /** The rows of the lookup table: input, output and noise of each. null if it is empty. */
  public double[] getLookupTable() {
    return Library.gyroGetLookupTable(getTag());
  }
}
