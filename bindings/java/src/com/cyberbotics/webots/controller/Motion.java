// SPDX-License-Identifier: MIT OR Apache-2.0
package com.cyberbotics.webots.controller;

/** Plays motion files. */
public class Motion {
  private long reference;

  /** Reads a motion file. */
  public Motion(String fileName) {
    reference = Library.wbuMotionNew(fileName);
  }

  /** Whether the file could be read. */
  public boolean isValid() {
    return reference != 0;
  }

  /** Forgets the motion. */
  public void delete() {
    if (reference != 0)
      Library.wbuMotionDelete(reference);
    reference = 0;
  }

  /** Plays, from where it is. */
  public void play() {
    Library.wbuMotionPlay(reference);
  }

  /** Stops where it is. */
  public void stop() {
    Library.wbuMotionStop(reference);
  }

  /** Milliseconds. */
  public int getDuration() {
    return Library.wbuMotionGetDuration(reference);
  }

  /** Milliseconds since its start. */
  public int getTime() {
    return Library.wbuMotionGetTime(reference);
  }

  /** Goes to another time. */
  public void setTime(int time) {
    Library.wbuMotionSetTime(reference, time);
  }

  /** Whether it is played backwards. */
  public void setReverse(boolean reverse) {
    Library.wbuMotionSetReverse(reference, reverse);
  }

  /** Whether it begins again at its end. */
  public void setLoop(boolean loop) {
    Library.wbuMotionSetLoop(reference, loop);
  }

  /** Whether it has come to its end. */
  public boolean isOver() {
    return Library.wbuMotionIsOver(reference);
  }
}
