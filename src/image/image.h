// SPDX-License-Identifier: Apache-2.0
//
// A module image: compiled code as bytes, and what is known of it. The compiler makes it, the core loads it.

#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace gridcall::image {

using Bytes = std::span<const std::byte>;

// The optimized code of modules whose baseline code is loaded while a compiler makes it. Each waiting module
// holds a reference; without one, and without a cache to fill, the code is not made.
class OptimizedTier {
 public:
  class Taker {
   public:
    virtual void take_optimized(Bytes image) noexcept = 0;

   protected:
    ~Taker() = default;
  };

  enum class State : std::uint32_t { kBeingMade, kMade, kFailed };
  State state() const noexcept { return state_.load(std::memory_order_acquire); }
  // The code, once the state is kMade.
  Bytes bytes() const noexcept { return bytes_; }

  // The taker gets the code on the thread that calls `end`, or at once. Throws bad_alloc.
  void add(Taker& taker) {
    const std::lock_guard lock(lock_);
    if (state() == State::kBeingMade) takers_.push_back(&taker);
    if (state() == State::kMade) taker.take_optimized(bytes_);
  }
  // Waits for a taker that gets the code; later it gets nothing.
  void remove(Taker& taker) noexcept {
    const std::lock_guard lock(lock_);
    std::erase(takers_, &taker);
  }
  // Hands the code over; without any bytes it could not be made.
  void end(std::vector<std::byte> bytes) noexcept {
    const std::lock_guard lock(lock_);
    bytes_ = std::move(bytes);
    state_.store(bytes_.empty() ? State::kFailed : State::kMade, std::memory_order_release);
    for (Taker* taker : std::exchange(takers_, {}))
      if (!bytes_.empty()) taker->take_optimized(bytes_);
  }

 private:
  std::mutex lock_;
  std::atomic<State> state_{State::kBeingMade};
  std::vector<std::byte> bytes_;
  std::vector<Taker*> takers_;
};

struct Image {
  std::vector<std::byte> bytes;  // cubin, fatbin, PTX, or the CPU device's object
  std::string log;
  // The caller's names -> the names in the image: every kernel's and global's plain name, and every instance
  // of the request.
  std::vector<std::pair<std::string, std::string>> lowered_names;
  std::vector<std::string> kernels;  // plain names of the kernels in the image, if known
  bool from_cache = false;
  std::uint64_t compile_ns = 0;  // the time of the compiler; 0 from the cache
  // If not NULL, the bytes are baseline code that this code will replace.
  std::shared_ptr<OptimizedTier> optimized;
};

enum class Format { kElf, kFatbin, kPtx, kLtoIr, kCpu, kUnknown };

// The header of an image of the CPU device, which the object follows.
struct CpuHeader {
  char magic[8];
  std::uint32_t version;
  std::uint32_t header_bytes;
  std::uint64_t object_bytes;
  std::uint8_t digest[32];  // the SHA-256 of the object
};
inline constexpr std::string_view kCpuMagic = "GRIDCPUI";
// The magic of a relocatable object (-rdc=true), which is LLVM bitcode for the linker.
inline constexpr std::string_view kCpuRelocatableMagic = "GRIDCPUR";
inline constexpr std::string_view kBitcodeMagic = "BC\xc0\xde";
inline constexpr std::uint32_t kCpuHeaderVersion = 1;
// A note after LTO IR with the arithmetic options of the source, which nvJitLink does not find in the IR.
inline constexpr std::string_view kLtoArithmetic = "\ngridcall: compiled with ";

// Returns the format by the first bytes; a `.version` marks PTX, because comments may precede it.
Format format_of(Bytes bytes) noexcept;
// Returns true for a library of objects, as ar makes it.
bool is_archive(Bytes bytes) noexcept;
// Returns true for an image of the CPU device that must be linked before it runs.
bool is_cpu_relocatable(Bytes bytes) noexcept;
// Returns the text of a PTX image up to its NUL.
std::string_view ptx_text(Bytes bytes) noexcept;

// Returns a message if the bytes are no valid module image, because the driver takes no length and reads past
// the end of a damaged one. "" if the checks find no defect.
std::string defect_of(Bytes bytes);
// Returns true for compiled code, whole or damaged, and false for source.
bool is_image(Bytes bytes) noexcept;

}  // namespace gridcall::image
