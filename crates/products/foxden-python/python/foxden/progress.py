"""Bars that show the progress of a sweep."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

__all__ = ["Progress"]


class Progress:
    """A bar that shows how many runs are done, if tqdm or Rich is there."""

    def __init__(self, total: int, is_wanted: bool) -> None:
        self._advance: Callable[[int], object] = lambda _: None
        self._end: Callable[[], object] = lambda: None
        if not is_wanted:
            return
        try:
            from tqdm.auto import tqdm

            bar: Any = tqdm(total=total, unit="run", disable=None)
            self._advance, self._end = bar.update, bar.close
        except ImportError:
            self._show_rich(total)

    def _show_rich(self, total: int) -> None:
        try:
            from rich import progress
        except ImportError:
            return
        bar: Any = progress.Progress(transient=True)
        if not bar.console.is_terminal and not bar.console.is_jupyter:
            return
        task = bar.add_task("runs", total=total)
        bar.start()
        self._advance = lambda count: bar.advance(task, count)
        self._end = bar.stop

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, *_: object) -> None:
        self._end()

    def advance(self, count: int = 1) -> None:
        """A number of further runs are done."""
        self._advance(count)
