// SPDX-License-Identifier: MIT OR Apache-2.0
package com.cyberbotics.webots.controller;

/** Feels contact. */
public class TouchSensor extends Device {
  public static final int BUMPER = 0;
  public static final int FORCE = 1;
  public static final int FORCE3D = 2;

  /** The device with a name. */
  public TouchSensor(String name) {
    super(name);
  }

  /** The device with a tag. */
  public TouchSensor(int tag) {
    super(tag);
  }

  /** Starts measuring: the first value is there after sampling_period milliseconds. */
  public void enable(int samplingPeriod) {
    Library.touchSensorEnable(getTag(), samplingPeriod);
  }

  /** Stops measuring. */
  public void disable() {
    Library.touchSensorDisable(getTag());
  }

  /** How often it measures, in milliseconds; 0 when it does not. */
  public int getSamplingPeriod() {
    return Library.touchSensorGetSamplingPeriod(getTag());
  }

  /** The newest value of a bumper (0 or 1) or a force sensor (newtons). */
  public double getValue() {
    return Library.touchSensorGetValue(getTag());
  }

  /** The newest force in each direction, of a force-3d sensor. */
  public double[] getValues() {
    return Library.touchSensorGetValues(getTag());
  }

  /** The rows of the lookup table: input, output and noise of each. null if it is empty. */
  public double[] getLookupTable() {
    return Library.touchSensorGetLookupTable(getTag());
  }

  /** What it feels. */
  public int getType() {
    return Library.touchSensorGetType(getTag());
  }
}
