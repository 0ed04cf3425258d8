// SPDX-License-Identifier: Apache-2.0
//
// `gridcall info`: the devices, libraries and settings that programs on this machine find.

#include <dlfcn.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "command/command.h"

namespace gridcall::command {

namespace {

using Json = nlohmann::ordered_json;

Json device_info(std::int32_t index) {
  gc_device* device = nullptr;
  call(gc_device_get_by_index, index, &device);
  std::int32_t major = 0, minor = 0, processors = 0;
  std::uint64_t memory = 0;
  call(gc_device_get_compute_capability, device, &major, &minor);
  call(gc_device_get_total_memory, device, &memory);
  call(gc_device_get_attribute, device, GRIDCALL_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, &processors);
  Json info = {{"index", index},
               {"kind", is_cpu(device) ? "cpu" : "gpu"},
               {"name", text_of(gc_device_get_name, device)},
               {"compute_capability", std::to_string(major) + "." + std::to_string(minor)},
               {"multiprocessors", processors},
               {"memory_bytes", memory}};
  if (!is_cpu(device)) info["pci_bus_id"] = text_of(gc_device_get_pci_bus_id, device);
  return info;
}

Json default_info() {
  Error error;
  Context context;
  if (gc_context_get_default(context.out(), error.out()) != GRIDCALL_OK)
    return {{"problem", message_of(error)}};
  std::int32_t index = 0;
  call(gc_device_get_index, device_of(context), &index);
  return {{"index", index},
          {"reason", text_of(gc_context_get_device_reason, static_cast<gc_context*>(context))}};
}

Json component_info(gc_version_component component) {
  std::int32_t major = 0, minor = 0, patch = 0;
  const std::string wrong = problem(gc_version_get, component, &major, &minor, &patch);
  if (!wrong.empty()) return {{"version", nullptr}, {"problem", wrong}};
  std::string version = std::to_string(major) + "." + std::to_string(minor);
  if (patch != 0) version += "." + std::to_string(patch);
  return {{"version", version}};
}

// Compiles a source, because the compiler does not report its version otherwise.
Json compiler_info() {
  constexpr std::string_view kSource = "__global__ void empty() {}";
  Error error;
  gc_device* device = nullptr;
  Program program;
  gc_compile_options options = GRIDCALL_COMPILE_OPTIONS_INIT;
  options.flags = GRIDCALL_COMPILE_NO_CACHE;
  if (gc_device_find("cpu", &device, error.out()) == GRIDCALL_OK &&
      gc_program_compile(device, kSource.data(), kSource.size(), &options, program.out(), error.out()) ==
          GRIDCALL_OK) {
    return {{"version", gc_version_text()}};
  }
  return {{"version", nullptr}, {"problem", message_of(error)}};
}

Json cache_info() {
  gc_cache_statistics statistics = GRIDCALL_CACHE_STATISTICS_INIT;
  call(gc_cache_get_statistics, &statistics);
  if (!statistics.enabled)
    return {{"directory", nullptr}, {"problem", text_of(gc_cache_get_disabled_reason)}};
  return {{"directory", text_of(gc_cache_get_directory)}};
}

Json settings_info() {
  Json settings = Json::object();
  for (char** variable = environ; *variable; ++variable) {
    const std::string_view text = *variable;
    const std::size_t equals = text.find('=');
    if (text.starts_with("GRIDCALL_"))
      settings[std::string(text.substr(0, equals))] = text.substr(equals + 1);
  }
  return settings;
}

Json collect() {
  Dl_info own{};
  ::dladdr(reinterpret_cast<void*>(&gc_version), &own);
  Json info = {{"gridcall",
                {{"version", gc_version_text()},
                 {"header", GRIDCALL_VERSION_TEXT},
                 {"abi", GRIDCALL_ABI_VERSION},
                 {"library", own.dli_fname ? own.dli_fname : ""}}}};
  std::int32_t count = 0;
  call(gc_device_get_count, &count);
  info["devices"] = Json::array();
  for (std::int32_t i = 0; i < count; ++i) info["devices"].push_back(device_info(i));
  info["default"] = default_info();
  info["components"] = {{"driver", component_info(GRIDCALL_VERSION_COMPONENT_DRIVER)},
                        {"nvrtc", component_info(GRIDCALL_VERSION_COMPONENT_NVRTC)},
                        {"cpu_device", component_info(GRIDCALL_VERSION_COMPONENT_CPU_DEVICE)},
                        {"gridcall-cc", compiler_info()},
                        {"nccl", component_info(GRIDCALL_VERSION_COMPONENT_NCCL)},
                        {"mpi", component_info(GRIDCALL_VERSION_COMPONENT_MPI)},
                        {"cublas", component_info(GRIDCALL_VERSION_COMPONENT_CUBLAS)},
                        {"blas", component_info(GRIDCALL_VERSION_COMPONENT_BLAS)},
                        {"cusolver", component_info(GRIDCALL_VERSION_COMPONENT_CUSOLVER)},
                        {"lapack", component_info(GRIDCALL_VERSION_COMPONENT_LAPACK)},
                        {"cufft", component_info(GRIDCALL_VERSION_COMPONENT_CUFFT)},
                        {"fftw", component_info(GRIDCALL_VERSION_COMPONENT_FFTW)}};
  info["cache"] = cache_info();
  info["settings"] = settings_info();
  return info;
}

void print_row(std::string_view name, const std::string& text) {
  std::printf("%-12.*s %s\n", static_cast<int>(name.size()), name.data(), text.c_str());
}

std::string first_line(const std::string& text) {
  return text.substr(0, text.find('\n'));
}

void print(const Json& info) {
  const Json& own = info["gridcall"];
  print_row("gridcall", own["version"].get<std::string>() + " (" + own["library"].get<std::string>() + ")");
  for (const Json& device : info["devices"]) {
    print_row("device " + std::to_string(device["index"].get<int>()),
              paint(Color::kBold, device["name"].get<std::string>()) + ", compute capability " +
                  device["compute_capability"].get<std::string>() + ", " +
                  std::to_string(device["multiprocessors"].get<int>()) + " multiprocessors, " +
                  human_size(device["memory_bytes"].get<double>()));
  }
  const Json& chosen = info["default"];
  print_row("default", chosen.contains("problem") ? chosen["problem"].get<std::string>()
                                                  : "device " + std::to_string(chosen["index"].get<int>()) +
                                                        ": " + chosen["reason"].get<std::string>());
  for (const auto& [name, component] : info["components"].items()) {
    print_row(name, component.contains("problem") ? paint(Color::kYellow, "none") + ": " +
                                                        first_line(component["problem"].get<std::string>())
                                                  : component["version"].get<std::string>());
  }
  const Json& cache = info["cache"];
  print_row("cache", cache.contains("problem") ? "off: " + cache["problem"].get<std::string>()
                                               : cache["directory"].get<std::string>());
  for (const auto& [name, value] : info["settings"].items())
    std::printf("%s=%s\n", name.c_str(), value.get<std::string>().c_str());
}

}  // namespace

void add_info(CLI::App& app) {
  CLI::App* info = app.add_subcommand(
      "info", "Print the devices, the default one and why, libraries, versions and settings");
  const auto json = std::make_shared<bool>(false);
  info->add_flag("--json", *json, "Print JSON");
  info->callback([json] {
    const Json found = collect();
    if (*json) {
      std::printf("%s\n", found.dump(2, ' ', false, Json::error_handler_t::replace).c_str());
    } else {
      print(found);
    }
  });
}

}  // namespace gridcall::command
