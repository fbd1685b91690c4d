// SPDX-License-Identifier: MIT OR Apache-2.0
// What all devices have.

#ifndef DEVICE_HPP
#define DEVICE_HPP

#define WB_USING_CPP_API
#include <string>

#include <webots/device.h>
#include <webots/robot.h>

namespace webots {
  // Text of the library; an empty one for none.
  inline std::string text(const char *value) {
    return value ? std::string(value) : std::string();
  }

  class Device {
  public:
    virtual ~Device() {}

    const std::string &getName() const { return mName; }
    std::string getModel() const { return text(wb_device_get_model(mTag)); }
    int getNodeType() const { return wb_device_get_node_type(mTag); }
    int getTag() const { return mTag; }
    static bool hasType(int tag, int type) { return wb_device_get_node_type(static_cast<WbDeviceTag>(tag)) == type; }

  protected:
    explicit Device(const std::string &name) : mTag(wb_robot_get_device(name.c_str())), mName(name) {}
    explicit Device(WbDeviceTag tag) : mTag(tag), mName(text(wb_device_get_name(tag))) {}

    WbDeviceTag tag() const { return mTag; }

  private:
    WbDeviceTag mTag;
    std::string mName;
  };
}  // namespace webots

#endif
