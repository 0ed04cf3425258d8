# SPDX-License-Identifier: Apache-2.0
"""A status as an exception. The class is that of the status's category, and one of Python's own where it has one."""

from __future__ import annotations

import builtins
import functools
import itertools
import json
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from . import raw
from ._table import MESSAGES


class CheckFrame(NamedTuple):
    """A function of a report's call stack."""

    function: str = ""
    file: str = ""
    line: int = 0
    column: int = 0


class CheckAccess(NamedTuple):
    """The earlier access of a race."""

    access: str = ""
    block: tuple[int, ...] = (0, 0, 0)
    thread: tuple[int, ...] = (0, 0, 0)
    file: str = ""
    line: int = 0
    column: int = 0


class CheckReport(NamedTuple):
    """A report of the CPU device's checks: what a line of GRIDCALL_CPU_CHECK_FILE has, under the same names. What the report does not have is
    empty or 0. `distance` counts bytes from the end of the array, or, negative, to its beginning; `stack` begins with the innermost function;
    `other` is the earlier access of a race. Preview."""

    check: str = ""
    what: str = ""
    kernel: str = ""
    block: tuple[int, ...] = (0, 0, 0)
    thread: tuple[int, ...] = (0, 0, 0)
    file: str = ""
    line: int = 0
    column: int = 0
    access: str = ""
    bytes: int = 0
    address: str = ""
    array: str = ""
    array_kind: str = ""
    array_bytes: int = 0
    distance: int = 0
    stack: tuple[CheckFrame, ...] = ()
    other: CheckAccess | None = None
    text: str = ""


class Error(Exception):
    """Why a call failed. `status` is a Status; `message` says in one line what is wrong and what to do; `function` is the C function;
    `driver_code` and `driver_name` are what the driver returned (0, "" if the library refused the call itself); `notes` are further lines;
    `log` is the compiler's, with `options` and `source_name`; `text` is all of it. `str` says it in Python's words, where these have C's.
    `reports` are those of the CPU device's checks that made a launch fail, each a CheckReport."""

    status: int = 0
    message = function = driver_name = log = options = source_name = text = ""
    driver_code = 0
    notes: tuple[str, ...] = ()
    reports: tuple[CheckReport, ...] = ()

    def __str__(self) -> str:
        if not self.text:
            return super().__str__()
        function, _, message = in_python(f"{self.function}: {self.message}").partition(": ")
        _, line, rest = self.text.partition("\n")
        return f"{function}: {getattr(self.status, 'name', self.status)}: {message}{line}{rest}"


class LogicError(Error, ValueError):
    """The program asked for something that cannot be right, on any machine (1xx)."""


class MemoryError(Error, builtins.MemoryError):  # noqa: A001 (PyCUDA's name)
    """Memory ran out (2xx)."""


class LaunchError(Error):
    """A kernel could not be launched, or failed while it ran; often reported by a later call (3xx)."""


class CompileError(Error):
    """A source or image could not be compiled or loaded (4xx)."""


class RuntimeError(Error, builtins.RuntimeError):  # noqa: A001 (PyCUDA's name)
    """Something in the environment failed or is missing: driver, device, process, file (5xx)."""


CATEGORIES = {1: LogicError, 2: MemoryError, 3: LaunchError, 4: CompileError, 5: RuntimeError}
for each in (Error, *CATEGORIES.values()):
    each.__module__ = "gridcall"  # as a traceback and a pickle name it
TEXTS = ("message", "text", "function", "driver_name", "log", "options", "source_name")


@functools.cache
def phrases() -> tuple[re.Pattern[str], dict[str, str]]:
    rows = dict(row.split(" = ", 1) for row in re.split(r";\s", MESSAGES.strip("\n")))
    return re.compile("|".join(map(re.escape, rows))), rows


def in_python(text: str) -> str:
    """A message of the library in Python's words."""
    pattern, rows = phrases()
    return pattern.sub(lambda match: rows[match[0]], text)


def check_reports(handle: Any) -> Iterator[CheckReport]:
    """The reports of a gc_error."""

    def named(kind: Any, values: dict[str, Any]) -> Any:
        return kind(**{key: tuple(value) if isinstance(value, list) else value for key, value in values.items() if key in kind._fields})

    for index in itertools.count():
        if not (line := raw.gc_error_report(handle, index, None)):
            return
        report = named(CheckReport, json.loads(line.decode(errors="replace")))
        yield report._replace(stack=tuple(named(CheckFrame, frame) for frame in report.stack),
                              other=report.other and named(CheckAccess, report.other))


def error_of(status: int, handle: Any) -> Error:
    """The exception of a failed call; the error object is read and released at once."""
    from ._call import code

    texts = {name: getattr(raw, f"gc_error_{name}")(handle).decode(errors="replace") for name in TEXTS}
    error = CATEGORIES.get(raw.gc_status_category(status), Error)(texts["message"])
    error.__dict__.update(texts, status=code("status", status), driver_code=raw.gc_error_driver_code(handle))
    error.notes = tuple(raw.gc_error_note(handle, i).decode(errors="replace") for i in range(raw.gc_error_note_count(handle)))
    error.reports = tuple(check_reports(handle))
    raw.gc_error_release(handle)
    return error
