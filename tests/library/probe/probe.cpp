// The recorder probe.c of the recordings, in C++: same arguments, same table.

#include <cmath>
#include <cstdio>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include <webots/DistanceSensor.hpp>
#include <webots/Field.hpp>
#include <webots/LightSensor.hpp>
#include <webots/Motor.hpp>
#include <webots/Node.hpp>
#include <webots/Supervisor.hpp>

using namespace webots;

typedef std::pair<std::string, std::string> Halves;

// A text before and after the first of a character.
static Halves split(const std::string &text, char border) {
  const size_t place = text.find(border);
  if (place == std::string::npos)
    return Halves(text, "");
  return Halves(text.substr(0, place), text.substr(place + 1));
}

static std::string shown(double number) {
  char text[40];
  snprintf(text, sizeof text, "%.17g", number);
  return text;
}

static std::string shown(const double *numbers, int count) {
  std::string text;
  for (int i = 0; i < count; ++i)
    text += (i ? ";" : "") + shown(numbers[i]);
  return text;
}

static std::string fieldValue(const Field *field) {
  if (!field)
    return "MISSING";
  switch (field->getType()) {
    case Field::SF_BOOL:
      return std::to_string(field->getSFBool());
    case Field::SF_INT32:
      return std::to_string(field->getSFInt32());
    case Field::SF_FLOAT:
      return shown(field->getSFFloat());
    case Field::SF_VEC3F:
      return shown(field->getSFVec3f(), 3);
    case Field::SF_ROTATION:
      return shown(field->getSFRotation(), 4);
    case Field::SF_COLOR:
      return shown(field->getSFColor(), 3);
    case Field::SF_STRING:
      return field->getSFString();
    case Field::SF_NODE:
      return field->getSFNode() ? field->getSFNode()->getTypeName() : "NULL";
    case Field::MF_FLOAT: {
      std::vector<double> values;
      for (int i = 0; i < field->getCount(); ++i)
        values.push_back(field->getMFFloat(i));
      return shown(values.data(), field->getCount());
    }
    default:
      return std::to_string(field->getCount());
  }
}

static void setField(Field *field, const std::string &words) {
  double numbers[4] = {0, 0, 0, 0};
  std::istringstream stream(words);
  for (int i = 0; i < 4 && stream >> numbers[i];)
    ++i;
  switch (field->getType()) {
    case Field::SF_STRING:
      return field->setSFString(split(words, ' ').first);
    case Field::SF_BOOL:
      return field->setSFBool(words == "TRUE");
    case Field::SF_FLOAT:
      return field->setSFFloat(numbers[0]);
    case Field::SF_VEC3F:
      return field->setSFVec3f(numbers);
    case Field::SF_COLOR:
      return field->setSFColor(numbers);
    case Field::SF_ROTATION:
      return field->setSFRotation(numbers);
    default:
      return field->setMFFloat(static_cast<int>(numbers[0]), numbers[1]);
  }
}

class Probe : public Supervisor {
public:
  Probe(int count, char **words) : mTorque(0) {
    for (int i = 1; i < count; ++i)
      take(words[i]);
    mStep = mSettings.count("dt") ? std::stoi(mSettings["dt"]) : static_cast<int>(getBasicTimeStep());
    for (int i = 0; i < getNumberOfDevices(); ++i) {
      Device *device = getDeviceByIndex(i);
      if (dynamic_cast<LightSensor *>(device) || dynamic_cast<DistanceSensor *>(device))
        mSensors.push_back(device);
    }
  }

  void run() {
    std::ofstream table(mSettings["out"]);
    table << start() << "\n" << row(0) << "\n";
    for (int step = 0; step < std::stoi(mSettings["steps"]); ++step) {
      for (size_t i = 0; i < mCommands.size(); ++i)
        if (mCommands[i].first == step)
          obey(mCommands[i].second);
      if (Supervisor::step(mStep) == -1)
        break;
      table << row(step + 1) << "\n";
    }
    table.close();
    if (mSettings.count("quit")) {
      simulationQuit(0);
      Supervisor::step(mStep);
    }
  }

private:
  void take(const std::string &word) {
    const Halves halves = split(word, '=');
    if (halves.first.compare(0, 7, "period:") == 0)
      mPeriods[halves.first.substr(7)] = std::stoi(halves.second);
    else if (halves.first == "watch")
      mWatched.push_back(halves.second);
    else if (halves.first == "at") {
      const Halves command = split(halves.second, ':');
      mCommands.push_back(std::make_pair(std::stoi(command.first), command.second));
    } else
      mSettings[halves.first] = halves.second;
  }

