// SPDX-License-Identifier: MIT OR Apache-2.0
package com.cyberbotics.webots.controller;

/** A target that a radar found. */
public class RadarTarget {
  static final int NUMBERS = 4;

  private final double distance;
  private final double receivedPower;
  private final double speed;
  private final double azimuth;

  RadarTarget(double[] numbers, int first) {
    distance = numbers[first];
    receivedPower = numbers[first + 1];
    speed = numbers[first + 2];
    azimuth = numbers[first + 3];
  }

  /** Metres. */
  public double getDistance() {
    return distance;
  }

  /** Decibel milliwatts. */
  public double getReceivedPower() {
    return receivedPower;
  }

  /** Metres per second. */
  public double getSpeed() {
    return speed;
  }

  /** Radians. */
  public double getAzimuth() {
    return azimuth;
  }

  /** For programs that free what they use; there is nothing to free. */
  public void delete() {}
}
