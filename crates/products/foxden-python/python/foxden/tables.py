"""Rows as tables of HTML, for notebooks."""

from __future__ import annotations

from collections.abc import Iterable

__all__ = ["html_table"]


def html_table(names: Iterable[str], rows: Iterable[Iterable[object]]) -> str:
    """A table with a line of names and one for each row."""
    import html

    def cells(values: Iterable[object], tag: str) -> str:
        return "".join(f"<{tag}>{html.escape(str(value))}</{tag}>" for value in values)

    lines = "".join(f"<tr>{cells(row, 'td')}</tr>" for row in rows)
    return f"<table><tr>{cells(names, 'th')}</tr>{lines}</table>"
