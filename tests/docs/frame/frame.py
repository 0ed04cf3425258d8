# SPDX-License-Identifier: Apache-2.0
"""Stands around a piece of Python in a guide: objects under the names that the guides use."""

import gridcall as gc

context = gc.Context()
step = gc.Module("""
__global__ void step(float *x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] += 1;
}""").kernel("step")
n = 1024
x, y = gc.zeros(n, "float32"), gc.zeros(n, "float32")
grid, block = 4, 256
stream, a, b = gc.Stream(), gc.Stream(), gc.Stream()
fork, join = gc.Event(), gc.Event()
streams = [a, b]
# The piece.
context.synchronize()
