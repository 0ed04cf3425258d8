// SPDX-License-Identifier: Apache-2.0
//
// A handle that stands in a struct is released by another thread while a call reads the struct: the call
// works with the object or says INVALID_HANDLE, and never drops the option. For each field of each struct,
// some hundred times.

#include <array>
#include <atomic>
#include <chrono>
#include <functional>
#include <thread>
#include <utility>

#include "gridcall/preview.h"
#include "support/cmocka.h"
#include "support/effort.h"
#include "support/objects.h"

namespace {

gc_context* context = nullptr;
gc_kernel* kernel = nullptr;
gc_module* module = nullptr;
gc_mem* whole = nullptr;
gc_array* grid = nullptr;
gc_comm* alone = nullptr;

// Releases what it is given, in a thread of its own, a short and varying time after the call began.
class Releaser {
 public:
  Releaser() : thread_([this] { run(); }) {}
  ~Releaser() {
    turn_.store(kStop);
    thread_.join();
  }
  void begin(std::function<void()> release, unsigned delay) {
    release_ = std::move(release);
    delay_ = delay;
    turn_.store(kGo, std::memory_order_release);
  }
  void end() const {
    while (turn_.load(std::memory_order_acquire) != kIdle) std::this_thread::yield();
  }

 private:
  enum { kIdle, kGo, kStop };
  void run() {
    for (;;) {
      const int turn = turn_.load(std::memory_order_acquire);
      if (turn == kStop) return;
      if (turn == kIdle) {
        std::this_thread::yield();
        continue;
      }
      for (volatile unsigned i = 0; i < delay_;) i = i + 1;
      release_();
      turn_.store(kIdle, std::memory_order_release);
    }
  }
  std::atomic<int> turn_{kIdle};
  std::function<void()> release_;
  unsigned delay_ = 0;
  std::thread thread_;
};

const unsigned kRounds = effort(250, 800);
// Beside much other work each turn of the two threads is a time slice or more.
constexpr std::chrono::seconds kLongest{2};

struct Counts {
  unsigned ok = 0, invalid = 0;
};

// make() gives an object, call(object) uses it in a struct, and is_heeded() says whether a call that
// succeeded used it.
template <class Object>
void race(Object* (*make)(), void (*release)(Object*),
          const std::function<gc_status(Object*, gc_error**)>& call) {
  Releaser releaser;
  Counts counts;
  unsigned round = 0;
  const auto begin = std::chrono::steady_clock::now();
  for (; round < kRounds && (round < 8 || std::chrono::steady_clock::now() - begin < kLongest); ++round) {
    Object* object = make();
    releaser.begin([=] { release(object); }, round * 7 % 500);
    if (round % 4 == 3) std::this_thread::yield();  // where the other thread has no processor of its own
    gc_error* error = nullptr;
    const gc_status status = call(object, &error);
    releaser.end();
    if (status == GRIDCALL_OK)
      ++counts.ok;
    else if (status == GRIDCALL_ERROR_INVALID_HANDLE)
      ++counts.invalid;
    else
      fail_msg("round %u: %s", round, objects::take(error).c_str());
    gc_error_release(error);
  }
  assert_true(counts.ok + counts.invalid == round);
  print_message("# %u calls used the object, %u came too late\n", counts.ok, counts.invalid);
}

template <class Object, class Create, class... Arguments>
Object* made(Create* create, Arguments... arguments) {
  Object* object = nullptr;
  gc_error* error = nullptr;
  CHECK(create(arguments..., &object, &error));
  return object;
}

gc_mem* new_mem() {
  return made<gc_mem>(gc_mem_alloc, context, std::uint64_t{4096});
}
gc_stream* new_stream() {
  return made<gc_stream>(gc_stream_create, context, nullptr);
}
gc_event* new_event() {
  return made<gc_event>(gc_event_create, context, nullptr);
}
gc_completion* new_completion() {
  return made<gc_completion>(gc_completion_create);
}
gc_pool* new_pool() {
  return made<gc_pool>(gc_pool_create, context, nullptr);
}
gc_array* new_array() {
  gc_array_options options = GRIDCALL_ARRAY_OPTIONS_INIT;
  options.width = 16;
  options.height = 16;
  options.format = GRIDCALL_ARRAY_FORMAT_FLOAT;
  options.channels = 1;
  return made<gc_array>(gc_array_create, context, &options);
}
gc_sampler* new_sampler() {
  gc_sampler_options options = GRIDCALL_SAMPLER_OPTIONS_INIT;
  options.sampling.filter = GRIDCALL_FILTER_MODE_LINEAR;
  return made<gc_sampler>(gc_sampler_create, context, &options);
}
gc_dtype* new_record() {
  const gc_dtype_entry entry = {"x", nullptr, 0, 1, GRIDCALL_SCALAR_TYPE_FLOAT32, 0};
  return made<gc_dtype>(gc_dtype_create, &entry, std::size_t{1}, std::uint64_t{0});
}
gc_comm* new_comm() {
  gc_comm* comm = nullptr;
  gc_error* error = nullptr;
  CHECK(gc_comm_create(context, nullptr, 0, 0, 1, nullptr, &comm, &error));
  return comm;
}

gc_copy_end end_of(gc_mem* mem) {
  gc_copy_end end{};
  end.mem = mem;
  return end;
}
gc_copy_end end_of(gc_array* array) {
  gc_copy_end end{};
  end.array = array;
  return end;
}

void copies(void**) {
  alignas(16) static std::array<char, 1024> host;
  gc_rect_copy rect = GRIDCALL_RECT_COPY_INIT;
  rect.width = 64;
  rect.height = 16;
  race<gc_mem>(new_mem, gc_mem_release, [=](gc_mem* mem, gc_error** out_error) mutable {
    rect.dst = end_of(mem);
    rect.src = end_of(whole);
    return gc_memcpy_rect(&rect, nullptr, out_error);
  });
  race<gc_mem>(new_mem, gc_mem_release, [=](gc_mem* mem, gc_error** out_error) mutable {
    rect.src = end_of(mem);
    rect.dst = end_of(whole);
    return gc_memcpy_rect(&rect, nullptr, out_error);
  });
  race<gc_array>(new_array, gc_array_release, [=](gc_array* array, gc_error** out_error) mutable {
    rect.dst = end_of(array);
    rect.src = end_of(whole);
    return gc_memcpy_rect(&rect, nullptr, out_error);
  });
  race<gc_array>(new_array, gc_array_release, [=](gc_array* array, gc_error** out_error) mutable {
    rect.src = end_of(array);
    rect.dst = end_of(grid);
    return gc_memcpy_rect(&rect, nullptr, out_error);
  });
  race<gc_array>(new_array, gc_array_release, [=](gc_array* array, gc_error** out_error) mutable {
    rect.src = end_of(array);
    rect.dst.host = host.data();
    rect.dst.host_size = host.size();
    return gc_memcpy_rect(&rect, nullptr, out_error);
  });
}

void fills(void**) {
  const int pattern = 7;
  gc_rect_fill rect = GRIDCALL_RECT_FILL_INIT;
  rect.width = 4;
  rect.height = 4;
  rect.value = &pattern;
  rect.value_size = sizeof pattern;
  race<gc_mem>(new_mem, gc_mem_release, [=](gc_mem* mem, gc_error** out_error) mutable {
    rect.dst = end_of(mem);
    return gc_memset_rect(&rect, nullptr, out_error);
  });
  race<gc_array>(new_array, gc_array_release, [=](gc_array* array, gc_error** out_error) mutable {
    rect.dst = end_of(array);
    return gc_memset_rect(&rect, nullptr, out_error);
  });
}

void textures(void**) {
  const auto texture_of = [](const gc_texture_options& options, gc_error** out_error) {
    gc_texture* texture = nullptr;
    const gc_status status = gc_texture_create(context, &options, &texture, out_error);
    if (status == GRIDCALL_OK && options.sampler) {
      gc_error* error = nullptr;
      std::uint64_t filter = 0;
      CHECK(gc_texture_get_attribute(texture, GRIDCALL_SAMPLER_ATTRIBUTE_FILTER, &filter, &error));
      assert_int_equal(filter, GRIDCALL_FILTER_MODE_LINEAR);
    }
    gc_texture_release(texture);
    return status;
  };
  race<gc_sampler>(new_sampler, gc_sampler_release, [=](gc_sampler* sampler, gc_error** out_error) {
    gc_texture_options options = GRIDCALL_TEXTURE_OPTIONS_INIT;
    options.array = grid;
    options.sampler = sampler;
    return texture_of(options, out_error);
  });
  race<gc_array>(new_array, gc_array_release, [=](gc_array* array, gc_error** out_error) {
    gc_texture_options options = GRIDCALL_TEXTURE_OPTIONS_INIT;
    options.array = array;
    return texture_of(options, out_error);
  });
  race<gc_mem>(new_mem, gc_mem_release, [=](gc_mem* mem, gc_error** out_error) {
    gc_texture_options options = GRIDCALL_TEXTURE_OPTIONS_INIT;
    options.mem = mem;
    options.width = 16;
    options.format = GRIDCALL_ARRAY_FORMAT_FLOAT;
    options.channels = 1;
    return texture_of(options, out_error);
  });
}

void launches(void**) {
  const objects::ScaleArguments arguments(whole);
  const auto with = [&](gc_event* start, gc_event* end, gc_error** out_error, bool prepared) {
    gc_launch_config config = objects::shape(1, 32);
    config.start_event = start;
    config.end_event = end;
    if (!prepared) return gc_launch(kernel, &config, arguments.args, 3, nullptr, out_error);
    gc_prepared* made_ready = nullptr;
    const gc_status status = gc_prepared_create(kernel, &config, arguments.args, 3, &made_ready, out_error);
    gc_prepared_release(made_ready);
    return status;
  };
  for (const bool prepared : {false, true}) {
    race<gc_event>(new_event, gc_event_release, [&](gc_event* event, gc_error** out_error) {
      return with(event, nullptr, out_error, prepared);
    });
    race<gc_event>(new_event, gc_event_release, [&](gc_event* event, gc_error** out_error) {
      return with(nullptr, event, out_error, prepared);
    });
  }
  race<gc_mem>(new_mem, gc_mem_release, [&](gc_mem* mem, gc_error** out_error) {
    const objects::ScaleArguments own(mem);
    const gc_launch_config config = objects::shape(1, 32);
    return gc_launch(kernel, &config, own.args, 3, nullptr, out_error);
  });
}

void arrays_and_records(void**) {
  static const std::uint64_t shape[1] = {16};
  const auto ndarray_of = [](const gc_ndarray_options& options, gc_error** out_error) {
    gc_ndarray* ndarray = nullptr;
    const gc_status status = gc_ndarray_create(context, &options, &ndarray, out_error);
    if (status == GRIDCALL_OK && options.pool) {
      gc_error* error = nullptr;
      gc_mem* mem = nullptr;
      std::uint64_t origin = 0;
      CHECK(gc_ndarray_get_mem(ndarray, &mem, &error));
      CHECK(gc_mem_get_attribute(mem, GRIDCALL_MEM_ATTRIBUTE_ORIGIN, &origin, &error));
      assert_int_equal(origin, GRIDCALL_MEM_ORIGIN_POOL);
      gc_mem_release(mem);
    }
    gc_ndarray_release(ndarray);
    return status;
  };
  gc_ndarray_options options = GRIDCALL_NDARRAY_OPTIONS_INIT;
  options.shape = shape;
  options.shape_count = 1;
  race<gc_dtype>(new_record, gc_dtype_release, [=](gc_dtype* record, gc_error** out_error) mutable {
    options.record = record;
    return ndarray_of(options, out_error);
  });
  options.scalar_type = GRIDCALL_SCALAR_TYPE_FLOAT32;
  race<gc_pool>(new_pool, gc_pool_release, [=](gc_pool* pool, gc_error** out_error) mutable {
    options.pool = pool;
    return ndarray_of(options, out_error);
  });
  gc_pool* pool = new_pool();
  race<gc_stream>(new_stream, gc_stream_release, [=](gc_stream* stream, gc_error** out_error) mutable {
    options.pool = pool;
    options.stream = stream;
    return ndarray_of(options, out_error);
  });
  gc_pool_release(pool);
  race<gc_dtype>(new_record, gc_dtype_release, [](gc_dtype* record, gc_error** out_error) {
    const gc_dtype_entry entry = {"inner", record, 0, 1, GRIDCALL_SCALAR_TYPE_RECORD, 0};
    gc_dtype* dtype = nullptr;
    const gc_status status = gc_dtype_create(&entry, 1, 0, &dtype, out_error);
    gc_dtype_release(dtype);
    return status;
  });
}

void memory(void**) {
  race<gc_completion>(new_completion, gc_completion_release,
                      [](gc_completion* completion, gc_error** out_error) {
                        gc_mem_options options = GRIDCALL_MEM_OPTIONS_INIT;
                        options.size = 64;
                        options.completion = completion;
                        gc_mem* mem = nullptr;
                        const gc_status status = gc_mem_create(context, &options, &mem, out_error);
                        gc_mem_release(mem);
                        return status;
                      });
  race<gc_completion>(new_completion, gc_completion_release,
                      [](gc_completion* completion, gc_error** out_error) {
                        gc_mem_wrap_options options = GRIDCALL_MEM_WRAP_OPTIONS_INIT;
                        options.completion = completion;
                        gc_error* error = nullptr;
                        std::uint64_t address = 0;
                        CHECK(gc_mem_get_address(whole, &address, &error));
                        gc_mem* mem = nullptr;
                        const gc_status status = gc_mem_wrap(context, address, 64, &options, &mem, out_error);
                        gc_mem_release(mem);
                        return status;
                      });
}

void groups_of_communicators(void**) {
  gc_comm_op op{};
  op.operation = GRIDCALL_COMM_OPERATION_BROADCAST;
  op.comm = alone;
  op.dst = whole;
  op.src = whole;
  op.count = 16;
  op.scalar_type = GRIDCALL_SCALAR_TYPE_FLOAT32;
  race<gc_mem>(new_mem, gc_mem_release, [=](gc_mem* mem, gc_error** out_error) mutable {
    op.dst = mem;
    return gc_comm_launch_group(&op, 1, out_error);
  });
  race<gc_mem>(new_mem, gc_mem_release, [=](gc_mem* mem, gc_error** out_error) mutable {
    op.src = mem;
    return gc_comm_launch_group(&op, 1, out_error);
  });
  race<gc_stream>(new_stream, gc_stream_release, [=](gc_stream* stream, gc_error** out_error) mutable {
    op.stream = stream;
    return gc_comm_launch_group(&op, 1, out_error);
  });
}

// Without elements: what is tested comes before the kernels.
gc_ndarray* new_ndarray(std::uint64_t count = 0) {
  const std::uint64_t shape[1] = {count};
  gc_ndarray_options options = GRIDCALL_NDARRAY_OPTIONS_INIT;
  options.scalar_type = GRIDCALL_SCALAR_TYPE_INT64;
  options.shape = shape;
  options.shape_count = 1;
  return made<gc_ndarray>(gc_ndarray_create, context, &options);
}

gc_ndarray* new_empty() {
  return new_ndarray();
}

void algorithms(void**) {
  gc_ndarray *keys = new_ndarray(), *places = new_ndarray();
  gc_sort_options options = GRIDCALL_SORT_OPTIONS_INIT;
  race<gc_ndarray>(new_empty, gc_ndarray_release, [=](gc_ndarray* values, gc_error** out_error) mutable {
    options.values = values;
    return gc_ndarray_sort(keys, keys, &options, nullptr, out_error);
  });
  race<gc_ndarray>(new_empty, gc_ndarray_release, [=](gc_ndarray* values, gc_error** out_error) mutable {
    options.values = places;
    options.values_src = values;
    return gc_ndarray_sort(keys, keys, &options, nullptr, out_error);
  });
  race<gc_ndarray>([] { return new_ndarray(); }, gc_ndarray_release,
                   [=](gc_ndarray* segments, gc_error** out_error) mutable {
                     options.segments = segments;
                     return gc_ndarray_sort(keys, keys, &options, nullptr, out_error);
                   });
  race<gc_ndarray>([] { return new_ndarray(); }, gc_ndarray_release,
                   [=](gc_ndarray* segments, gc_error** out_error) {
                     gc_scan_options scan = GRIDCALL_SCAN_OPTIONS_INIT;
                     scan.segments = segments;
                     return gc_ndarray_scan(keys, keys, GRIDCALL_REDUCTION_SUM, &scan, nullptr, out_error);
                   });
  race<gc_ndarray>(new_empty, gc_ndarray_release, [=](gc_ndarray* other, gc_error** out_error) {
    gc_scan_options scan = GRIDCALL_SCAN_OPTIONS_INIT;
    scan.map = "a + b + c + d";
    scan.b = scan.c = scan.d = keys;
    scan.b = other;
    if (const gc_status status =
            gc_ndarray_scan(keys, keys, GRIDCALL_REDUCTION_SUM, &scan, nullptr, out_error))
      return status;
    scan.c = other;
    scan.d = other;
    return gc_ndarray_scan(keys, keys, GRIDCALL_REDUCTION_SUM, &scan, nullptr, out_error);
  });
  race<gc_pool>(new_pool, gc_pool_release, [=](gc_pool* pool, gc_error** out_error) mutable {
    options.pool = pool;
    return gc_ndarray_sort(keys, keys, &options, nullptr, out_error);
  });
  race<gc_pool>(new_pool, gc_pool_release, [=](gc_pool* pool, gc_error** out_error) {
    gc_scan_options scan = GRIDCALL_SCAN_OPTIONS_INIT;
    scan.pool = pool;
    return gc_ndarray_scan(keys, keys, GRIDCALL_REDUCTION_SUM, &scan, nullptr, out_error);
  });
  static const std::uint64_t none[1] = {0};
  gc_ndarray_options truth = GRIDCALL_NDARRAY_OPTIONS_INIT;
  truth.scalar_type = GRIDCALL_SCALAR_TYPE_BOOL;
  truth.shape = none;
  truth.shape_count = 1;
  auto* mask = made<gc_ndarray>(gc_ndarray_create, context, &truth);
  race<gc_pool>(new_pool, gc_pool_release, [=](gc_pool* pool, gc_error** out_error) {
    gc_select_options select = GRIDCALL_SELECT_OPTIONS_INIT;
    select.pool = pool;
    return gc_ndarray_select(keys, places, mask, nullptr, &select, nullptr, out_error);
  });
  race<gc_pool>(new_pool, gc_pool_release, [=](gc_pool* pool, gc_error** out_error) {
    gc_select_options select = GRIDCALL_SELECT_OPTIONS_INIT;
    select.pool = pool;
    return gc_ndarray_reduce_by_key(keys, nullptr, places, nullptr, GRIDCALL_REDUCTION_SUM, nullptr, &select,
                                    nullptr, out_error);
  });
  gc_histogram_options histogram = GRIDCALL_HISTOGRAM_OPTIONS_INIT;
  histogram.upper = 1;
  gc_ndarray* counts = new_ndarray(1);
  race<gc_ndarray>([] { return new_ndarray(2); }, gc_ndarray_release,
                   [=](gc_ndarray* edges, gc_error** out_error) mutable {
                     histogram.edges = edges;
                     return gc_ndarray_histogram(counts, keys, &histogram, nullptr, out_error);
                   });
  race<gc_ndarray>(new_empty, gc_ndarray_release, [=](gc_ndarray* weights, gc_error** out_error) mutable {
    histogram.weights = weights;
    return gc_ndarray_histogram(counts, keys, &histogram, nullptr, out_error);
  });
  race<gc_pool>(new_pool, gc_pool_release, [=](gc_pool* pool, gc_error** out_error) mutable {
    histogram.pool = pool;
    return gc_ndarray_histogram(counts, keys, &histogram, nullptr, out_error);
  });
  gc_ndarray_release(counts);
  gc_ndarray_release(mask);
  gc_ndarray_release(keys);
  gc_ndarray_release(places);
  static const std::uint64_t shape[2] = {0, 0};
  gc_ndarray_options square = GRIDCALL_NDARRAY_OPTIONS_INIT;
  square.scalar_type = GRIDCALL_SCALAR_TYPE_FLOAT32;
  square.shape = shape;
  square.shape_count = 2;
  gc_ndarray *product = made<gc_ndarray>(gc_ndarray_create, context, &square),
             *operand = made<gc_ndarray>(gc_ndarray_create, context, &square);
  race<gc_pool>(new_pool, gc_pool_release, [=](gc_pool* pool, gc_error** out_error) {
    gc_matmul_options of_product = GRIDCALL_MATMUL_OPTIONS_INIT;
    of_product.pool = pool;
    return gc_ndarray_matmul(product, operand, operand, &of_product, nullptr, out_error);
  });
  static const std::uint64_t one = 1;
  gc_ndarray_options line = GRIDCALL_NDARRAY_OPTIONS_INIT;
  line.scalar_type = GRIDCALL_SCALAR_TYPE_INT32;
  line.shape = &one;
  line.shape_count = 1;
  gc_ndarray* offsets = made<gc_ndarray>(gc_ndarray_create, context, &line);
  line.shape = shape;
  gc_ndarray* columns = made<gc_ndarray>(gc_ndarray_create, context, &line);
  line.scalar_type = GRIDCALL_SCALAR_TYPE_FLOAT32;
  gc_ndarray *values = made<gc_ndarray>(gc_ndarray_create, context, &line),
             *vector = made<gc_ndarray>(gc_ndarray_create, context, &line);
  race<gc_pool>(new_pool, gc_pool_release, [=](gc_pool* pool, gc_error** out_error) {
    gc_sparse_matmul_options of_product = GRIDCALL_SPARSE_MATMUL_OPTIONS_INIT;
    of_product.pool = pool;
    return gc_ndarray_sparse_matmul(vector, offsets, columns, values, values, &of_product, nullptr,
                                    out_error);
  });
  race<gc_pool>(new_pool, gc_pool_release, [=](gc_pool* pool, gc_error** out_error) {
    gc_factor_options of_factor = GRIDCALL_FACTOR_OPTIONS_INIT;
    of_factor.pool = pool;
    return gc_ndarray_cholesky(product, product, &of_factor, nullptr, out_error);
  });
  const auto new_info = [] {
    gc_ndarray_options number = GRIDCALL_NDARRAY_OPTIONS_INIT;
    number.scalar_type = GRIDCALL_SCALAR_TYPE_INT32;
    return made<gc_ndarray>(gc_ndarray_create, context, &number);
  };
  race<gc_ndarray>(new_info, gc_ndarray_release, [=](gc_ndarray* info, gc_error** out_error) {
    gc_factor_options of_factor = GRIDCALL_FACTOR_OPTIONS_INIT;
    of_factor.info = info;
    return gc_ndarray_cholesky(product, product, &of_factor, nullptr, out_error);
  });
  for (gc_ndarray* each : {product, operand, offsets, columns, values, vector}) gc_ndarray_release(each);
  gc_ndarray_release(product);
  gc_ndarray_release(operand);
  square.scalar_type = GRIDCALL_SCALAR_TYPE_COMPLEX64;
  static const std::uint32_t last = 1;
  static const std::uint64_t rows[2] = {0, 4};
  square.shape = rows;
  gc_ndarray* spectrum = made<gc_ndarray>(gc_ndarray_create, context, &square);
  race<gc_pool>(new_pool, gc_pool_release, [=](gc_pool* pool, gc_error** out_error) {
    gc_fft_options of_fft = GRIDCALL_FFT_OPTIONS_INIT;
    of_fft.pool = pool;
    of_fft.axes = &last;
    of_fft.axis_count = 1;
    return gc_ndarray_fft(spectrum, spectrum, &of_fft, nullptr, out_error);
  });
  gc_ndarray_release(spectrum);
}

int set_up(void**) {
  gc_error* error = nullptr;
  context = objects::make_context();
  CHECK(gc_module_from_buffer(context, objects::kPtx, sizeof objects::kPtx - 1, nullptr, &module, &error));
  CHECK(gc_module_get_kernel(module, "scale", &kernel, &error));
  whole = new_mem();
  grid = new_array();
  alone = new_comm();
  return 0;
}

}  // namespace

int main() {
  const CMUnitTest tests[] = {
      cmocka_unit_test(copies),
      cmocka_unit_test(fills),
      cmocka_unit_test(textures),
      cmocka_unit_test(launches),
      cmocka_unit_test(arrays_and_records),
      cmocka_unit_test(memory),
      cmocka_unit_test(groups_of_communicators),
      cmocka_unit_test(algorithms),
  };
  return cmocka_run_group_tests_name("released_in_structs", tests, set_up, nullptr);
}
