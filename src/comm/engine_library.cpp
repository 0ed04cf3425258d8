// SPDX-License-Identifier: Apache-2.0

#include "comm/engine_library.h"

namespace gridcall::comm {

DynamicLibrary try_open(Engine& engine, const std::string& path) {
  DynamicLibrary library = DynamicLibrary::open(path);
  library.check_host();
  engine.notes.push_back(path + ": " + (library ? std::string("opened") : library.error()));
  if (library) engine.path = path;
  return library;
}

const char* fill(EngineTable& table, const DynamicLibrary& library) {
  enum { OPTIONAL, REQUIRED };
  const char* missing = nullptr;
#define GRIDCALL_ENGINE_FN(need, result, name, parameters) \
  table.name = library.find<result(*) parameters>(#name);  \
  if (need == REQUIRED && !table.name && !missing) missing = #name;
#include "comm/functions.def"
#undef GRIDCALL_ENGINE_FN
  return missing;
}

}  // namespace gridcall::comm
