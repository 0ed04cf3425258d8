// SPDX-License-Identifier: Apache-2.0
//
// A libcuda.so.1 for tests: host memory instead of a GPU, and a ledger of every object. See control.h.

#include "fake_cuda/control.h"

#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <iterator>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

#include "driver/table.h"

namespace fake {

using namespace gridcall::driver;

enum Id : int {
#define GRIDCALL_DRIVER_FN(need, name, version, parameters, ...) id_##name,
#include "driver/functions.def"
#undef GRIDCALL_DRIVER_FN
  id_count
};

struct FunctionInfo {
  const char* name;
  int version;
};
constexpr FunctionInfo kFunctions[] = {
#define GRIDCALL_DRIVER_FN(need, name, version, parameters, ...) {#name, version},
#include "driver/functions.def"
#undef GRIDCALL_DRIVER_FN
};

// The implementations, one for each function; the wrappers below count, fail and lock.
#define GRIDCALL_DRIVER_FN(need, name, version, parameters, ...) CUresult name parameters;
#include "driver/functions.def"
#undef GRIDCALL_DRIVER_FN

enum class Kind {
  kContext,
  kStream,
  kEvent,
  kModule,
  kMemory,
  kHostMemory,
  kManaged,
  kRegistered,
  kImported,
  kArray,
  kMipmap,
  kTexture,
  kSurface,
  kGraph,
  kGraphExec
};
constexpr const char* kKindNames[] = {
    "context",         "stream",      "event",           "module",
    "memory",          "host memory", "managed memory",  "registered memory",
    "imported memory", "array",       "mipmapped array", "texture",
    "surface",         "graph",       "graph exec"};
constexpr bool is_memory(Kind kind) {
  return kind == Kind::kMemory || kind == Kind::kHostMemory || kind == Kind::kManaged ||
         kind == Kind::kRegistered || kind == Kind::kImported || kind == Kind::kArray ||
         kind == Kind::kMipmap;
}

struct Object {
  Kind kind;
  CUcontext context;
  std::uint64_t made_by;  // number of the call
  bool live = true;
  bool given_up = false;       // its destruction was made to fail
  std::size_t bytes = 0;       // memory
  int references = 0;          // context; imported memory: how often it is open
  std::uint64_t exporter = 0;  // imported memory: its address there
  int device = 0;              // context
  std::uint64_t work = 0;      // event: the work it marks; stream: the newest
  bool recorded = false;
  bool timed = true;
  unsigned flags = 0;          // context, stream, event
  int priority = 0;            // stream
  bool captures = false;       // stream: what is queued is recorded; event: it is of such work
  bool captures_hard = false;  // as another library does, which forbids what may wait
  std::uint64_t capture = 0;   // stream, event: of cuStreamBeginCapture
  std::vector<void*> tail;     // nodes of its graph, behind which the next one comes
  bool told_lost = false;      // context: an injected fault said so
  bool primary = false;
  int cache_config = 0;
  std::map<int, std::size_t> limits;  // context: those that were set
  std::set<CUcontext> peers;
};

struct Parameter {
  std::size_t offset, size;
};
struct Function {
  CUmodule module;
  std::string name;
  std::vector<Parameter> parameters;
  std::size_t parameter_bytes = 0;
  int max_dynamic_shared = 48 * 1024;
  int cache_config = 0, shared_config = 0;
};
struct Global {
  std::string name;
  std::vector<unsigned char> bytes;
};
struct Module {
  std::vector<Function*> functions;
  std::vector<Global*> globals;
};

// An array's handle is the address of its content; a level's is the address of this.
struct Array {
  CUDA_ARRAY3D_DESCRIPTOR descriptor;
  std::size_t element = 0;
  std::uintptr_t content = 0;
  std::uintptr_t whole = 0;  // the handle of the mipmapped array of a level

  std::size_t rows() const { return descriptor.height ? descriptor.height : 1; }
  std::size_t slices() const { return descriptor.depth ? descriptor.depth : 1; }
  std::size_t pitch() const { return descriptor.width * element; }
  std::size_t slice() const { return pitch() * rows(); }
};

// One for the process, never destroyed: calls may come from exit handlers.
struct State {
  std::mutex mutex;
  pid_t pid = 0;  // of the process that called cuInit
  bool exited = false;
  std::uint64_t calls = 0;
  std::uint64_t calls_of[id_count] = {};

  std::uint64_t fail_in = 0;  // calls left until the fault fires; 0: none is set
  int fail_code = 0;
  bool fail_for_ever = false;
  bool failing = false;
  int fail_only = -1;
  const char* failed_call = nullptr;
  int sticky = 0;

  bool hold = false;
  std::uint64_t queued = 0, finished = 0;  // work, counted

  // Work of another library that does not finish before it says so; what was queued later waits behind it.
  std::map<std::uint64_t, CUcontext> gates;
  std::condition_variable gates_changed;
  struct Write {
    std::uint64_t work;
    CUdeviceptr address;
    std::uint64_t value;
    CUcontext context;
  };
  std::deque<Write> writes;  // of cuStreamWriteValue64, in the order of work

  // Functions that the fake's own thread calls, as a driver does, when the work before them has finished.
  struct HostCall {
    std::uint64_t work;
    CUhostFn function;
    void* data;
    CUcontext context = nullptr;
  };
  std::deque<HostCall> host_calls;
  std::vector<HostCall> dropped_host_calls;  // of a context that was lost: they are never called
  bool has_host_thread = false, in_host_call = false;
  std::condition_variable host_calls_changed;

  std::map<std::uintptr_t, Object> objects;  // handles are never used twice; memory addresses may be
  std::set<std::uintptr_t> memories;         // of the device and of the host, also those that were freed
  std::map<CUmodule, Module> modules;
  std::map<CUfunction, Function*> functions;
  std::uint64_t broken_captures = 0;
  bool has_captured = false;  // a stream, ever: `objects` keeps the dead ones, and would be long to search
  std::map<int, int> attributes;           // of devices, where a test has set them
  std::map<std::uintptr_t, Array> arrays;  // by handle, levels too
  fake_cuda_texture texture{};
  std::vector<CUcontext> primary;
  std::vector<std::size_t> used;
  fake_cuda_launch launch{};
  fake_cuda_range range{};
  std::uint64_t launches = 0;

  struct Site {
    int function;
    bool failed;
  };
  std::map<std::uintptr_t, Site> sites;  // return addresses of calls

