# SPDX-License-Identifier: Apache-2.0
"""The deliberate mistakes of ../mistakes.py: `NAME TAB MESSAGE` for each."""

import array
import contextlib
import ctypes
import sys
from pathlib import Path

import gridcall as gc

SHORT = 0.05  # seconds that a kernel may run
context, cpu = gc.Context("cpu"), gc.Device("cpu")
module = gc.Module(Path(sys.argv[1]).read_text(), name="mistakes.cu")
scale, past, endless, record = (module.kernel(name) for name in ("scale", "past", "endless", "record"))
stream, pool, mem = gc.Stream(), gc.Pool(), gc.Mem(400)
pool.set_limit(1 << 20)
x, doubles, host = gc.zeros(100, "float32"), gc.zeros(100, "float64"), array.array("f", [0] * 101)
odd = mem.sub_region(1, 33)
apart = gc.Context.create(cpu)
other, other_stream = gc.zeros(100, "float32", context=apart), gc.Stream(context=apart)
closed, closed_stream, closed_kernel = gc.Mem(400), gc.Stream(), module.kernel("scale")
for each in (closed, closed_stream, closed_kernel):
    each.close()
prepared = scale[1, 32].prepare(x, 2.0, 100)
capturing = gc.Stream()
capturing.begin_capture("RELAXED")
scale[1, 32, capturing](x, 2.0, 100)
graph = capturing.end_capture()


def waited(kernel, shape=(1, 1), **options):
    kernel(gc.zeros(8, "float32"), grid=shape[0], block=shape[1], stream=stream, **options)
    stream.synchronize()


def captured(queue):
    with gc.Stream() as s:
        s.begin_capture("RELAXED")
        try:
            queue(s)
        finally:
            with contextlib.suppress(gc.Error):  # the mistake ended it
                s.end_capture()


