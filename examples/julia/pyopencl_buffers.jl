# SPDX-License-Identifier: Apache-2.0
#
# What PyOpenCL does with buffers: content at creation, sub-buffers, fills, copies also of rectangles, mapping, and the
# program's own memory as a buffer.

using GridCall

const COUNT = 12

const SOURCE = """
__global__ void twice(int *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] *= 2;
}
"""

show_values(title, values) = println(title, ": ", join(values, " "))
show_mem(title, mem) = show_values(title, GridCall.memcpy_dtoh(Vector{Int32}(undef, COUNT), mem, 0))

# Maps a whole buffer, waits until the host may use it, and unmaps it after use.
function with_mapped(use, mem, flags)
    mapping = GridCall.mem_map(mem, 0, COUNT * 4, flags)
    synchronize(GridCall.event(mapping))
    use(unsafe_wrap(Array, Ptr{Int32}(GridCall.address(mapping)), COUNT))
    GridCall.unmap(mapping)
    close(mapping)
end

function main()
    kernel_twice = kernel(CodeModule(SOURCE), "twice")
    twice(mem, n) = @launch kernel_twice grid = 1 block = 32 (mem, Int32(n))

    # Buffer(context, READ_WRITE | COPY_HOST_PTR, hostbuf=values)
    values = Int32.(0:(COUNT - 1))
    a = Mem(; size = sizeof(values), content = values)
    show_mem("content", a)

    # a.get_sub_region(16, 16): elements 4 to 7, from 0
    part = GridCall.sub_region(a, 16, 16, 0)
    twice(part, 4)
    show_mem("sub-buffer", a)

    # enqueue_fill_buffer, enqueue_copy
    b = Mem(sizeof(values))
    GridCall.memset(b, 0, Int32[7, -1], COUNT ÷ 2)
    show_mem("fill", b)
    GridCall.memcpy(b, 8, a, 16, 16)
    show_mem("copy", b)

    # enqueue_copy of a rectangle: columns 1 and 2 of the 3 rows of 4 elements in `a` become the 3 rows of 2 elements at the end
    # of `b`.
    GridCall.memcpy_rect(; src = (mem = a, offset = 4, row_pitch = 16), dst = (mem = b, offset = 24, row_pitch = 8), width = 8,
                         height = 3)
    show_mem("rectangle", b)

    # enqueue_map_buffer: write everything, then read and write.
    with_mapped(mapped -> mapped .= 100:111, b, GridCall.MAP_WRITE_INVALIDATE_REGION)
    twice(b, COUNT)
    with_mapped(mapped -> mapped .-= 200, b, GridCall.MAP_READ | GridCall.MAP_WRITE)
    show_mem("map", b)

    # Buffer(context, READ_WRITE | USE_HOST_PTR, hostbuf=values): kernels use the program's own memory.
    GC.@preserve values begin
        own = GridCall.mem_register(default_context(), UInt(pointer(values)), sizeof(values))
        twice(own, COUNT)
        GridCall.free(own)  # waits for the kernel, and ends the registration
    end
    show_values("the program's own memory", values)
end

main()
