// SPDX-License-Identifier: Apache-2.0
//
// Random calls of every public function from several threads that share their handles. Each call must return
// a status that its documentation names and an error that says the same; afterwards no handle is left and the
// device computes.
//
//   random_calls [--calls N] [--threads N] [--seed N] [--delay N]
//
// With --delay threads pause for a pseudo-random while before and after they hold a mutex, of the library and
// of the device, so that they meet in orders that a machine at rest does not show; N is the seed.

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <deque>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <system_error>
#include <thread>

#include "gridcall/preview.h"
#include "random_calls/delay.h"
#include "random_calls/state.h"
#include "support/effort.h"

namespace {

#include "calls.inc"  // bindings/gen/build_random_calls.py

// Calls that take long, or that would leave the others nothing to work with: one in a number is made.
struct Rare {
  const char* name;
  unsigned one_in;
};
const Rare kRare[] = {
    {"gc_module_from_source", 100}, {"gc_module_from_file", 100},      {"gc_program_compile", 60},
    {"gc_program_release", 200},    {"gc_cache_clear", 4000},          {"gc_context_synchronize", 10},
    {"gc_context_release", 10},     {"gc_module_release", 100},        {"gc_context_create", 100},
    {"gc_context_push", 50},        {"gc_kernel_release", 20},         {"gc_version_get", 50},
    {"gc_handle_collect", 5},       {"gc_context_defer_cleanup", 500}, {"gc_stream_begin_capture", 8},
    {"gc_graph_release", 5}};

// Functions that cannot succeed on every machine, or not with random arguments.
const std::string_view kMayFail[] = {
    "gc_device_get_pci_bus_id",  // the CPU device has none
    "gc_comm_create_id",         // nothing opens NCCL or MPI here
    "gc_comm_from_environment",
    "gc_comm_create",  // its numbers fit by chance alone: make_comm() makes them
    "gc_comm_create_many",
    "gc_comm_send",  // to oneself in a group alone
    "gc_comm_recv",
    "gc_comm_reduce",  // a root that is the one rank is met by chance alone
    "gc_comm_broadcast",
    "gc_comm_gather",
    "gc_comm_scatter",
    "gc_comm_launch_group",
    "gc_context_wrap",         // no random number is a context
    "gc_event_wrap",           // or an event
    "gc_array_wrap",           // or an array
    "gc_ndarray_from_dlpack",  // or the address of a tensor
    "gc_ndarray_transform",    // shapes and types fit by chance alone
    "gc_ndarray_transform_reduce",
    "gc_prepared_from_expression",
    "gc_ndarray_sort",
    "gc_ndarray_scan",
    "gc_ndarray_select",
    "gc_ndarray_reduce_by_key",
    "gc_ndarray_histogram",
    "gc_ndarray_search",
    "gc_ndarray_take",
    "gc_ndarray_put",
    "gc_ndarray_matmul",
    "gc_ndarray_sparse_matmul",
    "gc_ndarray_solve",
    "gc_ndarray_cholesky",
    "gc_ndarray_qr",
    "gc_ndarray_svd",
    "gc_ndarray_eigh",
    "gc_ndarray_fft",
    "gc_dtype_get_field_record",  // few records have records
    "gc_ndarray_get_field",       // and few of their fields have the name
    "gc_module_get_texture",      // by the same name as a binding to the same module
    "gc_module_get_surface",
    "gc_context_pop",                 // the current context is met by chance alone
    "gc_context_enable_peer_access",  // two contexts that have no access yet meet by chance alone
    "gc_context_disable_peer_access",
    "gc_context_defer_cleanup",  // seldom called: nothing here ends what it begins
    "gc_context_get_memo",       // not called: nothing here could release the handle, which is a number
    "gc_module_from_buffer",     // no random bytes are an image
    "gc_module_link",
    "gc_mem_attach",    // managed memory and a stream of its context meet by chance alone
    "gc_mem_open_ipc",  // nor what another process exported
    "gc_event_open_ipc",
    "gc_stream_end_capture",  // most random calls end a capture before
    "gc_graph_launch",
    "gc_graph_get_node_count",
    "gc_graph_get_text",
    "gc_graph_get_node_kind",
    "gc_graph_get_node_kernel",
    "gc_graph_set_arg",
    "gc_prepared_set_arg",   // an argument fits the kernel's parameter by chance alone
    "gc_module_from_file",   // no file named here is a source
    "gc_program_get_image",  // needs room for the whole of it
};

constexpr int kRowCount = static_cast<int>(std::size(kRows));
static_assert(kRowCount <= SharedState::kMaxRows && kClasses <= SharedState::kMaxClasses);

unsigned rarity(const char* name) {
  for (const Rare& rare : kRare)
    if (std::strcmp(rare.name, name) == 0) return rare.one_in;
  return 1;
}

// Memory at an address that is no memory: not where a GPU's driver trusts it, and not under ThreadSanitizer,
// whose own memmove faults then and is left in the middle.
bool allowed([[maybe_unused]] const SharedState& shared, const char* name) {
#ifdef __SANITIZE_THREAD__
  const bool faults = false;
#else
  const bool faults = shared.cpu_alone;
#endif
  if (std::strcmp(name, "gc_mem_wrap") == 0) return faults;
  if (std::strcmp(name, "gc_context_get_memo") == 0) return false;
  // A GPU's driver trusts the numbers.
  for (const char* wraps : {"gc_context_wrap", "gc_stream_wrap", "gc_event_wrap", "gc_array_wrap"})
    if (std::strcmp(name, wraps) == 0) return shared.cpu_alone;
  return true;
}

// A communicator of one rank, in a random context.
void make_comm(SharedState& shared, State& state) {
  auto* const context = static_cast<gc_context*>(
      shared.live[kContext][state.below(SharedState::kSlots)].load(std::memory_order_acquire));
  gc_comm* comm = nullptr;
  if (gc_comm_create(context, nullptr, 0, 0, 1, nullptr, &comm, nullptr) == GRIDCALL_OK)
    state.keep(kComm, comm);
}

// Functions that should have succeeded among so many calls, and have not.
constexpr std::uint64_t kEnoughCalls = 400000;
std::string never_succeeded(const SharedState& shared, std::uint64_t calls) {
  std::string never;
  for (int i = 0; calls >= kEnoughCalls && i < kRowCount; ++i) {
    const bool may = std::find(std::begin(kMayFail), std::end(kMayFail), kRows[i].name) != std::end(kMayFail);
    const bool rare = rarity(kRows[i].name) * 1000 > calls / kRowCount;
    if (kRows[i].statuses.size() && !shared.succeeded_of[i] && allowed(shared, kRows[i].name) && !may &&
        !rare)
      never += std::string(" ") + kRows[i].name;
  }
  return never;
}

// Some functions succeed in few of their calls, six on average, and so in none in one run of some hundred:
// more calls are made then, four times as many at most.
bool is_enough(const SharedState& shared, std::uint64_t calls) {
  const std::uint64_t made = shared.calls.load(std::memory_order_relaxed);
  return made >= calls && (made >= 4 * calls || never_succeeded(shared, calls).empty());
}

void run(SharedState& shared, State& state, std::uint64_t calls) {
  unsigned one_in[kRowCount];
  for (int i = 0; i < kRowCount; ++i) one_in[i] = rarity(kRows[i].name);
  for (std::uint64_t mine = 0; mine % 64 != 0 || !is_enough(shared, calls); ++mine) {
    if (state.one_in(200)) make_comm(shared, state);
    const int row = static_cast<int>(state.below(kRowCount));
    if (allowed(shared, kRows[row].name) && (one_in[row] == 1 || state.one_in(one_in[row]))) state.step(row);
  }
}

// Ends the program with what each thread was doing if nothing is done for two minutes.
void watch(const SharedState& shared, const std::deque<State>& states, const std::atomic<bool>& done) {
  std::uint64_t before = 0;
  for (int idle = 0; !done.load(); std::this_thread::sleep_for(std::chrono::milliseconds(100))) {
    const std::uint64_t now = shared.calls.load();
    idle = now == before ? idle + 1 : 0;
    before = now;
    if (idle < 1200) continue;
    for (const State& state : states) std::printf("# a thread waits in %s\n", state.current());
    std::printf("Bail out! no call returned for two minutes\n");
    std::fflush(stdout);
    std::abort();
  }
}

bool computes() {
  static const char source[] = "__global__ void add(int* p) { p[threadIdx.x] += 7; }";
  gc_context* context = nullptr;
  gc_module* module = nullptr;
  gc_kernel* kernel = nullptr;
  gc_mem* mem = nullptr;
  gc_error* error = nullptr;
  int values[32] = {};
  gc_launch_config config = GRIDCALL_LAUNCH_CONFIG_INIT;
  config.grid_x = config.grid_y = config.grid_z = config.block_y = config.block_z = 1;
  config.block_x = 32;
  // Options that a random call set hold for the whole process.
  bool right = gc_program_set_default_options(nullptr, 0, &error) == GRIDCALL_OK &&
               gc_context_get_default(&context, &error) == GRIDCALL_OK;
  // A stream that captures is kept with the rest, and the default stream waits for it.
  while (right && gc_context_defer_cleanup(context, 0, nullptr) == GRIDCALL_OK) {
  }
  gc_handle_collect(nullptr);
  // Faults of earlier kernels are reported first, one a call.
  for (int i = 0; right && i < 10000 && gc_context_synchronize(context, nullptr) != GRIDCALL_OK;) ++i;
  right =
      right &&
      gc_module_from_source(context, source, sizeof source - 1, nullptr, &module, &error) == GRIDCALL_OK &&
      gc_module_get_kernel(module, "add", &kernel, &error) == GRIDCALL_OK &&
      gc_mem_alloc(context, sizeof values, &mem, &error) == GRIDCALL_OK &&
      gc_memcpy_htod(mem, 0, values, sizeof values, nullptr, &error) == GRIDCALL_OK;
  if (right) {
    const gc_arg args[] = {GRIDCALL_ARG_MEM(mem)};
    right = gc_launch(kernel, &config, args, 1, nullptr, &error) == GRIDCALL_OK &&
            gc_memcpy_dtoh(values, mem, 0, sizeof values, nullptr, &error) == GRIDCALL_OK;
  }
  if (error) std::printf("# %s\n", gc_error_text(error));
  for (int value : values) right = right && value == 7;
  gc_error_release(error);
  gc_mem_release(mem);
  gc_kernel_release(kernel);
  gc_module_release(module);
  gc_context_release(context);
  return right;
}

int failures = 0;
void result(int number, bool right, const std::string& what) {
  std::printf("%sok %d - %s\n", right ? "" : "not ", number, what.c_str());
  failures += !right;
}

// Calls that write files write them there, and leave none.
class OwnFolder {
 public:
  OwnFolder() {
    path_ = (std::filesystem::temp_directory_path() / "gridcall-random-calls-XXXXXX").string();
    if (!mkdtemp(path_.data()) || chdir(path_.c_str()) != 0) std::abort();
  }
  ~OwnFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  OwnFolder(const OwnFolder&) = delete;
  OwnFolder& operator=(const OwnFolder&) = delete;

