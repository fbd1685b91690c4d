// SPDX-License-Identifier: MIT OR Apache-2.0
package com.cyberbotics.webots.controller;

/** Measures distances all around. */
public class Lidar extends Device {
  /** The device with a name. */
  public Lidar(String name) {
    super(name);
  }

  /** The device with a tag. */
  public Lidar(int tag) {
    super(tag);
  }

  /** Starts measuring: the first value is there after sampling_period milliseconds. */
  public void enable(int samplingPeriod) {
    Library.lidarEnable(getTag(), samplingPeriod);
  }

  /** Stops measuring. */
  public void disable() {
    Library.lidarDisable(getTag());
  }

  /** How often it measures, in milliseconds; 0 when it does not. */
  public int getSamplingPeriod() {
    return Library.lidarGetSamplingPeriod(getTag());
  }

  /** Measures points too, not only distances. */
  public void enablePointCloud() {
    Library.lidarEnablePointCloud(getTag());
  }

  /** Measures only distances. */
  public void disablePointCloud() {
    Library.lidarDisablePointCloud(getTag());
  }

  /** Whether points are measured. */
  public boolean isPointCloudEnabled() {
    return Library.lidarIsPointCloudEnabled(getTag());
  }

  /** How many points there are. */
  public int getNumberOfPoints() {
    return Library.lidarGetNumberOfPoints(getTag());
  }

  /** How many points a layer has. */
  public int getHorizontalResolution() {
    return Library.lidarGetHorizontalResolution(getTag());
  }

  /** How many layers there are. */
  public int getNumberOfLayers() {
    return Library.lidarGetNumberOfLayers(getTag());
  }

  /** The slowest rotation in hertz. */
  public double getMinFrequency() {
    return Library.lidarGetMinFrequency(getTag());
  }

  /** The fastest rotation in hertz. */
  public double getMaxFrequency() {
    return Library.lidarGetMaxFrequency(getTag());
  }

  /** How fast it turns, in hertz. */
  public double getFrequency() {
    return Library.lidarGetFrequency(getTag());
  }

  /** Turns at another pace. */
  public void setFrequency(double frequency) {
    Library.lidarSetFrequency(getTag(), frequency);
  }

  /** How wide it looks, in radians. */
  public double getFov() {
    return Library.lidarGetFov(getTag());
  }

  /** How high it looks, in radians. */
  public double getVerticalFov() {
    return Library.lidarGetVerticalFov(getTag());
  }

  /** The least distance it sees, in metres. */
  public double getMinRange() {
    return Library.lidarGetMinRange(getTag());
  }

  /** The greatest distance it sees, in metres. */
  public double getMaxRange() {
    return Library.lidarGetMaxRange(getTag());
  }

  /** The newest depths in metres, layer by layer; null before the first. */
  public float[] getRangeImage() {
    return Library.lidarRangeImage(getTag(), -1);
  }

  /** The newest depths of a layer in metres; null if there is none. */
  public float[] getLayerRangeImage(int layer) {
    return layer < 0 ? null : Library.lidarRangeImage(getTag(), layer);
  }

  /** The newest points. */
  public LidarPoint[] getPointCloud() {
    return points(Library.lidarPoints(getTag(), -1));
  }

  /** The newest points of a layer. */
  public LidarPoint[] getLayerPointCloud(int layer) {
    return layer < 0 ? new LidarPoint[0] : points(Library.lidarPoints(getTag(), layer));
  }

  private static LidarPoint[] points(float[] numbers) {
    LidarPoint[] points = new LidarPoint[numbers.length / LidarPoint.NUMBERS];
    for (int i = 0; i < points.length; ++i)
      points[i] = new LidarPoint(numbers, i * LidarPoint.NUMBERS);
    return points;
  }
}
