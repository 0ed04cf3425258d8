# SPDX-License-Identifier: Apache-2.0
# Waiting without holding up the other tasks of a thread, which `synchronize` does.

# What streams have still to post. One task takes the tokens while some are outstanding: it sleeps in Julia's event
# loop, and wakes the task that waits for the token.
mutable struct Waits
    guard::ReentrantLock
    completion::Union{Nothing,Completion}
    pending::Dict{UInt64,Base.Event}
    last::UInt64
    has_task::Bool
end
const WAITS = Waits(ReentrantLock(), nothing, Dict{UInt64,Base.Event}(), 0, false)

"""
    wait(stream)

Waits until the work queued on the stream so far is done, and throws the fault of that work. Other tasks run meanwhile, those of
the same thread too; [`synchronize`](@ref) holds the thread.

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

# Which stream an event is on is not known.
function Base.wait(event::Event)
    spins = 0
    while !query(event)
        spins += 1
        spins < 256 ? yield() : sleep(0.001)
    end
    return nothing
end

# Is notified when the stream gets here.
function notification(stream::Stream)
    lock(WAITS.guard) do
        if WAITS.completion === nothing
            WAITS.completion = completion_create()
        end
        reached = Base.Event()
        token = WAITS.last += 1
        WAITS.pending[token] = reached
        try
            stream_notify(stream, WAITS.completion, token)
        catch
            delete!(WAITS.pending, token)
            rethrow()
        end
        if !WAITS.has_task
            WAITS.has_task = true
            completion = WAITS.completion
            @async take_tokens(completion)
        end
        return reached
    end
end

function take_tokens(completion::Completion)
    loop = RawFD(descriptor(completion))
    while true
        # Once a second the library looks whether a GPU was lost.
        FileWatching.poll_fd(loop, 1; readable = true)
        over = lock(WAITS.guard) do
            try
                token, done = completion_wait(completion, 0)
                done && notify(pop!(WAITS.pending, token))
            catch
                # The process was forked, or the completion is broken: who waits asks its event, which says why.
                foreach(notify, values(WAITS.pending))
                empty!(WAITS.pending)
                WAITS.completion = nothing
            end
            WAITS.has_task = !isempty(WAITS.pending)
            return !WAITS.has_task
        end
        over && return
    end
end
