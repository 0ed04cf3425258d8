// SPDX-License-Identifier: Apache-2.0

#include "comm/environment.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "base/concat.h"
#include "base/environment.h"
#include "base/os.h"
#include "comm/create.h"
#include "comm/id.h"
#include "core/context.h"
#include "core/default_device.h"
#include "core/device.h"

namespace gridcall::comm {

namespace {

constexpr std::string_view kFile = "file:";

struct Launcher {
  const char* rank;
  const char* count;
  const char* local_rank;
  const char* local_count;  // may be nullptr
  bool starts_mpi;
};
constexpr Launcher kLaunchers[] = {
    {"GRIDCALL_COMM_RANK", "GRIDCALL_COMM_COUNT", "GRIDCALL_COMM_LOCAL_RANK", "GRIDCALL_COMM_LOCAL_COUNT",
     false},
    {"RANK", "WORLD_SIZE", "LOCAL_RANK", "LOCAL_WORLD_SIZE", false},
    {"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_LOCAL_RANK",
     "OMPI_COMM_WORLD_LOCAL_SIZE", true},
    {"PMI_RANK", "PMI_SIZE", "MPI_LOCALRANKID", "MPI_LOCALNRANKS", true},
    {"SLURM_PROCID", "SLURM_STEP_NUM_TASKS", "SLURM_LOCALID", nullptr, true},
};

// A number about this machine's ranks, from the first launcher that provides it.
struct Local {
  std::int64_t value = -1;
  const char* name = nullptr;
  std::string disagrees;  // two different values, for a message
};

struct Place {
  std::uint32_t rank = 0;
  std::uint32_t count = 0;
  const Launcher* from = nullptr;
  bool starts_mpi = false;  // true if a launcher with a set variable starts MPI
  Local local_rank, local_count;

  std::string text() const { return concat(from->rank, "=", rank, " and ", from->count, "=", count); }
};

std::uint32_t number_of(const char* name, const char* value) {
  const auto number = environment::parse_number(value, false);
  if (!number || *number > 0x7fffffff)
    throw Failure(status::kInvalidState,
                  concat(name, " in the environment is \"", value, "\": write a whole number, or unset it"));
  return static_cast<std::uint32_t>(*number);
}

void note_local(Local& local, const char* name) {
  const char* const text = name ? environment::text(name) : nullptr;
  if (!text) return;
  const std::int64_t value = number_of(name, text);
  if (local.value < 0) {
    local.value = value;
    local.name = name;
  } else if (local.value != value && local.disagrees.empty()) {
    local.disagrees = concat(local.name, "=", local.value, " and ", name, "=", value);
  }
}

Place find_place() {
  Place found;
  for (const Launcher& each : kLaunchers) {
    const char* const rank = environment::text(each.rank);
    const char* const count = environment::text(each.count);
    if (!rank || !count) continue;
    Place its{number_of(each.rank, rank), number_of(each.count, count), &each, each.starts_mpi, {}, {}};
    if (its.rank >= its.count)
      throw Failure(status::kInvalidState,
                    concat("the environment has ", its.text(), ": the rank must be below the count"));
    if (!found.from) {
      found = its;
    } else if (found.rank != its.rank || found.count != its.count) {
      throw Failure(status::kInvalidState, concat("the environment has ", found.text(), ", and ", its.text(),
                                                  ": unset the pair that is not meant"));
    }
    found.starts_mpi = found.starts_mpi || its.starts_mpi;
    note_local(found.local_rank, each.local_rank);
    note_local(found.local_count, each.local_count);
  }
  if (!found.from)
    throw Failure(status::kInvalidState,
                  "the environment names no rank: start the program with mpirun, srun or torchrun, or set "
                  "GRIDCALL_COMM_RANK and GRIDCALL_COMM_COUNT for each process");
  return found;
}

void check_world(const Engine& engine, const Place& place) {
  int rank = 0, count = 0;
  if (!engine.table.gridcallMpiWorld || engine.table.gridcallMpiWorld(&rank, &count) != 0)
    throw Failure(status::kComm, engine.path + " does not tell the ranks of MPI");
  if (static_cast<std::uint32_t>(rank) == place.rank && static_cast<std::uint32_t>(count) == place.count)
    return;
  throw Failure(status::kInvalidState,
                concat("the environment has ", place.text(), ", and MPI says rank ", rank, " of ", count,
                       " (", engine.name(),
                       "): start the program with the mpirun of that MPI, or set GRIDCALL_MPI to the "
                       "launcher's MPI library"));
}

// Broadcasts an id from rank 0 of the MPI job.
Id id_by_mpi(const Engine& mpi, const Engine& engine, const Place& place) {
  Id id;
  Failure failure(0, {});
  if (place.rank == 0) {
    try {
      id = make_id(engine);
    } catch (const Failure& made) {
      failure = made;  // because the other ranks wait for the bytes
    }
  }
  if (!mpi.table.gridcallMpiBroadcast || mpi.table.gridcallMpiBroadcast(&id, sizeof id, 0) != 0)
    throw Failure(status::kComm, "MPI could not send the id of the communicator to all ranks");
  if (failure.status != 0) throw failure;
  return id;
}

class IdFile {
 public:
  explicit IdFile(std::string path) : path_(std::move(path)) {}
  ~IdFile() {
    if (written_) ::unlink(path_.c_str());
  }
  IdFile(const IdFile&) = delete;
  IdFile& operator=(const IdFile&) = delete;

