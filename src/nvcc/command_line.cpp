// SPDX-License-Identifier: Apache-2.0

#include "nvcc/command_line.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <string_view>
#include <system_error>

namespace gridcall::nvcc {
namespace {

enum class Value { NONE, ALWAYS, MAYBE };
enum class Kind { HOST, HOST_LIST, LINK_LIST, DEVICE, IGNORED, REFUSED, OWN };

struct Option {
  std::string_view name;
  Value value;
  Kind kind;
  std::string_view text;
};
constexpr Option kOptions[] = {
#define GRIDCALL_NVCC_OPTION(name, value, kind, text) {name, Value::value, Kind::kind, text},
#include "nvcc/options.def"
#undef GRIDCALL_NVCC_OPTION
};

// NVIDIA's libraries: the runtime's own are gridcall's, the others are not there.
constexpr std::string_view kReplacedLibraries[] = {"cudart",     "cudart_static", "cudadevrt", "cuda",
                                                   "nvToolsExt", "culibos",       "nvidia-ml"};
constexpr std::string_view kMissingLibraries[] = {
    "cublas",   "cublasLt", "cublas_static", "cufft",     "cufft_static", "curand",        "curand_static",
    "cusparse", "cusolver", "cudnn",         "nppc",      "nppig",        "nppicc",        "nppidei",
    "nppif",    "nppim",    "nppist",        "npps",      "nvjpeg",       "nvgraph",       "nccl",
    "nvrtc",    "cupti",    "nvjitlink",     "nvJitLink", "cutensor",     "nvgraph_static"};

bool contains(const auto& list, std::string_view name) {
  return std::find(std::begin(list), std::end(list), name) != std::end(list);
}

std::vector<std::string> split(std::string_view list) {
  std::vector<std::string> parts;
  while (!list.empty()) {
    const std::size_t comma = std::min(list.find(','), list.size());
    if (comma > 0) parts.emplace_back(list.substr(0, comma));
    list.remove_prefix(std::min(comma + 1, list.size()));
  }
  return parts;
}

class Parser {
 public:
  Parser(const std::vector<std::string>& arguments, CommandLine& line, std::string& problem)
      : arguments_(arguments), line_(line), problem_(problem) {}

  bool run() {
    while (next_ < arguments_.size())
      if (!one(arguments_[next_++])) return false;
    return true;
  }

 private:
  bool fail(const std::string& text) {
    problem_ = text;
    return false;
  }

  bool one(const std::string& argument) {
    if (argument.size() < 2 || argument[0] != '-') {
      line_.inputs.push_back(argument);
      line_.link.push_back(argument);
      return true;
    }
    const std::string_view body = std::string_view(argument).substr(argument.starts_with("--") ? 2 : 1);
    const std::size_t equals = body.find('=');
    const std::string_view name = body.substr(0, equals);
    const auto* const option = std::find_if(std::begin(kOptions), std::end(kOptions),
                                            [&](const Option& each) { return each.name == name; });
    if (option == std::end(kOptions)) return attached(argument);
    std::optional<std::string> value;
    if (equals != std::string_view::npos) value = body.substr(equals + 1);
    if (option->value == Value::NONE && value) return fail("option '" + argument + "' takes no value");
    if (option->value == Value::ALWAYS && !value) {
      if (next_ == arguments_.size()) return fail("option '" + argument + "' needs a value");
      value = arguments_[next_++];
    }
    return apply(*option, argument, value.value_or(""));
  }

