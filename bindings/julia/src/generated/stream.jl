# SPDX-License-Identifier: Apache-2.0
# Generated from bindings/api/; edit the spec, then run scripts/generate.

"""
    stream_create(context; flags = 0, priority = 0)

Makes a stream.

- `flags`: `STREAM_*` bits. Or `:NON_BLOCKING`.
- `priority`: Lower is more urgent; it is clamped to `stream_priority_range`.

Throws a `GridCallError`: `OUT_OF_MEMORY`, any driver error.
"""
function stream_create(context::Context; flags = 0, priority::Integer = 0)
    options_struct = LibGridCall.gc_stream_options(
        sizeof(LibGridCall.gc_stream_options), flag_bits(StreamFlags, flags), priority, 0
    )
    out_stream = Ref{Ptr{LibGridCall.gc_stream}}(C_NULL)
    @check LibGridCall.gc_stream_create(context, Ref(options_struct), out_stream)
    return Stream(out_stream[])
end
stream_create(f::Function, arguments...; options...) = with(f, stream_create(arguments...; options...))

"    Stream(context; flags = 0, priority = 0)\n\nSee `stream_create`."
Stream(context::Context, arguments...; options...) = stream_create(context, arguments...; options...)
Stream(f::Function, arguments...; options...) = with(f, Stream(arguments...; options...))

"""
    default_stream(context)

A handle for the default stream, which is meant wherever no stream is given: with it the default stream can be
waited for, also for a time, asked whether it is done, and cancelled. Releasing the handle does nothing to the
stream.

Returns: The default stream.

Throws a `GridCallError`: `INVALID_ARGUMENT`, `INVALID_HANDLE`.
"""
function default_stream(context::Context)
    out_stream = Ref{Ptr{LibGridCall.gc_stream}}(C_NULL)
    @check LibGridCall.gc_context_get_default_stream(context, out_stream)
    return Stream(out_stream[])
end

"""
    stream_priority_range(context)

The range of stream priorities: both 0 where priorities mean nothing.

Returns: The least urgent priority, the larger number. The most urgent priority, the smaller number.

Throws a `GridCallError`: any driver error.
"""
function stream_priority_range(context::Context)
    out_least = Ref{Int32}(0)
    out_greatest = Ref{Int32}(0)
    @check LibGridCall.gc_context_get_stream_priority_range(context, out_least, out_greatest)
    return (Int(out_least[]), Int(out_greatest[]))
end

"""
    synchronize(stream)

Waits until all work queued on the stream is done, and reports the fault of a kernel among it. On the CPU
device a fault is reported once, to the first call that waits for its stream or queues work on it; then the
stream works again. For the default stream, and for copies that wait on it, the faults of streams made without
`NON_BLOCKING` count as its own.

May block.

Throws a `GridCallError`: any device error.
"""
function synchronize(stream::Stream)
    @check LibGridCall.gc_stream_synchronize(stream)
    return nothing
end

"""
    query(stream)

Says whether all work queued on the stream is done. Never waits. Work that is done but for a fault is an
error; the fault stays to be reported by a call that waits for the stream or queues work on it.

Returns: `true` if everything is done, else `false`.

Throws a `GridCallError`: any device error.
"""
function query(stream::Stream)
    out_done = Ref{Int32}(0)
    @check LibGridCall.gc_stream_query(stream, out_done)
    return out_done[] != 0
end

"""
    synchronize_for(stream, timeout_nanoseconds)

Waits as `synchronize` does, but at most for a time. That the time ran out is no error: the work still runs.

- `timeout_nanoseconds`: The longest wait, in nanoseconds; 0 looks once.

Returns: `true` if everything is done, `false` if the time ran out.

May block.

Throws a `GridCallError`: any device error.
"""
function synchronize_for(stream::Stream, timeout_nanoseconds::Integer)
    out_done = Ref{Int32}(0)
    @check LibGridCall.gc_stream_synchronize_for(stream, timeout_nanoseconds, out_done)
    return out_done[] != 0
end

