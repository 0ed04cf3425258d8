/* SPDX-License-Identifier: Apache-2.0
 *
 * The table of gc_get_api, for plugins that link nothing: each function of gridcall.h is a field, named as
 * the function without gc_. The section "Library" there shows how a plugin gets and uses it.
 *
 * Generated from bindings/api/ by bindings/gen/gen.py; edit the spec, then run scripts/generate.
 */

#ifndef GRIDCALL_TABLE_H
#define GRIDCALL_TABLE_H

#include <gridcall/gridcall.h>

#ifdef __cplusplus
extern "C" {
#endif

/** The functions of gridcall.h: stable ones in an order that never changes, previews behind them. */
struct gc_api {
  size_t size; /**< Bytes that the library fills. */
@ROWS@
};

/** Bytes of the table that never change: what follows are previews. */
#define GRIDCALL_API_STABLE_SIZE @STABLE_SIZE@

/** 1 if the library that filled a table has a function of this header: GRIDCALL_API_HAS(api, mem_alloc). */
#define GRIDCALL_API_HAS(api, name) \
  (offsetof(gc_api, name) < (api)->size && \
   (offsetof(gc_api, name) < GRIDCALL_API_STABLE_SIZE || (api)->version() == GRIDCALL_VERSION))

#ifdef __cplusplus
}
#endif

#endif /* GRIDCALL_TABLE_H */
