# SPDX-License-Identifier: Apache-2.0
#
# Multiplies two vectors: PyCUDA's first example.

using GridCall

const SOURCE = """
__global__ void multiply_them(float *dest, const float *a, const float *b) {
  int i = threadIdx.x;
  dest[i] = a[i] * b[i];
}
"""

function main()
    n = 400
    multiply_them = kernel(CodeModule(SOURCE), "multiply_them")
    a = Float32[i for i in 0:(n - 1)]
    b = a .+ 0.5f0
    dest = DeviceArray{Float32}(undef, n)
    @launch multiply_them grid = 1 block = n (dest, DeviceArray(a), DeviceArray(b))
    result = Array(dest)
    println("dest[1]: ", result[2])
    println("dest[399]: ", result[400])
    println("wrong: ", count(result .!= a .* b), " of ", n)
end

main()
