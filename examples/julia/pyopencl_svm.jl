# SPDX-License-Identifier: Apache-2.0
#
# PyOpenCL's shared virtual memory: the host and kernels use the same addresses. A device that has no memory of a kind gets
# page-locked memory for it.

using GridCall

const COUNT, NODES = 8, 5

struct Node
    value::Int64
    next::UInt64  # an address, 0 at the end
end

const SOURCE = """
struct node { long long value; node *next; };
__global__ void triple(int *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] *= 3;
}
__global__ void walk(node *first) {
  long long sum = 0;
  for (node *each = first; each; each = each->next) sum += each->value;
  first->value = sum;
}
"""

show_values(title, values) = println(title, ": ", join(values, " "))

# The memory at an address of the host, as an array. Keep the memory while the array is used: close it afterwards.
elements(T, address, n) = unsafe_wrap(Array, Ptr{T}(address), n)

wait_for(mem) = GridCall.mem_wait(mem, typemax(UInt64))

function main()
    code = CodeModule(SOURCE)
    triple_kernel, walk = kernel(code, "triple"), kernel(code, "walk")
    triple(mem, n) = @launch triple_kernel grid = 1 block = 32 (mem, Int32(n))
    device = GridCall.device(default_context())
    capabilities = GridCall.attribute(device, :SVM_CAPABILITIES)
    has(needs) = capabilities & needs != 0
    create(T, n, needs, place) = Mem(; size = n * sizeof(T), place = has(needs) ? place : :HOST)

    # csvm_empty: the host and kernels use it by turns. The host maps it, or waits until no kernel uses it; a prefetch
    # moves it before it is used.
    coarse = create(Int32, COUNT, GridCall.SVM_COARSE_GRAIN_BUFFER, :MANAGED)
    mapping = GridCall.mem_map(coarse, 0, sizeof(coarse), GridCall.MAP_WRITE_INVALIDATE_REGION)
    synchronize(GridCall.event(mapping))
    elements(Int32, GridCall.address(mapping), COUNT) .= 0:7
    GridCall.unmap(mapping)
    has(GridCall.SVM_FINE_GRAIN_BUFFER) && GridCall.prefetch(coarse, 0, sizeof(coarse), 0; device = device)
    triple(coarse, COUNT)
    has(GridCall.SVM_FINE_GRAIN_BUFFER) && GridCall.prefetch(coarse, 0, sizeof(coarse), 0)
    wait_for(coarse)
    show_values("coarse-grain buffer", elements(Int32, GridCall.host_address(coarse), COUNT))
    close(mapping)
    close(coarse)

    # fsvm_empty: the host writes the second half while the kernel works on the first.
    fine = create(Int32, COUNT, GridCall.SVM_FINE_GRAIN_BUFFER, :MANAGED)
    values = elements(Int32, GridCall.host_address(fine), COUNT)
    values[1:4] .= 100:103
    triple(fine, 4)
    values[5:8] .= -4:-1:-7
    wait_for(fine)
    show_values("fine-grain buffer", values)
    close(fine)

    # SVM(array): ordinary memory of the host.
    ordinary = create(Int32, COUNT, GridCall.SVM_FINE_GRAIN_SYSTEM, :PAGEABLE)
    values = elements(Int32, GridCall.host_address(ordinary), COUNT)
    values .= 10:-1:3
    triple(ordinary, COUNT)
    wait_for(ordinary)
    show_values("fine-grain system", values)
    close(ordinary)

    # A kernel follows the host's pointers.
    list = create(Node, NODES, GridCall.SVM_COARSE_GRAIN_BUFFER, :MANAGED)
    first = GridCall.host_address(list)
    nodes = elements(Node, first, NODES)
    for i in 1:NODES
        nodes[i] = Node(1 << (i - 1), i < NODES ? first + i * sizeof(Node) : 0)
    end
    @launch walk grid = 1 block = 1 (list,)
    wait_for(list)
    println("sum of the list: ", nodes[1].value)
    close(list)
end

main()
