// SPDX-License-Identifier: MIT OR Apache-2.0
// Draws on surfaces.

#ifndef PEN_HPP
#define PEN_HPP

#define WB_USING_CPP_API
#include <webots/Device.hpp>

#include <webots/pen.h>

namespace webots {
  class Pen : public Device {
  public:
    explicit Pen(const std::string &name) : Device(name) {}
    explicit Pen(WbDeviceTag tag) : Device(tag) {}
    virtual ~Pen() {}

    virtual void write(bool write) { wb_pen_write(tag(), write); }
    virtual void setInkColor(int color, double density) { wb_pen_set_ink_color(tag(), color, density); }
  };
}  // namespace webots

#endif
