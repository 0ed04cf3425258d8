#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Draws the JSON of cpu_device_bench as SVG: what each of the others needs for a case, divided by what the CPU device needs.

usage: tests/bench/plot.py FILE.json FILE.svg
"""

import argparse
import json
import math
from html import escape
from pathlib import Path


def ratios(report):
    """{candidate: {case: its time / gridcall's}}"""
    times = {}
    for row in report["rows"]:
        times.setdefault(row["case"], {})[row["candidate"]] = row["value"]
    names = [name for name in next(iter(times.values())) if name != "gridcall"]
    return {name: {case: values[name] / values["gridcall"] for case, values in times.items() if name in values} for name in names}


WIDTH, LEFT, TOP, BAR, GAP = 760, 150, 60, 9, 12
COLOURS = ("#1f77b4", "#ff7f0e", "#2ca02c")
TICKS = (0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100)


def draw(report):
    """Bars on a logarithmic axis, which begins and ends a little outside of what is measured."""
    found = ratios(report)
    cases = list(next(iter(found.values())))
    every = [value for values in found.values() for value in values.values()]
    low, high = math.log(min(every) / 1.3), math.log(max(every) * 1.6)

    def at(value):
        return round(LEFT + (WIDTH - LEFT - 10) * (math.log(value) - low) / (high - low), 1)

    group = BAR * len(found) + GAP
    bottom = TOP + group * len(cases)
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {bottom + 60}" width="{WIDTH}" height="{bottom + 60}" role="img" font-family="sans-serif" font-size="11">',
           f'<rect width="{WIDTH}" height="{bottom + 60}" fill="#ffffff"/>']
    for number, (name, values) in enumerate(found.items()):
        mean = math.exp(sum(math.log(value) for value in values.values()) / len(values))
        label = f"{'C++, OpenMP' if name == 'native' else name} (geometric mean {mean:.1f})"
        out += [f'<rect x="{40 + 240 * number}" y="22" width="20" height="10" fill="{COLOURS[number]}"/>', f'<text x="{66 + 240 * number}" y="31">{escape(label)}</text>']
    for tick in TICKS:
        if low <= math.log(tick) <= high:
            stroke = "#000000" if tick == 1 else "#dddddd"
            out += [f'<path d="M{at(tick)} {TOP} V{bottom}" stroke="{stroke}"/>', f'<text x="{at(tick)}" y="{bottom + 14}" text-anchor="middle">{tick:g}</text>']
    for row, case in enumerate(cases):
        y = TOP + GAP / 2 + group * row
        out.append(f'<text x="{LEFT - 8}" y="{y + BAR * len(found) / 2 + 4}" text-anchor="end">{escape(case)}</text>')
        for number, values in enumerate(found.values()):
            if case in values:
                end, top = at(values[case]), y + BAR * number
                out += [f'<path d="M{LEFT} {top} H{end} V{top + BAR} H{LEFT}z" fill="{COLOURS[number]}"/>',
                        f'<text x="{end + 3}" y="{top + BAR - 1}" font-size="8">{values[case]:.2g}</text>']
    what = "processor time of all threads" if any("processor" in row["unit"] for row in report["rows"]) else "time"
    machine = f"{report['processor']}, {report['threads']} threads; {report['command']}"
    out += [f'<text x="{(LEFT + WIDTH) / 2}" y="{bottom + 34}" text-anchor="middle">its {what}, divided by the CPU device\'s (right of 1: the CPU device needs less)</text>',
            f'<text x="6" y="{bottom + 54}" font-size="8" fill="#555555">{escape(machine)}</text>', "</svg>"]
    return "\n".join(out) + "\n"


def draw_history(records):
    """A line for each case over the commits: its time, divided by that at the first commit which has it. The thick one is the geometric mean."""
    first = {}
    for record in records:
        first = record["medians"] | first
    lines = {case: [(i, record["medians"][case] / value) for i, record in enumerate(records) if case in record["medians"]] for case, value in first.items()}
    mean = [(i, math.exp(sum(math.log(value / first[case]) for case, value in record["medians"].items()) / len(record["medians"]))) for i, record in enumerate(records)]
    height, every = 420, [value for line in lines.values() for _, value in line]
    low, high = math.log(min(every) / 1.05), math.log(max(every) * 1.05)

    def points(line):
        return " ".join(f"{60 + (WIDTH - 90) * i / max(len(records) - 1, 1):.1f},{height - 70 - (height - 90) * (math.log(value) - low) / (high - low):.1f}" for i, value in line)

    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}" role="img" font-family="sans-serif" font-size="9">',
           f'<rect width="{WIDTH}" height="{height}" fill="#ffffff"/>']
    for tick in (0.25, 0.5, 0.8, 0.9, 1, 1.1, 1.25, 2, 4):
        if low <= math.log(tick) <= high:
            x, y = points([(0, tick)]).split(",")
            out += [f'<path d="M{x} {y} H{WIDTH - 30}" stroke="#dddddd"/>', f'<text x="50" y="{y}" text-anchor="end">{tick:g}</text>']
    out += [f'<polyline points="{points(line)}" fill="none" stroke="#1f77b4" stroke-width="0.7"><title>{escape(case)}</title></polyline>' for case, line in lines.items()]
    out.append(f'<polyline points="{points(mean)}" fill="none" stroke="#000000" stroke-width="2"><title>geometric mean</title></polyline>')
    for i, record in enumerate(records):
        x = points([(i, 1)]).split(",")[0]
        out.append(f'<text transform="translate({x} {height - 62}) rotate(60)">{escape(record["commit"][:8])}</text>')
    out += [f'<text x="6" y="{height - 4}">{escape(records[-1]["processor"])}, {records[-1]["threads"]} threads: times, divided by the first</text>', "</svg>"]
    return "\n".join(out) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("json", type=Path, help="what cpu_device_bench --json wrote")
    parser.add_argument("svg", type=Path, help="the picture")
    arguments = parser.parse_args()
    arguments.svg.write_text(draw(json.loads(arguments.json.read_text())))


if __name__ == "__main__":
    main()
