// SPDX-License-Identifier: MIT OR Apache-2.0
package com.cyberbotics.webots.controller;

/** A point where a solid touches another. */
public class ContactPoint {
  static final int NUMBERS = 4;

  private final double[] point;
  private final int nodeId;

  ContactPoint(double[] numbers, int first) {
    point = java.util.Arrays.copyOfRange(numbers, first, first + 3);
    nodeId = (int) numbers[first + 3];
  }

  /** Where, in metres. */
  public double[] getPoint() {
    return point.clone();
  }

  /** The solid it belongs to. */
  public int getNodeId() {
    return nodeId;
  }

  /** For programs that free what they use; there is nothing to free. */
  public void delete() {}
}
