// SPDX-License-Identifier: MIT OR Apache-2.0
package com.cyberbotics.webots.controller;

/** Takes pictures and recognises objects in them. */
public class Camera extends Device {
  /** The device with a name. */
  public Camera(String name) {
    super(name);
  }

  /** The device with a tag. */
  public Camera(int tag) {
    super(tag);
  }

  /** Starts measuring: the first value is there after sampling_period milliseconds. */
  public void enable(int samplingPeriod) {
    Library.cameraEnable(getTag(), samplingPeriod);
  }

  /** Stops measuring. */
  public void disable() {
    Library.cameraDisable(getTag());
  }

  /** How often it measures, in milliseconds; 0 when it does not. */
  public int getSamplingPeriod() {
    return Library.cameraGetSamplingPeriod(getTag());
  }

  /** Pixels. */
  public int getWidth() {
    return Library.cameraGetWidth(getTag());
  }

  /** Pixels. */
  public int getHeight() {
    return Library.cameraGetHeight(getTag());
  }

  /** How wide it looks, in radians. */
  public double getFov() {
    return Library.cameraGetFov(getTag());
  }

  /** The widest view of a camera with a zoom. */
  public double getMaxFov() {
    return Library.cameraGetMaxFov(getTag());
  }

  /** The narrowest view of a camera with a zoom. */
  public double getMinFov() {
    return Library.cameraGetMinFov(getTag());
  }

  /** Zooms, in radians. */
  public void setFov(double fov) {
    Library.cameraSetFov(getTag(), fov);
  }

  /** The exposure. */
  public double getExposure() {
    return Library.cameraGetExposure(getTag());
  }

  /** Changes the exposure. */
  public void setExposure(double exposure) {
    Library.cameraSetExposure(getTag(), exposure);
  }

  /** The focal length of a camera with a focus. */
  public double getFocalLength() {
    return Library.cameraGetFocalLength(getTag());
  }

  /** The distance that is sharp, in metres. */
  public double getFocalDistance() {
    return Library.cameraGetFocalDistance(getTag());
  }

  /** The farthest distance that can be sharp. */
  public double getMaxFocalDistance() {
    return Library.cameraGetMaxFocalDistance(getTag());
  }

  /** The nearest distance that can be sharp. */
  public double getMinFocalDistance() {
    return Library.cameraGetMinFocalDistance(getTag());
  }

  /** Focuses, in metres. */
  public void setFocalDistance(double focalDistance) {
    Library.cameraSetFocalDistance(getTag(), focalDistance);
  }

  /** The nearest distance that is seen. */
  public double getNear() {
    return Library.cameraGetNear(getTag());
  }

  /** Saves the newest picture as .png or .jpg; quality from 1 to 100. Returns 0, or -1 if it fails. */
  public int saveImage(String filename, int quality) {
    return Library.cameraSaveImage(getTag(), filename, quality);
  }

  /** Whether the camera recognises objects. */
  public boolean hasRecognition() {
    return Library.cameraHasRecognition(getTag());
  }

  /** Starts recognising objects, every sampling_period milliseconds. */
  public void recognitionEnable(int samplingPeriod) {
    Library.cameraRecognitionEnable(getTag(), samplingPeriod);
  }

  /** Stops recognising objects. */
  public void recognitionDisable() {
    Library.cameraRecognitionDisable(getTag());
  }

  /** How often objects are looked for, in milliseconds. */
  public int getRecognitionSamplingPeriod() {
    return Library.cameraRecognitionGetSamplingPeriod(getTag());
  }

  /** How many objects are in view. */
  public int getRecognitionNumberOfObjects() {
    return Library.cameraRecognitionGetNumberOfObjects(getTag());
  }

  /** Whether pictures of the objects' colours can be taken. */
  public boolean hasRecognitionSegmentation() {
    return Library.cameraRecognitionHasSegmentation(getTag());
  }

  /** Starts taking pictures of the objects' colours. */
  public void enableRecognitionSegmentation() {
    Library.cameraRecognitionEnableSegmentation(getTag());
  }

  /** Stops taking them. */
  public void disableRecognitionSegmentation() {
    Library.cameraRecognitionDisableSegmentation(getTag());
  }

  /** Whether they are taken. */
  public boolean isRecognitionSegmentationEnabled() {
    return Library.cameraRecognitionIsSegmentationEnabled(getTag());
  }

  /** Saves the newest of these pictures. Returns 0, or -1 if it fails. */
  public int saveRecognitionSegmentationImage(String filename, int quality) {
    return Library.cameraRecognitionSaveSegmentationImage(getTag(), filename, quality);
  }

  /** The newest picture: 0xAARRGGBB of each pixel, row by row; null before the first. */
  public int[] getImage() {
    return Library.cameraImage(getTag());
  }

  /** The newest picture in the colours of recognition; null before the first. */
  public int[] getRecognitionSegmentationImage() {
    return Library.cameraSegmentationImage(getTag());
  }

  /** The objects that were recognised. */
  public CameraRecognitionObject[] getRecognitionObjects() {
    int count = Math.max(0, getRecognitionNumberOfObjects());
    CameraRecognitionObject[] objects = new CameraRecognitionObject[count];
    for (int i = 0; i < count; ++i)
      objects[i] =
          new CameraRecognitionObject(
              Library.cameraRecognitionObject(getTag(), i), Library.cameraRecognitionModel(getTag(), i));
    return objects;
  }

  public static int imageGetRed(int[] image, int width, int x, int y) {
    return pixelGetRed(image[y * width + x]);
  }

  public static int imageGetGreen(int[] image, int width, int x, int y) {
    return pixelGetGreen(image[y * width + x]);
  }

  public static int imageGetBlue(int[] image, int width, int x, int y) {
    return pixelGetBlue(image[y * width + x]);
  }

  public static int imageGetGray(int[] image, int width, int x, int y) {
    return pixelGetGray(image[y * width + x]);
  }

  public static int imageGetGrey(int[] image, int width, int x, int y) {
    return pixelGetGray(image[y * width + x]);
  }

  public static int pixelGetRed(int pixel) {
    return pixel >> 16 & 0xff;
  }

  public static int pixelGetGreen(int pixel) {
    return pixel >> 8 & 0xff;
  }

  public static int pixelGetBlue(int pixel) {
    return pixel & 0xff;
  }

  public static int pixelGetGray(int pixel) {
    return (pixelGetRed(pixel) + pixelGetGreen(pixel) + pixelGetBlue(pixel)) / 3;
  }

  public static int pixelGetGrey(int pixel) {
    return pixelGetGray(pixel);
  }
}
