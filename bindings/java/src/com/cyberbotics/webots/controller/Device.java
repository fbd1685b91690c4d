// SPDX-License-Identifier: MIT OR Apache-2.0
package com.cyberbotics.webots.controller;

/** Something that a robot has: a sensor, a motor, a lamp. */
public class Device {
  private final int tag;
  private final String name;

  protected Device(String name) {
    this.tag = Library.robotGetDevice(name);
    this.name = name;
  }

  protected Device(int tag) {
    this.tag = tag;
    this.name = Library.deviceGetName(tag);
  }

  /** Its name. */
  public String getName() {
    return name;
  }

  /** The text of its field model. */
  public String getModel() {
    return Library.deviceGetModel(tag);
  }

  /** Its type, a constant of {@link Node}. */
  public int getNodeType() {
    return Library.deviceGetNodeType(tag);
  }

  /** Its number; 0 is none. */
  public int getTag() {
    return tag;
  }

  /** Whether a device has a type. */
  public static boolean hasType(int tag, int type) {
    return Library.deviceGetNodeType(tag) == type;
  }

  /** For programs that free what they use; there is nothing to free. */
  public void delete() {}
}
