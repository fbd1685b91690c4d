// Measures light: enable, step, value, period and lookup table.

#include <cstdio>
#include <webots/LightSensor.hpp>
#include <webots/Robot.hpp>

int main() {
  webots::Robot robot;
  const int step = static_cast<int>(robot.getBasicTimeStep());
  webots::LightSensor *sensor = robot.getLightSensor("light sensor");
  sensor->enable(step);
  for (int i = 0; i < 5; ++i) {
    if (robot.step(step) == -1)
      break;
    std::printf("%.3f s: %.3f\n", robot.getTime(), sensor->getValue());
  }
  std::printf("period: %d ms\n", sensor->getSamplingPeriod());
  const double *table = sensor->getLookupTable();
  for (int i = 0; i < sensor->getLookupTableSize(); ++i)
    std::printf("%g -> %g, noise %g\n", table[3 * i], table[3 * i + 1], table[3 * i + 2]);
  return 0;
}
