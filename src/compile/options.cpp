// SPDX-License-Identifier: Apache-2.0
//
// One file, and so a little longer than others, because its table of options is long.

#include "compile/options.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <optional>
#include <string_view>

#include "base/environment.h"
#include "base/file.h"
#include "base/os.h"
#include "base/source_scanner.h"
#include "base/status.h"
#include "compile/no_files.h"

namespace gridcall::compile {

namespace {

enum class Action {
  kPass,     // passes the option to the compiler, in the spelling of `to`
  kDrop,     // drops an option that does not concern this image
  kRefuse,   // refuses an option that is not supported; `to` gives the reason
  kInclude,  // stores the values of this and the next options
  kDefine,
  kUndefine,
  kPreInclude,
  kArch,
};

enum class Value { kNone, kNeeded, kOptional };  // kOptional: only after "="

struct Rule {
  std::string_view name;
  Value value;
  Action action;
  std::string_view to = {};  // kPass: the compiler's spelling, or empty for `name`; kRefuse: the reason
  bool is_gpu_only = false;  // the CPU device drops the option, which has no meaning there
  bool is_cpu_only = false;
};

constexpr std::string_view kHostCompiler = "no host compiler runs here";
constexpr std::string_view kOneStep = "the library compiles to a loadable image in one step";
constexpr std::string_view kLinker = "gc_module_link links, what `-rdc=true` compiled and libraries too";
constexpr std::string_view kRelocatable = "--relocatable-device-code=";
// Asks for relocatable code that is optimized at link time, as code for the CPU device always is.
constexpr std::string_view kOptimizedAtLink = "--dlink-time-opt";

// The names have no leading dashes; nvcc takes most with one dash and with two.
constexpr Rule kRules[] = {
    {"I", Value::kNeeded, Action::kInclude},
    {"include-path", Value::kNeeded, Action::kInclude},
    {"isystem", Value::kNeeded, Action::kInclude},
    {"system-include", Value::kNeeded, Action::kInclude},
    {"D", Value::kNeeded, Action::kDefine},
    {"define-macro", Value::kNeeded, Action::kDefine},
    {"U", Value::kNeeded, Action::kUndefine},
    {"undefine-macro", Value::kNeeded, Action::kUndefine},
    {"include", Value::kNeeded, Action::kPreInclude},
    {"pre-include", Value::kNeeded, Action::kPreInclude},

    {"arch", Value::kNeeded, Action::kArch},
    {"gpu-architecture", Value::kNeeded, Action::kArch},
    // nvcc's list of targets; the image is made for one device alone.
    {"code", Value::kNeeded, Action::kDrop},
    {"gpu-code", Value::kNeeded, Action::kDrop},
    {"gencode", Value::kNeeded, Action::kDrop},
    {"generate-code", Value::kNeeded, Action::kDrop},

    {"std", Value::kNeeded, Action::kPass, "-std="},
    {"ptxas-options", Value::kNeeded, Action::kPass, "--ptxas-options=", true},
    {"Xptxas", Value::kNeeded, Action::kPass, "--ptxas-options=", true},
    {"maxrregcount", Value::kNeeded, Action::kPass, "--maxrregcount=", true},
    {"ftz", Value::kNeeded, Action::kPass, "--ftz="},
    {"prec-sqrt", Value::kNeeded, Action::kPass, "--prec-sqrt="},
    {"prec-div", Value::kNeeded, Action::kPass, "--prec-div="},
    {"fmad", Value::kNeeded, Action::kPass, "--fmad="},
    {"use_fast_math", Value::kNone, Action::kPass, "--use_fast_math"},
    {"extra-device-vectorization", Value::kNone, Action::kPass, "--extra-device-vectorization"},
    {"restrict", Value::kNone, Action::kPass, "--restrict"},
    {"device-debug", Value::kNone, Action::kPass, "--device-debug"},
    {"G", Value::kNone, Action::kPass, "--device-debug"},
    {"generate-line-info", Value::kNone, Action::kPass, "--generate-line-info"},
    {"lineinfo", Value::kNone, Action::kPass, "--generate-line-info"},
    {"disable-warnings", Value::kNone, Action::kPass, "--disable-warnings"},
    {"w", Value::kNone, Action::kPass, "--disable-warnings"},
    {"diag-suppress", Value::kNeeded, Action::kPass, "--diag-suppress=", true},
    {"diag-warn", Value::kNeeded, Action::kPass, "--diag-warn=", true},
    {"diag-error", Value::kNeeded, Action::kPass, "--diag-error=", true},
    {"device-as-default-execution-space", Value::kNone, Action::kPass, "--device-as-default-execution-space"},
    {"default-device", Value::kNone, Action::kPass, "--device-as-default-execution-space"},

    {"cpu-check", Value::kNeeded, Action::kPass, "--cpu-check=", false, true},

    // For clang a constexpr function is both a host and a device function anyway.
    {"expt-relaxed-constexpr", Value::kNone, Action::kPass, "--device-as-default-execution-space", true},
    // nvcc needs the option. NVRTC lacks it and takes no annotation on a lambda: a lambda in a kernel is
    // device code.
    {"expt-extended-lambda", Value::kNone, Action::kDrop},
    {"extended-lambda", Value::kNone, Action::kDrop},
    {"m64", Value::kNone, Action::kDrop},
    {"machine", Value::kNeeded, Action::kDrop},
    {"x", Value::kNeeded, Action::kDrop},
    // These concern the host code of a program, nvcc's own run, or the places of files.
    {"O", Value::kOptional, Action::kDrop},
    {"O0", Value::kNone, Action::kDrop},
    {"O1", Value::kNone, Action::kDrop},
    {"O2", Value::kNone, Action::kDrop},
    {"O3", Value::kNone, Action::kDrop},
    {"optimize", Value::kNeeded, Action::kDrop},
    {"g", Value::kNone, Action::kDrop},
    {"debug", Value::kNone, Action::kDrop},
    {"Xcompiler", Value::kNeeded, Action::kDrop},
    {"compiler-options", Value::kNeeded, Action::kDrop},
    {"Xlinker", Value::kNeeded, Action::kDrop},
    {"linker-options", Value::kNeeded, Action::kDrop},
    {"Xarchive", Value::kNeeded, Action::kDrop},
    {"archive-options", Value::kNeeded, Action::kDrop},
    {"cudart", Value::kNeeded, Action::kDrop},
    {"cudadevrt", Value::kNeeded, Action::kDrop},
    {"v", Value::kNone, Action::kDrop},
    {"verbose", Value::kNone, Action::kDrop},
    {"t", Value::kNeeded, Action::kDrop},
    {"threads", Value::kNeeded, Action::kDrop},
    {"Wno-deprecated-gpu-targets", Value::kNone, Action::kDrop},
    {"allow-unsupported-compiler", Value::kNone, Action::kDrop},

    {"ccbin", Value::kNeeded, Action::kRefuse, kHostCompiler},
    {"compiler-bindir", Value::kNeeded, Action::kRefuse, kHostCompiler},
    {"m32", Value::kNone, Action::kRefuse, "only 64-bit code can be loaded"},
    {"o", Value::kNeeded, Action::kRefuse, kOneStep},
    {"output-file", Value::kNeeded, Action::kRefuse, kOneStep},
    {"c", Value::kNone, Action::kRefuse, kOneStep},
    {"compile", Value::kNone, Action::kRefuse, kOneStep},
    {"cubin", Value::kNone, Action::kRefuse, kOneStep},
    {"ptx", Value::kNone, Action::kRefuse, kOneStep},
    {"fatbin", Value::kNone, Action::kRefuse, kOneStep},
    {"E", Value::kNone, Action::kRefuse, kOneStep},
    {"preprocess", Value::kNone, Action::kRefuse, kOneStep},
    {"shared", Value::kNone, Action::kRefuse, kOneStep},
    {"link", Value::kNone, Action::kRefuse, kOneStep},
    {"run", Value::kNone, Action::kRefuse, kOneStep},
    {"dryrun", Value::kNone, Action::kRefuse, kOneStep},
    {"keep", Value::kNone, Action::kRefuse, "set `keep_dir` of gc_compile_options"},
    {"keep-dir", Value::kNeeded, Action::kRefuse, "set `keep_dir` of gc_compile_options"},
    {"rdc", Value::kNeeded, Action::kPass, kRelocatable},
    {"relocatable-device-code", Value::kNeeded, Action::kPass, kRelocatable},
    {"dc", Value::kNone, Action::kPass, "--relocatable-device-code=true"},
    {"device-c", Value::kNone, Action::kPass, "--relocatable-device-code=true"},
    {"dlink", Value::kNone, Action::kRefuse, kLinker},
    {"device-link", Value::kNone, Action::kRefuse, kLinker},
    {"dlto", Value::kNone, Action::kPass, kOptimizedAtLink},
    {"dlink-time-opt", Value::kNone, Action::kPass, kOptimizedAtLink},
    // The device runtime needs no library.
    {"lcudadevrt", Value::kNone, Action::kDrop},
    {"l", Value::kNeeded, Action::kRefuse, kLinker},
    {"library", Value::kNeeded, Action::kRefuse, kLinker},
    {"L", Value::kNeeded, Action::kRefuse, kLinker},
    {"library-path", Value::kNeeded, Action::kRefuse, kLinker},
    {"pch", Value::kNone, Action::kRefuse, "precompiled headers are not safe between processes"},
    {"create-pch", Value::kNeeded, Action::kRefuse, "precompiled headers are not safe between processes"},
    {"use-pch", Value::kNeeded, Action::kRefuse, "precompiled headers are not safe between processes"},
    {"pch-dir", Value::kNeeded, Action::kRefuse, "precompiled headers are not safe between processes"},
};

// The options whose value follows without a space: -DN=4, -I/usr/x, -lfoo. -std=... is an ordinary "=".
constexpr std::string_view kJoined[] = {"I", "D", "U", "l", "L"};

[[noreturn]] void refuse(const std::string& option, std::string_view why) {
  throw Failure(status::kInvalidCompileOption,
                "`" + option + "` is nvcc's; " + std::string(why) + ": leave it out");
}

[[noreturn]] void invalid(std::string message) {
  throw Failure(status::kInvalidCompileOption, std::move(message));
}

[[noreturn]] void refuse_untrusted(const std::string& option, const std::string& why) {
  invalid("`" + option + "` cannot be given with GRIDCALL_COMPILE_NO_FILES: " + why);
}

// Returns true if the comma-separated options of ptxas are known to be harmless: they control code
// generation.
bool is_harmless_to_ptxas(std::string_view list) {
  constexpr std::string_view kHarmless[] = {"-O",
                                            "--opt-level",
                                            "-v",
                                            "--verbose",
                                            "-w",
                                            "--disable-warnings",
                                            "-dlcm",
                                            "--def-load-cache",
                                            "-dscm",
                                            "--def-store-cache",
                                            "-flcm",
                                            "--force-load-cache",
                                            "-fscm",
                                            "--force-store-cache",
                                            "-maxrregcount",
                                            "--maxrregcount",
                                            "--warn-",
                                            "--fmad",
                                            "--allow-expensive-optimizations"};
  while (!list.empty()) {
    const std::string_view option = list.substr(0, list.find(','));
    list.remove_prefix(std::min(option.size() + 1, list.size()));
    const std::string_view name = option.substr(0, option.find('='));
    const bool is_known =
        std::any_of(std::begin(kHarmless), std::end(kHarmless), [&](std::string_view known) {
          return known == "-O" || known == "--warn-"
                     ? name.starts_with(known) && name.size() <= known.size() + 30
                     : name == known;
        });
    if (!is_known || option.find('/') != std::string_view::npos) return false;
  }
  return true;
}

void check_define(const std::string& text) {
  if (text.empty() || !is_word_character(text[0]) || is_digit(text[0]) ||
      text.find('\n') != std::string::npos) {
    invalid("the definition `" + text + "` does not begin with a macro name: write NAME or NAME=value");
  }
}

const Rule* find_rule(std::string_view name) {
  for (const Rule& rule : kRules) {
    if (rule.name == name) return &rule;
  }
  return nullptr;
}

class Translator {
 public:
  Translator(const std::vector<std::string>& options, bool is_cpu, bool no_files)
      : options_(options), is_cpu_(is_cpu), no_files_(no_files) {}

