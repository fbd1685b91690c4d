"""MATLAB's language: the functions of C with vectors."""

from calls.vocabulary import Name

from .c import C

HELPERS = """function number(label, value)
  vector(label, double(value));
end
function found(label, value)
  number(label, ~isempty(value) && value ~= 0);
end
function text(label, value)
  fprintf('%s [%s]\\n', label, value);
end
function vector(label, values)
  fprintf('%s', label);
  for value = values(:)'
    if isnan(value)
      fprintf(' nan');
    elseif isinf(value) && value > 0
      fprintf(' inf');
    elseif isinf(value)
      fprintf(' -inf');
    else
      fprintf(' %.6f', value);
    end
  end
  fprintf('\\n');
end
"""


class Matlab(C):
    name = "Octave"
    file = "everything.m"

    def value(self, value):
        if isinstance(value, str) and not isinstance(value, Name):
            return "'" + value.replace("'", "''") + "'"
        return super().value(value)

    def array(self, values):
        return f"[{' '.join(map(repr, values))}]"

    def call(self, receiver, method, values):
        if method == "setLabel":
            values[5] = "[0 0 0]"
        return super().call(receiver, method, values)

    def keep(self, variable, kind, call):
        return super().keep(variable, kind, call).split(" ", 1)[1]

    def show(self, result, label, expression, length):
        return f"{result}('{label}', {expression});"

    def program(self, body):
        return f"function everything(varargin)\n{body}\nend\n{HELPERS}"
