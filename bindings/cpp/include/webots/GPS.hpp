// SPDX-License-Identifier: MIT OR Apache-2.0
// Measures position.

#ifndef GPS_HPP
#define GPS_HPP

#define WB_USING_CPP_API
#include <cstdlib>
#include <webots/Device.hpp>

#include <webots/gps.h>

namespace webots {
  class GPS : public Device {
  public:
    typedef enum { LOCAL = 0, WGS84 } CoordinateSystem;

    explicit GPS(const std::string &name) : Device(name) {}
    explicit GPS(WbDeviceTag tag) : Device(tag) {}
    virtual ~GPS() {}

    virtual void enable(int samplingPeriod) { wb_gps_enable(tag(), samplingPeriod); }
    virtual void disable() { wb_gps_disable(tag()); }
    int getSamplingPeriod() const { return wb_gps_get_sampling_period(tag()); }
    double getSpeed() const { return wb_gps_get_speed(tag()); }
    const double *getSpeedVector() const { return wb_gps_get_speed_vector(tag()); }
    const double *getValues() const { return wb_gps_get_values(tag()); }
    CoordinateSystem getCoordinateSystem() const { return static_cast<CoordinateSystem>(wb_gps_get_coordinate_system(tag())); }
    static std::string convertToDegreesMinutesSeconds(double decimalDegrees) {
      const char *converted = wb_gps_convert_to_degrees_minutes_seconds(decimalDegrees);
      const std::string result = text(converted);
      std::free(const_cast<char *>(converted));
      return result;
    }
  };
}  // namespace webots

#endif
