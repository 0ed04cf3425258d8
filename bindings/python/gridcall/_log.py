# SPDX-License-Identifier: Apache-2.0
"""The log of the library, handed to the module `logging`."""

from __future__ import annotations

import logging
import threading

from .preview import Log, LogLevel

_PAUSE = 100_000_000


class LogForwarder:
    """Hands records to a logger until it is closed, or left as a context manager: then all that came before was handed on."""

    def __init__(self, logger: logging.Logger) -> None:
        self._log = Log(LogLevel.DEBUG if logger.isEnabledFor(logging.DEBUG) else LogLevel.INFO)
        self._logger = logger
        self._is_over = False
        self._thread = threading.Thread(target=self._forward, name="gridcall-log", daemon=True)
        self._thread.start()

    def _forward(self) -> None:
        while True:
            is_over = self._is_over
            record, done = self._log.read(0 if is_over else _PAUSE)
            if done:
                self._hand_on(record)
            elif is_over:
                return

    def _hand_on(self, record) -> None:  # type: ignore[no-untyped-def]
        logger = self._logger.getChild(record.component)
        level = logging.DEBUG if record.level == LogLevel.DEBUG else logging.INFO
        if not logger.isEnabledFor(level):
            return
        made = logger.makeRecord(logger.name, level, "gridcall", 0, record.message, (), None, extra={"lost": record.lost})
        made.created = record.time_nanoseconds / 1e9
        made.msecs = record.time_nanoseconds // 1_000_000 % 1000
        logger.handle(made)

    def close(self) -> None:
        self._is_over = True
        self._thread.join()
        self._log.close()

    def __enter__(self) -> LogForwarder:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def forward_log(logger: logging.Logger | None = None) -> LogForwarder:
    """Hands what the library logs from now on to a logger, on a thread, `logging.getLogger("gridcall")` if none is given; the part of the library
    is the child, as in `gridcall.compile`. If the logger is enabled for DEBUG each launch, copy and allocation is a record. Preview: may change
    in any release."""
    return LogForwarder(logger or logging.getLogger("gridcall"))
