// SPDX-License-Identifier: MIT OR Apache-2.0
package com.cyberbotics.webots.controller;

/** Finds targets by radio waves. */
public class Radar extends Device {
  /** The device with a name. */
  public Radar(String name) {
    super(name);
  }

  /** The device with a tag. */
  public Radar(int tag) {
    super(tag);
  }

  /** Starts measuring: the first value is there after sampling_period milliseconds. */
  public void enable(int samplingPeriod) {
    Library.radarEnable(getTag(), samplingPeriod);
  }

  /** Stops measuring. */
  public void disable() {
    Library.radarDisable(getTag());
  }

  /** How often it measures, in milliseconds; 0 when it does not. */
  public int getSamplingPeriod() {
    return Library.radarGetSamplingPeriod(getTag());
  }

  /** How many targets there are. */
  public int getNumberOfTargets() {
    return Library.radarGetNumberOfTargets(getTag());
  }

  /** The least distance it sees, in metres. */
  public double getMinRange() {
    return Library.radarGetMinRange(getTag());
  }

  /** The greatest distance it sees, in metres. */
  public double getMaxRange() {
    return Library.radarGetMaxRange(getTag());
  }

  /** How wide it looks, in radians. */
  public double getHorizontalFov() {
    return Library.radarGetHorizontalFov(getTag());
  }

  /** How high it looks, in radians. */
  public double getVerticalFov() {
    return Library.radarGetVerticalFov(getTag());
  }

  /** The targets of the newest measurement. */
  public RadarTarget[] getTargets() {
    double[] numbers = Library.radarTargets(getTag());
    RadarTarget[] targets = new RadarTarget[numbers.length / RadarTarget.NUMBERS];
    for (int i = 0; i < targets.length; ++i)
      targets[i] = new RadarTarget(numbers, i * RadarTarget.NUMBERS);
    return targets;
  }
}
