// SPDX-License-Identifier: Apache-2.0
//
// The sort of long rows that a GPU uses, whose blocks wait for those that have begun, on the CPU device
// beside std::stable_sort.

#include <algorithm>
#include <cstdint>
#include <functional>
#include <numeric>
#include <random>
#include <vector>

#include "core/handle.h"
#include "core/ndarray/ndarray.h"
#include "ndarray/sort.h"
#include "unit/core/fixture.h"

namespace {

using namespace gridcall;

struct Record {
  std::uint64_t parts[3];
  bool operator==(const Record&) const = default;
};

// Rows of elements in an ndarray.
template <class T>
class Array {
 public:
  Array(gc_scalar_type type, std::uint64_t rows, const std::vector<T>& content) {
    const std::uint64_t shape[] = {rows, content.size() / rows};
    gc_ndarray_options options = GRIDCALL_NDARRAY_OPTIONS_INIT;
    gc_dtype* record = nullptr;
    if (sizeof(T) == sizeof(Record)) {
      gc_dtype_entry entries[3] = {};
      const char* const names[] = {"a", "b", "c"};
      for (std::uint64_t k = 0; k < 3; ++k) {
        entries[k].name = names[k];
        entries[k].offset = 8 * k;
        entries[k].scalar_type = GRIDCALL_SCALAR_TYPE_UINT64;
      }
      MUST(gc_dtype_create(entries, 3, sizeof(T), &record, &e));
    }
    options.scalar_type = record ? GRIDCALL_SCALAR_TYPE_RECORD : type;
    options.record = record;
    options.shape = shape;
    options.shape_count = 2;
    MUST(gc_ndarray_from_host(context, content.data(), content.size() * sizeof(T), &options, &handle_, &e));
    gc_dtype_release(record);
    count_ = content.size();
  }
  ~Array() { gc_ndarray_release(handle_); }
  Array(const Array&) = delete;
  Array& operator=(const Array&) = delete;
  core::Ndarray& operator*() const {
    return *static_cast<core::Ndarray*>(
        core::handle_find(reinterpret_cast<std::uintptr_t>(handle_), core::Ndarray::kType));
  }
  std::vector<T> read() const {
    std::vector<T> all(count_);
    MUST(gc_ndarray_copy_to_host(handle_, all.data(), count_ * sizeof(T), nullptr, nullptr, &e));
    return all;
  }

