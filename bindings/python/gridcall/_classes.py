# SPDX-License-Identifier: Apache-2.0
# Generated from bindings/api/; edit the spec, then run scripts/generate.
"""Codes, results, classes and functions."""

# ruff: noqa: UP014
from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum, IntFlag
from typing import NamedTuple

from ._call import Buffer, Handle, Record, call, register
from ._mixins import ContextMixin, GraphMixin, KernelMixin, MappingMixin, MemMixin, NdArrayMixin, PreparedMixin, StreamMixin

VersionComponent = IntEnum("VersionComponent", {
    "CUDA": 1, "DRIVER": 2, "NVRTC": 3, "CPU_DEVICE": 4, "NCCL": 5, "MPI": 6, "CUBLAS": 7, "BLAS": 8, "CUSOLVER": 9, "LAPACK": 10, "CUFFT": 11,
    "FFTW": 12
})
Status = IntEnum("Status", {
    "OK": 0, "INVALID_ARGUMENT": 100, "INVALID_HANDLE": 101, "OUT_OF_RANGE": 102, "INVALID_OPTIONS": 103, "NOT_FOUND": 104, "WRONG_CONTEXT": 105,
    "INVALID_STATE": 106, "NOT_READY": 107, "ALREADY_REGISTERED": 108, "OUT_OF_MEMORY": 200, "OUT_OF_HOST_MEMORY": 201, "POOL_LIMIT": 202,
    "INVALID_LAUNCH": 300, "ARGUMENT_MISMATCH": 301, "ILLEGAL_ADDRESS": 302, "MISALIGNED_ADDRESS": 303, "KERNEL_TRAP": 304, "KERNEL_ASSERT": 305,
    "DIVIDE_BY_ZERO": 306, "STACK_OVERFLOW": 307, "LAUNCH_TIMEOUT": 308, "LAUNCH_FAILED": 309, "KERNEL_DEADLOCK": 310, "DEVICE_LOST": 311,
    "CANCELLED": 312, "CHECK_FAILED": 313, "COMPILE": 400, "COMPILER_UNAVAILABLE": 401, "COMPILER_FAILED": 402, "COMPILE_TIMEOUT": 403,
    "INVALID_IMAGE": 404, "INCOMPATIBLE_IMAGE": 405, "INVALID_COMPILE_OPTION": 406, "DRIVER": 500, "NO_DEVICE": 501, "DRIVER_UNAVAILABLE": 502,
    "DRIVER_TOO_OLD": 503, "IO": 504, "INTERNAL": 505, "UNSUPPORTED": 506, "FORKED": 507, "EXITING": 508, "COMM": 520, "COMM_UNAVAILABLE": 521,
    "COMM_TOO_OLD": 522, "COMM_PEER_LOST": 523, "COMM_TIMEOUT": 524, "COMM_ABORTED": 525, "COMM_MISMATCH": 526
})
Category = IntEnum("Category", {"NONE": 0, "LOGIC": 1, "MEMORY": 2, "LAUNCH": 3, "COMPILE": 4, "RUNTIME": 5})
DeviceKind = IntEnum("DeviceKind", {"GPU": 1, "CPU": 2})
ComputeMode = IntEnum("ComputeMode", {"DEFAULT": 0, "PROHIBITED": 2, "EXCLUSIVE_PROCESS": 3})
DeviceAttribute = IntEnum("DeviceAttribute", {
    "MAX_THREADS_PER_BLOCK": 1, "MAX_BLOCK_DIM_X": 2, "MAX_BLOCK_DIM_Y": 3, "MAX_BLOCK_DIM_Z": 4, "MAX_GRID_DIM_X": 5, "MAX_GRID_DIM_Y": 6,
    "MAX_GRID_DIM_Z": 7, "MAX_SHARED_MEMORY_PER_BLOCK": 8, "TOTAL_CONSTANT_MEMORY": 9, "WARP_SIZE": 10, "MAX_PITCH": 11,
    "MAX_REGISTERS_PER_BLOCK": 12, "CLOCK_RATE": 13, "TEXTURE_ALIGNMENT": 14, "GPU_OVERLAP": 15, "MULTIPROCESSOR_COUNT": 16,
    "KERNEL_EXEC_TIMEOUT": 17, "INTEGRATED": 18, "CAN_MAP_HOST_MEMORY": 19, "COMPUTE_MODE": 20, "MAXIMUM_TEXTURE1D_WIDTH": 21,
    "MAXIMUM_TEXTURE2D_WIDTH": 22, "MAXIMUM_TEXTURE2D_HEIGHT": 23, "MAXIMUM_TEXTURE3D_WIDTH": 24, "MAXIMUM_TEXTURE3D_HEIGHT": 25,
    "MAXIMUM_TEXTURE3D_DEPTH": 26, "MAXIMUM_TEXTURE2D_LAYERED_WIDTH": 27, "MAXIMUM_TEXTURE2D_LAYERED_HEIGHT": 28,
    "MAXIMUM_TEXTURE2D_LAYERED_LAYERS": 29, "SURFACE_ALIGNMENT": 30, "CONCURRENT_KERNELS": 31, "ECC_ENABLED": 32, "PCI_BUS_ID": 33,
    "PCI_DEVICE_ID": 34, "TCC_DRIVER": 35, "MEMORY_CLOCK_RATE": 36, "GLOBAL_MEMORY_BUS_WIDTH": 37, "L2_CACHE_SIZE": 38,
    "MAX_THREADS_PER_MULTIPROCESSOR": 39, "ASYNC_ENGINE_COUNT": 40, "UNIFIED_ADDRESSING": 41, "MAXIMUM_TEXTURE1D_LAYERED_WIDTH": 42,
    "MAXIMUM_TEXTURE1D_LAYERED_LAYERS": 43, "CAN_TEX2D_GATHER": 44, "MAXIMUM_TEXTURE2D_GATHER_WIDTH": 45, "MAXIMUM_TEXTURE2D_GATHER_HEIGHT": 46,
    "MAXIMUM_TEXTURE3D_WIDTH_ALTERNATE": 47, "MAXIMUM_TEXTURE3D_HEIGHT_ALTERNATE": 48, "MAXIMUM_TEXTURE3D_DEPTH_ALTERNATE": 49, "PCI_DOMAIN_ID": 50,
    "TEXTURE_PITCH_ALIGNMENT": 51, "MAXIMUM_TEXTURECUBEMAP_WIDTH": 52, "MAXIMUM_TEXTURECUBEMAP_LAYERED_WIDTH": 53,
    "MAXIMUM_TEXTURECUBEMAP_LAYERED_LAYERS": 54, "MAXIMUM_SURFACE1D_WIDTH": 55, "MAXIMUM_SURFACE2D_WIDTH": 56, "MAXIMUM_SURFACE2D_HEIGHT": 57,
    "MAXIMUM_SURFACE3D_WIDTH": 58, "MAXIMUM_SURFACE3D_HEIGHT": 59, "MAXIMUM_SURFACE3D_DEPTH": 60, "MAXIMUM_SURFACE1D_LAYERED_WIDTH": 61,
    "MAXIMUM_SURFACE1D_LAYERED_LAYERS": 62, "MAXIMUM_SURFACE2D_LAYERED_WIDTH": 63, "MAXIMUM_SURFACE2D_LAYERED_HEIGHT": 64,
    "MAXIMUM_SURFACE2D_LAYERED_LAYERS": 65, "MAXIMUM_SURFACECUBEMAP_WIDTH": 66, "MAXIMUM_SURFACECUBEMAP_LAYERED_WIDTH": 67,
    "MAXIMUM_SURFACECUBEMAP_LAYERED_LAYERS": 68, "MAXIMUM_TEXTURE1D_LINEAR_WIDTH": 69, "MAXIMUM_TEXTURE2D_LINEAR_WIDTH": 70,
    "MAXIMUM_TEXTURE2D_LINEAR_HEIGHT": 71, "MAXIMUM_TEXTURE2D_LINEAR_PITCH": 72, "MAXIMUM_TEXTURE2D_MIPMAPPED_WIDTH": 73,
    "MAXIMUM_TEXTURE2D_MIPMAPPED_HEIGHT": 74, "COMPUTE_CAPABILITY_MAJOR": 75, "COMPUTE_CAPABILITY_MINOR": 76,
    "MAXIMUM_TEXTURE1D_MIPMAPPED_WIDTH": 77, "STREAM_PRIORITIES_SUPPORTED": 78, "GLOBAL_L1_CACHE_SUPPORTED": 79, "LOCAL_L1_CACHE_SUPPORTED": 80,
    "MAX_SHARED_MEMORY_PER_MULTIPROCESSOR": 81, "MAX_REGISTERS_PER_MULTIPROCESSOR": 82, "MANAGED_MEMORY": 83, "MULTI_GPU_BOARD": 84,
    "MULTI_GPU_BOARD_GROUP_ID": 85, "HOST_NATIVE_ATOMIC_SUPPORTED": 86, "SINGLE_TO_DOUBLE_PRECISION_PERF_RATIO": 87, "PAGEABLE_MEMORY_ACCESS": 88,
    "CONCURRENT_MANAGED_ACCESS": 89, "COMPUTE_PREEMPTION_SUPPORTED": 90, "CAN_USE_HOST_POINTER_FOR_REGISTERED_MEM": 91, "COOPERATIVE_LAUNCH": 95,
    "MAX_SHARED_MEMORY_PER_BLOCK_OPTIN": 97, "HOST_REGISTER_SUPPORTED": 99, "PAGEABLE_MEMORY_ACCESS_USES_HOST_PAGE_TABLES": 100,
    "DIRECT_MANAGED_MEM_ACCESS_FROM_HOST": 101, "VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED": 102, "HANDLE_TYPE_POSIX_FILE_DESCRIPTOR_SUPPORTED": 103,
    "HANDLE_TYPE_WIN32_HANDLE_SUPPORTED": 104, "HANDLE_TYPE_WIN32_KMT_HANDLE_SUPPORTED": 105, "MAX_BLOCKS_PER_MULTIPROCESSOR": 106,
    "GENERIC_COMPRESSION_SUPPORTED": 107, "MAX_PERSISTING_L2_CACHE_SIZE": 108, "MAX_ACCESS_POLICY_WINDOW_SIZE": 109,
    "RESERVED_SHARED_MEMORY_PER_BLOCK": 111, "READ_ONLY_HOST_REGISTER_SUPPORTED": 113, "MEMORY_POOLS_SUPPORTED": 115, "CLUSTER_LAUNCH": 120,
    "SVM_CAPABILITIES": 100001
})
SvmCapabilities = IntFlag("SvmCapabilities", {"COARSE_GRAIN_BUFFER": 0x1, "FINE_GRAIN_BUFFER": 0x2, "FINE_GRAIN_SYSTEM": 0x4, "ATOMICS": 0x8})
ContextSched = IntEnum("ContextSched", {"AUTO": 0, "SPIN": 1, "YIELD": 2, "BLOCKING_SYNC": 4})
ContextAttribute = IntEnum("ContextAttribute", {
    "STACK_SIZE": 0, "PRINTF_FIFO_SIZE": 1, "MALLOC_HEAP_SIZE": 2, "DEV_RUNTIME_SYNC_DEPTH": 3, "DEV_RUNTIME_PENDING_LAUNCH_COUNT": 4,
    "MAX_L2_FETCH_GRANULARITY": 5, "PERSISTING_L2_CACHE_SIZE": 6, "CACHE_CONFIG": 100001, "SHARED_CONFIG": 100002, "SCHED": 100003, "FLAGS": 100004,
    "API_VERSION": 100005, "IS_PRIMARY": 100006, "DEFERS_CLEANUP": 100007
})
CacheConfig = IntEnum("CacheConfig", {"PREFER_NONE": 0, "PREFER_SHARED": 1, "PREFER_L1": 2, "PREFER_EQUAL": 3})
SharedConfig = IntEnum("SharedConfig", {"DEFAULT_BANK_SIZE": 0, "FOUR_BYTE_BANK_SIZE": 1, "EIGHT_BYTE_BANK_SIZE": 2})
PointerAttribute = IntEnum("PointerAttribute", {
    "CONTEXT": 1, "MEMORY_TYPE": 2, "DEVICE_POINTER": 3, "HOST_POINTER": 4, "IS_MANAGED": 8, "DEVICE_ORDINAL": 9, "RANGE_START_ADDRESS": 11,
    "RANGE_SIZE": 12
})
Feature = IntEnum("Feature", {
    "STREAM_CANCEL": 1, "MODULE_FROM_BUFFER": 2, "KERNEL_PARAMS": 3, "KERNEL_TIMEOUT": 4, "CPU_MODE": 5, "COOPERATIVE_LAUNCH": 6, "CLUSTERS": 7,
    "OCCUPANCY": 8, "IPC": 9
})
ContextFlags = IntFlag("ContextFlags", {"MAP_HOST": 0x8, "LMEM_RESIZE_TO_MAX": 0x10})
StreamAttribute = IntEnum("StreamAttribute", {"FLAGS": 100001, "PRIORITY": 100002, "ID": 100003, "IS_CAPTURING": 100004})
StreamFlags = IntFlag("StreamFlags", {"NON_BLOCKING": 0x1})
EventFlags = IntFlag("EventFlags", {"BLOCKING_SYNC": 0x1, "DISABLE_TIMING": 0x2, "INTERPROCESS": 0x4})
ScalarType = IntEnum("ScalarType", {
    "INT8": 1, "UINT8": 2, "INT16": 3, "UINT16": 4, "INT32": 5, "UINT32": 6, "INT64": 7, "UINT64": 8, "FLOAT16": 9, "BFLOAT16": 10, "FLOAT32": 11,
    "FLOAT64": 12, "BOOL": 13, "RECORD": 14, "COMPLEX64": 15, "COMPLEX128": 16, "FLOAT8_E4M3": 17, "FLOAT8_E5M2": 18
})
MemPlace = IntEnum("MemPlace", {"DEVICE": 1, "HOST": 2, "MANAGED": 3, "PAGEABLE": 4})
MemOrigin = IntEnum("MemOrigin", {"ALLOCATED": 1, "POOL": 2, "SUB_REGION": 3, "WRAPPED": 4, "GLOBAL": 5, "REGISTERED": 6, "IPC": 7})
MemAttribute = IntEnum("MemAttribute", {
    "READ_MOSTLY": 1, "PREFERRED_LOCATION": 2, "LAST_PREFETCH_LOCATION": 4, "PLACE": 100001, "ORIGIN": 100002, "FLAGS": 100003, "PITCH": 100004,
    "ROW_SIZE": 100005, "HEIGHT": 100006, "ALIGNMENT": 100007, "OFFSET": 100008, "REFERENCE_COUNT": 100009, "IS_REGISTERED": 100010,
    "USES_SVM": 100011, "MAP_COUNT": 100012
})
MemAttachMode = IntEnum("MemAttachMode", {"GLOBAL": 1, "HOST": 2, "SINGLE": 4})
MemAdvice = IntEnum("MemAdvice", {
    "SET_READ_MOSTLY": 1, "UNSET_READ_MOSTLY": 2, "SET_PREFERRED_LOCATION": 3, "UNSET_PREFERRED_LOCATION": 4, "SET_ACCESSED_BY": 5,
    "UNSET_ACCESSED_BY": 6
})
MemFlags = IntFlag("MemFlags", {
    "WRITE_COMBINED": 0x1, "PORTABLE": 0x2, "MAPPED": 0x4, "ZERO": 0x8, "KERNEL_READ_ONLY": 0x10, "KERNEL_WRITE_ONLY": 0x20, "HOST_READ_ONLY": 0x40,
    "HOST_WRITE_ONLY": 0x80, "HOST_NO_ACCESS": 0x100, "SVM_FINE_GRAIN_BUFFER": 0x200, "SVM_ATOMICS": 0x400
})
MemRegisterFlags = IntFlag("MemRegisterFlags", {"PORTABLE": 0x1, "MAPPED": 0x2, "IO_MEMORY": 0x4, "READ_ONLY": 0x8})
MemPrefetchFlags = IntFlag("MemPrefetchFlags", {"DISCARD": 0x1})
MemWrapFlags = IntFlag("MemWrapFlags", {"OWNED": 0x1})
MemIpcFlags = IntFlag("MemIpcFlags", {"LAZY_PEER_ACCESS": 0x1})
MappingAttribute = IntEnum("MappingAttribute", {"SIZE": 100001, "FLAGS": 100002, "IS_DIRECT": 100003, "ROW_PITCH": 100004, "SLICE_PITCH": 100005})
MapFlags = IntFlag("MapFlags", {"READ": 0x1, "WRITE": 0x2, "WRITE_INVALIDATE_REGION": 0x4})
ArrayFormat = IntEnum("ArrayFormat", {
    "UNSIGNED_INT8": 1, "UNSIGNED_INT16": 2, "UNSIGNED_INT32": 3, "SIGNED_INT8": 8, "SIGNED_INT16": 9, "SIGNED_INT32": 10, "HALF": 16, "FLOAT": 32,
    "UNORM_INT_101010_2": 80, "UNORM_INT8X1": 192, "UNORM_INT8X2": 193, "UNORM_INT8X4": 194, "UNORM_INT16X1": 195, "UNORM_INT16X2": 196,
    "UNORM_INT16X4": 197, "SNORM_INT8X1": 198, "SNORM_INT8X2": 199, "SNORM_INT8X4": 200, "SNORM_INT16X1": 201, "SNORM_INT16X2": 202,
    "SNORM_INT16X4": 203
})
ChannelOrder = IntEnum("ChannelOrder", {
    "R": 4272, "A": 4273, "RG": 4274, "RA": 4275, "RGB": 4276, "RGBA": 4277, "BGRA": 4278, "ARGB": 4279, "INTENSITY": 4280, "LUMINANCE": 4281,
    "RX": 4282, "RGX": 4283, "RGBX": 4284, "DEPTH": 4285, "DEPTH_STENCIL": 4286, "SRGB": 4287, "SRGBX": 4288, "SRGBA": 4289, "SBGRA": 4290,
    "ABGR": 4291
})
ChannelType = IntEnum("ChannelType", {
    "SNORM_INT8": 4304, "SNORM_INT16": 4305, "UNORM_INT8": 4306, "UNORM_INT16": 4307, "UNORM_SHORT_565": 4308, "UNORM_SHORT_555": 4309,
    "UNORM_INT_101010": 4310, "SIGNED_INT8": 4311, "SIGNED_INT16": 4312, "SIGNED_INT32": 4313, "UNSIGNED_INT8": 4314, "UNSIGNED_INT16": 4315,
    "UNSIGNED_INT32": 4316, "HALF_FLOAT": 4317, "FLOAT": 4318, "UNORM_INT24": 4319, "UNORM_INT_101010_2": 4320
})
ArrayAttribute = IntEnum("ArrayAttribute", {
    "WIDTH": 100001, "HEIGHT": 100002, "DEPTH": 100003, "FORMAT": 100004, "CHANNELS": 100005, "FLAGS": 100006, "LEVELS": 100007, "LEVEL": 100008,
    "LAYERS": 100009, "ELEMENT_SIZE": 100010, "SIZE": 100011, "SAMPLES": 100012, "CHANNEL_ORDER": 100013, "CHANNEL_TYPE": 100014,
    "ROW_PITCH": 100015, "SLICE_PITCH": 100016, "REFERENCE_COUNT": 100017, "MAP_COUNT": 100018
})
ArrayFlags = IntFlag("ArrayFlags", {"LAYERED": 0x1, "SURFACE_LDST": 0x2, "CUBEMAP": 0x4, "TEXTURE_GATHER": 0x8})
AddressMode = IntEnum("AddressMode", {"WRAP": 0, "CLAMP": 1, "MIRROR": 2, "BORDER": 3})
FilterMode = IntEnum("FilterMode", {"POINT": 0, "LINEAR": 1})
SamplerAttribute = IntEnum("SamplerAttribute", {
    "FLAGS": 100001, "ADDRESS_X": 100002, "ADDRESS_Y": 100003, "ADDRESS_Z": 100004, "FILTER": 100005, "MIP_FILTER": 100006,
    "MAX_ANISOTROPY": 100007, "BIAS": 100008, "MIN_LEVEL": 100009, "MAX_LEVEL": 100010, "REFERENCE_COUNT": 100011
})
TextureAttribute = IntEnum("TextureAttribute", {
    "SAMPLING_FLAGS": 100001, "ADDRESS_X": 100002, "ADDRESS_Y": 100003, "ADDRESS_Z": 100004, "FILTER": 100005, "MIP_FILTER": 100006,
    "MAX_ANISOTROPY": 100007, "BIAS": 100008, "MIN_LEVEL": 100009, "MAX_LEVEL": 100010, "FLAGS": 100021, "FORMAT": 100022, "CHANNELS": 100023,
    "OFFSET": 100024, "ADDRESS": 100025, "WIDTH": 100026, "HEIGHT": 100027, "ROW_PITCH": 100028
})
SamplingFlags = IntFlag("SamplingFlags", {"NORMALIZED_COORDINATES": 0x2})
TextureFlags = IntFlag("TextureFlags", {"READ_AS_INTEGER": 0x1, "SRGB": 0x10, "SEAMLESS_CUBEMAP": 0x40, "ALLOW_OFFSET": 0x100000000})
ModuleAttribute = IntEnum("ModuleAttribute", {"COMPILE_NANOSECONDS": 100001, "JIT_NANOSECONDS": 100002, "JIT_THREADS_PER_BLOCK": 100003})
CompileFlags = IntFlag("CompileFlags", {"NO_CACHE": 0x1, "NO_TIERING": 0x2, "NO_FILES": 0x4})
ModuleFlags = IntFlag("ModuleFlags", {"DEBUG": 0x1, "LINE_INFO": 0x2, "VERBOSE": 0x4, "PREFER_BINARY": 0x8, "NO_OPTIMIZATION": 0x10})
KernelAttribute = IntEnum("KernelAttribute", {
    "MAX_THREADS_PER_BLOCK": 0, "SHARED_SIZE_BYTES": 1, "CONST_SIZE_BYTES": 2, "LOCAL_SIZE_BYTES": 3, "NUM_REGS": 4, "PTX_VERSION": 5,
    "BINARY_VERSION": 6, "CACHE_MODE_CA": 7, "MAX_DYNAMIC_SHARED_SIZE_BYTES": 8, "PREFERRED_SHARED_MEMORY_CARVEOUT": 9, "CPU_MODE": 100001,
    "CPU_WARP_LAYOUTS": 100002, "CACHE_CONFIG": 100004, "SHARED_CONFIG": 100005, "CPU_IS_BASELINE": 100003
})
ValueType = IntEnum("ValueType", {
    "UNKNOWN": 0, "INT8": 1, "UINT8": 2, "INT16": 3, "UINT16": 4, "INT32": 5, "UINT32": 6, "INT64": 7, "UINT64": 8, "FLOAT16": 9, "BFLOAT16": 10,
    "FLOAT32": 11, "FLOAT64": 12, "BOOL": 13, "STRUCT": 14, "POINTER": 256
})
OccupancyFlags = IntFlag("OccupancyFlags", {"DISABLE_CACHING_OVERRIDE": 0x1})
ArgKind = IntEnum("ArgKind", {"SCALAR": 1, "MEM": 2, "BYTES": 3, "VALUE": 4, "TEXTURE": 5, "SURFACE": 6, "NDARRAY": 8, "PIPE": 7, "TYPE": 9})
LaunchFlags = IntFlag("LaunchFlags", {"COOPERATIVE": 0x1})
HostDirection = IntEnum("HostDirection", {"IN": 1, "OUT": 2, "IN_OUT": 3})
CaptureMode = IntEnum("CaptureMode", {"GLOBAL": 0, "THREAD_LOCAL": 1, "RELAXED": 2})
GraphNodeKind = IntEnum("GraphNodeKind", {
    "KERNEL": 0, "MEMCPY": 1, "MEMSET": 2, "HOST": 3, "GRAPH": 4, "EMPTY": 5, "WAIT_EVENT": 6, "EVENT_RECORD": 7, "MEM_ALLOC": 10, "MEM_FREE": 11
})
NdarrayAttribute = IntEnum("NdarrayAttribute", {
    "TYPE": 100001, "NDIM": 100002, "COUNT": 100003, "ELEMENT_SIZE": 100004, "SIZE": 100005, "OFFSET": 100006, "ADDRESS": 100007,
    "IS_C_CONTIGUOUS": 100008, "IS_F_CONTIGUOUS": 100009, "IS_READ_ONLY": 100010
})
Reduction = IntEnum("Reduction", {"SUM": 1, "PROD": 2, "MIN": 3, "MAX": 4, "ANY": 5, "ALL": 6, "ARG_MIN": 7, "ARG_MAX": 8, "CUSTOM": 9})
NdarrayFlags = IntFlag("NdarrayFlags", {"ORDER_F": 0x1})
ArrayFromFlags = IntFlag("ArrayFromFlags", {"CHANNELS": 0x1, "NORMALIZED": 0x2})
DlpackFlags = IntFlag("DlpackFlags", {"LEGACY": 0x1})
DeviceAttributeEntry = NamedTuple("DeviceAttributeEntry", [("attribute", "DeviceAttribute"), ("value", "int")])
DtypeField = NamedTuple("DtypeField", [("name", "str"), ("offset", "int"), ("count", "int"), ("size", "int"), ("scalar_type", "ScalarType")])
ImageFormat = NamedTuple("ImageFormat", [("order", "ChannelOrder"), ("channel_type", "ChannelType")])
ImageFormatInfo = NamedTuple("ImageFormatInfo", [
    ("format", "ArrayFormat"), ("channels", "int"), ("channel_size", "int"), ("element_size", "int"), ("order_name", "str"), ("type_name", "str")
])
KernelParam = NamedTuple("KernelParam", [("offset", "int"), ("size", "int"), ("value_type", "ValueType"), ("type_name", "str"), ("name", "str")])
PoolStatistics = NamedTuple("PoolStatistics", [
    ("held_blocks", "int"), ("held_bytes", "int"), ("active_blocks", "int"), ("active_bytes", "int"), ("peak_bytes", "int"), ("limit", "int")
])
CacheStatistics = NamedTuple("CacheStatistics", [("hits", "int"), ("misses", "int"), ("errors", "int"), ("enabled", "bool")])


