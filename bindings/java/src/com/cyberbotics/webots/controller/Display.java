// SPDX-License-Identifier: MIT OR Apache-2.0
package com.cyberbotics.webots.controller;

/** Shows pictures. */
public class Display extends Device {
  public static final int RGB = 3;
  public static final int RGBA = 4;
  public static final int ARGB = 5;
  public static final int BGRA = 6;
  public static final int ABGR = 7;

  /** The device with a name. */
  public Display(String name) {
    super(name);
  }

  /** The device with a tag. */
  public Display(int tag) {
    super(tag);
  }

  /** Pixels. */
  public int getWidth() {
    return Library.displayGetWidth(getTag());
  }

  /** Pixels. */
  public int getHeight() {
    return Library.displayGetHeight(getTag());
  }

  /** Draws in this colour from now on: 0xRRGGBB. */
  public void setColor(int color) {
    Library.displaySetColor(getTag(), color);
  }

  /** What drawing leaves in the alpha channel, from 0 to 1. */
  public void setAlpha(double alpha) {
    Library.displaySetAlpha(getTag(), alpha);
  }

  /** How much drawing covers what is there, from 0 to 1. */
  public void setOpacity(double opacity) {
    Library.displaySetOpacity(getTag(), opacity);
  }

  /** Writes with this font from now on. */
  public void setFont(String font, int size, boolean antiAliasing) {
    Library.displaySetFont(getTag(), font, size, antiAliasing);
  }

  /** Shows no camera's picture. */
  public void detachCamera() {
    Library.displayDetachCamera(getTag());
  }

  /** Draws a dot. */
  public void drawPixel(int x, int y) {
    Library.displayDrawPixel(getTag(), x, y);
  }

  /** Draws a line. */
  public void drawLine(int x1, int y1, int x2, int y2) {
    Library.displayDrawLine(getTag(), x1, y1, x2, y2);
  }

  /** Draws the outline of a rectangle. */
  public void drawRectangle(int x, int y, int width, int height) {
    Library.displayDrawRectangle(getTag(), x, y, width, height);
  }

  /** Draws the outline of an oval with radii a and b. */
  public void drawOval(int cx, int cy, int a, int b) {
    Library.displayDrawOval(getTag(), cx, cy, a, b);
  }

  /** Writes. */
  public void drawText(String txt, int x, int y) {
    Library.displayDrawText(getTag(), txt, x, y);
  }

  /** Draws a filled rectangle. */
  public void fillRectangle(int x, int y, int width, int height) {
    Library.displayFillRectangle(getTag(), x, y, width, height);
  }

  /** Draws a filled oval. */
  public void fillOval(int cx, int cy, int a, int b) {
    Library.displayFillOval(getTag(), cx, cy, a, b);
  }

  /** Shows what a camera sees behind everything that is drawn. */
  public void attachCamera(Camera camera) {
    Library.displayAttachCamera(getTag(), camera == null ? 0 : camera.getTag());
  }

  /** Draws the outline of a polygon. */
  public void drawPolygon(int[] x, int[] y, int size) {
    Library.displayPolygon(getTag(), x, y, size, false);
  }

  /** Draws the outline of a polygon. */
  public void drawPolygon(int[] x, int[] y) {
    drawPolygon(x, y, Math.min(x.length, y.length));
  }

  /** Draws a polygon. */
  public void fillPolygon(int[] x, int[] y, int size) {
    Library.displayPolygon(getTag(), x, y, size, true);
  }

  /** Draws a polygon. */
  public void fillPolygon(int[] x, int[] y) {
    fillPolygon(x, y, Math.min(x.length, y.length));
  }

  /** Keeps a picture; the highest byte of a pixel is the first of its format. */
  public ImageRef imageNew(int width, int height, int[] data, int format) {
    return ImageRef.of(Library.displayImage(getTag(), width, height, data, format));
  }

  /** Keeps a part of what is shown. */
  public ImageRef imageCopy(int x, int y, int width, int height) {
    return ImageRef.of(Library.displayImageCopy(getTag(), x, y, width, height));
  }

  /** Keeps the picture of a file. */
  public ImageRef imageLoad(String filename) {
    return ImageRef.of(Library.displayImageLoad(getTag(), filename));
  }

  /** Shows a picture. */
  public void imagePaste(ImageRef image, int x, int y) {
    imagePaste(image, x, y, false);
  }

  /** Shows a picture, mixed with what is there or not. */
  public void imagePaste(ImageRef image, int x, int y, boolean blend) {
    Library.displayImagePaste(getTag(), ImageRef.addressOf(image), x, y, blend);
  }

  /** Writes a picture, or with null what is shown, to a file. */
  public void imageSave(ImageRef image, String filename) {
    Library.displayImageSave(getTag(), ImageRef.addressOf(image), filename);
  }

  /** Forgets a picture. */
  public void imageDelete(ImageRef image) {
    Library.displayImageDelete(getTag(), ImageRef.addressOf(image));
  }
}
