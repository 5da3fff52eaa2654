"""The exceptions of bout."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ._native import Diagnostic


class BoutError(Exception):
    """Every exception that bout itself raises. Files that cannot be read raise `OSError`."""


class SettingsError(BoutError, ValueError):
    """A setting is not legal: the game, a parameter, the setup, or the number of programs."""


class ProgramError(BoutError, ValueError):
    """A program has errors. `str()` of it is the first one, with its place."""

    file: str
    """The file that the program is from, or a name for it."""
    diagnostics: list[Diagnostic]
    """Every error and warning, in the order of the source."""
    line: int | None
    """The line of the first error, from 1; `None` if it concerns the whole source."""
    column: int | None
    """Its column in characters, from 1."""

    def __init__(self, file: str, diagnostics: list[Diagnostic]) -> None:
        self.file = file
        self.diagnostics = diagnostics
        errors = [one for one in diagnostics if one.severity == "error"]
        first = errors[0] if errors else None
        self.line = first.line if first else None
        self.column = first.column if first else None
        place = f"{file}:{self.line}:{self.column}" if self.line else file
        said = f"{first.message} ({first.code}); {first.help}" if first else "this is not a program"
        more = f" (and {len(errors) - 1} more)" if len(errors) > 1 else ""
        super().__init__(f"{place}: {said}{more}")

    def __reduce__(self) -> tuple[type[ProgramError], tuple[str, list[Diagnostic]]]:
        return ProgramError, (self.file, self.diagnostics)


class RecordError(BoutError, ValueError):
    """Bytes are not a record, are damaged, or cannot be played again."""


class UnsupportedError(BoutError):
    """This package does not do it; the message says what does."""


class InternalError(BoutError, RuntimeError):
    """bout itself failed. It says nothing about a program: please report it."""
