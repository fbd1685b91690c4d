// Measures light: enable, step, value, period and lookup table.

import com.cyberbotics.webots.controller.LightSensor;
import com.cyberbotics.webots.controller.Robot;
import java.util.Locale;

public class light_meter {
  public static void main(String[] arguments) {
    Robot robot = new Robot();
    int step = (int) robot.getBasicTimeStep();
    LightSensor sensor = robot.getLightSensor("light sensor");
    sensor.enable(step);
    for (int i = 0; i < 5; ++i) {
      if (robot.step(step) == -1)
        break;
      System.out.printf(Locale.ROOT, "%.3f s: %.3f%n", robot.getTime(), sensor.getValue());
    }
    System.out.printf(Locale.ROOT, "period: %d ms%n", sensor.getSamplingPeriod());
    double[] table = sensor.getLookupTable();
    for (int i = 0; i < table.length; i += 3)
      System.out.printf(Locale.ROOT, "%.0f -> %.0f, noise %.0f%n", table[i], table[i + 1], table[i + 2]);
    robot.delete();
  }
}
