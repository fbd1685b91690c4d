// SPDX-License-Identifier: MIT OR Apache-2.0
package com.cyberbotics.webots.controller;

/** A picture that a display keeps. */
public class ImageRef {
  private final long address;

  private ImageRef(long address) {
    this.address = address;
  }

  static ImageRef of(long address) {
    return address == 0 ? null : new ImageRef(address);
  }

  static long addressOf(ImageRef image) {
    return image == null ? 0 : image.address;
  }

  /** For programs that free what they use; {@link Display#imageDelete} frees a picture. */
  public void delete() {}
}
