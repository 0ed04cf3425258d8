// SPDX-License-Identifier: Apache-2.0

#include "api/generated/implementation.h"

namespace gridcall::api {

const char* status_name(gc_status status) {
  switch (status) {
#define GRIDCALL_STATUS(constant, name, category, text) \
  case constant:                                        \
    return name;
#include "api/generated/status_table.inc"
#undef GRIDCALL_STATUS
    default:
      return "UNKNOWN";
  }
}

const char* status_text(gc_status status) {
  switch (status) {
#define GRIDCALL_STATUS(constant, name, category, text) \
  case constant:                                        \
    return text;
#include "api/generated/status_table.inc"
#undef GRIDCALL_STATUS
    default:
      return "This version of the library does not know the status.";
  }
}

gc_category status_category(gc_status status) {
  switch (status) {
#define GRIDCALL_STATUS(constant, name, category, text) \
  case constant:                                        \
    return category;
#include "api/generated/status_table.inc"
#undef GRIDCALL_STATUS
    default:
      return GRIDCALL_CATEGORY_RUNTIME;
  }
}

}  // namespace gridcall::api