class Object(Handle):
    """A handle of any type."""

    def context(self) -> Context:
        """The context that an object belongs to."""
        return call("gc_handle_get_context", locals())

    @property
    def identity(self) -> int:
        """A number that all handles of one object have, and no other object of this process ever has; not 0."""
        return call("gc_handle_get_identity", locals())

    @property
    def native(self) -> int:
        """The driver's own handle, for other libraries that use it: CUdevice, CUcontext, CUstream (0: the default stream), CUevent, CUmodule,
        CUfunction, CUgraphExec, CUarray (CUmipmappedArray of one with levels), CUtexObject, CUsurfObject, or the device address of memory or of an
        ndarray."""
        return call("gc_handle_get_native", locals())


class Device(Object):
    """A GPU or the CPU device. It is never released."""
    _kind, _release = "device", ""

    @staticmethod
    def count() -> int:
        """The number of devices, the CPU device included. May block."""
        return call("gc_device_get_count", locals())

    @staticmethod
    def by_index(index: int) -> Device:
        """The device at an index. May block."""
        return call("gc_device_get_by_index", locals())

    def __new__(cls, text: str) -> Device:
        """The device that a text names: a kind ("gpu" or "cpu": the first of that kind; "gpu:1": the second), an index ("0"), a PCI bus id
        ("0000:65:00.0" in hexadecimal, the domain and the function optional) or a UUID ("GPU-8d2f...", or a beginning that no other device's has).
        May block."""
        return call("gc_device_find", locals())

    @property
    def index(self) -> int:
        """The index of a device, as `Device.by_index` takes it."""
        return call("gc_device_get_index", locals())

    @property
    def kind(self) -> DeviceKind:
        """Whether a device is a GPU or the CPU device."""
        return call("gc_device_get_kind", locals())

    @property
    def name(self) -> str:
        """The name of a device, "NVIDIA H200"."""
        return call("gc_device_get_name", locals())

    @property
    def pci_bus_id(self) -> str:
        """The PCI bus id of a device, "0000:65:00.0"."""
        return call("gc_device_get_pci_bus_id", locals())

    @property
    def uuid(self) -> bytes:
        """The UUID of a device: 16 bytes that name it across processes and reboots."""
        return call("gc_device_get_uuid", locals())

    @property
    def compute_capability(self) -> tuple[int, int]:
        """The compute capability: 9 and 0 for sm_90."""
        return call("gc_device_get_compute_capability", locals())

    @property
    def total_memory(self) -> int:
        """All memory of a device."""
        return call("gc_device_get_total_memory", locals())

    def attribute(self, attribute: DeviceAttribute | int | str) -> int:
        """One attribute of a device."""
        return call("gc_device_get_attribute", locals())

    @property
    def attributes(self) -> list[DeviceAttributeEntry]:
        """Every attribute that this library names and this device knows."""
        return call("gc_device_get_attributes", locals())

    @staticmethod
    def attribute_name(attribute: DeviceAttribute | int | str) -> str:
        """The name of an attribute, "WARP_SIZE"; "" for one this library does not name."""
        return call("gc_device_attribute_name", locals())

    @staticmethod
    def attribute_from_name(name: str) -> DeviceAttribute:
        """The attribute of a name: "WARP_SIZE", "warp_size" or "CU_DEVICE_ATTRIBUTE_WARP_SIZE"; PyCUDA's older names too (SHARED_MEMORY_PER_BLOCK,
        REGISTERS_PER_BLOCK, MAXIMUM_TEXTURE2D_ARRAY_*)."""
        return call("gc_device_attribute_from_name", locals())

    @staticmethod
    def default(fallback: int) -> Device:
        """The device that the user chose: by the environment variable `GRIDCALL_DEVICE`, else CUDA_DEVICE, else the file ~/.cuda-device or
        ~/.cuda_device; else the one at an index. May block."""
        return call("gc_device_get_default", locals())

    def can_access_peer(self, peer: Device) -> bool:
        """Whether kernels on a device can use memory of another one, once `Context.enable_peer_access` allows it."""
        return call("gc_device_can_access_peer", locals())


