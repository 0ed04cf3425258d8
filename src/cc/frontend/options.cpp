// SPDX-License-Identifier: Apache-2.0

#include "cc/frontend/options.h"

#include <algorithm>
#include <cctype>
#include <optional>
#include <string_view>

#include "cpu/abi/check.h"

namespace gridcall::cc {
namespace {

// Options that control only NVIDIA's code generators or tools; ignoring them changes no result.
constexpr std::string_view kIgnoredFlags[] = {"ewp",
                                              "extensible-whole-program",
                                              "dlto",
                                              "dlink-time-opt",
                                              "lto",
                                              "gen-opt-lto",
                                              "restrict",
                                              "extra-device-vectorization",
                                              "optimize-unused-variables",
                                              "display-error-number",
                                              "err-no",
                                              "no-display-error-number",
                                              "no-err-no",
                                              "builtin-move-forward",
                                              "builtin-initializer-list",
                                              "no-source-include",
                                              "brief-diagnostics",
                                              "time",
                                              "minimal",
                                              "no-cache",
                                              "fdevice-syntax-only",
                                              "expt-relaxed-constexpr",
                                              "expt-extended-lambda",
                                              "extended-lambda",
                                              "keep",
                                              "use-local-env",
                                              "pch",
                                              "auto-pch",
                                              "instantiate-templates-in-pch",
                                              "frandom-seed",
                                              "cuda-version-override"};
constexpr std::string_view kIgnoredWithValue[] = {"maxrregcount",
                                                  "modify-stack-limit",
                                                  "jump-table-density",
                                                  "split-compile",
                                                  "fdevice-time-trace",
                                                  "time-trace",
                                                  "ptxas-options",
                                                  "Xptxas",
                                                  "Xcompiler",
                                                  "compiler-options",
                                                  "diag-suppress",
                                                  "diag-warn",
                                                  "diag-error",
                                                  "nv-diag-suppress",
                                                  "arch-list",
                                                  "device-stack-protector",
                                                  "pch-dir",
                                                  "create-pch",
                                                  "use-pch",
                                                  "pch-verbose",
                                                  "pch-messages",
                                                  "device-float128",
                                                  "threads",
                                                  "t",
                                                  "ccbin",
                                                  "compiler-bindir",
                                                  "unused-arg-warning"};

bool contains(const auto& list, std::string_view name) {
  return std::find(std::begin(list), std::end(list), name) != std::end(list);
}

std::optional<bool> truth(std::string_view value) {
  if (value == "true" || value == "1") return true;
  if (value == "false" || value == "0") return false;
  return std::nullopt;
}

// Returns 90 for "sm_90a", 86 for "compute_86", 90 for "90".
std::optional<int> architecture(std::string_view value) {
  for (std::string_view prefix : {"sm_", "compute_", "lto_"}) {
    if (value.starts_with(prefix)) value.remove_prefix(prefix.size());
  }
  int number = 0;
  std::size_t digits = 0;
  while (digits < value.size() && std::isdigit(static_cast<unsigned char>(value[digits])) != 0 &&
         digits < 4) {
    number = number * 10 + (value[digits++] - '0');
  }
  std::string_view rest = value.substr(digits);
  if (digits < 2 || !(rest.empty() || rest == "a" || rest == "f")) return std::nullopt;
  return number;
}

class Parser {
 public:
  Parser(const std::vector<std::string>& arguments, Options& options, std::string& problem)
      : arguments_(arguments), options_(options), problem_(problem) {}

  bool run() {
    while (next_ < arguments_.size()) {
      if (!one(arguments_[next_++])) return false;
    }
    return true;
  }

 private:
  bool fail(const std::string& text) {
    problem_ = text;
    return false;
  }

  // Sets `value` to that of "-name=value", or to the next argument.
  bool value_of(const std::string& option, std::optional<std::string_view> attached, std::string& value) {
    if (attached) {
      value = *attached;
    } else if (next_ < arguments_.size()) {
      value = arguments_[next_++];
    } else {
      return fail("option '" + option + "' needs a value: " + option + "=VALUE");
    }
    if (value.empty())
      return fail("option '" + option + "' has an empty value; give one or leave the option out");
    return true;
  }

  bool flag(const std::string& option, std::optional<std::string_view> attached, bool& target) {
    if (!attached) {
      target = true;
      return true;
    }
    std::optional<bool> parsed = truth(*attached);
    if (!parsed)
      return fail("option '" + option + "': the value is '" + std::string(*attached) +
                  "', not true or false");
    target = *parsed;
    return true;
  }

  bool one(const std::string& option) {
    std::string_view text = option;
    if (text.size() < 2 || text[0] != '-') {
      return fail("option '" + option + "' is not an option: options begin with '-'");
    }
    // The options -DNAME, -UNAME and -Idir are one letter with the value attached.
    if (text[1] != '-') {
      char letter = text[1];
      if (letter == 'D' || letter == 'U' || letter == 'I') {
        std::optional<std::string_view> attached;
        if (text.size() > 2) attached = text.substr(text[2] == '=' ? 3 : 2);
        std::string value;
        if (!value_of(option, attached, value)) return false;
        return letter == 'I' ? include_path(value) : macro(letter, value);
      }
      if (letter == 'O' && text.size() == 3 && text[2] >= '0' && text[2] <= '3') return true;
    }
    std::string_view body = text.substr(text.starts_with("--") ? 2 : 1);
    std::size_t equals = body.find('=');
    std::string name(body.substr(0, equals));
    std::optional<std::string_view> attached;
    if (equals != std::string_view::npos) attached = body.substr(equals + 1);
    return named(option, name, attached);
  }

