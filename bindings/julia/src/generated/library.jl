# SPDX-License-Identifier: Apache-2.0
# Generated from bindings/api/; edit the spec, then run scripts/generate.

"""
    version()

The version of the library that is loaded: major * 10000 + minor * 100 + patch. Compare with `VERSION`, the
version of the header.
"""
version() = Int(LibGridCall.gc_version())

"""
    version_text()

The version of the library as text, "0.1.0" or "0.1.0-dev". Static; never released.
"""
version_text() = unsafe_string(LibGridCall.gc_version_text())

"""
    version_status()

What kind of version it is: "" for a release, else "dev", "beta" or "rc1". Static; never released.
"""
version_status() = unsafe_string(LibGridCall.gc_version_status())

"""
    version_cuda()

The version of the CUDA driver interface that this library follows: major * 1000 + minor * 10, 13000 for CUDA
13.0. `version_driver` has what the machine's driver supports.
"""
version_cuda() = Int(LibGridCall.gc_version_cuda())

"""
    version_driver()

The CUDA version that the NVIDIA driver supports, 13 and 0 for CUDA 13.0. It opens the driver, and no context.

Returns: The major number. The minor number.

May block.

Throws a `GridCallError`: `INVALID_ARGUMENT`, `DRIVER_UNAVAILABLE`, `DRIVER_TOO_OLD`, `FORKED`, `EXITING`.
"""
function version_driver()
    out_major = Ref{Int32}(0)
    out_minor = Ref{Int32}(0)
    @check LibGridCall.gc_version_get_driver(out_major, out_minor)
    return (Int(out_major[]), Int(out_minor[]))
end

"""
    version_nvrtc()

The version of NVRTC, the compiler for GPUs, that the library found.

Returns: The major number. The minor number.

May block.

Throws a `GridCallError`: `INVALID_ARGUMENT`, `COMPILER_UNAVAILABLE`.
"""
function version_nvrtc()
    out_major = Ref{Int32}(0)
    out_minor = Ref{Int32}(0)
    @check LibGridCall.gc_version_get_nvrtc(out_major, out_minor)
    return (Int(out_major[]), Int(out_minor[]))
end

"""
    version_cpu()

The version of the CPU device (libgridcall_cpu.so).

Returns: The major number. The minor number.

May block.

Throws a `GridCallError`: `INVALID_ARGUMENT`, `DRIVER_UNAVAILABLE`, `FORKED`, `EXITING`.
"""
function version_cpu()
    out_major = Ref{Int32}(0)
    out_minor = Ref{Int32}(0)
    @check LibGridCall.gc_version_get_cpu(out_major, out_minor)
    return (Int(out_major[]), Int(out_minor[]))
end
