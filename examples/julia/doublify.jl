# SPDX-License-Identifier: Apache-2.0
#
# Doubles a matrix in three ways: in device memory, in page-locked memory of the host, and by an instance of a template.

using GridCall, Printf

const SOURCE = """
__global__ void doublify(float *a) {
  int i = threadIdx.x + threadIdx.y * 4;
  a[i] *= 2;
}
template <typename T> __global__ void scale(T *a, T factor) {
  int i = threadIdx.x + threadIdx.y * 4;
  a[i] *= factor;
}
"""

# The kernels' rows are Julia's columns.
function show_matrix(title, a)
    println(title, ":")
    for row in eachcol(a)
        println(join((@sprintf("%6.1f", x) for x in row), " "))
    end
end

function main()
    code = CodeModule(SOURCE)
    doublify, scale = kernel(code, "doublify"), kernel(code, "scale<float>")
    a = reshape(Float32.(0:15) .- 7.5f0, 4, 4)
    show_matrix("original", a)

    device = DeviceArray(a)
    @launch doublify grid = 1 block = (4, 4) (device,)
    show_matrix("doubled in device memory", Array(device))

    # A kernel reaches page-locked memory where it is: nothing is copied. Wait before reading it.
    host = HostArray(Array(device))
    @launch doublify grid = 1 block = (4, 4) (host,)
    synchronize()
    show_matrix("doubled in page-locked memory", host)

    @launch scale grid = 1 block = (4, 4) (host, 2.0f0)
    synchronize()
    show_matrix("doubled by scale<float>", host)
end

main()
