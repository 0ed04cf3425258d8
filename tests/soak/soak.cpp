// SPDX-License-Identifier: Apache-2.0
//
// A mixed load from several threads that share a context, a pool and the compile cache; every result is
// checked. On the CPU device also kernels that fault, come to a time limit or are cancelled, each on a stream
// of its own: nobody else may be told. A GPU's fault ends the process's work, so there are none there.
//
//   soak [SECONDS [THREADS [SEED]]]     60 s, 4 threads, seed 1; GRIDCALL_DEVICE chooses the device
//
// Prints a line a minute. Fails if a result is wrong, a call fails that should not or the reverse, or more
// descriptors, threads or handles are there than the load itself has. Larger than other tests: a function for
// each kind of work.

#include <gridcall/gridcall.h>

#include <dirent.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <map>
#include <mutex>
#include <random>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "support/memory.h"

namespace {

using Clock = std::chrono::steady_clock;

enum Work {
  kLaunch,
  kGraph,
  kNdarray,
  kDlpack,
  kFault,
  kLimit,
  kCompletion,
  kArray,
  kContext,
  kMapping,
  kCompile,
  kWorks
};
const char* const kNames[] = {"launches", "graphs", "ndarrays", "tensors",  "faults",      "limits",
                              "tokens",   "arrays", "contexts", "mappings", "compilations"};

std::atomic<std::uint64_t> done[kWorks], wrong{0}, told{0}, failed{0}, untold{0};
std::atomic<std::int64_t> tensors{0};
std::atomic<bool> stops{false};
gc_context* context = nullptr;
gc_pool* pool = nullptr;
bool is_cpu = false;

std::mutex seen_lock;
std::map<std::string, std::uint64_t> seen;  // each message once, with how often

void note(std::atomic<std::uint64_t>& count, const std::string& text) {
  ++count;
  std::string key = text;
  for (char& each : key)
    if (each >= '0' && each <= '9') each = '#';
  const std::lock_guard lock(seen_lock);
  if (seen[key.substr(0, 160)]++ == 0) std::printf("# %s\n", text.c_str());
}

std::string take(gc_status status, gc_error* error) {
  const std::string text =
      std::string(gc_status_name(status)) + ": " + (error ? gc_error_message(error) : "");
  gc_error_release(error);
  return text;
}

bool is_fault(gc_status status) {
  return (status >= 300 && status < 400) || status == GRIDCALL_ERROR_CANCELLED;
}

// A call of somebody who did nothing wrong.
bool must(const char* call, gc_status status, gc_error* error) {
  if (status == GRIDCALL_OK) return true;
  note(is_fault(status) ? told : failed, std::string(call) + ": " + take(status, error));
  return false;
}
#define MUST(call)                     \
  [&] {                                \
    gc_error* error = nullptr;         \
    const gc_status status = call;     \
    return must(#call, status, error); \
  }()

void right(bool is_so, const char* what) {
  if (!is_so) note(wrong, std::string("wrong: ") + what);
}

// A handle, which is released at the end.
template <class T>
class Own {
 public:
  explicit Own(void (*release)(T*)) : release_(release) {}
  ~Own() { reset(); }
  Own(const Own&) = delete;
  Own& operator=(const Own&) = delete;
  void reset() { release_(std::exchange(handle_, nullptr)); }
  T** out() { return &handle_; }
  operator T*() const { return handle_; }  // NOLINT(google-explicit-constructor)

 private:
  void (*release_)(T*);
  T* handle_ = nullptr;
};
struct Mem : Own<gc_mem> {
  Mem() : Own(gc_mem_release) {}
};
struct Ndarray : Own<gc_ndarray> {
  Ndarray() : Own(gc_ndarray_release) {}
};
struct Stream : Own<gc_stream> {
  explicit Stream(gc_context* of = context) : Own(gc_stream_release) {
    gc_stream_options options = GRIDCALL_STREAM_OPTIONS_INIT;
    options.flags = GRIDCALL_STREAM_NON_BLOCKING;
    MUST(gc_stream_create(of, &options, out(), &error));
  }
};

constexpr int kSources = 24;
std::string source(unsigned number) {
  const std::string v = std::to_string(number);
  return "// " + v + R"(
__global__ void scale(const int* a, int* b, int n, int k) {
  __shared__ int part[256];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  part[threadIdx.x] = i < n ? a[i] : 0;
  __syncthreads();
  if (i < n) b[i] = part[threadIdx.x] * k + )" +
         v + R"(;
}
__global__ void next(int* p, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) p[i] += 1; }
__global__ void null(int* p) { if (threadIdx.x == 3) *(volatile int*)p = 1; }
__global__ void trap() { if (threadIdx.x == 5) __trap(); }
__global__ void past(int* p, int n) {
  if (threadIdx.x == 0) p[n] = 7;
  for (volatile int i = 0; i < n % 5 * 5000; ++i) { }
}
__global__ void loop() { for (;;) { } }
)";
}

