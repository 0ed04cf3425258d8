// SPDX-License-Identifier: Apache-2.0
//
// The functions of the fake driver, its objects, and the state of the process.

#pragma once

#include <sys/types.h>

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "driver/table.h"
#include "fake_cuda/control.h"

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
  kGraphExec,
  kLink
};
constexpr const char* kKindNames[] = {
    "context",         "stream",      "event",           "module",
    "memory",          "host memory", "managed memory",  "registered memory",
    "imported memory", "array",       "mipmapped array", "texture",
    "surface",         "graph",       "graph exec",      "linker"};
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
struct Link {
  std::vector<CUjit_option> options;  // with their values, until it is destroyed
  std::vector<void*> values;
  std::vector<CUjitInputType> types;
  std::vector<std::pair<std::string, std::string>> texts;  // names and PTX
  std::string linked;
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

// The state of the process, never destroyed: calls may come from exit handlers.
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
  std::map<CUlinkState, Link> links;
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

  int init_result = 0, load_result = 0, version = 12080, capability = 9, devices = 1;
  std::size_t memory = std::size_t{1} << 30;
  std::string missing;
};

State& state();

constexpr int kMaxPitch = 0x7fffffff;

// The contexts that are current in this thread.
extern thread_local CUcontext stack[4096];
extern thread_local int depth;
extern thread_local const char* current_function;
// The lock that a thread holds in a call of the driver.
extern thread_local std::unique_lock<std::mutex>* held_lock;

[[noreturn]] void die(const char* what, std::uint64_t value = 0);
CUcontext current();

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
const Object* memory_at(std::uintptr_t address, std::uintptr_t* start = nullptr);
// The allocation or module global that holds all of [address, address + bytes).
void check_range(CUdeviceptr address, std::size_t bytes);
CUresult allocate(std::uintptr_t* address, std::size_t bytes, Kind kind);
CUresult deallocate(std::uintptr_t address, Kind kind);
// Keeps what a call said of a range, for control.h.
void note(CUdeviceptr address, std::size_t bytes, int number, CUdevice device, CUstream stream);

// Counts a piece of work; the stream may be nullptr.
std::uint64_t queue(CUstream stream);
bool is_done(std::uint64_t work, CUcontext context);
void finish_to(std::uint64_t work);
// A call that waits: all finishes that can, and that of the current context up to `wanted` must.
void finish_all(std::uint64_t wanted = ~std::uint64_t{0});
// Work has finished: returns when the functions behind it have been called.
void wait_for_host_calls(std::unique_lock<std::mutex>& lock);
// A call that would end a capture with a true driver: it fails, and so does the capture.
CUresult capture_refusal(CUstream stream);

CUresult need_context();
bool valid_device(CUdevice device);
#define NEED_CONTEXT() \
  if (const CUresult context_result = need_context(); context_result != CUDA_SUCCESS) return context_result
#define NEED_DEVICE(device)                            \
  if (!state().pid) return CUDA_ERROR_NOT_INITIALIZED; \
  if (!valid_device(device)) return CUDA_ERROR_INVALID_DEVICE

}  // namespace fake
