# SPDX-License-Identifier: Apache-2.0
#
# Draws the Mandelbrot set as text. Without fused multiply-add every device rounds alike and draws the same.

using GridCall

const SOURCE = raw"""
__global__ void mandelbrot(char *picture, int width, int iterations) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  float a = -2 + x * 0.0390625f, b = -1.0546875f + y * 0.078125f, u = 0, v = 0;
  int n = 0;
  for (; n < iterations && u * u + v * v <= 4; n++) {
    float next = u * u - v * v + a;
    v = 2 * u * v + b;
    u = next;
  }
  picture[y * (width + 1) + x] = n == iterations ? '@' : " .,:;-=+*#"[n < 10 ? n : 9];
  if (x == 0) picture[y * (width + 1) + width] = '\n';
}
"""

function main()
    width, height = 64, 28
    mandelbrot = kernel(CodeModule(SOURCE; options = ["--fmad=false"]), "mandelbrot")
    picture = DeviceArray{UInt8}(undef, height * (width + 1))
    @launch mandelbrot grid = (width ÷ 32, height ÷ 4) block = (32, 4) (picture, Int32(width), Int32(1000))
    print(String(Array(picture)))
end

main()
