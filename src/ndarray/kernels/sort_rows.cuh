// SPDX-License-Identifier: Apache-2.0
//
// The places of rows between the passes of a radix sort. The host writes in front of it: `index`, `value`, keys.cuh
// and the macros of sort.cuh.

enum { kInSource = 0, kInResult = 1, kInSpare = 2 };  // where the elements of a row are
// Whether the source is something else than result and spare, or one of them.
enum { kApart = 0, kInPlace = 1, kOverSpare = 2 };

struct buffers {
  const bits* source;
  bits *result, *spare;
  const value* source_values;
  value *result_values, *spare_values;
  index* counts;         // [row][chunk][digit]
  unsigned char* where;  // [pass][row]: where the elements are before that pass
#ifdef GRIDCALL_STRIDED
  steps s;
  index count;
#endif
};

// Returns one of three pointers or numbers. It is arithmetic, because a choice of what to load keeps `buffers` in memory,
// of which each thread has its own.
template <class T> __device__ inline T pick(int where, T source, T result, T spare) {
  const auto taken = [&](int place, T each) { return (u64)each & (0 - (u64)(where == place)); };
  return (T)(taken(kInSource, source) | taken(kInResult, result) | taken(kInSpare, spare));
}

#ifdef GRIDCALL_STRIDED
__device__ inline step pick(int where, const step& source, const step& result, const step& spare) {
  return {pick(where, source.element, result.element, spare.element), pick(where, source.row, result.row, spare.row)};
}
#endif

// The elements of a row, somewhere.
struct line {
  line_of<bits>::type keys;
  line_of<value>::type values;
  bool is_source;
  index first;  // the place of the first element
  __device__ line(const buffers& b, int where, index start)
#ifdef GRIDCALL_STRIDED
      : keys(pick(where, (bits*)b.source, b.result, b.spare),
             pick(where, b.s.source, b.s.result, {sizeof(bits), (i64)b.count * (i64)sizeof(bits)}), start / b.count,
             start % b.count),
        values(pick(where, (value*)b.source_values, b.result_values, b.spare_values),
               pick(where, b.s.source_values, b.s.result_values, {sizeof(value), (i64)b.count * (i64)sizeof(value)}),
               start / b.count, start % b.count),
#else
      : keys(pick(where, (bits*)b.source, b.result, b.spare) + start),
        values(pick(where, (value*)b.source_values, b.result_values, b.spare_values) + start),
#endif
        is_source(where == kInSource),
#ifdef GRIDCALL_CUT
        first(start) {
  }
#else
        first(0) {
  }
#endif
  __device__ value value_at(index i) const {
#ifdef GRIDCALL_PLACES
    if (is_source) return (value)(first + i);  // they are not stored yet
#endif
    return values[i];
  }
};

// Returns where a pass moves to if `passes` are left, itself included. The result is not overwritten in place.
__device__ inline int next_of(int where, int mode, int passes) {
  if (where == kInSource) return mode == kOverSpare || (mode == kApart && passes % 2 == 1) ? kInResult : kInSpare;
  return where == kInResult ? kInSpare : kInResult;
}

__device__ inline void finish(const buffers& b, int where, index start, index begin, index end, int step) {
  if (where == kInResult) return;
  const line from(b, where, start), to(b, kInResult, start);
  if (from.keys != to.keys)
    for (index i = begin; i < end; i += step) to.keys[i] = from.keys[i];
#ifdef GRIDCALL_PLACES
  for (index i = begin; i < end; i += step) to.values[i] = from.value_at(i);
#elif defined(GRIDCALL_VALUES)
  if (from.values != to.values)
    for (index i = begin; i < end; i += step) to.values[i] = from.values[i];
#endif
}
