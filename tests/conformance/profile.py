#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The file that the conformance test profiler_trace leaves behind is the trace event format, as its description has it."""

import json
import os
import subprocess
import sys
import tempfile


def check(path: str) -> None:
    with open(path, encoding="utf-8") as file:
        trace = json.load(file)
    assert isinstance(trace["traceEvents"], list), "traceEvents is no list"
    assert trace["displayTimeUnit"] == "ns"
    named, durations = set(), []
    for event in trace["traceEvents"]:
        assert isinstance(event["pid"], int) and isinstance(event["tid"], int), event
        if event["ph"] == "M":
            assert event["name"] in ("process_name", "thread_name") and event["args"]["name"], event
            if event["name"] == "thread_name":
                named.add(event["tid"])
            continue
        assert event["ph"] == "X" and event["cat"] in ("kernel", "memcpy", "memset"), event
        assert event["tid"] in named, f"stream {event['tid']} has no name"
        assert event["ts"] >= 0 and event["dur"] >= 0, event
        if event["cat"] == "kernel":
            assert all(len(event["args"][key]) == 3 for key in ("grid", "block")), event
        else:
            assert event["args"]["bytes"] == 128, event
        durations.append((event["tid"], event["ts"], event["ts"] + event["dur"]))
    assert len(durations) == 10, f"{len(durations)} events, 10 wanted"
    # On one stream a command is over before the next begins, within the resolution of events.
    for tid in named:
        own = sorted((begin, end) for stream, begin, end in durations if stream == tid)
        for (_, end), (begin, _) in zip(own, own[1:], strict=False):
            assert begin >= end - 2, f"stream {tid}: {begin} begins before {end}"


def main() -> int:
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "trace.json")
        run = subprocess.run([sys.argv[1], "profiler_trace"], env={**os.environ, "GRIDCALL_TEST_PROFILE": path}, check=False,
                             capture_output=True, text=True)
        if run.returncode != 0:
            print(run.stdout, run.stderr)
            return 1
        check(path)
    print("the trace is right")
    return 0


if __name__ == "__main__":
    sys.exit(main())
