# SPDX-License-Identifier: Apache-2.0
"""The one place where Python tests read GRIDCALL_TEST_EFFORT: how much they take of what they choose from."""

import os


def effort(part, whole):
    """`part`, or `whole` under scripts/test --full."""
    return whole if os.environ.get("GRIDCALL_TEST_EFFORT") == "full" else part