gc_launch_config shape(std::uint32_t grid, std::uint32_t block) {
  gc_launch_config config = GRIDCALL_LAUNCH_CONFIG_INIT;
  config.grid_x = grid;
  config.block_x = block;
  return config;
}

// A tensor of this process, as another library would hand it over (DLManagedTensor of DLPack).
struct Tensor {
  void* data = nullptr;
  std::int32_t device = 1, device_number = 0, dimensions = 1;
  std::uint8_t code = 0, bits = 32;
  std::uint16_t lanes = 1;
  std::int64_t* shape = nullptr;
  std::int64_t* strides = nullptr;
  std::uint64_t offset = 0;
  void* manager = nullptr;
  void (*deleter)(Tensor*) = [](Tensor* self) {
    delete self;
    --tensors;
  };
  std::vector<int> values;
  std::int64_t extents[2] = {}, steps[2] = {};

  Tensor() { ++tensors; }
};

class Worker {
 public:
  Worker(std::uint64_t seed, unsigned number) : random_(seed * 7919 + number) {}

  void run() {
    while (!stops) {
      gc_compile_options options = GRIDCALL_COMPILE_OPTIONS_INIT;
      if (below(200) == 0) {
        options.flags = GRIDCALL_COMPILE_NO_CACHE;
        ++done[kCompile];
      }
      number_ = below(kSources);
      const std::string text = source(number_);
      Own<gc_module> module(gc_module_release);
      if (!MUST(gc_module_from_source(context, text.c_str(), text.size(), &options, module.out(), &error)))
        continue;
      module_ = module;
      for (int i = 0; i < 4 && !stops; ++i) one();
    }
  }

 private:
  unsigned below(unsigned end) { return static_cast<unsigned>(random_() % end); }

  void one() {
    switch (below(13)) {
      case 0:
      case 1:
      case 2:
        return launch();
      case 3:
        return graph();
      case 4:
        return ndarray();
      case 5:
        return tensor();
      case 6:
      case 7:
        return is_cpu ? fault() : launch();
      case 8:
        return is_cpu ? limit() : graph();
      case 9:
        return completion();
      case 10:
        return array();
      case 11:
        return below(is_cpu ? 10 : 200) == 0 ? own_context() : mapping();
      default:
        // A GPU's driver ends captures of other threads beside it now and then.
        if (is_cpu && below(20) == 0) MUST(gc_pool_free_held(pool, &error));
        if (below(20) == 0) MUST(gc_handle_collect(&error));
        return mapping();
    }
  }

  // Half of them small, of sizes that fill what an allocation takes too.
  int elements(unsigned most) {
    return below(2) ? 16 * (1 + static_cast<int>(below(16))) : 1 + static_cast<int>(below(most));
  }

  struct Kernel : Own<gc_kernel> {
    Kernel(Worker& worker, const char* name) : Own(gc_kernel_release) {
      MUST(gc_module_get_kernel(worker.module_, name, out(), &error));
    }
  };

  // Allocates from the context or the pool.
  void allocate(std::uint64_t size, Mem& mem) {
    if (below(2))
      MUST(gc_mem_alloc(context, size, mem.out(), &error));
    else
      MUST(gc_pool_alloc(pool, size, stream_, mem.out(), &error));
  }

