// SPDX-License-Identifier: Apache-2.0
//
// libgridcall_mpi.so (mpi/), between CPU devices.

#include <vector>

#include "base/concat.h"
#include "base/environment.h"
#include "base/own_file.h"
#include "comm/engine_library.h"
#include "driver/loader.h"

namespace gridcall::comm {

namespace {

DynamicLibrary open_library(Engine& engine) {
  constexpr const char* kLibrary = "libgridcall_mpi.so";
  if (const char* chosen = environment::text(environment::Name::MPI_ENGINE)) return try_open(engine, chosen);
  for (const std::string& place : plugin_places())
    if (DynamicLibrary library = try_open(engine, place.empty() ? kLibrary : place + "/" + kLibrary))
      return library;
  return {};
}

void load(Engine& engine) {
  const DynamicLibrary library = open_library(engine);
  if (!library) {
    engine.failure = status::kCommUnavailable;
    engine.reason =
        concat("libgridcall_mpi.so, which communicators of the CPU device need, cannot be opened: ",
               engine.notes.back(), ": install it beside libgridcall.so");
    return;
  }
  const char* missing = fill(engine.table, library);
  if (!missing && !engine.table.gridcallMpiOpen) missing = "gridcallMpiOpen";
  if (missing) {
    engine.failure = status::kCommTooOld;
    engine.reason = concat(engine.path, " has no ", missing, ": it is of another version of gridcall");
    return;
  }
  const driver::Driver& cpu = driver::cpu_driver();
  gridcallMpiHost host;
  host.launch_host_func = cpu.table.cuLaunchHostFunc;
  host.stream_wait_value64 = cpu.table.cuStreamWaitValue64;
  host.values_written = cpu.table.gridcallValuesWritten;
  host.stream_is_capturing = cpu.table.cuStreamIsCapturing;
  char message[1024] = {};
  const int result = engine.table.gridcallMpiOpen(&host, message, sizeof message);
  if (result != ncclSuccess) {
    // The results are those of comm/mpi/host.h.
    engine.failure = result == ncclInvalidUsage      ? status::kCommTooOld
                     : result == ncclInvalidArgument ? status::kInvalidState
                     : result == ncclInternalError   ? status::kUnsupported
                                                     : status::kCommUnavailable;
    engine.reason = concat("MPI, which communicators of the CPU device need, cannot be used: ", message);
    engine.notes.push_back(engine.reason);
    return;
  }
  engine.table.ncclGetVersion(&engine.version);
}

}  // namespace

const Engine& mpi_engine() {
  static const Engine* const engine = [] {
    auto* const made = new Engine;  // never destroyed, because calls may come while the process exits
    made->kind = core::CommEngine::kMpi;
    made->family = "MPI";
    made->versioned_as = "a libgridcall_mpi.so of";
    made->checks_calls = made->notices_lost_ranks = true;
    made->may_write_after_abort = true;
    made->explains_errors = true;
    made->invalid_usage = status::kUnsupported;
    load(*made);
    return made;
  }();
  return *engine;
}

}  // namespace gridcall::comm
