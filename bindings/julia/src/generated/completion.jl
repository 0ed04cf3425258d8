# SPDX-License-Identifier: Apache-2.0
# Generated from bindings/api/; edit the spec, then run scripts/generate.

"""
    completion_create()

Makes a completion. It belongs to no context: streams of all of them may post to it. It needs a file
descriptor; a process without a free one gets IO.

Throws a `GridCallError`: `IO`, `FORKED`, `EXITING`.
"""
function completion_create()
    out_completion = Ref{Ptr{LibGridCall.gc_completion}}(C_NULL)
    @check LibGridCall.gc_completion_create(out_completion)
    return Completion(out_completion[])
end
completion_create(f::Function, arguments...; options...) = with(f, completion_create(arguments...; options...))

"    Completion()\n\nSee `completion_create`."
Completion() = completion_create()
Completion(f::Function, arguments...; options...) = with(f, Completion(arguments...; options...))

"""
    completion_wait(completion, timeout_nanoseconds)

Takes the oldest token, and waits for one at most for a time. That the time ran out is no error. Several
threads may wait: each token goes to one of them. If the completion is released meanwhile the call fails with
`INVALID_HANDLE`.

- `timeout_nanoseconds`: The longest wait, in nanoseconds; 0 looks once, the greatest number waits without
  end.

Returns: The token; 0 if there was none. `true` if there was a token, `false` if the time ran out.

May block.

Throws a `GridCallError`: `IO`, `FORKED`, `EXITING`.
"""
function completion_wait(completion::Completion, timeout_nanoseconds::Integer)
    out_token = Ref{UInt64}(0)
    out_done = Ref{Int32}(0)
    @check LibGridCall.gc_completion_wait(completion, timeout_nanoseconds, out_token, out_done)
    return (out_token[], out_done[] != 0)
end

"""
    descriptor(completion)

A file descriptor for poll, select, epoll and the event loops made of them: readable while there is a token.
Only poll it; take the token with `completion_wait` and a time limit of 0, which says that there was none if
another thread took it first. It belongs to the completion: never read, write or close it, and take it out of
the loop before the completion is released. A loop that shall notice a lost GPU calls `completion_wait` once a
second while tokens are outstanding.

Returns: The descriptor of an eventfd, closed on exec.

Throws a `GridCallError`: `FORKED`, `EXITING`.
"""
function descriptor(completion::Completion)
    out_descriptor = Ref{Int32}(0)
    @check LibGridCall.gc_completion_get_descriptor(completion, out_descriptor)
    return Int(out_descriptor[])
end
