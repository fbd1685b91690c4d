// SPDX-License-Identifier: MIT OR Apache-2.0
package com.cyberbotics.webots.controller;

/** Measures orientation. */
public class InertialUnit extends Device {
  /** The device with a name. */
  public InertialUnit(String name) {
    super(name);
  }

  /** The device with a tag. */
  public InertialUnit(int tag) {
    super(tag);
  }

  /** Starts measuring: the first value is there after sampling_period milliseconds. */
  public void enable(int samplingPeriod) {
    Library.inertialUnitEnable(getTag(), samplingPeriod);
  }

  /** Stops measuring. */
  public void disable() {
    Library.inertialUnitDisable(getTag());
  }

  /** How often it measures, in milliseconds; 0 when it does not. */
  public int getSamplingPeriod() {
    return Library.inertialUnitGetSamplingPeriod(getTag());
  }

  /** The newest orientation as roll, pitch and yaw in radians. */
  public double[] getRollPitchYaw() {
    return Library.inertialUnitGetRollPitchYaw(getTag());
  }

  /** The newest orientation as x, y, z, w. */
  public double[] getQuaternion() {
    return Library.inertialUnitGetQuaternion(getTag());
  }

  /** The standard deviation of the noise. */
  public double getNoise() {
    return Library.inertialUnitGetNoise(getTag());
  }
}
