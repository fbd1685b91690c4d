// SPDX-License-Identifier: MIT OR Apache-2.0
package com.cyberbotics.webots.controller;

/** Measures position. */
public class GPS extends Device {
  public static final int LOCAL = 0;
  public static final int WGS84 = 1;

  /** The device with a name. */
  public GPS(String name) {
    super(name);
  }

  /** The device with a tag. */
  public GPS(int tag) {
    super(tag);
  }

  /** Starts measuring: the first value is there after sampling_period milliseconds. */
  public void enable(int samplingPeriod) {
    Library.gpsEnable(getTag(), samplingPeriod);
  }

  /** Stops measuring. */
  public void disable() {
    Library.gpsDisable(getTag());
  }

  /** How often it measures, in milliseconds; 0 when it does not. */
  public int getSamplingPeriod() {
    return Library.gpsGetSamplingPeriod(getTag());
  }

  /** The newest speed in metres per second. */
  public double getSpeed() {
    return Library.gpsGetSpeed(getTag());
  }

  /** The newest velocity in metres per second. */
  public double[] getSpeedVector() {
    return Library.gpsGetSpeedVector(getTag());
  }

  /** The newest position: x, y, z in metres, or latitude, longitude and altitude. */
  public double[] getValues() {
    return Library.gpsGetValues(getTag());
  }

  /** What the position is given in. */
  public int getCoordinateSystem() {
    return Library.gpsGetCoordinateSystem(getTag());
  }

  /** Degrees as text with minutes and seconds. */
  public static String convertToDegreesMinutesSeconds(double decimalDegrees) {
    return Library.gpsDegrees(decimalDegrees);
  }
}