  // One letter with its value behind it, or an option of clang's.
  bool attached(const std::string& argument) {
    const char letter = argument[1];
    std::string value = argument.substr(2);
    if (std::string_view("DUILl").find(letter) != std::string_view::npos && value.empty()) {
      if (next_ == arguments_.size()) return fail("option '" + argument + "' needs a value");
      value = arguments_[next_++];
    }
    switch (letter) {
      case 'D':
      case 'U':
      case 'I':
        line_.both.push_back(argument.substr(0, 2) + value);
        return true;
      case 'L':
        line_.link.push_back("-L" + value);
        return true;
      case 'l':
        return library(value);
      case 'O':
        line_.host.push_back(argument);
        return true;
      case 'g':
        line_.host.push_back(argument);
        return true;
      default:
        break;
    }
    if (argument == "-pthread" || argument == "-pg" || argument == "-pie" || argument == "-no-pie" ||
        argument.starts_with("-f") || argument.starts_with("-W") || argument.starts_with("-m") ||
        argument.starts_with("-pedantic") || argument == "-ansi" || argument == "-static-libgcc" ||
        argument == "-static-libstdc++" || argument == "-rdynamic") {
      line_.host.push_back(argument);
      line_.link.push_back(argument);
      return true;
    }
    return fail(
        "option '" + argument +
        "' is none of nvcc's that gridcall-nvcc knows; give options of the host's compiler as -Xcompiler " +
        argument);
  }

  bool library(const std::string& name) {
    if (contains(kReplacedLibraries, name)) return true;
    if (contains(kMissingLibraries, name))
      return fail(
          "option '-l" + name +
          "': gridcall has no replacement for this library of NVIDIA's; build without the parts that use it");
    line_.link.push_back("-l" + name);
    return true;
  }

  bool apply(const Option& option, const std::string& argument, const std::string& value) {
    switch (option.kind) {
      case Kind::HOST:
        line_.both.push_back("-" + std::string(option.name));
        if (!value.empty()) line_.both.push_back(value);
        return true;
      case Kind::HOST_LIST:
        for (const std::string& part : split(value)) {
          line_.host.push_back(part);
          line_.link.push_back(part);
        }
        return true;
      case Kind::LINK_LIST:
        for (const std::string& part : split(value)) line_.link.insert(line_.link.end(), {"-Xlinker", part});
        return true;
      case Kind::DEVICE:
        line_.device.push_back("--" + std::string(option.name) + (value.empty() ? "" : "=" + value));
        if (option.name == "use_fast_math" && value != "false") line_.both.push_back("-D__USE_FAST_MATH__=1");
        if (option.name == "G" || option.name == "device-debug") line_.both.push_back("-D__CUDACC_DEBUG__=1");
        return true;
      case Kind::IGNORED:
        return true;
      case Kind::REFUSED:
        return fail("option '" + argument + "': " + std::string(option.text));
      case Kind::OWN:
        return own(std::string(option.name), argument, value);
    }
    return false;
  }

