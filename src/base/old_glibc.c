// SPDX-License-Identifier: Apache-2.0
//
// Lets libraries and programs that are built with a newer glibc run on 2.31, which Debian 11 has. A function
// with a newer version is taken by its older one; a function that 2.31 lacks is here. The linker prefers a
// definition here to that of libc, also for the archives of libstdc++ and LLVM. gridcall_old_glibc of
// CMakeLists.txt links this file and drops what a target has no use for.

#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <malloc.h>
#include <signal.h>
#include <spawn.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

// NOLINTBEGIN(bugprone-reserved-identifier,readability-identifier-naming)

#define HIDDEN __attribute__((visibility("hidden")))

// The function NAME is a jump to NAME@GLIBC_VERSION.
#define OLDER(name, version)                                           \
  __asm__(".symver gridcall_older_" #name ", " #name "@GLIBC_" version \
          "\n"                                                         \
          ".pushsection .text.gridcall_older_" #name                   \
          ", \"ax\", @progbits\n"                                      \
          ".globl " #name                                              \
          "\n"                                                         \
          ".hidden " #name                                             \
          "\n"                                                         \
          ".type " #name ", @function\n" #name                         \
          ":\n"                                                        \
          "  endbr64\n"                                                \
          "  jmp *gridcall_older_" #name                               \
          "@GOTPCREL(%rip)\n"                                          \
          ".size " #name ", . - " #name                                \
          "\n"                                                         \
          ".popsection\n")

OLDER(dladdr, "2.2.5");
OLDER(dladdr1, "2.3.3");
OLDER(dlclose, "2.2.5");
OLDER(dlerror, "2.2.5");
OLDER(dlopen, "2.2.5");
OLDER(dlsym, "2.2.5");
OLDER(exp10f, "2.2.5");
OLDER(hypot, "2.2.5");
OLDER(hypotf, "2.2.5");
OLDER(pthread_attr_getstack, "2.2.5");
OLDER(pthread_attr_setstack, "2.2.5");
OLDER(pthread_attr_setstacksize, "2.2.5");
OLDER(pthread_cond_clockwait, "2.30");
OLDER(pthread_create, "2.2.5");
OLDER(pthread_getattr_np, "2.2.5");
OLDER(pthread_detach, "2.2.5");
OLDER(pthread_getspecific, "2.2.5");
OLDER(pthread_join, "2.2.5");
OLDER(__pthread_key_create, "2.2.5");
OLDER(pthread_key_create, "2.2.5");
OLDER(pthread_key_delete, "2.2.5");
OLDER(pthread_mutex_trylock, "2.2.5");
OLDER(pthread_once, "2.2.5");
OLDER(pthread_rwlock_rdlock, "2.2.5");
OLDER(pthread_rwlock_unlock, "2.2.5");
OLDER(pthread_rwlock_wrlock, "2.2.5");
OLDER(pthread_getname_np, "2.12");
OLDER(pthread_setname_np, "2.12");
OLDER(pthread_setspecific, "2.2.5");
OLDER(pthread_sigmask, "2.2.5");

// The process is never known to be single-threaded, so counters are atomic.
HIDDEN char __libc_single_threaded = 0;

#define STATUS_BY_PATH(name, type, flags)                                 \
  HIDDEN int name(const char* restrict path, struct type* restrict out) { \
    return (int)syscall(SYS_newfstatat, AT_FDCWD, path, out, flags);      \
  }
STATUS_BY_PATH(stat, stat, 0)
STATUS_BY_PATH(stat64, stat64, 0)
STATUS_BY_PATH(lstat, stat, AT_SYMLINK_NOFOLLOW)
STATUS_BY_PATH(lstat64, stat64, AT_SYMLINK_NOFOLLOW)

HIDDEN int fstat(int file, struct stat* out) {
  return (int)syscall(SYS_fstat, file, out);
}
HIDDEN int fstat64(int file, struct stat64* out) {
  return (int)syscall(SYS_fstat, file, out);
}
HIDDEN int fstatat(int folder, const char* restrict path, struct stat* restrict out, int flags) {
  return (int)syscall(SYS_newfstatat, folder, path, out, flags);
}
HIDDEN int fstatat64(int folder, const char* restrict path, struct stat64* restrict out, int flags) {
  return (int)syscall(SYS_newfstatat, folder, path, out, flags);
}

// std::random_device.
HIDDEN uint32_t arc4random(void) {
  uint32_t value = 0;
  while (getrandom(&value, sizeof value, 0) != (ssize_t)sizeof value)
    if (errno != EINTR) abort();
  return value;
}

