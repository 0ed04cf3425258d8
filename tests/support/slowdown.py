# SPDX-License-Identifier: Apache-2.0
"""The one place where Python tests read GRIDCALL_TEST_SLOWDOWN: limits of time are stretched by it."""

import os

FACTOR = max(1.0, float(os.environ.get("GRIDCALL_TEST_SLOWDOWN") or 1))


def limit(seconds):
    """A limit for this machine, of one for a machine without other work."""
    return seconds * FACTOR