 private:
  std::string path_;
};

}  // namespace

// Two copies or fills of one memory on two streams are in no order: the caller's race. After a fault of a
// copy the thread leaves its signal handler by a jump, which the sanitizer does not see.
#define EXPORTED extern "C" __attribute__((visibility("default")))
EXPORTED const char* __tsan_default_suppressions();
EXPORTED const char* __tsan_default_options();
const char* __tsan_default_suppressions() {
  return "race:gridcall::cpu::Transfer::run\n";
}
const char* __tsan_default_options() {
  return "report_signal_unsafe=0";
}

int main(int argc, char** argv) {
  std::uint64_t calls = 100000, threads = 8, seed = effort_seed(), delay = 0;
  for (int i = 1; i < argc; ++i) {
    const std::string option = argv[i];
    std::uint64_t* value = option == "--calls"     ? &calls
                           : option == "--threads" ? &threads
                           : option == "--seed"    ? &seed
                           : option == "--delay"   ? &delay
                                                   : nullptr;
    if (!value || i + 1 == argc) {
      std::fprintf(option == "--help" ? stdout : stderr,
                   "random_calls [--calls N] [--threads N] [--seed N] [--delay N]\n");
      return option == "--help" ? 0 : 2;
    }
    *value = std::strtoull(argv[++i], nullptr, 10);
  }
  auto shared = std::make_unique<SharedState>();
  shared->release = kRelease;
  shared->classes = kClasses;
  shared->error_class = kError;
  shared->mem_class = kMem;
  shared->array_class = kArray;
  std::deque<State> states;
  std::vector<std::thread> workers;
  State first(*shared, kRows, seed);
  if (!first.begin(kDevice, kContext, kModule, kKernel)) return 1;
  gc_context* context = nullptr;
  gc_mem* lasting = nullptr;
  if (gc_context_get_default(&context, nullptr) != GRIDCALL_OK ||
      gc_mem_alloc(context, SharedState::kLastingBytes, &lasting, nullptr) != GRIDCALL_OK ||
      gc_mem_get_address(lasting, &shared->lasting_address, nullptr) != GRIDCALL_OK)
    return 1;
  const OwnFolder folder;
  std::atomic<bool> done{false};
  for (std::uint64_t i = 0; i < threads; ++i) states.emplace_back(*shared, kRows, seed * 1000 + i);
  std::thread watcher(watch, std::cref(*shared), std::cref(states), std::cref(done));
  const auto start = std::chrono::steady_clock::now();
  delay_threads(delay);
  for (State& state : states) workers.emplace_back(run, std::ref(*shared), std::ref(state), calls);
  for (std::thread& worker : workers) worker.join();
  delay_threads(0);
  done = true;
  watcher.join();
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  gc_mem_release(lasting);
  gc_context_release(context);
  for (int each = 0; each < kClasses; ++each)
    for (auto& slot : shared->live[each])
      if (void* handle = slot.exchange(nullptr); handle && kRelease[each]) kRelease[each](handle);
  gc_handle_collect(nullptr);

  std::printf("1..4\n# seed %llu\n", static_cast<unsigned long long>(seed));
  const std::uint64_t made = shared->calls, succeeded = shared->succeeded;
  result(1, shared->wrong == 0,
         std::to_string(made) + " random calls from " + std::to_string(threads) +
             " threads: statuses and errors as documented");
  // Every call that can succeed did at least once, or the rest would mean little.
  const std::string never = never_succeeded(*shared, calls);
  result(2, never.empty(),
         std::to_string(succeeded) + " of them succeeded" + (never.empty() ? "" : ", but never" + never));
  result(3, gc_handle_count() == 0, std::to_string(gc_handle_count()) + " handles are left");
  result(4, computes(), "the device computes afterwards");
  std::printf("# METRIC random_calls_per_second %.0f\n", static_cast<double>(made) / seconds.count());
  return failures != 0;
}
