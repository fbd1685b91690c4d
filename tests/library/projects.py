"""Projects of `foxden new` in each language: they build and run at once, and their test passes. It can fail too."""

import os
import subprocess

from everything import PATIENCE

OPTIONS = {"C": "c", "C++": "cpp", "Python": "python", "Java": "java", "Octave": "matlab"}


def check(home, foxden, scratch, spoken):
    environment = dict(os.environ, WEBOTS_HOME=str(home), FOXDEN=str(foxden), WEBOTS_TMPDIR=str(scratch))

    def run(*command):
        return subprocess.run(
            command, capture_output=True, text=True, env=environment, timeout=PATIENCE, cwd=scratch, check=False
        )

    doctor = run(foxden, "doctor")
    assert doctor.returncode == 0, doctor.stdout + doctor.stderr
    for language in spoken:
        option = OPTIONS[language]
        name = f"meter_{option}"
        created = run(foxden, "new", name, "--language", option)
        assert created.returncode == 0, created.stderr
        passed = run("sh", f"{name}/test.sh")
        assert passed.returncode == 0, f"{language}: {passed.stdout}{passed.stderr}{doctor.stdout}"
        assert "10 -> 1000, noise 0" in passed.stdout, f"{language}: {passed.stdout}"
        subject = "MATLAB or Octave" if language == "Octave" else language
        line = next(line for line in doctor.stdout.splitlines() if f" {subject} " in line)
        assert line.startswith("ok "), f"the project runs, but foxden doctor prints: {line}"
    broken = scratch / "meter_python/controllers/meter_python/meter_python.py"
    broken.write_text("raise SystemExit(3)\n")
    failed = run("sh", "meter_python/test.sh")
    assert failed.returncode == 1, f"the test of a broken project ends with {failed.returncode}: {failed.stdout}"
    return f"new projects run in {', '.join(spoken)}"
