# SPDX-License-Identifier: Apache-2.0
# Generated from bindings/api/; edit the spec, then run scripts/generate.

"""
    initialize_profiler(context; output = 0, capacity = 0, output_file = nothing, config_file = nothing)

Gives the context a profiler, which is not started yet, and makes its file. A profiler that it had and that
was stopped is replaced, its file stays. `INVALID_STATE`: the context's profiler is started, or another
context writes this file. IO: the file cannot be written. Preview: may change in any release.

- `output`: The format; 0 means `TRACE_EVENTS`. One of `:TRACE_EVENTS`, `:KEY_VALUE_PAIR`, `:CSV`.
- `capacity`: The most records that wait in memory; 0: 16384. The file is not limited.
- `output_file`: The file; one that is there is replaced.
- `config_file`: A file that names the columns of `KEY_VALUE_PAIR` and CSV, a line each: timestamp,
  gpustarttimestamp, gpuendtimestamp, gridsize, gridsize3d, threadblocksize, dynsmemperblock, stasmemperblock,
  regperthread, memtransferdir, memtransfersize, streamid. A line that begins with # is a comment.
  `INVALID_OPTIONS` for any other line, which the message names, and with `TRACE_EVENTS`, which always have
  all. `nothing`: method, gputime and cputime.

Throws a `GridCallError`: `INVALID_STATE`, `NOT_FOUND`, `OUT_OF_RANGE`, `UNSUPPORTED`, `IO`, any device error.
"""
function initialize_profiler(
    context::Context; output::Union{ProfilerOutput,Integer,Symbol} = 0, capacity::Integer = 0,
    output_file::Union{Nothing,AbstractString} = nothing, config_file::Union{Nothing,AbstractString} = nothing
)
    roots = Any[]  # what the arguments point to
    options_struct = LibGridCall.gc_profiler_options(
        sizeof(LibGridCall.gc_profiler_options), code(ProfilerOutput, output), capacity, pin!(roots, output_file),
        pin!(roots, config_file)
    )
    GC.@preserve roots @check LibGridCall.gc_profiler_initialize(context, Ref(options_struct))
    return nothing
end

"""
    start_profiler(context)

Records launches, copies and fills of the context from now on. Profilers of NVIDIA's that watch the process,
such as Nsight Systems, are told to start too (cuProfilerStart); that is all where the context has no profiler
of gridcall's. A profiler that is started stays started. Preview: may change in any release.

May block.

Throws a `GridCallError`: `IO`, any device error.
"""
function start_profiler(context::Context)
    @check LibGridCall.gc_profiler_start(context)
    return nothing
end

"""
    stop_profiler(context)

Stops recording, waits for what was recorded, and completes the file; also tells NVIDIA's profilers to stop
(cuProfilerStop). A later start appends to the file. The end of an own context completes its file with the
records that the device was done with; the exit of the process completes the others' with those that the
device was done with at the last `synchronize`. The file counts the records that were left out. IO: the file
could not be written wholly. Preview: may change in any release.

May block.

Throws a `GridCallError`: `IO`, any device error.
"""
function stop_profiler(context::Context)
    @check LibGridCall.gc_profiler_stop(context)
    return nothing
end