  Options run() {
    while (at_ < options_.size()) next();
    return std::move(result_);
  }

 private:
  void next() {
    const std::string& option = options_[at_++];
    if (option.empty()) return;
    if (option[0] != '-' || option == "-" || option == "--") {
      invalid("`" + option + "` is no option: options begin with a dash, and the source is given as text");
    }
    std::string_view body = std::string_view(option).substr(option[1] == '-' ? 2 : 1);
    std::size_t equals = body.find('=');
    std::string_view name = body.substr(0, equals);

    const Rule* rule = find_rule(name);
    // -DN=4 is no option with the name `DN`.
    if (!rule && option[1] != '-') {
      for (std::string_view joined : kJoined) {
        if (!body.starts_with(joined)) continue;
        apply(option, *find_rule(joined), std::string(body.substr(joined.size())));
        return;
      }
    }
    // -D=4 and -I=x do not exist.
    if (!rule) {
      if (no_files_) refuse_untrusted(option, "it is not known here whether that reads a file");
      // The compiler may know the option, and otherwise names it in an error.
      result_.arguments.push_back(option);
      while (at_ < options_.size() && !options_[at_].empty() && options_[at_][0] != '-') {
        result_.arguments.push_back(options_[at_++]);
      }
      return;
    }
    if (equals != std::string_view::npos) {
      if (rule->value == Value::kNone)
        invalid("`" + option + "`: `" + std::string(name) + "` takes no value");
      apply(option, *rule, std::string(body.substr(equals + 1)));
      return;
    }
    if (rule->value != Value::kNeeded) {
      apply(option, *rule, "");
      return;
    }
    if (rule->action == Action::kRefuse) refuse(option, rule->to);
    if (at_ == options_.size()) invalid("`" + option + "` needs a value, and is the last option");
    apply(option, *rule, options_[at_++]);
  }

