// SPDX-License-Identifier: Apache-2.0
//
// Kernels that leave their memory.

#include "kernel.h"

namespace {

struct Run {
  u64 address;
  std::int64_t from;  // bytes from there
  u64 count;
  u32 value;
};

// `count` bytes, upwards.
void write_bytes(ThreadContext*, const void* p) {
  const auto& a = params<Run>(p);
  auto* at = reinterpret_cast<volatile unsigned char*>(a.address) + a.from;
  for (u64 i = 0; i < a.count; ++i) at[i] = static_cast<unsigned char>(a.value);
}

// Downwards: begins next to the buffer where the run ends before it.
void write_bytes_down(ThreadContext*, const void* p) {
  const auto& a = params<Run>(p);
  auto* at = reinterpret_cast<volatile unsigned char*>(a.address) + a.from;
  for (u64 i = a.count; i-- > 0;) at[i] = static_cast<unsigned char>(a.value);
}

void read_bytes(ThreadContext*, const void* p) {
  const auto& a = params<Run>(p);
  const auto* at = reinterpret_cast<const volatile unsigned char*>(a.address) + a.from;
  u32 sum = 0;
  for (u64 i = 0; i < a.count; ++i) sum += at[i];
  volatile u32 sink = sum;
  (void)sink;
}

// Its argument holds the address of the memory that it writes to.
void write_behind_pointer(ThreadContext*, const void* p) {
  const auto& a = params<Run>(p);
  auto* at = *reinterpret_cast<unsigned char* volatile*>(a.address) + a.from;
  for (u64 i = 0; i < a.count; ++i)
    *static_cast<volatile unsigned char*>(at + i) = static_cast<unsigned char>(a.value);
}

// Runs off an allocation of the kernel heap, in steps of a page.
void run_off_heap(ThreadContext* t, const void* p) {
  const auto& a = params<Run>(p);
  auto* at = static_cast<volatile unsigned char*>(gridcall_rt_malloc(t, 64)) + a.from;
  for (u64 i = 0; i < a.count; ++i) at[static_cast<std::int64_t>(i) * (a.from < 0 ? -4096 : 4096)] = 1;
}

struct Wait {
  u64 flag;
  u64 address;
  u64 count;
};
// Waits until the host opens the gate, and writes then, so that the memory's next owner would see it.
void write_when_told(ThreadContext* t, const void* p) {
  const auto& a = params<Wait>(p);
  while (*reinterpret_cast<volatile u32*>(a.flag) == 0) BACK_EDGE(t);
  auto* at = reinterpret_cast<volatile unsigned char*>(a.address);
  for (u64 i = 0; i < a.count; ++i) at[i] = 0x77;
}

unsigned char variable[64] = {1};

const ParameterDescription run_params[] = {{0, 8}, {8, 8}, {16, 8}, {24, 4}};
const ParameterDescription wait_params[] = {{0, 8}, {8, 8}, {16, 8}};

const KernelDescription kernels[] = {
    {"write_bytes", "write_bytes", write_bytes, nullptr, run_params, 4, 28, 0, 1024, 0, 0},
    {"write_bytes_down", "write_bytes_down", write_bytes_down, nullptr, run_params, 4, 28, 0, 1024, 0, 0},
    {"read_bytes", "read_bytes", read_bytes, nullptr, run_params, 4, 28, 0, 1024, 0, 0},
    {"write_behind_pointer", "write_behind_pointer", write_behind_pointer, nullptr, run_params, 4, 28, 0,
     1024, 0, 0},
    {"run_off_heap", "run_off_heap", run_off_heap, nullptr, run_params, 4, 28, 0, 1024, 0, 0},
    {"write_when_told", "write_when_told", write_when_told, nullptr, wait_params, 3, 24, 0, 1024, 0,
     kKernelMayBlock},
};
const GlobalDescription globals[] = {{"variable", "variable", variable, sizeof variable, 0, 1}};

}  // namespace

extern "C" __attribute__((visibility("default"))) const ModuleDescription gridcall_module = {
    kImageMagic, kImageVersion, "x86-64", kernels, globals, sizeof kernels / sizeof *kernels, 1, 0, 0};
