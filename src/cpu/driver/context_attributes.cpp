// SPDX-License-Identifier: Apache-2.0
//
// Limits, preferences, flags and peers of contexts; what streams are. Most of it changes nothing here: it is
// kept and returned.

#include <algorithm>
#include <bit>
#include <cstdint>
#include <mutex>

#include "cpu/base/machine.h"
#include "cpu/driver/api.h"
#include "cpu/driver/context.h"
#include "cpu/queue/scheduler.h"

namespace gridcall::cpu {

using namespace driver;

namespace {

// With a larger stack, the threads of a block would exceed the address space.
constexpr std::size_t kMaxStackBytes = std::size_t{64} << 20;
// The defaults of an H200.
constexpr std::size_t kPrintfBytes = 8'650'752;
constexpr std::size_t kL2FetchBytes = 64;
constexpr std::size_t kMaxL2FetchBytes = 128;
constexpr unsigned kApiVersion = 3020;

}  // namespace

void reset_attributes(Context& context, unsigned flags) noexcept {
  context.stack_bytes.store(device_facts().stack_bytes, std::memory_order_relaxed);
  context.printf_bytes.store(kPrintfBytes, std::memory_order_relaxed);
  context.l2_fetch_bytes.store(kL2FetchBytes, std::memory_order_relaxed);
  context.cache_config.store(CU_FUNC_CACHE_PREFER_NONE, std::memory_order_relaxed);
  context.flags = flags;
}

namespace api {

CUresult cuCtxGetDevice(CUdevice* device) {
  *device = 0;
  return CUDA_SUCCESS;
}

CUresult cuCtxGetId(CUcontext handle, std::uint64_t* id) {
  const Context* context = find_context(handle);
  if (!context) return CUDA_ERROR_INVALID_CONTEXT;
  *id = context->id;
  return CUDA_SUCCESS;
}

CUresult cuCtxGetApiVersion(CUcontext handle, unsigned* version) {
  if (!find_context(handle)) return CUDA_ERROR_INVALID_CONTEXT;
  *version = kApiVersion;
  return CUDA_SUCCESS;
}

CUresult cuCtxGetFlags(unsigned* flags) {
  *flags = current_context().flags;
  return CUDA_SUCCESS;
}

// Returns the result of an H200 for a limit that only CUDA knows, and for an unknown one.
CUresult no_limit(CUlimit limit) {
  constexpr int kLimits = 10;
  return limit >= 0 && limit < kLimits ? CUDA_ERROR_UNSUPPORTED_LIMIT : CUDA_ERROR_INVALID_VALUE;
}

CUresult cuCtxGetLimit(std::size_t* value, CUlimit limit) {
  Context& context = current_context();
  switch (static_cast<int>(limit)) {
    case CU_LIMIT_STACK_SIZE:
      *value = context.stack_bytes.load(std::memory_order_relaxed);
      return CUDA_SUCCESS;
    case CU_LIMIT_PRINTF_FIFO_SIZE:
      *value = context.printf_bytes.load(std::memory_order_relaxed);
      return CUDA_SUCCESS;
    case CU_LIMIT_MALLOC_HEAP_SIZE:
      *value = context.heap.limit();
      return CUDA_SUCCESS;
    case CU_LIMIT_MAX_L2_FETCH_GRANULARITY:
      *value = context.l2_fetch_bytes.load(std::memory_order_relaxed);
      return CUDA_SUCCESS;
    default:
      return no_limit(limit);
  }
}

CUresult cuCtxSetLimit(CUlimit limit, std::size_t value) {
  Context& context = current_context();
  switch (static_cast<int>(limit)) {
    case CU_LIMIT_STACK_SIZE:
      if (value > kMaxStackBytes) return CUDA_ERROR_INVALID_VALUE;
      // The runtime needs more stack than a GPU's default. The size is rounded, because workers keep stacks
      // of each size.
      context.stack_bytes.store(std::max(std::bit_ceil(value), device_facts().stack_bytes),
                                std::memory_order_relaxed);
      return CUDA_SUCCESS;
    case CU_LIMIT_PRINTF_FIFO_SIZE:
      if (value > device_facts().total_bytes) return CUDA_ERROR_INVALID_VALUE;
      context.printf_bytes.store(value, std::memory_order_relaxed);
      return CUDA_SUCCESS;
    case CU_LIMIT_MALLOC_HEAP_SIZE:
      return context.heap.set_limit(value) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
    case CU_LIMIT_MAX_L2_FETCH_GRANULARITY:
      if (value > kMaxL2FetchBytes) return CUDA_ERROR_INVALID_VALUE;
      context.l2_fetch_bytes.store(value, std::memory_order_relaxed);
      return CUDA_SUCCESS;
    default:
      return no_limit(limit);
  }
}

CUresult cuCtxGetCacheConfig(CUfunc_cache* config) {
  *config = static_cast<CUfunc_cache>(current_context().cache_config.load(std::memory_order_relaxed));
  return CUDA_SUCCESS;
}

CUresult cuCtxSetCacheConfig(CUfunc_cache config) {
  if (config < CU_FUNC_CACHE_PREFER_NONE || config > CU_FUNC_CACHE_PREFER_EQUAL)
    return CUDA_ERROR_INVALID_VALUE;
  current_context().cache_config.store(config, std::memory_order_relaxed);
  return CUDA_SUCCESS;
}

// As on an H200 every width is accepted, and only one is in use.
CUresult cuCtxGetSharedMemConfig(CUsharedconfig* config) {
  *config = CU_SHARED_MEM_CONFIG_FOUR_BYTE_BANK_SIZE;
  return CUDA_SUCCESS;
}

CUresult cuCtxSetSharedMemConfig(CUsharedconfig config) {
  return config < CU_SHARED_MEM_CONFIG_DEFAULT_BANK_SIZE || config > CU_SHARED_MEM_CONFIG_EIGHT_BYTE_BANK_SIZE
             ? CUDA_ERROR_INVALID_VALUE
             : CUDA_SUCCESS;
}

// All contexts share one address space, so kernels reach the memory of each.
CUresult cuCtxEnablePeerAccess(CUcontext handle, unsigned flags) {
  if (flags != 0) return CUDA_ERROR_INVALID_VALUE;
  const Context* peer = find_context(handle);
  Context& context = current_context();
  if (!peer || peer == &context) return CUDA_ERROR_INVALID_CONTEXT;
  const std::lock_guard lock(scheduler().lock);
  return context.peers.insert(peer->index).second ? CUDA_SUCCESS : CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED;
}

CUresult cuCtxDisablePeerAccess(CUcontext handle) {
  const Context* peer = find_context(handle);
  if (!peer) return CUDA_ERROR_INVALID_CONTEXT;
  const std::lock_guard lock(scheduler().lock);
  return current_context().peers.erase(peer->index) != 0 ? CUDA_SUCCESS : CUDA_ERROR_PEER_ACCESS_NOT_ENABLED;
}

// There is only one device.
CUresult cuDeviceCanAccessPeer(int* can, CUdevice device, CUdevice peer) {
  if (device != 0 || peer != 0) return CUDA_ERROR_INVALID_DEVICE;
  *can = 0;
  return CUDA_SUCCESS;
}

CUresult cuStreamGetCtx(CUstream handle, CUcontext* context) {
  const std::lock_guard lock(scheduler().lock);
  const Stream* stream = current_context().find_locked(handle);
  if (!stream) {
    each_context([&](Context& other) {
      if (!stream) stream = other.find_locked(handle);
    });
  }
  if (!stream) return CUDA_ERROR_INVALID_HANDLE;
  *context = handle_of(*stream->context);
  return CUDA_SUCCESS;
}

CUresult cuStreamGetFlags(CUstream handle, unsigned* flags) {
  const std::lock_guard lock(scheduler().lock);
  const Stream* stream = current_context().find_locked(handle);
  if (!stream) return CUDA_ERROR_INVALID_HANDLE;
  *flags = stream->blocking || stream->legacy ? CU_STREAM_DEFAULT : CU_STREAM_NON_BLOCKING;
  return CUDA_SUCCESS;
}

CUresult cuStreamGetPriority(CUstream handle, int* priority) {
  const std::lock_guard lock(scheduler().lock);
  const Stream* stream = current_context().find_locked(handle);
  if (!stream) return CUDA_ERROR_INVALID_HANDLE;
  *priority = 0;
  return CUDA_SUCCESS;
}

CUresult cuStreamGetId(CUstream handle, std::uint64_t* id) {
  const std::lock_guard lock(scheduler().lock);
  const Stream* stream = current_context().find_locked(handle);
  if (!stream) return CUDA_ERROR_INVALID_HANDLE;
  *id = stream->id;
  return CUDA_SUCCESS;
}

}  // namespace api

}  // namespace gridcall::cpu
