"""The viewer and recordings as notebooks get them."""

from __future__ import annotations

import base64
import re
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

import foxden


def test_the_viewer_may_be_framed_by_pages_of_this_machine(hello: foxden.World) -> None:
    """Jupyter shows the page in a frame; pages of other machines may not."""
    viewer = hello.view(paused=True)
    try:
        assert f'<iframe src="{viewer.url}"' in viewer._repr_html_()
        with urllib.request.urlopen(viewer.url) as answer:
            policy = answer.headers["content-security-policy"]
            assert b"<html" in answer.read()
        _, origins = policy.split("frame-ancestors ")
        assert origins.split() == [
            "http://localhost:*",
            "http://127.0.0.1:*",
            "https://localhost:*",
            "https://127.0.0.1:*",
        ]
    finally:
        viewer.close()


def test_a_recording_is_shown_in_a_frame(tmp_path: Path) -> None:
    """The frame has the whole file that `foxden run --record` writes."""
    file = tmp_path / "run.html"
    words = ["run", "worlds/hello.wbt", "--duration", "200ms", "--record", str(file)]
    subprocess.run([sys.executable, "-P", "-m", "foxden", *words], check=True, capture_output=True)
    shown = foxden.replay(file)._repr_html_()
    found = re.fullmatch(r'<iframe src="data:text/html;base64,(\S+)" .*></iframe>', shown)
    assert found is not None
    page = base64.b64decode(found[1])
    assert page == file.read_bytes()
    assert b"<html" in page
    with pytest.raises(FileNotFoundError, match="there is no recording"):
        foxden.replay(tmp_path / "none.html")
