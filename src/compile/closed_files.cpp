// SPDX-License-Identifier: Apache-2.0

#include "compile/closed_files.h"

#include <fcntl.h>
#include <linux/landlock.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdint>
#include <exception>

#include "base/failure.h"
#include "base/os.h"
#include "base/status.h"
#include "base/thread.h"

namespace gridcall::compile {

namespace {

// All access rights of the first Landlock version.
constexpr std::uint64_t kAllAccess = (std::uint64_t{1} << 13) - 1;
constexpr std::uint64_t kReading =
    LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR;

// Denies the calling thread access to other files, for good. If that fails, only the earlier checks protect.
void close_files(const std::vector<std::string>& folders) {
  landlock_ruleset_attr rules{};
  rules.handled_access_fs = kAllAccess;
  const Fd ruleset(static_cast<int>(::syscall(SYS_landlock_create_ruleset, &rules, sizeof rules, 0)));
  if (!ruleset) return;
  for (const std::string& folder : folders) {
    const Fd place = open_at(AT_FDCWD, folder, O_PATH);
    struct stat info;
    if (!place || os.fstat(place.get(), &info) != 0) continue;
    landlock_path_beneath_attr rule{};
    rule.allowed_access =
        S_ISDIR(info.st_mode) ? kReading : kReading & ~std::uint64_t{LANDLOCK_ACCESS_FS_READ_DIR};
    rule.parent_fd = place.get();
    ::syscall(SYS_landlock_add_rule, ruleset.get(), LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
  }
  if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0) ::syscall(SYS_landlock_restrict_self, ruleset.get(), 0);
}

struct Task {
  const std::vector<std::string>& folders;
  const std::function<void()>& work;
  std::exception_ptr thrown = nullptr;
};

void* run_task(void* raw) {
  auto* task = static_cast<Task*>(raw);
  try {
    close_files(task->folders);
    task->work();
  } catch (...) {
    task->thrown = std::current_exception();
  }
  return nullptr;
}

}  // namespace

void run_with_files_closed(const std::vector<std::string>& folders, const std::function<void()>& work) {
  // More stack than NVRTC has on a main thread.
  constexpr std::size_t kStackBytes = std::size_t{64} << 20;
  Task task{folders, work};
  pthread_t thread;
  const int error = start_thread(&thread, kStackBytes, run_task, &task);
  if (error != 0)
    throw Failure(status::kCompilerFailed,
                  "cannot start a thread for the compiler: " + error_text(error) + "; end some threads");
  ::pthread_join(thread, nullptr);
  if (task.thrown) std::rethrow_exception(task.thrown);
}

}  // namespace gridcall::compile
