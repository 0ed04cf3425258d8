// SPDX-License-Identifier: Apache-2.0
//
// Selections, sums by key, histograms, takes, puts, searches, sorts, scans and Fourier transforms on the CPU
// device beside what a C++ programmer writes for them, with OpenMP on all processors, and beside FFTW called
// by hand; in turn in one process. Prints the best wall time and processor time of some rounds and the
// ratios, of which one above 1 is in favour of the library; it judges nothing. GRIDCALL_FFTW=none: its own
// transforms.

#include <dlfcn.h>
#include <gridcall/preview.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <functional>
#include <initializer_list>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include "check.h"
#include "report.h"

// OpenMP's functions: clang-tidy has not GCC's headers of them.
extern "C" int omp_get_max_threads() noexcept;
extern "C" int omp_get_num_threads() noexcept;
extern "C" int omp_get_thread_num() noexcept;
#if __has_include(<omp.h>)
#include <parallel/algorithm>
namespace parallel = __gnu_parallel;
#else
namespace parallel = std;
#endif

namespace {

// --- By hand

using Index = std::int32_t;

template <class T>
using Line = std::vector<T>;

// Calls work(begin, end, thread) for a part of the elements in each thread.
void in_parts(std::size_t n, const std::function<void(std::size_t, std::size_t, std::size_t)>& work) {
#pragma omp parallel
  {
    const auto threads = static_cast<std::size_t>(omp_get_num_threads()),
               own = static_cast<std::size_t>(omp_get_thread_num());
    work(n * own / threads, n * (own + 1) / threads, own);
  }
}

template <class T, class BinOf>
void count_bins(const Line<T>& src, Line<std::int32_t>& counts, BinOf bin_of) {
  Line<Line<std::int32_t>> tables(static_cast<std::size_t>(omp_get_max_threads()));
  in_parts(src.size(), [&](std::size_t begin, std::size_t end, std::size_t own) {
    Line<std::int32_t> table(counts.size());
    for (std::size_t i = begin; i < end; ++i)
      if (const std::size_t bin = bin_of(src[i]); bin < table.size()) ++table[bin];
    tables[own] = std::move(table);
  });
  std::fill(counts.begin(), counts.end(), 0);
  for (const auto& table : tables)
    for (std::size_t i = 0; i < table.size(); ++i) counts[i] += table[i];
}

// Counts with `counts`, then writes with `write`, which gets the place of the part's first result.
void in_two_passes(std::size_t n, const std::function<std::size_t(std::size_t, std::size_t)>& counts,
                   const std::function<void(std::size_t, std::size_t, std::size_t)>& write) {
  Line<std::size_t> places(static_cast<std::size_t>(omp_get_max_threads()) + 1);
  in_parts(
      n, [&](std::size_t begin, std::size_t end, std::size_t own) { places[own + 1] = counts(begin, end); });
  std::partial_sum(places.begin(), places.end(), places.begin());
  in_parts(n, [&](std::size_t begin, std::size_t end, std::size_t own) { write(begin, end, places[own]); });
}

void select(const Line<float>& src, const Line<char>& mask, Line<float>& out) {
  in_two_passes(
      src.size(),
      [&](std::size_t begin, std::size_t end) {
        std::size_t n = 0;
        for (std::size_t i = begin; i < end; ++i) n += mask[i] != 0;
        return n;
      },
      [&](std::size_t begin, std::size_t end, std::size_t at) {
        for (std::size_t i = begin; i < end; ++i)
          if (mask[i]) out[at++] = src[i];
      });
}

// A part has the runs that begin in it.
void sum_by_key(const Line<Index>& keys, const Line<float>& values, Line<Index>& out, Line<float>& sums) {
  const auto begins = [&](std::size_t i) { return i == 0 || keys[i - 1] != keys[i]; };
  in_two_passes(
      keys.size(),
      [&](std::size_t begin, std::size_t end) {
        std::size_t n = 0;
        for (std::size_t i = begin; i < end; ++i) n += begins(i);
        return n;
      },
      [&](std::size_t begin, std::size_t end, std::size_t at) {
        std::size_t i = begin;
        while (i < end && !begins(i)) ++i;
        while (i < end) {
          const Index key = keys[i];
          float sum = 0;
          for (; i < keys.size() && keys[i] == key; ++i) sum += values[i];
          out[at] = key;
          sums[at++] = sum;
        }
      });
}

void scan(const Line<float>& src, Line<float>& out) {
  Line<float> sums(static_cast<std::size_t>(omp_get_max_threads()) + 1);
  in_parts(src.size(), [&](std::size_t begin, std::size_t end, std::size_t own) {
    float sum = 0;
#pragma omp simd reduction(+ : sum)
    for (std::size_t i = begin; i < end; ++i) sum += src[i];
    sums[own + 1] = sum;
  });
  std::partial_sum(sums.begin(), sums.end(), sums.begin());
  in_parts(src.size(), [&](std::size_t begin, std::size_t end, std::size_t own) {
    float sum = sums[own];
    for (std::size_t i = begin; i < end; ++i) out[i] = sum += src[i];
  });
}

// --- Measurement

gc_context* context = nullptr;

double now(clockid_t clock) {
  timespec time{};
  clock_gettime(clock, &time);
  return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_nsec) / 1e6;
}

