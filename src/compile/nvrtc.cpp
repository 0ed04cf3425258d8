// SPDX-License-Identifier: Apache-2.0

#include "compile/nvrtc.h"

#include <algorithm>
#include <cstdlib>
#include <new>
#include <optional>

#include "base/log.h"
#include "base/os.h"
#include "base/status.h"
#include "compile/closed_files.h"
#include "compile/diagnostics.h"
#include "compile/load_once.h"
#include "compile/options.h"
#include "image/symbols.h"

namespace gridcall::compile {

using image::Image;

namespace {

// Returns true if the library reports its version; otherwise sets *why.
bool find_functions(Functions& functions, Nvrtc& nvrtc, std::string* why) {
  functions.need("nvrtcGetErrorString", &nvrtc.GetErrorString);
  functions.need("nvrtcVersion", &nvrtc.Version);
  functions.need("nvrtcCreateProgram", &nvrtc.CreateProgram);
  functions.need("nvrtcDestroyProgram", &nvrtc.DestroyProgram);
  functions.need("nvrtcCompileProgram", &nvrtc.CompileProgram);
  functions.need("nvrtcGetPTXSize", &nvrtc.GetPTXSize);
  functions.need("nvrtcGetPTX", &nvrtc.GetPTX);
  functions.need("nvrtcGetProgramLogSize", &nvrtc.GetProgramLogSize);
  functions.need("nvrtcGetProgramLog", &nvrtc.GetProgramLog);
  functions.need("nvrtcAddNameExpression", &nvrtc.AddNameExpression);
  functions.need("nvrtcGetLoweredName", &nvrtc.GetLoweredName);
  // These exist since 11.1, 11.2 and 12.0.
  functions.find("nvrtcGetCUBINSize", &nvrtc.GetCUBINSize);
  functions.find("nvrtcGetCUBIN", &nvrtc.GetCUBIN);
  functions.find("nvrtcGetNumSupportedArchs", &nvrtc.GetNumSupportedArchs);
  functions.find("nvrtcGetSupportedArchs", &nvrtc.GetSupportedArchs);
  functions.find("nvrtcGetLTOIRSize", &nvrtc.GetLTOIRSize);
  functions.find("nvrtcGetLTOIR", &nvrtc.GetLTOIR);
  if (functions.missing()) return false;
  if (nvrtc.Version(&nvrtc.version_number.major, &nvrtc.version_number.minor) != NVRTC_SUCCESS) {
    *why = "it does not tell its version";
    return false;
  }
  if (nvrtc.GetNumSupportedArchs && nvrtc.GetSupportedArchs) {
    int count = 0;
    if (nvrtc.GetNumSupportedArchs(&count) == NVRTC_SUCCESS && count > 0) {
      nvrtc.archs.resize(static_cast<std::size_t>(count));
      if (nvrtc.GetSupportedArchs(nvrtc.archs.data()) != NVRTC_SUCCESS) nvrtc.archs.clear();
      std::sort(nvrtc.archs.begin(), nvrtc.archs.end());
    }
  }
  // NVRTC opens its builtins library by a bare name, which fails outside the loader's path. After this load
  // from NVRTC's folder the name is found.
  std::string builtins = nvrtc.path.substr(0, nvrtc.path.rfind('/')) + "/libnvrtc-builtins.so." +
                         std::to_string(nvrtc.version_number.major) + "." +
                         std::to_string(nvrtc.version_number.minor);
  if (is_regular_file(builtins)) DynamicLibrary::open(builtins);
  log::info("compile", "found NVRTC ", nvrtc.version_number.major, ".", nvrtc.version_number.minor, ": ",
            nvrtc.path);
  return true;
}

std::string version_text(const Nvrtc& nvrtc) {
  return std::to_string(nvrtc.version_number.major) + "." + std::to_string(nvrtc.version_number.minor);
}

// The kind of image that NVRTC makes.
enum class Output { kPtx, kCubin, kLtoIr };
struct Route {
  std::string arch;
  Output output;
  std::string note;  // "" for the usual route
};

std::vector<Route> plan_routes(const Nvrtc& nvrtc, const CompileJob& job) {
  const bool is_lto = optimizes_at_link(job.options);
  if (is_lto && (!nvrtc.GetLTOIR || !nvrtc.GetLTOIRSize))
    throw CompilerUnsuitable{"NVRTC " + version_text(nvrtc) +
                             " makes no LTO IR for `-dlto`: 12.0 and later do"};
  const auto output = [&](bool is_cubin) {
    return is_lto ? Output::kLtoIr : is_cubin ? Output::kCubin : Output::kPtx;
  };
  if (!job.options.arch.empty()) {
    bool is_cubin = job.options.arch.starts_with("sm_") && nvrtc.GetCUBIN;
    if (!nvrtc.archs.empty()) {
      int wanted = std::atoi(job.options.arch.c_str() + job.options.arch.find('_') + 1);
      if (std::find(nvrtc.archs.begin(), nvrtc.archs.end(), wanted) == nvrtc.archs.end()) {
        std::string known;
        for (const int arch : nvrtc.archs) known += (known.empty() ? "sm_" : ", sm_") + std::to_string(arch);
        throw CompilerUnsuitable{
            "NVRTC " + version_text(nvrtc) + " does not know " + job.options.arch + "; it knows " + known,
            true};
      }
    }
    return {{job.options.arch, output(is_cubin), ""}};
  }

  int wanted = job.target.compute_capability_major * 10 + job.target.compute_capability_minor;
  std::string own = std::to_string(wanted);
  std::vector<Route> routes;
  bool is_exact =
      nvrtc.archs.empty() || std::find(nvrtc.archs.begin(), nvrtc.archs.end(), wanted) != nvrtc.archs.end();
  if (is_exact) {
    if (nvrtc.GetCUBIN || is_lto) routes.push_back({"sm_" + own, output(true), ""});
    if (!is_lto) routes.push_back({"compute_" + own, Output::kPtx, "made PTX for compute_" + own});
    return routes;
  }
  // The highest lower architecture: as machine code within the same major version, as PTX otherwise.
  int below = 0;
  for (int arch : nvrtc.archs) {
    if (arch <= wanted) below = arch;
  }
  if (below == 0) {
    throw CompilerUnsuitable{"NVRTC " + version_text(nvrtc) + " knows sm_" +
                             std::to_string(nvrtc.archs.front()) + " and later, the device is sm_" + own};
  }
  std::string lower = std::to_string(below);
  // nvJitLink translates LTO IR for the device.
  if (is_lto) return {{"sm_" + lower, Output::kLtoIr, ""}};
  std::string prefix = "NVRTC " + version_text(nvrtc) + " does not know sm_" + own + ": made ";
  Route cubin{"sm_" + lower, Output::kCubin, prefix + "a cubin for sm_" + lower};
  Route ptx{"compute_" + lower, Output::kPtx, prefix + "PTX for compute_" + lower};
  bool is_newer_than_driver =
      job.target.driver_version != 0 &&
      nvrtc.version_number.major * 1000 + nvrtc.version_number.minor * 10 > job.target.driver_version;
  bool can_cubin = nvrtc.GetCUBIN && below / 10 == job.target.compute_capability_major;
  // A driver refuses PTX newer than itself, but accepts a cubin for its own device.
  if (can_cubin && is_newer_than_driver) routes.push_back(cubin);
  routes.push_back(ptx);
  if (can_cubin && !is_newer_than_driver) routes.push_back(cubin);
  return routes;
}

// NVRTC searches quoted #includes in the folder of the source's name, which for most names is the process's
// working directory. So it gets a name in a folder that cannot exist, and a #line gives the true name.
// (--no-source-include would also end that search for the headers of headers.)
constexpr std::string_view kNoFolder = "/proc/gridcall/";

std::string hidden_name(const std::string& name) {
  std::size_t slash = name.rfind('/');
  return std::string(kNoFolder) + (slash == std::string::npos ? name : name.substr(slash + 1));
}

std::string with_line_directive(const CompilerInput& input) {
  std::string text = "#line 1 \"";
  for (char c : input.job.name) {
    if (c == '"' || c == '\\') text += '\\';
    text += c == '\n' || c == '\r' ? ' ' : c;
  }
  return text + "\"\n" + input.source();
}

class Program {
 public:
  Program(const Nvrtc& nvrtc, const CompilerInput& input) : nvrtc_(nvrtc), name_(input.job.name) {
    std::vector<const char*> texts;
    std::vector<const char*> names;
    for (const auto* headers : {&input.headers(), &input.built_in}) {
      for (const auto& [name, text] : *headers) {
        names.push_back(name.c_str());
        texts.push_back(text.c_str());
      }
    }
    check(nvrtc_.CreateProgram(&program_, with_line_directive(input).c_str(), hidden_name(name_).c_str(),
                               static_cast<int>(names.size()), texts.data(), names.data()),
          "nvrtcCreateProgram");
  }
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;
  ~Program() { nvrtc_.DestroyProgram(&program_); }

