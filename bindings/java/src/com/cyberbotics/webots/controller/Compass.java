// SPDX-License-Identifier: MIT OR Apache-2.0
package com.cyberbotics.webots.controller;

/** Points north. */
public class Compass extends Device {
  /** The device with a name. */
  public Compass(String name) {
    super(name);
  }

  /** The device with a tag. */
  public Compass(int tag) {
    super(tag);
  }

  /** Starts measuring: the first value is there after sampling_period milliseconds. */
  public void enable(int samplingPeriod) {
    Library.compassEnable(getTag(), samplingPeriod);
  }

  /** Stops measuring. */
  public void disable() {
    Library.compassDisable(getTag());
  }

  /** How often it measures, in milliseconds; 0 when it does not. */
  public int getSamplingPeriod() {
    return Library.compassGetSamplingPeriod(getTag());
  }

  /** The newest direction of north, seen from the device. */
  public double[] getValues() {
    return Library.compassGetValues(getTag());
  }

  /** The rows of the lookup table: input, output and noise of each. null if it is empty. */
  public double[] getLookupTable() {
    return Library.compassGetLookupTable(getTag());
  }
}
