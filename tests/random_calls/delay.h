// SPDX-License-Identifier: Apache-2.0
//
// Pauses of the threads of this program, which come to each mutex and go from it in other orders with each
// seed. The program's own pthread_mutex_lock and pthread_mutex_unlock go before the C library's, for the
// libraries too. A sanitizer has its own: there nothing is delayed.

#pragma once

#include <cstdint>

// Delays threads from now on; 0: no more.
void delay_threads(std::uint64_t seed);