  void apply(const std::string& option, const Rule& rule, std::string value) {
    if (rule.action == Action::kRefuse) refuse(option, rule.to);
    if (rule.value == Value::kNeeded && value.empty()) invalid("`" + option + "` needs a value");
    if (is_cpu_ && rule.is_gpu_only) return;
    if (!is_cpu_ && rule.is_cpu_only)
      invalid("`" + option + "`: only the CPU device checks kernels; leave it out for a GPU");
    if (no_files_ && rule.action == Action::kInclude)
      refuse_untrusted(option, "give the headers in `headers` instead of their folder");
    if (no_files_ && rule.to == "--ptxas-options=" && !is_harmless_to_ptxas(value))
      refuse_untrusted(option, "it is not known here whether that reads a file");
    if (rule.to == kRelocatable && value != "true" && value != "false")
      invalid("`" + option + "`: the value is `" + value + "`: write true or false");
    switch (rule.action) {
      case Action::kPass:
        if (rule.to.starts_with(kRelocatable))  // every spelling sets one option
          std::erase_if(result_.arguments,
                        [](const std::string& each) { return each.starts_with(kRelocatable); });
        if (rule.to == kRelocatable && value == "false") break;
        if (rule.to == kOptimizedAtLink && is_cpu_) {
          pass(kRelocatable, "true");
          break;
        }
        pass(rule.to, value);
        break;
      case Action::kInclude:
        result_.include_dirs.push_back(absolute_path(value));
        break;
      case Action::kDefine:
        check_define(value);
        result_.arguments.push_back("-D" + value);
        break;
      case Action::kUndefine:
        check_define(value);
        result_.arguments.push_back("-U" + value);
        break;
      case Action::kPreInclude:
        result_.pre_includes.push_back(std::move(value));
        break;
      case Action::kArch:
        if (value == "native") break;
        if (!is_arch(value)) {
          invalid("`" + option + "`: `" + value + "` is no architecture: write sm_90 or compute_90");
        }
        result_.arch = std::move(value);
        break;
      case Action::kDrop:
      case Action::kRefuse:
        break;
    }
  }

