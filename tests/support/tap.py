# SPDX-License-Identifier: Apache-2.0
"""Test scripts write TAP with this: one line a case, what went wrong as comments below it."""

import os
import sys


class Skip(Exception):
    """Raised by a case that this machine cannot run; its text says what is missing."""


def left_out():
    """A case that the seed does not choose (effort.part)."""
    raise Skip("in the part of another seed, and by scripts/test --full")


class Tap:
    """Runs all cases, or with GRIDCALL_TEST_PART=K/N those whose number is K modulo N."""

    def __init__(self):
        self.number = 0
        self.failed = 0
        self.part, self.parts = (int(each) for each in os.environ.get("GRIDCALL_TEST_PART", "0/1").split("/"))

    def case(self, name, check):
        """Runs `check()`. It passes unless it raises, or returns a text or a list of texts: what is wrong."""
        self.number += 1
        if self.number % self.parts != self.part:
            print(f"ok {self.number} - {name} # SKIP another part", flush=True)
            return
        try:
            wrong = check()
        except Skip as reason:
            print(f"ok {self.number} - {name} # SKIP {reason}", flush=True)
            return
        except Exception as error:  # noqa: BLE001 - a check that breaks is a case that fails
            wrong = f"{type(error).__name__}: {error}"
        if not wrong:
            print(f"ok {self.number} - {name}", flush=True)
            return
        self.failed += 1
        print(f"not ok {self.number} - {name}")
        for line in [wrong] if isinstance(wrong, str) else wrong:
            print("\n".join(f"#   {each}" for each in str(line).splitlines()), flush=True)

    def end(self):
        print(f"1..{self.number}")
        sys.exit(1 if self.failed else 0)