class Context(ContextMixin, Object):
    """A context of a device: the primary one, the program's own, or another library's. It holds its device."""
    _kind, _release = "context", "gc_context_release"

    @staticmethod
    def default() -> Context:
        """The context on the device that the user or the machine chooses: the environment variable `GRIDCALL_DEVICE`, else CUDA_DEVICE, else the file
        ~/.cuda-device or ~/.cuda_device (each as `Device` takes it), else the first GPU on which a context can be made, else the CPU device.
        `Context.device_reason` says which it was and why. May block."""
        return call("gc_context_get_default", locals())

    @staticmethod
    def primary(device: Device, *, flags: ContextFlags | int | str = 0, sched: ContextSched | int | str = 0) -> Context:
        """A handle of the primary context of a device. May block."""
        return call("gc_context_get_primary", locals())

    @staticmethod
    def create(device: Device, *, flags: ContextFlags | int | str = 0, sched: ContextSched | int | str = 0) -> Context:
        """Makes a context of the program's own on a device. May block."""
        return call("gc_context_create", locals())

    @staticmethod
    def wrap(device: Device, native: int) -> Context:
        """A handle of a context that another library made: its CUcontext. May block."""
        return call("gc_context_wrap", locals())

    def push(self) -> None:
        """Makes the context current in the calling thread, for other libraries that look at it."""
        return call("gc_context_push", locals())

    def pop(self) -> None:
        """Takes the context off the calling thread's stack, so that the one below is current again."""
        return call("gc_context_pop", locals())

    @staticmethod
    def current() -> Context:
        """The context that is current in the calling thread, also where another library made it so: a GPU's, else the CPU device's. May block."""
        return call("gc_context_get_current", locals())

    def attribute(self, attribute: ContextAttribute | int | str) -> int:
        """A limit or another attribute of a context."""
        return call("gc_context_get_attribute", locals())

    def set_attribute(self, attribute: ContextAttribute | int | str, value: int) -> None:
        """Sets a limit or another attribute of a context."""
        return call("gc_context_set_attribute", locals())

    def pointer_attribute(self, attribute: PointerAttribute | int | str, address: int) -> int:
        """The value of an attribute that the driver knows of an address."""
        return call("gc_context_get_pointer_attribute", locals())

    def enable_peer_access(self, peer: Context) -> None:
        """Lets kernels of a context use memory of another one (`Device.can_access_peer`)."""
        return call("gc_context_enable_peer_access", locals())

    def disable_peer_access(self, peer: Context) -> None:
        """Takes back what `Context.enable_peer_access` gave."""
        return call("gc_context_disable_peer_access", locals())

    @property
    def device_reason(self) -> str:
        """One sentence that says why `Context.default` took this device, such as "no GPU found (libcuda.so.1: not installed): using the CPU device";
        "" for another context."""
        return call("gc_context_get_device_reason", locals())

    @property
    def device(self) -> Device:
        """The device of a context."""
        return call("gc_context_get_device", locals())

    def synchronize(self) -> None:
        """Waits until all work queued on all streams of the context is done, and reports the fault of a kernel among it: the oldest that has not been
        reported, if there are several. May block."""
        return call("gc_context_synchronize", locals())

    def memory_info(self) -> tuple[int, int]:
        """The memory that the device has, and the part of it that is free now. May block."""
        return call("gc_context_get_memory_info", locals())

    def is_supported(self, feature: Feature | int | str) -> bool:
        """Whether a context's device and driver can do something, before a function returns UNSUPPORTED."""
        return call("gc_context_is_supported", locals())

    def default_stream(self) -> Stream:
        """A handle for the default stream, which is meant wherever no stream is given: with it the default stream can be waited for, also for a time,
        asked whether it is done, and cancelled."""
        return call("gc_context_get_default_stream", locals())

    @property
    def stream_priority_range(self) -> tuple[int, int]:
        """The range of stream priorities: both 0 where priorities mean nothing."""
        return call("gc_context_get_stream_priority_range", locals())


