# SPDX-License-Identifier: Apache-2.0
"""For pytest: puts the stand-in in the place of PyCUDA's compiled modules, and writes what became of each test.

A line of $PYCUDA_TEST_RESULTS is a JSON list: the test, its outcome, how often it called functions that queue work, why it ended so.
"""

import json
import os
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent / "support"), str(HERE)]
import pvt_struct  # noqa: E402

import driver  # noqa: E402

sys.modules["pycuda._driver"], sys.modules["pycuda._pvt_struct"] = driver, pvt_struct
import pycuda.compiler  # noqa: E402

pycuda.compiler.compile_plain = driver.module.compile_plain

results = open(os.environ["PYCUDA_TEST_RESULTS"], "a")  # noqa: SIM115 - until the process ends
work = driver.base.gc.work


def pytest_collection_modifyitems(items):
    """A third of the tests, unless some are named or the effort is full."""
    items[:] = [item for at, item in enumerate(items) if at % int(os.environ["PYCUDA_TEST_ONE_OF"]) == 0]


def pytest_runtest_setup(item):
    work.clear()


def pytest_runtest_logreport(report):
    if report.when != "call" and report.passed:
        return
    expected = getattr(report, "wasxfail", None)
    outcome = "xfailed" if expected is not None and report.skipped else report.outcome
    why = expected or (report.longrepr[2] if isinstance(report.longrepr, tuple) else report.longreprtext)
    print(json.dumps([report.nodeid, outcome, sum(work.values()), why]), file=results, flush=True)
