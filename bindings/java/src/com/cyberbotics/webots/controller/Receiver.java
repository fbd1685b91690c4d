// SPDX-License-Identifier: MIT OR Apache-2.0
package com.cyberbotics.webots.controller;

/** Gets packets from emitters. */
public class Receiver extends Device {
  public static final int CHANNEL_BROADCAST = -1;

  /** The device with a name. */
  public Receiver(String name) {
    super(name);
  }

  /** The device with a tag. */
  public Receiver(int tag) {
    super(tag);
  }

  /** Starts measuring: the first value is there after sampling_period milliseconds. */
  public void enable(int samplingPeriod) {
    Library.receiverEnable(getTag(), samplingPeriod);
  }

  /** Stops measuring. */
  public void disable() {
    Library.receiverDisable(getTag());
  }

  /** How often it measures, in milliseconds; 0 when it does not. */
  public int getSamplingPeriod() {
    return Library.receiverGetSamplingPeriod(getTag());
  }

  /** Listens to another channel; -1 for all. */
  public void setChannel(int channel) {
    Library.receiverSetChannel(getTag(), channel);
  }

  /** The channel it listens to. */
  public int getChannel() {
    return Library.receiverGetChannel(getTag());
  }

  /** How many packets wait to be read. */
  public int getQueueLength() {
    return Library.receiverGetQueueLength(getTag());
  }

  /** Forgets the first packet; the next one becomes the first. */
  public void nextPacket() {
    Library.receiverNextPacket(getTag());
  }

  /** The size of the first packet in bytes. */
  public int getDataSize() {
    return Library.receiverGetDataSize(getTag());
  }

  /** How strong the first packet came in. */
  public double getSignalStrength() {
    return Library.receiverGetSignalStrength(getTag());
  }

  /** Where the emitter of the first packet is, as a direction seen from the receiver. */
  public double[] getEmitterDirection() {
    return Library.receiverGetEmitterDirection(getTag());
  }

  /** The oldest packet that waits, or null. */
  public byte[] getData() {
    return Library.receiverData(getTag());
  }
}