  int init_result = 0, load_result = 0, version = 12080, devices = 1;
  std::size_t memory = std::size_t{1} << 30;
  std::string missing;
};

State& state() {
  static State* const made = [] {
    auto* state = new State;
    const auto number = [](const char* name, long long otherwise) {
      const char* text = getenv(name);
      return text && *text ? strtoll(text, nullptr, 10) : otherwise;
    };
    state->init_result = static_cast<int>(number("FAKE_CUDA_INIT", 0));
    state->load_result = static_cast<int>(number("FAKE_CUDA_LOAD", 0));
    state->version = static_cast<int>(number("FAKE_CUDA_VERSION", state->version));
    state->devices = static_cast<int>(number("FAKE_CUDA_DEVICES", 1));
    state->memory = static_cast<std::size_t>(number("FAKE_CUDA_MEMORY", 1 << 30));
    if (const char* text = getenv("FAKE_CUDA_MISSING")) state->missing = std::string(",") + text + ",";
    state->primary.resize(static_cast<std::size_t>(state->devices));
    state->used.resize(static_cast<std::size_t>(state->devices));
    return state;
  }();
  return *made;
}

constexpr int kMaxPitch = 0x7fffffff;

thread_local CUcontext stack[4096];
thread_local int depth = 0;
thread_local const char* current_function = "";

[[noreturn]] void die(const char* what, std::uint64_t value = 0) {
  fprintf(stderr, "fake_cuda: %s: %s (0x%llx)\n", current_function, what,
          static_cast<unsigned long long>(value));
  fflush(stderr);
  abort();
}

CUcontext current() {
  return depth ? stack[depth - 1] : nullptr;
}

template <typename Handle>
std::uintptr_t key(Handle handle) {
  if constexpr (std::is_pointer_v<Handle>)
    return reinterpret_cast<std::uintptr_t>(handle);
  else
    return static_cast<std::uintptr_t>(handle);
}

template <typename Handle>
Handle make(Kind kind, CUcontext context) {
  // A handle is the address of a byte of its own, so it is never used twice.
  auto handle = reinterpret_cast<Handle>(new unsigned char[16]);
  state().objects[key(handle)] = Object{.kind = kind, .context = context, .made_by = state().calls};
  return handle;
}

template <typename Handle>
Object& live(Handle handle, Kind kind) {
  const auto found = state().objects.find(key(handle));
  if (found == state().objects.end()) die("not an object of this driver", key(handle));
  if (found->second.kind != kind) die("an object of another kind", key(handle));
  if (!found->second.live) die("used after it was destroyed", key(handle));
  return found->second;
}

template <typename Handle>
Object& live_here(Handle handle, Kind kind) {
  Object& object = live(handle, kind);
  if (object.context != current()) die("an object of another context than the current one", key(handle));
  return object;
}

// The live allocation that holds the byte; nullptr: none does.
const Object* memory_at(std::uintptr_t address, std::uintptr_t* start = nullptr) {
  auto found = state().memories.upper_bound(address);
  while (found != state().memories.begin()) {
    --found;
    const Object& object = state().objects.at(*found);
    if (!object.live) continue;
    if (start) *start = *found;
    return address - *found < object.bytes ? &object : nullptr;
  }
  return nullptr;
}

// The allocation or module global that holds all of [address, address + bytes).
void check_range(CUdeviceptr address, std::size_t bytes) {
  std::uintptr_t begin = 0;
  const Object* object = memory_at(address, &begin);
  if (!object && bytes == 0) object = memory_at(address - 1, &begin);  // no bytes at its end
  if (object && bytes <= object->bytes && address - begin <= object->bytes - bytes) return;
  for (const auto& [handle, module] : state().modules) {
    if (!state().objects.at(key(handle)).live) continue;
    for (const Global* global : module.globals) {
      const auto start = key(global->bytes.data());
      if (start <= address && bytes <= global->bytes.size() &&
          address - start <= global->bytes.size() - bytes)
        return;
    }
  }
  die("memory outside of every live allocation", address);
}

// Behind work of another library, in the same context.
bool is_gated(std::uint64_t work, CUcontext context) {
  for (const auto& [gate, its] : state().gates)
    if (its == context && gate <= work) return true;
  return false;
}
bool is_done(std::uint64_t work, CUcontext context) {
  return work <= state().finished && (state().gates.empty() || !is_gated(work, context));
}
void finish_to(std::uint64_t work) {
  State& s = state();
  s.finished = std::max(s.finished, work);
  std::erase_if(s.writes, [](const State::Write& write) {
    if (!is_done(write.work, write.context)) return false;
    __atomic_store_n(reinterpret_cast<std::uint64_t*>(write.address), write.value, __ATOMIC_SEQ_CST);
    return true;
  });
}
// What the thread holds in a call of the driver.
thread_local std::unique_lock<std::mutex>* held_lock = nullptr;
// A call that waits: all finishes that can, and that of the current context up to `wanted` must.
void finish_all(std::uint64_t wanted = ~std::uint64_t{0}) {
  State& s = state();
  finish_to(s.queued);
  if (s.gates.empty() || !held_lock) return;
  const std::uint64_t work = std::min(wanted, s.queued);
  const CUcontext context = depth ? stack[depth - 1] : nullptr;
  while (is_gated(work, context)) s.gates_changed.wait(*held_lock);
  finish_to(s.queued);
}
void break_capture(const Object& of);
// Where a true driver would end a capture: the call fails, and so does the capture.
CUresult capture_refusal(CUstream stream) {
  State& s = state();
  if (stream) {
    if (!live_here(stream, Kind::kStream).captures) return CUDA_SUCCESS;
    break_capture(live_here(stream, Kind::kStream));
    return CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED;
  }
  if (!s.has_captured) return CUDA_SUCCESS;
  for (const auto& [address, object] : s.objects) {
    const bool is_blocking = (object.flags & CU_STREAM_NON_BLOCKING) == 0;
    if (object.kind != Kind::kStream || !object.live || !object.captures || !is_blocking) continue;
    break_capture(object);
    return CUDA_ERROR_STREAM_CAPTURE_IMPLICIT;
  }
  return CUDA_SUCCESS;
}
std::uint64_t queue(CUstream stream) {
  State& s = state();
  ++s.queued;
  if (!s.hold) finish_to(s.queued);
  live(current(), Kind::kContext).work = s.queued;
  if (stream) live_here(stream, Kind::kStream).work = s.queued;
  return s.queued;
}

bool host_call_is_due() {
  return !state().host_calls.empty() &&
         is_done(state().host_calls.front().work, state().host_calls.front().context);
}

void make_host_calls() {
  State& s = state();
  std::unique_lock lock(s.mutex);
  for (;;) {
    s.host_calls_changed.wait(lock, host_call_is_due);
    const State::HostCall call = s.host_calls.front();
    s.host_calls.pop_front();
    s.in_host_call = true;
    lock.unlock();
    call.function(call.data);
    lock.lock();
    s.in_host_call = false;
    s.host_calls_changed.notify_all();
  }
}

// Work has finished: returns when the functions behind it have been called.
void wait_for_host_calls(std::unique_lock<std::mutex>& lock) {
  State& s = state();
  if (!host_call_is_due() && !s.in_host_call) return;
  if (!s.has_host_thread) std::thread(make_host_calls).detach();
  s.has_host_thread = true;
  s.host_calls_changed.notify_all();
  s.host_calls_changed.wait(lock, [&] { return !host_call_is_due() && !s.in_host_call; });
}

CUresult need_context() {
  if (!current()) return CUDA_ERROR_INVALID_CONTEXT;
  if (!live(current(), Kind::kContext).live) die("the current context was destroyed", key(current()));
  return CUDA_SUCCESS;
}
#define NEED_CONTEXT() \
  if (const CUresult context_result = need_context(); context_result != CUDA_SUCCESS) return context_result

#include "fake_cuda/graphs.inc"

bool valid_device(CUdevice device) {
  return device >= 0 && device < state().devices;
}
#define NEED_DEVICE(device)                            \
  if (!state().pid) return CUDA_ERROR_NOT_INITIALIZED; \
  if (!valid_device(device)) return CUDA_ERROR_INVALID_DEVICE

// --- errors, versions, devices

CUresult cuGetErrorName(CUresult error, const char** name) {
  struct Named {
    CUresult code;
    const char* name;
  };
  static constexpr Named kNames[] = {
#define NAMED(code) {code, #code}
      NAMED(CUDA_SUCCESS),
      NAMED(CUDA_ERROR_INVALID_VALUE),
      NAMED(CUDA_ERROR_OUT_OF_MEMORY),
      NAMED(CUDA_ERROR_NOT_INITIALIZED),
      NAMED(CUDA_ERROR_DEINITIALIZED),
      NAMED(CUDA_ERROR_STUB_LIBRARY),
      NAMED(CUDA_ERROR_NO_DEVICE),
      NAMED(CUDA_ERROR_INVALID_DEVICE),
      NAMED(CUDA_ERROR_INVALID_IMAGE),
      NAMED(CUDA_ERROR_INVALID_CONTEXT),
      NAMED(CUDA_ERROR_MAP_FAILED),
      NAMED(CUDA_ERROR_NO_BINARY_FOR_GPU),
      NAMED(CUDA_ERROR_INVALID_PTX),
      NAMED(CUDA_ERROR_UNSUPPORTED_PTX_VERSION),
      NAMED(CUDA_ERROR_INVALID_HANDLE),
      NAMED(CUDA_ERROR_NOT_FOUND),
      NAMED(CUDA_ERROR_NOT_READY),
      NAMED(CUDA_ERROR_ILLEGAL_ADDRESS),
      NAMED(CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES),
      NAMED(CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED),
      NAMED(CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED),
      NAMED(CUDA_ERROR_CONTEXT_IS_DESTROYED),
      NAMED(CUDA_ERROR_LAUNCH_FAILED),
      NAMED(CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE),
      NAMED(CUDA_ERROR_INVALID_CLUSTER_SIZE),
      NAMED(CUDA_ERROR_SYSTEM_NOT_READY),
      NAMED(CUDA_ERROR_SYSTEM_DRIVER_MISMATCH),
      NAMED(CUDA_ERROR_COMPAT_NOT_SUPPORTED_ON_DEVICE),
      NAMED(CUDA_ERROR_UNKNOWN)};
#undef NAMED
  for (const Named& each : kNames)
    if (each.code == error) {
      *name = each.name;
      return CUDA_SUCCESS;
    }
  *name = nullptr;
  return CUDA_ERROR_INVALID_VALUE;
}
CUresult cuGetErrorString(CUresult error, const char** text) {
  return cuGetErrorName(error, text);
}

void at_exit() {
  state().exited = true;
}

CUresult cuInit(unsigned flags) {
  State& s = state();
  if (flags) return CUDA_ERROR_INVALID_VALUE;
  if (s.init_result) return static_cast<CUresult>(s.init_result);
  if (!s.pid) {
    s.pid = getpid();
    atexit(at_exit);  // as the true driver does
  }
  return CUDA_SUCCESS;
}
CUresult cuDriverGetVersion(int* version) {
  *version = state().version;
  return CUDA_SUCCESS;
}
CUresult cuDeviceGet(CUdevice* device, int ordinal) {
  NEED_DEVICE(ordinal);
  *device = ordinal;
  return CUDA_SUCCESS;
}
CUresult cuDeviceGetCount(int* count) {
  if (!state().pid) return CUDA_ERROR_NOT_INITIALIZED;
  *count = state().devices;
  return CUDA_SUCCESS;
}
CUresult cuDeviceGetName(char* name, int capacity, CUdevice device) {
  NEED_DEVICE(device);
  snprintf(name, static_cast<std::size_t>(capacity), "Fake GPU %d", device);
  return CUDA_SUCCESS;
}
CUresult cuDeviceGetUuid(CUuuid* uuid, CUdevice device) {
  NEED_DEVICE(device);
  for (std::size_t i = 0; i < sizeof uuid->bytes; ++i) uuid->bytes[i] = static_cast<char>(0xa0 + i);
  uuid->bytes[15] = static_cast<char>(device);
  return CUDA_SUCCESS;
}
CUresult cuDeviceTotalMem(std::size_t* bytes, CUdevice device) {
  NEED_DEVICE(device);
  *bytes = state().memory;
  return CUDA_SUCCESS;
}
CUresult cuDeviceGetAttribute(int* value, CUdevice_attribute attribute, CUdevice device) {
  NEED_DEVICE(device);
  if (const auto set = state().attributes.find(attribute); set != state().attributes.end()) {
    *value = set->second;
    return CUDA_SUCCESS;
  }
  switch (static_cast<int>(attribute)) {
    case 1:
      *value = 1024;
      break;
    case 2:
    case 3:
      *value = 1024;
      break;
    case 4:
      *value = 64;
      break;
    case 5:
      *value = 2147483647;
      break;
    case 6:
    case 7:
      *value = 65535;
      break;
    case 8:
      *value = 48 * 1024;
      break;
    case 10:
      *value = 32;
      break;
    case CU_DEVICE_ATTRIBUTE_TEXTURE_ALIGNMENT:
      *value = 256;
      break;
    case CU_DEVICE_ATTRIBUTE_TEXTURE_PITCH_ALIGNMENT:
      *value = 32;
      break;
    case 11:
      *value = kMaxPitch;
      break;
    case 12:
      *value = 65536;
      break;
    case 16:
      *value = 8;
      break;
    case 41:
    case 83:
    case 89:
    case 91:
    case 95:
    case 99:
    case 125:
      *value = 1;
      break;
    case 75:
      *value = 9;
      break;
    case 76:
      *value = 0;
      break;
    case 97:
      *value = 227 * 1024;
      break;
    default:
      if (attribute <= 0 || static_cast<int>(attribute) > 140) return CUDA_ERROR_INVALID_VALUE;
      *value = 0;
  }
  return CUDA_SUCCESS;
}
CUresult cuDeviceGetPCIBusId(char* id, int capacity, CUdevice device) {
  NEED_DEVICE(device);
  snprintf(id, static_cast<std::size_t>(capacity), "0000:%02x:00.0", 0x10 + device);
  return CUDA_SUCCESS;
}

// --- contexts

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

// --- memory

std::size_t& used_here() {
  return state().used[static_cast<std::size_t>(live(current(), Kind::kContext).device)];
}

CUresult cuMemGetInfo(std::size_t* free, std::size_t* total) {
  NEED_CONTEXT();
  *total = state().memory;
  *free = state().memory - used_here();
  return CUDA_SUCCESS;
}
CUresult allocate(std::uintptr_t* address, std::size_t bytes, Kind kind) {
  NEED_CONTEXT();
  if (const CUresult refused = unsafe_call()) return refused;
  if (bytes == 0) return CUDA_ERROR_INVALID_VALUE;
  if (kind == Kind::kMemory && (bytes > state().memory || used_here() > state().memory - bytes))
    return CUDA_ERROR_OUT_OF_MEMORY;
  const std::size_t rounded = (bytes + 255) / 256 * 256;
  void* memory = rounded < bytes ? nullptr : aligned_alloc(256, rounded);
  if (!memory) return CUDA_ERROR_OUT_OF_MEMORY;
  state().objects[key(memory)] =
      Object{.kind = kind, .context = current(), .made_by = state().calls, .bytes = bytes};
  state().memories.insert(key(memory));
  if (kind == Kind::kMemory) used_here() += bytes;
  *address = key(memory);
  return CUDA_SUCCESS;
}
CUresult deallocate(std::uintptr_t address, Kind kind) {
  NEED_CONTEXT();
  if (const CUresult refused = unsafe_call()) return refused;
  Object& object = live_here(address, kind);
  finish_all();  // the true driver waits, too
  if (kind == Kind::kMemory) used_here() -= object.bytes;
  object.live = false;
  if (kind != Kind::kRegistered) free(reinterpret_cast<void*>(address));
  return CUDA_SUCCESS;
}
CUresult cuMemAlloc(CUdeviceptr* address, std::size_t bytes) {
  std::uintptr_t made = 0;
  const CUresult result = allocate(&made, bytes, Kind::kMemory);
  if (result == CUDA_SUCCESS) *address = made;
  return result;
}
CUresult cuMemFree(CUdeviceptr address) {
  const auto found = state().objects.find(address);
  const bool managed = found != state().objects.end() && found->second.kind == Kind::kManaged;
  return deallocate(address, managed ? Kind::kManaged : Kind::kMemory);
}
CUresult cuMemHostAlloc(void** address, std::size_t bytes, unsigned flags) {
  if (flags > 7) return CUDA_ERROR_INVALID_VALUE;
  std::uintptr_t made = 0;
  const CUresult result = allocate(&made, bytes, Kind::kHostMemory);
  if (result != CUDA_SUCCESS) return result;
  *address = reinterpret_cast<void*>(made);
  state().range = {
      .address = made, .bytes = bytes, .number = static_cast<int>(flags), .device = 0, .stream = nullptr};
  return result;
}
CUresult cuMemFreeHost(void* address) {
  return deallocate(key(address), Kind::kHostMemory);
}
CUresult cuMemHostGetDevicePointer(CUdeviceptr* device_address, void* address, unsigned flags) {
  NEED_CONTEXT();
  if (flags) return CUDA_ERROR_INVALID_VALUE;
  const auto found = state().objects.find(key(address));
  const bool registered = found != state().objects.end() && found->second.kind == Kind::kRegistered;
  live_here(address, registered ? Kind::kRegistered : Kind::kHostMemory);
  *device_address = key(address);
  return CUDA_SUCCESS;
}
CUresult cuPointerGetAttribute(void* value, CUpointer_attribute attribute, CUdeviceptr address) {
  std::uintptr_t begin = 0;
  const Object* const object = memory_at(address, &begin);
  if (!object) return CUDA_ERROR_INVALID_VALUE;
  const bool device =
      object->kind == Kind::kMemory || object->kind == Kind::kManaged || object->kind == Kind::kImported;
  switch (attribute) {
    case CU_POINTER_ATTRIBUTE_CONTEXT:
      *static_cast<CUcontext*>(value) = object->context;
      return CUDA_SUCCESS;
    case CU_POINTER_ATTRIBUTE_MEMORY_TYPE:
      *static_cast<unsigned*>(value) = device ? CU_MEMORYTYPE_DEVICE : CU_MEMORYTYPE_HOST;
      return CUDA_SUCCESS;
    case CU_POINTER_ATTRIBUTE_HOST_POINTER:
      if (object->kind == Kind::kMemory || object->kind == Kind::kImported) return CUDA_ERROR_INVALID_VALUE;
      *static_cast<void**>(value) = reinterpret_cast<void*>(address);
      return CUDA_SUCCESS;
    case CU_POINTER_ATTRIBUTE_IS_MANAGED:
      *static_cast<int*>(value) = object->kind == Kind::kManaged ? 1 : 0;
      return CUDA_SUCCESS;
    case CU_POINTER_ATTRIBUTE_RANGE_START_ADDR:
      *static_cast<CUdeviceptr*>(value) = begin;
      return CUDA_SUCCESS;
    case CU_POINTER_ATTRIBUTE_RANGE_SIZE:
      *static_cast<std::size_t*>(value) = object->bytes;
      return CUDA_SUCCESS;
    case CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL:
      *static_cast<int*>(value) = state().objects.at(key(object->context)).device;
      return CUDA_SUCCESS;
    default:
      return CUDA_ERROR_INVALID_VALUE;
  }
}

// --- kinds of memory

void note(CUdeviceptr address, std::size_t bytes, int number, CUdevice device, CUstream stream) {
  state().range = {.address = address, .bytes = bytes, .number = number, .device = device, .stream = stream};
}
CUresult cuMemAllocPitch(CUdeviceptr* address, std::size_t* pitch, std::size_t row_bytes, std::size_t rows,
                         unsigned element_bytes) {
  // As driver 580.
  if (row_bytes == 0 || rows == 0 || (element_bytes != 4 && element_bytes != 8 && element_bytes != 16))
    return CUDA_ERROR_INVALID_VALUE;
  const std::size_t rounded = (row_bytes + 511) / 512 * 512;
  std::uintptr_t made = 0;
  const CUresult result = allocate(&made, rounded * rows, Kind::kMemory);
  if (result != CUDA_SUCCESS) return result;
  note(made, rounded * rows, static_cast<int>(element_bytes), 0, nullptr);
  *address = made;
  *pitch = rounded;
  return CUDA_SUCCESS;
}
CUresult cuMemAllocManaged(CUdeviceptr* address, std::size_t bytes, unsigned flags) {
  if (flags != CU_MEM_ATTACH_GLOBAL && flags != CU_MEM_ATTACH_HOST) return CUDA_ERROR_INVALID_VALUE;
  std::uintptr_t made = 0;
  const CUresult result = allocate(&made, bytes, Kind::kManaged);
  if (result != CUDA_SUCCESS) return result;
  note(made, bytes, static_cast<int>(flags), 0, nullptr);
  *address = made;
  return CUDA_SUCCESS;
}
CUresult cuMemHostRegister(void* address, std::size_t bytes, unsigned flags) {
  NEED_CONTEXT();
  if (bytes == 0 || flags > 15) return CUDA_ERROR_INVALID_VALUE;
  const std::uintptr_t page = key(address) / 4096 * 4096;
  if (msync(reinterpret_cast<void*>(page), key(address) + bytes - page, MS_ASYNC) != 0)
    return CUDA_ERROR_INVALID_VALUE;  // not mapped
  for (const auto& [start, object] : state().objects)
    if (object.live && !object.given_up && is_memory(object.kind) && key(address) < start + object.bytes &&
        start < key(address) + bytes)
      return CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED;
  state().objects[key(address)] =
      Object{.kind = Kind::kRegistered, .context = current(), .made_by = state().calls, .bytes = bytes};
  state().memories.insert(key(address));
  note(key(address), bytes, static_cast<int>(flags), 0, nullptr);
  return CUDA_SUCCESS;
}
CUresult cuMemHostUnregister(void* address) {
  return deallocate(key(address), Kind::kRegistered);
}
CUresult cuMemHostGetFlags(unsigned* flags, void* address) {
  NEED_CONTEXT();
  for (const auto& [start, object] : state().objects)
    if (object.live && (object.kind == Kind::kHostMemory || object.kind == Kind::kRegistered) &&
        key(address) - start < object.bytes) {
      *flags = CU_MEMHOSTALLOC_PORTABLE | CU_MEMHOSTALLOC_DEVICEMAP;  // as driver 580
      return CUDA_SUCCESS;
    }
  return CUDA_ERROR_INVALID_VALUE;
}
// Managed memory that holds the range; else the true driver refuses, too.
const Object* managed_range(CUdeviceptr address, std::size_t bytes) {
  for (const auto& [start, object] : state().objects)
    if (object.live && object.kind == Kind::kManaged && address - start < object.bytes && bytes != 0 &&
        bytes <= object.bytes - (address - start))
      return &object;
  return nullptr;
}
CUresult cuMemRangeGetAttribute(void* value, std::size_t value_bytes, CUmem_range_attribute attribute,
                                CUdeviceptr address, std::size_t bytes) {
  NEED_CONTEXT();
  if (value_bytes != sizeof(int) || !managed_range(address, bytes)) return CUDA_ERROR_INVALID_VALUE;
  *static_cast<int*>(value) = attribute == CU_MEM_RANGE_ATTRIBUTE_READ_MOSTLY ? 0 : CU_DEVICE_INVALID;
  return CUDA_SUCCESS;
}
CUresult cuStreamAttachMemAsync(CUstream stream, CUdeviceptr address, std::size_t bytes, unsigned flags) {
  NEED_CONTEXT();
  if (bytes != 0 || !managed_range(address, 1) || (flags == CU_MEM_ATTACH_SINGLE && !stream))
    return CUDA_ERROR_INVALID_VALUE;
  live_here(address, Kind::kManaged);  // all of it
  note(address, bytes, static_cast<int>(flags), 0, stream);
  queue(stream);
  return CUDA_SUCCESS;
}
CUresult cuMemAdvise(CUdeviceptr address, std::size_t bytes, CUmem_advise advice, CUdevice device) {
  NEED_CONTEXT();
  if (!managed_range(address, bytes)) return CUDA_ERROR_INVALID_VALUE;
  if (device != CU_DEVICE_CPU && !valid_device(device)) return CUDA_ERROR_INVALID_DEVICE;
  note(address, bytes, static_cast<int>(advice), device, nullptr);
  return CUDA_SUCCESS;
}
CUresult cuMemPrefetchAsync(CUdeviceptr address, std::size_t bytes, CUdevice device, CUstream stream) {
  NEED_CONTEXT();
  if (!managed_range(address, bytes)) return CUDA_ERROR_INVALID_VALUE;
  if (device != CU_DEVICE_CPU && !valid_device(device)) return CUDA_ERROR_INVALID_DEVICE;
  note(address, bytes, 0, device, stream);
  queue(stream);
  return CUDA_SUCCESS;
}

CUresult cuMemDiscardAndPrefetchBatchAsync(CUdeviceptr* addresses, std::size_t* bytes, std::size_t count,
                                           CUmemLocation* locations, std::size_t* location_indices,
                                           std::size_t location_count, unsigned long long flags,
                                           CUstream stream) {
  NEED_CONTEXT();
  if (count != 1 || location_count != 1 || location_indices[0] != 0 || flags != 0)
    return CUDA_ERROR_INVALID_VALUE;
  if (!managed_range(addresses[0], bytes[0])) return CUDA_ERROR_INVALID_VALUE;
  const bool is_host = locations[0].type == CU_MEM_LOCATION_TYPE_HOST;
  if (!is_host && !valid_device(locations[0].id)) return CUDA_ERROR_INVALID_DEVICE;
  note(addresses[0], bytes[0], 1, is_host ? CU_DEVICE_CPU : locations[0].id, stream);
  queue(stream);
  return CUDA_SUCCESS;
}

CUresult cuProfilerStart() {
  NEED_CONTEXT();
  return CUDA_SUCCESS;
}
CUresult cuProfilerStop() {
  NEED_CONTEXT();
  return CUDA_SUCCESS;
}

// Copies and fills happen at once: a stream only decides when they count as finished.
CUresult copy(void* dst, const void* src, std::size_t bytes, CUstream stream) {
  NEED_CONTEXT();
  QUEUED_OR_CAPTURED(stream, CU_GRAPH_NODE_TYPE_MEMCPY, [=] {
    for (const void* end : {const_cast<const void*>(dst), src})
      if (state().memories.count(key(end))) check_range(key(end), bytes);
    memmove(dst, src, bytes);
  });
  queue(stream);
  memmove(dst, src, bytes);
  return CUDA_SUCCESS;
}
void* host(CUdeviceptr address) {
  return reinterpret_cast<void*>(address);
}
// As the true driver: memory of the host that is not there, or may not be written, is refused.
bool may_copy(const void* begin, std::size_t bytes, bool writes) {
  if (bytes == 0) return true;
  const std::uintptr_t first = key(begin) / 4096 * 4096, end = (key(begin) + bytes + 4095) / 4096 * 4096;
  static long here = 0;
  static const bool system_says =
      madvise(reinterpret_cast<void*>(key(&here) / 4096 * 4096), 4096, MADV_POPULATE_READ) == 0;
  return !system_says || madvise(reinterpret_cast<void*>(first), end - first,
                                 writes ? MADV_POPULATE_WRITE : MADV_POPULATE_READ) == 0;
}
CUresult cuMemcpyHtoDAsync(CUdeviceptr dst, const void* src, std::size_t bytes, CUstream stream) {
  check_range(dst, bytes);
  if (!may_copy(src, bytes, false)) return CUDA_ERROR_INVALID_VALUE;
  return copy(host(dst), src, bytes, stream);
}
CUresult cuMemcpyDtoHAsync(void* dst, CUdeviceptr src, std::size_t bytes, CUstream stream) {
  check_range(src, bytes);
  if (!may_copy(dst, bytes, true)) return CUDA_ERROR_INVALID_VALUE;
  return copy(dst, host(src), bytes, stream);
}
CUresult cuMemcpyDtoDAsync(CUdeviceptr dst, CUdeviceptr src, std::size_t bytes, CUstream stream) {
  check_range(dst, bytes);
  check_range(src, bytes);
  return copy(host(dst), host(src), bytes, stream);
}
CUresult cuMemcpyHtoD(CUdeviceptr dst, const void* src, std::size_t bytes) {
  finish_all();
  return cuMemcpyHtoDAsync(dst, src, bytes, nullptr);
}
CUresult cuMemcpyDtoH(void* dst, CUdeviceptr src, std::size_t bytes) {
  finish_all();
  return cuMemcpyDtoHAsync(dst, src, bytes, nullptr);
}
CUresult cuMemcpyDtoD(CUdeviceptr dst, CUdeviceptr src, std::size_t bytes) {
  finish_all();
  return cuMemcpyDtoDAsync(dst, src, bytes, nullptr);
}
template <typename Value>
CUresult fill(CUdeviceptr dst, Value value, std::size_t count, CUstream stream) {
  NEED_CONTEXT();
  if (dst % sizeof value) return CUDA_ERROR_INVALID_VALUE;
  check_range(dst, count * sizeof value);
  QUEUED_OR_CAPTURED(stream, CU_GRAPH_NODE_TYPE_MEMSET, [=] {
    check_range(dst, count * sizeof value);
    std::fill_n(static_cast<Value*>(host(dst)), count, value);
  });
  queue(stream);
  std::fill_n(static_cast<Value*>(host(dst)), count, value);
  return CUDA_SUCCESS;
}
CUresult cuMemsetD8Async(CUdeviceptr dst, unsigned char value, std::size_t count, CUstream stream) {
  return fill(dst, value, count, stream);
}
CUresult cuMemsetD16Async(CUdeviceptr dst, unsigned short value, std::size_t count, CUstream stream) {
  return fill(dst, value, count, stream);
}
CUresult cuMemsetD32Async(CUdeviceptr dst, unsigned value, std::size_t count, CUstream stream) {
  return fill(dst, value, count, stream);
}
CUresult cuMemsetD8(CUdeviceptr dst, unsigned char value, std::size_t count) {
  return fill(dst, value, count, nullptr);
}
CUresult cuMemsetD16(CUdeviceptr dst, unsigned short value, std::size_t count) {
  return fill(dst, value, count, nullptr);
}
CUresult cuMemsetD32(CUdeviceptr dst, unsigned value, std::size_t count) {
  return fill(dst, value, count, nullptr);
}

// --- rectangles

// One end of a rectangle: where it begins, and the distances of its rows and slices.
struct End {
  std::uintptr_t address;
  bool is_device;
  std::size_t pitch, slice;
  const Array* array = nullptr;
};
#include "fake_cuda/arrays.inc"

template <typename Copy>
End dst_of(const Copy& copy) {
  if (copy.dst_type == CU_MEMORYTYPE_ARRAY) return array_end(copy.dst_array, copy.dst_x, copy.dst_y);
  const bool is_device = copy.dst_type == CU_MEMORYTYPE_DEVICE;
  if (!is_device && copy.dst_type != CU_MEMORYTYPE_HOST) die("a memory type that is not set");
  return {(is_device ? copy.dst_device : key(copy.dst_host)) + copy.dst_x + copy.dst_y * copy.dst_pitch,
          is_device, copy.dst_pitch, 0};
}
template <typename Copy>
End src_of(const Copy& copy) {
  if (copy.src_type == CU_MEMORYTYPE_ARRAY) return array_end(copy.src_array, copy.src_x, copy.src_y);
  const bool is_device = copy.src_type == CU_MEMORYTYPE_DEVICE;
  if (!is_device && copy.src_type != CU_MEMORYTYPE_HOST) die("a memory type that is not set");
  return {(is_device ? copy.src_device : key(copy.src_host)) + copy.src_x + copy.src_y * copy.src_pitch,
          is_device, copy.src_pitch, 0};
}
CUresult copy_rows(const End& dst, const End& src, std::size_t width, std::size_t height, std::size_t slices,
                   CUstream stream) {
  NEED_CONTEXT();
  for (const End* end : {&dst, &src})
    if (!end->array && (end->pitch < width || end->pitch > kMaxPitch)) return CUDA_ERROR_INVALID_VALUE;
  const auto run = [=] {
    for (std::size_t z = 0; z < slices; ++z)
      for (std::size_t y = 0; y < height; ++y) {
        const std::uintptr_t to = dst.address + z * dst.slice + y * dst.pitch;
        const std::uintptr_t from = src.address + z * src.slice + y * src.pitch;
        if (dst.is_device) check_range(to, width);
        if (src.is_device) check_range(from, width);
        memmove(host(to), host(from), width);
      }
  };
  QUEUED_OR_CAPTURED(stream, CU_GRAPH_NODE_TYPE_MEMCPY, run);
  queue(stream);
  run();
  return CUDA_SUCCESS;
}
CUresult cuMemcpy2DAsync(const CUDA_MEMCPY2D* copy, CUstream stream) {
  return copy_rows(dst_of(*copy), src_of(*copy), copy->width, copy->height, 1, stream);
}
CUresult cuMemcpy2DUnaligned(const CUDA_MEMCPY2D* copy) {
  finish_all();
  return cuMemcpy2DAsync(copy, nullptr);
}
template <typename Copy>
CUresult copy_slices(const Copy& copy, CUstream stream) {
  End dst = dst_of(copy), src = src_of(copy);
  if (!dst.array) dst.slice = copy.dst_pitch * copy.dst_height;
  if (!src.array) src.slice = copy.src_pitch * copy.src_height;
  if ((!dst.array && copy.dst_height < copy.height) || (!src.array && copy.src_height < copy.height) ||
      copy.src_lod || copy.dst_lod)
    return CUDA_ERROR_INVALID_VALUE;
  if (dst.array) check_in_array(*dst.array, copy.dst_x, copy.dst_y, copy.dst_z, copy);
  if (src.array) check_in_array(*src.array, copy.src_x, copy.src_y, copy.src_z, copy);
  dst.address += copy.dst_z * dst.slice;
  src.address += copy.src_z * src.slice;
  // What the driver of an H200 (580) does wrongly. Beside layers of one dimension, slices of device memory
  // are a row high; from a layer of two dimensions to another one of the same array, the bytes do not arrive.
  const auto has_layers = [](const Array* array, bool of_rows) {
    return array && (array->descriptor.flags & (kArrayLayered | kArrayCubemap)) &&
           (array->descriptor.height == 0) == of_rows;
  };
  if (has_layers(dst.array, true) && src.is_device && !src.array) src.slice = src.pitch;
  if (has_layers(src.array, true) && dst.is_device && !dst.array) dst.slice = dst.pitch;
  const bool is_lost = has_layers(dst.array, false) && dst.array == src.array && copy.dst_z != copy.src_z;
  return copy_rows(dst, src, copy.width, copy.height, is_lost ? 0 : copy.depth, stream);
}
CUresult cuMemcpy3DAsync(const CUDA_MEMCPY3D* copy, CUstream stream) {
  if (copy->reserved0 || copy->reserved1) return CUDA_ERROR_INVALID_VALUE;
  return copy_slices(*copy, stream);
}
CUresult cuMemcpy3D(const CUDA_MEMCPY3D* copy) {
  finish_all();
  return cuMemcpy3DAsync(copy, nullptr);
}
// The memory must be of the context that is named, and no host memory.
void check_peer(std::uintptr_t address, CUcontext context) {
  live(context, Kind::kContext);
  const Object* const object = memory_at(address);
  if (!object) return;
  if (object->kind == Kind::kHostMemory) die("host memory in a copy between contexts", address);
  if (object->context != context) die("memory of another context than the one named", address);
}
CUresult cuMemcpyPeerAsync(CUdeviceptr dst, CUcontext dst_context, CUdeviceptr src, CUcontext src_context,
                           std::size_t bytes, CUstream stream) {
  check_peer(dst, dst_context);
  check_peer(src, src_context);
  return cuMemcpyDtoDAsync(dst, src, bytes, stream);
}
CUresult cuMemcpy3DPeerAsync(const CUDA_MEMCPY3D_PEER* copy, CUstream stream) {
  check_peer(dst_of(*copy).address, copy->dst_context);
  check_peer(src_of(*copy).address, copy->src_context);
  return copy_slices(*copy, stream);
}
template <typename Value>
CUresult fill_rows(CUdeviceptr dst, std::size_t pitch, Value value, std::size_t width, std::size_t height,
                   CUstream stream) {
  NEED_CONTEXT();
  if (dst % sizeof value || pitch % sizeof value || pitch < width * sizeof value || pitch > kMaxPitch)
    return CUDA_ERROR_INVALID_VALUE;
  const auto run = [=] {
    for (std::size_t y = 0; y < height; ++y) {
      check_range(dst + y * pitch, width * sizeof value);
      std::fill_n(static_cast<Value*>(host(dst + y * pitch)), width, value);
    }
  };
  QUEUED_OR_CAPTURED(stream, CU_GRAPH_NODE_TYPE_MEMSET, run);
  queue(stream);
  run();
  return CUDA_SUCCESS;
}
CUresult cuMemsetD2D8Async(CUdeviceptr dst, std::size_t pitch, unsigned char value, std::size_t width,
                           std::size_t height, CUstream stream) {
  return fill_rows(dst, pitch, value, width, height, stream);
}
CUresult cuMemsetD2D16Async(CUdeviceptr dst, std::size_t pitch, unsigned short value, std::size_t width,
                            std::size_t height, CUstream stream) {
  return fill_rows(dst, pitch, value, width, height, stream);
}
CUresult cuMemsetD2D32Async(CUdeviceptr dst, std::size_t pitch, unsigned value, std::size_t width,
                            std::size_t height, CUstream stream) {
  return fill_rows(dst, pitch, value, width, height, stream);
}
CUresult gridcallMemset3D(const GridcallFill*, CUstream) {
  return CUDA_ERROR_NOT_SUPPORTED;
}

// --- streams and events

CUresult cuStreamCreateWithPriority(CUstream* stream, unsigned flags, int priority) {
  NEED_CONTEXT();
  if (flags > 1) return CUDA_ERROR_INVALID_VALUE;
  *stream = make<CUstream>(Kind::kStream, current());
  state().objects.at(key(*stream)).flags = flags;
  state().objects.at(key(*stream)).priority = priority;
  return CUDA_SUCCESS;
}
CUresult cuStreamDestroy(CUstream stream) {
  Object& object = live_here(stream, Kind::kStream);
  if (FakeCapture* capture = capture_of(object.capture)) {
    if (capture->origin != stream) die("a stream destroyed that is in another one's capture", key(stream));
    end_fake_capture(*capture);
  }
  object.live = false;
  return CUDA_SUCCESS;
}
CUresult cuStreamSynchronize(CUstream stream) {
  NEED_CONTEXT();
  if (stream) live_here(stream, Kind::kStream);
  if (const CUresult refused = capture_refusal(stream)) return refused;
  finish_all(stream ? live_here(stream, Kind::kStream).work : live(current(), Kind::kContext).work);
  return CUDA_SUCCESS;
}
CUresult cuStreamQuery(CUstream stream) {
  NEED_CONTEXT();
  if (const CUresult refused = capture_refusal(stream)) return refused;
  if (const CUresult refused = unsafe_call()) return refused;
  const std::uint64_t work =
      stream ? live_here(stream, Kind::kStream).work : live(current(), Kind::kContext).work;
  return is_done(work, current()) ? CUDA_SUCCESS : CUDA_ERROR_NOT_READY;
}
CUresult cuStreamGetCtx(CUstream stream, CUcontext* context) {
  NEED_CONTEXT();
  *context = stream ? live(stream, Kind::kStream).context : current();
  return CUDA_SUCCESS;
}
CUresult cuStreamGetFlags(CUstream stream, unsigned* flags) {
  NEED_CONTEXT();
  *flags = stream ? live_here(stream, Kind::kStream).flags : 0;
  return CUDA_SUCCESS;
}
CUresult cuStreamGetPriority(CUstream stream, int* priority) {
  NEED_CONTEXT();
  *priority = stream ? live_here(stream, Kind::kStream).priority : 0;
  return CUDA_SUCCESS;
}
CUresult cuStreamGetId(CUstream stream, std::uint64_t* id) {
  NEED_CONTEXT();
  *id = stream ? live_here(stream, Kind::kStream).made_by : 1;
  return CUDA_SUCCESS;
}
CUresult cuStreamIsCapturing(CUstream stream, CUstreamCaptureStatus* status) {
  NEED_CONTEXT();
  *status = CU_STREAM_CAPTURE_STATUS_NONE;
  if (stream) {
    const Object& object = live_here(stream, Kind::kStream);
    const FakeCapture* capture = capture_of(object.capture);
    if (object.captures)
      *status =
          capture && capture->broken ? CU_STREAM_CAPTURE_STATUS_INVALIDATED : CU_STREAM_CAPTURE_STATUS_ACTIVE;
    return CUDA_SUCCESS;
  }
  if (!state().has_captured) return CUDA_SUCCESS;
  // As the true one, which ends no capture by this call.
  for (const auto& [address, object] : state().objects)
    if (object.kind == Kind::kStream && object.live && object.captures &&
        (object.flags & CU_STREAM_NON_BLOCKING) == 0)
      return CUDA_ERROR_STREAM_CAPTURE_IMPLICIT;
  return CUDA_SUCCESS;
}
CUresult cuStreamWaitEvent(CUstream stream, CUevent event, unsigned flags) {
  NEED_CONTEXT();
  if (flags) return CUDA_ERROR_INVALID_VALUE;
  if (stream) live_here(stream, Kind::kStream);
  if (stream) {
    bool is_handled = false;
    const CUresult result =
        wait_captured(live_here(stream, Kind::kStream), live(event, Kind::kEvent), is_handled);
    if (is_handled) return result;
  }
  const bool is_captured = live(event, Kind::kEvent).captures;
  const bool captures = stream != nullptr && live_here(stream, Kind::kStream).captures;
  if (is_captured == captures) return CUDA_SUCCESS;
  ++state().broken_captures;  // a stream joins, or the capture depends on what is not in it
  return is_captured ? CUDA_SUCCESS : CUDA_ERROR_STREAM_CAPTURE_ISOLATION;
}
CUresult cuEventCreate(CUevent* event, unsigned flags) {
  NEED_CONTEXT();
  if (flags > 7 || ((flags & CU_EVENT_INTERPROCESS) != 0 && (flags & CU_EVENT_DISABLE_TIMING) == 0))
    return CUDA_ERROR_INVALID_VALUE;
  *event = make<CUevent>(Kind::kEvent, current());
  state().objects.at(key(*event)).timed = !(flags & CU_EVENT_DISABLE_TIMING);
  state().objects.at(key(*event)).flags = flags;
  return CUDA_SUCCESS;
}
CUresult cuEventDestroy(CUevent event) {
  live_here(event, Kind::kEvent).live = false;
  return CUDA_SUCCESS;
}
// --- other processes: a handle that says another process's number opens new memory or a new event

struct IpcHandle {
  char magic[8];
  std::uint64_t kind;
  std::uint64_t pid;
  std::uint64_t address;
  std::uint64_t bytes;
  std::uint64_t unused[3];
};
static_assert(sizeof(IpcHandle) == sizeof(CUipcMemHandle));
constexpr char kIpcMagic[8] = {'f', 'a', 'k', 'e', '-', 'i', 'p', 'c'};

template <typename Handle>
Handle ipc_handle(Kind kind, std::uintptr_t address, std::size_t bytes) {
  IpcHandle made{{}, static_cast<std::uint64_t>(kind), static_cast<std::uint64_t>(getpid()), address, bytes,
                 {}};
  memcpy(made.magic, kIpcMagic, sizeof kIpcMagic);
  return std::bit_cast<Handle>(made);
}
// `own`: what the true driver returns for a handle of this process.
template <typename Handle>
CUresult read_ipc_handle(const Handle& handle, Kind kind, CUresult own, IpcHandle& read) {
  read = std::bit_cast<IpcHandle>(handle);
  if (memcmp(read.magic, kIpcMagic, sizeof kIpcMagic) != 0 || read.kind != static_cast<std::uint64_t>(kind))
    return CUDA_ERROR_INVALID_VALUE;
  return read.pid == static_cast<std::uint64_t>(getpid()) ? own : CUDA_SUCCESS;
}

CUresult cuMemGetAddressRange(CUdeviceptr* begin, std::size_t* bytes, CUdeviceptr address) {
  NEED_CONTEXT();
  std::uintptr_t start = 0;
  const Object* const object = memory_at(address, &start);
  if (!object) return CUDA_ERROR_NOT_FOUND;
  if (begin) *begin = start;
  if (bytes) *bytes = object->bytes;
  return CUDA_SUCCESS;
}
CUresult cuIpcGetMemHandle(CUipcMemHandle* handle, CUdeviceptr address) {
  NEED_CONTEXT();
  std::uintptr_t start = 0;
  const Object* const object = memory_at(address, &start);
  if (!object || object->kind != Kind::kMemory) return CUDA_ERROR_INVALID_VALUE;
  *handle = ipc_handle<CUipcMemHandle>(Kind::kMemory, start, object->bytes);
  note(address, object->bytes, 0, 0, nullptr);
  return CUDA_SUCCESS;
}
CUresult cuIpcOpenMemHandle(CUdeviceptr* address, CUipcMemHandle handle, unsigned flags) {
  NEED_CONTEXT();
  IpcHandle read{};
  const CUresult refused = read_ipc_handle(handle, Kind::kMemory, CUDA_ERROR_INVALID_CONTEXT, read);
  if (refused != CUDA_SUCCESS) return refused;
  if (flags != CU_IPC_MEM_LAZY_ENABLE_PEER_ACCESS) return CUDA_ERROR_INVALID_VALUE;
  for (auto& [start, object] : state().objects) {
    if (object.kind != Kind::kImported || !object.live || object.context != current() ||
        object.exporter != read.address)
      continue;
    ++object.references;
    *address = start;
    return CUDA_SUCCESS;
  }
  std::uintptr_t made = 0;
  const CUresult result = allocate(&made, read.bytes, Kind::kImported);
  if (result != CUDA_SUCCESS) return result;
  Object& object = state().objects.at(made);
  object.references = 1;
  object.exporter = read.address;
  note(made, read.bytes, static_cast<int>(flags), 0, nullptr);
  *address = made;
  return CUDA_SUCCESS;
}
CUresult cuIpcCloseMemHandle(CUdeviceptr address) {
  NEED_CONTEXT();
  if (--live_here(address, Kind::kImported).references > 0) return CUDA_SUCCESS;
  return deallocate(address, Kind::kImported);
}
CUresult cuIpcGetEventHandle(CUipcEventHandle* handle, CUevent event) {
  NEED_CONTEXT();
  if ((live_here(event, Kind::kEvent).flags & CU_EVENT_INTERPROCESS) == 0) return CUDA_ERROR_INVALID_VALUE;
  *handle = ipc_handle<CUipcEventHandle>(Kind::kEvent, key(event), 0);
  return CUDA_SUCCESS;
}
CUresult cuIpcOpenEventHandle(CUevent* event, CUipcEventHandle handle) {
  NEED_CONTEXT();
  IpcHandle read{};
  const CUresult refused = read_ipc_handle(handle, Kind::kEvent, CUDA_ERROR_MAP_FAILED, read);
  if (refused != CUDA_SUCCESS) return refused;
  *event = make<CUevent>(Kind::kEvent, current());
  state().objects.at(key(*event)).timed = false;
  return CUDA_SUCCESS;
}

CUresult cuEventRecord(CUevent event, CUstream stream) {
  NEED_CONTEXT();
  Object& object = live_here(event, Kind::kEvent);
  if (const CUresult refused = queue_refusal(stream)) return refused;
  const std::uint64_t capture = stream ? live_here(stream, Kind::kStream).capture : 0;
  object.capture = capture;
  object.tail.clear();
  if (capture) {
    object.tail = live_here(stream, Kind::kStream).tail;
    return CUDA_SUCCESS;
  }
  object.captures = stream != nullptr && live_here(stream, Kind::kStream).captures;
  object.work = queue(stream);
  object.recorded = true;
  return CUDA_SUCCESS;
}
CUresult cuEventQuery(CUevent event) {
  if (const CUresult refused = captured_event_refusal(live_here(event, Kind::kEvent))) return refused;
  if (const CUresult refused = unsafe_call()) return refused;
  return is_done(live_here(event, Kind::kEvent).work, current()) ? CUDA_SUCCESS : CUDA_ERROR_NOT_READY;
}
CUresult cuEventSynchronize(CUevent event) {
  if (const CUresult refused = captured_event_refusal(live_here(event, Kind::kEvent))) return refused;
  finish_all(live_here(event, Kind::kEvent).work);
  return CUDA_SUCCESS;
}
CUresult cuEventElapsedTime(float* milliseconds, CUevent start, CUevent end) {
  const Object &from = live_here(start, Kind::kEvent), &to = live_here(end, Kind::kEvent);
  if (!from.recorded || !to.recorded || !from.timed || !to.timed) return CUDA_ERROR_INVALID_HANDLE;
  if (from.work > state().finished || to.work > state().finished) return CUDA_ERROR_NOT_READY;
  *milliseconds = (static_cast<float>(to.work) - static_cast<float>(from.work)) * 0.001f;
  return CUDA_SUCCESS;
}

// --- modules: enough of PTX to know names and sizes

std::size_t size_of_type(const std::string& type) {  // ".u64", ".b8", ".f32"
  return static_cast<std::size_t>(std::max(1, atoi(type.c_str() + type.find_first_of("0123456789")) / 8));
}
std::vector<std::string> words(const std::string& text) {
  std::vector<std::string> found;
  std::string word;
  for (const char c : text + " ")
    if (strchr(" \t\n\r,()", c)) {
      if (!word.empty()) found.push_back(word);
      word.clear();
    } else {
      word += c;
    }
  return found;
}
// The last word of a declaration, "name" or "name[16]", and its size.
std::pair<std::string, std::size_t> declared(const std::vector<std::string>& declaration,
                                             std::size_t& alignment) {
  std::size_t unit = 1;
  alignment = 0;
  for (std::size_t i = 0; i < declaration.size(); ++i) {
    if (declaration[i] == ".align") alignment = static_cast<std::size_t>(atoi(declaration[i + 1].c_str()));
    const std::string& word = declaration[i];
    if (word.size() > 2 && word[0] == '.' && strchr("busf", word[1]) &&
        isdigit(static_cast<unsigned char>(word[2])))
      unit = size_of_type(word);
  }
  if (!alignment) alignment = unit;
  std::string name = declaration.back();
  std::size_t count = 1;
  if (const std::size_t bracket = name.find('['); bracket != std::string::npos) {
    count = static_cast<std::size_t>(atoi(name.c_str() + bracket + 1));
    name.erase(bracket);
  }
  return {name, unit * count};
}

bool read_ptx(const std::string& ptx, CUmodule handle, Module& module) {
  for (std::size_t at = ptx.find(".entry"); at != std::string::npos; at = ptx.find(".entry", at + 1)) {
    const std::size_t open = ptx.find('(', at), close = ptx.find(')', at);
    if (open == std::string::npos || close == std::string::npos) return false;
    auto* function = new Function;
    function->module = handle;
    function->name = words(ptx.substr(at + 6, open - at - 6)).at(0);
    const std::string list = ptx.substr(open + 1, close - open - 1);
    for (std::size_t begin = 0; begin < list.size();) {
      std::size_t end = list.find(',', begin);
      if (end == std::string::npos) end = list.size();
      const auto parameter = words(list.substr(begin, end - begin));
      if (!parameter.empty()) {
        std::size_t alignment = 0;
        const std::size_t size = declared(parameter, alignment).second;
        std::size_t& total = function->parameter_bytes;
        total = (total + alignment - 1) / alignment * alignment;
        function->parameters.push_back({total, size});
        total += size;
      }
      begin = end + 1;
    }
    module.functions.push_back(function);
  }
  for (std::size_t begin = 0; begin < ptx.size();) {
    std::size_t end = ptx.find('\n', begin);
    if (end == std::string::npos) end = ptx.size();
    std::string line = ptx.substr(begin, end - begin);
    begin = end + 1;
    const std::size_t semicolon = line.find_first_of(";=");
    if (semicolon == std::string::npos) continue;
    line.erase(semicolon);
    auto declaration = words(line);
    while (!declaration.empty() && (declaration[0] == ".visible" || declaration[0] == ".extern"))
      declaration.erase(declaration.begin());
    if (declaration.size() < 3 || (declaration[0] != ".global" && declaration[0] != ".const")) continue;
    std::size_t alignment = 0;
    const auto [name, size] = declared(declaration, alignment);
    module.globals.push_back(new Global{name, std::vector<unsigned char>(size)});
  }
  return true;
}

CUresult cuModuleLoadDataEx(CUmodule* module, const void* image, unsigned count, CUjit_option* options,
                            void** values) {
  NEED_CONTEXT();
  const auto* text = static_cast<const char*>(image);
  const auto refuse = [&](CUresult result, const char* log) {
    for (unsigned i = 0; i < count; ++i)
      for (unsigned j = 0; j < count; ++j)
        if (options[i] == CU_JIT_ERROR_LOG_BUFFER && options[j] == CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES)
          snprintf(static_cast<char*>(values[i]), reinterpret_cast<std::size_t>(values[j]), "%s", log);
    return result;
  };
  if (state().load_result) return refuse(static_cast<CUresult>(state().load_result), "fake: refused as told");
  // PTX alone: it is text, and NUL-terminated as the true driver asks for it.
  if (text[0] != '.' && text[0] != '/') return refuse(CUDA_ERROR_INVALID_IMAGE, "fake: not PTX");
  const std::string ptx = text;
  if (ptx.find(".version") == std::string::npos) return refuse(CUDA_ERROR_INVALID_PTX, "fake: no .version");
  const auto handle = make<CUmodule>(Kind::kModule, current());
  Module made;
  if (!read_ptx(ptx, handle, made)) {
    state().objects.at(key(handle)).live = false;
    return refuse(CUDA_ERROR_INVALID_PTX, "fake: a parameter list does not end");
  }
  for (unsigned i = 0; i < count; ++i) {
    switch (static_cast<int>(options[i])) {
      case CU_JIT_WALL_TIME: {  // a float of milliseconds
        const float milliseconds = 1.5f;
        values[i] = nullptr;
        memcpy(&values[i], &milliseconds, sizeof milliseconds);
        break;
      }
      case CU_JIT_THREADS_PER_BLOCK:
        values[i] = reinterpret_cast<void*>((reinterpret_cast<std::uintptr_t>(values[i]) + 127) / 128 * 128);
        break;
      case CU_JIT_INFO_LOG_BUFFER: {
        // All that was asked for, in the order of the options.
        std::string said = "fake: info";
        for (unsigned j = 0; j < count; ++j)
          if (options[j] != CU_JIT_INFO_LOG_BUFFER && options[j] != CU_JIT_ERROR_LOG_BUFFER)
            said += " " + std::to_string(static_cast<int>(options[j])) + "=" +
                    std::to_string(reinterpret_cast<std::uintptr_t>(values[j]));
        for (unsigned j = 0; j < count && count > 5; ++j)  // else nothing was asked for
          if (options[j] == CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES)
            snprintf(static_cast<char*>(values[i]), reinterpret_cast<std::size_t>(values[j]), "%s\n",
                     said.c_str());
        break;
      }
      default:
        break;
    }
  }
  for (Function* function : made.functions)
    state().functions[reinterpret_cast<CUfunction>(function)] = function;
  state().modules[handle] = made;
  *module = handle;
  return CUDA_SUCCESS;
}
CUresult cuModuleUnload(CUmodule module) {
  live_here(module, Kind::kModule).live = false;
  return CUDA_SUCCESS;
}
CUresult cuModuleGetFunction(CUfunction* function, CUmodule module, const char* name) {
  live_here(module, Kind::kModule);
  for (Function* each : state().modules.at(module).functions)
    if (each->name == name) {
      *function = reinterpret_cast<CUfunction>(each);
      return CUDA_SUCCESS;
    }
  return CUDA_ERROR_NOT_FOUND;
}
CUresult cuModuleGetGlobal(CUdeviceptr* address, std::size_t* bytes, CUmodule module, const char* name) {
  live_here(module, Kind::kModule);
  for (Global* each : state().modules.at(module).globals)
    if (each->name == name) {
      if (address) *address = key(each->bytes.data());
      if (bytes) *bytes = each->bytes.size();
      return CUDA_SUCCESS;
    }
  return CUDA_ERROR_NOT_FOUND;
}
CUresult cuModuleGetFunctionCount(unsigned* count, CUmodule module) {
  live_here(module, Kind::kModule);
  *count = static_cast<unsigned>(state().modules.at(module).functions.size());
  return CUDA_SUCCESS;
}
CUresult cuModuleEnumerateFunctions(CUfunction* functions, unsigned capacity, CUmodule module) {
  live_here(module, Kind::kModule);
  const auto& all = state().modules.at(module).functions;
  for (unsigned i = 0; i < capacity && i < all.size(); ++i)
    functions[i] = reinterpret_cast<CUfunction>(all[i]);
  return CUDA_SUCCESS;
}
Function& live_function(CUfunction function) {
  const auto found = state().functions.find(function);
  if (found == state().functions.end()) die("not a function of this driver", key(function));
  live_here(found->second->module, Kind::kModule);
  return *found->second;
}
CUresult cuFuncGetName(const char** name, CUfunction function) {
  *name = live_function(function).name.c_str();
  return CUDA_SUCCESS;
}
CUresult cuFuncGetParamInfo(CUfunction function, std::size_t index, std::size_t* offset, std::size_t* size) {
  const Function& f = live_function(function);
  if (index >= f.parameters.size()) return CUDA_ERROR_INVALID_VALUE;
  if (offset) *offset = f.parameters[index].offset;
  if (size) *size = f.parameters[index].size;
  return CUDA_SUCCESS;
}
CUresult cuFuncGetAttribute(int* value, CUfunction_attribute attribute, CUfunction function) {
  const Function& f = live_function(function);
  switch (attribute) {
    case CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK:
      *value = 1024;
      break;
    case CU_FUNC_ATTRIBUTE_NUM_REGS:
      *value = 16;
      break;
    case CU_FUNC_ATTRIBUTE_PTX_VERSION:
    case CU_FUNC_ATTRIBUTE_BINARY_VERSION:
      *value = 90;
      break;
    case CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES:
      *value = f.max_dynamic_shared;
      break;
    case CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT:
      *value = -1;
      break;
    default:
      if (attribute < 0 || attribute > 15) return CUDA_ERROR_INVALID_VALUE;
      *value = 0;
  }
  return CUDA_SUCCESS;
}
CUresult cuFuncSetAttribute(CUfunction function, CUfunction_attribute attribute, int value) {
  Function& f = live_function(function);
  // NVIDIA's driver 580 reads beyond a table of its own then.
  if (attribute < 0 || attribute > 64) die("an attribute to set that the driver does not know");
  if (attribute == CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT) return CUDA_SUCCESS;
  if (attribute != CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES || value < 0 || value > 227 * 1024)
    return CUDA_ERROR_INVALID_VALUE;
  f.max_dynamic_shared = value;
  return CUDA_SUCCESS;
}
// What the library's own kernel stores.
CUresult run_pattern_fill(unsigned grid, unsigned block, void** parameters, CUstream stream) {
  const auto to = *static_cast<std::uint64_t*>(parameters[0]),
             count = *static_cast<std::uint64_t*>(parameters[1]);
  const auto period = *static_cast<std::uint32_t*>(parameters[2]);
  const auto before = *static_cast<std::uint32_t*>(parameters[3]),
             behind = *static_cast<std::uint32_t*>(parameters[4]);
  const auto* pattern = static_cast<const unsigned char*>(parameters[5]);
  if (to % 16 != 0 || before > 15 || behind > 15 || period == 0 || period > 128 || grid * block % period != 0)
    die("a fill that its kernel cannot make", period);
  const std::uint64_t bytes = before + count * 16 + behind, size = std::uint64_t{period} * 16;
  check_range(to - before, bytes);
  queue(stream);
  auto* at = static_cast<unsigned char*>(host(to - before));
  for (std::uint64_t i = 0; i < bytes; ++i) at[i] = pattern[(size - before + i) % size];
  ++state().launches;
  return CUDA_SUCCESS;
}
CUresult cuLaunchKernel(CUfunction function, unsigned grid_x, unsigned grid_y, unsigned grid_z,
                        unsigned block_x, unsigned block_y, unsigned block_z, unsigned shared_bytes,
                        CUstream stream, void** parameters, void** extra) {
  NEED_CONTEXT();
  const Function& f = live_function(function);
  if (stream) live_here(stream, Kind::kStream);
  if (!grid_x || !grid_y || !grid_z || !block_x || !block_y || !block_z) return CUDA_ERROR_INVALID_VALUE;
  if (grid_y > 65535 || grid_z > 65535 || block_x > 1024 || block_y > 1024 || block_z > 64)
    return CUDA_ERROR_INVALID_VALUE;
  if (std::uint64_t{block_x} * block_y * block_z > 1024) return CUDA_ERROR_INVALID_VALUE;
  if (shared_bytes > static_cast<unsigned>(f.max_dynamic_shared)) return CUDA_ERROR_INVALID_VALUE;
  if (f.name == "gridcall_fill" && parameters) return run_pattern_fill(grid_x, block_x, parameters, stream);
  if (const CUresult refused = queue_refusal(stream)) return refused;
  GraphNode* const node =
      captured(stream, CU_GRAPH_NODE_TYPE_KERNEL, [function] { live_function(function); });
  if (node) {
    node->function = reinterpret_cast<Function*>(function);
    node->launch = std::make_shared<fake_cuda_launch>();
  }
  fake_cuda_launch& launch = node ? *node->launch : state().launch;
  launch = {};
  snprintf(launch.kernel, sizeof launch.kernel, "%s", f.name.c_str());
  launch.cache_config = f.cache_config;
  launch.shared_config = f.shared_config;
  const unsigned shape[] = {grid_x, grid_y, grid_z, block_x, block_y, block_z};
  memcpy(launch.grid, shape, sizeof launch.grid);
  memcpy(launch.block, shape + 3, sizeof launch.block);
  launch.shared_bytes = shared_bytes;
  launch.stream = stream;
  if (f.parameter_bytes > sizeof launch.arguments)
    die("more parameters than the record holds", f.parameter_bytes);
  launch.argument_bytes = static_cast<std::uint32_t>(f.parameter_bytes);
  const void* buffer = nullptr;
  if (extra) {  // {CU_LAUNCH_PARAM_BUFFER_POINTER = 1, buffer, CU_LAUNCH_PARAM_BUFFER_SIZE = 2, &size,
                // CU_LAUNCH_PARAM_END = 0}
    std::size_t size = 0;
    for (void** each = extra; *each; each += 2) {
      if (reinterpret_cast<std::uintptr_t>(each[0]) == 1) buffer = each[1];
      if (reinterpret_cast<std::uintptr_t>(each[0]) == 2) size = *static_cast<std::size_t*>(each[1]);
    }
    if (size < f.parameter_bytes) die("the parameter buffer is shorter than the kernel's parameters", size);
    memcpy(launch.arguments, buffer, f.parameter_bytes);
  } else {
    if (!parameters && !f.parameters.empty()) return CUDA_ERROR_INVALID_VALUE;
    for (std::size_t i = 0; i < f.parameters.size(); ++i)
      memcpy(launch.arguments + f.parameters[i].offset, parameters[i], f.parameters[i].size);
  }
  if (node) return CUDA_SUCCESS;
  queue(stream);
  ++state().launches;
  return CUDA_SUCCESS;
}
// As an H200 counts them: 32 blocks and 2,048 threads of a multiprocessor.
int blocks_resident(int block_size) {
  return std::min(32, 2048 / block_size);
}
CUresult cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* blocks, CUfunction function,
                                                              int block_size, std::size_t shared_bytes,
                                                              unsigned flags) {
  NEED_CONTEXT();
  live_function(function);
  if (block_size <= 0 || flags > 1) return CUDA_ERROR_INVALID_VALUE;
  *blocks = block_size > 1024 || shared_bytes > 227 * 1024 ? 0 : blocks_resident(block_size);
  return CUDA_SUCCESS;
}
CUresult cuOccupancyMaxPotentialBlockSize(int* grid_size, int* block_size, CUfunction function,
                                          CUoccupancyB2DSize, std::size_t, int limit) {
  NEED_CONTEXT();
  live_function(function);
  if (limit < 0) return CUDA_ERROR_INVALID_VALUE;
  *block_size = limit == 0 ? 1024 : std::min(limit, 1024);
  CUresult result = cuDeviceGetAttribute(grid_size, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, 0);
  *grid_size *= blocks_resident(*block_size);
  return result;
}
CUresult cuFuncSetCacheConfig(CUfunction function, CUfunc_cache config) {
  NEED_CONTEXT();
  live_function(function).cache_config = config;
  return CUDA_SUCCESS;
}
CUresult cuFuncSetSharedMemConfig(CUfunction function, CUsharedconfig config) {
  NEED_CONTEXT();
  live_function(function).shared_config = config;
  return CUDA_SUCCESS;
}
CUresult cuLaunchKernelEx(const CUlaunchConfig* config, CUfunction function, void** parameters,
                          void** extra) {
  NEED_CONTEXT();
  const Function& f = live_function(function);
  unsigned cooperative = 0, cluster[3] = {};
  for (unsigned i = 0; i < config->numAttrs; ++i) {
    const CUlaunchAttribute& attribute = config->attrs[i];
    if (attribute.id == CU_LAUNCH_ATTRIBUTE_COOPERATIVE) {
      cooperative = static_cast<unsigned>(attribute.value.cooperative);
    } else if (attribute.id == CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION) {
      const auto& size = attribute.value.clusterDim;
      cluster[0] = size.x, cluster[1] = size.y, cluster[2] = size.z;
    } else {
      return CUDA_ERROR_INVALID_VALUE;
    }
  }
  int multiprocessors = 0;
  if (const CUresult result =
          cuDeviceGetAttribute(&multiprocessors, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, 0))
    return result;
  const std::uint64_t threads = std::uint64_t{config->blockDimX} * config->blockDimY * config->blockDimZ;
  const std::uint64_t blocks = std::uint64_t{config->gridDimX} * config->gridDimY * config->gridDimZ;
  if (cooperative && threads != 0 && threads <= 1024 &&
      blocks > static_cast<std::uint64_t>(multiprocessors) *
                   static_cast<std::uint64_t>(blocks_resident(static_cast<int>(threads))))
    return CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE;
  if (std::uint64_t{cluster[0]} * cluster[1] * cluster[2] > 8) return CUDA_ERROR_INVALID_CLUSTER_SIZE;
  const CUresult result = cuLaunchKernel(function, config->gridDimX, config->gridDimY, config->gridDimZ,
                                         config->blockDimX, config->blockDimY, config->blockDimZ,
                                         config->sharedMemBytes, config->hStream, parameters, extra);
  if (result != CUDA_SUCCESS) return result;
  if (config->hStream && live_here(config->hStream, Kind::kStream).capture) return CUDA_SUCCESS;
  fake_cuda_launch& launch = state().launch;
  launch.cooperative = cooperative;
  memcpy(launch.cluster, cluster, sizeof launch.cluster);
  launch.cache_config = f.cache_config;
  launch.shared_config = f.shared_config;
  return CUDA_SUCCESS;
}
CUresult cuLaunchHostFunc(CUstream stream, CUhostFn function, void* data) {
  NEED_CONTEXT();
  if (!function) return CUDA_ERROR_INVALID_VALUE;
  QUEUED_OR_CAPTURED(stream, CU_GRAPH_NODE_TYPE_HOST, [=] { function(data); });
  const std::uint64_t work = queue(stream);
  state().host_calls.push_back({work, function, data, current()});
  return CUDA_SUCCESS;
}
// The fake runs work in the order of the calls, so the word has the value already or never will.
CUresult cuStreamWaitValue64(CUstream stream, CUdeviceptr address, std::uint64_t value, unsigned flags) {
  NEED_CONTEXT();
  constexpr unsigned kKnown = 3u | CU_STREAM_WAIT_VALUE_FLUSH;
  if (!address || address % 8 != 0 || (flags & ~kKnown) != 0) return CUDA_ERROR_INVALID_VALUE;
  QUEUED_OR_CAPTURED(stream, CU_GRAPH_NODE_TYPE_BATCH_MEM_OP, [] {});
  (void)value;
  queue(stream);
  return CUDA_SUCCESS;
}
CUresult cuStreamWriteValue64(CUstream stream, CUdeviceptr address, std::uint64_t value, unsigned flags) {
  NEED_CONTEXT();
  if (!address || address % 8 != 0 || flags > 1) return CUDA_ERROR_INVALID_VALUE;
  QUEUED_OR_CAPTURED(stream, CU_GRAPH_NODE_TYPE_BATCH_MEM_OP, [=] {
    __atomic_store_n(reinterpret_cast<std::uint64_t*>(address), value, __ATOMIC_SEQ_CST);
  });
  const std::uint64_t work = queue(stream);
  state().writes.push_back({work, address, value, current()});
  finish_to(0);
  return CUDA_SUCCESS;
}
CUresult gridcallVersion(unsigned*) {
  return CUDA_ERROR_NOT_SUPPORTED;
}
CUresult gridcallFaultText(char*, std::size_t) {
  return CUDA_ERROR_NOT_SUPPORTED;
}
CUresult gridcallFuncGetParamType(CUfunction, std::size_t, unsigned*, const char**, const char**) {
  return CUDA_ERROR_NOT_SUPPORTED;
}
CUresult gridcallStreamCancel(CUstream) {
  return CUDA_ERROR_NOT_SUPPORTED;
}
CUresult gridcallModuleReplace(CUmodule, const void*) {
  return CUDA_ERROR_NOT_SUPPORTED;
}
CUresult gridcallMemFree(CUdeviceptr) {
  return CUDA_ERROR_NOT_SUPPORTED;
}
CUresult gridcallCtxWait() {
  return CUDA_ERROR_NOT_SUPPORTED;
}
CUresult gridcallValuesWritten() {
  return CUDA_ERROR_NOT_SUPPORTED;
}
CUresult gridcallLaunchLimited(CUfunction, const unsigned*, const unsigned*, unsigned, CUstream, void**,
                               std::uint64_t) {
  return CUDA_ERROR_NOT_SUPPORTED;
}

