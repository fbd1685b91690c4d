// SPDX-License-Identifier: MIT OR Apache-2.0
// Shows pictures.

#ifndef DISPLAY_HPP
#define DISPLAY_HPP

#define WB_USING_CPP_API
#include <webots/Camera.hpp>
#include <webots/ImageRef.hpp>
#include <webots/Device.hpp>

#include <webots/display.h>

namespace webots {
  class Display : public Device {
  public:
    enum { RGB = 3, RGBA, ARGB, BGRA, ABGR };

    explicit Display(const std::string &name) : Device(name) {}
    explicit Display(WbDeviceTag tag) : Device(tag) {}
    virtual ~Display() {}

    int getWidth() const { return wb_display_get_width(tag()); }
    int getHeight() const { return wb_display_get_height(tag()); }
    virtual void setColor(int color) { wb_display_set_color(tag(), color); }
    virtual void setAlpha(double alpha) { wb_display_set_alpha(tag(), alpha); }
    virtual void setOpacity(double opacity) { wb_display_set_opacity(tag(), opacity); }
    virtual void setFont(const std::string &font, int size, bool antiAliasing) { wb_display_set_font(tag(), font.c_str(), size, antiAliasing); }
    virtual void attachCamera(Camera *camera) { wb_display_attach_camera(tag(), static_cast<WbDeviceTag>(camera->getTag())); }
    virtual void detachCamera() { wb_display_detach_camera(tag()); }
    virtual void drawPixel(int x, int y) { wb_display_draw_pixel(tag(), x, y); }
    virtual void drawLine(int x1, int y1, int x2, int y2) { wb_display_draw_line(tag(), x1, y1, x2, y2); }
    virtual void drawRectangle(int x, int y, int width, int height) { wb_display_draw_rectangle(tag(), x, y, width, height); }
    virtual void drawOval(int cx, int cy, int a, int b) { wb_display_draw_oval(tag(), cx, cy, a, b); }
    virtual void drawPolygon(const int *x, const int *y, int size) { wb_display_draw_polygon(tag(), x, y, size); }
    virtual void drawText(const std::string &txt, int x, int y) { wb_display_draw_text(tag(), txt.c_str(), x, y); }
    virtual void fillRectangle(int x, int y, int width, int height) { wb_display_fill_rectangle(tag(), x, y, width, height); }
    virtual void fillOval(int cx, int cy, int a, int b) { wb_display_fill_oval(tag(), cx, cy, a, b); }
    virtual void fillPolygon(const int *x, const int *y, int size) { wb_display_fill_polygon(tag(), x, y, size); }
    ImageRef *imageNew(int width, int height, const void *data, int format) const {
      return keep(wb_display_image_new(tag(), width, height, data, format));
    }
    ImageRef *imageCopy(int x, int y, int width, int height) const {
      return keep(wb_display_image_copy(tag(), x, y, width, height));
    }
    ImageRef *imageLoad(const std::string &filename) const { return keep(wb_display_image_load(tag(), filename.c_str())); }
    virtual void imagePaste(ImageRef *image, int x, int y, bool blend = false) {
      wb_display_image_paste(tag(), reference(image), x, y, blend);
    }
    void imageSave(ImageRef *image, const std::string &filename) const {
      wb_display_image_save(tag(), reference(image), filename.c_str());
    }
    void imageDelete(ImageRef *image) const {
      wb_display_image_delete(tag(), reference(image));
      delete image;
    }

  private:
    static ImageRef *keep(WbImageRef image) { return image ? new ImageRef(image) : 0; }
    static WbImageRef reference(const ImageRef *image) { return image ? image->getImageRef() : 0; }
  };
}  // namespace webots

#endif
