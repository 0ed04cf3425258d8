// SPDX-License-Identifier: Apache-2.0
//
// gc_module_from_file, given what is no source file.

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>

#include <cstring>

#include "host.h"
#include "support/slowdown.h"

namespace {

gc_context* context;
std::string folder;

void expect(const std::string& path, const char* status, const std::string& text) {
  const double start = host::now();
  gc_error* error = nullptr;
  gc_module* module = nullptr;
  gc_module_from_file(context, path.c_str(), nullptr, &module, &error);
  const std::string got = host::take(error);
  if (got.rfind(std::string(status) + ": ", 0) != 0 || got.find(text) == std::string::npos)
    fail_msg("%s: \"%s\", expected %s: ...%s...", path.c_str(), got.c_str(), status, text.c_str());
  if (host::now() - start > 5 * slowdown()) fail_msg("%s took %.1f s", path.c_str(), host::now() - start);
}

void each_has_its_own_error(void**) {
  expect(folder + "/none.cu", "IO", "`path` \"" + folder + "/none.cu\" does not exist: name a file");
  expect(folder + "/none/none.cu", "IO", "does not exist");
  expect("", "INVALID_ARGUMENT", "`path` is empty");
  ::mkdir((folder + "/folder.cu").c_str(), 0700);
  expect(folder + "/folder.cu", "INVALID_ARGUMENT", "is a folder: name a regular file");
  assert_int_equal(::mkfifo((folder + "/fifo.cu").c_str(), 0600), 0);
  expect(folder + "/fifo.cu", "INVALID_ARGUMENT", "is a FIFO: name a regular file");
  assert_int_equal(::symlink("/dev/zero", (folder + "/zero.cu").c_str()), 0);
  expect(folder + "/zero.cu", "INVALID_ARGUMENT", "is a device: name a regular file");
  expect("/dev/null", "INVALID_ARGUMENT", "is a device");
  const int listener = ::socket(AF_UNIX, SOCK_STREAM, 0);
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  std::strcpy(address.sun_path, (folder + "/socket").c_str());
  assert_int_equal(::bind(listener, reinterpret_cast<sockaddr*>(&address), sizeof address), 0);
  expect(folder + "/socket", "INVALID_ARGUMENT", "is a socket");
  ::close(listener);
  // No bytes by what stat says, and none at its beginning.
  assert_int_equal(::symlink("/proc/self/mem", (folder + "/mem.cu").c_str()), 0);
  expect(folder + "/mem.cu", "IO", "cannot be read: ");
  const std::string huge = folder + "/huge.cu";
  const int fd = ::open(huge.c_str(), O_WRONLY | O_CREAT, 0600);
  assert_int_equal(::ftruncate(fd, off_t{3} << 30), 0);
  ::close(fd);
  expect(huge, "OUT_OF_RANGE", "has 3221225472 bytes, at most 1073741824 are read");
}

// A file whose size stat does not say is read to its end.
void a_file_of_proc_is_read(void**) {
  assert_int_equal(::symlink("/proc/self/maps", (folder + "/maps.cu").c_str()), 0);
  expect(folder + "/maps.cu", "COMPILE", "maps.cu:1:");
}

void a_source_file_compiles(void**) {
  const std::string path = folder + "/good.cu";
  FILE* file = std::fopen(path.c_str(), "w");
  std::fputs("__global__ void f() {}\n", file);
  std::fclose(file);
  gc_error* error = nullptr;
  gc_module* module = nullptr;
  HOST_CHECK(gc_module_from_file(context, path.c_str(), nullptr, &module, &error));
  gc_module_release(module);
}

}  // namespace

int main() {
  char name[] = "/tmp/gridcall-files-XXXXXX";
  folder = ::mkdtemp(name);
  context = host::cpu_context();
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(each_has_its_own_error),
      cmocka_unit_test(a_file_of_proc_is_read),
      cmocka_unit_test(a_source_file_compiles),
  };
  const int failed = cmocka_run_group_tests_name("files", tests, nullptr, nullptr);
  gc_context_release(context);
  return std::system(("rm -rf " + folder).c_str()) != 0 ? 1 : failed;
}
