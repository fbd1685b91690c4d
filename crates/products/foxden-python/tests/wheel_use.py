"""Uses an installed wheel as a person would. `cargo xtask test` runs it in a fresh
environment that has nothing but the wheel."""

from __future__ import annotations

import fcntl
import importlib.metadata
import os
import re
import select
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path
from typing import Any

COMMAND = os.fspath(Path(sys.executable).with_name("foxden"))


def run(*command: str) -> str:
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return done.stdout


def use_command() -> None:
    """The command of the wheel behaves as the program does."""
    assert Path(COMMAND).read_bytes().startswith(b"#!"), "the simulator is there twice"
    version = f"foxden {importlib.metadata.version('foxden')}\n"
    assert run(COMMAND, "--version") == version
    assert run(sys.executable, "-m", "foxden", "--version") == version
    assert "Usage: foxden run " in run(sys.executable, "-m", "foxden", "run", "--help")
    assert "5 steps" in run(COMMAND, "run", "worlds/hello.wbt", "--steps", "5")
    run(COMMAND, "check", "worlds/hello.wbt")
    run(COMMAND, "self-test")
    with tempfile.TemporaryDirectory() as folder:
        try_exit_codes(Path(folder))
        try_signals(Path(folder))
        try_streams(Path(folder))


def exit_code(*words: str) -> int:
    return subprocess.run([COMMAND, *words], capture_output=True).returncode


def try_exit_codes(folder: Path) -> None:
    broken = folder / "broken.wbt"
    broken.write_text("#VRML_SIM R2023b utf8\nWorldInfo {}\nSolid { nme 3 }\n")
    assert exit_code("check", os.fspath(broken)) == 1
    assert exit_code("check", "no/such/world.wbt") == 2
    assert exit_code("no-such-command") == 2
    # names need not be text
    odd = os.fsdecode(bytes(folder) + b"/\xff.wbt")
    Path(odd).write_bytes(Path("worlds/hello.wbt").read_bytes())
    assert exit_code("check", odd) == 0
    # the command becomes the controller
    program = folder / "seven.py"
    program.write_text("raise SystemExit(7)\n")
    assert exit_code("controller", os.fspath(program)) == 7


def wait_for_log(process: subprocess.Popen[Any], log: Path) -> None:
    while not log.exists() or log.stat().st_size == 0:
        assert process.poll() is None, process.returncode
        time.sleep(0.02)


def try_signals(folder: Path) -> None:
    # a run ends cleanly after its step
    for number in (signal.SIGINT, signal.SIGTERM):
        log = folder / f"{number.name}.csv"
        words = ["run", "worlds/hello.wbt", "--mode", "realtime", "--log", os.fspath(log)]
        process = subprocess.Popen([COMMAND, *words], stdout=subprocess.PIPE, text=True)
        wait_for_log(process, log)
        process.send_signal(number)
        printed, _ = process.communicate(timeout=60)
        assert process.returncode == 0, process.returncode
        assert "s simulated" in printed, printed
        rows = log.read_text().count("\n")
        assert rows == int(printed.split(" ")[0]) + 2, (rows, printed)

    # a command that does not listen is ended by the signal: here it waits for a reader
    reader, writer = os.pipe()
    fcntl.fcntl(writer, fcntl.F_SETPIPE_SZ, 4096)
    process = subprocess.Popen(
        [COMMAND, "completions", "bash"],
        stdout=writer,
        # a shell starts what it runs in the background with this signal ignored
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    os.close(writer)
    # the first bytes are there, and there are more than fit
    select.select([reader], [], [], 60)
    process.send_signal(signal.SIGINT)
    assert process.wait(timeout=60) == -signal.SIGINT, process.returncode
    os.close(reader)


def try_streams(folder: Path) -> None:
    # nobody reads what is printed
    reader, writer = os.pipe()
    os.close(reader)
    words = [COMMAND, "tree", "worlds/hello.wbt"]
    done = subprocess.run(words, stdout=writer, stderr=subprocess.PIPE, text=True)
    os.close(writer)
    assert done.returncode == 1, done
    assert "the output could not be written" in done.stderr, done
    assert "Traceback" not in done.stderr, done

    # the streams are closed: no file gets their numbers, and so what is printed
    log = folder / "closed.csv"
    words = ["run", "worlds/hello.wbt", "--mode", "realtime", "--log", os.fspath(log)]
    shell = ["sh", "-c", 'exec "$@" <&- >&- 2>&-', "sh"]
    process = subprocess.Popen([*shell, COMMAND, *words])
    try:
        wait_for_log(process, log)
        for number in range(3):
            assert os.readlink(f"/proc/{process.pid}/fd/{number}") == os.devnull
        process.terminate()
        assert process.wait(timeout=60) == 0, process.returncode
    finally:
        process.kill()


def main() -> None:
    read_me = Path(sys.argv[1]).read_text()
    example = re.search(r"```python\n(.*?)```", read_me, re.DOTALL)
    assert example is not None
    printed = run(sys.executable, "-c", example[1]).split()
    assert printed[0] == "1.6", printed
    assert len(printed) == 4, printed

    use_command()

    # the viewer of the wheel shows a world
    import foxden

    viewer = foxden.World("worlds/hello.wbt").view(paused=True)
    try:
        with urllib.request.urlopen(viewer.url, timeout=60) as answer:
            assert b"<html" in answer.read()
        assert viewer.url.split("?")[0] in viewer._repr_html_()
    finally:
        viewer.close()

    # the simulator starts a controller in Python that uses the package of the wheel
    import controller

    assert (Path(controller.__file__).parent / "lib/libController.so").is_file()
    assert hasattr(controller, "Supervisor")

    # the package does without NumPy until a picture is read
    loaded = run(sys.executable, "-c", "import sys, foxden; print('numpy' in sys.modules)")
    assert loaded.strip() == "False"

    extras = importlib.metadata.metadata("foxden").get_all("Provides-Extra") or []
    assert sorted(extras) == ["gym", "ray", "view"], extras


if __name__ == "__main__":
    main()
