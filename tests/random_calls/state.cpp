// SPDX-License-Identifier: Apache-2.0

#include "random_calls/state.h"

#include <algorithm>
#include <bit>

namespace {

// The codes of CUDA by which a driver refuses what a capture does not permit.
constexpr int kCaptureUnsupported = 900, kCaptureWrongThread = 908;

const char kKernels[] = R"(
__global__ void touch(char* p, int n) { volatile char c = 0; if (n > 0 && p) c = *(volatile char*)p; }
__global__ void spin(int n) { volatile int s = 0; for (int i = 0; i < (n & 1023); ++i) s += i; }
__global__ void barrier(int n) { __shared__ int a[256]; a[threadIdx.x & 255] = n; __syncthreads(); }
__global__ void trap(int n) { if (n & 1) __trap(); }
__global__ void wild(int n) { *(volatile int*)(long)(n & 4095) = 1; }
__global__ void divide(int n) { volatile int z = 0; volatile int r = n / z; }
__global__ void slow() { if (blockIdx.x == 0 && threadIdx.x == 0) for (volatile int i = 0; i < 300000; ++i) { } }
__device__ int global[64]; __constant__ int constant[16];
__constant__ cudaTextureObject_t image; __device__ cudaSurfaceObject_t canvas;
template <class X> __global__ void templated(X* p) { }
)";
const std::string_view kSources[] = {kKernels,
                                     kKernels,
                                     kKernels,
                                     "__global__ void only(float x) { }\n__device__ float other[4];\n",
                                     "this is no source",
                                     "__global__ void empty() { }\n#error stop\n",
                                     "",
                                     "\xff\xfe"};
const char* const kNames[] = {
    "touch",  "touch",    "spin",  "barrier",        "trap",         "wild",  "divide", "slow",   "only",
    "global", "constant", "other", "templated<int>", "no_such_name", "a",     "a",      "a",      "b",
    "b",      "b",        "<f4",   "image",          "image",        "image", "canvas", "canvas", "canvas"};
const char* const kTexts[] = {"",
                              "\xff\xfe",
                              "cpu",
                              "gpu",
                              "0",
                              "99999999999",
                              "cpu:1",
                              "GPU-",
                              "/nonexistent.cu",
                              "/dev/null",
                              "/",
                              "sm_90",
                              "compute_90",
                              "sm_1",
                              "-DX=1",
                              "--bad",
                              "-I",
                              "X",
                              "1",
                              "WARP_SIZE",
                              "0000:00:00.0",
                              "a.h",
                              "#pragma once",
                              "touch",
                              "templated<float>"};

}  // namespace

const char* State::text(std::string_view what) {
  if (one_in(25)) return nullptr;
  static constexpr const char* kExpressions[] = {"a",  "a + b", "2 * a + x", "1", "a < 3 ? b : x",
                                                 "(a", "a; b",  ""};
  if (what == "expression" && !one_in(8)) return kExpressions[below(std::size(kExpressions))];
  if (what == "name" && !one_in(4)) return kNames[below(std::size(kNames))];
  return kTexts[below(std::size(kTexts))];
}

std::string_view State::source() {
  return one_in(25) ? std::string_view(nullptr, below(8)) : kSources[below(std::size(kSources))];
}

std::uint64_t State::draw(Quantity quantity) {
  switch (quantity) {
    case Quantity::kOffset:
      if (!one_in(4)) return below(64) * 4;
      [[fallthrough]];
    case Quantity::kExtent:
      if (!one_in(4)) return 1 + below(256);
      [[fallthrough]];
    case Quantity::kSize:
      switch (below(16)) {
        case 0:
          return 0;
        case 1:
          return ~std::uint64_t{0} - below(300);
        case 2:
          return std::uint64_t{1} << (40 + below(24));
        case 3:
          return below(1 << 20);
        case 4:
          return 65534 + below(4);
        case 5:
          return std::uint64_t{1} << below(8);
        default:
          return 1 + below(4096);
      }
    case Quantity::kTime:
      return one_in(3) ? 0 : below(2000000);
    case Quantity::kAddress: {
      // An address of memory that lasts: released memory may be somebody's page-locked memory by now, where a
      // wrong size is not seen.
      if (!one_in(3)) return shared_.lasting_address + below(SharedState::kLastingBytes);
      return one_in(2) ? 0 : 0x800000000000 + below(std::uint64_t{1} << 48);
    }
    case Quantity::kHostAddress: {
      // Registered memory is written to, so it must be nobody's.
      static std::vector<unsigned char> foreign(4 << 20);
      return one_in(12) ? 0 : reinterpret_cast<std::uintptr_t>(foreign.data()) + below(foreign.size() / 2);
    }
    case Quantity::kPlain:
      break;
  }
  if (one_in(12)) return random_();
  return below(one_in(4) ? 1000 : 5);
}

