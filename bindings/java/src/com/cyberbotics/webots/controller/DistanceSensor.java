// SPDX-License-Identifier: MIT OR Apache-2.0
package com.cyberbotics.webots.controller;

/** Measures distance along rays. */
public class DistanceSensor extends Device {
  public static final int GENERIC = 0;
  public static final int INFRA_RED = 1;
  public static final int SONAR = 2;
  public static final int LASER = 3;

  /** The device with a name. */
  public DistanceSensor(String name) {
    super(name);
  }

  /** The device with a tag. */
  public DistanceSensor(int tag) {
    super(tag);
  }

  /** Starts measuring: the first value is there after sampling_period milliseconds. */
  public void enable(int samplingPeriod) {
    Library.distanceSensorEnable(getTag(), samplingPeriod);
  }

  /** Stops measuring. */
  public void disable() {
    Library.distanceSensorDisable(getTag());
  }

  /** How often it measures, in milliseconds; 0 when it does not. */
  public int getSamplingPeriod() {
    return Library.distanceSensorGetSamplingPeriod(getTag());
  }

  /** The newest value; not a number before the first. */
  public double getValue() {
    return Library.distanceSensorGetValue(getTag());
  }

  /** The greatest value of the lookup table. */
  public double getMaxValue() {
    return Library.distanceSensorGetMaxValue(getTag());
  }

  /** The least value of the lookup table. */
  public double getMinValue() {
    return Library.distanceSensorGetMinValue(getTag());
  }

  /** The width of the beam in radians. */
  public double getAperture() {
    return Library.distanceSensorGetAperture(getTag());
  }

  /** The rows of the lookup table: input, output and noise of each. null if it is empty. */
  public double[] getLookupTable() {
    return Library.distanceSensorGetLookupTable(getTag());
  }

  /** How it measures. */
  public int getType() {
    return Library.distanceSensorGetType(getTag());
  }
}
