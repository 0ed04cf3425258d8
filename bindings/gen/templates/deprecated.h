/* SPDX-License-Identifier: Apache-2.0 */

#if defined(__GNUC__) && !defined(GRIDCALL_NO_DEPRECATION_WARNINGS)
#define GRIDCALL_DEPRECATED(text) __attribute__((deprecated(text)))
#else
#define GRIDCALL_DEPRECATED(text)
#endif