void* State::pick(int of_class) {
  const auto slot = below(SharedState::kSlots);
  void* live = shared_.live[of_class][slot].load(std::memory_order_acquire);
  switch (below(24)) {
    case 0:
      return nullptr;
    case 1:
      return shared_.released[of_class][slot].load(std::memory_order_acquire);
    case 2:
      return shared_.live[below(static_cast<std::uint64_t>(shared_.classes))][slot].load(
          std::memory_order_acquire);
    case 3:
      return std::bit_cast<void*>(random_());
    case 4:
      return std::bit_cast<void*>(std::bit_cast<std::uint64_t>(live) ^ (std::uint64_t{1} << below(64)));
    case 5:
      return this;
    default:
      return live;
  }
}

bool State::begin(int device_class, int context_class, int module_class, int kernel_class) {
  gc_context* context = nullptr;
  gc_module* module = nullptr;
  gc_device* device = nullptr;
  std::int32_t devices = 0;
  bool right =
      gc_context_get_default(&context, &error_) == GRIDCALL_OK &&
      gc_context_get_device(context, &device, &error_) == GRIDCALL_OK &&
      gc_device_get_count(&devices, &error_) == GRIDCALL_OK &&
      gc_module_from_source(context, kKernels, sizeof kKernels - 1, nullptr, &module, &error_) == GRIDCALL_OK;
  for (int i = 0; right && i < SharedState::kSlots; ++i) {
    gc_context* another = nullptr;
    gc_module* again = nullptr;
    gc_kernel* kernel = nullptr;
    gc_device* of = device;
    gc_device_kind kind = GRIDCALL_DEVICE_KIND_GPU;
    if (i % 4 == 3) right = gc_device_get_by_index(i / 4 % devices, &of, &error_) == GRIDCALL_OK;
    gc_device_get_kind(of, &kind, nullptr);
    if (kind != GRIDCALL_DEVICE_KIND_CPU) shared_.cpu_alone = false;
    right = right && gc_context_get_primary(of, nullptr, &another, &error_) == GRIDCALL_OK &&
            gc_module_from_source(context, kKernels, sizeof kKernels - 1, nullptr, &again, &error_) ==
                GRIDCALL_OK &&
            gc_module_get_kernel(module, kNames[i % 8], &kernel, &error_) == GRIDCALL_OK;
    shared_.live[device_class][i] = of;
    shared_.live[context_class][i] = another;
    shared_.live[module_class][i] = again;
    shared_.live[kernel_class][i] = kernel;
  }
  if (error_) std::printf("# %s\n", gc_error_text(error_));
  gc_error_release(error_);
  error_ = nullptr;
  gc_module_release(module);
  gc_context_release(context);
  return right;
}

void State::keep(int of_class, void* handle) {
  void* old = shared_.live[of_class][below(SharedState::kSlots)].exchange(handle);
  if (!old || !shared_.release[of_class]) return;
  shared_.released[of_class][below(SharedState::kSlots)].store(old, std::memory_order_release);
  shared_.release[of_class](old);
}

void* State::take(int of_class) {
  auto& released = shared_.released[of_class][below(SharedState::kSlots)];
  if (one_in(4)) return released.load(std::memory_order_acquire);
  void* old = shared_.live[of_class][below(SharedState::kSlots)].exchange(nullptr);
  if (old) released.store(old, std::memory_order_release);
  return old;
}

void State::report(int row, const char* what, gc_status status) {
  if (shared_.wrong.fetch_add(1) >= 20) return;
  std::printf("# %s: %s (%s): %s\n", rows_[row].name, what, gc_status_name(status),
              error_ ? gc_error_message(error_) : "");
  std::fflush(stdout);
}

