// SPDX-License-Identifier: MIT OR Apache-2.0
package com.cyberbotics.webots.controller;

/** Lights up. */
public class LED extends Device {
  /** The device with a name. */
  public LED(String name) {
    super(name);
  }

  /** The device with a tag. */
  public LED(int tag) {
    super(tag);
  }

  /** Switches the LED: 0 is off, other values choose a colour or a brightness. */
  public void set(int value) {
    Library.ledSet(getTag(), value);
  }

  /** The value that was set last. */
  public int get() {
    return Library.ledGet(getTag());
  }
}