// --- wrappers: one place that counts, fails and locks

// Not refused by a lost context: they do not need one.
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
         id == id_cuEventDestroy || id == id_cuModuleUnload || id == id_cuDevicePrimaryCtxRelease ||
         id == id_cuCtxDestroy || id == id_cuMemHostUnregister || id == id_cuIpcCloseMemHandle ||
         id == id_cuArrayDestroy || id == id_cuMipmappedArrayDestroy || id == id_cuTexObjectDestroy ||
         id == id_cuSurfObjectDestroy || id == id_cuGraphDestroy || id == id_cuGraphExecDestroy;
}

// What is in a context that is said to be lost is given up: it goes with the context. Said where none is
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
          // What is in a context that could not be destroyed cannot be reached any more.
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

CUresult find_function(const char* symbol, void** function, int cuda_version,
                       CUdriverProcAddressQueryResult* status) {
  static void* const kCalls[] = {
#define GRIDCALL_DRIVER_FN(need, name, version, parameters, ...) \
  reinterpret_cast<void*>(&Wrapper<id_##name, &name>::call),
#include "driver/functions.def"
#undef GRIDCALL_DRIVER_FN
  };
  State& s = state();
  *function = nullptr;
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

// --- control

int id_of(const char* name) {
  for (int i = 0; i < id_count; ++i)
    if (strcmp(kFunctions[i].name, name) == 0) return i;
  fprintf(stderr, "fake_cuda: no function %s\n", name);
  abort();
}
bool counts(const Object& object) {
  return object.live && !object.given_up;
}

constexpr fake_cuda_control kControl = {
    .inject =
        [](std::uint64_t nth, int code, int for_ever) {
          const std::lock_guard lock(state().mutex);
          State& s = state();
          s.fail_in = nth;
          s.fail_code = code;
          s.fail_for_ever = for_ever != 0;
          s.failing = false;
          s.failed_call = nullptr;
        },
    .fail_only =
        [](const char* function) {
          const std::lock_guard lock(state().mutex);
          state().fail_only = function ? id_of(function) : -1;
        },
    .failed_call =
        [] {
          const std::lock_guard lock(state().mutex);
          return state().failed_call;
        },
    .calls =
        [] {
          const std::lock_guard lock(state().mutex);
          return state().calls;
        },
    .calls_of =
        [](const char* function) {
          const std::lock_guard lock(state().mutex);
          return state().calls_of[id_of(function)];
        },
    .function_name = [](std::size_t index) { return index < id_count ? kFunctions[index].name : nullptr; },
    .live =
        [](const char* kind) {
          const std::lock_guard lock(state().mutex);
          std::uint64_t count = 0;
          for (const auto& [handle, object] : state().objects)
            if (counts(object) && (!kind || strcmp(kind, kKindNames[static_cast<int>(object.kind)]) == 0))
              ++count;
          return count;
        },
    .describe =
        [](char* text, std::size_t capacity) {
          const std::lock_guard lock(state().mutex);
          std::string all;
          for (const auto& [handle, object] : state().objects)
            if (counts(object)) {
              char line[128];
              snprintf(line, sizeof line, "%s 0x%llx made by call %llu\n",
                       kKindNames[static_cast<int>(object.kind)], static_cast<unsigned long long>(handle),
                       static_cast<unsigned long long>(object.made_by));
              all += line;
            }
          snprintf(text, capacity, "%s", all.c_str());
          return all.size();
        },
    .hold =
        [](int on) {
          std::unique_lock lock(state().mutex);
          state().hold = on != 0;
          if (!on) finish_all();
          wait_for_host_calls(lock);
        },
    .finish =
        [](std::uint64_t pieces) {
          std::unique_lock lock(state().mutex);
          finish_to(std::min(state().queued, state().finished + pieces));
          wait_for_host_calls(lock);
        },
    .sticky =
        [](int code) {
          const std::lock_guard lock(state().mutex);
          State& s = state();
          s.sticky = code;
          if (code == 0) return;
          s.dropped_host_calls.insert(s.dropped_host_calls.end(), s.host_calls.begin(), s.host_calls.end());
          s.host_calls.clear();
        },
    .launches =
        [](fake_cuda_launch* newest) {
          const std::lock_guard lock(state().mutex);
          if (newest) *newest = state().launch;
          return state().launches;
        },
    .stack_depth = [] { return depth; },
    .current = []() -> void* { return current(); },
    .sites =
        [](std::uintptr_t* addresses, unsigned char* functions, unsigned char* failed, std::size_t capacity) {
          const std::lock_guard lock(state().mutex);
          std::size_t count = 0;
          for (const auto& [address, site] : state().sites) {
            if (count < capacity) {
              addresses[count] = address;
              functions[count] = static_cast<unsigned char>(site.function);
              failed[count] = site.failed;
            }
            ++count;
          }
          return count;
        },
    .capture =
        [](void* stream, int on) {
          const std::lock_guard lock(state().mutex);
          state().has_captured = true;
          live(static_cast<CUstream>(stream), Kind::kStream).captures = on != 0;
          live(static_cast<CUstream>(stream), Kind::kStream).captures_hard = on == 2;
        },
    .broken_captures =
        [] {
          const std::lock_guard lock(state().mutex);
          return state().broken_captures;
        },
    .set_attribute =
        [](int attribute, int value) {
          const std::lock_guard lock(state().mutex);
          state().attributes[attribute] = value;
        },
    .range =
        [] {
          const std::lock_guard lock(state().mutex);
          return state().range;
        },
    .texture =
        [] {
          const std::scoped_lock lock(state().mutex);
          return state().texture;
        },
    .make_gate =
        [](void* stream) {
          const std::lock_guard lock(state().mutex);
          State& s = state();
          const std::uint64_t work = ++s.queued;
          CUcontext context = current();
          if (stream) {
            auto& object = live(static_cast<CUstream>(stream), Kind::kStream);
            object.work = work;
            context = object.context;
          }
          s.gates[work] = context;
          live(context, Kind::kContext).work = work;
          return work;
        },
    .open_gate =
        [](std::uint64_t gate) {
          std::unique_lock lock(state().mutex);
          State& s = state();
          s.gates.erase(gate);
          finish_to(s.hold ? s.finished : s.queued);
          s.gates_changed.notify_all();
          wait_for_host_calls(lock);
        },
    .is_capturing =
        [](void* stream) {
          const std::lock_guard lock(state().mutex);
          return stream && live(static_cast<CUstream>(stream), Kind::kStream).capture != 0 ? 1 : 0;
        },
    .capture_call =
        [](void* stream, void (*function)(void*), void* data) {
          const std::lock_guard lock(state().mutex);
          captured(static_cast<CUstream>(stream), CU_GRAPH_NODE_TYPE_HOST, [=] { function(data); });
        },
    .set_current =
        [](void* context) {
          if (depth == 0) depth = 1;
          stack[depth - 1] = static_cast<CUcontext>(context);
        },
    .sweep =
        [] {
          const std::lock_guard lock(state().mutex);
          State& s = state();
          for (auto& [handle, object] : s.objects) {
            if (!object.live || !object.given_up) continue;
            object.live = false;
            if (object.kind == Kind::kMemory)
              s.used[static_cast<std::size_t>(s.objects.at(key(object.context)).device)] -= object.bytes;
            if (is_memory(object.kind) && object.kind != Kind::kRegistered)
              free(reinterpret_cast<void*>(handle));
          }
        },
};

}  // namespace fake

#define EXPORT extern "C" __attribute__((visibility("default")))

EXPORT fake::CUresult cuGetProcAddress_v2(const char* symbol, void** function, int cuda_version,
                                          std::uint64_t, fake::CUdriverProcAddressQueryResult* status) {
  return fake::find_function(symbol, function, cuda_version, status);
}
EXPORT fake::CUresult cuGetProcAddress(const char* symbol, void** function, int cuda_version, std::uint64_t) {
  return fake::find_function(symbol, function, cuda_version, nullptr);
}
EXPORT const fake_cuda_control* fake_cuda_get_control() {
  return &fake::kControl;
}
