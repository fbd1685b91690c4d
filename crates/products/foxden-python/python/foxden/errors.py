"""The exceptions and the warning of Foxden."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from . import _foxden

if TYPE_CHECKING:
    from .diagnostics import Diagnostic

__all__ = [
    "EditError",
    "FoxdenError",
    "NotMeasuredError",
    "PictureError",
    "RemovedError",
    "StateError",
    "UnknownFieldError",
    "UnknownNameError",
    "WorldBrokenError",
    "WorldBusyError",
    "WorldError",
    "WorldWarning",
]


class FoxdenError(Exception):
    """The base of all exceptions of Foxden."""


class WorldError(FoxdenError, ValueError):
    """A world cannot be opened, or its files have errors.

    >>> import foxden
    >>> try:
    ...     foxden.load_text("#VRML_SIM R2023b utf8\\nWorldInfo { }\\nViewpoint { }\\nSolid { nam 3 }")
    ... except foxden.WorldError as error:
    ...     print(error.diagnostics[0].message)
    Solid has no field 'nam'; it was skipped
    """

    diagnostics: list[Diagnostic]
    """What is wrong in the files; empty if the world file cannot be read at all."""

    def __init__(self, message: str, diagnostics: Iterable[Diagnostic] = ()) -> None:
        super().__init__(message)
        self.diagnostics = list(diagnostics)


class UnknownNameError(FoxdenError, KeyError):
    """There is no robot, device or node with a name."""

    def __str__(self) -> str:
        # KeyError shows its argument in quotes
        return str(self.args[0]) if self.args else ""


class UnknownFieldError(FoxdenError, AttributeError):
    """A node has no field with a name."""


class WorldBusyError(FoxdenError, RuntimeError):
    """Another thread uses the world at the same time."""


class WorldBrokenError(FoxdenError, RuntimeError):
    """An earlier call ended in the middle of a change, by a defect of Foxden. The world
    cannot be used any more: open it again, or make a world of an earlier snapshot."""


class RemovedError(FoxdenError, LookupError):
    """A node or device is no longer part of the world."""


class NotMeasuredError(FoxdenError, RuntimeError):
    """A sensor has not measured yet: enable it and make a step."""


class EditError(FoxdenError, ValueError):
    """A change of the world is not possible."""


class StateError(FoxdenError, ValueError):
    """Bytes or a snapshot are no state of this world."""


class PictureError(FoxdenError, ValueError):
    """A picture cannot be made."""


class WorldWarning(UserWarning):
    """Something in a world needs attention: a warning about its files, or a report of
    the running simulation."""


def unknown(message: str, name: str, known: Iterable[str]) -> str:
    """A message about an unknown name that says which one may be meant."""
    names = list(known)
    near = _foxden.closest(name, names)
    if near is not None:
        return f"{message}; did you mean '{near}'?"
    shown = ", ".join(names[:20]) + (", …" if len(names) > 20 else "")
    return f"{message}; there are: {shown}" if names else f"{message}; there are none"
