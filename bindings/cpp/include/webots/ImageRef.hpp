// SPDX-License-Identifier: MIT OR Apache-2.0
// A picture that a display keeps.

#ifndef IMAGE_REF_HPP
#define IMAGE_REF_HPP

#define WB_USING_CPP_API
#include <webots/types.h>

namespace webots {
  class ImageRef {
  public:
    explicit ImageRef(WbImageRef image) : mImage(image) {}
    virtual ~ImageRef() {}

    WbImageRef getImageRef() const { return mImage; }

  private:
    WbImageRef mImage;
  };
}  // namespace webots

#endif