#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
HIDDEN struct mallinfo2 mallinfo2(void) {
  const struct mallinfo old = mallinfo();
  return (struct mallinfo2){.arena = (unsigned)old.arena,
                            .ordblks = (unsigned)old.ordblks,
                            .smblks = (unsigned)old.smblks,
                            .hblks = (unsigned)old.hblks,
                            .hblkhd = (unsigned)old.hblkhd,
                            .uordblks = (unsigned)old.uordblks,
                            .fordblks = (unsigned)old.fordblks,
                            .keepcost = (unsigned)old.keepcost};
}

HIDDEN const char* sigabbrev_np(int signal) {
  static const char names[][8] = {"",       "HUP",  "INT",    "QUIT", "ILL",   "TRAP", "ABRT", "BUS",
                                  "FPE",    "KILL", "USR1",   "SEGV", "USR2",  "PIPE", "ALRM", "TERM",
                                  "STKFLT", "CHLD", "CONT",   "STOP", "TSTP",  "TTIN", "TTOU", "URG",
                                  "XCPU",   "XFSZ", "VTALRM", "PROF", "WINCH", "POLL", "PWR",  "SYS"};
  return signal > 0 && signal < (int)(sizeof names / sizeof *names) ? names[signal] : NULL;
}

static int (*newer_addclosefrom)(posix_spawn_file_actions_t*, int);
static int (*newer_find_object)(void*, struct dl_find_object*);

// When the file is loaded: an exception is no time to ask the loader.
__attribute__((constructor(101))) static void find_newer(void) {
  *(void**)&newer_addclosefrom = dlsym(RTLD_DEFAULT, "posix_spawn_file_actions_addclosefrom_np");
  *(void**)&newer_find_object = dlsym(RTLD_DEFAULT, "_dl_find_object");
}

HIDDEN int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t* actions, int first) {
  if (newer_addclosefrom) return newer_addclosefrom(actions, first);
  DIR* files = opendir("/proc/self/fd");
  if (!files) return errno;
  int wrong = 0;
  // A file that is closed by then, as that of this list, does no harm.
  for (struct dirent* entry = readdir(files); entry && !wrong; entry = readdir(files))
    if (entry->d_name[0] != '.' && atoi(entry->d_name) >= first)
      wrong = posix_spawn_file_actions_addclose(actions, atoi(entry->d_name));
  closedir(files);
  return wrong;
}

struct search {
  uintptr_t address;
  struct dl_find_object* out;
};

static int look_into(struct dl_phdr_info* object, size_t size, void* data) {
  (void)size;
  const struct search* search = data;
  const ElfW(Phdr)* loaded = NULL;
  const ElfW(Phdr)* frames = NULL;
  for (int i = 0; i < object->dlpi_phnum; ++i) {
    const ElfW(Phdr)* part = &object->dlpi_phdr[i];
    if (part->p_type == PT_GNU_EH_FRAME) frames = part;
    if (part->p_type == PT_LOAD && search->address - object->dlpi_addr - part->p_vaddr < part->p_memsz)
      loaded = part;
  }
  if (!loaded || !frames) return loaded != NULL ? -1 : 0;
  search->out->dlfo_eh_frame =
      (void*)(object->dlpi_addr + frames->p_vaddr);  // NOLINT(performance-no-int-to-ptr)
  return 1;
}

// For the unwinder of libgcc, which reads dlfo_eh_frame alone.
HIDDEN int _dl_find_object(void* address, struct dl_find_object* out) {
  if (newer_find_object) return newer_find_object(address, out);
  struct search search = {(uintptr_t)address, out};
  return dl_iterate_phdr(look_into, &search) == 1 ? 0 : -1;
}

// A program's start. What calls the constructors was the program's until 2.34, and is libc's since.
typedef void initialize(int, char**, char**);
extern int gridcall_older_start(int (*)(int, char**, char**), int, char**, initialize*, void (*)(void),
                                void (*)(void), void*);
__asm__(".symver gridcall_older_start, __libc_start_main@GLIBC_2.2.5");
extern HIDDEN initialize* __init_array_start[];
extern HIDDEN initialize* __init_array_end[];
extern HIDDEN void _init(void);

static void call_constructors(int argc, char** argv, char** environment) {
  _init();
  for (initialize** each = __init_array_start; each != __init_array_end; ++each)
    (*each)(argc, argv, environment);
}

HIDDEN int __libc_start_main(int (*main)(int, char**, char**), int argc, char** argv, initialize* init,
                             void (*fini)(void), void (*loader_fini)(void), void* stack_end);
HIDDEN int __libc_start_main(int (*main)(int, char**, char**), int argc, char** argv, initialize* init,
                             void (*fini)(void), void (*loader_fini)(void), void* stack_end) {
  return gridcall_older_start(main, argc, argv, init ? init : call_constructors, fini, loader_fini,
                              stack_end);
}

// NOLINTEND(bugprone-reserved-identifier,readability-identifier-naming)
