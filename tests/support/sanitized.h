// SPDX-License-Identifier: Apache-2.0
//
// Whether the program is built with a sanitizer, under which it takes several times as long.

#pragma once

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool kIsSanitized = true;
#else
inline constexpr bool kIsSanitized = false;
#endif
