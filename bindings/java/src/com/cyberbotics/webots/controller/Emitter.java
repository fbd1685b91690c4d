// SPDX-License-Identifier: MIT OR Apache-2.0
package com.cyberbotics.webots.controller;

/** Sends packets to receivers. */
public class Emitter extends Device {
  public static final int CHANNEL_BROADCAST = -1;

  /** The device with a name. */
  public Emitter(String name) {
    super(name);
  }

  /** The device with a tag. */
  public Emitter(int tag) {
    super(tag);
  }

  /** The size of the buffer in bytes; -1 for no limit. */
  public int getBufferSize() {
    return Library.emitterGetBufferSize(getTag());
  }

  /** The channel of packets that are sent from now on; -1 for all. */
  public void setChannel(int channel) {
    Library.emitterSetChannel(getTag(), channel);
  }

  /** The channel of new packets. */
  public int getChannel() {
    return Library.emitterGetChannel(getTag());
  }

  /** How far new packets go. */
  public double getRange() {
    return Library.emitterGetRange(getTag());
  }

  /** How far packets go from now on, in metres; -1 for the greatest range. */
  public void setRange(double range) {
    Library.emitterSetRange(getTag(), range);
  }

  /** Sends the first bytes. Returns 1, or 0 when the buffer is full. */
  public int send(byte[] data, int size) {
    return Library.emitterSendBytes(getTag(), data, size);
  }

  /** Sends all bytes. Returns 1, or 0 when the buffer is full. */
  public int send(byte[] data) {
    return send(data, data.length);
  }
}
