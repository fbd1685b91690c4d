"""What is wrong in the files of a world."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import NamedTuple

from . import _foxden

__all__ = ["Diagnostic", "check"]


class Diagnostic(NamedTuple):
    """One finding in a file."""

    code: str
    """Its kind, such as ``unknown-field``."""
    severity: str
    """``error``, ``warning`` or ``note``."""
    file: str | None
    """The file."""
    line: int | None
    """The line, from 1."""
    column: int | None
    """The column, from 1, in UTF-16 units."""
    node: str | None
    """The path of the node that it is about."""
    message: str
    """What is wrong."""
    hint: str | None
    """How to fix it."""
    text: str
    """Everything for people, with the line of the file."""

    def __str__(self) -> str:
        return self.text.rstrip("\n")


def diagnostics(rows: Iterable[_foxden.Finding]) -> list[Diagnostic]:
    """Findings of the compiled part as objects."""
    return [Diagnostic(*row) for row in rows]


def check(path: str | os.PathLike[str], *, offline: bool = False) -> list[Diagnostic]:
    """The findings in a world or PROTO file and in the files that it uses.

    >>> import foxden
    >>> foxden.check("worlds/hello.wbt")
    []

    Raises `WorldError` if the file cannot be read. With ``offline`` nothing is
    downloaded.
    """
    return diagnostics(_foxden.check(os.fspath(path), offline))
