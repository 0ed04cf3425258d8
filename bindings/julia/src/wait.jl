# SPDX-License-Identifier: Apache-2.0
# Waiting without holding up the other tasks of a thread, which `synchronize` does.

# A task that waits for a token, and the exception that ended the wait before the token came.
mutable struct Waiter
    reached::Base.Event
    failure::Union{Nothing,Exception}
end
Waiter() = Waiter(Base.Event(), nothing)
function Base.wait(waiter::Waiter)
    wait(waiter.reached)
    waiter.failure === nothing || throw(waiter.failure)
    return nothing
end

# The tokens that streams have still to post. One task takes them while some are outstanding: it sleeps in Julia's event loop, and
# wakes the task that waits for the token. Ctrl-C goes to the task that ran last, which may be this one: it hands the exception to
# all that wait.
mutable struct Waits
    guard::ReentrantLock
    completion::Union{Nothing,Completion}
    pending::Dict{UInt64,Waiter}
    last::UInt64
    task::Union{Nothing,Task}
end
const WAITS = Waits(ReentrantLock(), nothing, Dict{UInt64,Waiter}(), 0, nothing)

"""
    wait(stream)

Waits until the work queued on the stream so far is done, and throws the fault of that work. Other tasks run meanwhile, those of
the same thread too; [`synchronize`](@ref) holds the thread. Ctrl-C ends it with an `InterruptException`; the work goes on.

    @sync for stream in streams
        @async (wait(stream); println("done"))
    end
"""
function Base.wait(stream::Stream)
    of = context(stream)
    event = Event(of; flags = EVENT_DISABLE_TIMING)  # behind the work: it knows of its fault
    try
        record(event; stream = stream)
        wait(notification(stream))
        synchronize(event)  # at once
    finally
        close(event)
        close(of)
    end
    return nothing
end

# The stream of an event is not known.
function Base.wait(event::Event)
    spins = 0
    while !query(event)
        spins += 1
        spins < 256 ? yield() : sleep(0.001)
    end
    return nothing
end

"""
    GridCall.@elapsed code

The seconds between two events, before and behind what `code` queues on the default stream or the task's; see [`with_stream`](@ref).
"""
macro elapsed(code)
    return quote
        local start, end_ = Event(), Event()
        record(start)
        $(esc(code))
        record(end_)
        synchronize(end_)
        elapsed(start, end_) / 1e9
    end
end

# Is notified when the stream gets here.
function notification(stream::Stream)
    lock(WAITS.guard) do
        if WAITS.completion === nothing
            WAITS.completion = completion_create()
        end
        waiter = Waiter()
        token = WAITS.last += 1
        WAITS.pending[token] = waiter
        try
            stream_notify(stream, WAITS.completion, token)
        catch
            delete!(WAITS.pending, token)
            rethrow()
        end
        if WAITS.task === nothing
            completion = WAITS.completion
            WAITS.task = @async take_tokens(completion)
        end
        return waiter
    end
end

function take_tokens(completion::Completion)
    failure = nothing  # none: who waits asks its event, which says why
    try
        loop = RawFD(descriptor(completion))
        # Once a second the library looks whether a GPU was lost. The CPU device is never lost, and without a time limit poll_fd
        # leaves no task behind: Ctrl-C ends the process where the task that ran last has ended.
        seconds = any(device -> kind(device) == DEVICE_KIND_GPU, devices()) ? 1 : -1
        over = false
        while !over
            FileWatching.poll_fd(loop, seconds; readable = true)
            over = lock(() -> take_token(completion), WAITS.guard)
        end
    catch e
        e isa InterruptException && (failure = e)
    finally
        lock(() -> end_waits(failure), WAITS.guard)
    end
end

# Whether none is outstanding: then the task ends, and has said so under the lock.
function take_token(completion::Completion)
    token, done = completion_wait(completion, 0)
    # One that waited and was interrupted has left its token.
    done && haskey(WAITS.pending, token) && notify(pop!(WAITS.pending, token).reached)
    isempty(WAITS.pending) || return false
    WAITS.task = nothing
    return true
end

# The task ended before its time: interrupted, the process was forked, or the completion is broken. Later waits begin anew.
function end_waits(failure)
    WAITS.task === current_task() || return
    for waiter in values(WAITS.pending)
        waiter.failure = failure
        notify(waiter.reached)
    end
    empty!(WAITS.pending)
    WAITS.completion = nothing
    WAITS.task = nothing
    return
end