  bool own(const std::string& name, const std::string& argument, const std::string& value) {
    if (name == "o" || name == "output-file") line_.output = value;
    if (name == "odir" || name == "output-directory") line_.output_folder = value;
    if (name == "x") return language(value);
    if (name == "std") return standard(argument, value);
    // Another compiler cannot read <<<...>>>.
    if ((name == "ccbin" || name == "compiler-bindir") && value.find("clang") != std::string::npos)
      line_.clang = value;
    if (name == "cudart") line_.has_runtime = value != "none";
    if (name == "default-stream" && value == "per-thread")
      line_.both.push_back("-DCUDA_API_PER_THREAD_DEFAULT_STREAM=1");
    if (name == "default-stream" && value != "per-thread" && value != "legacy" && value != "null")
      return fail("option '" + argument + "': '" + value + "' is none of legacy, null, per-thread");
    if (name == "c" || name == "compile" || name == "dc" || name == "device-c" || name == "dw" ||
        name == "device-w")
      line_.action = Action::kCompile;
    if (name == "dc" || name == "device-c") line_.is_relocatable = true;
    if (name == "rdc" || name == "relocatable-device-code") line_.is_relocatable = value == "true";
    if (name == "dlink" || name == "device-link") line_.action = Action::kDeviceLink;
    if (name == "lib") line_.action = Action::kLibrary;
    if (name == "link") line_.action = Action::kLink;
    if (name == "E" || name == "preprocess") line_.action = Action::kPreprocess;
    if (name == "M" || name == "MM" || name == "generate-dependencies") {
      line_.action = Action::kDependencies;
      line_.both.push_back(name == "MM" ? "-MM" : "-M");
    }
    if (name == "shared") line_.link.push_back("-shared");
    if (name == "keep") line_.keeps_files = true;
    if (name == "dryrun") line_.is_dry = true;
    if (name == "v" || name == "verbose") line_.is_verbose = true;
    if (name == "w" || name == "disable-warnings") line_.host.push_back("-w");
    if (name == "debug") line_.host.push_back("-g");
    if (name == "profile") line_.host.push_back("-pg");
    if (name == "define-macro") line_.both.push_back("-D" + value);
    if (name == "undefine-macro") line_.both.push_back("-U" + value);
    if (name == "include-path") line_.both.push_back("-I" + value);
    if (name == "system-include") line_.both.insert(line_.both.end(), {"-isystem", value});
    if (name == "pre-include") line_.both.insert(line_.both.end(), {"-include", value});
    if (name == "library") return library(value);
    if (name == "library-path") line_.link.push_back("-L" + value);
    if (name == "optimize-within") return patience(argument, value);
    if (name == "optimize") line_.host.push_back("-O" + value);
    return true;
  }

  bool patience(const std::string& argument, const std::string& value) {
    const char* end = value.data() + value.size();
    const auto [rest, error] = std::from_chars(value.data(), end, line_.patience);
    if (error == std::errc() && rest == end && line_.patience >= 0) return true;
    return fail("option '" + argument + "': '" + value + "' is no number of seconds, such as 60");
  }

  bool language(const std::string& value) {
    if (value != "cu" && value != "c++" && value != "c")
      return fail("option '-x " + value + "': no such language; use cu, c++ or c");
    line_.language = value;
    return true;
  }

  bool standard(const std::string& argument, const std::string& value) {
    for (const char* known : {"c++11", "c++14", "c++17", "c++20", "c++23"}) {
      if (value != known && value != "gnu" + std::string(known + 1)) continue;
      line_.standard = "gnu" + std::string(known + 1);
      return true;
    }
    if (value == "c++03" || value == "c++98")
      return fail("option '" + argument + "': device code is C++11 at least");
    return fail("option '" + argument + "': '" + value + "' is none of c++11, c++14, c++17, c++20, c++23");
  }

  const std::vector<std::string>& arguments_;
  CommandLine& line_;
  std::string& problem_;
  std::size_t next_ = 0;
};

}  // namespace

bool remove_dependencies(Command& command) {
  bool writes = false;
  for (std::size_t i = 0; i < command.size();) {
    const std::string& word = command[i];
    const bool has_value = word == "-MF" || word == "-MT" || word == "-MQ";
    const auto at = command.begin() + static_cast<std::ptrdiff_t>(i);
    if (!has_value && word != "-MD" && word != "-MMD" && word != "-MP" && word != "-M" && word != "-MM") {
      ++i;
      continue;
    }
    writes = writes || word == "-MD" || word == "-MMD";
    command.erase(at, at + (has_value ? 2 : 1));
  }
  return writes;
}

void name_dependencies(Command& command, const std::string& object) {
  const auto has = [&](const char* word) { return std::ranges::find(command, word) != command.end(); };
  if (!has("-MF")) command.insert(command.end(), {"-MF", object.substr(0, object.rfind('.')) + ".d"});
  if (!has("-MT") && !has("-MQ")) command.insert(command.end(), {"-MQ", object});
}

bool parse(const std::vector<std::string>& arguments, CommandLine& line, std::string& problem) {
  return Parser(arguments, line, problem).run();
}

}  // namespace gridcall::nvcc
