# SPDX-License-Identifier: Apache-2.0
#
# Four tasks, each with a context, a stream, a module and memory of its own. No lock is needed. `julia --threads 4`
# runs them in parallel.

using GridCall

const SOURCE = """
__global__ void add(float *x, float y) {
  x[threadIdx.x] += y;
}
"""

const COUNT = 512

function run_task(device, y)
    context = Context(device)
    stream = Stream(context)
    add = kernel(CodeModule(context, SOURCE), "add")
    x = DeviceArray{Float32}(undef, COUNT; context = context)
    GridCall.memset(x.mem, 0, UInt32(0), COUNT; stream = stream)
    for _ in 1:10
        @launch add grid = 1 block = COUNT stream = stream (x, Float32(y))
    end
    synchronize(stream)
    return Array(x)
end

function main()
    device = GridCall.device(default_context())
    tasks = [Threads.@spawn run_task(device, i) for i in 1:4]
    for (i, task) in enumerate(tasks)
        println("thread ", i - 1, ": ", COUNT, " elements, sum ", Int(sum(fetch(task))))
    end
end

main()
