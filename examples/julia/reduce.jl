# SPDX-License-Identifier: Apache-2.0
#
# Sums a vector: shuffles within a warp, shared memory within a block, an atomic between blocks.

using GridCall

const SOURCE = """
__global__ void sum(unsigned long long *out, const unsigned *x, int n) {
  extern __shared__ unsigned long long warps[];
  unsigned long long mine = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) mine += x[i];
  for (int d = 16; d > 0; d /= 2) mine += __shfl_down_sync(0xffffffff, mine, d);
  if (threadIdx.x % 32 == 0) warps[threadIdx.x / 32] = mine;
  __syncthreads();
  if (threadIdx.x == 0) {
    for (int w = 1; w < blockDim.x / 32; w++) mine += warps[w];
    atomicAdd(out, mine);
  }
}
"""

function random_words(n)
    x = UInt32(1)
    values = Vector{UInt32}(undef, n)
    for i in 1:n
        x = x * 0x0019660d + 0x3c6ef35f
        values[i] = x >> 8
    end
    return values
end

function main()
    n, grid, block = 1_000_000, 64, 256
    println("device: ", GridCall.name(GridCall.device(default_context())))
    sum_kernel = kernel(CodeModule(SOURCE), "sum")
    values = random_words(n)
    println("elements: ", n)

    in = DeviceArray(values)
    out = fill!(DeviceArray{UInt64}(undef, 1), 0)
    @launch sum_kernel grid = grid block = block shared = block ÷ 32 * 8 (out, in, Int32(n))
    total = Array(out)[1]
    expected = sum(UInt64, values)
    println("sum: ", Int(total))
    println("host: ", Int(expected))
    println(total == expected ? "OK" : "WRONG")
    return total == expected ? 0 : 1
end

function run_main()
    try
        return main()
    catch e
        e isa GridCallError || rethrow()
        showerror(stderr, e)
        println(stderr)
        return 1
    end
end

exit(run_main())