void State::check(int row, gc_status status) {
  const Row& r = rows_[row];
  // Any function may refuse so during a capture.
  const int code = error_ ? gc_error_driver_code(error_) : kCaptureUnsupported;
  const bool is_of_capture =
      status == GRIDCALL_ERROR_INVALID_STATE && code >= kCaptureUnsupported && code <= kCaptureWrongThread;
  if (!is_of_capture && std::find(r.statuses.begin(), r.statuses.end(), status) == r.statuses.end())
    report(row, "a status that it does not document", status);
  if (status == GRIDCALL_ERROR_INTERNAL) report(row, "an internal error", status);
  if (status == GRIDCALL_OK) {
    shared_.succeeded.fetch_add(1, std::memory_order_relaxed);
    shared_.succeeded_of[row].fetch_add(1, std::memory_order_relaxed);
  }
  if (!error_) return;
  if (status == GRIDCALL_OK) report(row, "an error beside OK", status);
  if (gc_error_status(error_) != status) report(row, "the error has another status", status);
  if (std::strcmp(gc_error_function(error_), r.name) != 0)
    report(row, "the error names another function", status);
  if (!*gc_error_message(error_)) report(row, "the error has no message", status);
  if (!std::strstr(gc_error_text(error_), gc_error_message(error_)))
    report(row, "the text lacks the message", status);
  for (std::size_t i = 0; i < gc_error_note_count(error_); ++i) read(gc_error_note(error_, i));
  read(gc_error_log(error_));
  if (one_in(8)) {
    keep(shared_.error_class, error_);
  } else {
    gc_error_release(error_);
  }
  error_ = nullptr;
}

void State::check_out(int row, gc_status status, const void* handle) {
  if (status == GRIDCALL_OK && !handle) report(row, "OK without a handle", status);
  if (status != GRIDCALL_OK && handle) report(row, "a handle although it failed", status);
}

void State::read(const char* text) {
  if (!text || std::strlen(text) > 1 << 20) report(0, "a text that is none", GRIDCALL_OK);
}

// Most launches are valid and short.
void adjust(State& s, gc_launch_config& o) {
  const auto extent = [&](std::uint32_t most) -> std::uint32_t {
    return static_cast<std::uint32_t>(!s.one_in(20) ? 1 + s.below(most) : s.one_in(2) ? 0 : s.below(4000));
  };
  o.grid_x = std::min(extent(8), 300U);
  o.block_x = extent(64);
  o.grid_y = s.one_in(10) ? extent(3) % 4 : 1;
  o.grid_z = s.one_in(10) ? extent(3) % 4 : 1;
  o.block_y = s.one_in(10) ? extent(4) : 1;
  o.block_z = s.one_in(10) ? extent(4) : 1;
  if (!s.one_in(10)) o.shared_size = 0;
  if (!s.one_in(20)) o.timeout_nanoseconds = 0;
  if (!s.one_in(10)) o.flags = 0;
  if (!s.one_in(20)) o.start_event = nullptr;
  if (!s.one_in(20)) o.end_event = nullptr;
  if (!s.one_in(20)) o.cluster_x = o.cluster_y = o.cluster_z = 0;
}

void adjust(State& s, gc_mem_options& o) {
  if (s.one_in(8)) return;
  // Most are valid, and none takes long to fill.
  if (o.height > 16) o.height = s.one_in(4) ? ~std::uint64_t{0} >> s.below(8) : 0;
  if (o.height == 0) o.element_size = 0;
  if (o.alignment > 1 << 16 || !s.one_in(4)) o.alignment = s.one_in(2) ? 0 : std::uint64_t{1} << s.below(17);
  if (o.place != GRIDCALL_MEM_PLACE_MANAGED) o.attach = 0;
  if (o.size == 0) o.size = 1 + s.below(4096);
  if (o.height != 0 || o.size < o.content_size) o.content_size = 0;
  if (!s.one_in(4)) o.flags &= GRIDCALL_MEM_ZERO;
}

// Most arrays have few dimensions, few elements and one of two types: each further one is a kernel to
// compile.
void adjust(State& s, gc_ndarray_options& o) {
  if (s.one_in(8)) return;
  o.scalar_type = s.one_in(2) ? GRIDCALL_SCALAR_TYPE_FLOAT32 : GRIDCALL_SCALAR_TYPE_INT32;
  if (o.record && !s.one_in(4))
    o.scalar_type = GRIDCALL_SCALAR_TYPE_RECORD;
  else
    o.record = nullptr;
  o.shape_count = s.below(3);
  auto* const shape = s.storage<std::uint64_t>(2);
  if (!shape) return;
  for (std::size_t i = 0; i < 2; ++i) shape[i] = s.one_in(8) ? 0 : std::uint64_t{1} << s.below(3);
  o.shape = shape;
  o.flags = 0;
  o.stride_count = 0;
  o.place = s.one_in(4) ? o.place : 0;
  o.mem_flags = 0;
  o.alignment = 0;
  o.attach = 0;
  if (!s.one_in(4)) o.pool = nullptr;
  if (!s.one_in(4)) o.stream = nullptr;
  o.reserved = 0;
}
void adjust(State& s, gc_dtype_entry& o) {
  if (s.one_in(8)) return;
  static constexpr const char* kFields[] = {"a", "b", "a", "b", "c", "d"};
  o.name = kFields[s.below(std::size(kFields))];
  o.offset = s.below(8) * 8;
  o.count = s.below(2);
  if (o.record && s.one_in(2))
    o.scalar_type = GRIDCALL_SCALAR_TYPE_RECORD;
  else
    o.record = nullptr, o.scalar_type = GRIDCALL_SCALAR_TYPE_FLOAT32;
  o.reserved = 0;
}
void adjust(State& s, gc_axis_slice& o) {
  if (s.one_in(8)) return;
  o.start = static_cast<std::int64_t>(s.below(5)) - 2;
  o.stop = s.one_in(2) ? INT64_MIN : static_cast<std::int64_t>(s.below(5)) - 2;
  o.step = static_cast<std::int64_t>(s.below(4)) - 1;
}

