// SPDX-License-Identifier: MIT OR Apache-2.0
// Docks to another connector.

#ifndef CONNECTOR_HPP
#define CONNECTOR_HPP

#define WB_USING_CPP_API
#include <webots/Device.hpp>

#include <webots/connector.h>

namespace webots {
  class Connector : public Device {
  public:
    explicit Connector(const std::string &name) : Device(name) {}
    explicit Connector(WbDeviceTag tag) : Device(tag) {}
    virtual ~Connector() {}

    virtual void enablePresence(int samplingPeriod) { wb_connector_enable_presence(tag(), samplingPeriod); }
    virtual void disablePresence() { wb_connector_disable_presence(tag()); }
    int getPresenceSamplingPeriod() const { return wb_connector_get_presence_sampling_period(tag()); }
    int getPresence() const { return wb_connector_get_presence(tag()); }
    bool isLocked() const { return wb_connector_is_locked(tag()) != 0; }
    virtual void lock() { wb_connector_lock(tag()); }
    virtual void unlock() { wb_connector_unlock(tag()); }
  };
}  // namespace webots

#endif