class Stream(StreamMixin, Object):
    """A queue of work on a context. It holds its context."""
    _kind, _release = "stream", "gc_stream_release"

    def __new__(cls, *, context: Context | None = None, flags: StreamFlags | int | str = 0, priority: int = 0) -> Stream:
        """Makes a stream."""
        return call("gc_stream_create", locals())

    def synchronize(self) -> None:
        """Waits until all work queued on the stream is done, and reports the fault of a kernel among it. May block."""
        return call("gc_stream_synchronize", locals())

    def query(self) -> bool:
        """Says whether all work queued on the stream is done."""
        return call("gc_stream_query", locals())

    def synchronize_for(self, timeout_nanoseconds: int) -> bool:
        """Waits as `Stream.synchronize` does, but at most for a time. May block."""
        return call("gc_stream_synchronize_for", locals())

    def cancel(self) -> None:
        """Ends the kernel or copy that runs on the stream, and drops what is queued behind it there."""
        return call("gc_stream_cancel", locals())

    def wait_event(self, event: Event) -> None:
        """Makes work queued on the stream from now on wait until the event has happened. May block."""
        return call("gc_stream_wait_event", locals())

    def wait_events(self, events: Sequence[Event]) -> None:
        """Waits as `Stream.wait_event` does, for several events: work queued on the stream from now on waits until all of them have happened. May
        block."""
        return call("gc_stream_wait_events", locals())

    def notify(self, completion: Completion, token: int) -> None:
        """Posts a token to a completion when the work queued on the stream so far is done."""
        return call("gc_stream_notify", locals())

    def attribute(self, attribute: StreamAttribute | int | str) -> int:
        """An attribute of a stream."""
        return call("gc_stream_get_attribute", locals())

    @staticmethod
    def wrap(native: int, *, context: Context | None = None) -> Stream:
        """A `Stream` for a stream that another library made: its CUstream."""
        return call("gc_stream_wrap", locals())

    def begin_capture(self, mode: CaptureMode | int | str) -> None:
        """Records what is queued on the stream from now on, which does not run, until `Stream.end_capture`."""
        return call("gc_stream_begin_capture", locals())

    def end_capture(self) -> Graph:
        """Ends the capture that was begun on the stream, and makes a graph of what was recorded."""
        return call("gc_stream_end_capture", locals())


