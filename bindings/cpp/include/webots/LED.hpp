// SPDX-License-Identifier: MIT OR Apache-2.0
// Lights up.

#ifndef LED_HPP
#define LED_HPP

#define WB_USING_CPP_API
#include <webots/Device.hpp>

#include <webots/led.h>

namespace webots {
  class LED : public Device {
  public:
    explicit LED(const std::string &name) : Device(name) {}
    explicit LED(WbDeviceTag tag) : Device(tag) {}
    virtual ~LED() {}

    virtual void set(int value) { wb_led_set(tag(), value); }
    int get() const { return wb_led_get(tag()); }
  };
}  // namespace webots

#endif
