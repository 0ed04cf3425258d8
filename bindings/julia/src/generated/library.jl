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

The version of the library as text, "0.1.0": a release; else "0.1.0-dev", "0.1.0-beta" or "0.1.0-rc1". Static;
never released.
"""
version_text() = unsafe_string(LibGridCall.gc_version_text())

"""
    version_get(component)

The version of something that the library works with, as three numbers. It opens what it asks, MPI is started
if the program has not, and no context is made. What is not on this machine returns `DRIVER_UNAVAILABLE`,
`COMPILER_UNAVAILABLE` or `COMM_UNAVAILABLE`, with what was looked for.

- `component`: The part to ask.

Returns: The major number. The minor number. The third number; 0 where there is none.

May block.

Throws a `GridCallError`: `DRIVER_UNAVAILABLE`, `DRIVER_TOO_OLD`, `COMPILER_UNAVAILABLE`, `COMM`,
`COMM_UNAVAILABLE`, `COMM_TOO_OLD`, `INVALID_STATE`, `UNSUPPORTED`, `FORKED`, `EXITING`.
"""
function version_get(component::Union{VersionComponent,Integer,Symbol})
    out_major = Ref{Int32}(0)
    out_minor = Ref{Int32}(0)
    out_patch = Ref{Int32}(0)
    @check LibGridCall.gc_version_get(code(VersionComponent, component), out_major, out_minor, out_patch)
    return (Int(out_major[]), Int(out_minor[]), Int(out_patch[]))
end
