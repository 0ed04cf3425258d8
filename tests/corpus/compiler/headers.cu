// SPDX-License-Identifier: Apache-2.0
// Every header that device code may include, and something of each.
#include <cuda_runtime.h>
#include <cuda.h>
#include <cuda_fp16.h>
#include <cuda_bf16.h>
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <math_constants.h>
#include <device_launch_parameters.h>
#include <stdint.h>
#include <cstdint>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cassert>
#include <cmath>
#include <cfloat>
#include <climits>
#include <limits>
#include <type_traits>
#include <utility>
#include <cstring>
#include <algorithm>
#include <new>
#include <array>
#include <tuple>
#include <functional>
#include <initializer_list>
#include <ctime>
#include <cuda/std/cmath>
#include <float.h>
#include <limits.h>
#include <math.h>
#include <string.h>
#include <stddef.h>
namespace cg = cooperative_groups;
__global__ void k(float* o, __half* h, __half2* h2, __nv_bfloat16* b, int n) {
  auto block = cg::this_thread_block();
  auto tile = cg::tiled_partition<16>(block);
  float v = o[block.thread_rank()];
  v = cg::reduce(tile, v, cg::plus<float>());
  h[0] = h[1] * h[2] + __float2half(v); h2[0] = __hfma2(h2[1], h2[2], h2[3]);
  b[0] = b[1] + b[2]; atomicAdd(&h2[7], h2[8]); atomicAdd(b, b[3]);
  std::array<int, 4> a{1, 2, 3, n}; auto pair = std::make_pair(1, 2.0f); int x = pair.first; float y = pair.second;
  std::tuple<int, float> t(n, v);
  o[1] = std::get<1>(t) + a[n & 3] + x + y + std::sqrt(v) + std::max(1, n) + std::pow(v, 2) + ::max(n, 3) + cuda::std::sin(v) + CUDART_PI_F + std::numeric_limits<float>::max();
  o[2] = erfinvf(v) + normcdf(v) + __fadd_rz(v, 1) + __ll2float_rd((long long)n * n) + cyl_bessel_i0f(v) + sinpif(v) + sin(n) + std::abs(v) + pow(2, n);
  assert(o[2] > 0 && "bla");
  block.sync(); tile.sync();
}
