// SPDX-License-Identifier: MIT OR Apache-2.0
// Records sound.

#ifndef MICROPHONE_HPP
#define MICROPHONE_HPP

#define WB_USING_CPP_API
#include <webots/Device.hpp>

#include <webots/microphone.h>

namespace webots {
  class Microphone : public Device {
  public:
    explicit Microphone(const std::string &name) : Device(name) {}
    explicit Microphone(WbDeviceTag tag) : Device(tag) {}
    virtual ~Microphone() {}

    virtual void enable(int samplingPeriod) { wb_microphone_enable(tag(), samplingPeriod); }
    virtual void disable() { wb_microphone_disable(tag()); }
    int getSamplingPeriod() const { return wb_microphone_get_sampling_period(tag()); }
    const void *getSampleData() const { return wb_microphone_get_sample_data(tag()); }
    int getSampleSize() const { return wb_microphone_get_sample_size(tag()); }
  };
}  // namespace webots

#endif