  void launch() {
    ++done[kLaunch];
    const int n = elements(32768), k = static_cast<int>(below(1000));
    const std::uint64_t size = static_cast<std::uint64_t>(n) * sizeof(int);
    std::vector<int> given(static_cast<std::size_t>(n)), got(given.size());
    for (int& each : given) each = static_cast<int>(below(65536));
    Mem a, b;
    allocate(size, a);
    allocate(size, b);
    const Kernel kernel(*this, "scale");
    const gc_arg args[] = {GRIDCALL_ARG_MEM(a), GRIDCALL_ARG_MEM(b), GRIDCALL_ARG(n), GRIDCALL_ARG(k)};
    const gc_launch_config config = shape((static_cast<std::uint32_t>(n) + 255) / 256, 256);
    if (!MUST(gc_memcpy_htod(a, 0, given.data(), size, stream_, &error))) return;
    if (below(2)) {
      if (!MUST(gc_launch(kernel, &config, args, 4, stream_, &error))) return;
    } else {
      Own<gc_prepared> prepared(gc_prepared_release);
      if (!MUST(gc_prepared_create(kernel, &config, args, 4, prepared.out(), &error)) ||
          !MUST(gc_prepared_launch(prepared, nullptr, nullptr, 0, stream_, &error)))
        return;
    }
    if (below(2)) a.reset();  // while the kernel may run
    if (!MUST(gc_memcpy_dtoh(got.data(), b, 0, size, stream_, &error))) return;
    bool same = true;
    for (std::size_t i = 0; i < got.size(); ++i)
      same = same && got[i] == given[i] * k + static_cast<int>(number_);
    right(same, "a launch");
  }

  void graph() {
    ++done[kGraph];
    const int n = elements(4000), nodes = 1 + static_cast<int>(below(4)),
              times = 1 + static_cast<int>(below(20));
    const std::uint64_t size = static_cast<std::uint64_t>(n) * sizeof(int);
    const Stream stream;
    Mem mem;
    const Kernel kernel(*this, "next");
    if (!MUST(gc_mem_alloc(context, size, mem.out(), &error)) ||
        !MUST(fill_u8(mem, 0, 0, size, stream, &error)))
      return;
    const gc_arg args[] = {GRIDCALL_ARG_MEM(mem), GRIDCALL_ARG(n)};
    const gc_launch_config config = shape((static_cast<std::uint32_t>(n) + 127) / 128, 128);
    Own<gc_graph> recorded(gc_graph_release);
    MUST(gc_stream_begin_capture(stream, GRIDCALL_CAPTURE_MODE_RELAXED, &error));
    for (int i = 0; i < nodes; ++i) MUST(gc_launch(kernel, &config, args, 2, stream, &error));
    if (!MUST(gc_stream_end_capture(stream, recorded.out(), &error))) return;
    for (int i = 0; i < times; ++i) MUST(gc_graph_launch(recorded, stream, &error));
    if (below(2)) recorded.reset();
    std::vector<int> got(static_cast<std::size_t>(n));
    if (!MUST(gc_memcpy_dtoh(got.data(), mem, 0, size, stream, &error))) return;
    bool same = true;
    for (const int each : got) same = same && each == nodes * times;
    right(same, "a graph");
  }

  void make(Ndarray& made, std::uint64_t rows, std::uint64_t columns) {
    const std::uint64_t extents[] = {rows, columns};
    gc_ndarray_options options = GRIDCALL_NDARRAY_OPTIONS_INIT;
    options.scalar_type = GRIDCALL_SCALAR_TYPE_INT32;
    options.shape = extents;
    options.shape_count = 2;
    if (below(2)) {
      options.pool = pool;
      options.stream = stream_;
    }
    MUST(gc_ndarray_create(context, &options, made.out(), &error));
  }