MISTAKES = {
    "few_arguments": lambda: scale[1, 32](x, 2.0),
    "many_arguments": lambda: scale[1, 32](x, 2.0, 100, 5),
    "double_for_float": lambda: scale[1, 32](x, ctypes.c_double(2), 100),
    "int_for_float": lambda: scale[1, 32](x, ctypes.c_int(2), 100),
    "long_for_int": lambda: scale[1, 32](x, 2.0, ctypes.c_longlong(5)),
    "doubles_for_floats": lambda: scale[1, 32](doubles, 2.0, 100),
    "memory_for_number": lambda: scale[1, 32](x, x, 100),
    "number_for_memory": lambda: scale[1, 32](5, 2.0, 100),
    "host_array": lambda: scale[1, 32](host, 2.0, 100),
    "host_memory": lambda: scale[1, 32](ctypes.c_void_p(host.buffer_info()[0]), 2.0, 100),
    "odd_part": lambda: scale[1, 32](odd, 2.0, 100),
    "struct_size": lambda: record[1, 1](bytes(8)),
    "other_context_memory": lambda: scale[1, 32](other, 2.0, 100),
    "other_context_stream": lambda: scale[1, 32, other_stream](x, 2.0, 100),
    "released_argument": lambda: scale[1, 32](closed, 2.0, 100),
    "released_kernel": lambda: closed_kernel[1, 32](x, 2.0, 100),
    "released_stream": lambda: scale[1, 32, closed_stream](x, 2.0, 100),
    "staged_type": lambda: scale[1, 32](gc.InOut(array.array("d", [0] * 9)), 2.0, 9),
    "grid_zero": lambda: scale[0, 32](x, 2.0, 100),
    "block_zero": lambda: scale[1, 0](x, 2.0, 100),
    "block_large": lambda: scale[1, 2048](x, 2.0, 100),
    "block_product": lambda: scale[1, (32, 32, 2)](x, 2.0, 100),
    "grid_large": lambda: scale[(1, 70000), 1](x, 2.0, 100),
    "shared_large": lambda: scale[1, 32, None, 1 << 20](x, 2.0, 100),
    "no_shape": lambda: scale(x, 2.0, 100),
    "prepared_index": lambda: prepared.__setitem__(3, 5),
    "prepared_type": lambda: prepared.__setitem__(0, doubles),
    "graph_node": lambda: graph.__setitem__((5, 0), x),
    "graph_index": lambda: graph.__setitem__((0, 3), x),
    "graph_type": lambda: graph.__setitem__((0, 0), doubles),
    "upload_long": lambda: x.copy_from(host),
    "download_long": lambda: x.to_host(out=host),
    "bytes_long": lambda: mem.copy_from(bytes(404)),
    "part_past": lambda: mem.sub_region(390, 20),
    "released": lambda: closed.to_host(),
    "size_zero": lambda: gc.Mem(0),
    "too_large": lambda: gc.Mem(1 << 50),
    "pool_limit": lambda: pool.alloc(2 << 20),
    "fill_long": lambda: mem.memset(0, bytes(129), 1),
    "copy_overlap": lambda: mem.memcpy(4, mem, 0, 100),
    "map_past": lambda: mem.map(390, 20, flags="READ"),
    "map_flags": lambda: mem.map(0, 20),
    "host_address": lambda: mem.host_address,
    "kernel_name": lambda: module.kernel("scael"),
    "global_name": lambda: module.global_("tabel"),
    "no_file": lambda: gc.Module.from_file("/nowhere/k.cu"),
    "folder": lambda: gc.Module.from_file("/"),
    "include": lambda: gc.Module('#include "mine.h"\n'),
    "syntax": lambda: gc.Module("__global__ void k() { int x = 1 }"),
    "option": lambda: gc.Module("__global__ void k() {}", options=["--expt-nothing"]),
    "image": lambda: gc.Module.from_buffer(bytes(20)),
    "device_name": lambda: gc.Device("gpuu"),
    "device_index": lambda: gc.Device.by_index(99),
    "device_attribute": lambda: cpu.attribute(9999),
    "capture_wait": lambda: captured(lambda s: s.synchronize()),
    "capture_copy": lambda: captured(lambda s: mem.memcpy_dtoh(bytearray(400), 0, stream=s)),
    "capture_end": lambda: stream.end_capture(),
    "capture_twice": lambda: captured(lambda s: s.begin_capture("RELAXED")),
    "event_unrecorded": lambda: gc.Event().elapsed(gc.Event()),
    "past_end": lambda: waited(past),
    "endless": lambda: waited(endless, timeout=SHORT),
    "expression_half": lambda: x.apply("a +", [x]),
    "expression_name": lambda: x.apply("a + foo", [x]),
    "expression_read": lambda: x.apply("*(float*)8", []),
    "expression_inputs": lambda: x.apply("a + b", [x]),
    "shapes": lambda: x.apply("a", [gc.zeros(99, "float32")]),
    "reshape": lambda: x.reshape([3, 33]),
    "axis": lambda: gc.zeros(1, "float32").reduce(x, "SUM", [3]),
    "texture_of_nothing": lambda: gc.Texture(),
    "array_empty": lambda: gc.Array(width=0, format="FLOAT", channels=1),
    "array_channels": lambda: gc.Array(width=4, format="FLOAT", channels=3),
    "enum_name": lambda: gc.Mem.create(size=64, place="DEVISE"),
    "attribute_name": lambda: cpu.attribute("WARP_SIZ"),
    "wrong_handle": lambda: stream.wait_event(mem),
    "text_argument": lambda: scale[1, 32]("x", 2.0, 100),
    "number_too_large": lambda: scale[1, 32](x, 2.0, 1 << 40),
    "negative_size": lambda: gc.Mem(-1),
    "four_dimensions": lambda: scale[(1, 1, 1, 1), 32](x, 2.0, 100),
    "nul_in_text": lambda: module.kernel("a\0b"),
}

for name, mistake in MISTAKES.items():
    try:
        mistake()
        said = "no error"
    except Exception as error:
        said = str(error)
    print(name, said.replace("\n", "\\n"), sep="\t", flush=True)
