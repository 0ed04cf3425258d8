# SPDX-License-Identifier: Apache-2.0
#
# Multiplies two matrices tile by tile: shared memory, a 2-D grid, and a constant of the source from outside.

using GridCall, Printf

const SOURCE = """
__global__ void matrixmul(float *c, const float *a, const float *b, int n) {
  __shared__ float as[TILE][TILE], bs[TILE][TILE];
  int x = threadIdx.x, y = threadIdx.y;
  int row = blockIdx.y * TILE + y, column = blockIdx.x * TILE + x;
  float sum = 0;
  for (int tile = 0; tile < n; tile += TILE) {
    as[y][x] = a[row * n + tile + x];
    bs[y][x] = b[(tile + y) * n + column];
    __syncthreads();
    for (int k = 0; k < TILE; k++) sum += as[y][k] * bs[k][x];
    __syncthreads();
  }
  c[row * n + column] = sum;
}
"""

function main()
    n, tile = 64, 16
    matrixmul = kernel(CodeModule(SOURCE; defines = ["TILE" => string(tile)]), "matrixmul")

    # Small whole numbers: their products and sums are exact.
    a = Float32[(i + 2j) % 7 - 3 for i in 0:(n - 1), j in 0:(n - 1)]
    b = Float32[(3i + j) % 5 - 2 for i in 0:(n - 1), j in 0:(n - 1)]
    dc = DeviceArray{Float32}(undef, n, n)
    # Julia's matrices are transposed to the kernel, which has them row by row; and the transpose of a * b is b' * a'.
    @launch matrixmul grid = (n ÷ tile, n ÷ tile) block = (tile, tile) (dc, DeviceArray(b), DeviceArray(a), Int32(n))
    c = Array(dc)

    for i in 1:4
        @printf("%4.0f %4.0f %4.0f %4.0f\n", c[i, 1:4]...)
    end
    println("wrong: ", count(c .!= a * b), " of ", n * n)
end

main()
