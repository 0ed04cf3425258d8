# SPDX-License-Identifier: Apache-2.0
"""The one place where Python tests read GRIDCALL_TEST_EFFORT and GRIDCALL_TEST_SEED: how much they take of what they choose from, and which
part that is."""

import os
import random


def effort(part, whole):
    """`part`, or `whole` under scripts/test --full."""
    return whole if os.environ.get("GRIDCALL_TEST_EFFORT") == "full" else part


def effort_seed():
    """The seed of the part, which its users print: scripts/test has another one each day; 1 by hand."""
    return int(os.environ.get("GRIDCALL_TEST_SEED", "1"))


def part(cases, one_of):
    """A `one_of`-th of the cases, which the seed draws, in their order; all under scripts/test --full."""
    cases, step = list(cases), effort(one_of, 1)
    return [cases[i] for i in sorted(random.Random(effort_seed()).sample(range(len(cases)), -(-len(cases) // step)))]
