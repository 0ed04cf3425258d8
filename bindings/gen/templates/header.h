/* SPDX-License-Identifier: Apache-2.0
 *
 * gridcall: GPU compute from any language. CUDA C++ source in, results out, on an NVIDIA GPU or on this
 * machine's cores.
 *
 * Generated from bindings/api/ by bindings/gen/gen.py; edit the spec, then run scripts/generate.
 */

#ifndef GRIDCALL_GRIDCALL_H
#define GRIDCALL_GRIDCALL_H

#include <stddef.h>
#include <stdint.h>

@CONTRACT@

#if defined(GRIDCALL_STATIC)
#define GRIDCALL_API
#elif defined(__GNUC__)
#define GRIDCALL_API __attribute__((visibility("default")))
#else
#define GRIDCALL_API
#endif
@DEPRECATED@
/** The version of this header: major * 10000 + minor * 100 + patch. */
#define GRIDCALL_VERSION @VERSION@
#define GRIDCALL_VERSION_MAJOR @MAJOR@
#define GRIDCALL_VERSION_MINOR @MINOR@
#define GRIDCALL_VERSION_PATCH @PATCH@
#define GRIDCALL_VERSION_TEXT "@TEXT@"
/** The version that gc_get_api takes, and the number in the library's soname. */
#define GRIDCALL_ABI_VERSION @ABI@

#ifdef __cplusplus
extern "C" {
#endif
@DECLARATIONS@
@ARGUMENTS@
#ifdef __cplusplus
}
#endif

#endif /* GRIDCALL_GRIDCALL_H */