  // Transposes an array, takes every other row, computes with it, by way of a tensor.
  void ndarray() {
    ++done[kNdarray];
    const unsigned rows = 1 + below(60), columns = 2 + below(60), half = (columns + 1) / 2;
    std::vector<int> given(std::size_t{rows} * columns), got(std::size_t{half} * rows);
    for (int& each : given) each = static_cast<int>(below(1000));
    Ndarray a, turned, strided, result, again;
    make(a, rows, columns);
    make(result, half, rows);
    const std::uint32_t axes[] = {1, 0};
    const gc_axis_slice slices[] = {{0, static_cast<std::int64_t>(columns), 2},
                                    {0, static_cast<std::int64_t>(rows), 1}};
    if (!MUST(gc_ndarray_copy_from_host(a, given.data(), given.size() * 4, nullptr, stream_, &error)) ||
        !MUST(gc_ndarray_transpose(a, axes, 2, turned.out(), &error)) ||
        !MUST(gc_ndarray_slice(turned, slices, 2, strided.out(), &error)))
      return;
    const auto expect = [&](const char* what, int factor, int more) {
      bool same = true;
      for (unsigned i = 0; i < half; ++i)
        for (unsigned j = 0; j < rows; ++j)
          same = same &&
                 got[std::size_t{i} * rows + j] == given[std::size_t{j} * columns + 2 * i] * factor + more;
      right(same, what);
    };
    if (!MUST(gc_ndarray_copy_to_host(strided, got.data(), got.size() * 4, nullptr, stream_, &error))) return;
    expect("a strided copy", 1, 0);
    gc_ndarray* const inputs[] = {strided};
    if (!MUST(gc_ndarray_apply(result, "a * 2 + 1", inputs, 1, nullptr, 0, stream_, &error))) return;
    std::uint64_t address = 0;
    if (!MUST(gc_ndarray_to_dlpack(result, 0, stream_, &address, &error)) ||
        !MUST(gc_ndarray_from_dlpack(context, address, 0, stream_, again.out(), &error)))
      return;
    result.reset();
    if (!MUST(gc_ndarray_copy_to_host(again, got.data(), got.size() * 4, nullptr, stream_, &error))) return;
    expect("an expression", 2, 1);
  }

  // Views a tensor of the host's memory, contiguous or with a gap between the rows. A GPU takes none.
  void tensor() {
    if (!is_cpu) return ndarray();
    ++done[kDlpack];
    const unsigned rows = 1 + below(40), columns = 1 + below(40), pitch = columns + (below(2) ? 3 : 0);
    auto* const given = new Tensor;
    given->values.resize(std::size_t{rows} * pitch);
    for (int& each : given->values) each = static_cast<int>(below(1000));
    const std::vector<int> kept = given->values;
    given->data = given->values.data();
    given->dimensions = 2;
    given->extents[0] = rows;
    given->extents[1] = columns;
    given->steps[0] = pitch;
    given->steps[1] = 1;
    given->shape = given->extents;
    given->strides = given->steps;
    Ndarray array;
    if (!MUST(gc_ndarray_from_dlpack(context, reinterpret_cast<std::uintptr_t>(given), GRIDCALL_DLPACK_LEGACY,
                                     stream_, array.out(), &error)))
      return given->deleter(given);
    std::vector<int> got(std::size_t{rows} * columns);
    if (!MUST(gc_ndarray_copy_to_host(array, got.data(), got.size() * 4, nullptr, stream_, &error))) return;
    bool same = true;
    for (unsigned i = 0; i < rows; ++i)
      for (unsigned j = 0; j < columns; ++j)
        same = same && got[std::size_t{i} * columns + j] == kept[std::size_t{i} * pitch + j];
    right(same, pitch == columns ? "a contiguous tensor" : "a strided tensor");
  }

  void expect(const char* what, gc_status wanted, const Stream& stream) {
    gc_error* error = nullptr;
    const gc_status status = gc_stream_synchronize(stream, &error);
    if (status != wanted)
      note(untold, std::string("untold: ") + what + " must be " + gc_status_name(wanted) + ", is " +
                       take(status, error));
    else
      gc_error_release(error);
  }

