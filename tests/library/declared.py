"""What the classes of the issue declare in each language: the functions that a test must call."""

import os
import re
import subprocess
import sys

import parity

CLASSES = "Robot Supervisor Node Field Device LightSensor DistanceSensor LED Motor PositionSensor".split()
FAMILIES = "robot supervisor device light_sensor distance_sensor led motor position_sensor".split()
PREFIXES = tuple(f"wb_{family}_" for family in FAMILIES)

# What a program cannot call: constructors and destructors show themselves by their class, `delete`
# is called through the garbage of the tests, and these are for the library itself.
INNER = {"findNode", "findField", "cleanup", "operator"}

LIST_PYTHON = """
import controller
for kind in (getattr(controller, name) for name in {classes}):
    inherited = [base for base in kind.__mro__[1:] if base.__name__ in {classes}]
    for member in dir(kind):
        found = getattr(kind, member)
        is_own = not any(hasattr(base, member) for base in inherited)
        if is_own and not member.startswith("_") and (callable(found) or isinstance(found, property)):
            print(f"{{kind.__name__}}.{{member}}")
"""


def c(home):
    rows = [line.split("\t")[0] for line in parity.lines("functions.tsv")] + parity.NEWER
    return {name for name in rows if name.startswith(PREFIXES)}


def matlab(home):
    files = (home / "lib/controller/matlab").glob("wb_*.m")
    return {file.stem for file in files if file.stem.startswith(PREFIXES)}


def cpp(home):
    found = set()
    for name in CLASSES:
        text = (home / f"include/controller/cpp/webots/{name}.hpp").read_text(encoding="utf-8")
        body = text[re.search(rf"\bclass {name}\b[^;{{]*{{", text).end() :]
        public = "".join(re.findall(r"public:(.*?)(?=private:|protected:|\n  };)", body, re.DOTALL))
        # a declaration begins a line of a class; calls in bodies are deeper
        names = re.findall(r"^    (?=\S)(?!return|explicit|typedef|enum)[\w:&*<> ]*?[ &*](~?\w+)\(", public, re.MULTILINE)
        found |= {f"{name}.{method}" for method in names if method.lstrip("~") != name}
    return without_inner(found)


def java(home):
    sources = parity.HERE.parent.parent / "bindings/java/src/com/cyberbotics/webots/controller"
    found = set()
    for name in CLASSES:
        text = (sources / f"{name}.java").read_text(encoding="utf-8")
        names = re.findall(r"^  public (?:static |synchronized |final )*[\w\[\]]+ (\w+)\(", text, re.MULTILINE)
        found |= {f"{name}.{method}" for method in names}
    return without_inner(found)


def python(home):
    environment = dict(os.environ, WEBOTS_HOME=str(home), PYTHONPATH=str(home / "lib/controller/python"))
    listed = subprocess.run(
        [sys.executable, "-c", LIST_PYTHON.format(classes=CLASSES)],
        capture_output=True, text=True, env=environment, check=False,
    )  # fmt: skip
    assert listed.returncode == 0, listed.stderr
    return set(listed.stdout.split())


def without_inner(names):
    return {name for name in names if name.split(".")[1] not in INNER}


ALL = {"C": c, "C++": cpp, "Python": python, "Java": java, "Octave": matlab}
