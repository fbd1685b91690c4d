// SPDX-License-Identifier: MIT OR Apache-2.0
// The mouse of the person in front of the simulation.

#ifndef MOUSE_HPP
#define MOUSE_HPP

#include <webots/Device.hpp>

#include <webots/mouse.h>

namespace webots {
  typedef WbMouseState MouseState;

  class Mouse {
  public:
    Mouse() {}
    virtual ~Mouse() {}

    virtual void enable(int samplingPeriod) { wb_mouse_enable(samplingPeriod); }
    virtual void disable() { wb_mouse_disable(); }
    int getSamplingPeriod() const { return wb_mouse_get_sampling_period(); }
    void enable3dPosition() { wb_mouse_enable_3d_position(); }
    void disable3dPosition() { wb_mouse_disable_3d_position(); }
    bool is3dPositionEnabled() const { return wb_mouse_is_3d_position_enabled() != 0; }
    MouseState getState() const { return wb_mouse_get_state(); }
  };
}  // namespace webots

#endif
