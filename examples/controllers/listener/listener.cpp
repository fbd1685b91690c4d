// Hears the town crier and says where the voice came from.

#include <cmath>
#include <cstdio>
#include <webots/Receiver.hpp>
#include <webots/Robot.hpp>

using namespace webots;

int main() {
  Robot robot;
  const int step = static_cast<int>(robot.getBasicTimeStep());
  Receiver *receiver = robot.getReceiver("receiver");
  receiver->enable(step);
  int heard = 0;
  while (heard < 5 && robot.step(step) != -1) {
    for (; receiver->getQueueLength() > 0; receiver->nextPacket()) {
      const double *from = receiver->getEmitterDirection();
      const double distance = 1 / std::sqrt(receiver->getSignalStrength());
      printf("'%s' from %.0f degrees, %.2f m away\n", static_cast<const char *>(receiver->getData()),
             std::atan2(from[1], from[0]) * 180 / M_PI, distance);
      ++heard;
    }
  }
  printf("heard %d times\n", heard);
  return 0;
}
