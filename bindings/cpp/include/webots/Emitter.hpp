// SPDX-License-Identifier: MIT OR Apache-2.0
// Sends packets to receivers.

#ifndef EMITTER_HPP
#define EMITTER_HPP

#define WB_USING_CPP_API
#include <webots/Device.hpp>

#include <webots/emitter.h>

namespace webots {
  class Emitter : public Device {
  public:
    enum { CHANNEL_BROADCAST = -1 };

    explicit Emitter(const std::string &name) : Device(name) {}
    explicit Emitter(WbDeviceTag tag) : Device(tag) {}
    virtual ~Emitter() {}

    virtual int send(const void *data, int size) { return wb_emitter_send(tag(), data, size); }
    int getBufferSize() const { return wb_emitter_get_buffer_size(tag()); }
    virtual void setChannel(int channel) { wb_emitter_set_channel(tag(), channel); }
    int getChannel() const { return wb_emitter_get_channel(tag()); }
    double getRange() const { return wb_emitter_get_range(tag()); }
    virtual void setRange(double range) { wb_emitter_set_range(tag(), range); }
  };
}  // namespace webots

#endif
