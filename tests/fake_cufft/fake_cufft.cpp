// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <cmath>
#include <complex>
#include <map>
#include <utility>
#include <vector>

#include "fake_cufft/control.h"

namespace {

constexpr int kInvalidPlan = 1, kInvalidValue = 4;
constexpr std::size_t kWorkBytes = 4096;

struct Plan {
  fake_cufft_state made;
  bool allocates = true;
  const void *work = nullptr, *stream = nullptr;
};
std::map<int, Plan> plans;
int last_plan = 0;

// Calls visit(k, at) for the elements of one side; k are their numbers in the whole, and `last` the extent
// that is there.
template <class Visit>
void each(const fake_cufft_state& call, const long long* embed, long long stride, long long last,
          const Visit& visit) {
  long long shape[3] = {1, 1, 1}, embedded[3] = {1, 1, 1};
  for (int i = 0; i < call.rank; ++i) {
    shape[3 - call.rank + i] = i + 1 == call.rank ? last : call.lengths[i];
    embedded[3 - call.rank + i] = embed[i];
  }
  for (long long a = 0; a < shape[0]; ++a)
    for (long long b = 0; b < shape[1]; ++b)
      for (long long c = 0; c < shape[2]; ++c) {
        const long long k[3] = {a, b, c};
        visit(k, ((a * embedded[1] + b) * embedded[2] + c) * stride);
      }
}

template <class T>
void transform(const fake_cufft_state& call, const T* in, T* out, int direction) {
  const bool from_real = call.in_type < 2, to_real = call.out_type < 2;
  long long length[3] = {1, 1, 1};
  for (int i = 0; i < call.rank; ++i) length[3 - call.rank + i] = call.lengths[i];
  const long long n = length[2], half = n / 2 + 1;
  for (long long item = 0; item < call.batch; ++item) {
    const T* const from = in + item * call.in_distance * (from_real ? 1 : 2);
    T* const to = out + item * call.out_distance * (to_real ? 1 : 2);
    std::vector<std::complex<double>> values(static_cast<std::size_t>(length[0] * length[1] * n));
    const auto value = [&](long long a, long long b, long long c) -> std::complex<double>& {
      return values[static_cast<std::size_t>((a * length[1] + b) * n + c)];
    };
    each(call, call.in_embed, call.in_stride, to_real ? half : n, [&](const long long* k, long long at) {
      value(k[0], k[1], k[2]) =
          from_real ? std::complex<double>(from[at]) : std::complex<double>(from[2 * at], from[2 * at + 1]);
    });
    if (to_real)
      for (long long a = 0; a < length[0]; ++a)
        for (long long b = 0; b < length[1]; ++b)
          for (long long c = half; c < n; ++c)
            value(a, b, c) =
                std::conj(value((length[0] - a) % length[0], (length[1] - b) % length[1], n - c));
    each(call, call.out_embed, call.out_stride, from_real ? half : n, [&](const long long* k, long long at) {
      std::complex<double> sum;
      for (long long a = 0; a < length[0]; ++a)
        for (long long b = 0; b < length[1]; ++b)
          for (long long c = 0; c < n; ++c)
            sum += value(a, b, c) *
                   std::polar(1.0, direction * 2 * M_PI *
                                       (static_cast<double>(a * k[0]) / static_cast<double>(length[0]) +
                                        static_cast<double>(b * k[1]) / static_cast<double>(length[1]) +
                                        static_cast<double>(c * k[2]) / static_cast<double>(n)));
      to[to_real ? at : 2 * at] = static_cast<T>(sum.real());
      if (!to_real) to[2 * at + 1] = static_cast<T>(sum.imag());
    });
    // As cuFFT does from complex to real.
    if (to_real)
      each(call, call.in_embed, call.in_stride, half,
           [&](const long long*, long long at) { const_cast<T*>(from)[2 * at] = 99; });
  }
}

}  // namespace

#pragma GCC visibility push(default)
extern "C" {
// NOLINTBEGIN(readability-identifier-naming): cuFFT's names stay as they are.

fake_cufft_state fake_cufft;

int cufftCreate(int* plan) {
  plans[*plan = ++last_plan];
  ++fake_cufft.plans;
  return 0;
}
int cufftDestroy(int plan) {
  if (plans.erase(plan) == 0) return kInvalidPlan;
  --fake_cufft.plans;
  return 0;
}
int cufftGetVersion(int* version) {
  *version = 11203;
  return 0;
}
int cufftSetAutoAllocation(int plan, int allocates) {
  plans.at(plan).allocates = allocates != 0;
  return 0;
}
int cufftXtMakePlanMany(int plan, int rank, long long* lengths, long long* in_embed, long long in_stride,
                        long long in_distance, int in_type, long long* out_embed, long long out_stride,
                        long long out_distance, int out_type, long long batch, std::size_t* bytes,
                        int compute_type) {
  if (plans.at(plan).allocates || rank < 1 || rank > 3 || in_stride < 1 || out_stride < 1 || batch < 1)
    return kInvalidValue;
  if (compute_type != std::max(in_type, out_type) || (in_type ^ out_type) % 2 != 0) return kInvalidValue;
  if (fake_cufft.next_plan != 0) return std::exchange(fake_cufft.next_plan, 0);
  fake_cufft_state& made = plans.at(plan).made;
  made.rank = rank, made.in_type = in_type, made.out_type = out_type, made.batch = batch;
  std::copy_n(lengths, rank, made.lengths);
  std::copy_n(in_embed, rank, made.in_embed);
  std::copy_n(out_embed, rank, made.out_embed);
  made.in_stride = in_stride, made.in_distance = in_distance;
  made.out_stride = out_stride, made.out_distance = out_distance;
  *bytes = kWorkBytes;
  ++fake_cufft.made;
  return 0;
}
int cufftSetWorkArea(int plan, void* memory) {
  plans.at(plan).work = memory;
  return 0;
}
int cufftSetStream(int plan, const void* stream) {
  plans.at(plan).stream = stream;
  return 0;
}
int cufftXtExec(int plan, void* in, void* out, int direction) {
  const Plan& made = plans.at(plan);
  if (!made.work || (direction != 1 && direction != -1)) return kInvalidValue;
  if (fake_cufft.next_result != 0) return std::exchange(fake_cufft.next_result, 0);
  const fake_cufft_state before = fake_cufft;
  fake_cufft = made.made;
  fake_cufft.plans = before.plans, fake_cufft.made = before.made, fake_cufft.calls = before.calls + 1;
  fake_cufft.direction = direction, fake_cufft.stream = made.stream;
  if (made.made.in_type % 2 == 0)
    transform(made.made, static_cast<const float*>(in), static_cast<float*>(out), direction);
  else
    transform(made.made, static_cast<const double*>(in), static_cast<double*>(out), direction);
  return 0;
}

// NOLINTEND(readability-identifier-naming)
}  // extern "C"
#pragma GCC visibility pop
