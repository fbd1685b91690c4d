// SPDX-License-Identifier: MIT OR Apache-2.0
package com.cyberbotics.webots.controller;

/** Draws on surfaces. */
public class Pen extends Device {
  /** The device with a name. */
  public Pen(String name) {
    super(name);
  }

  /** The device with a tag. */
  public Pen(int tag) {
    super(tag);
  }

  /** Puts the pen down or takes it up. */
  public void write(boolean write) {
    Library.penWrite(getTag(), write);
  }

  /** Takes another ink: 0xRRGGBB, and a density from 0 to 1. */
  public void setInkColor(int color, double density) {
    Library.penSetInkColor(getTag(), color, density);
  }
}
