// SPDX-License-Identifier: Apache-2.0
//
// `gridcall doctor`: looks at each setting, file and library, and says what to type where something is wrong.

#include <sys/statvfs.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "command/command.h"

namespace gridcall::command {

namespace {

using Json = nlohmann::ordered_json;

enum class Level : std::uint8_t { kOk, kNote, kWrong };

// The findings, which are printed at once.
class Report {
 public:
  explicit Report(bool is_json) : is_json_(is_json) {}

  void add(Level level, const std::string& about, const std::string& text, const std::string& next = "") {
    constexpr const char* kNames[] = {"ok", "note", "wrong"};
    constexpr Color kColors[] = {Color::kGreen, Color::kYellow, Color::kRed};
    const auto number = static_cast<std::size_t>(level);
    if (level == Level::kWrong) ++wrong_;
    if (is_json_) {
      findings_.push_back({{"level", kNames[number]}, {"about", about}, {"text", text}, {"next", next}});
      return;
    }
    const std::string name = std::string(kNames[number]) + std::string(6 - std::strlen(kNames[number]), ' ');
    std::printf("%s %-12s %s\n", paint(kColors[number], name).c_str(), about.c_str(), text.c_str());
    if (!next.empty()) std::printf("%19s next: %s\n", "", next.c_str());
    std::fflush(stdout);
  }
  int wrong() const { return wrong_; }
  void end() {
    if (is_json_)
      std::printf("%s\n", Json{{"wrong", wrong_}, {"findings", findings_}}
                              .dump(2, ' ', false, Json::error_handler_t::replace)
                              .c_str());
    if (wrong_ == 0) return;
    throw Failure(kFailed, is_json_ ? ""
                                    : std::to_string(wrong_) + (wrong_ == 1 ? " thing is" : " things are") +
                                          " wrong: type what stands behind `next:`");
  }

