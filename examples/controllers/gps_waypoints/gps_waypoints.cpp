// Drives from point to point by GPS and compass.

#include <cmath>
#include <cstdio>
#include <webots/Compass.hpp>
#include <webots/GPS.hpp>
#include <webots/Motor.hpp>
#include <webots/Robot.hpp>

using namespace webots;

static const double POINTS[][2] = {{0.3, 0.3}, {-0.3, 0.3}, {-0.3, -0.3}, {0.3, -0.3}};

int main() {
  Robot robot;
  const int step = static_cast<int>(robot.getBasicTimeStep());
  GPS *gps = robot.getGPS("gps");
  Compass *compass = robot.getCompass("compass");
  gps->enable(step);
  compass->enable(step);
  Motor *left = robot.getMotor("left wheel motor"), *right = robot.getMotor("right wheel motor");
  for (Motor *motor : {left, right}) {
    motor->setPosition(INFINITY);
    motor->setVelocity(0);
  }
  robot.step(step);
  for (const auto &point : POINTS) {
    double distance;
    do {
      if (robot.step(step) == -1 || robot.getTime() > 300)
        return 1;
      const double *position = gps->getValues();
      const double *north = compass->getValues();
      const double heading = std::atan2(north[0], north[1]);
      const double dx = point[0] - position[0], dy = point[1] - position[1];
      distance = std::hypot(dx, dy);
      const double error = std::remainder(std::atan2(dy, dx) - heading, 2 * M_PI);
      const double forward = std::fabs(error) < 0.5 ? 5 : 0;
      const double turn = std::fmax(-1.2, std::fmin(1.2, 3 * error));
      left->setVelocity(forward - turn);
      right->setVelocity(forward + turn);
    } while (distance > 0.03);
    printf("at (%.1f, %.1f)\n", point[0], point[1]);
  }
  printf("four points reached\n");
  return 0;
}
