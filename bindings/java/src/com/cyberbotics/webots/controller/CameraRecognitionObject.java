// SPDX-License-Identifier: MIT OR Apache-2.0
package com.cyberbotics.webots.controller;

import java.util.Arrays;

/** An object that a camera recognises. */
public class CameraRecognitionObject {
  private final double[] numbers;
  private final String model;

  CameraRecognitionObject(double[] numbers, String model) {
    this.numbers = numbers;
    this.model = model;
  }

  /** The number of its node. */
  public int getId() {
    return (int) numbers[0];
  }

  /** Metres, seen from the camera. */
  public double[] getPosition() {
    return Arrays.copyOfRange(numbers, 1, 4);
  }

  /** Axis and angle, seen from the camera. */
  public double[] getOrientation() {
    return Arrays.copyOfRange(numbers, 4, 8);
  }

  /** Metres. */
  public double[] getSize() {
    return Arrays.copyOfRange(numbers, 8, 10);
  }

  /** Pixels. */
  public int[] getPositionOnImage() {
    return new int[] {(int) numbers[10], (int) numbers[11]};
  }

  /** Pixels. */
  public int[] getSizeOnImage() {
    return new int[] {(int) numbers[12], (int) numbers[13]};
  }

  public int getNumberOfColors() {
    return (numbers.length - 14) / 3;
  }

  /** Red, green and blue of each colour. */
  public double[] getColors() {
    return Arrays.copyOfRange(numbers, 14, numbers.length);
  }

  /** The text of its field model. */
  public String getModel() {
    return model;
  }

  /** For programs that free what they use; there is nothing to free. */
  public void delete() {}
}
