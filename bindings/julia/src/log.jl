# SPDX-License-Identifier: Apache-2.0
# Records of the library's log, handed to a logger of Julia's.

using Base.CoreLogging: AbstractLogger, Debug, Info, current_logger, handle_message, min_enabled_level, shouldlog

"A task that hands records to a logger, until it is closed. See [`forward_log`](@ref)."
mutable struct LogForwarder
    is_over::Bool
    task::Task
    LogForwarder() = new(false)
end

"""
    forward_log(logger = current_logger())

Hands what the library logs from now on to a logger, in a task, until `close(forwarder)`, which returns when all that came
before was handed on. A logger that takes `Debug` gets each launch, copy and allocation too. The group of a record is the
part of the library, a symbol such as `:compile`.

    forwarder = forward_log()
    ...
    close(forwarder)
"""
function forward_log(logger::AbstractLogger = current_logger())
    log = log_create(min_enabled_level(logger) <= Debug ? :DEBUG : :INFO)
    forwarder = LogForwarder()
    forwarder.task = @async try
        loop = RawFD(descriptor(log))
        while true
            is_over = forwarder.is_over
            while hand_on(logger, log) end
            is_over && break
            FileWatching.poll_fd(loop, 0.1; readable = true)
        end
    finally
        close(log)
    end
    return forwarder
end

# Whether there was a record.
function hand_on(logger::AbstractLogger, log::Log)
    record, done = log_read(log, 0)
    done || return false
    level, group = record.level == LOG_LEVEL_DEBUG ? Debug : Info, Symbol(record.component)
    if level >= min_enabled_level(logger) && shouldlog(logger, level, GridCall, group, :gridcall)
        more = record.lost == 0 ? (;) : (; lost = record.lost)
        handle_message(logger, level, record.message, GridCall, group, :gridcall, "gridcall", 0; component = group, more...)
    end
    return true
end

function Base.close(forwarder::LogForwarder)
    forwarder.is_over = true
    wait(forwarder.task)
    return nothing
end
