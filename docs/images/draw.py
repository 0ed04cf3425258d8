#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Draws the pictures of ARCHITECTURE.md: columns of boxes, and arrows from box to box.

usage: docs/images/draw.py [FOLDER]   writes source.svg and launch.svg there (docs/images)
"""

import sys
from html import escape
from pathlib import Path

# Columns from left to right; in each its boxes (name, title, line below), with the row that each stands in.
# An arrow is (from, to, label).
SOURCE = (
    [("src/api, program, core", [(0, "glue", "gc_module_from_source", "handles, text, options"), (6, "load", "core::Module::load", "cuModuleLoadDataEx")]),
     ("src/compile", [(0, "job", "job", "options, include closure"), (1, "key", "key", "all that decides the result"), (2, "cache", "compile cache", "disk; single-flight"),
                      (5, "image", "image, log, names", "stored under the key")]),
     ("compilers", [(2, "nvrtc", "NVRTC", "GPU: in this process"), (3, "cc", "gridcall-cc", "CPU device: a child process")]),
     ("src/cc", [(0, "front", "frontend", "clang 19, nvptx64"), (1, "device", "device passes, -O2", "one thread's view"), (2, "reference", "reference mode", "a thread entry"),
                 (3, "warp", "warp mode", "warp entries, regions"), (4, "host", "host, code generation", "ELF64 object")])],
    [("glue", "job", ""), ("job", "key", ""), ("key", "cache", ""), ("cache", "nvrtc", "miss"), ("cache", "cc", "miss"), ("cache", "image", "hit"), ("nvrtc", "image", ""),
     ("cc", "front", "records"), ("front", "device", ""), ("device", "reference", ""), ("reference", "warp", ""), ("warp", "host", ""), ("host", "image", "object"), ("image", "load", "")],
)
LAUNCH = (
    [("src/api", [(0, "glue", "gc_launch", "handles, configuration")]),
     ("src/core", [(0, "check", "check arguments", "count, size, type, memory"), (1, "slots", "mark memory in use", "by the stream's slot"), (2, "table", "driver table", "cuLaunchKernel")]),
     ("drivers", [(2, "gpu", "libcuda.so.1", "the GPU"), (3, "cpu", "libgridcall_cpu.so", "parameter block, command")]),
     ("src/cpu", [(0, "stream", "stream", "order behind other work"), (1, "worker", "worker", "claims a range of blocks"), (4, "done", "complete", "next command, or a fault")]),
     ("one block", [(1, "warps", "warps as vectors", "region by region"), (2, "single", "threads one by one", "kernels that never wait"), (3, "fibers", "a fiber for each", "all other kernels")])],
    [("glue", "check", ""), ("check", "slots", ""), ("slots", "table", ""), ("table", "gpu", ""), ("table", "cpu", ""), ("cpu", "stream", ""), ("stream", "worker", ""),
     ("worker", "warps", ""), ("worker", "single", ""), ("worker", "fibers", ""), ("warps", "done", ""), ("single", "done", ""), ("fibers", "done", "")],
)
PICTURES = (("source", SOURCE, "From gc_module_from_source to a loaded module"), ("launch", LAUNCH, "From gc_launch to finished blocks"))

WIDTH, HEIGHT, COLUMN, ROW, LEFT, TOP = 190, 46, 250, 74, 20, 50
STYLE = """
  svg { font-family: system-ui, sans-serif; }
  .page { fill: #ffffff; } .column { fill: #f3f5f9; } .head { font-size: 13px; font-weight: 600; fill: #4a5568; }
  .box { fill: #e0e7ff; stroke: #4f5fbf; } .title { font-size: 13px; font-weight: 600; fill: #1a202c; } .text { font-size: 11px; fill: #4a5568; }
  .arrow { stroke: #4a5568; fill: none; stroke-width: 1.4; } .tip { fill: #4a5568; } .label { font-size: 11px; fill: #9b2c2c; }
"""


def draw(picture, title):
    columns, arrows = picture
    rows = 1 + max(row for _, boxes in columns for row, *_ in boxes)
    width, height = LEFT * 2 + COLUMN * (len(columns) - 1) + WIDTH, TOP + ROW * rows
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img">', f"<title>{escape(title)}</title>",
           f"<style>{STYLE}</style>", '<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path class="tip" d="M0 0 8 4 0 8z"/></marker></defs>',
           f'<rect class="page" width="{width}" height="{height}" rx="8"/>']
    places = {}
    for number, (head, boxes) in enumerate(columns):
        x = LEFT + number * COLUMN
        out += [f'<rect class="column" x="{x - 10}" y="10" width="{WIDTH + 20}" height="{height - 20}" rx="6"/>', f'<text class="head" x="{x}" y="32">{escape(head)}</text>']
        for row, name, *_ in boxes:
            places[name] = (number, x, TOP + row * ROW)
    for start, end, label in arrows:
        (column, x, y), (other, to_x, to_y) = places[start], places[end]
        middle = HEIGHT / 2
        if column == other:
            path, at = f"M{x + WIDTH / 2} {y + HEIGHT} V{to_y - 1}", (x + WIDTH / 2 + 6, (y + HEIGHT + to_y) / 2 + 4)
        else:
            forward = 1 if other > column else -1
            x += WIDTH if forward > 0 else 0
            to_x += 0 if forward > 0 else WIDTH
            bend = to_x - forward * (COLUMN - WIDTH) / 3
            path, at = f"M{x} {y + middle} H{bend} V{to_y + middle} H{to_x - forward}", (min(x, bend) + 5, y + middle - 5)
        out.append(f'<path class="arrow" d="{path}" marker-end="url(#tip)"/>')
        if label:
            out.append(f'<text class="label" x="{at[0]}" y="{at[1]}">{escape(label)}</text>')
    for _, boxes in columns:
        for _, name, heading, text in boxes:
            _, x, y = places[name]
            out += [f'<rect class="box" x="{x}" y="{y}" width="{WIDTH}" height="{HEIGHT}" rx="5"/>', f'<text class="title" x="{x + 10}" y="{y + 20}">{escape(heading)}</text>',
                    f'<text class="text" x="{x + 10}" y="{y + 36}">{escape(text)}</text>']
    return "\n".join([*out, "</svg>", ""])


def main():
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).resolve().parent
    for name, picture, title in PICTURES:
        (folder / f"{name}.svg").write_text(draw(picture, title))


if __name__ == "__main__":
    main()