  // NVRTC refuses a repeated option, so the last one replaces the earlier ones, but some options accumulate.
  void pass(std::string_view spelling, const std::string& value) {
    std::string whole = std::string(spelling) + value;
    bool adds_up = spelling == "--ptxas-options=" || spelling.starts_with("--diag-");
    std::erase_if(result_.arguments, [&](const std::string& earlier) {
      return adds_up ? earlier == whole : earlier.starts_with(spelling);
    });
    result_.arguments.push_back(std::move(whole));
  }

  const std::vector<std::string>& options_;
  bool is_cpu_;
  bool no_files_;
  std::size_t at_ = 0;
  Options result_;
};

}  // namespace

bool is_arch(const std::string& text) {
  std::string_view rest = text;
  if (rest.starts_with("sm_")) {
    rest.remove_prefix(3);
  } else if (rest.starts_with("compute_")) {
    rest.remove_prefix(8);
  } else {
    return false;
  }
  std::size_t digits = 0;
  while (digits < rest.size() && is_digit(rest[digits])) ++digits;
  std::string_view suffix = rest.substr(digits);
  return digits >= 2 && digits <= 3 && (suffix.empty() || suffix == "a" || suffix == "f");
}

std::vector<std::string> split_words(const std::string& line) {
  std::vector<std::string> words;
  std::string word;
  bool in_word = false;
  char quote = '\0';
  for (std::size_t i = 0; i < line.size(); ++i) {
    char c = line[i];
    if (quote != '\0') {
      if (c == quote) {
        quote = '\0';
      } else if (c == '\\' && quote == '"' && i + 1 < line.size()) {
        word += line[++i];
      } else {
        word += c;
      }
    } else if (c == '"' || c == '\'') {
      quote = c;
      in_word = true;
    } else if (c == '\\' && i + 1 < line.size()) {
      word += line[++i];
      in_word = true;
    } else if (std::isspace(static_cast<unsigned char>(c)) != 0) {
      if (in_word) words.push_back(std::move(word));
      word.clear();
      in_word = false;
    } else {
      word += c;
      in_word = true;
    }
  }
  if (in_word) words.push_back(std::move(word));
  return words;
}

namespace {

// The object is leaked, so that no destructor runs at exit.
struct Defaults {
  std::mutex mutex;
  std::optional<std::vector<std::string>> options;
};
Defaults& defaults() {
  static Defaults* instance = new Defaults;
  return *instance;
}

}  // namespace

void set_default_options(std::vector<std::string> options) {
  translate_options(options, {}, {}, true);
  // The options must obey the rules of GPUs too, except those that only the CPU device takes.
  std::vector<std::string> shared = options;
  std::erase_if(shared, [](const std::string& option) { return option.find("-cpu-check=") < 2; });
  translate_options(shared, {}, {}, false);
  const std::lock_guard lock(defaults().mutex);
  defaults().options = std::move(options);
}

std::string quoted_words(const std::vector<std::string>& words) {
  std::string line;
  for (const std::string& word : words) {
    if (!line.empty()) line += ' ';
    const bool is_plain = !word.empty() && std::all_of(word.begin(), word.end(), [](char c) {
      return is_word_character(c) || std::strchr("-=+,./:@%", c);
    });
    if (is_plain) {
      line += word;
      continue;
    }
    line += '"';
    for (const char c : word) {
      if (c == '"' || c == '\\') line += '\\';
      line += c;
    }
    line += '"';
  }
  return line;
}

std::vector<std::string> default_options(bool has_options) {
  {
    const std::lock_guard lock(defaults().mutex);
    if (defaults().options) return *defaults().options;
  }
  if (auto own = environment::value(environment::Name::DEFAULT_OPTIONS)) return split_words(*own);
  if (has_options) return {};
  if (auto seed = environment::value("PYCUDA_DEFAULT_NVCC_FLAGS")) return split_words(*seed);
  return {};
}

Options translate_options(const std::vector<std::string>& options,
                          const std::vector<std::pair<std::string, std::string>>& defines,
                          const std::vector<std::string>& include_dirs, bool is_cpu, bool no_files) {
  Options result = Translator(options, is_cpu, no_files).run();
  if (no_files && !include_dirs.empty())
    refuse_untrusted("include_dirs", "give the headers in `headers` instead of their folder");
  for (const auto& [name, value] : defines) {
    check_define(name);
    result.arguments.push_back("-D" + name + "=" + value);
  }
  for (const std::string& dir : include_dirs) result.include_dirs.push_back(absolute_path(dir));
  return result;
}

namespace {

// Adds the folder of "kernels/scale.cu" as nvcc does, so that the file can include "scale.h". For "scale.cu"
// it adds the working directory only if the file exists there, because a name need not be a file's.
void add_own_folder(const std::string& name, std::vector<std::string>& include_dirs) {
  const std::size_t slash = name.rfind('/');
  if (slash == std::string::npos && (name.empty() || !is_regular_file(absolute_path(name)))) return;
  const std::string folder = slash == std::string::npos ? "." : slash == 0 ? "/" : name.substr(0, slash);
  include_dirs.insert(include_dirs.begin(), absolute_path(folder));
}

// Adds the checks of GRIDCALL_CPU_CHECK, unless the arguments name checks.
void add_checks(std::vector<std::string>& arguments) {
  environment::require(environment::Name::CPU_CHECK);
  const std::optional<std::string> checks = environment::value(environment::Name::CPU_CHECK);
  const auto is_check = [](std::string_view word) {
    return environment::is_one_of("memory init race sync all", word);
  };
  if (!checks || environment::each_word(*checks, [&](std::string_view word) { return !is_check(word); }))
    return;
  for (const std::string& argument : arguments)
    if (argument.starts_with("--cpu-check=")) return;
  arguments.push_back("--cpu-check=" + *checks);
}

}  // namespace

bool is_relocatable(const Request& request, bool is_cpu) {
  const Options options = options_of(request, is_cpu);
  const std::vector<std::string>& arguments = options.arguments;
  return optimizes_at_link(options) ||
         std::find(arguments.begin(), arguments.end(), std::string(kRelocatable) + "true") != arguments.end();
}

bool optimizes_at_link(const Options& options) {
  return std::find(options.arguments.begin(), options.arguments.end(), kOptimizedAtLink) !=
         options.arguments.end();
}

Options options_of(const Request& request, bool is_cpu) {
  std::vector<std::string> words;
  if (!request.is_own) words = default_options(!request.options.empty());
  words.insert(words.end(), request.options.begin(), request.options.end());
  Options options = translate_options(words, request.defines, request.include_dirs, is_cpu, request.no_files);
  if (!request.arch.empty()) {
    if (!is_arch(request.arch))
      invalid("arch: `" + request.arch +
              "` is no architecture: write sm_90 or compute_90, or leave it empty");
    options.arch = request.arch;
  }
  if (!request.no_files)
    add_own_folder(request.name, options.include_dirs);
  else
    check_pre_includes(options.pre_includes, request.headers);
  if (is_cpu) add_checks(options.arguments);
  return options;
}

}  // namespace gridcall::compile
