// SPDX-License-Identifier: MIT OR Apache-2.0
package com.cyberbotics.webots.controller;

/** Records sound. */
public class Microphone extends Device {
  /** The device with a name. */
  public Microphone(String name) {
    super(name);
  }

  /** The device with a tag. */
  public Microphone(int tag) {
    super(tag);
  }

  /** Starts measuring: the first value is there after sampling_period milliseconds. */
  public void enable(int samplingPeriod) {
    Library.microphoneEnable(getTag(), samplingPeriod);
  }

  /** Stops measuring. */
  public void disable() {
    Library.microphoneDisable(getTag());
  }

  /** How often it measures, in milliseconds; 0 when it does not. */
  public int getSamplingPeriod() {
    return Library.microphoneGetSamplingPeriod(getTag());
  }

  /** The size of the newest sound in bytes. */
  public int getSampleSize() {
    return Library.microphoneGetSampleSize(getTag());
  }

  /** The newest sound. */
  public byte[] getSampleData() {
    return Library.microphoneData(getTag());
  }
}
