// SPDX-License-Identifier: MIT OR Apache-2.0
package com.cyberbotics.webots.controller;

/** Measures height. */
public class Altimeter extends Device {
  /** The device with a name. */
  public Altimeter(String name) {
    super(name);
  }

  /** The device with a tag. */
  public Altimeter(int tag) {
    super(tag);
  }

  /** Starts measuring: the first value is there after sampling_period milliseconds. */
  public void enable(int samplingPeriod) {
    Library.altimeterEnable(getTag(), samplingPeriod);
  }

  /** Stops measuring. */
  public void disable() {
    Library.altimeterDisable(getTag());
  }

  /** How often it measures, in milliseconds; 0 when it does not. */
  public int getSamplingPeriod() {
    return Library.altimeterGetSamplingPeriod(getTag());
  }

  /** The newest height in metres. */
  public double getValue() {
    return Library.altimeterGetValue(getTag());
  }
}