  void write(const Id& id) {
    ::unlink(path_.c_str());  // the file of an earlier run
    const std::string temporary = concat(path_, ".", ::getpid());
    const int file = ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    const bool wrote = file >= 0 && ::write(file, &id, sizeof id) == static_cast<ssize_t>(sizeof id);
    const int error = errno;
    if (file >= 0) ::close(file);
    if (!wrote || ::rename(temporary.c_str(), path_.c_str()) != 0) {
      const std::string why = error_text(wrote ? errno : error);
      ::unlink(temporary.c_str());
      throw Failure(status::kIo,
                    concat("GRIDCALL_COMM_ID names ", path_, ", which cannot be written: ", why));
    }
    written_ = true;
  }

  // Waits until rank 0 has written the file. A file that this rank has used may still exist while rank 0 has
  // not begun the next communicator.
  Id read(std::uint32_t rank, std::uint64_t timeout_ns, const Engine& engine) const {
    const std::uint64_t begun = now_ns();
    Id id;
    bool is_old = false;
    const bool found = wait_until(timeout_ns, [&] {
      const int file = ::open(path_.c_str(), O_RDONLY | O_CLOEXEC);
      if (file < 0) return false;
      const bool whole = ::read(file, &id, sizeof id) == static_cast<ssize_t>(sizeof id);
      ::close(file);
      // An id that is older than the timeout belongs to a run that ended without removing its file.
      is_old = whole && id.made_at_ns + timeout_ns < begun;
      return whole && !is_old && !is_id_taken(id, rank);
    });
    if (!found)
      throw Failure(status::kCommTimeout,
                    concat("rank 0 has not written the id to ", path_, " (GRIDCALL_COMM_ID) within ",
                           time_text(timeout_ns), is_old ? "; the file there is of an older run" : "",
                           ": see that it is started and sees the same folder"));
    return read_id({reinterpret_cast<const std::byte*>(&id), sizeof id}, engine);
  }

 private:
  static std::uint64_t now_ns() noexcept {
    timespec now{};
    ::clock_gettime(CLOCK_REALTIME, &now);
    return static_cast<std::uint64_t>(now.tv_sec) * 1'000'000'000 + static_cast<std::uint64_t>(now.tv_nsec);
  }

