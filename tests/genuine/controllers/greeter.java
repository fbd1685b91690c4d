import com.cyberbotics.webots.controller.LightSensor;
import com.cyberbotics.webots.controller.Node;
import com.cyberbotics.webots.controller.Supervisor;

/** What a controller in Java sees: the same as greeter.cpp. */
public class greeter {
  public static void main(String[] arguments) {
    Supervisor robot = new Supervisor();
    LightSensor eye = robot.getLightSensor("eye");
    eye.enable(32);
    robot.step(32);
    Node crate = robot.getFromDef("CRATE");
    crate.getField("translation").setSFVec3f(new double[] {1, 2, 3});
    robot.step(32);
    System.out.printf(java.util.Locale.ROOT, "Java %s %.3f %.0f %.0f%n", robot.getName(), robot.getTime(), eye.getValue(),
      crate.getPosition()[1]);
    robot.simulationQuit(5);
    robot.step(32);
  }
}
