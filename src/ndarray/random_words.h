// SPDX-License-Identifier: Apache-2.0
//
// Words of random bits of the generators that have a state.

#pragma once

#include "ndarray/random.h"
#include "ndarray/rows.h"

namespace gridcall::ndarray {

// Throws unless the generator and the dimension exist, and do what is asked for.
void check_generator(const Random& random);

// Queues words `first` to `first` + count - 1 of the generator, to an array of UINT32.
void make_words(const Workspace& workspace, const Random& random, std::uint64_t first,
                const core::Ndarray& words);

}  // namespace gridcall::ndarray
