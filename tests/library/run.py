"""Tests of Foxden's controller library: run.py --home DIR --foxden PROGRAM [--genuine DIR] [--without LANGUAGE]...

Started by `cargo xtask test`, which builds the library. Python's own modules are enough.
"""

import argparse
import sys
import tempfile
from pathlib import Path

import beside_genuine
import early
import everything
import headers
import hostile
import keys
import languages
import parity
import pictures
import probes
import projects
import seeing
import vehicle
import views


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--home", type=Path, required=True)
    parser.add_argument("--foxden", type=Path, required=True)
    parser.add_argument("--genuine", type=Path)
    parser.add_argument("--without", action="append", default=[], choices=list(languages.ALL))
    options = parser.parse_args()
    options.home = options.home.resolve()
    spoken = [name for name in languages.ALL if name not in options.without]
    genuine = options.genuine and options.genuine.resolve()
    tests = {
        "headers": lambda scratch: headers.check(options.home, genuine, scratch),
        "parity": lambda scratch: parity.check(options.home, scratch),
        "calls": lambda scratch: everything.check(options.home, options.foxden, scratch, spoken),
        "probes": lambda scratch: probes.check(options.home, options.foxden, scratch, spoken),
        "projects": lambda scratch: projects.check(options.home, options.foxden.resolve(), scratch, spoken),
        "vehicle": lambda scratch: vehicle.check(options.home, options.foxden.resolve(), scratch),
        "keys": lambda scratch: keys.check(options.home, options.foxden.resolve(), scratch),
        "views": lambda scratch: views.check(options.home, options.foxden.resolve(), scratch),
        "pictures": lambda scratch: pictures.check(options.home, options.foxden.resolve(), scratch),
        "seeing": lambda scratch: seeing.check(options.home, options.foxden.resolve(), scratch),
        "early": lambda scratch: early.check(options.home, scratch),
        "hostile": lambda scratch: hostile.check(options.home, scratch),
    }
    if genuine:
        tests["beside the genuine one"] = lambda scratch: beside_genuine.check(options.home, genuine, scratch)
    failed = 0
    for name, test in tests.items():
        with tempfile.TemporaryDirectory() as scratch:
            try:
                print(f"library, {name}: {test(Path(scratch))}", flush=True)
            except AssertionError as error:
                failed += 1
                print(f"library, {name}: FAILED: {error}", file=sys.stderr, flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
