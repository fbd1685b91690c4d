"""Every language makes the calls of calls/, right and wrong ones, and must see what C sees."""

import os
import re
import subprocess
import tempfile
import threading
from pathlib import Path

import calls
import declared
import languages

HERE = Path(__file__).parent

# Seconds that a run may take.
PATIENCE = 300

# A world that a supervisor goes to.
ELSEWHERE = "#VRML_SIM R2023b utf8\nWorldInfo { }\nViewpoint { }\n"


def compile_controller(home, folder, source):
    include, libraries = f"{home}/include/controller", f"{home}/lib/controller"
    c = ["-O0", "-w", f"-I{include}/c", f"-I{include}/cpp", source, "-o", f"{folder}/{folder.name}"]
    link = [f"-L{libraries}", "-lController", "-lm"]
    command = {
        "c": ["cc", *c, *link],
        "cpp": ["c++", *c, *link],
        "java": ["javac", "-encoding", "UTF-8", "-classpath", f"{libraries}/java/Controller.jar", source],
    }.get(source.suffix[1:])
    if command:
        built = subprocess.run(command, capture_output=True, text=True, check=False)
        assert built.returncode == 0, built.stderr
    if source.suffix == ".m":
        (folder / "runtime.ini").write_text(f"[matlab]\nCOMMAND = {libraries}/matlab/octave\n")


def prepare(project, world):
    """A project with the world of all calls; the folder of its controller."""
    folder = project / "controllers/everything"
    for needed in (folder, project / "worlds", project / "protos"):
        needed.mkdir(parents=True)
    (project / "protos/Chest.proto").write_text((HERE / "Chest.proto").read_text())
    (project / "worlds/everything.wbt").write_text(world, encoding="utf-8")
    for place in (folder, project / "worlds"):
        (place / "elsewhere.wbt").write_text(ELSEWHERE)
    return folder


def run(home, foxden, world, begins_again):
    """What a run printed. A controller that loads its own world again would do so for ever: it may do it once."""
    command = [foxden, "run", world, "--steps", "100", "--quiet", "--offline"]
    environment = dict(os.environ, WEBOTS_HOME=str(home))
    with tempfile.TemporaryFile("w+", encoding="utf-8") as errors:
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=errors, text=True, env=environment) as process:
            watchdog = threading.Timer(PATIENCE, process.kill)
            watchdog.start()
            lines = []
            for line in process.stdout:
                lines.append(line.rstrip("\n"))
                if begins_again and lines.count(lines[0]) > 1:
                    process.terminate()
                    break
            process.stdout.read()
        watchdog.cancel()
        errors.seek(0)
        return lines, errors.read()


def lines_of(writer, title, printed, errors):
    """What a program printed, by its labels; all of them, or the program is at fault."""
    where = f"{writer.name}, {title}"
    assert "signal" not in errors and "ended with status" not in errors, f"{where}: {errors}"
    # One that is started again prints again. Where C has no numbers to point at, Python's lists have none that is one.
    known = [re.sub(r"( nan){2,}$", "", line) for line in printed if line[:1].isdigit()]
    lines = {" ".join(line.split(" ")[:2]): line for line in known}
    missing = [label for label in writer.labels if label not in lines]
    assert not missing, f"{where}: nothing about {missing[:3]}; {printed[-9:]} {errors[-2000:]}"
    return lines


def check_coverage(home, called):
    """Fails if a declared function was never called."""
    for name, functions in called.items():
        missing = sorted(declared.ALL[name](home) - functions)
        assert not missing, f"{name} never calls {', '.join(missing)}"


def check(home, foxden, scratch, names):
    world = (HERE / "everything.wbt").read_text(encoding="utf-8")
    called = {name: set() for name in names}
    compared = 0
    for title, made in calls.RUNS.items():
        text = world.replace("supervisor TRUE", "supervisor FALSE") if title == "robot" else world
        expected = {}
        for name in names:
            if not calls.is_spoken(title, name):
                continue
            project = scratch / f"{title}-{name}".replace(" ", "_")
            folder = prepare(project, text)
            writer = languages.ALL[name]()
            source = folder / writer.file
            source.write_text(writer.write(made), encoding="utf-8")
            compile_controller(home, folder, source)
            begins_again = title in calls.BEGINS_AGAIN
            printed, errors = run(home, foxden, project / "worlds/everything.wbt", begins_again)
            assert not begins_again or printed.count(printed[0]) == 2, f"{name}, {title}: did not begin again: {errors}"
            lines = lines_of(writer, title, printed, errors)
            called[name] |= writer.called
            both = [label for label in lines if label in expected]
            differing = [f"{lines[label]} instead of {expected[label]}" for label in both if lines[label] != expected[label]]
            assert not differing, f"{name}, {title}: {differing}"
            compared += len(both)
            # what C lacks is compared among the others
            expected = {**lines, **expected}
    check_coverage(home, called)
    functions = ", ".join(f"{len(declared.ALL[name](home))} in {name}" for name in names)
    return f"every function is called, right and wrong ({functions}); {compared} answers alike"
