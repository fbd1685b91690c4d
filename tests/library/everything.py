"""Every language makes the calls of calls.py, right and wrong ones, and must see what C sees."""

import os
import subprocess

import calls
import languages

HERE = os.path.dirname(__file__)


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


def run(home, foxden, world):
    environment = dict(os.environ, WEBOTS_HOME=str(home))
    command = [foxden, "run", world, "--steps", "100", "--quiet", "--offline"]
    return subprocess.run(command, capture_output=True, text=True, env=environment, timeout=60, check=False)


def check(home, foxden, scratch, names):
    world = open(f"{HERE}/everything.wbt", encoding="utf-8").read()
    runs = {
        "supervisor": (world, calls.ALLOWED_RUN),
        "robot": (world.replace("supervisor TRUE", "supervisor FALSE"), calls.FORBIDDEN_RUN),
    }
    for title, (text, made) in runs.items():
        expected = None
        for name in names:
            project = scratch / f"{title}-{name}"
            folder = project / "controllers/everything"
            folder.mkdir(parents=True)
            (project / "worlds").mkdir()
            (project / "worlds/everything.wbt").write_text(text, encoding="utf-8")
            writer = languages.ALL[name]()
            source = folder / writer.file
            source.write_text(writer.write(made), encoding="utf-8")
            compile_controller(home, folder, source)
            ended = run(home, foxden, project / "worlds/everything.wbt")
            lines = [line for line in ended.stdout.splitlines() if line[:1].isdigit()]
            assert "signal" not in ended.stderr and "ended with status" not in ended.stderr, f"{name}: {ended.stderr}"
            assert len(lines) > 20, f"{name}, {title}: {ended.stdout}{ended.stderr}"
            wanted = "wb_supervisor_world_reload" if title == "robot" else "wb_light_sensor_get_value"
            assert wanted in ended.stderr, f"{name}: no word about {wanted} in {ended.stderr}"
            if expected is None:
                expected = lines
            differing = [f"{ours} instead of {theirs}" for ours, theirs in zip(lines, expected) if ours != theirs]
            assert lines == expected, f"{name}, {title}: {len(lines)} of {len(expected)} lines; {differing}"
    return f"{len(calls.ALLOWED_RUN) + len(calls.FORBIDDEN_RUN)} calls seen alike in {', '.join(names)}"
