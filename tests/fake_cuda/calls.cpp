// SPDX-License-Identifier: Apache-2.0
//
// The functions that a program gets: one place that counts, fails and locks.

#include <string.h>
#include <unistd.h>

#include "fake_cuda/state.h"

namespace fake {

// A lost context does not refuse these: they need none.
bool needs_no_context(int id) {
  switch (id) {
    case id_cuInit:
    case id_cuDriverGetVersion:
    case id_cuDeviceGet:
    case id_cuDeviceGetCount:
    case id_cuDeviceGetName:
    case id_cuDeviceGetUuid:
    case id_cuDeviceTotalMem:
    case id_cuDeviceGetAttribute:
    case id_cuDeviceGetPCIBusId:
    case id_cuCtxGetCurrent:
    case id_cuCtxSetCurrent:
    case id_cuCtxPushCurrent:
    case id_cuCtxPopCurrent:
    case id_cuCtxCreate:
    case id_cuCtxDestroy:
    case id_cuCtxGetId:
    case id_cuCtxGetApiVersion:
    case id_cuDevicePrimaryCtxGetState:
    case id_cuDeviceCanAccessPeer:
      return true;
    default:
      return false;
  }
}
bool destroys(int id) {
  return id == id_cuMemFree || id == id_cuMemFreeHost || id == id_cuStreamDestroy ||
         id == id_cuEventDestroy || id == id_cuModuleUnload || id == id_cuLinkDestroy ||
         id == id_cuDevicePrimaryCtxRelease || id == id_cuCtxDestroy || id == id_cuMemHostUnregister ||
         id == id_cuIpcCloseMemHandle || id == id_cuArrayDestroy || id == id_cuMipmappedArrayDestroy ||
         id == id_cuTexObjectDestroy || id == id_cuSurfObjectDestroy || id == id_cuGraphDestroy ||
         id == id_cuGraphExecDestroy;
}

// Objects in a context that is said to be lost are given up: they go with the context. Said where none is
// current, any may be meant.
void tell_lost(int code) {
  if (code < CUDA_ERROR_ILLEGAL_ADDRESS || code >= CUDA_ERROR_NOT_PERMITTED) return;
  for (auto& [handle, object] : state().objects)
    if (object.kind == Kind::kContext && (!current() || handle == key(current()))) object.told_lost = true;
}

// The fault that is injected into this call, or CUDA_SUCCESS.
CUresult fault(int id, std::uintptr_t site) {
  State& s = state();
  if (id == id_cuGetErrorName || id == id_cuGetErrorString) return CUDA_SUCCESS;
  if (s.exited) die("called after the driver's exit handler");
  if (s.pid && s.pid != getpid()) die("called in a forked child");
  ++s.calls;
  ++s.calls_of[id];
  State::Site& from = s.sites.try_emplace(site, State::Site{id, false}).first->second;
  if (s.failing && s.fail_for_ever && (s.fail_only < 0 || s.fail_only == id)) {
    from.failed = true;
    tell_lost(s.fail_code);
    return static_cast<CUresult>(s.fail_code);
  }
  if (s.fail_in && (s.fail_only < 0 || s.fail_only == id) && --s.fail_in == 0) {
    s.failing = true;
    from.failed = true;
    s.failed_call = kFunctions[id].name;
    tell_lost(s.fail_code);
    return static_cast<CUresult>(s.fail_code);
  }
  if (s.init_result == CUDA_ERROR_STUB_LIBRARY)
    return CUDA_ERROR_STUB_LIBRARY;  // every function of the stub returns this
  if (s.sticky && (id == id_cuCtxCreate || !needs_no_context(id))) return static_cast<CUresult>(s.sticky);
  return CUDA_SUCCESS;
}

template <int id, auto function>
struct Wrapper;
template <int id, typename... Arguments, CUresult (*function)(Arguments...)>
struct Wrapper<id, function> {
  static CUresult call(Arguments... arguments) {
    std::unique_lock lock(state().mutex);
    const auto site = reinterpret_cast<std::uintptr_t>(__builtin_return_address(0));
    held_lock = &lock;
    const CUresult result = locked(site, arguments...);
    held_lock = nullptr;
    wait_for_host_calls(lock);
    return result;
  }

  static CUresult locked(std::uintptr_t site, Arguments... arguments) {
    current_function = kFunctions[id].name;
    if (const CUresult result = fault(id, site); result != CUDA_SUCCESS) {
      if constexpr (sizeof...(Arguments) == 1) {
        if (destroys(id)) {
          std::uintptr_t handle = (key(arguments), ...);
          if (id == id_cuDevicePrimaryCtxRelease) handle = key(state().primary.at(handle));
          const auto found = state().objects.find(handle);
          if (found == state().objects.end() || !found->second.live) die("destroyed twice", handle);
          found->second.given_up = true;
          // Objects in a context that could not be destroyed cannot be reached any more.
          if (id == id_cuCtxDestroy) {
            for (auto& [inside, other] : state().objects)
              if (other.context == reinterpret_cast<CUcontext>(handle)) other.given_up = true;
          }
        }
      }
      return result;
    }
    return function(arguments...);
  }
};

// Only with SUCCESS is what was found a function, CUDA says: there is no telling what else is there.
CUresult no_function() {
  die("a function was called that cuGetProcAddress did not find", 0);
}

CUresult find_function(const char* symbol, void** function, int cuda_version,
                       CUdriverProcAddressQueryResult* status) {
  static void* const kCalls[] = {
#define GRIDCALL_DRIVER_FN(need, name, version, parameters, ...) \
  reinterpret_cast<void*>(&Wrapper<id_##name, &name>::call),
#include "driver/functions.def"
#undef GRIDCALL_DRIVER_FN
  };
  State& s = state();
  *function = reinterpret_cast<void*>(&no_function);
  CUdriverProcAddressQueryResult found = CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND;
  for (int i = 0; i < id_count; ++i) {
    if (kFunctions[i].version == 0 || strcmp(kFunctions[i].name, symbol) != 0) continue;
    if (s.missing.find("," + std::string(symbol) + ",") != std::string::npos ||
        kFunctions[i].version > s.version)
      break;
    // Another version means another signature.
    if (cuda_version != kFunctions[i].version) {
      found = CU_GET_PROC_ADDRESS_VERSION_NOT_SUFFICIENT;
      break;
    }
    found = CU_GET_PROC_ADDRESS_SUCCESS;
    *function = kCalls[i];
  }
  if (status) *status = found;
  return found == CU_GET_PROC_ADDRESS_SUCCESS ? CUDA_SUCCESS : CUDA_ERROR_NOT_FOUND;
}

}  // namespace fake

#define EXPORT extern "C" __attribute__((visibility("default")))

EXPORT fake::CUresult cuGetProcAddress_v2(const char* symbol, void** function, int cuda_version,
                                          std::uint64_t, fake::CUdriverProcAddressQueryResult* status) {
  fake::find_function(symbol, function, cuda_version, status);
  return fake::CUDA_SUCCESS;  // the status says the rest
}
EXPORT fake::CUresult cuGetProcAddress(const char* symbol, void** function, int cuda_version, std::uint64_t) {
  return fake::find_function(symbol, function, cuda_version, nullptr);
}
