// SPDX-License-Identifier: Apache-2.0
//
// Clusters of blocks, with NVRTC's function names. The numbers are those of Special in cpu/abi/image.h.

#pragma once
#pragma clang system_header

__GC_DEVICE dim3 __clusterRelativeBlockIdx() {
  return dim3(__gridcall_rt_special(0), __gridcall_rt_special(1), __gridcall_rt_special(2));
}
__GC_DEVICE dim3 __clusterDim() { return dim3(__gridcall_rt_special(3), __gridcall_rt_special(4), __gridcall_rt_special(5)); }
__GC_DEVICE dim3 __clusterIdx() { return dim3(__gridcall_rt_special(6), __gridcall_rt_special(7), __gridcall_rt_special(8)); }
__GC_DEVICE dim3 __clusterGridDimInClusters() {
  return dim3(__gridcall_rt_special(9), __gridcall_rt_special(10), __gridcall_rt_special(11));
}
__GC_DEVICE unsigned int __clusterRelativeBlockRank() { return __gridcall_rt_special(12); }
__GC_DEVICE unsigned int __clusterSizeInBlocks() { return __gridcall_rt_special(13); }
__GC_DEVICE unsigned int __clusterDimIsSpecified() { return __gridcall_rt_special(14); }
__GC_DEVICE void __cluster_barrier_arrive() { __gridcall_rt_cluster_arrive(); }
__GC_DEVICE void __cluster_barrier_arrive_relaxed() { __gridcall_rt_cluster_arrive(); }
__GC_DEVICE void __cluster_barrier_wait() { __gridcall_rt_cluster_wait(); }
__GC_DEVICE unsigned int __cluster_query_shared_rank(const void* address) { return __gridcall_rt_cluster_rank(address); }
__GC_DEVICE void* __cluster_map_shared_rank(const void* address, unsigned int rank) {
  return static_cast<char*>(__gridcall_rt_cluster_address((rank + 1) << 24)) + __cvta_generic_to_shared(address);
}
__GC_DEVICE unsigned int __isClusterShared(const void* address) { return __gridcall_rt_cluster_rank(address) != ~0u; }
