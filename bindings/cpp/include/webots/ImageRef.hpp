// SPDX-License-Identifier: MIT OR Apache-2.0
// A picture that a display keeps.

#ifndef IMAGE_REF_HPP
#define IMAGE_REF_HPP

#include <webots/types.h>

namespace webots {
  class ImageRef {
  public:
    explicit ImageRef(WbImageRef image) : mImage(image) {}
    virtual ~ImageRef() {}

    WbImageRef getRef() const { return mImage; }

  private:
    WbImageRef mImage;
  };
}  // namespace webots

#endif
