// SPDX-License-Identifier: Apache-2.0
//
// gridcall.hpp on whatever device GRIDCALL_DEVICE names. Writes TAP.

#include <gridcall/gridcall.hpp>

#include <array>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <string>
#include <thread>
#include <vector>

namespace {

const char source[] = R"(
template <typename T> __global__ void add(T *x, int n, T by) {
  int i = (blockIdx.y * gridDim.x + blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < n) x[i] += by;
}
struct Pair { int a; float b; };
__global__ void pair(float *out, Pair p, double c, bool d) { out[0] = p.a; out[1] = p.b; out[2] = c; out[3] = d; }
__global__ void shared(unsigned *x) {
  unsigned size;
  asm("mov.u32 %0, %%dynamic_smem_size;" : "=r"(size));
  *x = size;
}
)";
const char counting[] = "__device__ int counter = 7; __global__ void count() { atomicAdd(&counter, 1); }";

int number = 0, failures = 0;

void ok(bool passed, const char* name) {
  failures += !passed;
  std::printf("%s %d - %s\n", passed ? "ok" : "not ok", ++number, name);
}

// The status that a call throws; OK if it throws nothing.
template <class F>
gc_status thrown(F&& function, std::string* text = nullptr) {
  try {
    function();
  } catch (const gridcall::error& error) {
    if (text) *text = error.what();
    return error.status();
  }
  return GRIDCALL_OK;
}

struct Pair {
  int a;
  float b;
};

void launches(const gridcall::context& context) {
  const gridcall::module module(context, source);
  const auto add = module.kernel("add<float>");
  const gridcall::buffer<float> x(context, std::vector<float>(64, 1.0f));
  const gridcall::stream stream(context);
  const int n = 64;
  gridcall::launch(add, 2, 32, x, n, 1.0f);
  gridcall::launch(add, {1, 2}, {32}, x, 64, 1.0f);
  gridcall::launch(stream, add, {{2}, {32}}, x, n, 1.0f);
  gridcall::launch(stream, add, 2, 32, x.mem(), n, 1.0f);
  stream.synchronize();
  ok(x.download() == std::vector<float>(64, 5.0f), "launches on streams, of every shape");

  const gridcall::buffer<float> out(context, 4);
  gridcall::launch(module.kernel("pair"), 1, 1, out, Pair{3, 4.5f}, 0.25, true);
  ok(out.download() == std::vector<float>{3, 4.5f, 0.25f, 1}, "structs and numbers as arguments");

  const gridcall::buffer<unsigned> size(context, 1);
  gridcall::shape shape{1, 1};
  shape.shared_size = 512;
  shape.timeout = std::chrono::minutes(1);
  gridcall::launch(module.kernel("shared"), shape, size);
  ok(size.download() == std::vector<unsigned>{512}, "shared memory");

  const gridcall::prepared prepared(add, {2, 32}, x, n, 1.0f);
  prepared.launch();
  prepared.set(2, -6.0f);
  prepared.launch(stream);
  ok(x.download(stream) == std::vector<float>(64, 0.0f), "prepared launches");

  const gridcall::graph graph = stream.capture([&] {
    for (int i = 0; i < 10; i++) gridcall::launch(stream, add, 2, 32, x, n, 1.0f);
  });
  graph.launch(stream);
  graph.launch(stream);
  ok(x.download(stream) == std::vector<float>(64, 20.0f), "graphs");
  ok(thrown([&] {
       stream.capture([] { throw gridcall::error(GRIDCALL_ERROR_INTERNAL, "mine", "mine"); });
     }) == GRIDCALL_ERROR_INTERNAL,
     "what a capture throws ends it");
  stream.synchronize();

  const gridcall::module other(context, counting);
  gridcall::launch(other.kernel("count"), 1, 32);
  const gridcall::buffer<int> counter(other.global("counter"));
  ok(counter.download() == std::vector<int>{39}, "globals");
}

