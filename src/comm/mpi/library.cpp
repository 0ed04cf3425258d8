// SPDX-License-Identifier: Apache-2.0

#include "comm/mpi/library.h"

#include <dlfcn.h>
#include <link.h>

#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "base/concat.h"
#include "base/environment.h"
#include "comm/mpi/progress.h"
#include "comm/mpi/tuning.h"

namespace gridcall::comm::mpi {

namespace {

constexpr const char* kOpenMpi = "libmpi.so.40";
constexpr const char* kMpich = "libmpich.so.12";
constexpr const char* kStandard = "libmpi_abi.so.0";
constexpr const char* kStandardOfMpich = "libmpi_abi.so.1";
constexpr const char* kIntel = "libmpi.so.12";

std::string_view file_of(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

bool is_mpi_file(std::string_view path) {
  const std::string_view file = file_of(path);
  for (const std::string_view name : {"libmpi.so", "libmpich.so", "libmpi_abi.so"})
    if (file.starts_with(name)) return true;
  return false;
}

// Returns the MPI that the process has loaded; the standard's ABI first, which may be a layer above another
// one.
std::string loaded_file() {
  std::string found;
  ::dl_iterate_phdr(
      [](dl_phdr_info* info, std::size_t, void* raw) {
        auto& kept = *static_cast<std::string*>(raw);
        const std::string_view path = info->dlpi_name ? info->dlpi_name : "";
        if (is_mpi_file(path) && (kept.empty() || file_of(path).starts_with("libmpi_abi"))) kept = path;
        return 0;
      },
      &found);
  return found;
}

struct Launcher {
  int count = 0;  // 0: the launcher is unknown
  const char* variable = nullptr;
  const char* file = nullptr;  // the library of the launcher's MPI
};

int number(const char* name) {
  const char* text = environment::text(name);
  return text ? std::atoi(text) : 0;
}

Launcher find_launcher() {
  if (const int count = number("OMPI_COMM_WORLD_SIZE")) return {count, "OMPI_COMM_WORLD_SIZE", kOpenMpi};
  if (const int count = number("PMI_SIZE")) return {count, "PMI_SIZE", kMpich};
  if (environment::text("PMIX_RANK") && number("SLURM_STEP_NUM_TASKS") > 0)
    return {number("SLURM_STEP_NUM_TASKS"), "SLURM_STEP_NUM_TASKS", kOpenMpi};
  return {};
}

std::string launcher_text(const Launcher& launcher) {
  if (environment::text("SLURM_STEP_ID") && !environment::text("OMPI_MCA_ess_base_jobid"))
    return "started by srun";
  if (launcher.count == 0) return "started alone";
  return launcher.file == kMpich ? "started by mpiexec" : "started by mpirun";
}

// Returns the name and the number of "Open MPI v4.1.4, package: ..." or "MPICH Version:\t4.0.2\n...".
std::string short_name(const std::string& version, const char* abi) {
  const bool is_open = version.starts_with("Open MPI");
  const std::size_t digit = version.find_first_of("0123456789");
  const std::size_t end = version.find_first_not_of("0123456789.", digit);
  if (digit == std::string::npos) return abi;
  const std::string what = is_open ? "Open MPI" : version.starts_with("MPICH") ? "MPICH" : abi;
  return concat(what, ' ', version.substr(digit, end - digit));
}

std::string refuse(ncclResult_t result, std::string why) {
  library().failure = result;
  return why;
}

void* open_one(const std::string& file, bool is_loaded, std::string& tried) {
  void* const handle = ::dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL | (is_loaded ? RTLD_NOLOAD : 0));
  if (!handle) {
    const char* const error = ::dlerror();
    tried += concat(tried.empty() ? "" : "; ", error ? error : file.c_str());
  }
  return handle;
}

void* open_file(const Launcher& launcher, std::string& refusal) {
  std::string tried;
  Library& own = library();
  if (const std::string loaded = loaded_file(); !loaded.empty()) {
    own.file = loaded;
    if (void* handle = open_one(loaded, true, tried)) return handle;
  }
  // The program itself is linked with MPI.
  if (::dlsym(RTLD_DEFAULT, "MPI_Init_thread")) {
    own.file = "the program";
    return ::dlopen(nullptr, RTLD_NOW);
  }
  if (const char* chosen = environment::text(environment::Name::MPI)) {
    own.file = chosen;
    if (void* handle = open_one(chosen, false, tried)) return handle;
    refusal = concat("GRIDCALL_MPI cannot be opened: ", tried, ": name an MPI's libmpi.so, or unset it");
    return nullptr;
  }
  std::vector<const char*> files = {kOpenMpi, kMpich, kStandard, kStandardOfMpich, kIntel};
  if (launcher.file) files.insert(files.begin(), launcher.file);
  for (const char* file : files) {
    own.file = file;
    if (void* handle = open_one(file, false, tried)) return handle;
  }
  refusal = concat("there is no MPI here: ", tried,
                   ": install one (Debian: openmpi-bin and libopenmpi3), or set GRIDCALL_MPI to its library");
  return nullptr;
}

Mpi* adapt(void* handle, std::string& missing) {
  const std::string_view file = file_of(library().file);
  if (::dlsym(handle, "ompi_mpi_comm_world")) return make_open_mpi(handle, missing);
  if (file.starts_with("libmpi_abi")) return make_standard(handle, missing);
  return make_mpich(handle, missing);
}

// Returns the launcher that the program needs instead of the wrong one.
std::string advice(const Mpi& mpi, int count) {
  const bool is_open = std::string_view(mpi.abi()) == "Open MPI";
  return concat("start it with ", is_open ? "Open MPI's: mpirun -n " : "MPICH's: mpiexec.mpich -n ", count,
                " PROGRAM, or set GRIDCALL_MPI to ", is_open ? kMpich : kOpenMpi, ", the launcher's own");
}

}  // namespace

Library& library() noexcept {
  static Library* const made = new Library;
  return *made;
}

std::string open_library() {
  Library& own = library();
  Progress& all = progress();
  const Launcher launcher = find_launcher();
  std::string refusal;
  void* const handle = open_file(launcher, refusal);
  if (!handle) return refuse(ncclSystemError, refusal);
  std::string missing;
  Mpi* const mpi = adapt(handle, missing);
  if (!mpi)
    return refuse(ncclInvalidUsage, concat(own.file, " has no ", missing, ": MPI 3.0 or newer is needed"));
  mpi->version(own.major, own.minor);
  own.name = short_name(mpi->library_version(), mpi->abi());
  if (own.major < 3)
    return refuse(ncclInvalidUsage, concat(own.name, " is of MPI ", own.major, '.', own.minor,
                                           ": MPI 3.0 or newer is needed: install a newer one"));
  bool is_initialized = false, is_finalized = false;
  mpi->initialized(is_initialized);
  mpi->finalized(is_finalized);
  if (is_finalized)
    return refuse(ncclInternalError, concat("the program has called MPI_Finalize of ", own.name,
                                            ": use communicators before that"));
  ThreadLevel level{};
  if (is_initialized) {
    mpi->query_thread(level);
    if (level < ThreadLevel::kSerialized)
      return refuse(ncclInternalError,
                    concat("the program has initialized ", own.name, " with ",
                           level == ThreadLevel::kFunneled ? "MPI_THREAD_FUNNELED" : "MPI_THREAD_SINGLE",
                           ", communicators need MPI_THREAD_SERIALIZED or MPI_THREAD_MULTIPLE: call "
                           "MPI_Init_thread"));
  } else {
    if (const int result = mpi->init_thread(ThreadLevel::kMultiple, level))
      return refuse(ncclSystemError, concat("MPI_Init_thread of ", own.name, " returned ", result));
    all.is_ours = true;
  }
  RingOfTwo::find(handle);
  mpi->rank(mpi->world(), all.world_rank);
  mpi->size(mpi->world(), all.world_count);
  own.launcher = launcher_text(launcher);
  all.mpi = mpi;  // MPI is finalized at the exit from here on
  if (launcher.count != 0 && launcher.count != all.world_count)
    return refuse(ncclInvalidArgument,
                  concat("the launcher started ", launcher.count, " processes (", launcher.variable,
                         "), but ", own.name, " counts ", all.world_count,
                         ": it is not this MPI's launcher: ", advice(*mpi, launcher.count)));
  return {};
}

}  // namespace gridcall::comm::mpi
