"""Java: the classes of C++ with arrays."""

from .cpp import Cpp

HEAD = """import com.cyberbotics.webots.controller.*;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

public class everything {
  static final PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
  static String one(double value) {
    if (Double.isNaN(value)) return " nan";
    if (Double.isInfinite(value)) return value > 0 ? " inf" : " -inf";
    return String.format(java.util.Locale.ROOT, " %.6f", value);
  }
  static void number(String label, double value) { out.println(label + one(value)); }
  static void number(String label, boolean value) { number(label, value ? 1 : 0); }
  static void found(String label, Object value) { number(label, value != null); }
  static void text(String label, String value) { out.println(label + " [" + (value == null ? "" : value) + "]"); }
  static void vector(String label, double[] values) {
    StringBuilder line = new StringBuilder(label);
    if (values != null) for (double value : values) line.append(one(value));
    out.println(line);
  }
  public static void main(String[] arguments) {
  Supervisor robot_ = new Supervisor();
"""


class Java(Cpp):
    name = "Java"
    file = "everything.java"

    def array(self, values):
        return f"new double[] {{{', '.join(map(repr, values))}}}"

    def call(self, receiver, method, values):
        self.note(receiver, method)
        return f"{self.variable(receiver)}.{method}({', '.join(values)})"

    def keep(self, variable, kind, call):
        return super().keep(variable, kind, call).replace(f"{kind} *", f"{kind} ", 1)

    def show(self, result, label, expression, length):
        return f'{result}("{label}", {expression});'

    def program(self, body):
        self.note("robot", "delete")
        return HEAD + body + "\n  robot_.delete();\n  }\n}\n"