struct Best {
  double wall = 0, processor = 0;  // ms
  void time(int calls, const std::function<void()>& work) {
    const double wall_begin = now(CLOCK_MONOTONIC), begin = now(CLOCK_PROCESS_CPUTIME_ID);
    for (int i = 0; i < calls; ++i) work();
    const double taken = (now(CLOCK_PROCESS_CPUTIME_ID) - begin) / calls,
                 wall_taken = (now(CLOCK_MONOTONIC) - wall_begin) / calls;
    if (processor == 0 || taken < processor) processor = taken;
    if (wall == 0 || wall_taken < wall) wall = wall_taken;
  }
};

class Comparison {
 public:
  Comparison(Report& report, int rounds, const char* only) : report_(report), rounds_(rounds), only_(only) {}

  // `calls`: so many that the clocks' steps do not count.
  void operator()(const std::string& name, int calls, const std::function<void()>& ours,
                  const std::function<void()>& by_hand) {
    if (only_ && name.find(only_) == std::string::npos) return;
    const auto with = [&] {
      ours();
      CHECK(gc_context_synchronize(context, error));
    };
    with();
    Best best, best_by_hand;
    if (by_hand) by_hand();
    for (int round = 0; round < rounds_; ++round) {
      best.time(calls, with);
      if (by_hand) best_by_hand.time(calls, by_hand);
    }
    std::printf("  %-28s %9.3f ms, of processors %9.3f", name.c_str(), best.wall, best.processor);
    if (by_hand)
      std::printf("   by hand %9.3f ms, %9.3f   %5.2f, by processor time %5.2f", best_by_hand.wall,
                  best_by_hand.processor, best_by_hand.wall / best.wall,
                  best_by_hand.processor / best.processor);
    std::printf("\n");
    std::fflush(stdout);
    report_.add(name, "gridcall", best.processor, "ms");
    if (by_hand) report_.add(name, "by hand", best_by_hand.processor, "ms");
  }

 private:
  Report& report_;
  const int rounds_;
  const char* const only_;
};

template <class T>
gc_ndarray* array_of(gc_scalar_type type, std::initializer_list<std::uint64_t> shape, const Line<T>& values) {
  gc_ndarray_options options = GRIDCALL_NDARRAY_OPTIONS_INIT;
  options.scalar_type = type;
  options.shape = shape.begin();
  options.shape_count = shape.size();
  gc_ndarray* made = nullptr;
  CHECK(gc_ndarray_from_host(context, values.data(), values.size() * sizeof(T), &options, &made, error));
  return made;
}

constexpr gc_scalar_type kFloat = GRIDCALL_SCALAR_TYPE_FLOAT32, kInt = GRIDCALL_SCALAR_TYPE_INT32;

