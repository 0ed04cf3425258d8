// SPDX-License-Identifier: Apache-2.0
//
// Prepared launches.

#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "core/launch.h"
#include "core/one_thread.h"

namespace gridcall::core {

// A launch whose kernel, shape and arguments were checked once.
class Prepared final : public Object {
 public:
  static constexpr HandleType kType = HandleType::kPrepared;

  Prepared(Kernel& kernel, const Shape& shape, const LaunchEvents& events,
           std::span<const Argument> arguments, std::span<const std::byte> bytes);
  // A launch of the library's own, whose `values` fit: its shape stays, and of its arguments all but `free`,
  // a range of indices. `memory`: that of the first arguments.
  Prepared(Kernel& kernel, const Shape& shape, std::span<const void* const> values,
           std::span<Mem* const> memory, std::pair<std::size_t, std::size_t> free);

  void set_shape(const Shape& shape, const LaunchEvents& events);

  void set_argument(std::size_t index, const Argument& argument, std::span<const std::byte> bytes);
  // `shape` nullptr: the prepared shape is used; otherwise `events` applies with it. No arguments: the
  // prepared ones are used.
  void launch(const Shape* shape, const LaunchEvents& events, std::span<const Argument> arguments,
              std::span<const std::byte> bytes, const Stream* stream);
  Context& context() const noexcept { return kernel_->context(); }
  Context* context_or_null() noexcept override { return &context(); }

  // Queues the launch again as it was last queued on the stream of that handle, inside an Epoch. Returns the
  // driver's result, or kNotRepeated if it did nothing, and launch() must do it. `is_sole`: of the EpochSlot.
  static constexpr int kNotRepeated = -1;
  int repeat(HandleValue stream, bool is_sole) noexcept;
  // Throws the failure of repeat().
  [[noreturn]] void refuse_repeat(driver::CUresult result);

 private:
  void allocate();
  void refuse_own() const;
  void check_shape(const Shape& shape, const LaunchEvents& events) const;
  void store_shape(const Shape& shape, const LaunchEvents& events);
  void store(std::size_t index, const CheckedArgument& checked);
  void replace(const Shape* shape, const LaunchEvents& events, std::span<const Argument> arguments,
               std::span<const std::byte> bytes);
  [[noreturn]] void refuse_missing() const;
  void learn(HandleValue stream) noexcept;

  // The two lines that a launch reads if nothing but it is to be done. `stream` is 0 unless that is known for
  // this stream: its marks are made, and nothing was changed since.
  struct alignas(64) Repeat {
    HandleValue stream = 0;
    driver::CUstream driver_stream = nullptr;
    driver::CUfunction function = nullptr;
    void** values = nullptr;
    std::uint32_t grid[3] = {}, block[3] = {}, shared = 0;
    OneThread one_thread;  // of the whole object

    decltype(driver::Table::cuLaunchKernel) launch = nullptr;
    Context* context = nullptr;
    std::atomic<std::uint64_t>* queued_at = nullptr;
    const char* name = nullptr;
  };
  Repeat repeat_;

  const Ref<Kernel> kernel_;
  Shape shape_;
  Ref<Event> start_, end_;          // may be null
  std::uint64_t marked_slots_ = 0;  // the slots on which all memory is marked as used
  struct alignas(64) Line {
    std::byte bytes[64];
  };
  std::unique_ptr<Line[]> block_;  // the addresses of the values and the kernel's parameter block, adjacent
  void** pointers_ = nullptr;      // into `block_`
  std::vector<UsedObject> used_;   // one for each argument, or null
  std::vector<bool> is_missing_;   // the arguments that have a type and no value yet
  std::size_t missing_ = 0;        // their number
  // The range of arguments that can be replaced.
  const std::pair<std::size_t, std::size_t> free_{0, SIZE_MAX};
};

[[gnu::always_inline]] inline int Prepared::repeat(HandleValue stream, bool is_sole) noexcept {
  Repeat& known = repeat_;
  int result = kNotRepeated;
  if (__builtin_expect(!known.one_thread.try_begin(is_sole), 0)) return result;  // launch() refuses
  if (__builtin_expect(known.stream != stream, 0)) learn(stream);
  if (__builtin_expect(known.stream == stream && handle_is_live(stream), 1)) {
    result = known.launch(known.function, known.grid[0], known.grid[1], known.grid[2], known.block[0],
                          known.block[1], known.block[2], known.shared, known.driver_stream, known.values,
                          nullptr);
    Context& context = *known.context;
    context.slots().queued(*known.queued_at);
    if (__builtin_expect(result == driver::CUDA_SUCCESS, 1))
      context.results().launches().add(known.name, known.grid, known.block);
    else if (wants_current_context(result))
      result = kNotRepeated;
  }
  known.one_thread.end();
  return result;
}

}  // namespace gridcall::core