void memory(const gridcall::context& context) {
  const std::array<double, 3> values = {1, 2, 3};
  gridcall::buffer<double> x(context, values);
  ok(x.size() == 3 && x.mem().size() == 24 && x.download() == std::vector<double>{1, 2, 3},
     "buffers of ranges");
  x.slice(1, 2).fill(7);
  std::array<double, 2> two{};
  x.download(two);
  ok(two[0] == 1 && two[1] == 7, "slices and fills");
  gridcall::buffer<double> y(context, 4);
  y.fill(0);
  y.copy_from(x);
  ok(y.download() == std::vector<double>{1, 7, 7, 0}, "copies");
  const gridcall::buffer<double> none(context, std::vector<double>{});
  none.fill(1);
  none.copy_from(y.slice(4, 0));
  ok(none.empty() && none.download().empty(), "empty buffers");
  const gridcall::pool pool(context);
  const gridcall::buffer<int> pooled(pool, 5);
  pooled.fill(3);
  ok(pooled.download() == std::vector<int>(5, 3), "memory of pools");

  std::string text;
  ok(thrown([&] { x.upload(std::vector<double>(4)); }, &text) == GRIDCALL_ERROR_OUT_OF_RANGE &&
         text == "OUT_OF_RANGE: `values` has 4 elements, the buffer 3: at most 3 fit",
     "too many values");
  ok(thrown([&] { x.slice(2, 2); }) == GRIDCALL_ERROR_OUT_OF_RANGE, "a slice behind the end");
  ok(thrown([&] { gridcall::buffer<double>(context, SIZE_MAX); }) == GRIDCALL_ERROR_OUT_OF_RANGE,
     "more than there is");

  gridcall::buffer<double> moved = std::move(x);
  ok(moved.download()[0] == 1 && !x.get(), "moves");  // NOLINT: it is empty
  x = std::move(moved);
  ok(x.download()[0] == 1, "moves back");
}

void failures_of(const gridcall::context& context) {
  std::string text;
  const gc_status status =
      thrown([&] { gridcall::module(context, "__global__ void k() { missing; }"); }, &text);
  ok(status == GRIDCALL_ERROR_COMPILE && text.find("missing") != std::string::npos, "the compile log");
  const gridcall::module module(context, source);
  const auto add = module.kernel("add<float>");
  const gridcall::buffer<double> x(context, 4);
  ok(thrown([&] { gridcall::launch(add, 1, 1, x, 4, 1.0f); }, &text) == GRIDCALL_ERROR_ARGUMENT_MISMATCH,
     "elements of another type");
  ok(thrown([&] { gridcall::launch(add, 1, 1, x); }) == GRIDCALL_ERROR_ARGUMENT_MISMATCH,
     "too few arguments");
  ok(thrown([&] { gridcall::launch(gridcall::kernel(), 1, 1); }) == GRIDCALL_ERROR_INVALID_HANDLE,
     "an empty kernel");
  ok(thrown([&] { module.kernel("none"); }) == GRIDCALL_ERROR_NOT_FOUND, "a kernel that is not there");
}

void times(const gridcall::context& context) {
  const gridcall::stream stream(context);
  const gridcall::event start(context), end(context);
  start.record(stream);
  end.record(stream);
  stream.wait(start);
  ok(stream.synchronize_for(std::chrono::seconds(60)) && stream.query() && end.query(), "waits with a limit");
  ok(start.elapsed(end).count() >= 0, "times of events");
}

void functions_of_c(const gridcall::context& context) {
  const gridcall::stream stream(context);
  const auto [least, greatest] = gridcall::call<gc_context_get_stream_priority_range>(context);
  ok(least >= greatest, "a tuple of results");
  ok(gridcall::call<gc_stream_get_attribute>(stream, GRIDCALL_STREAM_ATTRIBUTE_IS_CAPTURING) == 0,
     "a number");
  const gridcall::object<gc_completion> completion = gridcall::call<gc_completion_create>();
  gridcall::call<gc_stream_notify>(stream, completion, 5u);
  const auto [token, done] = gridcall::call<gc_completion_wait>(completion, UINT64_MAX);
  ok(token == 5 && done, "an object without a class of its own");
  ok(!context.device().name().empty() && !gridcall::text<gc_context_get_device_reason>(context).empty(),
     "texts");
  ok(gridcall::device::count() > 0 && !gridcall::device(0).name().empty(), "devices");
  gc_stream* raw = gridcall::stream(context).release();
  ok(gridcall::stream(raw).query(), "handles go out and come in");
}

}  // namespace

int main() {
  {
    const gridcall::context context;
    launches(context);
    memory(context);
    failures_of(context);
    times(context);
    functions_of_c(context);
    std::thread([] { gridcall::stream(gridcall::context()).synchronize(); }).join();
  }
  ok(gc_handle_count() == 0, "nothing is left");
  std::printf("1..%d\n", number);
  return failures != 0;
}