void histograms(Comparison& compare, std::size_t n) {
  std::mt19937 random(1);
  Line<float> numbers(n);
  Line<std::uint8_t> bytes(n);
  Line<Index> integers(n);
  for (std::size_t i = 0; i < n; ++i) {
    numbers[i] = static_cast<float>(random() >> 8) * 0x1p-24f;
    integers[i] = static_cast<Index>(random() % 1000);
    bytes[i] = static_cast<std::uint8_t>(random() % 64 * (random() % 5));
  }
  gc_ndarray *a = array_of(kFloat, {n}, numbers), *b = array_of(GRIDCALL_SCALAR_TYPE_UINT8, {n}, bytes),
             *c = array_of(kInt, {n}, integers);
  const auto each = [&](const char* name, gc_ndarray* src, std::size_t bins, double upper, const auto& host,
                        const auto& bin_of) {
    Line<std::int32_t> counts(bins);
    gc_ndarray* out = array_of(kInt, {bins}, counts);
    gc_histogram_options options = GRIDCALL_HISTOGRAM_OPTIONS_INIT;
    options.upper = upper;
    compare(
        name, 1, [&] { CHECK(gc_ndarray_histogram(out, src, &options, nullptr, error)); },
        [&] { count_bins(host, counts, bin_of); });
    gc_ndarray_release(out);
  };
  each("histogram, float32, 1000", a, 1000, 1, numbers, [](float x) {
    return x >= 0 && x <= 1 ? std::min<std::size_t>(static_cast<std::uint32_t>(x * 1000), 999)
                            : ~std::size_t{};
  });
  each("histogram, int32, 1000", c, 1000, 1000, integers,
       [](Index x) { return static_cast<std::size_t>(x); });
  each("histogram, uint8, 256", b, 256, 256, bytes, [](std::uint8_t x) { return std::size_t{x}; });
  for (gc_ndarray* array : {a, b, c}) gc_ndarray_release(array);
}

void moves(Comparison& compare, std::size_t n) {
  constexpr std::size_t kWidth = 64;
  std::mt19937 random(2);
  Line<float> src(n, 1), out(n);
  Line<Index> order(n), rows(n / kWidth), runs(n);
  std::iota(order.begin(), order.end(), 0);
  std::iota(rows.begin(), rows.end(), 0);
  std::shuffle(order.begin(), order.end(), random);
  std::shuffle(rows.begin(), rows.end(), random);
  gc_ndarray *a = array_of(kFloat, {n}, src), *b = array_of(kFloat, {n}, out),
             *by = array_of(kInt, {n}, order), *wide = array_of(kFloat, {n / kWidth, kWidth}, src),
             *wide_out = array_of(kFloat, {n / kWidth, kWidth}, out),
             *by_rows = array_of(kInt, {n / kWidth}, rows);
  const auto signed_n = static_cast<std::ptrdiff_t>(n), lines = static_cast<std::ptrdiff_t>(n / kWidth);
  compare(
      "take", 1, [&] { CHECK(gc_ndarray_take(b, a, by, nullptr, nullptr, error)); },
      [&] {
#pragma omp parallel for
        for (std::ptrdiff_t i = 0; i < signed_n; ++i)
          out[static_cast<std::size_t>(i)] =
              src[static_cast<std::size_t>(order[static_cast<std::size_t>(i)])];
      });
  compare(
      "put", 1, [&] { CHECK(gc_ndarray_put(b, by, a, nullptr, nullptr, error)); },
      [&] {
#pragma omp parallel for
        for (std::ptrdiff_t i = 0; i < signed_n; ++i)
          out[static_cast<std::size_t>(order[static_cast<std::size_t>(i)])] =
              src[static_cast<std::size_t>(i)];
      });
  const auto copy_rows = [&](bool is_put) {
#pragma omp parallel for
    for (std::ptrdiff_t i = 0; i < lines; ++i) {
      const float* const from =
          &src[static_cast<std::size_t>(is_put ? i : rows[static_cast<std::size_t>(i)]) * kWidth];
      std::memcpy(&out[static_cast<std::size_t>(is_put ? rows[static_cast<std::size_t>(i)] : i) * kWidth],
                  from, kWidth * sizeof(float));
    }
  };
  compare(
      "take, rows of 64", 1,
      [&] { CHECK(gc_ndarray_take(wide_out, wide, by_rows, nullptr, nullptr, error)); },
      [&] { copy_rows(false); });
  compare(
      "put, rows of 64", 1, [&] { CHECK(gc_ndarray_put(wide_out, by_rows, wide, nullptr, nullptr, error)); },
      [&] { copy_rows(true); });
  for (gc_ndarray* array : {a, b, by, wide, wide_out, by_rows}) gc_ndarray_release(array);
}

