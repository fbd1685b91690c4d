"""The viewer and recordings, for notebooks and browsers."""

from __future__ import annotations

import contextlib
import os
import sys
from pathlib import Path

from .errors import FoxdenError

__all__ = ["Recording", "Viewer", "replay"]

# Jupyter shows the page in a frame of its own page, whose port is not known here.
_FRAMES = [
    f"{scheme}://{host}:*" for scheme in ("http", "https") for host in ("localhost", "127.0.0.1")
]


def _command() -> list[str]:
    """The words that start the command `foxden` of this package. The current folder is not
    searched for packages."""
    if not sys.executable:
        raise FoxdenError("the viewer needs the path of Python, and sys.executable is empty")
    return [sys.executable, "-P", "-m", "foxden"]


class Viewer:
    """The live viewer of a copy of a world, in a process of its own. In a notebook it shows
    the page, if the notebook's own address is ``localhost`` or ``127.0.0.1``; elsewhere `url`
    is opened in a browser. `close` ends it."""

    def __init__(self, text: str, path: str, *, port: int = 0, paused: bool = False) -> None:
        import atexit
        import subprocess
        import tempfile
        import threading

        command = _command()
        # beside the world, so that files that it names are found
        folder = Path(path).parent
        place = folder if os.access(folder, os.W_OK) else None
        with tempfile.NamedTemporaryFile(
            "w", prefix=".viewed-", suffix=".wbt", dir=place, delete=False
        ) as file:
            file.write(text)
        self._file = Path(file.name)
        words = [*command, "view", file.name, "--port", str(port)]
        for origin in _FRAMES:
            words += ["--frame-origin", origin]
        self._process = subprocess.Popen(
            [*words, "--paused"] if paused else words,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        atexit.register(self.close)
        self.url = self._address()
        # a process whose output nobody reads stops when the pipe is full
        threading.Thread(target=self._drain, daemon=True).start()

    def _drain(self) -> None:
        assert self._process.stdout is not None
        with contextlib.suppress(ValueError):  # the pipe was closed
            for _ in self._process.stdout:
                pass

    def _address(self) -> str:
        import re

        assert self._process.stdout is not None
        printed = ""
        for line in self._process.stdout:
            printed += line
            found = re.search(r"http://\S+", line)
            if found is not None:
                return found[0]
        self.close()
        raise FoxdenError(f"the viewer did not start:\n{printed}")

    def __repr__(self) -> str:
        return f"<foxden.Viewer at {self.url}>"

    def _repr_html_(self) -> str:
        import html

        address = html.escape(self.url, quote=True)
        return f'<iframe src="{address}" width="100%" height="600"></iframe>'

    def open(self) -> None:
        """Opens the page in a browser."""
        import webbrowser

        webbrowser.open(self.url)

    def close(self) -> None:
        """Ends the viewer."""
        import atexit

        if self._process.poll() is None:
            self._process.terminate()
            self._process.wait()
        if self._process.stdout is not None:
            self._process.stdout.close()
        self._file.unlink(missing_ok=True)
        atexit.unregister(self.close)


class Recording:
    """A recording that shows itself in a notebook."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __repr__(self) -> str:
        return f"<foxden.Recording {os.fspath(self.path)!r}>"

    def _repr_html_(self) -> str:
        import base64

        data = base64.b64encode(self.path.read_bytes()).decode()
        source = f"data:text/html;base64,{data}"
        return f'<iframe src="{source}" width="100%" height="600"></iframe>'

    def open(self) -> None:
        """Opens the recording in a browser."""
        import webbrowser

        webbrowser.open(self.path.resolve().as_uri())


def replay(path: str | os.PathLike[str]) -> Recording:
    """A recording of ``foxden run WORLD --record FILE.html``; a notebook shows it.

    >>> import foxden
    >>> foxden.replay("run.mcap")
    Traceback (most recent call last):
    ValueError: only recordings as HTML can be shown here: foxden run WORLD --record run.html
    """
    place = Path(path)
    if place.suffix != ".html":
        raise ValueError(
            "only recordings as HTML can be shown here: "
            f"foxden run WORLD --record {place.with_suffix('.html').name}"
        )
    if not place.is_file():
        raise FileNotFoundError(f"there is no recording {os.fspath(path)!r}")
    return Recording(place)
