// SPDX-License-Identifier: Apache-2.0
//
// The structs that launches of this package fill in C: a struct in Go memory may not point to other Go memory.

#pragma once

#include <gridcall/gridcall.h>

static inline gc_launch_config gridcall_go_launch_config(const uint32_t shape[7], const void* bytes, size_t bytes_size,
                                                         uint64_t timeout) {
  gc_launch_config config = GRIDCALL_LAUNCH_CONFIG_INIT;
  config.grid_x = shape[0];
  config.grid_y = shape[1];
  config.grid_z = shape[2];
  config.block_x = shape[3];
  config.block_y = shape[4];
  config.block_z = shape[5];
  config.shared_size = shape[6];
  config.bytes = bytes;
  config.bytes_size = bytes_size;
  config.timeout_nanoseconds = timeout;
  return config;
}