 private:
  bool is_json_;
  int wrong_ = 0;
  Json findings_ = Json::array();
};

struct Setting {
  const char* name;
  std::string_view kind;
};
constexpr Setting kSettings[] = {
#define GRIDCALL_VARIABLE(name, kind, least, most, words, standard, text) {"GRIDCALL_" #name, #kind},
#include "base/environment.def"
#undef GRIDCALL_VARIABLE
};

const Setting* find_setting(std::string_view name) {
  for (const Setting& setting : kSettings) {
    if (name == setting.name) return &setting;
  }
  return nullptr;
}

void check_name(Report* report, const std::string& name) {
  if (find_setting(name) || name.starts_with("GRIDCALL_TEST_")) return;
  constexpr std::size_t kPrefix = std::string_view("GRIDCALL_").size();
  std::vector<std::string> names;
  for (const Setting& setting : kSettings) names.emplace_back(setting.name + kPrefix);
  std::string near = nearest(name.substr(kPrefix), names);
  if (!near.empty()) near.insert(0, "GRIDCALL_");
  report->add(Level::kWrong, "setting",
              "`" + name + "` is not a variable of this version" +
                  (near.empty() ? "" : ": did you mean `" + near + "`?"),
              near.empty() ? "unset " + name : "export " + near + "=\"$" + name + "\"; unset " + name);
}

// The library reports the first wrong value; the check removes that variable and asks again.
void check_values(Report* report) {
  std::vector<std::string> names;
  for (char** variable = environ; *variable; ++variable) {
    const std::string_view text = *variable;
    if (text.starts_with("GRIDCALL_")) names.emplace_back(text.substr(0, text.find('=')));
  }
  for (const std::string& name : names) check_name(report, name);
  for (;;) {
    std::int32_t count = 0;
    const std::string wrong = problem(gc_device_get_count, &count);
    const std::size_t begin = wrong.find("GRIDCALL_");
    if (begin == std::string::npos) break;
    const std::string name =
        wrong.substr(begin, wrong.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789", begin) - begin);
    if (!std::getenv(name.c_str())) break;
    report->add(Level::kWrong, "setting", wrong, "unset " + name);
    ::unsetenv(name.c_str());
  }
  for (const std::string& name : names) {
    const Setting* setting = find_setting(name);
    const char* value = std::getenv(name.c_str());
    if (!setting || !value || !*value || setting->kind != "PATH" || *value != '/') continue;
    // The library creates a file or folder that it writes; a list of folders is checked as a whole elsewhere.
    if (name == "GRIDCALL_CACHE_DIR" || name == "GRIDCALL_CPU_CHECK_FILE" || std::strchr(value, ':'))
      continue;
    if (!std::filesystem::exists(value))
      report->add(Level::kWrong, "setting", name + " names `" + value + "`, which is not there",
                  "unset " + name);
  }
  if (report->wrong() == 0)
    report->add(Level::kOk, "settings", std::to_string(names.size()) + " variables GRIDCALL_* are set");
}

void check_library(Report* report) {
  const std::string loaded = gc_version_text();
  if (gc_version() == GRIDCALL_VERSION) {
    report->add(Level::kOk, "gridcall", loaded);
  } else {
    report->add(Level::kWrong, "gridcall",
                "the command is of " GRIDCALL_VERSION_TEXT ", the library that the loader found of " + loaded,
                "sudo ldconfig, and look at LD_LIBRARY_PATH=" +
                    std::string(std::getenv("LD_LIBRARY_PATH") ? std::getenv("LD_LIBRARY_PATH") : ""));
  }
}

// Returns true if the PCI bus has a compute device of NVIDIA's.
bool has_nvidia_gpu() {
  std::error_code none;
  for (const auto& device : std::filesystem::directory_iterator("/sys/bus/pci/devices", none)) {
    const auto word = [&](const char* name) {
      char text[16] = "";
      if (std::FILE* file = std::fopen((device.path() / name).c_str(), "re")) {
        if (!std::fgets(text, sizeof(text), file)) text[0] = '\0';
        std::fclose(file);
      }
      return std::string(text);
    };
    if (word("vendor").starts_with("0x10de") && word("class").starts_with("0x03")) return true;
  }
  return false;
}

void check_gpu(Report* report) {
  std::int32_t major = 0, minor = 0, patch = 0;
  const auto version = [&] { return std::to_string(major) + "." + std::to_string(minor); };
  const bool has_gpu = has_nvidia_gpu();
  const std::string driver =
      problem(gc_version_get, GRIDCALL_VERSION_COMPONENT_DRIVER, &major, &minor, &patch);
  if (driver.empty()) {
    report->add(Level::kOk, "driver", "CUDA " + version());
  } else if (has_gpu) {
    report->add(Level::kWrong, "driver", driver,
                "sudo apt-get install nvidia-driver, and start the machine again");
  } else {
    report->add(Level::kNote, "driver", "no GPU of NVIDIA's in this machine: programs run on the CPU device");
  }
  const std::string nvrtc = problem(gc_version_get, GRIDCALL_VERSION_COMPONENT_NVRTC, &major, &minor, &patch);
  const char* const install =
      "python3 -m pip install nvidia-cuda-nvrtc, and export GRIDCALL_NVRTC=FOLDER of its libnvrtc.so";
  if (nvrtc.empty()) {
    report->add(Level::kOk, "nvrtc", version());
  } else {
    const bool is_needed = has_gpu || driver.empty();
    report->add(is_needed ? Level::kWrong : Level::kNote, "nvrtc",
                nvrtc.substr(0, nvrtc.find('\n')) + (is_needed ? "" : " (only a GPU needs it)"),
                is_needed ? install : "");
  }
}

// Runs a kernel on a device, and checks its result.
std::string run_kernel(gc_device* device) {
  constexpr std::string_view kSource = "__global__ void doctor(int* x) { x[threadIdx.x] = 3 * threadIdx.x; }";
  Context context;
  Module module;
  Kernel kernel;
  Memory memory;
  std::int32_t result[32] = {};
  gc_launch_config config = GRIDCALL_LAUNCH_CONFIG_INIT;
  config.grid_x = 1;
  config.block_x = 32;
  try {
    call(gc_context_get_primary, device, nullptr, context.out());
    call(gc_module_from_source, static_cast<gc_context*>(context), kSource.data(), kSource.size(), nullptr,
         module.out());
    call(gc_module_get_kernel, static_cast<gc_module*>(module), "doctor", kernel.out());
    call(gc_mem_alloc, static_cast<gc_context*>(context), sizeof(result), memory.out());
    const gc_arg argument = GRIDCALL_ARG_MEM(static_cast<gc_mem*>(memory));
    call(gc_launch, static_cast<gc_kernel*>(kernel), &config, &argument, std::size_t{1}, nullptr);
    call(gc_memcpy_dtoh, static_cast<void*>(result), static_cast<gc_mem*>(memory), std::uint64_t{0},
         sizeof(result), nullptr);
  } catch (const Failure& failure) {
    return failure.what();
  }
  for (std::int32_t i = 0; i < 32; ++i) {
    if (result[i] != 3 * i)
      return "a kernel wrote " + std::to_string(result[i]) + " for " + std::to_string(3 * i);
  }
  return "";
}

void check_devices(Report* report) {
  std::int32_t count = 0;
  if (const std::string wrong = problem(gc_device_get_count, &count); !wrong.empty() || count == 0) {
    report->add(Level::kWrong, "devices", wrong.empty() ? "there is none, not even the CPU device" : wrong,
                "sudo apt-get install --reinstall libgridcall0");
    return;
  }
  for (std::int32_t i = 0; i < count; ++i) {
    gc_device* device = nullptr;
    call(gc_device_get_by_index, i, &device);
    const std::string wrong = [&] {
      const Progress progress("running a kernel on " + text_of(gc_device_get_name, device));
      return run_kernel(device);
    }();
    const std::string about = "device " + std::to_string(i);
    if (wrong.empty()) {
      report->add(Level::kOk, about, text_of(gc_device_get_name, device) + " compiled and ran a kernel");
    } else {
      report->add(Level::kWrong, about, wrong,
                  is_cpu(device) ? "install gridcall-cc beside the library, or export GRIDCALL_CC=PATH of it"
                                 : "nvidia-smi, to see whether the driver works; export GRIDCALL_DEVICE=cpu "
                                   "to go on without it");
    }
  }
  Context context;
  if (const std::string wrong = problem(gc_context_get_default, context.out()); !wrong.empty())
    report->add(Level::kWrong, "default", wrong,
                "unset GRIDCALL_DEVICE, or type: gridcall info for the devices there are");
}

void check_cache(Report* report) {
  const std::string path = text_of(gc_cache_get_directory);
  if (path.empty()) {
    const std::string reason = text_of(gc_cache_get_disabled_reason);
    const bool is_wanted = reason.find("turns it off") != std::string::npos;
    report->add(is_wanted ? Level::kNote : Level::kWrong, "cache", "off: " + reason,
                is_wanted ? ""
                          : "export GRIDCALL_CACHE_DIR=\"$HOME/.cache/gridcall\" and mkdir -p -m 700 "
                            "\"$GRIDCALL_CACHE_DIR\"");
    return;
  }
  struct statvfs disk{};
  constexpr double kLeast = 256.0 * 1024 * 1024;
  const double free = ::statvfs(path.c_str(), &disk) == 0
                          ? static_cast<double>(disk.f_bavail) * static_cast<double>(disk.f_frsize)
                          : kLeast;
  if (free < kLeast) {
    report->add(Level::kWrong, "cache", path + ": the disk has only " + human_size(free) + " left",
                "gridcall cache clear");
  } else {
    report->add(Level::kOk, "cache", path + ", " + human_size(free) + " free");
  }
}

void check_comm(Report* report) {
  const struct {
    const char* name;
    gc_version_component component;
    const char* about;
  } kLibraries[] = {{"nccl", GRIDCALL_VERSION_COMPONENT_NCCL, "only communicators between GPUs need it"},
                    {"mpi", GRIDCALL_VERSION_COMPONENT_MPI, "only communicators of the CPU device need it"}};
  for (const auto& library : kLibraries) {
    std::int32_t major = 0, minor = 0, patch = 0;
    const std::string wrong = problem(gc_version_get, library.component, &major, &minor, &patch);
    report->add(wrong.empty() ? Level::kOk : Level::kNote, library.name,
                wrong.empty() ? std::to_string(major) + "." + std::to_string(minor)
                              : wrong.substr(0, wrong.find('\n')) + " (" + library.about + ")");
  }
}

}  // namespace

void add_doctor(CLI::App& app) {
  CLI::App* doctor = app.add_subcommand(
      "doctor", "Look for what is wrong with this machine's settings and libraries, and say what to type");
  const auto json = std::make_shared<bool>(false);
  doctor->add_flag("--json", *json, "Print JSON");
  doctor->footer("Ends with 0 if nothing is wrong, else with 1.");
  doctor->callback([json] {
    Report report(*json);
    check_library(&report);
    check_values(&report);
    check_gpu(&report);
    check_devices(&report);
    check_cache(&report);
    check_comm(&report);
    report.end();
  });
}

}  // namespace gridcall::command
