# SPDX-License-Identifier: Apache-2.0
#
# A separable filter, first along the rows and then along the columns of an image. The weights are in constant memory.

using GridCall, Printf

const SOURCE = """
__constant__ float weights[2 * RADIUS + 1];
// Lines of length elements, step apart; each begins line_step after the one before.
__global__ void convolve(float *out, const float *in, int length, int step, int line_step) {
  __shared__ float part[TILE + 2 * RADIUS];
  int first = blockIdx.x * TILE, line = blockIdx.y * line_step;
  for (int i = threadIdx.x; i < TILE + 2 * RADIUS; i += TILE) {
    int at = first + i - RADIUS;
    part[i] = at >= 0 && at < length ? in[line + at * step] : 0;
  }
  __syncthreads();
  float sum = 0;
  for (int k = 0; k <= 2 * RADIUS; k++) sum += part[threadIdx.x + k] * weights[k];
  out[line + (first + threadIdx.x) * step] = sum;
}
"""

function main()
    width, height, tile, radius = 128, 64, 32, 4
    code = CodeModule(SOURCE; defines = ["RADIUS" => string(radius), "TILE" => string(tile)])
    convolve = kernel(code, "convolve")

    # Close to a Gaussian, and exact: 8 over k, by 256.
    weights = Float32[binomial(8, k) for k in 0:(2 * radius)] ./ 256
    GridCall.memcpy_htod(GridCall.module_global(code, "weights"), 0, weights)

    # One bright point becomes the filter itself. The first index is x.
    pixels = zeros(Float32, width, height)
    pixels[63, 32] = 65536
    image = DeviceArray(pixels)
    between = similar(image)
    w, h, one = Int32(width), Int32(height), Int32(1)
    @launch convolve grid = (width ÷ tile, height) block = tile (between, image, w, one, w)
    @launch convolve grid = (height ÷ tile, width) block = tile (image, between, h, w, one)
    copyto!(pixels, image)

    for row in eachcol(pixels[(63 - radius):(63 + radius), (32 - radius):(32 + radius)])
        println(join((@sprintf("%5.0f", x) for x in row), " "))
    end
    println("sum: ", Int(sum(pixels)))
end

main()
