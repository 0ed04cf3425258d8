#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Draws the JSON of cpu_device_bench as SVG: what each of the others needs for a case, divided by what the CPU device needs.

usage: tests/bench/plot.py FILE.json FILE.svg
"""

import argparse
import json
import math
from pathlib import Path

import matplotlib

matplotlib.use("svg")
from matplotlib import pyplot  # noqa: E402


def ratios(report):
    """{candidate: {case: its time / gridcall's}}"""
    times = {}
    for row in report["rows"]:
        times.setdefault(row["case"], {})[row["candidate"]] = row["value"]
    names = [name for name in next(iter(times.values())) if name != "gridcall"]
    return {name: {case: values[name] / values["gridcall"] for case, values in times.items() if name in values} for name in names}


def draw(report, path):
    found = ratios(report)
    cases = list(next(iter(found.values())))
    matplotlib.rcParams.update({"svg.hashsalt": "gridcall", "svg.fonttype": "none", "font.family": "sans-serif", "font.size": 9})
    figure, axes = pyplot.subplots(figsize=(8, 0.42 * len(cases) + 1.6))
    height = 0.8 / len(found)
    for number, (name, values) in enumerate(found.items()):
        mean = math.exp(sum(math.log(value) for value in values.values()) / len(values))
        places = [index + (number - (len(found) - 1) / 2) * height for index in range(len(cases))]
        bars = axes.barh(places, [values[case] for case in cases], height, label=f"{'C++, OpenMP' if name == 'native' else name} (geometric mean {mean:.1f})")
        axes.bar_label(bars, fmt="%.2g", fontsize=7, padding=2)
    axes.axvline(1, color="black", linewidth=0.8)
    axes.set_xscale("log")
    axes.set_yticks(range(len(cases)), cases)
    axes.invert_yaxis()
    limits = axes.get_xlim()
    axes.set_xticks([tick for tick in (0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100) if limits[0] <= tick <= limits[1]])
    axes.xaxis.set_major_formatter("{x:g}")
    axes.minorticks_off()
    by_processor = any("processor" in row["unit"] for row in report["rows"])
    what = "processor time of all threads" if by_processor else "time"
    axes.set_xlabel(f"its {what}, divided by the CPU device's (right of 1: the CPU device needs less)")
    axes.legend(loc="upper center", bbox_to_anchor=(0.45, 1 + 0.9 / len(cases) + 0.02), ncols=len(found), frameon=False)
    axes.spines[["top", "right"]].set_visible(False)
    figure.text(0.01, 0.005, f"{report['processor']}, {report['threads']} threads; {report['command']}", fontsize=6, color="#555555")
    figure.tight_layout()
    figure.savefig(path, metadata={"Date": None})


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("json", type=Path, help="what cpu_device_bench --json wrote")
    parser.add_argument("svg", type=Path, help="the picture")
    arguments = parser.parse_args()
    draw(json.loads(arguments.json.read_text()), arguments.svg)


if __name__ == "__main__":
    main()