// DLPack's structs: the deleter of a DLManagedTensorVersioned is its third word, of a DLManagedTensor the
// last.
void State::delete_tensor(std::uint64_t address, std::uint64_t flags) {
  void* const tensor = reinterpret_cast<void*>(static_cast<std::uintptr_t>(address));
  void (*deleter)(void*) = nullptr;
  std::memcpy(&deleter, static_cast<const char*>(tensor) + ((flags & GRIDCALL_DLPACK_LEGACY) != 0 ? 56 : 16),
              sizeof deleter);
  deleter(tensor);
}

// Most are those of a device.
void adjust(State& s, gc_device_data& o) {
  if (s.one_in(4)) return;
  o.max_threads = 1024;
  o.warp_size = 32;
  o.warps_per_mp = 64;
  o.thread_blocks_per_mp = 32;
  o.registers_per_mp = o.registers_per_block = 65536;
  o.registers_per_thread = 255;
  o.register_alloc_unit = 256;
  o.register_partitions = 4;
  o.shared_memory_per_mp = o.shared_memory_per_block = 1 << 17;
  o.smem_granularity = 32;
  o.smem_alloc_granularity = 128;
}

// The host memory of wrapped memory must be of its size, and what is wrapped is not to be freed here.
void adjust(State&, gc_mem_wrap_options& o) {
  o.host_address = 0;
  o.flags &= ~GRIDCALL_MEM_WRAP_OWNED;
}

// An address is read where the kind says that there is one, so it is valid there; most arguments fit a kernel
// above.
void adjust(State& s, gc_arg& o) {
  const bool valid = !s.one_in(8);
  if (s.one_in(3)) {
    o.kind = GRIDCALL_ARG_KIND_MEM;
    o.object = s.any();
    if (valid) o.size = 0, o.bits = 0, o.value_type = 0, o.reserved = 0;
    return;
  }
  if (valid)
    o.kind = s.one_in(3) ? GRIDCALL_ARG_KIND_VALUE : GRIDCALL_ARG_KIND_SCALAR, o.size = 4, o.value_type = 0,
    o.reserved = 0;
  if (o.kind == GRIDCALL_ARG_KIND_VALUE) {
    o.object = s.host();
    o.size = std::min<std::uint32_t>(o.size, State::kHostSize);
  } else {
    o.object = s.one_in(10) ? s.any() : nullptr;
  }
}

// Kernels of the CPU device write to the array itself. Draws of a host address leave 2 MiB behind it.
void adjust(State& s, gc_host_arg& o) {
  o.size = std::min<std::size_t>(o.size, 2 << 20);
  if (s.one_in(8)) return;
  o.index = static_cast<std::uint32_t>(s.below(2));
  if (o.direction < 1 || o.direction > 3) o.direction = GRIDCALL_HOST_DIRECTION_IN_OUT;
  if (o.host_address == 0) o.host_address = s.number<std::uint64_t>(Quantity::kHostAddress);
  if (o.size == 0) o.size = 4096;
  o.value_type = 0;
  o.reserved = 0;
}

// Files are made in the working directory alone.
const char* folder(State& s, const char* text) {
  return !text ? nullptr : s.one_in(3) ? "random-folder" : s.one_in(2) ? "/dev/null/folder" : "";
}
void adjust(State& s, gc_compile_options& o) {
  o.cache_dir = s.one_in(4) ? folder(s, o.cache_dir) : nullptr;
  o.keep_dir = s.one_in(4) ? folder(s, o.keep_dir) : nullptr;
  o.compiler = !s.one_in(4) ? nullptr : s.one_in(2) ? "/dev/null" : o.compiler;
}
void adjust(State& s, gc_profiler_options& o) {
  static constexpr const char* kFiles[] = {"random-profile-1", "random-profile-2", "random-profile-3",
                                           "/dev/null/profile", ""};
  if (o.output_file) o.output_file = kFiles[s.below(std::size(kFiles))];
}

