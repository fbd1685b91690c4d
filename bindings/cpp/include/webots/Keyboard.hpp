// SPDX-License-Identifier: MIT OR Apache-2.0
// The keyboard of the person in front of the simulation.

#ifndef KEYBOARD_HPP
#define KEYBOARD_HPP

#include <webots/Device.hpp>

#include <webots/keyboard.h>

namespace webots {
  class Keyboard {
  public:
    enum {
      END = 312,
      HOME,
      LEFT,
      UP,
      RIGHT,
      DOWN,
      PAGEUP = 366,
      PAGEDOWN,
      NUMPAD_HOME = 375,
      NUMPAD_LEFT,
      NUMPAD_UP,
      NUMPAD_RIGHT,
      NUMPAD_DOWN,
      NUMPAD_END = 382,
      KEY = 0x0000ffff,
      SHIFT = 0x00010000,
      CONTROL = 0x00020000,
      ALT = 0x00040000
    };

    Keyboard() {}
    virtual ~Keyboard() {}

    virtual void enable(int samplingPeriod) { wb_keyboard_enable(samplingPeriod); }
    virtual void disable() { wb_keyboard_disable(); }
    int getSamplingPeriod() const { return wb_keyboard_get_sampling_period(); }
    int getKey() const { return wb_keyboard_get_key(); }
  };
}  // namespace webots

#endif
