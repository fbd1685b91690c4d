"""Runs the reference implementation's own suite, as published, with raconteur.

Usage: reference_suite.py SUITE [RUNS]

SUITE is a checkout of github.com/robotraconteur/robotraconteur. Its client
tests run RUNS times (10) against our conformance server in release, then our
client runs as often against its server. Needs pytest beside the packages of
tests/requirements.txt, and cargo.
"""

import os
import pathlib
import re
import subprocess
import sys

PROJECT = pathlib.Path(__file__).resolve().parents[2]
CLIENT_TESTS = ["test_service.py", "test_service2.py", "test_service3.py"]
SERVER_PORT = 22223


def cargo(*arguments, **options):
    return subprocess.run(["cargo", *arguments], cwd=PROJECT, check=True, **options)


def their_client(suite, runs):
    """Runs their client tests against one instance of our server."""
    cargo("build", "--release", "-p", "raconteur", "--example", "conformance_server")
    program = PROJECT / "target/release/examples/conformance_server"
    server = subprocess.Popen(
        [program, "--port", "0"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    tests = [suite / "test/python/RobotRaconteurTest" / name for name in CLIENT_TESTS]
    good = 0
    try:
        port = int(server.stdout.readline())
        url = "rr+tcp://localhost:%d" % port
        for run in range(1, runs + 1):
            done = subprocess.run(
                [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *tests],
                cwd=suite / "test/python",
                env={**os.environ, "ROBOTRACONTEUR_TEST_SERVER_URL": url},
                capture_output=True,
                text=True,
            )
            passed = re.search(r"(\d+) passed", done.stdout)
            print("their client, run %d: %s" % (run, done.stdout.strip().splitlines()[-1]))
            if done.returncode == 0 and passed and passed.group(1) == "28":
                good += 1
            else:
                print(done.stdout)
    finally:
        server.terminate()
        printed = server.communicate()
    assert printed == (b"", b""), "the server printed more than its port: %r" % (printed,)
    return good


def our_client(suite, runs):
    """Runs our client's exchanges against one instance of their server."""
    server = subprocess.Popen(
        [sys.executable, "-m", "RobotRaconteurTest.test_server"],
        cwd=suite / "test/python",
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    good = 0
    try:
        while b"ready" not in server.stdout.readline():
            if server.poll() is not None:
                raise SystemExit("their server does not start")
        url = "rr+tcp://localhost:%d" % SERVER_PORT
        for run in range(1, runs + 1):
            arguments = ["-p", "raconteur", "--test", "conformance_client", "named", "--", "--ignored"]
            done = subprocess.run(
                ["cargo", "test", "-q", *arguments],
                cwd=PROJECT,
                env={**os.environ, "RACONTEUR_CONFORMANCE_URL": url},
                capture_output=True,
                text=True,
            )
            print("our client, run %d: %s" % (run, "ok" if done.returncode == 0 else "FAILED"))
            if done.returncode == 0:
                good += 1
            else:
                print(done.stdout, done.stderr)
    finally:
        server.communicate(b"\n")
    return good


def main():
    suite = pathlib.Path(sys.argv[1]).resolve()
    runs = int(sys.argv[2]) if len(sys.argv) > 2 else 10
    theirs = their_client(suite, runs)
    print("their client: 28 of 28 in %d of %d runs" % (theirs, runs), flush=True)
    ours = our_client(suite, runs)
    print("our client: all exchanges in %d of %d runs" % (ours, runs))
    sys.exit(0 if theirs == ours == runs else 1)


if __name__ == "__main__":
    main()
