# SPDX-License-Identifier: Apache-2.0
#
# Stands around a piece of Julia in a guide: objects under the names that the guides use.

using GridCall

step = kernel(CodeModule("""
__global__ void step(float *x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] += 1;
}"""), "step")
n = Int32(1024)
x, y = DeviceArray(zeros(Float32, n)), DeviceArray(zeros(Float32, n))
grid, block = 4, 256
stream, a, b = Stream(), Stream(), Stream()
fork, join = Event(), Event()
streams = [a, b]
let
    # The piece.
end
synchronize()
