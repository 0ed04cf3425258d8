// SPDX-License-Identifier: Apache-2.0
//
// cuFFT, for GPUs: opened at the first transform, with a few plans for each context.

#pragma once

#include <array>
#include <cstdint>
#include <list>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "core/services.h"
#include "ndarray/fft.h"

namespace gridcall::ndarray {

// The functions that are called, all of cuFFT 10 and later. NVIDIA's documentation has their types: plans,
// results and enumerators are int.
struct CufftTable {
  int (*Create)(int* plan) = nullptr;
  int (*Destroy)(int plan) = nullptr;
  int (*GetVersion)(int* version) = nullptr;
  int (*SetAutoAllocation)(int plan, int allocates) = nullptr;
  int (*XtMakePlanMany)(int plan, int rank, long long* lengths, long long* in_embed, long long in_stride,
                        long long in_distance, int in_type, long long* out_embed, long long out_stride,
                        long long out_distance, int out_type, long long batch, std::size_t* bytes,
                        int compute_type) = nullptr;
  int (*SetWorkArea)(int plan, void* memory) = nullptr;
  int (*SetStream)(int plan, driver::CUstream stream) = nullptr;
  int (*XtExec)(int plan, void* in, void* out, int direction) = nullptr;
};

// Returns true if cuFFT takes the transform's strides and addresses: those of a box that lies in a larger
// one.
bool fits_cufft(const Transform& transform) noexcept;

// Returns zeros, and the reason, if there is no cuFFT. Throws as Cufft::open().
std::array<int, 3> cufft_version(std::string& reason);

class Cufft final : public core::ContextService {
 public:
  static constexpr Place kPlace = kCufft;

  explicit Cufft(core::Context&) noexcept {}

  // Returns false if there is no cuFFT. Throws UNSUPPORTED if GRIDCALL_CUFFT names none that can be used.
  bool open();
  // Queues a transform that fits, without its scale, unless cuFFT has no plan for it. Returns true if it did.
  // A transform from complex to real overwrites what it reads.
  bool run(core::Context& context, const Transform& transform, core::Pool* pool,
           std::span<core::Mem* const> memory, core::Stream* stream);
  void context_ends(core::Context& context) noexcept override;

 private:
  struct Plan {
    std::vector<long long> key;
    int handle;
    std::size_t bytes;  // of workspace
    bool is_kept;       // a graph runs it again
  };
  static constexpr std::size_t kMaxPlans = 16;

  Plan* plan_for(core::Context& context, const Transform& transform);
  void check(core::Context& context, int result, const char* call) const;

  std::mutex lock_;  // a plan is used by one thread at a time
  const CufftTable* table_ = nullptr;
  std::list<Plan> plans_;  // the last one used comes first
};

}  // namespace gridcall::ndarray