  const std::string path_;
  bool written_ = false;
};

Ref<Rank> create(core::Context& context, const Id& id, const Place& place, const Spec& spec) {
  return comm::create(context, {reinterpret_cast<const std::byte*>(&id), sizeof id}, place.rank, place.count,
                      spec);
}

Ref<Rank> create_by_file(core::Context& context, const std::string& path, const Engine& engine,
                         const Place& place, const Spec& spec) {
  IdFile file(path);
  if (place.rank != 0) {
    return create(context, file.read(place.rank, spec.create_timeout_ns, engine), place, spec);
  }
  const Id id = make_id(engine);
  file.write(id);
  return create(context, id, place, spec);  // the file is removed when all ranks have joined
}

Ref<Rank> create_on_gpus(core::Context& context, const Place& place, const Spec& spec) {
  const Engine& engine = usable_engine(false);
  if (const char* const way = environment::text(environment::Name::COMM_ID)) {
    if (!std::string_view(way).starts_with(kFile) || std::string_view(way) == kFile)
      throw Failure(status::kInvalidState,
                    concat("GRIDCALL_COMM_ID in the environment is \"", way,
                           "\": write file: and a path that all ranks see, or unset it"));
    return create_by_file(context, way + kFile.size(), engine, place, spec);
  }
  // On every rank NCCL takes the address from the variable.
  if (::secure_getenv("NCCL_COMM_ID") || place.count == 1)
    return create(context, make_id(engine), place, spec);
  if (place.starts_mpi) {
    const Engine& mpi = mpi_engine();
    if (mpi.failure == 0) {
      check_world(mpi, place);
      return create(context, id_by_mpi(mpi, engine, place), place, spec);
    }
  }
  throw Failure(status::kInvalidState,
                concat("the environment has ", place.text(), ", but no way for the id to travel",
                       place.starts_mpi ? concat(" (", mpi_engine().reason, ")") : std::string(),
                       ": set GRIDCALL_COMM_ID to file: and a path that all ranks see, or NCCL_COMM_ID to "
                       "host:port of rank 0"));
}

// Returns the GPU with the local rank's number, unless the program would use the CPU device.
core::Context& context_of(const Place& place) {
  core::Device& usual = core::default_device(0);
  if (usual.is_cpu()) return usual.context();
  const Local& local = place.local_rank;
  if (!local.disagrees.empty())
    throw Failure(status::kInvalidState, concat("the environment has ", local.disagrees,
                                                ": unset the one that is not meant, or pass `context`"));
  if (local.value < 0 && place.count > 1)
    throw Failure(status::kInvalidState,
                  concat("the environment has ", place.text(), ", but no ", place.from->local_rank,
                         ", whose GPU a rank without `context` takes: set it, or pass `context`"));
  const auto index = static_cast<std::size_t>(local.value < 0 ? 0 : local.value);
  std::size_t gpus = 0;
  for (const core::Device* device : core::devices()) gpus += device->is_cpu() ? 0 : 1;
  if (index >= gpus)
    throw Failure(status::kInvalidState,
                  concat("the environment has ", local.name, "=", index, ", and this process sees ", gpus,
                         gpus == 1 ? " GPU" : " GPUs",
                         ": start at most as many ranks on a machine, or pass `context`"));
  core::Device& device = core::device_at(static_cast<std::int64_t>(index));
  if (const Failure* loss = device.loss()) throw core::device_lost(device, *loss);
  return device.context();
}

}  // namespace

Ref<Rank> from_environment(core::Context* given, const Spec& given_spec) {
  core::check_process();
  const Spec spec = checked_spec(given_spec);
  const Place place = find_place();
  core::Context& context = given ? *given : context_of(place);
  if (!context.is_cpu()) {
    const Ref<Rank> made = create_on_gpus(context, place, spec);
    const auto known = [](const Local& local) { return local.disagrees.empty() ? local.value : -1; };
    made->set_local(known(place.local_rank), known(place.local_count));
    return made;
  }
  const Engine& engine = usable_engine(true);
  check_world(engine, place);
  return create(context, id_by_mpi(engine, engine, place), place, spec);
}

}  // namespace gridcall::comm