"""
    cancel(stream)

Ends the kernel or copy that runs on the stream, and drops what is queued behind it there. The next call that
waits for the stream reports CANCELLED, once; then the stream can be used again. Memory that the work writes
is left half written. Nothing happens where nothing is queued. A call that waits for the default stream waits
for all streams but non-blocking ones, so it may be the one that reports: in another thread too, such as
`ndarray_from_host` with no stream, which then makes nothing and may be called again. `default_stream` has the
default stream. Only on the CPU device: a GPU returns UNSUPPORTED.

Throws a `GridCallError`: `UNSUPPORTED`, any driver error.
"""
function cancel(stream::Stream)
    @check LibGridCall.gc_stream_cancel(stream)
    return nothing
end

"""
    wait_event(stream, event)

Makes work queued on the stream from now on wait until the event has happened. The host does not wait, unless
one is the CPU device's and the other a GPU's: then it waits here. An event that was never recorded counts as
happened.

- `event`: The event that it waits for; of any context.

May block.

Throws a `GridCallError`: any device error.
"""
function wait_event(stream::Stream, event::Event)
    @check LibGridCall.gc_stream_wait_event(stream, event)
    return nothing
end

"""
    wait_events(stream, events)

Waits as `wait_event` does, for several events: work queued on the stream from now on waits until all of them
have happened. No event: nothing happens. If the call fails the stream may already wait for some of them.

- `events`: The events that it waits for; of any contexts.

May block.

Throws a `GridCallError`: any device error.
"""
function wait_events(stream::Stream, events)
    roots = Any[]  # what the arguments point to
    events_items = Ptr{LibGridCall.gc_event}[pin_handle!(roots, Ptr{LibGridCall.gc_event}, x) for x in events]
    GC.@preserve roots @check LibGridCall.gc_stream_wait_events(stream, events_items, length(events_items))
    return nothing
end

"""
    stream_notify(stream, completion, token)

Posts a token to a completion when the work queued on the stream so far is done. The host does not wait, and
no code of the program runs on a thread of the driver. The token comes once, whatever became of the work: also
behind a fault, behind work that was cancelled, and where the GPU is lost; a call that waits for the stream or
for an event recorded before says which. Tokens of one stream come in order. A call that fails posts none. The
stream and the completion may be released at once.

- `completion`: The completion that gets the token.
- `token`: Any number: what the program knows the work by.

Throws a `GridCallError`: any device error.
"""
function stream_notify(stream::Stream, completion::Completion, token::Integer)
    @check LibGridCall.gc_stream_notify(stream, completion, token)
    return nothing
end

"""
    attribute(stream, attribute)

An attribute of a stream. `NOT_FOUND` for a number that this library does not know, UNSUPPORTED where the
driver does not tell.

Throws a `GridCallError`: `NOT_FOUND`, `UNSUPPORTED`, any driver error.
"""
function attribute(stream::Stream, attribute::Union{StreamAttribute,Integer,Symbol})
    out_value = Ref{Int64}(0)
    @check LibGridCall.gc_stream_get_attribute(stream, code(StreamAttribute, attribute), out_value)
    return Int(out_value[])
end

"""
    stream_wrap(context, native)

A `Stream` for a stream that another library made: its CUstream. It is not destroyed; its owner must keep it
until the `Stream` is released and `handle_collect` has returned after that while nothing ran on it.
`CU_STREAM_LEGACY` is the default stream. The CPU device refuses a number that is no stream of the context; a
GPU's driver may end the process with one.

- `context`: The context in which the stream was made.
- `native`: The CUstream; 0 is the default stream, and CUDA's per-thread default stream is refused: it is
  another one in each thread.

Throws a `GridCallError`: `WRONG_CONTEXT`, `UNSUPPORTED`, any driver error.
"""
function stream_wrap(context::Context, native::Integer)
    out_stream = Ref{Ptr{LibGridCall.gc_stream}}(C_NULL)
    @check LibGridCall.gc_stream_wrap(context, native, out_stream)
    return Stream(out_stream[])
end
stream_wrap(f::Function, arguments...; options...) = with(f, stream_wrap(arguments...; options...))
