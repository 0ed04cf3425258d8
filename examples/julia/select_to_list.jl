# SPDX-License-Identifier: Apache-2.0
#
# Lists where numbers exceed a limit. Blocks append to the list in any order, by atomics: it is sorted at the end.

using GridCall

const SOURCE = """
__global__ void select_them(int *list, int *count, const float *a, float limit, int n) {
  __shared__ int mine[512], found, start;
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x == 0) found = 0;
  __syncthreads();
  if (i < n && a[i] > limit) mine[atomicAdd(&found, 1)] = i;
  __syncthreads();
  if (threadIdx.x == 0) start = atomicAdd(count, found);
  __syncthreads();
  if (threadIdx.x < found) list[start + threadIdx.x] = mine[threadIdx.x];
}
"""

function random_floats(n)
    x = UInt32(1)
    values = Vector{Float32}(undef, n)
    for i in 1:n
        x = x * 0x0019660d + 0x3c6ef35f
        values[i] = Float32(x >> 8) / 16777216.0f0
    end
    return values
end

function main()
    n, block, limit = 655360, 512, 0.9f0
    select_them = kernel(CodeModule(SOURCE), "select_them")
    values = random_floats(n)
    list = DeviceArray{Int32}(undef, n)
    counter = DeviceArray(Int32[0])
    @launch select_them grid = n ÷ block block = block (list, counter, DeviceArray(values), limit, Int32(n))
    found = Array(counter)[1]
    selected = sort(Array(view(list, 1:found)))

    println("selected: ", found, " of ", n)
    println("first: ", join(selected[1:5], " "))
    println("as on the host: ", selected == findall(>(limit), values) .- 1 ? "yes" : "no")
end

main()
