// SPDX-License-Identifier: MIT OR Apache-2.0
package com.cyberbotics.webots.controller;

/** Measures acceleration and gravity. */
public class Accelerometer extends Device {
  /** The device with a name. */
  public Accelerometer(String name) {
    super(name);
  }

  /** The device with a tag. */
  public Accelerometer(int tag) {
    super(tag);
  }

  /** Starts measuring: the first value is there after sampling_period milliseconds. */
  public void enable(int samplingPeriod) {
    Library.accelerometerEnable(getTag(), samplingPeriod);
  }

  /** Stops measuring. */
  public void disable() {
    Library.accelerometerDisable(getTag());
  }

  /** How often it measures, in milliseconds; 0 when it does not. */
  public int getSamplingPeriod() {
    return Library.accelerometerGetSamplingPeriod(getTag());
  }

  /** The newest acceleration along x, y and z, gravity included, in metres per second squared. */
  public double[] getValues() {
    return Library.accelerometerGetValues(getTag());
  }

  /** The rows of the lookup table: input, output and noise of each. null if it is empty. */
  public double[] getLookupTable() {
    return Library.accelerometerGetLookupTable(getTag());
  }
}