  bool macro(char letter, const std::string& value) {
    options_.macros.push_back(std::string("-") + letter + value);
    return true;
  }

  bool include_path(const std::string& value) {
    options_.include_paths.push_back(value);
    return true;
  }

  bool named(const std::string& option, const std::string& name, std::optional<std::string_view> attached) {
    std::string value;
    if (name == "define-macro" || name == "undefine-macro") {
      if (!value_of(option, attached, value)) return false;
      return macro(name[0] == 'd' ? 'D' : 'U', value);
    }
    if (name == "include-path" || name == "isystem" || name == "system-include") {
      return value_of(option, attached, value) && include_path(value);
    }
    if (name == "library-headers") {
      if (!value_of(option, attached, value)) return false;
      options_.library_dirs.push_back(value);
      return true;
    }
    if (name == "include" || name == "pre-include") {
      if (!value_of(option, attached, value)) return false;
      options_.pre_includes.push_back(value);
      return true;
    }
    if (name == "std") {
      if (!value_of(option, attached, value)) return false;
      if (value == "c++03") value = "c++11";  // the oldest that the headers are written in
      for (const char* known : {"c++11", "c++14", "c++17", "c++20", "c++23"}) {
        const bool is_gnu = options_.preprocessed && value == "gnu" + std::string(known + 1);
        if (value == known || is_gnu) {
          options_.standard = value;
          return true;
        }
      }
      return fail("option '" + option + "': '" + value + "' is none of c++11, c++14, c++17, c++20, c++23");
    }
    if (name == "arch" || name == "gpu-architecture" || name == "gpu-code" || name == "code") {
      if (!value_of(option, attached, value)) return false;
      std::optional<int> number = architecture(value);
      if (!number) {
        return fail("option '" + option + "': '" + value +
                    "' is no architecture; give one like sm_90 or compute_90");
      }
      if (name == "arch" || name == "gpu-architecture") options_.architecture = *number;
      return true;
    }
    if (name == "gencode" || name == "generate-code") return value_of(option, attached, value);
    if (name == "use_fast_math") return flag(option, attached, options_.fast_math);
    if (name == "fmad") return flag(option, attached, options_.fmad);
    if (name == "ftz") return flag(option, attached, options_.ftz);
    if (name == "prec-div") return flag(option, attached, options_.precise_division);
    if (name == "prec-sqrt") return flag(option, attached, options_.precise_sqrt);
    if (name == "G" || name == "device-debug") return flag(option, attached, options_.device_debug);
    if (name == "lineinfo" || name == "generate-line-info" || name == "g") {
      return flag(option, attached, options_.line_info);
    }
    if (name == "w" || name == "disable-warnings") {
      options_.warnings = false;
      return true;
    }
    if (name == "default-device" || name == "device-as-default-execution-space") {
      return flag(option, attached, options_.device_by_default);
    }
    if (name == "rdc" || name == "relocatable-device-code" || name == "dc" || name == "device-c")
      return flag(option, attached, options_.relocatable);
    if (name == "cuid") return value_of(option, attached, options_.unit);
    if (name == "preprocessed") return flag(option, attached, options_.preprocessed);
    if (name == "device-int128") return flag(option, attached, options_.int128);
    if (name == "cpu-check") {
      if (!value_of(option, attached, value)) return false;
      const std::optional<std::uint32_t> checks = cpu::checks_of(value);
      if (!checks)
        return fail("option '" + option + "': '" + value +
                    "' is no list of checks; give some of memory, init, race, sync, all, stop with commas "
                    "between them, or none");
      options_.checks = *checks;
      return true;
    }
    if (name == "dopt" || name == "dopt-mode") return value_of(option, attached, value);
    if (contains(kIgnoredFlags, name)) return true;
    if (contains(kIgnoredWithValue, name)) return attached || value_of(option, attached, value);
    if (name == "optix-ir" || name == "ptx" || name == "cubin" || name == "fatbin") {
      return fail("option '" + option + "': the CPU device compiles to its own format; leave the option out");
    }
    return fail("option '" + option +
                "' is unknown; options are spelled as NVRTC's: -DNAME=VALUE, -Idir, "
                "-std=c++17, --use_fast_math, -fmad=false, -arch=sm_90");
  }

  const std::vector<std::string>& arguments_;
  Options& options_;
  std::string& problem_;
  std::size_t next_ = 0;
};

}  // namespace

bool parse_options(const std::vector<std::string>& arguments, Options& options, std::string& problem) {
  return Parser(arguments, options, problem).run();
}

}  // namespace gridcall::cc
