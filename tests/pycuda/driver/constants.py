# SPDX-License-Identifier: Apache-2.0
"""PyCUDA's enumerations: CUDA's numbers, as gridcall.h has them where it has them."""

from enum import IntEnum

from .base import K


def names(prefix, below=100001):
    """The constants of gridcall.h that begin so, without gridcall's own numbers."""
    return {name.removeprefix(prefix): value for name, value in K.items() if name.startswith(prefix) and value < below}


def plain(name, **values):
    """A class with numbers that are no names of Python, too."""
    return type(name, (), values)


_attributes = names("DEVICE_ATTRIBUTE_")
device_attribute = IntEnum("device_attribute", {
    **_attributes,
    "SHARED_MEMORY_PER_BLOCK": _attributes["MAX_SHARED_MEMORY_PER_BLOCK"],
    "REGISTERS_PER_BLOCK": _attributes["MAX_REGISTERS_PER_BLOCK"],
    "MAXIMUM_TEXTURE2D_ARRAY_WIDTH": _attributes["MAXIMUM_TEXTURE2D_LAYERED_WIDTH"],
    "MAXIMUM_TEXTURE2D_ARRAY_HEIGHT": _attributes["MAXIMUM_TEXTURE2D_LAYERED_HEIGHT"],
    "MAXIMUM_TEXTURE2D_ARRAY_NUMSLICES": _attributes["MAXIMUM_TEXTURE2D_LAYERED_LAYERS"],
})
compute_mode = IntEnum("compute_mode", names("COMPUTE_MODE_"))
function_attribute = IntEnum("function_attribute", {**names("KERNEL_ATTRIBUTE_"), "MAX": 10})
pointer_attribute = IntEnum("pointer_attribute", names("POINTER_ATTRIBUTE_"))
limit = IntEnum("limit", names("CONTEXT_ATTRIBUTE_"))
func_cache = IntEnum("func_cache", names("CACHE_CONFIG_"))
shared_config = IntEnum("shared_config", names("SHARED_CONFIG_"))
mem_attach_flags = IntEnum("mem_attach_flags", names("MEM_ATTACH_MODE_"))
array_format = IntEnum("array_format", {name: value for name, value in names("ARRAY_FORMAT_").items() if value <= 32})
address_mode = IntEnum("address_mode", names("ADDRESS_MODE_"))
filter_mode = IntEnum("filter_mode", names("FILTER_MODE_"))
memory_type = IntEnum("memory_type", {"HOST": 1, "DEVICE": 2, "ARRAY": 3, "UNIFIED": 4})
event_flags = IntEnum("event_flags", {"DEFAULT": 0, "BLOCKING_SYNC": 1, "DISABLE_TIMING": 2, "INTERPROCESS": 4})
ipc_mem_flags = IntEnum("ipc_mem_flags", {"LAZY_ENABLE_PEER_ACCESS": 1})
ctx_flags = IntEnum("ctx_flags", {
    "SCHED_AUTO": 0, "SCHED_SPIN": 1, "SCHED_YIELD": 2, "SCHED_MASK": 7, "BLOCKING_SYNC": 4, "SCHED_BLOCKING_SYNC": 4,
    "MAP_HOST": 8, "LMEM_RESIZE_TO_MAX": 16, "FLAGS_MASK": 31})
array3d_flags = plain("array3d_flags", ARRAY3D_2DARRAY=1, ARRAY3D_LAYERED=1, SURFACE_LDST=2, CUBEMAP=4, TEXTURE_GATHER=8, **{"2DARRAY": 1})
host_alloc_flags = plain("host_alloc_flags", PORTABLE=1, DEVICEMAP=2, WRITECOMBINED=4)
mem_host_register_flags = plain("mem_host_register_flags", PORTABLE=1, DEVICEMAP=2)
jit_option = IntEnum("jit_option", {
    "MAX_REGISTERS": 0, "THREADS_PER_BLOCK": 1, "WALL_TIME": 2, "INFO_LOG_BUFFER": 3, "INFO_LOG_BUFFER_SIZE_BYTES": 4,
    "ERROR_LOG_BUFFER": 5, "ERROR_LOG_BUFFER_SIZE_BYTES": 6, "OPTIMIZATION_LEVEL": 7, "TARGET_FROM_CUCONTEXT": 8, "TARGET": 9,
    "FALLBACK_STRATEGY": 10})
jit_target = IntEnum("jit_target", {f"COMPUTE_{n}": n for n in (30, 32, 35, 37, 50, 52, 53, 60, 61, 62, 70, 72, 75, 80, 86)})
jit_fallback = IntEnum("jit_fallback", {"PREFER_PTX": 0, "PREFER_BINARY": 1})
jit_input_type = IntEnum("jit_input_type", {"CUBIN": 0, "PTX": 1, "FATBINARY": 2, "OBJECT": 3, "LIBRARY": 4})
profiler_output_mode = IntEnum("profiler_output_mode", {"KEY_VALUE_PAIR": 0, "CSV": 1})
TRSA_OVERRIDE_FORMAT, TRSF_READ_AS_INTEGER, TRSF_NORMALIZED_COORDINATES, TR_DEFAULT = 1, 1, 2, -1

__all__ = [name for name in dir() if not name.startswith("_") and name not in ("IntEnum", "K", "names", "plain")]