  nvrtcProgram get() const { return program_; }

  void check(nvrtcResult result, const char* function) const {
    if (result == NVRTC_SUCCESS) return;
    const char* name = nvrtc_.GetErrorString(result);
    Failure failure(result == NVRTC_ERROR_OUT_OF_MEMORY ? status::kOutOfHostMemory : status::kCompilerFailed,
                    std::string(function) + " of NVRTC " + version_text(nvrtc_) +
                        " failed: " + (!name ? "error " + std::to_string(result) : name));
    failure.driver_code = result;
    failure.driver_name = !name ? "" : name;
    throw failure;
  }

  std::string log() const {
    std::size_t size = 0;
    if (nvrtc_.GetProgramLogSize(program_, &size) != NVRTC_SUCCESS || size <= 1) return "";
    std::string text(size, '\0');
    if (nvrtc_.GetProgramLog(program_, text.data()) != NVRTC_SUCCESS) return "";
    text.resize(text.find('\0'));
    std::string hidden = hidden_name(name_);
    for (std::size_t at = 0; (at = text.find(hidden, at)) != std::string::npos; at += name_.size()) {
      text.replace(at, hidden.size(), name_);
    }
    text = printable(std::move(text));
    return text;
  }

 private:
  const Nvrtc& nvrtc_;
  const std::string& name_;
  nvrtcProgram program_ = nullptr;
};

// Returns the options in nvJitLink's spelling; nvJitLink uses its own options alone, because LTO IR does not
// contain those of the source.
std::string arithmetic_of(const std::vector<std::string>& arguments) {
  struct Choice {
    const char *option, *to;
    bool by_default, when_fast, now;
  };
  Choice choices[] = {{"--ftz=", "-ftz=", false, true, false},
                      {"--prec-div=", "-prec-div=", true, false, true},
                      {"--prec-sqrt=", "-prec-sqrt=", true, false, true},
                      {"--fmad=", "-fma=", true, true, true}};
  for (const std::string& argument : arguments) {
    for (Choice& choice : choices) {
      if (argument == "--use_fast_math") choice.now = choice.when_fast;
      if (argument.starts_with(choice.option)) choice.now = argument.ends_with("true");
    }
  }
  std::string text;
  for (const Choice& choice : choices) {
    if (choice.now == choice.by_default) continue;
    text += (text.empty() ? "" : " ") + std::string(choice.to) + (choice.now ? "1" : "0");
  }
  return text;
}

Image read_image(const Nvrtc& nvrtc, const Program& program, Output output,
                 const std::vector<std::string>& arguments) {
  Image result;
  std::size_t size = 0;
  if (output == Output::kLtoIr) {
    program.check(nvrtc.GetLTOIRSize(program.get(), &size), "nvrtcGetLTOIRSize");
    result.bytes.resize(size);
    program.check(nvrtc.GetLTOIR(program.get(), reinterpret_cast<char*>(result.bytes.data())),
                  "nvrtcGetLTOIR");
    if (const std::string arithmetic = arithmetic_of(arguments); size > 0 && !arithmetic.empty()) {
      for (const std::string_view part : {image::kLtoArithmetic, std::string_view(arithmetic)}) {
        const auto bytes = std::as_bytes(std::span(part));
        result.bytes.insert(result.bytes.end(), bytes.begin(), bytes.end());
      }
    }
  } else if (output == Output::kCubin) {
    program.check(nvrtc.GetCUBINSize(program.get(), &size), "nvrtcGetCUBINSize");
    result.bytes.resize(size);
    program.check(nvrtc.GetCUBIN(program.get(), reinterpret_cast<char*>(result.bytes.data())),
                  "nvrtcGetCUBIN");
  } else {
    program.check(nvrtc.GetPTXSize(program.get(), &size), "nvrtcGetPTXSize");
    result.bytes.resize(size);
    program.check(nvrtc.GetPTX(program.get(), reinterpret_cast<char*>(result.bytes.data())), "nvrtcGetPTX");
    if (result.bytes.empty() || result.bytes.back() != std::byte{0}) result.bytes.push_back(std::byte{0});
  }
  if (result.bytes.size() <= 1) {
    throw Failure(status::kCompilerFailed,
                  "NVRTC " + version_text(nvrtc) + " compiled the source to nothing");
  }
  return result;
}

[[noreturn]] void throw_compile_failure(const CompileJob& job, std::string log) {
  std::optional<InstanceError> instance = find_instance_error(log);
  std::string message = instance
                            ? "the instance `" + instance->instance + "` cannot be made: " + instance->what
                            : first_error(log, job.name);
  Failure failure(status::kCompile,
                  message.empty() ? job.name + ": error: the source does not compile" : message);
  failure.log = std::move(log);
  failure.driver_code = NVRTC_ERROR_COMPILATION;
  failure.driver_name = "NVRTC_ERROR_COMPILATION";
  throw failure;
}

// From 12.9 on NVRTC stores results in the driver's cache. With NVRTC 13.0 on an H200 it returned the code of
// an earlier compilation of the same preprocessed text, even for another --ftz, and without ptxas's output.
// The key of our own cache contains every option.
bool keeps_results(const Nvrtc& nvrtc) {
  return nvrtc.version_number.major * 1000 + nvrtc.version_number.minor * 10 >= 12090;
}

Image compile_by(const Nvrtc& nvrtc, const CompilerInput& input, const Route& route) {
  const CompileJob& job = input.job;
  Program program(nvrtc, input);
  for (const std::string& instance : job.request.instances) {
    program.check(nvrtc.AddNameExpression(program.get(), instance.c_str()), "nvrtcAddNameExpression");
  }

  std::string arch = "--gpu-architecture=" + route.arch;
  std::vector<const char*> options{arch.c_str()};
  if (keeps_results(nvrtc)) options.push_back("--no-cache");
  for (const std::string& option : input.arguments) options.push_back(option.c_str());
  nvrtcResult compiled = NVRTC_SUCCESS;
  const auto work = [&] {
    compiled = nvrtc.CompileProgram(program.get(), static_cast<int>(options.size()), options.data());
  };
  if (input.readable.empty())
    work();
  else
    run_with_files_closed(input.readable, work);
  std::string log = program.log();
  switch (compiled) {
    case NVRTC_SUCCESS:
      break;
    case NVRTC_ERROR_COMPILATION:
      throw_compile_failure(job, std::move(log));
    case NVRTC_ERROR_INVALID_OPTION: {
      std::string first = first_line(log);
      Failure failure(status::kInvalidCompileOption,
                      first.empty() ? "NVRTC " + version_text(nvrtc) + " does not take one of the options"
                                    : "NVRTC " + version_text(nvrtc) + ": " + without_prefix(first));
      failure.log = std::move(log);
      failure.driver_code = compiled;
      failure.driver_name = "NVRTC_ERROR_INVALID_OPTION";
      throw failure;
    }
    case NVRTC_ERROR_BUILTIN_OPERATION_FAILURE:
      throw CompilerUnsuitable{"NVRTC " + version_text(nvrtc) + " does not find its libnvrtc-builtins.so." +
                               version_text(nvrtc) + "; it belongs beside " + nvrtc.path};
    default:
      try {
        program.check(compiled, "nvrtcCompileProgram");
      } catch (Failure& failure) {
        failure.log = std::move(log);
        throw;
      }
  }

  Image result = read_image(nvrtc, program, route.output, input.arguments);
  result.log = std::move(log);
  for (const std::string& instance : job.request.instances) {
    const char* lowered = nullptr;
    program.check(nvrtc.GetLoweredName(program.get(), instance.c_str(), &lowered), "nvrtcGetLoweredName");
    result.lowered_names.emplace_back(instance, lowered);
  }
  return result;
}

}  // namespace

const Nvrtc* load_nvrtc(const std::string& path, std::string* why) {
  return load_once<Nvrtc>(
      path, why, [&](Functions& functions, Nvrtc& nvrtc) { return find_functions(functions, nvrtc, why); });
}

Image compile_with_nvrtc(const CompilerInput& input) {
  std::string why;
  const Nvrtc* const loaded = load_nvrtc(input.compiler.path, &why);
  if (!loaded) throw CompilerUnsuitable{"it cannot be loaded: " + why};
  const Nvrtc& nvrtc = *loaded;
  std::vector<Route> routes = plan_routes(nvrtc, input.job);
  std::vector<std::string> notes;
  for (std::size_t i = 0;; ++i) {
    const Route& route = routes[i];
    try {
      Image result = compile_by(nvrtc, input, route);
      if (!route.note.empty()) result.log += "gridcall: " + route.note + "\n";
      for (const std::string& note : notes) result.log += "gridcall: " + note + "\n";
      image::add_names(result);
      return result;
    } catch (Failure& failure) {
      // An error in the source would occur on every route.
      if (failure.status != status::kCompilerFailed || i + 1 == routes.size()) {
        failure.notes.insert(failure.notes.end(), notes.begin(), notes.end());
        throw;
      }
      notes.push_back("the route to " + route.arch + " failed: " + failure.message);
    }
  }
}

}  // namespace gridcall::compile
