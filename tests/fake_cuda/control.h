// SPDX-License-Identifier: Apache-2.0
//
// The way a test steers the fake libcuda.so.1 and reads its ledger. The fake is opened by the library's own
// loader (GRIDCALL_CUDA_DRIVER); fake_cuda() finds the same copy. C, so tests of any kind can use it.
//
// Environment, read when the fake is loaded:
//   FAKE_CUDA_INIT=803          what cuInit returns
//   FAKE_CUDA_MISSING=cuMemAlloc,cuLaunchKernel   functions that cuGetProcAddress does not know
//   FAKE_CUDA_VERSION=12020     what cuDriverGetVersion returns; functions newer than it are not found
//   FAKE_CUDA_CAPABILITY=99     the major number of the devices' compute capability (9)
//   FAKE_CUDA_DEVICES=2         how many devices (1)
//   FAKE_CUDA_MEMORY=1073741824 bytes of each device (1 GiB)
//   FAKE_CUDA_LOAD=222          what cuModuleLoadDataEx returns
//
// Where a real driver would crash or corrupt memory silently, the fake writes a line to standard error and
// calls abort(): a second destroy, use after destroy, an object of another context than the
// current one, memory outside of every allocation, a context that dies before what is in it, a call after the
// driver's exit handler, and a call in a forked child.

#pragma once

#include <dlfcn.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { FAKE_CUDA_MAX_ARGUMENT_BYTES = 4096 };

typedef struct fake_cuda_launch {
  char kernel[128];
  uint32_t grid[3], block[3], shared_bytes;
  uint32_t cooperative, cluster[3];     // cuLaunchKernelEx
  int32_t cache_config, shared_config;  // of the kernel
  void* stream;
  uint32_t argument_bytes;
  unsigned char arguments[FAKE_CUDA_MAX_ARGUMENT_BYTES];
} fake_cuda_launch;

// The arguments of the newest call about a kind of memory: the address that it returned or took, and flags,
// an advice or an element size.
typedef struct fake_cuda_range {
  uint64_t address;
  size_t bytes;
  int number;
  int device;
  void* stream;
} fake_cuda_range;

// The description of the newest texture: CUDA_RESOURCE_DESC and CUDA_TEXTURE_DESC in their own words.
typedef struct fake_cuda_texture {
  int type;         /* CUresourcetype */
  uint64_t address; /* of linear memory, or the array's handle */
  int format;
  unsigned channels;
  size_t bytes, width, height, pitch;
  int address_mode[3], filter, mip_filter;
  unsigned flags, max_anisotropy;
  float bias, min_level, max_level, border[4];
} fake_cuda_texture;

typedef struct fake_cuda_control {
  // The nth driver call from now (1: the next) returns `code`; with for_ever, so does every later one. 0:
  // none.
  void (*inject)(uint64_t nth, int code, int for_ever);
  // Only calls of this function are counted by inject(); NULL: every function.
  void (*fail_only)(const char* function);
  // The function in which the fault fired (the first time), or NULL. Cleared by inject().
  const char* (*failed_call)(void);
  // Driver calls since the start; cuGetErrorName and cuGetErrorString, which only explain, do not count.
  uint64_t (*calls)(void);
  uint64_t (*calls_of)(const char* function);
  // Every function name, in the table's order; NULL past the end.
  const char* (*function_name)(size_t index);
  // Live objects of a kind ("context", "stream", "event", "module", "memory", "host memory", "managed
  // memory", "registered memory", "graph", "graph exec"), or of all: NULL. What the library tried to destroy
  // while a fault was fired does not count.
  uint64_t (*live)(const char* kind);
  // One line for each live object: kind, address, the number of the call that made it.
  size_t (*describe)(char* text, size_t capacity);
  // Queued work does not finish until a call waits for it, or hold(0).
  void (*hold)(int on);
  // `pieces` pieces of the work that is held finish, the oldest first. An event is a piece of its own.
  void (*finish)(uint64_t pieces);
  // A kernel failed: every call that needs or makes a context returns `code` until sticky(0), and functions
  // that cuLaunchHostFunc queued are never called.
  void (*sticky)(int code);
  // The newest launch; returns how many there were.
  uint64_t (*launches)(fake_cuda_launch* newest);
  // Depth of the calling thread's context stack, and the context on its top.
  int (*stack_depth)(void);
  void* (*current)(void);
  // Every place in the library from which a driver function was called so far, as return addresses, and
  // whether a fault was fired there. Returns how many there are.
  size_t (*sites)(uintptr_t* addresses, unsigned char* functions, unsigned char* failed, size_t capacity);
  // From now on another library captures what is queued on a stream (1: relaxed, 2: with the mode GLOBAL), or
  // no more (0). And how many calls have ended a capture, or would have.
  void (*capture)(void* stream, int on);
  uint64_t (*broken_captures)(void);
  // Sets the value that cuDeviceGetAttribute returns from now on, for every device.
  void (*set_attribute)(int attribute, int value);
  fake_cuda_range (*range)(void);
  fake_cuda_texture (*texture)(void);
  // For fakes of other libraries. Work on the stream that finishes when open_gate() is called with what was
  // returned, and not before; work that is queued later waits for it. And whether the stream records a graph,
  // a call that is recorded, and what the calling thread has current afterwards.
  uint64_t (*make_gate)(void* stream);
  void (*open_gate)(uint64_t gate);
  int (*is_capturing)(void* stream);
  void (*capture_call)(void* stream, void (*function)(void* data), void* data);
  void (*set_current)(void* context);
  // Frees what live() does not count because its destruction was made to fail. Between scenarios.
  void (*sweep)(void);
} fake_cuda_control;

static inline const fake_cuda_control* fake_cuda(void) {
  void* library = dlopen(getenv("GRIDCALL_CUDA_DRIVER"), RTLD_NOW | RTLD_LOCAL);
  if (!library) return NULL;
  const fake_cuda_control* (*get)(void) = NULL;
  *(void**)(&get) = dlsym(library, "fake_cuda_get_control");
  return get ? get() : NULL;
}

#ifdef __cplusplus
}
#endif
