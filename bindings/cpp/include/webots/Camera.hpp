// SPDX-License-Identifier: MIT OR Apache-2.0
// Takes pictures and recognises objects in them.

#ifndef CAMERA_HPP
#define CAMERA_HPP

#define WB_USING_CPP_API
#include <webots/Device.hpp>

#include <webots/camera.h>

namespace webots {
  typedef WbCameraRecognitionObject CameraRecognitionObject;

  class Camera : public Device {
  public:
    explicit Camera(const std::string &name) : Device(name) {}
    explicit Camera(WbDeviceTag tag) : Device(tag) {}
    virtual ~Camera() {}

    virtual void enable(int samplingPeriod) { wb_camera_enable(tag(), samplingPeriod); }
    virtual void disable() { wb_camera_disable(tag()); }
    int getSamplingPeriod() const { return wb_camera_get_sampling_period(tag()); }
    const unsigned char *getImage() const { return wb_camera_get_image(tag()); }
    int getWidth() const { return wb_camera_get_width(tag()); }
    int getHeight() const { return wb_camera_get_height(tag()); }
    double getFov() const { return wb_camera_get_fov(tag()); }
    double getMaxFov() const { return wb_camera_get_max_fov(tag()); }
    double getMinFov() const { return wb_camera_get_min_fov(tag()); }
    virtual void setFov(double fov) { wb_camera_set_fov(tag(), fov); }
    double getExposure() const { return wb_camera_get_exposure(tag()); }
    void setExposure(double exposure) { wb_camera_set_exposure(tag(), exposure); }
    double getFocalLength() const { return wb_camera_get_focal_length(tag()); }
    double getFocalDistance() const { return wb_camera_get_focal_distance(tag()); }
    double getMaxFocalDistance() const { return wb_camera_get_max_focal_distance(tag()); }
    double getMinFocalDistance() const { return wb_camera_get_min_focal_distance(tag()); }
    virtual void setFocalDistance(double focalDistance) { wb_camera_set_focal_distance(tag(), focalDistance); }
    double getNear() const { return wb_camera_get_near(tag()); }
    int saveImage(const std::string &filename, int quality) const { return wb_camera_save_image(tag(), filename.c_str(), quality); }
    bool hasRecognition() const { return wb_camera_has_recognition(tag()) != 0; }
    void recognitionEnable(int samplingPeriod) { wb_camera_recognition_enable(tag(), samplingPeriod); }
    void recognitionDisable() { wb_camera_recognition_disable(tag()); }
    int getRecognitionSamplingPeriod() const { return wb_camera_recognition_get_sampling_period(tag()); }
    int getRecognitionNumberOfObjects() const { return wb_camera_recognition_get_number_of_objects(tag()); }
    const CameraRecognitionObject *getRecognitionObjects() const { return wb_camera_recognition_get_objects(tag()); }
    bool hasRecognitionSegmentation() const { return wb_camera_recognition_has_segmentation(tag()) != 0; }
    void enableRecognitionSegmentation() { wb_camera_recognition_enable_segmentation(tag()); }
    void disableRecognitionSegmentation() { wb_camera_recognition_disable_segmentation(tag()); }
    bool isRecognitionSegmentationEnabled() const { return wb_camera_recognition_is_segmentation_enabled(tag()) != 0; }
    const unsigned char *getRecognitionSegmentationImage() const { return wb_camera_recognition_get_segmentation_image(tag()); }
    int saveRecognitionSegmentationImage(const std::string &filename, int quality) const { return wb_camera_recognition_save_segmentation_image(tag(), filename.c_str(), quality); }
    // Bytes come in the order blue, green, red, alpha.
    static unsigned char imageGetRed(const unsigned char *image, int width, int x, int y) {
      return image[4 * (y * width + x) + 2];
    }
    static unsigned char imageGetGreen(const unsigned char *image, int width, int x, int y) {
      return image[4 * (y * width + x) + 1];
    }
    static unsigned char imageGetBlue(const unsigned char *image, int width, int x, int y) {
      return image[4 * (y * width + x)];
    }
    static unsigned char imageGetGray(const unsigned char *image, int width, int x, int y) {
      const unsigned char *pixel = image + 4 * (y * width + x);
      return static_cast<unsigned char>((pixel[0] + pixel[1] + pixel[2]) / 3);
    }
    static unsigned char imageGetGrey(const unsigned char *image, int width, int x, int y) {
      return imageGetGray(image, width, x, y);
    }
  };
}  // namespace webots

#endif
