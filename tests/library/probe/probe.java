// The recorder probe.c of the recordings, in Java: same arguments, same table.

import com.cyberbotics.webots.controller.Device;
import com.cyberbotics.webots.controller.DistanceSensor;
import com.cyberbotics.webots.controller.Field;
import com.cyberbotics.webots.controller.LightSensor;
import com.cyberbotics.webots.controller.Motor;
import com.cyberbotics.webots.controller.Node;
import com.cyberbotics.webots.controller.Supervisor;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;

public class probe extends Supervisor {
  private record Command(int step, String text) {}

  private final Map<String, String> settings = new HashMap<>();
  private final Map<String, Integer> periods = new HashMap<>();
  private final List<String> watched = new ArrayList<>();
  private final List<Command> commands = new ArrayList<>();
  private final List<Device> sensors = new ArrayList<>();
  private final int duration;
  private Motor torque;

  private probe(String[] words) {
    for (String word : words)
      take(word);
    duration = settings.containsKey("dt") ? number("dt") : (int) getBasicTimeStep();
    for (int i = 0; i < getNumberOfDevices(); ++i) {
      Device device = getDeviceByIndex(i);
      if (device instanceof LightSensor || device instanceof DistanceSensor)
        sensors.add(device);
    }
  }

  /** A text before and after the first of a character. */
  private static String[] split(String text, String border) {
    String[] halves = text.split(border, 2);
    return new String[] {halves[0], halves.length > 1 ? halves[1] : ""};
  }

  private void take(String word) {
    String[] halves = split(word, "=");
    if (halves[0].startsWith("period:"))
      periods.put(halves[0].substring("period:".length()), Integer.valueOf(halves[1]));
    else if (halves[0].equals("watch"))
      watched.add(halves[1]);
    else if (halves[0].equals("at")) {
      String[] command = split(halves[1], ":");
      commands.add(new Command(Integer.parseInt(command[0]), command[1]));
    } else
      settings.put(halves[0], halves[1]);
  }

  private int number(String setting) {
    return Integer.parseInt(settings.get(setting));
  }

  private static String shown(double... numbers) {
    StringJoiner text = new StringJoiner(";");
    for (double number : numbers)
      text.add(Double.toString(number));
    return text.toString();
  }

  private static double real(String text) {
    return text.equals("inf") ? Double.POSITIVE_INFINITY : Double.parseDouble(text);
  }

  private Field findField(String place) {
    String[] halves = split(place, ":");
    Node node = getFromDef(halves[0]);
    return node == null ? null : node.getField(halves[1]);
  }

  private static String fieldValue(Field field) {
    if (field == null)
      return "MISSING";
    switch (field.getType()) {
      case Field.SF_BOOL:
        return field.getSFBool() ? "1" : "0";
      case Field.SF_INT32:
        return Integer.toString(field.getSFInt32());
      case Field.SF_FLOAT:
        return shown(field.getSFFloat());
      case Field.SF_VEC3F:
        return shown(field.getSFVec3f());
      case Field.SF_ROTATION:
        return shown(field.getSFRotation());
      case Field.SF_COLOR:
        return shown(field.getSFColor());
      case Field.SF_STRING:
        return field.getSFString();
      case Field.SF_NODE:
        return field.getSFNode() == null ? "NULL" : field.getSFNode().getTypeName();
      case Field.MF_FLOAT:
        double[] values = new double[field.getCount()];
        for (int i = 0; i < values.length; ++i)
          values[i] = field.getMFFloat(i);
        return shown(values);
      default:
        return Integer.toString(field.getCount());
    }
  }

  private static void setField(Field field, String words) {
    if (field.getType() == Field.SF_STRING) {
      field.setSFString(split(words, " ")[0]);
      return;
    }
    if (field.getType() == Field.SF_BOOL) {
      field.setSFBool(words.equals("TRUE"));
      return;
    }
    String[] parts = words.split(" ");
    double[] numbers = new double[parts.length];
    for (int i = 0; i < parts.length; ++i)
      numbers[i] = real(parts[i]);
    switch (field.getType()) {
      case Field.SF_FLOAT -> field.setSFFloat(numbers[0]);
      case Field.SF_VEC3F -> field.setSFVec3f(numbers);
      case Field.SF_COLOR -> field.setSFColor(numbers);
      case Field.SF_ROTATION -> field.setSFRotation(numbers);
      default -> field.setMFFloat((int) numbers[0], numbers[1]);
    }
  }

