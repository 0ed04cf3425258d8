# SPDX-License-Identifier: Apache-2.0
# Generated from bindings/api/; edit the spec, then run scripts/generate.

"""
    log_create(level)

Makes a log, which gets the process's records from now on. IO: the process has no free descriptor. Preview:
may change in any release.

- `level`: The records that it gets. One of `:INFO`, `:DEBUG`.

Throws a `GridCallError`: `IO`, `FORKED`, `EXITING`.
"""
function log_create(level::Union{LogLevel,Integer,Symbol})
    out_log = Ref{Ptr{LibGridCall.gc_log}}(C_NULL)
    @check LibGridCall.gc_log_create(code(LogLevel, level), out_log)
    return Log(out_log[])
end
log_create(f::Function, arguments...; options...) = with(f, log_create(arguments...; options...))

"    Log(level)\n\nSee `log_create`."
Log(level::Union{LogLevel,Integer,Symbol}, arguments...; options...) = log_create(level, arguments...; options...)
Log(f::Function, arguments...; options...) = with(f, Log(arguments...; options...))

"""
    log_read(log, timeout_nanoseconds)

Takes the oldest record, and waits for one at most for a time. That the time ran out is no error. Several
threads may read: each record goes to one of them. If the log is released meanwhile the call fails with
`INVALID_HANDLE`. Preview: may change in any release.

- `timeout_nanoseconds`: The longest wait, in nanoseconds; 0 looks once, the greatest number waits without
  end.

Returns: The record; empty if there was none. `true` if there was a record, `false` if the time ran out.

May block.

Throws a `GridCallError`: `FORKED`, `EXITING`.
"""
function log_read(log::Log, timeout_nanoseconds::Integer)
    out_record = Ref(empty(LogRecord))
    out_done = Ref{Int32}(0)
    @check LibGridCall.gc_log_read(log, timeout_nanoseconds, out_record, out_done)
    return (GC.@preserve log LogRecord(out_record[]), out_done[] != 0)
end

"""
    descriptor(log)

A file descriptor for poll, select, epoll and the event loops made of them: readable while there is a record.
Only poll it; take the record with `log_read` and a time limit of 0. It belongs to the log: never read, write
or close it, and take it out of the loop before the log is released. Preview: may change in any release.

Returns: The descriptor of an eventfd, closed on exec.

Throws a `GridCallError`: `FORKED`, `EXITING`.
"""
function descriptor(log::Log)
    out_descriptor = Ref{Int32}(0)
    @check LibGridCall.gc_log_get_descriptor(log, out_descriptor)
    return Int(out_descriptor[])
end
