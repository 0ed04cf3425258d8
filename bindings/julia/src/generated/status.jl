# SPDX-License-Identifier: Apache-2.0
# Generated from bindings/api/; edit the spec, then run scripts/generate.

"""
    status_name(status)

The name of a status, "OUT_OF_MEMORY"; "UNKNOWN" for an unknown number. Static; never released.
"""
status_name(
    status::Union{Status,Integer,Symbol}
) = unsafe_string(LibGridCall.gc_status_name(code(Status, status)))

"""
    status_text(status)

One sentence that says what a status means. Static; never released.
"""
status_text(
    status::Union{Status,Integer,Symbol}
) = unsafe_string(LibGridCall.gc_status_text(code(Status, status)))

"""
    status_category(status)

The class of a status; RUNTIME for a number this library does not know.
"""
status_category(
    status::Union{Status,Integer,Symbol}
) = Category(LibGridCall.gc_status_category(code(Status, status)))
