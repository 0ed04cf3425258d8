#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Sorts a table of records by one of their fields: the field is an array, and the records move along with it."""

import struct

import gridcall as gc
from gridcall import preview

COUNT = 100000
READING = struct.Struct("IfQ")


def main():
    x, readings = 1, bytearray(COUNT * READING.size)
    for i in range(COUNT):
        x = (x * 1664525 + 1013904223) & 0xFFFFFFFF
        READING.pack_into(readings, i * READING.size, x >> 8 & 1023, (x >> 20) / 8, 1000 + i)

    record = gc.DType([("sensor", None, 0, 1, "UINT32"), ("value", None, 4, 1, "FLOAT32"), ("time", None, 8, 1, "UINT64")], READING.size)
    table = gc.NdArray.from_host(readings, record=record, shape=(COUNT,))
    sorted_table = gc.NdArray(record=record, shape=(COUNT,))
    keys = gc.empty(COUNT, "uint32")
    preview.ndarray_sort(keys, table.field("sensor"), values=sorted_table, values_src=table)

    sorted_table.copy_to_buffer(readings)
    rows = list(READING.iter_unpack(readings))
    right = all((a[0], a[2]) < (b[0], b[2]) for a, b in zip(rows, rows[1:]))
    print(f"{COUNT} readings of {READING.size} bytes")
    for i in range(0, COUNT, 33333):
        sensor, value, time = rows[i]
        print(f"{i}: sensor {sensor} at {time}: {value:.3f}")
    print(f"by sensor, and by time for each: {'yes' if right else 'no'}")


main()