  void fault() {
    ++done[kFault];
    const Stream stream;
    Mem mem;
    switch (below(3)) {
      case 0: {
        const Kernel kernel(*this, "null");
        void* const nowhere = nullptr;
        const gc_arg arg = GRIDCALL_ARG(nowhere);
        const gc_launch_config config = shape(1, 32);
        if (MUST(gc_launch(kernel, &config, &arg, 1, stream, &error)))
          expect("a store to NULL", GRIDCALL_ERROR_ILLEGAL_ADDRESS, stream);
        return;
      }
      case 1: {
        const Kernel kernel(*this, "trap");
        const gc_launch_config config = shape(1, 32);
        if (MUST(gc_launch(kernel, &config, nullptr, 0, stream, &error)))
          expect("a trap", GRIDCALL_ERROR_KERNEL_TRAP, stream);
        return;
      }
      default: {
        const Kernel kernel(*this, "past");
        const int n = elements(5000);
        if (!MUST(gc_mem_alloc(context, static_cast<std::uint64_t>(n) * 4, mem.out(), &error))) return;
        const gc_arg args[] = {GRIDCALL_ARG_MEM(mem), GRIDCALL_ARG(n)};
        const gc_launch_config config = shape(1, 32);
        if (MUST(gc_launch(kernel, &config, args, 2, stream, &error)))
          expect("a store past the end", GRIDCALL_ERROR_ILLEGAL_ADDRESS, stream);
      }
    }
  }

  void limit() {
    ++done[kLimit];
    const Stream stream;
    const Kernel kernel(*this, "loop");
    gc_launch_config config = shape(1, 32);
    const bool cancels = below(2);
    if (!cancels) config.timeout_nanoseconds = 2000000 + below(5000000);
    if (!MUST(gc_launch(kernel, &config, nullptr, 0, stream, &error))) return;
    if (cancels) {
      usleep(below(3000));
      MUST(gc_stream_cancel(stream, &error));
    }
    expect(cancels ? "a cancel" : "a time limit",
           cancels ? GRIDCALL_ERROR_CANCELLED : GRIDCALL_ERROR_LAUNCH_TIMEOUT, stream);
  }

