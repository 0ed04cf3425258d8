# SPDX-License-Identifier: Apache-2.0
# Generated from bindings/api/; edit the spec, then run scripts/generate.

"""
    cache_statistics()

Statistics of the compile cache in this process.

May block.

Throws a `GridCallError`: `INVALID_ARGUMENT`, `INVALID_OPTIONS`.
"""
function cache_statistics()
    out_statistics = Ref(empty(CacheStatistics))
    @check LibGridCall.gc_cache_get_statistics(out_statistics)
    return CacheStatistics(out_statistics[])
end

"""
    cache_directory()

The folder of the compile cache, or "" if it is off.

Returns: The directory.

May block.

Throws a `GridCallError`: `INVALID_ARGUMENT`.
"""
function cache_directory()
    call(buffer, capacity, needed, out_error) =
        LibGridCall.gc_cache_get_directory(buffer, capacity, needed, out_error)
    return read_text(call)
end

"""
    cache_disabled_reason()

The reason why the compile cache is off, with the setting or the directory; "" if it is on.

May block.

Throws a `GridCallError`: `INVALID_ARGUMENT`.
"""
function cache_disabled_reason()
    call(buffer, capacity, needed, out_error) =
        LibGridCall.gc_cache_get_disabled_reason(buffer, capacity, needed, out_error)
    return read_text(call)
end

"""
    cache_clear()

Removes every entry of the compile cache, of all programs of this user.

May block.

Throws a `GridCallError`: `INVALID_ARGUMENT`, `IO`.
"""
function cache_clear()
    @check LibGridCall.gc_cache_clear()
    return nothing
end
