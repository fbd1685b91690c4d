// SPDX-License-Identifier: MIT OR Apache-2.0
package com.cyberbotics.webots.controller;

/** A point that a lidar measured. */
public class LidarPoint {
  static final int NUMBERS = 5;

  private final float x;
  private final float y;
  private final float z;
  private final double layerId;
  private final float time;

  LidarPoint(float[] numbers, int first) {
    x = numbers[first];
    y = numbers[first + 1];
    z = numbers[first + 2];
    layerId = (double) numbers[first + 3];
    time = numbers[first + 4];
  }

  /** Metres. */
  public float getX() {
    return x;
  }

  /** Metres. */
  public float getY() {
    return y;
  }

  /** Metres. */
  public float getZ() {
    return z;
  }

  /** Its layer. */
  public double getLayerId() {
    return layerId;
  }

  /** Seconds. */
  public float getTime() {
    return time;
  }

  /** For programs that free what they use; there is nothing to free. */
  public void delete() {}
}
