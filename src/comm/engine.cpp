// SPDX-License-Identifier: Apache-2.0

#include "comm/engine.h"

#include <atomic>
#include <memory>
#include <new>

#include "base/concat.h"
#include "base/dynamic_library.h"
#include "base/environment.h"
#include "base/own_file.h"
#include "base/status.h"
#include "driver/loader.h"

namespace gridcall::comm {

namespace {

constexpr int kOldestNccl = 21800;  // ncclCommSplit, ncclConfig_t with splitShare

std::atomic<bool> opened{false};

DynamicLibrary try_open(Engine& engine, const std::string& path) {
  DynamicLibrary library = DynamicLibrary::open(path);
  library.check_host();
  engine.notes.push_back(path + ": " + (library ? std::string("opened") : library.error()));
  if (library) engine.path = path;
  return library;
}

// The name of the first required function that is missing, or nullptr.
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

void load_nccl(Engine& engine) {
  const char* chosen = environment::text(environment::Name::NCCL);
  // By its soname the loader finds the one that the process has loaded already, PyTorch's for example.
  const DynamicLibrary library = try_open(engine, chosen ? chosen : "libnccl.so.2");
  if (!library) {
    engine.failure = status::kCommUnavailable;
    engine.reason =
        concat("NCCL, which communicators between GPUs need, cannot be opened: ", engine.notes.back(),
               chosen ? " (GRIDCALL_NCCL)" : "",
               ": install it (pip install nvidia-nccl-cu13, or NVIDIA's package libnccl2), or set "
               "GRIDCALL_NCCL to its libnccl.so.2");
    return;
  }
  const char* missing = fill(engine.table, library);
  if (engine.table.ncclGetVersion) engine.table.ncclGetVersion(&engine.version);
  if (engine.version >= kOldestNccl && !missing) return;
  engine.failure = status::kCommTooOld;
  engine.reason =
      engine.version >= kOldestNccl
          ? concat(engine.path, " is NCCL ", version_text(engine.version), " but has no ", missing,
                   ": install a whole NCCL of 2.18 or newer")
          : concat(engine.path, " is NCCL ", version_text(engine.version),
                   ", communicators need 2.18.0 or newer: install a newer one, or set GRIDCALL_NCCL to it");
}

DynamicLibrary open_mpi_engine(Engine& engine) {
  constexpr const char* kFile = "libgridcall_mpi.so";
  if (const char* chosen = environment::text(environment::Name::MPI_ENGINE)) return try_open(engine, chosen);
  std::vector<std::string> places = own_folders();
  places.push_back({});
  places.push_back(kInstalledLibraries);
  for (const std::string& place : places)
    if (DynamicLibrary library = try_open(engine, place.empty() ? kFile : place + "/" + kFile))
      return library;
  return {};
}

void load_mpi(Engine& engine) {
  const DynamicLibrary library = open_mpi_engine(engine);
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
    // As comm/mpi/host.h has it.
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

const Engine* made(EngineKind kind, void (*load)(Engine&)) {
  auto engine = std::make_unique<Engine>();
  engine->kind = kind;
  opened.store(true, std::memory_order_relaxed);
  load(*engine);
  return engine.release();  // calls may come while the process exits
}

}  // namespace

std::string version_text(int version) {
  // Before 2.9 the minor number had one digit less.
  const int major = version >= 10000 ? version / 10000 : version / 1000;
  const int minor = version >= 10000 ? version / 100 % 100 : version / 100 % 10;
  return concat(major, '.', minor, '.', version % 100);
}

std::string Engine::name() const {
  if (kind == EngineKind::kNccl) return "NCCL " + version_text(version);
  char text[512] = {};
  if (table.gridcallMpiDescribe) table.gridcallMpiDescribe(text, sizeof text);
  return *text ? text : "MPI";
}

const Engine& nccl_engine() {
  static const Engine* const engine = made(EngineKind::kNccl, load_nccl);
  return *engine;
}

const Engine& mpi_engine() {
  static const Engine* const engine = made(EngineKind::kMpi, load_mpi);
  return *engine;
}

const Engine& usable_engine(bool is_cpu) {
  const Engine& engine = engine_for(is_cpu);
  if (engine.failure == 0) return engine;
  Failure failure(engine.failure, engine.reason);
  failure.notes = engine.notes;
  throw failure;
}

Failure missing_record(const Engine& engine, std::uint32_t rank) {
  return {status::kComm, concat("ncclAllGather of ", engine.name(), " ended without what rank ", rank,
                                " sends: no data was moved; use another NCCL, and make a new communicator")};
}

bool some_engine_opened() noexcept {
  return opened.load(std::memory_order_relaxed);
}

}  // namespace gridcall::comm
