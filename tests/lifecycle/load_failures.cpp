// SPDX-License-Identifier: Apache-2.0
//
// Every way in which a driver or a compiler can be absent or unusable: its own status, a message that names
// the file tried, and the CPU device as usable as ever. Each in a process of its own, since a driver is
// opened once.

#include <sys/wait.h>
#include <unistd.h>

#include <cstdint>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include "support/cmocka.h"
#include "support/objects.h"
#include "support/places.h"
#include "support/slowdown.h"

namespace {

struct Mode {
  const char* name;
  std::vector<std::pair<const char*, const char*>> environment;
  gc_status driver_status;  // of gc_version_get: a driver that does not start may still tell its version
  gc_status find_status;    // of gc_device_find("gpu")
  const char* in_message;   // what the reason must name
  const char* also = "";
};

const Mode kModes[] = {
    {"the driver is not installed",
     {{"GRIDCALL_CUDA_DRIVER", "/nonexistent/libcuda.so.1"}},
     GRIDCALL_ERROR_DRIVER_UNAVAILABLE,
     GRIDCALL_ERROR_DRIVER_UNAVAILABLE,
     "/nonexistent/libcuda.so.1"},
    {"the driver file is no library",
     {{"GRIDCALL_CUDA_DRIVER", "/proc/self/cmdline"}},
     GRIDCALL_ERROR_DRIVER_UNAVAILABLE,
     GRIDCALL_ERROR_DRIVER_UNAVAILABLE,
     "/proc/self/cmdline"},
    {"a library that is no driver",
     {{"GRIDCALL_CUDA_DRIVER", "libm.so.6"}},
     GRIDCALL_ERROR_DRIVER_TOO_OLD,
     GRIDCALL_ERROR_DRIVER_TOO_OLD,
     "libm.so.6",
     "cuGetProcAddress"},
    {"the driver has no device",
     {{"FAKE_CUDA_INIT", "100"}},
     GRIDCALL_OK,
     GRIDCALL_ERROR_NO_DEVICE,
     kFakeCuda},
    {"the driver counts no device",
     {{"FAKE_CUDA_DEVICES", "0"}},
     GRIDCALL_OK,
     GRIDCALL_ERROR_NO_DEVICE,
     kFakeCuda},
    {"the stub library",
     {{"FAKE_CUDA_INIT", "34"}},
     GRIDCALL_ERROR_DRIVER_UNAVAILABLE,
     GRIDCALL_ERROR_DRIVER_UNAVAILABLE,
     kFakeCuda,
     "stub"},
    {"a required function is missing",
     {{"FAKE_CUDA_MISSING", "cuMemAlloc"}},
     GRIDCALL_ERROR_DRIVER_TOO_OLD,
     GRIDCALL_ERROR_DRIVER_TOO_OLD,
     kFakeCuda,
     "cuMemAlloc"},
    {"a driver for CUDA 6",
     {{"FAKE_CUDA_VERSION", "6000"}},
     GRIDCALL_ERROR_DRIVER_TOO_OLD,
     GRIDCALL_ERROR_DRIVER_TOO_OLD,
     kFakeCuda,
     "6.0"},
    {"initialized before a fork (3)",
     {{"FAKE_CUDA_INIT", "3"}},
     GRIDCALL_OK,
     GRIDCALL_ERROR_FORKED,
     kFakeCuda,
     "fork"},
    {"system not ready (802)",
     {{"FAKE_CUDA_INIT", "802"}},
     GRIDCALL_OK,
     GRIDCALL_ERROR_DRIVER_UNAVAILABLE,
     kFakeCuda,
     "802"},
    {"driver mismatch (803)",
     {{"FAKE_CUDA_INIT", "803"}},
     GRIDCALL_OK,
     GRIDCALL_ERROR_DRIVER_UNAVAILABLE,
     kFakeCuda,
     "803"},
    {"no compatibility (804)",
     {{"FAKE_CUDA_INIT", "804"}},
     GRIDCALL_OK,
     GRIDCALL_ERROR_DRIVER_UNAVAILABLE,
     kFakeCuda,
     "804"},
    {"unknown error (999)",
     {{"FAKE_CUDA_INIT", "999"}},
     GRIDCALL_OK,
     GRIDCALL_ERROR_DRIVER_UNAVAILABLE,
     kFakeCuda,
     "999"},
};

// Everything an error says, notes included.
std::string whole(gc_error* error) {
  std::string text = gc_error_message(error);
  for (std::size_t i = 0; i < gc_error_note_count(error); ++i)
    text += std::string("\n") + gc_error_note(error, i);
  return text;
}
int wrong(const char* what, const std::string& text) {
  std::fprintf(stderr, "%s: %s\n", what, text.c_str());
  return 1;
}
std::string status_text(gc_status status) {
  return std::to_string(status) + " " + gc_status_name(status);
}

// Runs in the child: 0, or 1 with the reason on standard error.
int look(const Mode& mode) {
  gc_error* error = nullptr;
  int32_t major = -1, minor = -1, patch = -1;
  gc_status status = gc_version_get(GRIDCALL_VERSION_COMPONENT_DRIVER, &major, &minor, &patch, &error);
  if (status != mode.driver_status) return wrong("gc_version_get returns", status_text(status));
  if (status != GRIDCALL_OK) {
    const std::string text = whole(error);
    if (text.find(mode.in_message) == std::string::npos) return wrong("the message names no file", text);
    if (text.find(mode.also) == std::string::npos)
      return wrong("the message does not say what is wrong", text);
    if (major != -1 || minor != -1 || patch != -1) return wrong("out parameters were written", text);
    gc_error_release(error);
  }
  gc_device* device = nullptr;
  error = nullptr;
  status = gc_device_find("gpu", &device, &error);
  if (status != mode.find_status) return wrong("gc_device_find returns", status_text(status));
  if (whole(error).find(mode.in_message) == std::string::npos)
    return wrong("gc_device_find names no file", whole(error));
  if (whole(error).find(mode.also) == std::string::npos)
    return wrong("gc_device_find does not say what is wrong", whole(error));
  gc_error_release(error);

  // The CPU device is still there, the last in the list, and it is what a default context takes, with a
  // reason.
  error = nullptr;
  int32_t count = 0;
  CHECK(gc_device_get_count(&count, &error));
  if (count != 1) return wrong("devices", std::to_string(count));
  gc_context* context = nullptr;
  CHECK(gc_context_get_default(&context, &error));
  CHECK(gc_context_get_device(context, &device, &error));
  gc_device_kind kind = 0;
  CHECK(gc_device_get_kind(device, &kind, &error));
  if (kind != GRIDCALL_DEVICE_KIND_CPU) return wrong("the default device is of kind", std::to_string(kind));
  char choice[512];
  std::size_t needed = 0;
  CHECK(gc_context_get_device_reason(context, choice, sizeof choice, &needed, &error));
  if (!std::strstr(choice, mode.in_message)) return wrong("the choice does not say why", choice);
  gc_mem* mem = nullptr;
  CHECK(gc_mem_alloc(context, 64, &mem, &error));
  CHECK(fill_u8(mem, 0, 1, 64, nullptr, &error));
  gc_mem_release(mem);
  gc_context_release(context);
  return 0;
}

// Modules that the driver refuses; the driver itself is fine.
int refused_module(gc_status expected, const char* in_message) {
  gc_error* error = nullptr;
  gc_context* context = objects::make_context();
  gc_module* module = nullptr;
  const gc_status status =
      gc_module_from_buffer(context, objects::kPtx, sizeof objects::kPtx - 1, nullptr, &module, &error);
  if (status != expected) return wrong("gc_module_from_buffer returns", status_text(status));
  if (gc_error_driver_code(error) == 0 || !std::strstr(gc_error_driver_name(error), in_message))
    return wrong("the driver's code is not in the error", gc_error_driver_name(error));
  gc_error_release(error);
  gc_context_release(context);
  CHECK(gc_handle_collect(&error));
  return gc_handle_count() == 0 ? 0 : wrong("handles", "left");
}
int no_nvrtc() {
  gc_error* error = nullptr;
  int32_t major = 0, minor = 0, patch = 0;
  if (const gc_status status =
          gc_version_get(GRIDCALL_VERSION_COMPONENT_NVRTC, &major, &minor, &patch, &error);
      status != GRIDCALL_ERROR_COMPILER_UNAVAILABLE)
    return wrong("gc_version_get returns", status_text(status));
  if (whole(error).find("/nonexistent/libnvrtc.so") == std::string::npos)
    return wrong("names no file", whole(error));
  gc_error_release(error);
  gc_context* context = objects::make_context();
  gc_module* module = nullptr;
  error = nullptr;
  static const char source[] = "__global__ void k() {}";
  gc_compile_options options{};
  options.struct_size = sizeof options;
  options.flags = GRIDCALL_COMPILE_NO_CACHE;
  if (const gc_status status =
          gc_module_from_source(context, source, sizeof source - 1, &options, &module, &error);
      status != GRIDCALL_ERROR_COMPILER_UNAVAILABLE)
    return wrong("gc_module_from_source returns", status_text(status));
  if (whole(error).find("/nonexistent/libnvrtc.so") == std::string::npos)
    return wrong("names no file", whole(error));
  gc_error_release(error);
  gc_context_release(context);
  return 0;
}
int no_cpu_device(const char* file, const char* also) {
  gc_error* error = nullptr;
  std::int32_t major = 0, minor = 0, patch = 0;
  if (const gc_status status =
          gc_version_get(GRIDCALL_VERSION_COMPONENT_CPU_DEVICE, &major, &minor, &patch, &error);
      status != GRIDCALL_ERROR_DRIVER_UNAVAILABLE)
    return wrong("gc_version_get returns", status_text(status));
  if (whole(error).find(file) == std::string::npos) return wrong("names no file", whole(error));
  if (whole(error).find(also) == std::string::npos) return wrong("does not say what is wrong", whole(error));
  gc_error_release(error);
  error = nullptr;
  int32_t count = 0;
  CHECK(gc_device_get_count(&count, &error));
  if (count != 1) return wrong("devices", std::to_string(count));
  gc_context_release(objects::make_context());
  return 0;
}

// Runs this program again, as `what`, under an environment.
void again(const char* what, const std::vector<std::pair<const char*, const char*>>& environment) {
  std::fflush(nullptr);
  const pid_t pid = fork();
  if (pid == 0) {
    unsetenv("GRIDCALL_DEVICE");
    unsetenv("CUDA_DEVICE");
    setenv("HOME", "/nonexistent", 1);
    setenv("GRIDCALL_CUDA_DRIVER", kFakeCuda, 1);
    for (const auto& [name, value] : environment) setenv(name, value, 1);
    alarm(alarm_limit(30));
    execl("/proc/self/exe", "load_failures", what, static_cast<char*>(nullptr));
    _exit(98);
  }
  int status = 0;
  waitpid(pid, &status, 0);
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
    fail_msg("%s: wait status 0x%x", what, static_cast<unsigned>(status));
}

void mode_case(void** state) {
  const Mode* mode = static_cast<const Mode*>(*state);
  again(mode->name, mode->environment);
}
void ptx_too_new(void**) {
  again("load 222", {{"FAKE_CUDA_LOAD", "222"}});
}
void image_for_another_gpu(void**) {
  again("load 209", {{"FAKE_CUDA_LOAD", "209"}});
}
void nvrtc_missing(void**) {
  again("no nvrtc", {{"GRIDCALL_NVRTC", "/nonexistent/libnvrtc.so"}});
}
void cpu_device_missing(void**) {
  again("no cpu", {{"GRIDCALL_CPU_DRIVER", "/nonexistent/libgridcall_cpu.so"}});
}
void cpu_device_of_another_version(void**) {
  again("other cpu", {{"GRIDCALL_CPU_DRIVER", kOtherVersion}});
  again("foreign library", {{"GRIDCALL_CPU_DRIVER", kFakeCuda}});
}
// An old driver without the optional functions is good for everything else.
void optional_functions_missing(void**) {
  again("use", {{"FAKE_CUDA_MISSING",
                 "cuFuncGetParamInfo,cuFuncGetName,cuModuleGetFunctionCount,cuModuleEnumerateFunctions,"
                 "cuDeviceGetUuid,cuPointerGetAttribute,cuFuncSetAttribute"}});
}
int use_all() {
  gc_error* error = nullptr;
  gc_context* context = objects::make_context();
  gc_module* module = nullptr;
  gc_kernel* kernel = nullptr;
  gc_mem* mem = nullptr;
  CHECK(gc_module_from_buffer(context, objects::kPtx, sizeof objects::kPtx - 1, nullptr, &module, &error));
  CHECK(gc_module_get_kernel(module, "scale", &kernel, &error));
  CHECK(gc_mem_alloc(context, 64, &mem, &error));
  // Count and sizes come from the PTX where the driver does not tell.
  std::uint64_t count = 0;
  CHECK(gc_kernel_get_param_count(kernel, &count, &error));
  if (count != 3) return wrong("parameters", std::to_string(count));
  const gc_launch_config config = objects::shape(1, 32);
  const objects::ScaleArguments arguments(mem);
  CHECK(gc_launch(kernel, &config, arguments.args, 3, nullptr, &error));
  fake_cuda_launch launch;
  if (fake_cuda()->launches(&launch) != 1 || std::strcmp(launch.kernel, "scale") != 0)
    return wrong("launched", launch.kernel);
  std::uint8_t uuid[16];
  if (const gc_status status = gc_device_get_uuid(
          [&] {
            gc_device* device = nullptr;
            CHECK(gc_context_get_device(context, &device, &error));
            return device;
          }(),
          uuid, &error);
      status != GRIDCALL_ERROR_UNSUPPORTED)
    return wrong("gc_device_get_uuid returns", status_text(status));
  if (whole(error).find("cuDeviceGetUuid") == std::string::npos)
    return wrong("does not name the missing function", whole(error));
  gc_error_release(error);
  gc_mem_release(mem);
  gc_kernel_release(kernel);
  gc_module_release(module);
  gc_context_release(context);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc > 1) {
    const std::string what = argv[1];
    if (what == "load 222")
      return refused_module(GRIDCALL_ERROR_INCOMPATIBLE_IMAGE, "CUDA_ERROR_UNSUPPORTED_PTX_VERSION");
    if (what == "load 209")
      return refused_module(GRIDCALL_ERROR_INCOMPATIBLE_IMAGE, "CUDA_ERROR_NO_BINARY_FOR_GPU");
    if (what == "no nvrtc") return no_nvrtc();
    if (what == "no cpu") return no_cpu_device("/nonexistent/libgridcall_cpu.so", "");
    if (what == "other cpu") return no_cpu_device(kOtherVersion, "of another version of gridcall");
    if (what == "foreign library") return no_cpu_device(kFakeCuda, "it is not the CPU device of gridcall");
    if (what == "use") return use_all();
    for (const Mode& mode : kModes)
      if (what == mode.name) return look(mode);
    return 97;
  }
  std::vector<CMUnitTest> tests;
  for (const Mode& mode : kModes)
    tests.push_back({mode.name, mode_case, nullptr, nullptr, const_cast<Mode*>(&mode)});
  tests.push_back(cmocka_unit_test(ptx_too_new));
  tests.push_back(cmocka_unit_test(image_for_another_gpu));
  tests.push_back(cmocka_unit_test(nvrtc_missing));
  tests.push_back(cmocka_unit_test(cpu_device_missing));
  tests.push_back(cmocka_unit_test(cpu_device_of_another_version));
  tests.push_back(cmocka_unit_test(optional_functions_missing));
  return _cmocka_run_group_tests("load_failures", tests.data(), tests.size(), nullptr, nullptr);
}
