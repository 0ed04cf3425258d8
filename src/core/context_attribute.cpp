// SPDX-License-Identifier: Apache-2.0

#include "core/context_attribute.h"

#include <cstring>

#include "base/concat.h"
#include "core/context.h"

namespace gridcall::core {

using namespace driver;

namespace {

// Throws UNSUPPORTED if the driver does not have the function.
template <class Call>
void require(const Context& context, Call call, const char* name) {
  if (!call)
    throw Failure(status::kUnsupported, concat("the driver of ", context.device().label(), " has no ", name));
}

// The first number of gridcall's own attributes.
constexpr std::int32_t kFirstOwn = 100001;

CUlimit limit_of(std::int32_t attribute) {
  if (attribute < 0)
    throw Failure(status::kInvalidArgument,
                  concat("`attribute` is ", attribute, ": pass a GRIDCALL_CONTEXT_ATTRIBUTE_* number"));
  return static_cast<CUlimit>(attribute);
}

void check_limit(Context& context, CUresult result, const char* call, std::int32_t attribute) {
  if (result == CUDA_SUCCESS) return;
  Failure failure = context.failure(result, call);
  // An H200's driver returns INVALID_VALUE for a number that it does not know.
  if (result == CUDA_ERROR_UNSUPPORTED_LIMIT || result == CUDA_ERROR_INVALID_VALUE) {
    failure.status = status::kUnsupported;
    failure.message = concat(context.device().label(), " has no limit ", attribute, ": ", failure.message);
  }
  throw failure;
}

// Throws the failure of a value that the driver refuses.
[[noreturn]] void refuse_value(Context& context, CUresult result, const char* call, std::int32_t attribute,
                               std::uint64_t value) {
  Failure failure = driver_failure(context.table(), result, call);
  failure.status = status::kInvalidArgument;
  std::string advice = ": pass another value";
  if (attribute == CU_LIMIT_MALLOC_HEAP_SIZE)
    advice = ": pass a smaller one, before the first kernel that calls malloc";
  failure.message = concat("`value` is ", value, ", which ", context.device().label(),
                           " does not take for attribute ", attribute, " (", failure.message, ")", advice);
  throw failure;
}

unsigned flags_of(Context& context) {
  require(context, context.table().cuCtxGetFlags, "cuCtxGetFlags");
  unsigned flags = 0;
  context.run([&] { context.check(context.table().cuCtxGetFlags(&flags), "cuCtxGetFlags"); });
  return flags;
}

}  // namespace

std::uint64_t context_attribute(Context& context, std::int32_t attribute) {
  const Table& table = context.table();
  if (attribute < kFirstOwn) {
    const CUlimit limit = limit_of(attribute);
    require(context, table.cuCtxGetLimit, "cuCtxGetLimit");
    std::size_t value = 0;
    context.run(
        [&] { check_limit(context, table.cuCtxGetLimit(&value, limit), "cuCtxGetLimit", attribute); });
    return value;
  }
  switch (static_cast<ContextAttribute>(attribute)) {
    case ContextAttribute::kCacheConfig: {
      require(context, table.cuCtxGetCacheConfig, "cuCtxGetCacheConfig");
      CUfunc_cache config = CU_FUNC_CACHE_PREFER_NONE;
      context.run([&] { context.check(table.cuCtxGetCacheConfig(&config), "cuCtxGetCacheConfig"); });
      return static_cast<std::uint64_t>(config);
    }
    case ContextAttribute::kSharedConfig: {
      require(context, table.cuCtxGetSharedMemConfig, "cuCtxGetSharedMemConfig");
      CUsharedconfig config = CU_SHARED_MEM_CONFIG_DEFAULT_BANK_SIZE;
      context.run([&] { context.check(table.cuCtxGetSharedMemConfig(&config), "cuCtxGetSharedMemConfig"); });
      return static_cast<std::uint64_t>(config);
    }
    case ContextAttribute::kSched:
      return flags_of(context) & CU_CTX_SCHED_MASK;
    case ContextAttribute::kFlags:
      return flags_of(context) & ~unsigned{CU_CTX_SCHED_MASK};
    case ContextAttribute::kApiVersion: {
      require(context, table.cuCtxGetApiVersion, "cuCtxGetApiVersion");
      unsigned version = 0;
      context.run([&] {
        context.check(table.cuCtxGetApiVersion(context.driver_handle(), &version), "cuCtxGetApiVersion");
      });
      return version;
    }
    case ContextAttribute::kIsPrimary:
      return context.is_primary() ? 1 : 0;
    case ContextAttribute::kDefersCleanup:
      return context.deferred().cleanup_deferrals();
    default:
      refuse_attribute(attribute, "CONTEXT");
  }
}

void set_context_attribute(Context& context, std::int32_t attribute, std::uint64_t value) {
  const Table& table = context.table();
  const auto set = [&](auto call, const char* name, auto&& body) {
    require(context, call, name);
    context.run([&] {
      const CUresult result = body();
      if (result == CUDA_ERROR_INVALID_VALUE) refuse_value(context, result, name, attribute, value);
      check_limit(context, result, name, attribute);
    });
  };
  if (attribute < kFirstOwn) {
    const CUlimit limit = limit_of(attribute);
    return set(table.cuCtxSetLimit, "cuCtxSetLimit", [&] {
      const CUresult result = table.cuCtxSetLimit(limit, value);
      if (result != CUDA_ERROR_INVALID_VALUE || !table.cuCtxGetLimit) return result;
      std::size_t now = 0;  // tells whether the limit or the value is refused
      return table.cuCtxGetLimit(&now, limit) == CUDA_SUCCESS ? result : CUDA_ERROR_UNSUPPORTED_LIMIT;
    });
  }
  const auto config = [&] {
    constexpr std::uint64_t kMax = 1000;  // no enum of CUDA's has more values
    if (value > kMax)
      refuse_value(context, CUDA_ERROR_INVALID_VALUE, "gc_context_set_attribute", attribute, value);
    return static_cast<int>(value);
  };
  switch (static_cast<ContextAttribute>(attribute)) {
    case ContextAttribute::kCacheConfig: {
      const auto preferred = static_cast<CUfunc_cache>(config());
      return set(table.cuCtxSetCacheConfig, "cuCtxSetCacheConfig",
                 [&] { return table.cuCtxSetCacheConfig(preferred); });
    }
    case ContextAttribute::kSharedConfig: {
      const auto width = static_cast<CUsharedconfig>(config());
      return set(table.cuCtxSetSharedMemConfig, "cuCtxSetSharedMemConfig",
                 [&] { return table.cuCtxSetSharedMemConfig(width); });
    }
    case ContextAttribute::kSched:
    case ContextAttribute::kFlags:
    case ContextAttribute::kApiVersion:
    case ContextAttribute::kIsPrimary:
    case ContextAttribute::kDefersCleanup:
      throw Failure(status::kInvalidArgument,
                    concat("`attribute` is ", attribute,
                           ", which is only read: gc_context_create takes flags and sched, and "
                           "gc_context_defer_cleanup counts"));
    default:
      refuse_attribute(attribute, "CONTEXT");
  }
}

std::uint64_t pointer_attribute(Context& context, std::int32_t attribute, std::uint64_t address) {
  const Table& table = context.table();
  require(context, table.cuPointerGetAttribute, "cuPointerGetAttribute");
  // More bytes than any attribute of CUDA's takes; the widest number has 8.
  alignas(8) unsigned char value[256] = {};
  context.run([&] {
    const CUresult result =
        table.cuPointerGetAttribute(value, static_cast<CUpointer_attribute>(attribute), address);
    if (result == CUDA_ERROR_INVALID_VALUE || result == CUDA_ERROR_NOT_SUPPORTED) {
      Failure failure = driver_failure(table, result, "cuPointerGetAttribute");
      failure.status = status::kNotFound;
      failure.message = concat("`address` ", address, " is no memory of CUDA on ", context.device().label(),
                               ", or has no attribute ", attribute, " (", failure.message, ")");
      throw failure;
    }
    context.check(result, "cuPointerGetAttribute");
  });
  std::uint64_t number = 0;
  std::memcpy(&number, value, sizeof number);
  return number;
}

}  // namespace gridcall::core
