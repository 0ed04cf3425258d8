// SPDX-License-Identifier: Apache-2.0

// Package cloop launches a kernel from a loop in C: what the launches of the Go package are measured against.
package cloop

/*
#cgo !gridcall_static pkg-config: gridcall
#cgo gridcall_static pkg-config: --static gridcall
#cgo CFLAGS: -Werror=incompatible-pointer-types -Werror=int-conversion
#include <gridcall/gridcall.h>

static gc_status launches(uintptr_t kernel, uintptr_t stream, uintptr_t mem, int count) {
  gc_status status = GRIDCALL_OK;
  for (int i = 0; i < count && status == GRIDCALL_OK; i++) {
    gc_launch_config config = GRIDCALL_LAUNCH_CONFIG_INIT;
    config.grid_x = 1;
    config.block_x = 1;
    gc_mem* x = (gc_mem*)mem;
    gc_arg args[] = {GRIDCALL_ARG_MEM(x), GRIDCALL_ARG_MEM(x), GRIDCALL_ARG_MEM(x), GRIDCALL_ARG(i)};
    status = gc_launch((gc_kernel*)kernel, &config, args, 4, (gc_stream*)stream, NULL);
  }
  return status;
}
*/
import "C"

// Launches queues count launches of a kernel of three pointers and an int, and returns the status of the last.
func Launches(kernel, stream, mem uintptr, count int) int32 {
	return int32(C.launches(C.uintptr_t(kernel), C.uintptr_t(stream), C.uintptr_t(mem), C.int(count)))
}