  void completion() {
    ++done[kCompletion];
    Own<gc_completion> queue(gc_completion_release);
    if (!MUST(gc_completion_create(queue.out(), &error))) return;
    const unsigned count = 1 + below(20);
    const int n = 32;
    const Kernel kernel(*this, "next");
    const gc_launch_config config = shape(1, 32);
    for (unsigned i = 0; i < count; ++i) {
      Mem mem;
      allocate(128, mem);
      const gc_arg args[] = {GRIDCALL_ARG_MEM(mem), GRIDCALL_ARG(n)};
      if (!MUST(gc_launch(kernel, &config, args, 2, stream_, &error)) ||
          !MUST(gc_stream_notify(stream_, queue, i, &error)))
        return;
    }
    for (unsigned i = 0; i < count; ++i) {
      std::uint64_t token = ~std::uint64_t{0};
      std::int32_t there = 0;
      if (!MUST(gc_completion_wait(queue, 120'000'000'000, &token, &there, &error))) return;
      right(there && token == i, "a token");
    }
  }

  void array() {
    ++done[kArray];
    gc_array_options options = GRIDCALL_ARRAY_OPTIONS_INIT;
    options.width = 1 + below(64);
    options.height = 1 + below(64);
    options.format = GRIDCALL_ARRAY_FORMAT_FLOAT;
    options.channels = 1;
    Own<gc_array> made(gc_array_release);
    if (!MUST(gc_array_create(context, &options, made.out(), &error))) return;
    std::vector<float> given(options.width * options.height), got(given.size());
    for (float& each : given) each = static_cast<float>(below(1000));
    gc_rect_copy to = GRIDCALL_RECT_COPY_INIT;
    to.src.host = given.data();
    to.src.host_size = given.size() * 4;
    to.dst.array = made;
    to.width = to.src.row_pitch = options.width * 4;
    to.height = options.height;
    gc_rect_copy from = GRIDCALL_RECT_COPY_INIT;
    from.dst.host = got.data();
    from.dst.host_size = got.size() * 4;
    from.src.array = made;
    from.width = from.dst.row_pitch = options.width * 4;
    from.height = options.height;
    Own<gc_texture> texture(gc_texture_release);
    gc_texture_options how = GRIDCALL_TEXTURE_OPTIONS_INIT;
    how.array = made;
    if (!MUST(gc_memcpy_rect(&to, stream_, &error)) ||
        !MUST(gc_texture_create(context, &how, texture.out(), &error)) ||
        !MUST(gc_memcpy_rect(&from, stream_, &error)))
      return;
    right(given == got, "an array");
  }

  void own_context() {
    ++done[kContext];
    gc_device* device = nullptr;
    Own<gc_context> own(gc_context_release);
    Mem mem;
    unsigned char got[4096] = {};
    if (!MUST(gc_context_get_device(context, &device, &error)) ||
        !MUST(gc_context_create(device, nullptr, own.out(), &error)) ||
        !MUST(gc_mem_alloc(own, sizeof got, mem.out(), &error)) ||
        !MUST(fill_u8(mem, 0, 3, sizeof got, nullptr, &error)) ||
        !MUST(gc_memcpy_dtoh(got, mem, 0, sizeof got, nullptr, &error)))
      return;
    right(got[0] == 3 && got[4095] == 3, "memory of an own context");
    if (below(2)) own.reset();
  }

  // Released while work of its stream may use it.
  void exported() {
    Mem mem;
    const std::uint64_t n = 4 * static_cast<std::uint64_t>(elements(20000));
    if (!MUST(gc_mem_alloc(context, n, mem.out(), &error)) || !MUST(fill_u8(mem, 0, 9, n, stream_, &error)))
      return;
    std::uint8_t handle[64];
    std::uint64_t offset = 0;
    gc_error* error = nullptr;
    const gc_status status = gc_mem_get_ipc_handle(mem, handle, &offset, &error);
    if (status == GRIDCALL_ERROR_UNSUPPORTED)
      gc_error_release(error);
    else
      must("gc_mem_get_ipc_handle", status, error);
  }

  void mapping() {
    ++done[kMapping];
    const std::uint64_t n = 100 + below(100000);
    Mem mem;
    if (!MUST(gc_mem_alloc(context, n, mem.out(), &error)) || !MUST(fill_u8(mem, 0, 9, n, stream_, &error)))
      return;
    for (unsigned i = below(2) ? below(8) : 0; i > 0; --i) exported();
    Own<gc_mapping> mapping(gc_mapping_release);
    Own<gc_event> event(gc_event_release);
    std::uint64_t address = 0;
    if (!MUST(
            gc_mem_map(mem, 0, n, GRIDCALL_MAP_READ | GRIDCALL_MAP_WRITE, stream_, mapping.out(), &error)) ||
        !MUST(gc_mapping_get_event(mapping, event.out(), &error)) ||
        !MUST(gc_event_synchronize(event, &error)) ||
        !MUST(gc_mapping_get_address(mapping, &address, &error)))
      return;
    auto* const bytes = reinterpret_cast<unsigned char*>(static_cast<std::uintptr_t>(address));
    right(bytes[0] == 9 && bytes[n - 1] == 9, "a mapping");
    bytes[n / 2] = 4;
    unsigned char got = 0;
    if (!MUST(gc_mapping_unmap(mapping, stream_, &error)) ||
        !MUST(gc_memcpy_dtoh(&got, mem, n / 2, 1, stream_, &error)))
      return;
    right(got == 4, "what was written by a mapping");
  }

  std::mt19937_64 random_;
  const Stream stream_;
  gc_module* module_ = nullptr;
  unsigned number_ = 0;
};

std::int64_t entries(const char* folder) {
  DIR* const opened = opendir(folder);
  if (!opened) return -1;
  std::int64_t count = 0;
  while (const dirent* each = readdir(opened)) count += each->d_name[0] != '.';
  closedir(opened);
  return count;
}
std::int64_t descriptors() {
  return entries("/proc/self/fd") - 1;  // the one that counts
}
std::int64_t threads() {
  return entries("/proc/self/task");
}
long resident_kib() {
  long pages = 0, resident = 0;
  FILE* const file = std::fopen("/proc/self/statm", "r");
  if (!file || std::fscanf(file, "%ld %ld", &pages, &resident) != 2) resident = 0;
  if (file) std::fclose(file);
  return resident * (sysconf(_SC_PAGESIZE) / 1024);
}

// The most that there ever were, and where more is a leak.
struct Highest {
  const char* what;
  std::int64_t limit;
  std::int64_t value = 0;
  void look(std::int64_t now) { value = std::max(value, now); }
};

int number = 0, failures = 0;
void result(bool is_right, const std::string& what) {
  std::printf("%sok %d - %s\n", is_right ? "" : "not ", ++number, what.c_str());
  failures += !is_right;
}

}  // namespace

int main(int argc, char** argv) {
  const double limit = argc > 1 ? std::atof(argv[1]) : 60;
  const unsigned count = argc > 2 ? static_cast<unsigned>(std::atoi(argv[2])) : 4;
  const std::uint64_t seed = argc > 3 ? std::strtoull(argv[3], nullptr, 10) : 1;
  std::setvbuf(stdout, nullptr, _IOLBF, 0);
  {
    gc_device* device = nullptr;
    gc_device_kind kind{};
    gc_pool_options options = GRIDCALL_POOL_OPTIONS_INIT;
    options.limit = std::uint64_t{256} << 20;
    if (!MUST(gc_context_get_default(&context, &error)) ||
        !MUST(gc_context_get_device(context, &device, &error)) ||
        !MUST(gc_device_get_kind(device, &kind, &error)) ||
        !MUST(gc_pool_create(context, &options, &pool, &error)))
      return 1;
    is_cpu = kind == GRIDCALL_DEVICE_KIND_CPU;
  }
  // A thread holds few of each at a time; the compiler's pipes and the library's own threads come to it.
  // So does a GPU's driver, which opens several for each context and each exported event.
  const std::int64_t for_driver = is_cpu ? 0 : 24 * count;
  Highest highest[] = {{"descriptors", descriptors() + 8 * count + 24 + for_driver},
                       {"threads", threads() + 2 * count + 16 + sysconf(_SC_NPROCESSORS_ONLN)},
                       {"handles", 32 * count + 16}};
  std::vector<std::thread> workers;
  for (unsigned i = 0; i < count; ++i) workers.emplace_back([=] { Worker(seed, i).run(); });
  const auto begin = Clock::now();
  double next = 0;
  for (bool ends = false; !ends;) {
    const double now = std::chrono::duration<double>(Clock::now() - begin).count();
    ends = now >= limit;
    const std::int64_t sizes[] = {descriptors(), threads(), static_cast<std::int64_t>(gc_handle_count())};
    for (int i = 0; i < 3; ++i) highest[i].look(sizes[i]);
    if (now >= next || ends) {
      next += 60;
      std::printf("# %5.0f s: %ld KiB resident, %lld descriptors, %lld threads, %lld handles;", now,
                  resident_kib(), static_cast<long long>(sizes[0]), static_cast<long long>(sizes[1]),
                  static_cast<long long>(sizes[2]));
      for (int i = 0; i < kWorks; ++i)
        std::printf(" %s %llu", kNames[i], static_cast<unsigned long long>(done[i].load()));
      std::printf("; wrong %llu, told to others %llu, untold %llu, failed %llu\n",
                  static_cast<unsigned long long>(wrong.load()), static_cast<unsigned long long>(told.load()),
                  static_cast<unsigned long long>(untold.load()),
                  static_cast<unsigned long long>(failed.load()));
    }
    usleep(100000);
  }
  stops = true;
  for (std::thread& each : workers) each.join();
  MUST(gc_context_synchronize(context, &error));
  gc_pool_release(pool);
  gc_handle_collect(nullptr);
  gc_context_release(context);
  gc_handle_collect(nullptr);

  std::printf("1..8\n# seed %llu, %s\n", static_cast<unsigned long long>(seed),
              is_cpu ? "CPU device" : "GPU: no faults, time limits, or tensors of the host");
  for (const auto& [text, times] : seen)
    std::printf("# %llu x %s\n", static_cast<unsigned long long>(times), text.c_str());
  result(wrong == 0, std::to_string(wrong) + " results are wrong");
  result(told == 0, std::to_string(told) + " faults were told to others");
  result(untold == 0, std::to_string(untold) + " faults were told as another one, or not");
  result(failed == 0, std::to_string(failed) + " calls failed that must not");
  for (const Highest& each : highest)
    result(each.value <= each.limit, "at most " + std::to_string(each.value) + ' ' + each.what + ", of " +
                                         std::to_string(each.limit) + " that the load may have");
  result(gc_handle_count() == 0 && tensors == 0,
         std::to_string(gc_handle_count()) + " handles and " + std::to_string(tensors) + " tensors are left");
  return failures != 0;
}
