// SPDX-License-Identifier: MIT OR Apache-2.0
// Gets packets from emitters.

#ifndef RECEIVER_HPP
#define RECEIVER_HPP

#define WB_USING_CPP_API
#include <webots/Device.hpp>

#include <webots/receiver.h>

namespace webots {
  class Receiver : public Device {
  public:
    enum { CHANNEL_BROADCAST = -1 };

    explicit Receiver(const std::string &name) : Device(name) {}
    explicit Receiver(WbDeviceTag tag) : Device(tag) {}
    virtual ~Receiver() {}

    virtual void enable(int samplingPeriod) { wb_receiver_enable(tag(), samplingPeriod); }
    virtual void disable() { wb_receiver_disable(tag()); }
    int getSamplingPeriod() const { return wb_receiver_get_sampling_period(tag()); }
    virtual void setChannel(int channel) { wb_receiver_set_channel(tag(), channel); }
    int getChannel() const { return wb_receiver_get_channel(tag()); }
    int getQueueLength() const { return wb_receiver_get_queue_length(tag()); }
    virtual void nextPacket() { wb_receiver_next_packet(tag()); }
    int getDataSize() const { return wb_receiver_get_data_size(tag()); }
    const void *getData() const { return wb_receiver_get_data(tag()); }
    double getSignalStrength() const { return wb_receiver_get_signal_strength(tag()); }
    const double *getEmitterDirection() const { return wb_receiver_get_emitter_direction(tag()); }
  };
}  // namespace webots

#endif
