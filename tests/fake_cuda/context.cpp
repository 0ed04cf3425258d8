// SPDX-License-Identifier: Apache-2.0
//
// Contexts, primary ones too, and the stack of each thread.

#include <algorithm>

#include "fake_cuda/graph.h"
#include "fake_cuda/state.h"

namespace fake {

CUresult cuDevicePrimaryCtxRetain(CUcontext* context, CUdevice device) {
  NEED_DEVICE(device);
  CUcontext& primary = state().primary[static_cast<std::size_t>(device)];
  if (!primary || !state().objects.at(key(primary)).live) {
    primary = make<CUcontext>(Kind::kContext, nullptr);
    state().objects.at(key(primary)).device = device;
    state().objects.at(key(primary)).primary = true;
  }
  ++state().objects.at(key(primary)).references;
  *context = primary;
  return CUDA_SUCCESS;
}
CUresult cuDevicePrimaryCtxRelease(CUdevice device) {
  NEED_DEVICE(device);
  const CUcontext primary = state().primary[static_cast<std::size_t>(device)];
  if (!primary) die("a primary context that was never retained", static_cast<std::uint64_t>(device));
  Object& object = state().objects.at(key(primary));
  if (!object.live || object.references == 0) die("a primary context released once too often", key(primary));
  if (--object.references > 0) return CUDA_SUCCESS;
  for (const auto& [handle, other] : state().objects)
    if (other.live && !other.given_up && other.context == primary)
      die((std::string("the context dies before what is in it, a ") +
           kKindNames[static_cast<int>(other.kind)])
              .c_str(),
          handle);
  object.live = false;
  return CUDA_SUCCESS;
}
CUresult cuDevicePrimaryCtxGetState(CUdevice device, unsigned* flags, int* active) {
  NEED_DEVICE(device);
  const CUcontext primary = state().primary[static_cast<std::size_t>(device)];
  *flags = 0;
  *active = primary && state().objects.at(key(primary)).live;
  return CUDA_SUCCESS;
}
CUresult cuCtxCreate(CUcontext* context, unsigned flags, CUdevice device) {
  NEED_DEVICE(device);
  if (flags & ~31u) return CUDA_ERROR_INVALID_VALUE;
  if (depth == std::ssize(stack)) die("the context stack grows without end");
  *context = make<CUcontext>(Kind::kContext, nullptr);
  Object& object = state().objects.at(key(*context));
  object.device = device;
  object.flags = flags;
  stack[depth++] = *context;
  return CUDA_SUCCESS;
}
// The true driver destroys what is in it, in the middle of its work; the library has given all back before.
CUresult cuCtxDestroy(CUcontext context) {
  Object& object = live(context, Kind::kContext);
  if (object.primary) die("a primary context destroyed", key(context));
  for (const auto& [handle, other] : state().objects)
    if (other.live && !other.given_up && other.context == context && !object.told_lost && !state().sticky)
      die((std::string("the context dies before what is in it, a ") +
           kKindNames[static_cast<int>(other.kind)])
              .c_str(),
          handle);
  if (object.work > state().finished && !object.told_lost && !state().sticky)
    die("the context dies before its work is done", key(context));
  for (auto& [handle, other] : state().objects)
    if (other.context == context) other.live = false;
  object.live = false;
  if (current() == context) --depth;
  return CUDA_SUCCESS;
}
CUresult cuCtxGetDevice(CUdevice* device) {
  if (const auto top = state().objects.find(key(current()));
      top != state().objects.end() && !top->second.live)
    return CUDA_ERROR_CONTEXT_IS_DESTROYED;
  NEED_CONTEXT();
  *device = live(current(), Kind::kContext).device;
  return CUDA_SUCCESS;
}
CUresult cuCtxGetId(CUcontext context, std::uint64_t* id) {
  *id = live(context, Kind::kContext).made_by;
  return CUDA_SUCCESS;
}
CUresult cuCtxGetLimit(std::size_t* value, CUlimit limit) {
  NEED_CONTEXT();
  if (limit < 0 || limit > CU_LIMIT_PERSISTING_L2_CACHE_SIZE) return CUDA_ERROR_INVALID_VALUE;
  const auto& limits = live(current(), Kind::kContext).limits;
  const auto found = limits.find(limit);
  *value = found != limits.end() ? found->second : 1024;
  return CUDA_SUCCESS;
}
CUresult cuCtxSetLimit(CUlimit limit, std::size_t value) {
  NEED_CONTEXT();
  if (limit < 0 || limit > CU_LIMIT_PERSISTING_L2_CACHE_SIZE) return CUDA_ERROR_INVALID_VALUE;
  if (value > state().memory) return CUDA_ERROR_INVALID_VALUE;
  live(current(), Kind::kContext).limits[limit] = value;
  return CUDA_SUCCESS;
}
CUresult cuCtxGetCacheConfig(CUfunc_cache* config) {
  NEED_CONTEXT();
  *config = static_cast<CUfunc_cache>(live(current(), Kind::kContext).cache_config);
  return CUDA_SUCCESS;
}
CUresult cuCtxSetCacheConfig(CUfunc_cache config) {
  NEED_CONTEXT();
  if (config < 0 || config > CU_FUNC_CACHE_PREFER_EQUAL) return CUDA_ERROR_INVALID_VALUE;
  live(current(), Kind::kContext).cache_config = config;
  return CUDA_SUCCESS;
}
CUresult cuCtxGetSharedMemConfig(CUsharedconfig* config) {
  NEED_CONTEXT();
  *config = CU_SHARED_MEM_CONFIG_FOUR_BYTE_BANK_SIZE;
  return CUDA_SUCCESS;
}
CUresult cuCtxSetSharedMemConfig(CUsharedconfig config) {
  NEED_CONTEXT();
  return config < 0 || config > CU_SHARED_MEM_CONFIG_EIGHT_BYTE_BANK_SIZE ? CUDA_ERROR_INVALID_VALUE
                                                                          : CUDA_SUCCESS;
}
CUresult cuCtxGetFlags(unsigned* flags) {
  NEED_CONTEXT();
  *flags = live(current(), Kind::kContext).flags;
  return CUDA_SUCCESS;
}
CUresult cuCtxGetApiVersion(CUcontext context, unsigned* version) {
  live(context, Kind::kContext);
  *version = 3020;
  return CUDA_SUCCESS;
}
CUresult cuDeviceCanAccessPeer(int* can, CUdevice device, CUdevice peer) {
  NEED_DEVICE(device);
  NEED_DEVICE(peer);
  *can = device != peer;
  return CUDA_SUCCESS;
}
CUresult cuCtxEnablePeerAccess(CUcontext peer, unsigned flags) {
  NEED_CONTEXT();
  if (flags) return CUDA_ERROR_INVALID_VALUE;
  Object& object = live(current(), Kind::kContext);
  if (live(peer, Kind::kContext).device == object.device) return CUDA_ERROR_PEER_ACCESS_UNSUPPORTED;
  return object.peers.insert(peer).second ? CUDA_SUCCESS : CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED;
}
CUresult cuCtxDisablePeerAccess(CUcontext peer) {
  NEED_CONTEXT();
  live(peer, Kind::kContext);
  return live(current(), Kind::kContext).peers.erase(peer) ? CUDA_SUCCESS
                                                           : CUDA_ERROR_PEER_ACCESS_NOT_ENABLED;
}
CUresult cuCtxGetCurrent(CUcontext* context) {
  *context = current();
  return CUDA_SUCCESS;
}
CUresult cuCtxSetCurrent(CUcontext context) {
  if (context) live(context, Kind::kContext);
  if (!context) {
    if (depth) --depth;
  } else if (depth) {
    stack[depth - 1] = context;
  } else {
    stack[depth++] = context;
  }
  return CUDA_SUCCESS;
}
CUresult cuCtxPushCurrent(CUcontext context) {
  live(context, Kind::kContext);
  if (depth == std::ssize(stack)) die("the context stack grows without end", key(context));
  stack[depth++] = context;
  return CUDA_SUCCESS;
}
CUresult cuCtxPopCurrent(CUcontext* context) {
  if (!depth) return CUDA_ERROR_INVALID_CONTEXT;
  const CUcontext popped = stack[--depth];
  if (context) *context = popped;
  return CUDA_SUCCESS;
}
CUresult cuCtxSynchronize() {
  NEED_CONTEXT();
  for (const auto& [address, object] : state().objects) {
    if (!state().has_captured) break;
    if (object.kind != Kind::kStream || !object.live || !object.captures) continue;
    break_capture(object);
    return CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED;
  }
  finish_all();
  return CUDA_SUCCESS;
}
CUresult cuCtxGetStreamPriorityRange(int* least, int* greatest) {
  NEED_CONTEXT();
  if (least) *least = 0;
  if (greatest) *greatest = -5;
  return CUDA_SUCCESS;
}

}  // namespace fake
