// What a controller in C++ sees: devices as objects, and the supervisor's functions.
#include <cstdio>
#include <webots/Field.hpp>
#include <webots/LightSensor.hpp>
#include <webots/Node.hpp>
#include <webots/Supervisor.hpp>

int main() {
  webots::Supervisor robot;
  webots::LightSensor *eye = robot.getLightSensor("eye");
  eye->enable(32);
  robot.step(32);
  webots::Node *crate = robot.getFromDef("CRATE");
  const double place[3] = {1, 2, 3};
  crate->getField("translation")->setSFVec3f(place);
  robot.step(32);
  std::printf("C++ %s %g %g %g\n", robot.getName().c_str(), robot.getTime(), eye->getValue(), crate->getPosition()[1]);
  robot.simulationQuit(5);
  robot.step(32);
  return 0;
}
