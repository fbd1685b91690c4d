"""The command `foxden`, also called by ``python -m foxden``. It runs in the compiled module
and behaves as the program `foxden` does."""

from __future__ import annotations

import contextlib
import os
import signal
import sys

from ._foxden import run_command


def _leave_signals_to_the_command() -> None:
    """Undoes what Python does to signals. Its handler of Ctrl-C only sets a flag, which
    nobody reads while the command runs."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    with contextlib.suppress(AttributeError):  # not on every system
        # the programs that the command starts would inherit this
        signal.signal(signal.SIGXFSZ, signal.SIG_DFL)


def _open_closed_streams() -> None:
    """Opens streams that the caller has closed. A file would get their number otherwise, and
    messages would be written into it."""
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.set_inheritable(os.open(os.devnull, os.O_RDWR), True)


def main() -> int:
    """Runs the command with the arguments of this process and returns its exit code."""
    _leave_signals_to_the_command()
    _open_closed_streams()
    return run_command(["foxden", *sys.argv[1:]])


if __name__ == "__main__":
    sys.exit(main())
