// SPDX-License-Identifier: MIT OR Apache-2.0
package com.cyberbotics.webots.controller;

/** Where the mouse is. */
public class MouseState {
  private final double[] numbers;

  MouseState(double[] numbers) {
    this.numbers = numbers;
  }

  /** From 0 to 1 in the picture, not a number outside. */
  public double getU() {
    return numbers[0];
  }

  /** From 0 to 1 in the picture, not a number outside. */
  public double getV() {
    return numbers[1];
  }

  /** The point in the scene, not a number if there is none. */
  public double getX() {
    return numbers[2];
  }

  /** The point in the scene, not a number if there is none. */
  public double getY() {
    return numbers[3];
  }

  /** The point in the scene, not a number if there is none. */
  public double getZ() {
    return numbers[4];
  }

  /** Whether the button is down. */
  public boolean getLeft() {
    return numbers[5] != 0;
  }

  /** Whether the button is down. */
  public boolean getMiddle() {
    return numbers[6] != 0;
  }

  /** Whether the button is down. */
  public boolean getRight() {
    return numbers[7] != 0;
  }

  /** For programs that free what they use; there is nothing to free. */
  public void delete() {}
}