  private static void enable(Device device, int period) {
    if (device instanceof LightSensor light)
      light.enable(period);
    else if (device instanceof DistanceSensor distance)
      distance.enable(period);
  }

  private static double value(Device device) {
    return device instanceof LightSensor light ? light.getValue() : ((DistanceSensor) device).getValue();
  }

  /** Switches the sensors on and gives the names of the columns. */
  private String start() {
    int period = settings.containsKey("period") ? number("period") : duration;
    StringJoiner names = new StringJoiner(",");
    names.add("step").add("time");
    for (Device sensor : sensors) {
      int own = periods.getOrDefault(sensor.getName(), period);
      if (own > 0)
        enable(sensor, own);
      names.add(sensor.getName());
    }
    if (settings.containsKey("battery")) {
      batterySensorEnable(number("battery"));
      names.add("battery");
    }
    if (settings.containsKey("torque"))
      names.add("torque");
    watched.forEach(names::add);
    return names.toString();
  }

  private String row(int step) {
    StringJoiner cells = new StringJoiner(",");
    cells.add(Integer.toString(step)).add(shown(getTime()));
    for (Device sensor : sensors)
      cells.add(shown(value(sensor)));
    if (settings.containsKey("battery"))
      cells.add(shown(batterySensorGetValue()));
    if (settings.containsKey("torque"))
      cells.add(shown(torque == null ? Double.NaN : torque.getTorqueFeedback()));
    for (String place : watched)
      cells.add(fieldValue(findField(place)));
    return cells.toString();
  }

  private void obey(String command) {
    String[] words = command.split(" ", 3);
    String verb = words[0], subject = words[1], rest = words.length > 2 ? words[2] : "";
    switch (verb) {
      case "enable" -> getLightSensor(subject).enable(Integer.parseInt(rest));
      case "disable" -> getLightSensor(subject).disable();
      case "position" -> getMotor(subject).setPosition(real(rest));
      case "velocity" -> getMotor(subject).setVelocity(real(rest));
      case "feedback" -> {
        torque = getMotor(subject);
        torque.enableTorqueFeedback(Integer.parseInt(rest));
      }
      case "battery" -> {
        if (subject.startsWith("0"))
          batterySensorDisable();
        else
          batterySensorEnable(Integer.parseInt(subject));
      }
      default -> supervise(verb, subject, rest);
    }
  }

  private void supervise(String verb, String subject, String rest) {
    switch (verb) {
      case "simreset" -> simulationReset();
      case "savestate" -> getFromDef(subject).saveState(rest);
      case "loadstate" -> getFromDef(subject).loadState(rest);
      case "set" -> setField(findField(subject), rest);
      case "remove" -> {
        Node node = getFromDef(subject);
        if (node != null)
          node.remove();
      }
      case "import" -> {
        Field field = findField(subject);
        if (field.getType() == Field.SF_NODE)
          field.importSFNodeFromString(rest);
        else
          field.importMFNodeFromString(-1, rest);
      }
      default -> throw new IllegalArgumentException(verb);
    }
  }

  private void run() throws IOException {
    try (PrintStream table = new PrintStream(settings.get("out"), StandardCharsets.UTF_8)) {
      table.println(start());
      table.println(row(0));
      for (int step = 0; step < number("steps"); ++step) {
        for (Command command : commands)
          if (command.step() == step)
            obey(command.text());
        if (step(duration) == -1)
          break;
        table.println(row(step + 1));
      }
    }
    if (settings.containsKey("quit")) {
      simulationQuit(0);
      step(duration);
    }
  }

  public static void main(String[] words) throws IOException {
    probe robot = new probe(words);
    robot.run();
    robot.delete();
  }
}
