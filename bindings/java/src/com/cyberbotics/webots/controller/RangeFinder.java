// SPDX-License-Identifier: MIT OR Apache-2.0
package com.cyberbotics.webots.controller;

/** Takes pictures of distances. */
public class RangeFinder extends Device {
  /** The device with a name. */
  public RangeFinder(String name) {
    super(name);
  }

  /** The device with a tag. */
  public RangeFinder(int tag) {
    super(tag);
  }

  /** Starts measuring: the first value is there after sampling_period milliseconds. */
  public void enable(int samplingPeriod) {
    Library.rangeFinderEnable(getTag(), samplingPeriod);
  }

  /** Stops measuring. */
  public void disable() {
    Library.rangeFinderDisable(getTag());
  }

  /** How often it measures, in milliseconds; 0 when it does not. */
  public int getSamplingPeriod() {
    return Library.rangeFinderGetSamplingPeriod(getTag());
  }

  /** Pixels. */
  public int getWidth() {
    return Library.rangeFinderGetWidth(getTag());
  }

  /** Pixels. */
  public int getHeight() {
    return Library.rangeFinderGetHeight(getTag());
  }

  /** How wide it looks, in radians. */
  public double getFov() {
    return Library.rangeFinderGetFov(getTag());
  }

  /** The least distance it sees, in metres. */
  public double getMinRange() {
    return Library.rangeFinderGetMinRange(getTag());
  }

  /** The greatest distance it sees, in metres. */
  public double getMaxRange() {
    return Library.rangeFinderGetMaxRange(getTag());
  }

  /** Saves the newest distances as .png, .jpg or .hdr. Returns 0, or -1 if it fails. */
  public int saveImage(String filename, int quality) {
    return Library.rangeFinderSaveImage(getTag(), filename, quality);
  }

  /** The newest depths in metres, row by row; null before the first. */
  public float[] getRangeImage() {
    return Library.rangeFinderImage(getTag());
  }

  /** One depth of an image. */
  public static float rangeImageGetDepth(float[] image, int width, int x, int y) {
    return image[y * width + x];
  }
}