class Event(Object):
    """A marker in a stream. It holds its context."""
    _kind, _release = "event", "gc_event_release"

    def __new__(cls, *, context: Context | None = None, flags: EventFlags | int | str = 0) -> Event:
        """Makes an event."""
        return call("gc_event_create", locals())

    def record(self, *, stream: Stream | None = None) -> None:
        """Puts the event behind the work queued on the stream so far."""
        return call("gc_event_record", locals())

    def synchronize(self) -> None:
        """Waits until the event has happened. May block."""
        return call("gc_event_synchronize", locals())

    @staticmethod
    def synchronize_for(events: Sequence[Event], timeout_nanoseconds: int) -> bool:
        """Waits as `Event.synchronize` does, for several events together and at most for a time. May block."""
        return call("gc_event_synchronize_for", locals())

    def query(self) -> bool:
        """Says whether the event has happened, without waiting."""
        return call("gc_event_query", locals())

    def elapsed(self, end: Event) -> int:
        """The time from one event to another, measured on the device."""
        return call("gc_event_get_elapsed", locals())

    @staticmethod
    def wrap(native: int, *, context: Context | None = None) -> Event:
        """A `Event` for an event that another library made: its CUevent."""
        return call("gc_event_wrap", locals())

    @property
    def ipc_handle(self) -> bytes:
        """A handle with which another process of the same machine opens the event (`Event.open_ipc`): 64 bytes, to be sent there by any means."""
        return call("gc_event_get_ipc_handle", locals())

    @staticmethod
    def open_ipc(handle: Buffer, *, context: Context | None = None) -> Event:
        """Opens an event of another process."""
        return call("gc_event_open_ipc", locals())


class Completion(Object):
    """A queue of tokens."""
    _kind, _release = "completion", "gc_completion_release"

    def __new__(cls) -> Completion:
        """Makes a completion."""
        return call("gc_completion_create", locals())

    def wait(self, timeout_nanoseconds: int) -> tuple[int, bool]:
        """Takes the oldest token, and waits for one at most for a time. May block."""
        return call("gc_completion_wait", locals())

    @property
    def descriptor(self) -> int:
        """A file descriptor for poll, select, epoll and the event loops made of them: readable while there is a token."""
        return call("gc_completion_get_descriptor", locals())


class DType(Object):
    """The layout of a record: names, types and offsets of its fields."""
    _kind, _release = "dtype", "gc_dtype_release"

    def __new__(cls, entries: Sequence[Record], size: int) -> DType:
        """Makes the layout of a record from its fields, in any order of their offsets."""
        return call("gc_dtype_create", locals())

    @property
    def size(self) -> int:
        """The size of a record."""
        return call("gc_dtype_get_size", locals())

    @property
    def alignment(self) -> int:
        """The alignment of records: the largest alignment of a field, as a struct of C has it, or 1 if an offset or the size is no multiple of that
        (a packed record)."""
        return call("gc_dtype_get_alignment", locals())

    @property
    def field_count(self) -> int:
        """The number of fields of a record."""
        return call("gc_dtype_get_field_count", locals())

    def field(self, index: int) -> DtypeField:
        """A field of a record, in the order in which they were given."""
        return call("gc_dtype_get_field", locals())

    def field_record(self, index: int) -> DType:
        """The record of a field of type RECORD."""
        return call("gc_dtype_get_field_record", locals())

    def find_field(self, name: str) -> int:
        """The index of the field that has a name."""
        return call("gc_dtype_find_field", locals())

    @staticmethod
    def scalar_size(scalar_type: ScalarType | int | str) -> int:
        """The size of a scalar type in bytes; 0 for RECORD and for a number this library does not know."""
        return call("gc_dtype_scalar_size", locals())

    @staticmethod
    def scalar_name(scalar_type: ScalarType | int | str) -> str:
        """NumPy's name of a scalar type, which the CUDA array interface has as typestr: "<f4" is FLOAT32, "<c8" COMPLEX64, "|b1" BOOL."""
        return call("gc_dtype_scalar_name", locals())

    @staticmethod
    def scalar_from_name(name: str) -> ScalarType:
        """The scalar type of a name: NumPy's ("<f4", "f4", "float32"), and the codes of Python's struct module with PyCUDA's F and D for complex
        numbers ("b", "B", "h", "H", "i", "I", "l", "L", "q", "Q", "n", "N", "P", "e", "f", "d", "?")."""
        return call("gc_dtype_scalar_from_name", locals())


class Mem(MemMixin, Object):
    """A piece of memory that a device can use. It holds its context."""
    _kind, _release = "mem", "gc_mem_release"

    def __new__(cls, size: int, *, context: Context | None = None) -> Mem:
        """Allocates device memory, aligned to 256 bytes. May block."""
        return call("gc_mem_alloc", locals())

    @staticmethod
    def create(
        *, context: Context | None = None, flags: MemFlags | int | str = 0, place: MemPlace | int | str = 0, attach: MemAttachMode | int | str = 0,
        size: int = 0, alignment: int = 0, height: int = 0, element_size: int = 0, content: Buffer | None = None,
        completion: Completion | None = None, token: int = 0
    ) -> Mem:
        """Makes memory of any kind. May block."""
        return call("gc_mem_create", locals())

    def sub_region(self, offset: int, size: int, *, flags: MemFlags | int | str = 0) -> Mem:
        """A part of a memory, which it keeps alive."""
        return call("gc_mem_create_sub_region", locals())

    @staticmethod
    def register(host_address: int, size: int, *, context: Context | None = None, flags: MemRegisterFlags | int | str = 0) -> Mem:
        """Page-locks host memory of the program, so that kernels take it and `Mem.memcpy` copies it while the program goes on. May block."""
        return call("gc_mem_register", locals())

    @staticmethod
    def wrap(
        address: int, size: int, *, context: Context | None = None, host_address: int = 0, flags: MemWrapFlags | int | str = 0,
        completion: Completion | None = None, token: int = 0
    ) -> Mem:
        """Makes a `Mem` of a device address that another library owns."""
        return call("gc_mem_wrap", locals())

    @property
    def address(self) -> int:
        """The device address, for other libraries, for structs and for tables on the device. gridcall does not see what uses it there: keep the `Mem`
        until that work is done, or name it with `Mem.use_on`."""
        return call("gc_mem_get_address", locals())

    @property
    def host_address(self) -> int:
        """The host address of memory that the host reaches (place HOST, MANAGED or PAGEABLE), as a number."""
        return call("gc_mem_get_host_address", locals())

    @property
    def size(self) -> int:
        """The size that was asked for."""
        return call("gc_mem_get_size", locals())

    def attribute(self, attribute: MemAttribute | int | str) -> int:
        """One attribute of memory."""
        return call("gc_mem_get_attribute", locals())

    def parent(self) -> Mem:
        """The memory that a part is a part of."""
        return call("gc_mem_get_parent", locals())

    def use_on(self, *, stream: Stream | None = None) -> None:
        """Says that work queued on the stream so far uses the memory in a way that gridcall does not see: its address is in a struct, in a table on
        the device, or was given to another library."""
        return call("gc_mem_use", locals())

    def wait(self, timeout_nanoseconds: int) -> bool:
        """Waits until no work that was queued so far uses the memory, or the time is up: before the host reads or writes page-locked, managed or
        registered memory. May block."""
        return call("gc_mem_wait", locals())

    def attach(self, attach: MemAttachMode | int | str, *, stream: Stream | None = None) -> None:
        """Says who may use managed memory from this point of the stream on."""
        return call("gc_mem_attach", locals())

    def advise(self, offset: int, size: int, advice: MemAdvice | int | str, *, device: Device | None = None) -> None:
        """Tells the driver what to expect of the use of managed memory."""
        return call("gc_mem_advise", locals())

    def prefetch(
        self, offset: int, size: int, *, device: Device | None = None, flags: MemPrefetchFlags | int | str = 0, stream: Stream | None = None
    ) -> None:
        """Moves managed memory to a device or to the host before it is used there, queued on a stream."""
        return call("gc_mem_prefetch", locals())

    def ipc_handle(self) -> tuple[bytes, int]:
        """A handle with which another process of the same machine opens the memory (`Mem.open_ipc`): 64 bytes, to be sent there by any means,
        together with the offset. May block."""
        return call("gc_mem_get_ipc_handle", locals())

    @staticmethod
    def open_ipc(handle: Buffer, offset: int, size: int, *, context: Context | None = None, flags: MemIpcFlags | int | str = 0) -> Mem:
        """Opens memory of another process. May block."""
        return call("gc_mem_open_ipc", locals())

    def free(self) -> None:
        """Waits for the work that uses the memory, gives it back before it returns, and ends the handle: what `close` does later. May block."""
        return call("gc_mem_free", locals())

    def memcpy(self, dst_offset: int, src: Mem, src_offset: int, size: int, *, stream: Stream | None = None) -> None:
        """Copies between two `Mem` wherever they are, on devices or the host, and also of two contexts or devices, queued on a stream. May block."""
        return call("gc_memcpy", locals())

    def memcpy_htod(self, dst_offset: int, src: Buffer, *, stream: Stream | None = None) -> None:
        """Copies from host memory, in the order of the stream; returns when the host memory may be used again. May block."""
        return call("gc_memcpy_htod", locals())

    def memcpy_dtoh(self, dst: Buffer, src_offset: int, *, stream: Stream | None = None) -> None:
        """Copies to host memory, behind the work queued on the stream; returns when all bytes are there. May block."""
        return call("gc_memcpy_dtoh", locals())

    @staticmethod
    def memcpy_rect(
        *, dst: Record | None = None, src: Record | None = None, width: int = 0, height: int = 0, depth: int = 0, stream: Stream | None = None
    ) -> None:
        """Copies a rectangle of 1, 2 or 3 dimensions between memory, arrays and host memory; memory may also be of two contexts or devices, in the
        order of the stream. May block."""
        return call("gc_memcpy_rect", locals())

    def memset(self, offset: int, value: Buffer, count: int, *, stream: Stream | None = None) -> None:
        """Fills with copies of a value of 1 to 128 bytes, queued on a stream."""
        return call("gc_memset", locals())

    @staticmethod
    def memset_rect(
        *, dst: Record | None = None, width: int = 0, height: int = 0, depth: int = 0, value: Buffer | None = None,
        color_type: ScalarType | int | str = 0, stream: Stream | None = None
    ) -> None:
        """Fills a rectangle of 1, 2 or 3 dimensions with copies of a value of 1 to 128 bytes, queued on a stream. May block."""
        return call("gc_memset_rect", locals())

    def map(self, offset: int, size: int, *, flags: MapFlags | int | str = 0, stream: Stream | None = None) -> Mapping:
        """Maps a part of memory, behind the work that is queued on the stream. May block."""
        return call("gc_mem_map", locals())