  Field *findField(const std::string &place) {
    const Halves halves = split(place, ':');
    Node *node = getFromDef(halves.first);
    return node ? node->getField(halves.second) : 0;
  }

  static void enable(Device *device, int period) {
    if (LightSensor *light = dynamic_cast<LightSensor *>(device))
      light->enable(period);
    else if (DistanceSensor *distance = dynamic_cast<DistanceSensor *>(device))
      distance->enable(period);
  }

  static double value(const Device *device) {
    const LightSensor *light = dynamic_cast<const LightSensor *>(device);
    return light ? light->getValue() : dynamic_cast<const DistanceSensor *>(device)->getValue();
  }

  // Switches the sensors on and gives the names of the columns.
  std::string start() {
    const int period = mSettings.count("period") ? std::stoi(mSettings["period"]) : mStep;
    std::string names = "step,time";
    for (size_t i = 0; i < mSensors.size(); ++i) {
      const std::string name = mSensors[i]->getName();
      const int own = mPeriods.count(name) ? mPeriods[name] : period;
      if (own > 0)
        enable(mSensors[i], own);
      names += "," + name;
    }
    if (mSettings.count("battery")) {
      batterySensorEnable(std::stoi(mSettings["battery"]));
      names += ",battery";
    }
    if (mSettings.count("torque"))
      names += ",torque";
    for (size_t i = 0; i < mWatched.size(); ++i)
      names += "," + mWatched[i];
    return names;
  }

  std::string row(int step) {
    std::string cells = std::to_string(step) + "," + shown(getTime());
    for (size_t i = 0; i < mSensors.size(); ++i)
      cells += "," + shown(value(mSensors[i]));
    if (mSettings.count("battery"))
      cells += "," + shown(batterySensorGetValue());
    if (mSettings.count("torque"))
      cells += "," + shown(mTorque ? mTorque->getTorqueFeedback() : NAN);
    for (size_t i = 0; i < mWatched.size(); ++i)
      cells += "," + fieldValue(findField(mWatched[i]));
    return cells;
  }

  void obey(const std::string &command) {
    const Halves first = split(command, ' '), second = split(first.second, ' ');
    const std::string &verb = first.first, &subject = second.first, &rest = second.second;
    if (verb == "enable")
      getLightSensor(subject)->enable(std::stoi(rest));
    else if (verb == "disable")
      getLightSensor(subject)->disable();
    else if (verb == "position")
      getMotor(subject)->setPosition(std::stod(rest));
    else if (verb == "velocity")
      getMotor(subject)->setVelocity(std::stod(rest));
    else if (verb == "feedback") {
      mTorque = getMotor(subject);
      mTorque->enableTorqueFeedback(std::stoi(rest));
    } else if (verb == "battery" && subject[0] == '0')
      batterySensorDisable();
    else if (verb == "battery")
      batterySensorEnable(std::stoi(subject));
    else
      supervise(verb, subject, rest);
  }

  void supervise(const std::string &verb, const std::string &subject, const std::string &rest) {
    if (verb == "simreset")
      simulationReset();
    else if (verb == "savestate")
      getFromDef(subject)->saveState(rest);
    else if (verb == "loadstate")
      getFromDef(subject)->loadState(rest);
    else if (verb == "set")
      setField(findField(subject), rest);
    else if (verb == "remove") {
      Node *node = getFromDef(subject);
      if (node)
        node->remove();
    } else if (verb == "import") {
      Field *field = findField(subject);
      if (field->getType() == Field::SF_NODE)
        field->importSFNodeFromString(rest);
      else
        field->importMFNodeFromString(-1, rest);
    }
  }

  std::map<std::string, std::string> mSettings;
  std::map<std::string, int> mPeriods;
  std::vector<std::string> mWatched;
  std::vector<std::pair<int, std::string> > mCommands;
  std::vector<Device *> mSensors;
  Motor *mTorque;
  int mStep;
};

int main(int count, char **words) {
  Probe probe(count, words);
  probe.run();
  return 0;
}
