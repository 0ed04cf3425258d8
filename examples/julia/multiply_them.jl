# SPDX-License-Identifier: Apache-2.0
#
# Multiplies two arrays of the host: the launch copies them, as PyCUDA's drv.In and drv.Out do.

using GridCall

const SOURCE = """
__global__ void multiply_them(float *dest, const float *a, const float *b, float by) {
  int i = threadIdx.x;
  dest[i] = a[i] * b[i] * by;
}
"""

function main()
    n = 400
    multiply_them = kernel(CodeModule(SOURCE), "multiply_them")
    a = Float32[i for i in 0:(n - 1)]
    b = a .+ 0.5f0
    dest = zeros(Float32, n)
    @launch multiply_them grid = 1 block = n (Out(dest), In(a), In(b), 2.0f0)
    println("dest[1]: ", dest[2])
    println("dest[399]: ", dest[400])
    println("wrong: ", count(dest .!= a .* b .* 2), " of ", n)
end

main()
