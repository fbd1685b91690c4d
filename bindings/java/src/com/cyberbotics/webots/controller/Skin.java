// SPDX-License-Identifier: MIT OR Apache-2.0
package com.cyberbotics.webots.controller;

/** Moves the bones of a mesh. */
public class Skin extends Device {
  /** The device with a name. */
  public Skin(String name) {
    super(name);
  }

  /** The device with a tag. */
  public Skin(int tag) {
    super(tag);
  }

  /** Turns a bone to an axis and an angle. */
  public void setBoneOrientation(int index, double[] orientation, boolean absolute) {
    Library.skinSetBoneOrientation(getTag(), index, orientation, absolute);
  }

  /** Moves a bone. */
  public void setBonePosition(int index, double[] position, boolean absolute) {
    Library.skinSetBonePosition(getTag(), index, position, absolute);
  }

  /** How many bones there are. */
  public int getBoneCount() {
    return Library.skinGetBoneCount(getTag());
  }

  /** The name of a bone. */
  public String getBoneName(int index) {
    return Library.skinGetBoneName(getTag(), index);
  }

  /** How a bone is turned: axis and angle. */
  public double[] getBoneOrientation(int index, boolean absolute) {
    return Library.skinGetBoneOrientation(getTag(), index, absolute);
  }

  /** Where a bone is. */
  public double[] getBonePosition(int index, boolean absolute) {
    return Library.skinGetBonePosition(getTag(), index, absolute);
  }
}