 private:
  gc_ndarray* handle_ = nullptr;
  std::size_t count_ = 0;
};

enum class Values { kNone, kPlaces, kMoved };
struct Case {
  std::uint64_t rows, count;
  bool is_descending, in_place;
  std::uint64_t range;        // of the keys
  bool is_backwards = false;  // the results
};

// Sorts keys with values of the type V, which are places or are moved.
template <class K, class V>
void sorts(const Case& of, gc_scalar_type key_type, gc_scalar_type value_type, Values values) {
  std::mt19937_64 random(of.count * 31 + of.range);
  std::vector<K> keys(of.rows * of.count);
  const std::uint64_t less = std::is_signed_v<K> ? of.range / 2 : 0;
  for (K& key : keys) {
    const std::uint64_t number = random() % of.range;
    key = static_cast<K>(static_cast<std::int64_t>(number - less));
  }
  std::vector<V> moved(keys.size(), V{});
  for (std::size_t i = 0; i < moved.size(); ++i)
    if constexpr (sizeof(V) == sizeof(Record))
      moved[i].parts[2] = i;
    else
      moved[i] = static_cast<V>(i);
  std::vector<K> wanted_keys;
  std::vector<V> wanted;
  for (std::uint64_t row = 0; row < of.rows; ++row) {
    std::vector<std::size_t> order(of.count);
    std::iota(order.begin(), order.end(), row * of.count);
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
      return of.is_descending ? keys[a] > keys[b] : keys[a] < keys[b];
    });
    for (const std::size_t i : order) {
      wanted_keys.push_back(keys[i]);
      if constexpr (sizeof(V) == sizeof(Record))
        wanted.push_back(moved[i]);
      else
        wanted.push_back(values == Values::kPlaces ? static_cast<V>(i - row * of.count) : moved[i]);
    }
  }
  const Array<K> source(key_type, of.rows, keys), result(key_type, of.rows, std::vector<K>(keys.size(), K{}));
  const Array<V> values_source(value_type, of.rows, moved),
      values_result(value_type, of.rows, std::vector<V>(keys.size(), V{}));
  const Array<K>& to = of.in_place ? source : result;
  if (of.is_backwards) {
    std::reverse(wanted_keys.begin(), wanted_keys.end());
    std::reverse(wanted.begin(), wanted.end());
  }
  {
    const core::Epoch epoch;
    const core::AxisSlice all{core::AxisSlice::kOmitted, core::AxisSlice::kOmitted, 1};
    const core::AxisSlice slices[] = {all, {all.start, all.stop, of.is_backwards ? -1 : 1}};
    const core::Ref<core::Ndarray> keys_to = (*to).slice(slices), values_to = (*values_result).slice(slices);
    ndarray::Sort sort{1,
                       of.is_descending,
                       values == Values::kNone ? nullptr : values_to.get(),
                       values == Values::kMoved ? &*values_source : nullptr,
                       nullptr,
                       nullptr,
                       true};
    ndarray::sort(*keys_to, *source, sort, nullptr);
  }
  assert_true(to.read() == wanted_keys);
  if (values != Values::kNone) assert_true(values_result.read() == wanted);
}

// From less than a tile to several, and digits that are all equal.
constexpr Case kCases[] = {{1, 100, false, false, 1000},
                           {1, 4224, false, true, 1u << 31},
                           {3, 30001, false, false, 1u << 31},
                           {2, 9000, false, true, 200},
                           {1, 70000, false, false, 0xffffff01},
                           {1, 5000, false, true, 1},
                           {1, 20001, false, false, 1u << 31, true},
                           {1, 9000, false, true, 1u << 31, true}};

void keys_alone(void**) {
  for (Case each : kCases) {
    sorts<float, int>(each, GRIDCALL_SCALAR_TYPE_FLOAT32, GRIDCALL_SCALAR_TYPE_INT32, Values::kNone);
    each.is_descending = true;
    sorts<std::uint8_t, int>(each, GRIDCALL_SCALAR_TYPE_UINT8, GRIDCALL_SCALAR_TYPE_INT32, Values::kNone);
  }
}

void places(void**) {
  for (const Case& each : kCases)
    sorts<float, std::int64_t>(each, GRIDCALL_SCALAR_TYPE_FLOAT32, GRIDCALL_SCALAR_TYPE_INT64,
                               Values::kPlaces);
}

// Through shared memory, and too large for that.
void values_moved(void**) {
  for (const Case& each : kCases) {
    sorts<std::int32_t, double>(each, GRIDCALL_SCALAR_TYPE_INT32, GRIDCALL_SCALAR_TYPE_FLOAT64,
                                Values::kMoved);
    sorts<double, Record>(each, GRIDCALL_SCALAR_TYPE_FLOAT64, GRIDCALL_SCALAR_TYPE_RECORD, Values::kMoved);
  }
}

int open_cpu(void**) {
  gc_device* device = nullptr;
  MUST(gc_device_find("cpu", &device, &e));
  MUST(gc_context_get_primary(device, nullptr, &context, &e));
  return 0;
}

int close_cpu(void**) {
  gc_context_release(context);
  return 0;
}

}  // namespace

int main() {
  const struct CMUnitTest tests[] = {cmocka_unit_test(keys_alone), cmocka_unit_test(places),
                                     cmocka_unit_test(values_moved)};
  return cmocka_run_group_tests_name("sweep", tests, open_cpu, close_cpu);
}
