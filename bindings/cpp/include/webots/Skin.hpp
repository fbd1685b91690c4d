// SPDX-License-Identifier: MIT OR Apache-2.0
// Moves the bones of a mesh.

#ifndef SKIN_HPP
#define SKIN_HPP

#define WB_USING_CPP_API
#include <webots/Device.hpp>

#include <webots/skin.h>

namespace webots {
  class Skin : public Device {
  public:
    explicit Skin(const std::string &name) : Device(name) {}
    explicit Skin(WbDeviceTag tag) : Device(tag) {}
    virtual ~Skin() {}

    void setBoneOrientation(int index, const double orientation[4], bool absolute) { wb_skin_set_bone_orientation(tag(), index, orientation, absolute); }
    void setBonePosition(int index, const double position[3], bool absolute) { wb_skin_set_bone_position(tag(), index, position, absolute); }
    int getBoneCount() const { return wb_skin_get_bone_count(tag()); }
    const std::string getBoneName(int index) const { return text(wb_skin_get_bone_name(tag(), index)); }
    const double *getBoneOrientation(int index, bool absolute) const { return wb_skin_get_bone_orientation(tag(), index, absolute); }
    const double *getBonePosition(int index, bool absolute) const { return wb_skin_get_bone_position(tag(), index, absolute); }
  };
}  // namespace webots

#endif