void orders(Comparison& compare, std::size_t n) {
  std::mt19937 random(3);
  Line<float> numbers(n), sorted, out(n);
  Line<char> mask(n);
  Line<Index> keys(n), long_keys(n), key_out(n);
  for (std::size_t i = 0; i < n; ++i) {
    numbers[i] = static_cast<float>(random() >> 8) * 0x1p-24f;
    mask[i] = random() % 2 == 0;
    keys[i] = static_cast<Index>(random() % (n / 8 + 1));
    long_keys[i] = static_cast<Index>(i / 1000);
  }
  std::sort(keys.begin(), keys.end());
  sorted = numbers;
  std::sort(sorted.begin(), sorted.end());
  gc_ndarray *a = array_of(kFloat, {n}, numbers), *b = array_of(kFloat, {n}, out),
             *m = array_of(GRIDCALL_SCALAR_TYPE_BOOL, {n}, mask), *k = array_of(kInt, {n}, keys),
             *l = array_of(kInt, {n}, long_keys), *o = array_of(kInt, {n}, key_out),
             *s = array_of(kFloat, {n}, sorted);
  compare(
      "select, half", 1, [&] { CHECK(gc_ndarray_select(b, a, m, nullptr, nullptr, nullptr, error)); },
      [&] { select(numbers, mask, out); });
  const auto by_key = [&](gc_ndarray* by) {
    CHECK(gc_ndarray_reduce_by_key(o, b, by, a, GRIDCALL_REDUCTION_SUM, nullptr, nullptr, nullptr, error));
  };
  compare("sums by key, runs of 8", 1, [&] { by_key(k); }, [&] { sum_by_key(keys, numbers, key_out, out); });
  compare(
      "sums by key, runs of 1000", 1, [&] { by_key(l); },
      [&] { sum_by_key(long_keys, numbers, key_out, out); });
  compare(
      "scan", 1, [&] { CHECK(gc_ndarray_scan(b, a, GRIDCALL_REDUCTION_SUM, nullptr, nullptr, error)); },
      [&] { scan(numbers, out); });
  compare(
      "search", 1, [&] { CHECK(gc_ndarray_search(o, s, a, 0, nullptr, error)); },
      [&] {
        in_parts(n, [&](std::size_t begin, std::size_t end, std::size_t) {
          for (std::size_t i = begin; i < end; ++i)
            key_out[i] = static_cast<Index>(std::lower_bound(sorted.begin(), sorted.end(), numbers[i]) -
                                            sorted.begin());
        });
      });
  compare(
      "sort, float32", 1, [&] { CHECK(gc_ndarray_sort(b, a, nullptr, nullptr, error)); },
      [&] {
        out = numbers;
        parallel::sort(out.begin(), out.end());
      });
  for (gc_ndarray* array : {a, b, m, k, l, o, s}) gc_ndarray_release(array);
}

// --- Fourier transforms

// The functions of FFTW for float; its manual has their types.
struct Fftw {
  void* (*plan)(int rank, const int* counts, void* in, void* out, int sign, unsigned flags);
  void* (*plan_real)(int rank, const int* counts, void* in, void* out, unsigned flags);
  void (*execute)(void* plan);
  void (*with_threads)(int count);
};

Fftw open_fftw() {
  Fftw made{};
  void* const library = dlopen("libfftw3f.so.3", RTLD_NOW | RTLD_LOCAL);
  void* const threads = dlopen("libfftw3f_threads.so.3", RTLD_NOW | RTLD_LOCAL);
  if (!library) return made;
  const auto find = [](void* from, const char* name, auto& function) {
    function = reinterpret_cast<std::decay_t<decltype(function)>>(dlsym(from, name));
  };
  find(library, "fftwf_plan_dft", made.plan);
  find(library, "fftwf_plan_dft_r2c", made.plan_real);
  find(library, "fftwf_execute", made.execute);
  if (threads) {
    find(threads, "fftwf_plan_with_nthreads", made.with_threads);
    reinterpret_cast<int (*)()>(dlsym(threads, "fftwf_init_threads"))();
  }
  return made;
}

