// SPDX-License-Identifier: Apache-2.0
// There is no include guard: as in C, each inclusion evaluates NDEBUG anew.

#pragma clang system_header
#undef assert
#ifdef NDEBUG
#define assert(...) ((void)0)
#else
#define assert(...) \
  (static_cast<bool>(__VA_ARGS__) ? (void)0 : __gridcall_rt_assert(#__VA_ARGS__, __FILE__, __LINE__, __PRETTY_FUNCTION__))
#endif
