// SPDX-License-Identifier: Apache-2.0

#include "api/boundary.h"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <iterator>
#include <new>

#include "base/dynamic_library.h"
#include "core/check.h"
#include "driver/loader.h"
#include "gridcall/gridcall.h"

namespace gridcall::api {

namespace {

std::string quoted(const char* name) {
  return "`" + std::string(name) + "`";
}

// Returns the offset of the first byte that is no UTF-8, or `size`. RFC 3629: no overlong forms, no
// surrogates, nothing above U+10FFFF.
std::size_t first_not_utf8(const char* text, std::size_t size) {
  const auto* bytes = reinterpret_cast<const unsigned char*>(text);
  std::size_t i = 0;
  while (i < size) {
    const unsigned char lead = bytes[i];
    if (lead < 0x80) {
      ++i;
      continue;
    }
    std::size_t more;
    unsigned char low = 0x80, high = 0xbf;
    if (lead >= 0xc2 && lead <= 0xdf) {
      more = 1;
    } else if (lead >= 0xe0 && lead <= 0xef) {
      more = 2;
      if (lead == 0xe0) low = 0xa0;
      if (lead == 0xed) high = 0x9f;
    } else if (lead >= 0xf0 && lead <= 0xf4) {
      more = 3;
      if (lead == 0xf0) low = 0x90;
      if (lead == 0xf4) high = 0x8f;
    } else {
      return i;
    }
    if (size - i <= more) return i;
    if (bytes[i + 1] < low || bytes[i + 1] > high) return i;
    for (std::size_t k = 2; k <= more; ++k)
      if (bytes[i + k] < 0x80 || bytes[i + k] > 0xbf) return i;
    i += more + 1;
  }
  return size;
}

void check_utf8(const char* value, std::size_t size, const char* name) {
  const std::size_t bad = first_not_utf8(value, size);
  if (bad != size)
    throw Failure(status::kInvalidArgument, quoted(name) + " is not UTF-8: byte " + std::to_string(bad) +
                                                " of " + std::to_string(size) + " begins no character");
}

gc_error* as_error(core::HandleValue value) {
  return reinterpret_cast<gc_error*>(static_cast<std::uintptr_t>(value));
}

// An error for each status that is made at load, for use when the allocation of one fails. Its handle
// outlives its release.
struct Standby {
  Status status;
  const char* text;
  gc_error* error;
};
Standby standbys[] = {
#define GRIDCALL_STATUS(constant, name, category, text) {constant, text, nullptr},
#include "api/generated/status_table.inc"
#undef GRIDCALL_STATUS
};
static_assert(std::size(standbys) <= core::kPermanentHandles);

__attribute__((constructor)) void make_standbys() noexcept {
  for (Standby& each : standbys) {
    try {
      each.error = as_error(core::handle_make_permanent(
          core::HandleType::kError,
          new core::Error(
              "", Failure(each.status,
                          std::string(each.text) + (each.status == status::kOutOfHostMemory
                                                        ? " Free some."
                                                        : " (The host has no memory for more words.)")))));
    } catch (...) {
    }
  }
}

gc_error* standby_for(Status status) noexcept {
  for (const Standby& each : standbys)
    if (each.status == status) return each.error;
  return nullptr;
}

constexpr Status kStatuses[] = {
#define GRIDCALL_STATUS(constant, name, category, text) constant,
#include "api/generated/status_table.inc"
#undef GRIDCALL_STATUS
};

// The statuses that a function may return according to the spec.
struct FunctionErrors {
  const char* function;
  std::uint64_t statuses;  // a bit for each row of the table of statuses
};
constexpr FunctionErrors kDocumented[] = {
#define GRIDCALL_DOCUMENTED(function, statuses) {function, statuses},
#include "api/generated/documented_statuses.inc"
#undef GRIDCALL_DOCUMENTED
};

// Returns the status of a failure if the spec lists it for the function; otherwise DEVICE_LOST if the device
// is lost, else DRIVER. The driver's own code and name stay in the error.
Status documented(const char* function, const Failure& failure) noexcept {
  if (failure.driver_code == 0) return failure.status;
  // The contract allows these for all functions.
  if (failure.driver_code >= driver::CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED &&
      failure.driver_code <= driver::CUDA_ERROR_STREAM_CAPTURE_WRONG_THREAD)
    return failure.status;
  const auto* found = std::lower_bound(
      std::begin(kDocumented), std::end(kDocumented), function,
      [](const FunctionErrors& each, const char* name) { return std::strcmp(each.function, name) < 0; });
  if (found == std::end(kDocumented) || std::strcmp(found->function, function) != 0) return failure.status;
  const auto lists = [&](Status status) {
    const auto* row = std::find(std::begin(kStatuses), std::end(kStatuses), status);
    return row != std::end(kStatuses) && (found->statuses >> (row - kStatuses) & 1) != 0;
  };
  if (lists(failure.status)) return failure.status;
  if (core::is_sticky(static_cast<driver::CUresult>(failure.driver_code)) && lists(status::kDeviceLost))
    return status::kDeviceLost;
  return lists(status::kDriver) ? status::kDriver : failure.status;
}

void give_error(const char* function, Failure failure, gc_error** out_error) noexcept {
  if (!out_error) return;
  core::HandleValue value = 0;
  const Status status = failure.status;
  // The errors of a program that only fails must not accumulate.
  core::handle_collect_some();
  try {
    value = core::handle_try_create(core::HandleType::kError, new core::Error(function, std::move(failure)));
  } catch (...) {
  }
  *out_error = value == 0 ? standby_for(status) : as_error(value);
}

}  // namespace

void Call::refuse_handle(const void* value, core::HandleType type, const char* name) const {
  core::refuse_handle(reinterpret_cast<std::uintptr_t>(value), type, quoted(name));
}

void Call::refuse_null(const char* name) const {
  throw Failure(status::kInvalidArgument, quoted(name) + " is NULL: pass a valid pointer");
}

void Call::refuse_buffer(const void* data, const char* name, std::size_t size) const {
  if (!data)
    throw Failure(status::kInvalidArgument, quoted(name) + " is NULL, but its size is " +
                                                std::to_string(size) + ": pass a valid pointer");
  throw Failure(status::kInvalidArgument, "the size of " + quoted(name) + " is " + std::to_string(size) +
                                              ", more than any buffer has: pass its size");
}

void Call::refuse_count(std::size_t count, std::size_t max, const char* name) const {
  throw Failure(status::kInvalidArgument, quoted(name) + " is " + std::to_string(count) + ", more than the " +
                                              std::to_string(max) + " that a call takes: pass fewer");
}

void Call::refuse_extent(const char* name, std::size_t count) const {
  throw Failure(status::kInvalidArgument, quoted(name) + " is said to have " + std::to_string(count) +
                                              " elements, more than memory can hold: pass its real size");
}

void Call::refuse_flags(std::uint64_t value, std::uint64_t known, const char* name) const {
  char text[160];
  std::snprintf(text, sizeof text,
                " has flags 0x%llx, of which this library does not know 0x%llx: leave them out",
                static_cast<unsigned long long>(value), static_cast<unsigned long long>(value & ~known));
  throw Failure(status::kInvalidOptions, quoted(name) + text);
}

void Call::refuse_enumeration(std::int64_t value, const char* name) const {
  throw Failure(status::kInvalidArgument, quoted(name) + " is " + std::to_string(value) +
                                              ", which is none of its values: see the enum in gridcall.h");
}

void Call::refuse_reserved(std::uint64_t value, const char* name) const {
  throw Failure(status::kInvalidOptions, quoted(name) + " is " + std::to_string(value) + ": set it to 0");
}

void Call::check_struct_size(std::size_t given, const char* name, std::size_t min_size) const {
  if (given < min_size)
    throw Failure(status::kInvalidOptions, quoted(name) + ".struct_size is " + std::to_string(given) +
                                               ", less than " + std::to_string(min_size) +
                                               ": set it to the size of the struct");
  // Every struct of this API is far smaller; a larger number is a field that was not set.
  constexpr std::size_t kLargest = 64 * 1024;
  if (given > kLargest)
    throw Failure(status::kInvalidOptions,
                  quoted(name) + ".struct_size is " + std::to_string(given) +
                      ", more than any struct has: set it to the size of the struct");
}

void Call::copy_options(void* copy, std::size_t size, const void* given, const char* name,
                        std::size_t min_size) const {
  if (!given) refuse_null(name);
  std::size_t struct_size;
  std::memcpy(&struct_size, given, sizeof struct_size);
  check_struct_size(struct_size, name, min_size);
  const auto* bytes = static_cast<const unsigned char*>(given);
  for (std::size_t i = size; i < struct_size; ++i)
    if (bytes[i] != 0)
      throw Failure(status::kInvalidOptions, quoted(name) + " has " + std::to_string(struct_size) +
                                                 " bytes, and byte " + std::to_string(i) +
                                                 " is set, where this library knows " + std::to_string(size) +
                                                 ": the program needs a newer libgridcall");
  std::memcpy(copy, given, struct_size < size ? struct_size : size);
  std::memcpy(copy, &size, sizeof size);
}

std::string_view Call::str(const char* value, const char* name) const {
  if (!value) refuse_null(name);
  const std::size_t size = std::strlen(value);
  check_utf8(value, size, name);
  return {value, size};
}

std::string_view Call::text(const char* value, std::size_t size, const char* name) const {
  extent(value, size, 1, name);
  if (size == 0) return {};
  check_utf8(value, size, name);
  if (const void* nul = std::memchr(value, 0, size))
    throw Failure(status::kInvalidArgument, quoted(name) + " has a NUL at byte " +
                                                std::to_string(static_cast<const char*>(nul) - value) +
                                                " of " + std::to_string(size) +
                                                ": pass the length without it");
  return {value, size};
}

std::span<const char* const> Call::strings(const char* const* values, std::size_t count,
                                           const char* name) const {
  extent(values, count, sizeof(const char*), name);
  for (std::size_t i = 0; i < count; ++i) str(values[i], element(name, i).c_str());
  return {values, count};
}

std::string_view Call::fixed_text(const char* value, std::size_t size, const char* name) const {
  const void* nul = std::memchr(value, 0, size);
  if (!nul)
    throw Failure(status::kInvalidArgument, quoted(name) + " has no NUL in its " + std::to_string(size) +
                                                " bytes: put one within them");
  const std::size_t length = static_cast<std::size_t>(static_cast<const char*>(nul) - value);
  check_utf8(value, length, name);
  return {value, length};
}

std::string Call::element(const char* name, std::size_t index) {
  return std::string(name) + "[" + std::to_string(index) + "]";
}

void Call::refuse_capacity(const char* name, std::size_t capacity, std::size_t count,
                           const char* unit) const {
  throw Failure(status::kOutOfRange, quoted(name) + " is " + std::to_string(capacity) + " " + unit + ", " +
                                         std::to_string(count) + " are needed: pass a larger buffer");
}

namespace detail {

std::int32_t answer_no_memory(gc_error** out_error) noexcept {
  if (out_error) *out_error = standby_for(status::kOutOfHostMemory);
  return status::kOutOfHostMemory;
}

std::int32_t answer_exception(const char* function, gc_error** out_error) noexcept {
  const CancelDisabled no_cancel;  // the release of objects for the error may call a driver
  try {
    throw;
  } catch (Failure& failure) {
    const Status status = failure.status = documented(function, failure);
    give_error(function, std::move(failure), out_error);
    return status;
  } catch (const std::bad_alloc& exception) {
    try {
      Failure failure(status::kOutOfHostMemory, "the host has not enough memory: free some");
      if (dynamic_cast<const NoDescriptor*>(&exception))  // not counted: the compiler asks for NULL
        failure.message =
            "a library cannot be opened, for the process has no file descriptor left: close some, or raise "
            "the "
            "limit (ulimit -n)";
      // not counted: the compiler asks for NULL
      if (const auto* load = dynamic_cast<const driver::LoadOutOfMemory*>(&exception)) {
        failure.message = "a driver cannot be opened, for " + failure.message;
        failure.driver_code = static_cast<std::int32_t>(load->result);
      }
      give_error(function, std::move(failure), out_error);
    } catch (...) {
      return answer_no_memory(out_error);
    }
    return status::kOutOfHostMemory;
  } catch (const std::exception& exception) {
    try {
      give_error(function,
                 Failure(status::kInternal,
                         std::string("a defect in gridcall (") + exception.what() + "): please report it"),
                 out_error);
    } catch (...) {
      return answer_no_memory(out_error);
    }
    return status::kInternal;
  } catch (...) {
    try {
      give_error(function,
                 Failure(status::kInternal, "a defect in gridcall (an unknown exception): please report it"),
                 out_error);
    } catch (...) {
      return answer_no_memory(out_error);
    }
    return status::kInternal;
  }
}

}  // namespace detail

}  // namespace gridcall::api