class Mapping(MappingMixin, Object):
    """The host's view of a part of memory. It holds its mem."""
    _kind, _release = "mapping", "gc_mapping_release"

    @property
    def address(self) -> int:
        """The address at which the host reads and writes."""
        return call("gc_mapping_get_address", locals())

    def attribute(self, attribute: MappingAttribute | int | str) -> int:
        """One of a mapping's attributes."""
        return call("gc_mapping_get_attribute", locals())

    def event(self) -> Event:
        """The event that has happened when the host may use the mapping."""
        return call("gc_mapping_get_event", locals())

    def unmap(self, *, stream: Stream | None = None) -> None:
        """Ends the mapping: work queued on the stream from now on sees what the host wrote."""
        return call("gc_mapping_unmap", locals())


class Array(Object):
    """Memory of 1, 2 or 3 dimensions in the device's own layout. It holds its context."""
    _kind, _release = "array", "gc_array_release"

    def __new__(
        cls, *, context: Context | None = None, flags: ArrayFlags | int | str = 0, width: int = 0, height: int = 0, depth: int = 0,
        format: ArrayFormat | int | str = 0, channels: int = 0, levels: int = 0
    ) -> Array:
        """Makes an array. May block."""
        return call("gc_array_create", locals())

    @staticmethod
    def wrap(native: int, *, context: Context | None = None) -> Array:
        """Takes a CUarray that another library made, with which it stays: it must outlive the array and all work that uses it."""
        return call("gc_array_wrap", locals())

    @staticmethod
    def find_format(order: ChannelOrder | int | str, channel_type: ChannelType | int | str) -> ImageFormatInfo:
        """The format of arrays that stands for an image format of OpenCL: format, channels, sizes and a text."""
        return call("gc_array_find_format", locals())

    @staticmethod
    def channel_count(channels: int) -> int:
        """The channels of an array for so many values an element: 1, 2 or 4, the least that is enough, else 0."""
        return call("gc_array_channel_count", locals())

    @staticmethod
    def image_formats(dimensions: int, *, context: Context | None = None, flags: ArrayFlags | int | str = 0) -> list[ImageFormat]:
        """The image formats of which a context can make arrays of these dimensions. May block."""
        return call("gc_array_get_image_formats", locals())

    def attribute(self, attribute: ArrayAttribute | int | str) -> int:
        """One attribute of an array."""
        return call("gc_array_get_attribute", locals())

    def level(self, level: int) -> Array:
        """A level of an array as an array that shares its content, for copies, surfaces and textures."""
        return call("gc_array_get_level", locals())

    def map(
        self, *, x: int = 0, y: int = 0, z: int = 0, width: int = 0, height: int = 0, depth: int = 0, flags: MapFlags | int | str = 0,
        stream: Stream | None = None
    ) -> Mapping:
        """Maps a part of an array, behind the work that is queued on the stream: a copy in page-locked memory, whose rows follow each other without a
        gap, and whose slices do. May block."""
        return call("gc_array_map", locals())

    @staticmethod
    def from_ndarray(
        ndarray: NdArray, *, array_flags: ArrayFlags | int | str = 0, from_flags: ArrayFromFlags | int | str = 0, stream: Stream | None = None
    ) -> Array:
        """Makes an array of 1, 2 or 3 dimensions of the shape of an ndarray, and copies the elements to it, queued on the stream. May block."""
        return call("gc_array_from_ndarray", locals())

    @staticmethod
    def from_host(
        data: Buffer, *, context: Context | None = None, flags: NdarrayFlags | int | str = 0, scalar_type: ScalarType | int | str = 0,
        place: MemPlace | int | str = 0, record: DType | None = None, shape: Sequence[int] = (), strides: Sequence[int] = (),
        mem_flags: MemFlags | int | str = 0, alignment: int = 0, pool: Pool | None = None, stream: Stream | None = None,
        attach: MemAttachMode | int | str = 0, array_flags: ArrayFlags | int | str = 0, from_flags: ArrayFromFlags | int | str = 0
    ) -> Array:
        """Makes an array and copies host memory to it, in the order of the stream of the options, as `NdArray.from_host` and `Array.from_ndarray` do
        together. May block."""
        return call("gc_array_from_host", locals())


class Texture(Object):
    """A way to read an array or linear memory in kernels. It holds its context."""
    _kind, _release = "texture", "gc_texture_release"

    def __new__(
        cls, *, context: Context | None = None, flags: TextureFlags | int | str = 0, array: Array | None = None, mem: Mem | None = None,
        offset: int = 0, width: int = 0, height: int = 0, row_pitch: int = 0, format: int = 0, channels: int = 0, sampling: Record | None = None,
        sampler: Sampler | None = None
    ) -> Texture:
        """Makes a texture."""
        return call("gc_texture_create", locals())

    def attribute(self, attribute: TextureAttribute | int | str) -> int:
        """One attribute of a texture."""
        return call("gc_texture_get_attribute", locals())

    def array(self) -> Array:
        """The array that a texture reads."""
        return call("gc_texture_get_array", locals())


class Surface(Object):
    """A way to read and write an array in kernels. It holds its array."""
    _kind, _release = "surface", "gc_surface_release"

    def __new__(cls, array: Array) -> Surface:
        """Makes a surface of an array that was made with SURFACE_LDST."""
        return call("gc_surface_create", locals())

    def array(self) -> Array:
        """The array of a surface."""
        return call("gc_surface_get_array", locals())


class Sampler(Object):
    """A way in which textures are read. It holds its context."""
    _kind, _release = "sampler", "gc_sampler_release"

    def __new__(cls, *, context: Context | None = None, sampling: Record | None = None) -> Sampler:
        """Makes a sampler."""
        return call("gc_sampler_create", locals())

    def attribute(self, attribute: SamplerAttribute | int | str) -> int:
        """One attribute of a sampler."""
        return call("gc_sampler_get_attribute", locals())


