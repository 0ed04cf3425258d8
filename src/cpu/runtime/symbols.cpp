// SPDX-License-Identifier: Apache-2.0
//
// The functions that device code may call, by name.

#include "cpu/runtime/symbols.h"

#include <cmath>
#include <cstdlib>
#include <cstring>

#include "cpu/abi/runtime.h"
#include "cpu/runtime/texture.h"

// The declarations have no types, because only the addresses are used, and some names are overloaded in C++.
#define GRIDCALL_MATH_FN(name) extern "C" void gridcall_math_##name() __asm__(#name);
#include "cpu/abi/math.def"
#undef GRIDCALL_MATH_FN

namespace gridcall::cpu {

namespace {

struct Symbol {
  const char* name;
  void* address;
};

int compare(const void* key, const void* entry) {
  return std::strcmp(static_cast<const char*>(key), static_cast<const Symbol*>(entry)->name);
}

int compare_entries(const void* a, const void* b) {
  return std::strcmp(static_cast<const Symbol*>(a)->name, static_cast<const Symbol*>(b)->name);
}

constexpr std::size_t kCount = 0
#define GRIDCALL_RT_FN(result, name, parameters) +1
#define GRIDCALL_MATH_FN(name) +1
#define GRIDCALL_TEXTURE_FN(result, name, parameters) +1
#include "cpu/abi/math.def"
#include "cpu/abi/runtime.def"
#include "cpu/abi/texture.def"
#undef GRIDCALL_RT_FN
#undef GRIDCALL_MATH_FN
#undef GRIDCALL_TEXTURE_FN
    ;

// The C library's functions write the sign to a variable of the host program.
double quiet_lgamma(double x) {
  int sign = 0;
  return lgamma_r(x, &sign);
}
float quiet_lgammaf(float x) {
  int sign = 0;
  return lgammaf_r(x, &sign);
}

void* math_symbol(const char* name, void* of_library) {
  if (std::strcmp(name, "lgamma") == 0) return reinterpret_cast<void*>(&quiet_lgamma);
  if (std::strcmp(name, "lgammaf") == 0) return reinterpret_cast<void*>(&quiet_lgammaf);
  return of_library;
}

const Symbol* sorted_symbols() {
  static Symbol symbols[] = {
#define GRIDCALL_RT_FN(result, name, parameters) {#name, reinterpret_cast<void*>(&name)},
#define GRIDCALL_MATH_FN(name) {#name, math_symbol(#name, reinterpret_cast<void*>(&gridcall_math_##name))},
#define GRIDCALL_TEXTURE_FN(result, name, parameters) {#name, reinterpret_cast<void*>(&name)},
#include "cpu/abi/math.def"
#include "cpu/abi/runtime.def"
#include "cpu/abi/texture.def"
#undef GRIDCALL_RT_FN
#undef GRIDCALL_MATH_FN
#undef GRIDCALL_TEXTURE_FN
  };
  static const bool sorted = (std::qsort(symbols, kCount, sizeof(Symbol), compare_entries), true);
  (void)sorted;
  return symbols;
}

}  // namespace

void* runtime_symbol(const char* name) noexcept {
  const auto* found =
      static_cast<const Symbol*>(std::bsearch(name, sorted_symbols(), kCount, sizeof(Symbol), compare));
  return found ? found->address : nullptr;
}

}  // namespace gridcall::cpu
