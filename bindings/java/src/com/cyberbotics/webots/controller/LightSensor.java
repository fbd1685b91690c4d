// SPDX-License-Identifier: MIT OR Apache-2.0
package com.cyberbotics.webots.controller;

/** Measures light. */
public class LightSensor extends Device {
  /** The device with a name. */
  public LightSensor(String name) {
    super(name);
  }

  /** The device with a tag. */
  public LightSensor(int tag) {
    super(tag);
  }

  /** Starts measuring: the first value is there after sampling_period milliseconds. */
  public void enable(int samplingPeriod) {
    Library.lightSensorEnable(getTag(), samplingPeriod);
  }

  /** Stops measuring. */
  public void disable() {
    Library.lightSensorDisable(getTag());
  }

  /** How often it measures, in milliseconds; 0 when it does not. */
  public int getSamplingPeriod() {
    return Library.lightSensorGetSamplingPeriod(getTag());
  }

  /** The newest reading through the lookup table; not a number before the first. */
  public double getValue() {
    return Library.lightSensorGetValue(getTag());
  }

  /** The rows of the lookup table: input, output and noise of each. null if it is empty. */
  public double[] getLookupTable() {
    return Library.lightSensorGetLookupTable(getTag());
  }
}
