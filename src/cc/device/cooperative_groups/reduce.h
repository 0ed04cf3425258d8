// SPDX-License-Identifier: Apache-2.0
//
// Reductions over the lanes of a tile or of a coalesced group.

#pragma once
#pragma clang system_header

#include <cooperative_groups.h>
// NVIDIA's header includes this one too.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

namespace cooperative_groups {

template <typename __T, typename __F> __GC_DEVICE __T reduce(const coalesced_group& __group, __T __v, __F __f) {
  __T __result = __group.shfl(__v, 0);
  for (unsigned int __rank = 1; __rank < __group.size(); ++__rank) __result = __f(__result, __group.shfl(__v, __rank));
  return __result;
}
template <unsigned int __Size, typename __Parent, typename __T, typename __F>
__GC_DEVICE __T reduce(const thread_block_tile<__Size, __Parent>& __tile, __T __v, __F __f) {
#pragma unroll
  for (unsigned int __step = (__Size > 32 ? 32 : __Size) / 2; __step > 0; __step /= 2) __v = __f(__v, thread_block_tile<(__Size > 32 ? 32 : __Size)>().shfl_xor(__v, __step));
  // The next steps combine one value of each warp.
  if constexpr (__Size > 32) {
#pragma unroll
    for (unsigned int __step = 32; __step < __Size; __step *= 2) __v = __f(__v, __tile.shfl(__v, __tile.thread_rank() ^ __step));
  }
  return __v;
}
// Stores the group's result in `to`, or combines it atomically with the value of `to`.
template <typename __Group, typename __Atomic, typename __T, typename __F>
__GC_DEVICE void reduce_store_async(const __Group& __group, __Atomic& __to, __T __v, __F __f) {
  __T __result = reduce(__group, __v, __f);
  if (__group.thread_rank() == 0) __to.store(__result);
}
template <typename __Group, typename __Atomic, typename __T, typename __F>
__GC_DEVICE void reduce_update_async(const __Group& __group, __Atomic& __to, __T __v, __F __f) {
  __T __result = reduce(__group, __v, __f);
  if (__group.thread_rank() != 0) return;
  auto __old = __to.load();
  while (!__to.compare_exchange_weak(__old, __f(__old, __result))) {}
}

}  // namespace cooperative_groups