// Most rectangles have one end on each side, and fit.
void adjust(State& s, gc_rect_copy& o) {
  for (gc_copy_end* end : {&o.dst, &o.src}) {
    if (s.one_in(20)) continue;
    if (end->mem) {
      end->host = nullptr;
      end->host_size = 0;
    } else {
      end->host_size = State::kHostSize;
    }
    if ((end->mem || end->host_size) && !s.one_in(10)) end->array = nullptr;
    if (!end->array && !s.one_in(10)) end->x = end->y = end->z = 0;
  }
  if (s.one_in(4)) return;
  o.width = s.below(20);
  o.height = s.below(6);
  o.depth = s.below(3);
  o.dst.offset = s.below(30);
  o.src.offset = s.below(30);
  o.dst.row_pitch = s.one_in(2) ? 0 : o.width + s.below(8);
  o.src.row_pitch = s.one_in(2) ? 0 : o.width + s.below(8);
  o.dst.slice_pitch = o.src.slice_pitch = 0;
}

// Most arrays are valid and small.
void adjust(State& s, gc_array_options& o) {
  if (s.one_in(8)) return;
  o.width = 1 + s.below(16);
  o.height = s.one_in(4) ? 0 : 1 + s.below(16);
  o.depth = o.height == 0 || !s.one_in(4) ? 0 : 1 + s.below(4);
  o.levels = s.one_in(4) ? static_cast<std::uint32_t>(1 + s.below(2)) : 0;
  o.flags = s.one_in(2) ? GRIDCALL_ARRAY_SURFACE_LDST : 0;
  if (o.depth != 0 && s.one_in(2)) o.flags |= GRIDCALL_ARRAY_LAYERED;
  o.channels = 1U << s.below(3);
  if (o.format >= GRIDCALL_ARRAY_FORMAT_UNORM_INT_101010_2)
    o.channels = 4;
  else if (o.format == 0)
    o.format = s.one_in(2) ? GRIDCALL_ARRAY_FORMAT_FLOAT : GRIDCALL_ARRAY_FORMAT_UNSIGNED_INT8;
  o.reserved = 0;
}

void adjust(State& s, gc_array_region& o) {
  if (s.one_in(8)) return;
  // Columns are bytes of whole elements, of which the largest has 16.
  o.x = o.width = o.height = o.depth = o.z = 0;
  o.y = s.one_in(4);
}

// Most textures read one array, in a way that has no sampler.
void adjust(State& s, gc_texture_options& o) {
  if (s.one_in(8)) return;
  if (!o.array) o.array = s.handle<gc_array>(s.array_class());
  o.mem = nullptr;
  o.offset = o.width = o.height = o.row_pitch = 0;
  o.format = 0;
  o.channels = 0;
  if (s.one_in(2)) o.flags &= GRIDCALL_TEXTURE_READ_AS_INTEGER;
  if (s.one_in(2)) o.sampler = nullptr;
  if (o.sampler || s.one_in(2)) std::memset(&o.sampling, 0, sizeof o.sampling);
}

void adjust(State& s, gc_rect_fill& o) {
  if (!s.one_in(10) && !o.dst.mem && !o.dst.array) o.dst.mem = s.handle<gc_mem>(s.mem_class());
  if (!s.one_in(10) && o.dst.mem) o.dst.array = nullptr;
  if (!s.one_in(10) && !o.dst.array) o.dst.x = o.dst.y = o.dst.z = 0;
  if (!s.one_in(10)) {
    o.dst.host = nullptr;
    o.dst.host_size = 0;
  }
  if (s.one_in(4)) return;
  o.value_size = 1 + s.below(16);
  o.width = o.value_size * s.below(4);
  o.height = s.below(6);
  o.depth = s.below(3);
  o.dst.offset = s.below(30);
  o.dst.row_pitch = s.one_in(2) ? 0 : o.width + s.below(8);
  o.dst.slice_pitch = 0;
  if (!o.dst.array || s.one_in(10)) return;
  o.dst.offset = o.dst.row_pitch = 0;
  o.dst.x = 16 * s.below(2);
  o.width = 16 * s.below(4);
  o.value_size = 1U << s.below(5);
  o.dst.y = s.below(4);
  o.dst.z = s.below(2);
}
