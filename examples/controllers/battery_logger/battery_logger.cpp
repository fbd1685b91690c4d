// Writes a table of the battery while the robot turns on the spot.

#include <cmath>
#include <cstdio>
#include <webots/Motor.hpp>
#include <webots/Robot.hpp>

using namespace webots;

int main() {
  Robot robot;
  const int step = static_cast<int>(robot.getBasicTimeStep());
  robot.batterySensorEnable(step);
  Motor *left = robot.getMotor("left wheel motor"), *right = robot.getMotor("right wheel motor");
  for (Motor *motor : {left, right})
    motor->setPosition(INFINITY);
  printf("seconds,joules\n");
  double first = 0, last = 0;
  for (int row = 0; row < 10; ++row) {
    left->setVelocity(row % 2 ? -2 : 2);
    right->setVelocity(row % 2 ? 2 : -2);
    if (robot.step(1024) == -1)
      return 0;
    last = robot.batterySensorGetValue();
    if (row == 0)
      first = last;
    printf("%.3f,%.6f\n", robot.getTime(), last);
  }
  printf("%s\n", last < first ? "turning costs energy" : "turning is free");
  return 0;
}