void transforms(Comparison& compare) {
  constexpr unsigned kEstimate = 64;
  const Fftw fftw = open_fftw();
  const auto each = [&](const std::string& name, bool is_real, std::initializer_list<std::uint64_t> shape) {
    std::uint64_t count = 1;
    for (const std::uint64_t extent : shape) count *= extent;
    const std::uint64_t last = *(shape.end() - 1), kept = is_real ? count / last * (last / 2 + 1) : count;
    Line<float> in(is_real ? count : 2 * count, 1), out(2 * kept);
    for (std::size_t i = 0; i < in.size(); ++i) in[i] = static_cast<float>(i % 100) / 100;
    gc_ndarray* const a = array_of(is_real ? kFloat : GRIDCALL_SCALAR_TYPE_COMPLEX64, shape, in);
    gc_ndarray* const b = shape.size() == 1 ? array_of(GRIDCALL_SCALAR_TYPE_COMPLEX64, {kept}, out)
                                            : array_of(GRIDCALL_SCALAR_TYPE_COMPLEX64,
                                                       {*shape.begin(), kept / *shape.begin()}, out);
    const std::vector<int> counts(shape.begin(), shape.end());
    const int rank = static_cast<int>(counts.size());
    void* plan = nullptr;
    if (fftw.plan) {
      if (fftw.with_threads) fftw.with_threads(count >= 65536 ? omp_get_max_threads() : 1);
      plan = is_real ? fftw.plan_real(rank, counts.data(), in.data(), out.data(), kEstimate)
                     : fftw.plan(rank, counts.data(), in.data(), out.data(), -1, kEstimate);
    }
    gc_fft_options own = GRIDCALL_FFT_OPTIONS_INIT;
    own.flags = GRIDCALL_FFT_OWN_KERNEL;
    const std::function<void()> by_hand = plan ? [&] { fftw.execute(plan); } : std::function<void()>();
    const int calls = static_cast<int>(std::max<std::uint64_t>(1, (1 << 20) / count));
    compare("fft " + name, calls, [&] { CHECK(gc_ndarray_fft(b, a, nullptr, nullptr, error)); }, by_hand);
    compare(
        "fft " + name + ", own", calls, [&] { CHECK(gc_ndarray_fft(b, a, &own, nullptr, error)); }, by_hand);
    gc_ndarray_release(a);
    gc_ndarray_release(b);
  };
  for (const bool is_real : {false, true}) {
    const std::string kind = is_real ? "real, " : "complex, ";
    each(kind + "2^10", is_real, {1 << 10});
    each(kind + "2^20", is_real, {1 << 20});
    each(kind + "1000^2", is_real, {1000, 1000});
    each(kind + "512^2", is_real, {512, 512});
  }
}

}  // namespace

int main(int argc, char** argv) {
  // Threads of OpenMP that spin between two regions would take time from the device.
  if (!std::getenv("OMP_WAIT_POLICY")) {
    setenv("OMP_WAIT_POLICY", "passive", 1);
    execv("/proc/self/exe", argv);
  }
  Report report("primitives_speed",
                "primitives_speed [million elements] [rounds] [text]\n\nPrimitives of so many million "
                "elements (16) on the CPU "
                "device, best of `rounds` (7), beside\nC++ with OpenMP and FFTW called by hand. With a text: "
                "the cases whose name "
                "has it.",
                argc, argv);
  setenv("GRIDCALL_DEVICE", "cpu", 1);
  const auto n = static_cast<std::size_t>(report.number(0, 16)) << 20;
  Comparison compare(report, report.number(1, 7),
                     report.arguments.size() > 2 ? report.arguments[2] : nullptr);
  CHECK(gc_context_get_default(&context, error));
  histograms(compare, n);
  moves(compare, n);
  orders(compare, n);
  transforms(compare);
  report.write();
  gc_context_release(context);
  return 0;
}
