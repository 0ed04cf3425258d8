# SPDX-License-Identifier: Apache-2.0
"""pycuda._pvt_struct: Python's struct with complex numbers (F, D), in native sizes and alignments."""

import operator
import re
import struct

COMPLEX = {"F": "f", "D": "d"}
ITEM = re.compile(r"(\d*)([a-zA-Z?])")


def layout(format):
    """(code, offset, size) of each value."""
    offset, items = 0, []
    for count, code in ITEM.findall(format):
        if code in "sx":
            size, alignment, repeat = int(count or 1), 1, 1
        else:
            alignment = struct.calcsize("@" + COMPLEX.get(code, code))
            size, repeat = alignment * (2 if code in COMPLEX else 1), int(count or 1)
        for _ in range(repeat):
            offset = -(-offset // alignment) * alignment
            if code != "x":
                items.append((code, offset, size))
            offset += size
    return items, offset


def calcsize(format):
    return layout(format)[1]


def packed(code, value, size):
    if code == "s":
        data = value.tobytes() if hasattr(value, "tobytes") else bytes(value)
        return data[:size].ljust(size, b"\0")
    if code in COMPLEX:
        value = complex(value)
        return struct.pack(2 * COMPLEX[code], value.real, value.imag)
    if code not in "fde?":
        value = operator.index(value) & (1 << 8 * size) - 1
        return value.to_bytes(size, "little")
    return struct.pack(code, value)


def pack(format, *values):
    items, size = layout(format)
    if len(items) != len(values):
        raise struct.error(f"{len(values)} values for {len(items)} items of {format!r}")
    result = bytearray(size)
    for (code, offset, length), value in zip(items, values):
        result[offset:offset + length] = packed(code, value, length)
    return bytes(result)