class Module(Object):
    """Compiled code, loaded into a context. It holds its context."""
    _kind, _release = "module", "gc_module_release"

    def __new__(
        cls, source: str, *, context: Context | None = None, flags: CompileFlags | int | str = 0, name: str | None = None, arch: str | None = None,
        options: Sequence[str] = (), defines: Sequence[Record] = (), include_dirs: Sequence[str] = (), headers: Sequence[Record] = (),
        instances: Sequence[str] = (), cache_dir: str | None = None, keep_dir: str | None = None, compiler: str | None = None
    ) -> Module:
        """Compiles CUDA C++ source and loads it. May block."""
        return call("gc_module_from_source", locals())

    @staticmethod
    def from_buffer(
        image: Buffer, *, context: Context | None = None, flags: ModuleFlags | int | str = 0, arch: str | None = None, max_registers: int = 0,
        threads_per_block: int = 0, optimization_level: int = 0
    ) -> Module:
        """Loads compiled code: for a GPU PTX, a cubin or a fatbin; for the CPU device what `Program.image` returned. May block."""
        return call("gc_module_from_buffer", locals())

    @staticmethod
    def from_file(
        path: str, *, context: Context | None = None, flags: CompileFlags | int | str = 0, name: str | None = None, arch: str | None = None,
        options: Sequence[str] = (), defines: Sequence[Record] = (), include_dirs: Sequence[str] = (), headers: Sequence[Record] = (),
        instances: Sequence[str] = (), cache_dir: str | None = None, keep_dir: str | None = None, compiler: str | None = None
    ) -> Module:
        """Loads a file: compiled code as `Module.from_buffer` takes it if its content is PTX, a cubin, a fatbin or an image of the CPU device, else
        CUDA C++ source. May block."""
        return call("gc_module_from_file", locals())

    def kernel(self, name: str) -> Kernel:
        """A kernel of the module, by the name the source gives it ("vector_add", "lib::vector_add"), a template instance ("scale<float>"), or the
        compiled name. May block."""
        return call("gc_module_get_kernel", locals())

    @property
    def kernel_count(self) -> int:
        """The number of kernels of the module."""
        return call("gc_module_get_kernel_count", locals())

    def kernel_name(self, index: int) -> str:
        """The name of one kernel of the module, as `Module.kernel` takes it."""
        return call("gc_module_get_kernel_name", locals())

    def global_(self, name: str) -> Mem:
        """A __device__ or __constant__ variable of the module, as memory to copy to and from."""
        return call("gc_module_get_global", locals())

    def bind_texture(self, name: str, *, texture: Texture | None = None, stream: Stream | None = None) -> None:
        """Binds a texture to a name in a module: a `texture<...>` of a source that includes gridcall_textures.h, or a __constant__ or __device__
        variable of type `cudaTextureObject_t`. May block."""
        return call("gc_module_bind_texture", locals())

    def bind_surface(self, name: str, *, surface: Surface | None = None, stream: Stream | None = None) -> None:
        """Binds a surface to a name in a module, as `Module.bind_texture` does a texture: a `surface<...>`, or a variable of type
        `cudaSurfaceObject_t`. May block."""
        return call("gc_module_bind_surface", locals())

    def texture(self, name: str) -> Texture:
        """The texture that `Module.bind_texture` bound to a name."""
        return call("gc_module_get_texture", locals())

    def surface(self, name: str) -> Surface:
        """The surface that `Module.bind_surface` bound to a name."""
        return call("gc_module_get_surface", locals())

    @property
    def log(self) -> str:
        """The compiler's warnings, then what the driver said when it loaded the image; "" if nothing."""
        return call("gc_module_get_log", locals())

    def attribute(self, attribute: ModuleAttribute | int | str) -> int:
        """One attribute of a module."""
        return call("gc_module_get_attribute", locals())

    @property
    def is_cached(self) -> bool:
        """Whether the code came from the compile cache, so that no compiler ran."""
        return call("gc_module_is_cached", locals())

    @staticmethod
    def from_program(
        program: Program, *, context: Context | None = None, flags: ModuleFlags | int | str = 0, arch: str | None = None, max_registers: int = 0,
        threads_per_block: int = 0, optimization_level: int = 0
    ) -> Module:
        """Loads a program. May block."""
        return call("gc_module_from_program", locals())


class Program(Object):
    """Compiled code that is not loaded."""
    _kind, _release = "program", "gc_program_release"

    @staticmethod
    def compile(
        source: str, *, device: Device | None = None, flags: CompileFlags | int | str = 0, name: str | None = None, arch: str | None = None,
        options: Sequence[str] = (), defines: Sequence[Record] = (), include_dirs: Sequence[str] = (), headers: Sequence[Record] = (),
        instances: Sequence[str] = (), cache_dir: str | None = None, keep_dir: str | None = None, compiler: str | None = None
    ) -> Program:
        """Compiles CUDA C++ source as `Module` does, with the same options and the same cache, and loads nothing. May block."""
        return call("gc_program_compile", locals())

    @property
    def image(self) -> bytes:
        """The image of a program: a cubin, PTX, or an image of the CPU device with its length, its digest and the processor features it needs.
        `Module.from_buffer` loads it."""
        return call("gc_program_get_image", locals())

    @property
    def log(self) -> str:
        """The compiler's messages on a source that compiled: warnings; "" if nothing."""
        return call("gc_program_get_log", locals())

    def symbol(self, name: str) -> str:
        """The compiled name of a kernel, a __device__ or a __constant__ variable, as the image spells it: what a linker or another library's loader
        is asked for."""
        return call("gc_program_get_symbol", locals())

    @staticmethod
    def default_options() -> str:
        """The compiler options that go before those of every source, quoted as for a shell: what `Program.set_default_options` set last, else those
        of the environment variable `GRIDCALL_DEFAULT_OPTIONS`, else of PYCUDA_DEFAULT_NVCC_FLAGS, which as PyCUDA's are for sources compiled without
        options of their own."""
        return call("gc_program_get_default_options", locals())

    @staticmethod
    def set_default_options(options: Sequence[str]) -> None:
        """Sets the compiler options that go before those of every source from now on, in this process; no option at all hides those of the
        environment."""
        return call("gc_program_set_default_options", locals())


class Kernel(KernelMixin, Object):
    """One __global__ function of a module. It holds its module."""
    _kind, _release = "kernel", "gc_kernel_release"

    @property
    def name(self) -> str:
        """The name of a kernel, as it was asked for."""
        return call("gc_kernel_get_name", locals())

    def attribute(self, attribute: KernelAttribute | int | str) -> int:
        """One attribute of a kernel."""
        return call("gc_kernel_get_attribute", locals())

    def set_attribute(self, attribute: KernelAttribute | int | str, value: int) -> None:
        """Sets an attribute: MAX_DYNAMIC_SHARED_SIZE_BYTES (needed above 48 KiB), PREFERRED_SHARED_MEMORY_CARVEOUT, CACHE_CONFIG, SHARED_CONFIG or,
        on the CPU device (UNSUPPORTED on a GPU), CPU_MODE."""
        return call("gc_kernel_set_attribute", locals())

    def occupancy(self, block_size: int, shared_size: int, *, flags: OccupancyFlags | int | str = 0) -> int:
        """The number of blocks of the kernel that are resident at a time on one multiprocessor."""
        return call("gc_kernel_get_occupancy", locals())

    def suggest_block(self, shared_size: int, max_block_size: int) -> tuple[int, int]:
        """A size of block with which the most threads of the kernel are resident, and the smallest grid that fills the device with such blocks."""
        return call("gc_kernel_suggest_block", locals())

    @property
    def param_count(self) -> int:
        """The number of parameters."""
        return call("gc_kernel_get_param_count", locals())

    def param(self, index: int) -> KernelParam:
        """One parameter of a kernel."""
        return call("gc_kernel_get_param", locals())

    def launch_args(self, config: Record, args: Sequence[Record], *, stream: Stream | None = None) -> None:
        """Queues a launch."""
        return call("gc_launch", locals())

    def launch_staged(self, config: Record, args: Sequence[Record], host_args: Sequence[Record], *, stream: Stream | None = None) -> None:
        """Launches with arrays of the host as arguments, and waits. May block."""
        return call("gc_launch_staged", locals())


class Prepared(PreparedMixin, Object):
    """A launch whose kernel, shape and arguments were checked once. It holds its kernel."""
    _kind, _release = "prepared", "gc_prepared_release"

    def __new__(cls, kernel: Kernel, config: Record, args: Sequence[Record]) -> Prepared:
        """Checks a launch once and keeps it, with its own copy of the arguments."""
        return call("gc_prepared_create", locals())

    def set_arg(self, index: int, arg: Record, *, bytes: Buffer | None = None) -> None:
        """Replaces an argument; queued launches keep the old one."""
        return call("gc_prepared_set_arg", locals())

    def set_config(self, config: Record) -> None:
        """Replaces shape, shared memory, time limit, flags and events of a prepared launch; arguments and launches already queued keep what they
        have."""
        return call("gc_prepared_set_config", locals())

    def launch_with(self, args: Sequence[Record], *, config: Record | None = None, stream: Stream | None = None) -> None:
        """Queues the prepared launch: as it stands, or with another shape or other arguments, which it keeps."""
        return call("gc_prepared_launch", locals())


class Graph(GraphMixin, Object):
    """Captured work, which can be launched any number of times. It holds its context."""
    _kind, _release = "graph", "gc_graph_release"

    def launch(self, *, stream: Stream | None = None) -> None:
        """Queues the work of the graph, behind what is queued on the stream and behind earlier launches of the same graph."""
        return call("gc_graph_launch", locals())

    @property
    def node_count(self) -> int:
        """The number of nodes: one for each launch, copy and fill, and what else the driver recorded."""
        return call("gc_graph_get_node_count", locals())

    def node_kind(self, node: int) -> GraphNodeKind:
        """The kind of a node."""
        return call("gc_graph_get_node_kind", locals())

    def node_kernel(self, node: int) -> Kernel:
        """The kernel of a node."""
        return call("gc_graph_get_node_kernel", locals())

    def set_arg(self, node: int, index: int, arg: Record, *, bytes: Buffer | None = None) -> None:
        """Replaces one argument of a launch in the graph, for launches of the graph from now on; those that are queued keep the old one."""
        return call("gc_graph_set_arg", locals())

    @property
    def text(self) -> str:
        """The graph in the language of Graphviz: a line for each node and each dependency."""
        return call("gc_graph_get_text", locals())


