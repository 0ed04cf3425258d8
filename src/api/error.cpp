// SPDX-License-Identifier: Apache-2.0

#include "api/generated/implementation.h"

namespace gridcall::api {

gc_status error_status(core::Error* error) {
  return error ? error->failure().status : GRIDCALL_OK;
}

const char* error_message(core::Error* error) {
  return error ? error->failure().message.c_str() : "";
}

const char* error_text(core::Error* error) {
  return error ? error->text(status_name(error->failure().status)).c_str() : "";
}

const char* error_function(core::Error* error) {
  return error ? error->function().c_str() : "";
}

std::int32_t error_driver_code(core::Error* error) {
  return error ? error->failure().driver_code : 0;
}

const char* error_driver_name(core::Error* error) {
  return error ? error->failure().driver_name.c_str() : "";
}

std::size_t error_note_count(core::Error* error) {
  return error ? error->failure().notes.size() : 0;
}

const char* error_note(core::Error* error, std::size_t index) {
  return error && index < error->failure().notes.size() ? error->failure().notes[index].c_str() : "";
}

const char* error_report(core::Error* error, std::size_t index, std::string_view key) {
  return error ? error->report(index, key) : "";
}

const char* error_log(core::Error* error) {
  return error ? error->failure().log.c_str() : "";
}

const char* error_options(core::Error* error) {
  return error ? error->failure().options.c_str() : "";
}

const char* error_source_name(core::Error* error) {
  return error ? error->failure().source_name.c_str() : "";
}

}  // namespace gridcall::api
