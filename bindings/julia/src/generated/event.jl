# SPDX-License-Identifier: Apache-2.0
# Generated from bindings/api/; edit the spec, then run scripts/generate.

"""
    event_create(context; flags = 0)

Makes an event. UNSUPPORTED: INTERPROCESS on a device or driver that shares no events (`FEATURE_IPC`).

- `flags`: `EVENT_*` bits. Several of `:BLOCKING_SYNC`, `:DISABLE_TIMING`, `:INTERPROCESS`.

Throws a `GridCallError`: `OUT_OF_MEMORY`, `UNSUPPORTED`, any driver error.
"""
function event_create(context::Context; flags = 0)
    options_struct = LibGridCall.gc_event_options(
        sizeof(LibGridCall.gc_event_options), flag_bits(EventFlags, flags)
    )
    out_event = Ref{Ptr{LibGridCall.gc_event}}(C_NULL)
    @check LibGridCall.gc_event_create(context, Ref(options_struct), out_event)
    return Event(out_event[])
end
event_create(f::Function, arguments...; options...) = with(f, event_create(arguments...; options...))

"    Event(context; flags = 0)\n\nSee `event_create`."
Event(context::Context, arguments...; options...) = event_create(context, arguments...; options...)
Event(f::Function, arguments...; options...) = with(f, Event(arguments...; options...))

"""
    record(event; stream = nothing)

Puts the event behind the work queued on the stream so far. Recording again moves it.

- `stream`: The stream; of the event's context. `nothing`: the default stream of the event's context.

Throws a `GridCallError`: `WRONG_CONTEXT`, any device error.
"""
function record(event::Event; stream::Union{Nothing,Stream} = nothing)
    @check LibGridCall.gc_event_record(event, raw_stream(stream))
    return nothing
end

"""
    synchronize(event)

Waits until the event has happened. An event that was never recorded counts as happened.

May block.

Throws a `GridCallError`: any device error.
"""
function synchronize(event::Event)
    @check LibGridCall.gc_event_synchronize(event)
    return nothing
end

"""
    event_synchronize_for(events, timeout_nanoseconds)

Waits as `synchronize` does, for several events together and at most for a time. That the time ran out is no
error: the work still runs. An event that was never recorded counts as happened. With faults behind several
events it reports the first one's; the others stay to be reported.

- `events`: The events; of any contexts. None: all have happened.
- `timeout_nanoseconds`: The longest wait, in nanoseconds; 0 looks once, the greatest number waits without
  end.

Returns: `true` if all have happened, `false` if the time ran out.

May block.

Throws a `GridCallError`: any device error.
"""
function event_synchronize_for(events, timeout_nanoseconds::Integer)
    roots = Any[]  # what the arguments point to
    events_items = Ptr{LibGridCall.gc_event}[pin_handle!(roots, Ptr{LibGridCall.gc_event}, x) for x in events]
    out_done = Ref{Int32}(0)
    GC.@preserve roots @check LibGridCall.gc_event_synchronize_for(
        events_items, length(events_items), timeout_nanoseconds, out_done
    )
    return out_done[] != 0
end

"""
    query(event)

Says whether the event has happened, without waiting. Behind a fault it is an error, as in `query`.

Returns: `true` if it has happened or was never recorded, else `false`.

Throws a `GridCallError`: any device error.
"""
function query(event::Event)
    out_done = Ref{Int32}(0)
    @check LibGridCall.gc_event_query(event, out_done)
    return out_done[] != 0
end

"""
    elapsed(start, end_)

The time from one event to another, measured on the device. Both must have been recorded, have happened, and
be of one context.

- `start`: The earlier event.
- `end_`: The later event.

Returns: The time, in nanoseconds; negative if `start` is the later one. A GPU resolves about 500, and coarser
for long times: 1,000 after 10 seconds, 63,000 after 1,000 seconds.

Throws a `GridCallError`: `WRONG_CONTEXT`, `INVALID_STATE`, `NOT_READY`, any device error.
"""
function elapsed(start::Event, end_::Event)
    out_nanoseconds = Ref{Int64}(0)
    @check LibGridCall.gc_event_get_elapsed(start, end_, out_nanoseconds)
    return Int(out_nanoseconds[])
end

"""
    event_wrap(context, native)

A `Event` for an event that another library made: its CUevent. It is not destroyed; its owner must keep it
until the `Event` is released. The CPU device refuses a number that is no event of the context; a GPU's driver
may end the process with one.

- `context`: The context in which the event was made.
- `native`: The CUevent.

Throws a `GridCallError`: any driver error.
"""
function event_wrap(context::Context, native::Integer)
    out_event = Ref{Ptr{LibGridCall.gc_event}}(C_NULL)
    @check LibGridCall.gc_event_wrap(context, native, out_event)
    return Event(out_event[])
end
event_wrap(f::Function, arguments...; options...) = with(f, event_wrap(arguments...; options...))

"""
    ipc_handle(event)

A handle with which another process of the same machine opens the event (`event_open_ipc`): 64 bytes, to be
sent there by any means. It is valid while the event lives. `INVALID_ARGUMENT`: the event was made without the
flag INTERPROCESS, or came from `event_open_ipc` or `event_wrap`.

- `event`: The event; made with `EVENT_INTERPROCESS`.

Throws a `GridCallError`: `UNSUPPORTED`, `OUT_OF_MEMORY`, any driver error.
"""
function ipc_handle(event::Event)
    out_handle = Ref{NTuple{64,UInt8}}()
    GC.@preserve out_handle @check LibGridCall.gc_event_get_ipc_handle(
        event, Base.unsafe_convert(Ptr{NTuple{64,UInt8}}, out_handle)
    )
    return out_handle[]
end

"""
    event_open_ipc(context, handle)

Opens an event of another process. Both processes can record it, wait for it and query it; a wait is for the
newest record of either. The event must live in the other process for as long as this one uses it. On the CPU
device a wait for a record whose process ended before its work was done returns CANCELLED; with a GPU it is
undefined. `INVALID_ARGUMENT`: the handle is none of an event, of this process, or of another device's driver.
`NOT_FOUND`: the CPU device finds that its process has ended or has released the event. UNSUPPORTED: it is of
another user, or the driver shares no events.

- `context`: The context to open it in; of the device that the other process uses.
- `handle`: The handle that `ipc_handle` returned in the other process.

Throws a `GridCallError`: `NOT_FOUND`, `UNSUPPORTED`, `OUT_OF_MEMORY`, any driver error.
"""
function event_open_ipc(context::Context, handle::DenseArray)
    handle_size = byte_count(handle)
    out_event = Ref{Ptr{LibGridCall.gc_event}}(C_NULL)
    @check LibGridCall.gc_event_open_ipc(context, handle, handle_size, out_event)
    return Event(out_event[])
end
event_open_ipc(f::Function, arguments...; options...) = with(f, event_open_ipc(arguments...; options...))