class Pool(Object):
    """A caching allocator over device, page-locked or managed memory. It holds its context."""
    _kind, _release = "pool", "gc_pool_release"

    def __new__(
        cls, *, context: Context | None = None, place: MemPlace | int | str = 0, limit: int = 0, flags: MemFlags | int | str = 0, alignment: int = 0
    ) -> Pool:
        """Makes a pool."""
        return call("gc_pool_create", locals())

    def alloc(self, size: int, *, stream: Stream | None = None) -> Mem:
        """Memory from the pool. May block."""
        return call("gc_pool_alloc", locals())

    @property
    def statistics(self) -> PoolStatistics:
        """Blocks and bytes, held and active."""
        return call("gc_pool_get_statistics", locals())

    def free_held(self) -> None:
        """Gives every held block back to the driver, waiting for work that still uses one. May block."""
        return call("gc_pool_free_held", locals())

    def stop_holding(self) -> None:
        """Gives every held block back, and from now on each block as it is released. May block."""
        return call("gc_pool_stop_holding", locals())

    def set_limit(self, limit: int) -> None:
        """Changes the limit. May block."""
        return call("gc_pool_set_limit", locals())


class NdArray(NdArrayMixin, Object):
    """A typed view of memory: shape, strides and element type. It holds its context."""
    _kind, _release = "ndarray", "gc_ndarray_release"

    def __new__(
        cls, *, context: Context | None = None, flags: NdarrayFlags | int | str = 0, scalar_type: ScalarType | int | str = 0,
        place: MemPlace | int | str = 0, record: DType | None = None, shape: Sequence[int] = (), strides: Sequence[int] = (),
        mem_flags: MemFlags | int | str = 0, alignment: int = 0, pool: Pool | None = None, stream: Stream | None = None,
        attach: MemAttachMode | int | str = 0
    ) -> NdArray:
        """Makes an ndarray and its memory, of any place. May block."""
        return call("gc_ndarray_create", locals())

    @staticmethod
    def from_host(
        data: Buffer, *, context: Context | None = None, flags: NdarrayFlags | int | str = 0, scalar_type: ScalarType | int | str = 0,
        place: MemPlace | int | str = 0, record: DType | None = None, shape: Sequence[int] = (), strides: Sequence[int] = (),
        mem_flags: MemFlags | int | str = 0, alignment: int = 0, pool: Pool | None = None, stream: Stream | None = None,
        attach: MemAttachMode | int | str = 0
    ) -> NdArray:
        """Makes an ndarray and its memory, and copies host memory to it, in the order of the stream. May block."""
        return call("gc_ndarray_from_host", locals())

    @staticmethod
    def from_mem(
        mem: Mem, offset: int, *, flags: NdarrayFlags | int | str = 0, scalar_type: ScalarType | int | str = 0, place: MemPlace | int | str = 0,
        record: DType | None = None, shape: Sequence[int] = (), strides: Sequence[int] = (), mem_flags: MemFlags | int | str = 0,
        alignment: int = 0, pool: Pool | None = None, stream: Stream | None = None, attach: MemAttachMode | int | str = 0
    ) -> NdArray:
        """Makes an ndarray of memory that is there: allocated, wrapped (the CUDA array interface of another library), of another process."""
        return call("gc_ndarray_from_mem", locals())

    def mem(self) -> Mem:
        """The memory of an ndarray; the attribute OFFSET has its first element."""
        return call("gc_ndarray_get_mem", locals())

    def record(self) -> DType:
        """The record of an ndarray's elements."""
        return call("gc_ndarray_get_record", locals())

    def attribute(self, attribute: NdarrayAttribute | int | str) -> int:
        """One attribute of an ndarray."""
        return call("gc_ndarray_get_attribute", locals())

    @property
    def shape(self) -> tuple[int, ...]:
        """The elements of each dimension of an ndarray."""
        return call("gc_ndarray_get_shape", locals())

    @property
    def strides(self) -> tuple[int, ...]:
        """The bytes from element to element of each dimension of an ndarray."""
        return call("gc_ndarray_get_strides", locals())

    def slice(self, slices: Sequence[Record]) -> NdArray:
        """A part of an ndarray by NumPy's slices, that shares its memory."""
        return call("gc_ndarray_slice", locals())

    def reshape(self, shape: Sequence[int], *, flags: NdarrayFlags | int | str = 0) -> NdArray:
        """The elements of an ndarray, in C's order or with ORDER_F in Fortran's, as an ndarray of another shape that shares its memory."""
        return call("gc_ndarray_reshape", locals())

    def transpose(self, axes: Sequence[int]) -> NdArray:
        """An ndarray with its dimensions in another order, that shares its memory."""
        return call("gc_ndarray_transpose", locals())

    def view(self, scalar_type: ScalarType | int | str, *, record: DType | None = None) -> NdArray:
        """The bytes of an ndarray as elements of another type, as NumPy's view: nothing is converted."""
        return call("gc_ndarray_view", locals())

    def field(self, name: str) -> NdArray:
        """One field of all records of an ndarray, that shares its memory: NumPy's ndarray["x"]."""
        return call("gc_ndarray_get_field", locals())

    def copy_ndarray(self, src: NdArray, *, stream: Stream | None = None) -> None:
        """Copies the elements of one ndarray to another, of any strides and any two scalar types, queued on a stream. May block."""
        return call("gc_ndarray_copy", locals())

    def copy_from_buffer(
        self, data: Buffer, *, flags: NdarrayFlags | int | str = 0, strides: Sequence[int] = (), offset: int = 0,
        scalar_type: ScalarType | int | str = 0, stream: Stream | None = None
    ) -> None:
        """Copies from host memory, in the order of the stream; returns when the host memory may be used again. May block."""
        return call("gc_ndarray_copy_from_host", locals())

    def copy_to_buffer(
        self, data: Buffer, *, flags: NdarrayFlags | int | str = 0, strides: Sequence[int] = (), offset: int = 0,
        scalar_type: ScalarType | int | str = 0, stream: Stream | None = None
    ) -> None:
        """Copies to host memory, behind the work queued on the stream; returns when all elements are there. May block."""
        return call("gc_ndarray_copy_to_host", locals())

    def fill_bytes(self, value: Buffer, *, stream: Stream | None = None) -> None:
        """Sets all elements of an ndarray to one value, queued on a stream. May block."""
        return call("gc_ndarray_fill", locals())

    def apply_scalars(self, expression: str, inputs: Sequence[NdArray], scalars: Sequence[Record], *, stream: Stream | None = None) -> None:
        """Computes an expression of C++ for each element, queued on a stream: "a + 2 * b", "x < a ? sqrt(a) : y". May block."""
        return call("gc_ndarray_apply", locals())

    def reduce(self, src: NdArray, reduction: Reduction | int | str, axes: Sequence[int], *, stream: Stream | None = None) -> None:
        """Combines the elements of an ndarray along some dimensions, or all, queued on a stream. May block."""
        return call("gc_ndarray_reduce", locals())

    def to_dlpack(self, *, flags: DlpackFlags | int | str = 0, stream: Stream | None = None) -> int:
        """An ndarray as a tensor of DLPack, which shares its memory and keeps it."""
        return call("gc_ndarray_to_dlpack", locals())

    @staticmethod
    def from_dlpack(tensor: int, *, context: Context | None = None, flags: DlpackFlags | int | str = 0, stream: Stream | None = None) -> NdArray:
        """A tensor of DLPack as an ndarray, which shares its memory."""
        return call("gc_ndarray_from_dlpack", locals())


def version() -> int:
    """The version of the library that is loaded: major * 10000 + minor * 100 + patch."""
    return call("gc_version", locals())


def version_text() -> str:
    """The version of the library as text, "0.1.0": a release; else "0.1.0-dev", "0.1.0-beta" or "0.1.0-rc1"."""
    return call("gc_version_text", locals())


def version_get(component: VersionComponent | int | str) -> tuple[int, int, int]:
    """The version of something that the library works with, as three numbers. May block."""
    return call("gc_version_get", locals())


def status_name(status: Status | int | str) -> str:
    """The name of a status, "OUT_OF_MEMORY"; "UNKNOWN" for an unknown number."""
    return call("gc_status_name", locals())


def status_text(status: Status | int | str) -> str:
    """One sentence that says what a status means."""
    return call("gc_status_text", locals())


def status_category(status: Status | int | str) -> Category:
    """The class of a status; RUNTIME for a number this library does not know."""
    return call("gc_status_category", locals())


def handle_count() -> int:
    """The number of handles of this process that are not released, of errors too and not of devices."""
    return call("gc_handle_count", locals())


def handle_collect() -> None:
    """Gives back to the driver, now, what was released since the last call that created something. May block."""
    return call("gc_handle_collect", locals())


def cache_statistics() -> CacheStatistics:
    """Statistics of the compile cache in this process. May block."""
    return call("gc_cache_get_statistics", locals())


def cache_directory() -> str:
    """The folder of the compile cache, or "" if it is off. May block."""
    return call("gc_cache_get_directory", locals())


def cache_disabled_reason() -> str:
    """The reason why the compile cache is off, with the setting or the directory; "" if it is on. May block."""
    return call("gc_cache_get_disabled_reason", locals())


def cache_clear() -> None:
    """Removes every entry of the compile cache, of all programs of this user. May block."""
    return call("gc_cache_clear", locals())


register(globals(), svm_capabilities="SVM")
