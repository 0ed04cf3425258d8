# SPDX-License-Identifier: Apache-2.0
#
# The kinds of memory: arrays of the host that a launch copies, memory of the device, page-locked memory for queued copies, mapped
# memory, managed memory.

using GridCall

const COUNT = 10

const SOURCE = """
__global__ void square(int *y, const int *x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = x[i] * x[i];
}
"""

show_values(title, values) = println(title, ": ", join(values, " "))

function main()
    kernel_square = kernel(CodeModule(SOURCE), "square")
    square(y, x; stream = nothing) = @launch kernel_square grid = 1 block = 32 stream = stream (y, x, Int32(COUNT))

    # Arrays of the host: the launch copies them, as PyCUDA's In and Out do.
    values, result = Int32.(0:9), zeros(Int32, COUNT)
    @launch kernel_square grid = 1 block = 32 (Out(result), In(values), Int32(COUNT))
    show_values("staged", result)

    # Copied to the device and back (Numba: to_device, copy_to_host, device_array).
    x = DeviceArray(values)
    show_values("copied", Array(x))
    y = DeviceArray{Int32}(undef, COUNT)
    square(y, x)
    show_values("on the device", Array(y))

    # Page-locked memory (pinned_array): the host queues the copies and the kernel, and waits once.
    stream = Stream()
    pinned = HostArray{Int32}(undef, COUNT)
    pinned .= 10:-1:1
    copyto!(x, pinned; stream = stream)
    square(y, x; stream = stream)
    copyto!(pinned, y; stream = stream)
    synchronize(stream)
    show_values("page-locked", pinned)

    # Mapped (mapped_array): the kernel reads and writes the host's memory, nothing is copied. The host waits for that memory.
    mapped = HostArray{Int32}(undef, COUNT)
    mapped .= 10:19
    square(mapped, mapped; stream = stream)
    GridCall.mem_wait(mapped.mem, typemax(UInt64))
    show_values("mapped", mapped)

    # Managed (managed_array): it belongs to the host, then to one stream. A device without such memory gets page-locked memory.
    device = GridCall.device(default_context())
    has_managed = GridCall.attribute(device, :MANAGED_MEMORY) != 0
    managed = Mem(; size = COUNT * 4, place = has_managed ? :MANAGED : :HOST, attach = has_managed ? :HOST : 0)
    numbers = unsafe_wrap(Array, Ptr{Int32}(GridCall.host_address(managed)), COUNT)
    numbers .= 0:2:18
    has_managed && GridCall.attach(managed, :SINGLE; stream = stream)
    square(managed, managed; stream = stream)
    GridCall.mem_wait(managed, typemax(UInt64))
    show_values("managed", numbers)
    close(managed)  # keeps it until here
end

main()
