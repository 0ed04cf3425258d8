// SPDX-License-Identifier: Apache-2.0
//
// Random kernels, each run twice on the CPU device, in reference mode and as it is by default (as vectors of
// a warp's threads, where it can), at several block shapes; everything they write must be the same, byte for
// byte. The answers can also be recorded and compared on another device. A kernel that differs is made
// smaller.
//
//   kernel_fuzz [--seed N] [--count N] [--seconds N] [--device NAME] [--record FILE | --check FILE]
//               [--print SEED] [--replay FILE --seed N] [--keep-going]

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <map>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "gridcall/gridcall.h"
#include "kernels/generator.h"

extern char** environ;

namespace gridcall::kernels {
namespace {

constexpr std::uint64_t kPerModule = 32;
// Of a replay.
constexpr int kSame = 0, kDiffers = 10, kDoesNotCompile = 11, kFails = 12;

struct Options {
  std::uint64_t seed = 1, count = 1000;
  double seconds = 1e9;
  std::string device = "cpu", record, check, replay;
  bool keep_going = false;
};

struct Failure {
  std::string text;
};

void check(gc_status status, gc_error* error, const char* call) {
  if (status == GRIDCALL_OK) return;
  std::string text = std::string(call) + ": " + gc_status_name(status) + ": " + gc_error_message(error) +
                     "\n" + gc_error_log(error);
  gc_error_release(error);
  throw Failure{std::move(text)};
}
#define CALL(function, ...)                                           \
  do {                                                                \
    gc_error* call_error = nullptr;                                   \
    const gc_status call_status = function(__VA_ARGS__, &call_error); \
    check(call_status, call_error, #function);                        \
  } while (0)

std::uint64_t hash_of(const std::vector<std::uint32_t>& words) {
  std::uint64_t hash = 0xcbf29ce484222325u;
  for (std::uint32_t word : words) hash = (hash ^ word) * 0x100000001b3u;
  return hash;
}

class Bench {
 public:
  explicit Bench(const std::string& device_name) {
    gc_device* device = nullptr;
    CALL(gc_device_find, device_name.c_str(), &device);
    gc_device_kind_t kind = 0;
    CALL(gc_device_kind, device, &kind);
    is_cpu = kind == GRIDCALL_DEVICE_KIND_CPU;
    CALL(gc_context_primary, device, &context_);
    CALL(gc_mem_alloc, context_, kInWords * 4, &in_);
    CALL(gc_mem_alloc, context_, kOutWords * 4, &out_);
    std::vector<std::uint32_t> values(kInWords);
    Random random(2026);
    for (std::uint32_t& value : values) {
      value = static_cast<std::uint32_t>(random.next());
      if (random.chance(40)) value &= 255;
      if (random.chance(10)) value = 0xffffffffu - random.below(3);
    }
    CALL(gc_memcpy_htod, in_, 0, values.data(), kInWords * 4);
  }

  gc_module* compile(const std::string& source) {
    gc_compile_options options = GRIDCALL_COMPILE_OPTIONS_INIT;
    options.flags = GRIDCALL_COMPILE_NO_CACHE;
    options.name = "kernel_fuzz.cu";
    gc_module* module = nullptr;
    CALL(gc_module_from_source, context_, source.c_str(), source.size(), &options, &module);
    return module;
  }

  gc_kernel* kernel(gc_module* module, const std::string& name) {
    gc_kernel* kernel = nullptr;
    CALL(gc_module_kernel, module, name.c_str(), &kernel);
    return kernel;
  }

  void mode(gc_kernel* kernel, int mode) {
    CALL(gc_kernel_set_attribute, kernel, GRIDCALL_KERNEL_ATTRIBUTE_CPU_MODE, mode);
  }

  int layouts(gc_kernel* kernel) {
    std::int32_t value = 0;
    CALL(gc_kernel_attribute, kernel, GRIDCALL_KERNEL_ATTRIBUTE_CPU_WARP_LAYOUTS, &value);
    return value;
  }

  void run(gc_kernel* kernel, std::uint64_t seed, const Shape& shape, std::vector<std::uint32_t>& result) {
    CALL(gc_memset_d32, out_, 0, static_cast<std::uint32_t>(seed * 2654435761u), kOutWords);
    const Parameters parameters = parameters_for(seed);
    gc_arg args[3] = {};
    args[0].kind = args[1].kind = GRIDCALL_ARG_KIND_MEM;
    args[0].size = args[1].size = 8;
    args[0].mem = in_;
    args[1].mem = out_;
    args[2].kind = GRIDCALL_ARG_KIND_BYTES;
    args[2].size = sizeof parameters;
    gc_launch_config config = GRIDCALL_LAUNCH_CONFIG_INIT;
    config.grid_x = shape.grid[0];
    config.grid_y = shape.grid[1];
    config.block_x = shape.block[0];
    config.block_y = shape.block[1];
    config.block_z = shape.block[2];
    config.bytes = &parameters;
    config.bytes_size = sizeof parameters;
    CALL(gc_launch, kernel, nullptr, &config, args, 3);
    CALL(gc_context_synchronize, context_);
    result.resize(kOutWords);
    CALL(gc_memcpy_dtoh, out_, 0, result.data(), kOutWords * 4);
  }

  bool is_cpu = true;

 private:
  gc_context* context_ = nullptr;
  gc_mem* in_ = nullptr;
  gc_mem* out_ = nullptr;
};

std::string describe(const Shape& shape) {
  std::ostringstream out;
  out << shape.grid[0] << 'x' << shape.grid[1] << " blocks of " << shape.block[0] << 'x' << shape.block[1]
      << 'x' << shape.block[2];
  return out.str();
}

// Which entry a launch takes (cpu/warp_block.cpp): its name for the counts.
const char* used_layout(int layouts, const Shape& shape) {
  const bool row = shape.block[1] == 1 && shape.block[2] == 1;
  if ((row || shape.block[0] % 32 == 0) && (layouts & 1) != 0) return "linear32";
  if (shape.block[0] == 16 && (layouts & 2) != 0) return "rows16";
  return (layouts & 4) != 0 ? "general32" : "none";
}

// The first difference, or "".
std::string compare(Bench& bench, gc_kernel* kernel, std::uint64_t seed) {
  static std::vector<std::uint32_t> reference, vectors;
  for (const Shape& shape : shapes_for(seed)) {
    bench.mode(kernel, 1);
    bench.run(kernel, seed, shape, reference);
    bench.mode(kernel, 0);
    bench.run(kernel, seed, shape, vectors);
    if (reference == vectors) continue;
    std::size_t count = 0, first = 0;
    for (std::size_t i = kOutWords; i-- > 0;) {
      if (reference[i] != vectors[i]) ++count, first = i;
    }
    char text[200];
    std::snprintf(text, sizeof text,
                  "%s: %zu of %zu words differ, the first is out[%zu]: 0x%x, in warp mode 0x%x",
                  describe(shape).c_str(), count, kOutWords, first, reference[first], vectors[first]);
    return text;
  }
  return "";
}

int replay(const Options& options) {
  std::ifstream file(options.replay);
  const std::string source((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  gc_module* module = nullptr;
  Bench bench(options.device);
  try {
    module = bench.compile(source);
  } catch (const Failure& failure) {
    std::printf("%s\n", failure.text.c_str());
    return failure.text.find("error:") != std::string::npos ? kDoesNotCompile : kFails;
  }
  try {
    gc_kernel* kernel = bench.kernel(module, "k" + std::to_string(options.seed));
    const std::string difference = compare(bench, kernel, options.seed);
    std::printf("layouts %d; %s\n", bench.layouts(kernel),
                difference.empty() ? "the same" : difference.c_str());
    return difference.empty() ? kSame : kDiffers;
  } catch (const Failure& failure) {
    std::printf("%s\n", failure.text.c_str());
    return kFails;
  }
}

// What a process of its own says of a source: a crash or an endless kernel ends with it.
int replay_apart(const std::string& source, std::uint64_t seed) {
  char path[] = "/tmp/kernel_fuzz_XXXXXX";
  const int descriptor = mkstemp(path);
  if (descriptor < 0) return kSame;
  close(descriptor);
  std::ofstream(path) << source;
  const std::string number = std::to_string(seed);
  const char* arguments[] = {"timeout",  "-k", "1",      "20",           "/proc/self/exe",
                             "--replay", path, "--seed", number.c_str(), nullptr};
  char self[4096] = "";
  const ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
  if (length > 0) arguments[4] = self;
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", 1, 0);
  posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", 1, 0);
  pid_t child = 0;
  int status = 0;
  if (posix_spawnp(&child, "timeout", &actions, nullptr, const_cast<char**>(arguments), environ) == 0)
    waitpid(child, &status, 0);
  posix_spawn_file_actions_destroy(&actions);
  unlink(path);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128;
}

void shrink(const Kernel& kernel) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(40);
  const auto judge = [&](const Node& root) { return replay_apart(prelude() + root.print(), kernel.seed); };
  Node best = kernel.root;
  const int wanted = judge(best);
  if (wanted == kSame) {
    std::printf("  alone it is the same in both modes\n");
    return;
  }
  unsigned tried = 0;
  for (bool smaller = true; smaller && std::chrono::steady_clock::now() < end;) {
    smaller = false;
    for (Node& candidate : reductions(best)) {
      if (std::chrono::steady_clock::now() > end) break;
      ++tried;
      if (judge(candidate) != wanted) continue;
      best = std::move(candidate);
      smaller = true;
      break;
    }
  }
  std::printf("  made smaller in %u steps (it ends with %d):\n%s\n", tried, wanted, best.print().c_str());
}

int fuzz(const Options& options) {
  Bench bench(options.device);
  const auto start = std::chrono::steady_clock::now();
  const auto elapsed = [&] {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  };
  std::map<std::pair<std::uint64_t, unsigned>, std::uint64_t> recorded;
  if (!options.check.empty()) {
    std::ifstream file(options.check);
    std::uint64_t seed = 0, hash = 0;
    unsigned shape = 0;
    while (file >> seed >> shape >> std::hex >> hash >> std::dec) recorded[{seed, shape}] = hash;
    if (recorded.empty()) throw Failure{"nothing is recorded in " + options.check};
  }
  std::ofstream record;
  if (!options.record.empty()) record.open(options.record);
  const bool twice = options.record.empty() && options.check.empty();
  std::uint64_t done = 0, launches = 0, vectorised = 0, different = 0, failed = 0;
  std::map<std::string, std::uint64_t> layouts;
  double compile_seconds = 0;
  std::vector<std::uint32_t> result;
  bool stop = false;
  for (std::uint64_t first = options.seed;
       !stop && first < options.seed + options.count && elapsed() < options.seconds; first += kPerModule) {
    std::vector<Kernel> kernels;
    std::string source = prelude();
    for (std::uint64_t seed = first; seed < std::min(first + kPerModule, options.seed + options.count);
         ++seed) {
      kernels.push_back(generate(seed));
      source += kernels.back().source();
    }
    gc_module* module = nullptr;
    const double before = elapsed();
    try {
      module = bench.compile(source);
    } catch (const Failure& failure) {
      std::printf("seeds %llu to %llu do not compile: %s\n", static_cast<unsigned long long>(first),
                  static_cast<unsigned long long>(first + kernels.size() - 1),
                  failure.text.substr(0, 3000).c_str());
      ++failed;
      for (const Kernel& kernel : kernels) {
        const int one = replay_apart(prelude() + kernel.source(), kernel.seed);
        if (one == kSame || one == kDiffers) continue;
        std::printf("FAIL seed %llu: it does not compile (%d)\n",
                    static_cast<unsigned long long>(kernel.seed), one);
        if (one != kDoesNotCompile) shrink(kernel);
        if (!options.keep_going) break;
      }
      if (!options.keep_going) break;
      continue;
    }
    compile_seconds += elapsed() - before;
    for (const Kernel& made : kernels) {
      std::string problem;
      bool broken = false;
      try {
        gc_kernel* kernel = bench.kernel(module, made.name);
        const std::vector<Shape> shapes = shapes_for(made.seed);
        if (twice) {
          problem = compare(bench, kernel, made.seed);
        } else {
          if (!options.record.empty()) bench.mode(kernel, 1);
          for (unsigned i = 0; i < shapes.size(); ++i) {
            bench.run(kernel, made.seed, shapes[i], result);
            const std::uint64_t hash = hash_of(result);
            if (record.is_open()) {
              record << made.seed << ' ' << i << ' ' << std::hex << hash << std::dec << '\n';
              continue;
            }
            const auto known = recorded.find({made.seed, i});
            if (known == recorded.end()) {
              problem = "it was not recorded";
            } else if (known->second != hash) {
              problem = describe(shapes[i]) + ": not what was recorded";
            }
          }
        }
        launches += shapes.size();
        if (bench.is_cpu) {
          const int have = bench.layouts(kernel);
          vectorised += have != 0;
          // Why, says the attribute that `gridcall-cc --dump-ir` shows of its source (--print).
          if (have == 0 && done - vectorised < 32) {
            std::printf("# seed %llu has no warp code\n", static_cast<unsigned long long>(made.seed));
          }
          for (const Shape& shape : shapes) ++layouts[used_layout(have, shape)];
        }
        gc_kernel_release(kernel);
      } catch (const Failure& failure) {
        problem = failure.text;
        broken = true;
      }
      ++done;
      if (problem.empty()) continue;
      ++(broken ? failed : different);
      std::printf("FAIL seed %llu: %s\n", static_cast<unsigned long long>(made.seed), problem.c_str());
      if (twice) shrink(made);
      std::fflush(stdout);
      // After a fault the context answers nothing more.
      if (broken || !options.keep_going) {
        stop = true;
        break;
      }
    }
    gc_module_release(module);
    if (done % (kPerModule * 16) == 0) {
      std::printf("# %llu kernels in %.0f s (%.0f s compiling), next seed %llu\n",
                  static_cast<unsigned long long>(done), elapsed(), compile_seconds,
                  static_cast<unsigned long long>(first + kPerModule));
      std::fflush(stdout);
    }
  }
  const auto number = [](std::uint64_t value) { return static_cast<unsigned long long>(value); };
  std::printf("seeds %llu to %llu: %llu kernels, %llu launches%s, %llu different, %llu failed\n",
              number(options.seed), number(options.seed + done - 1), number(done), number(launches),
              twice ? " in each mode" : "", number(different), number(failed));
  for (const auto& [layout, count] : layouts)
    std::printf("  layout %s: %llu launches\n", layout.c_str(), number(count));
  std::printf(
      "METRIC kernel_fuzz_kernels %llu\nMETRIC kernel_fuzz_vectorised %llu\nMETRIC kernel_fuzz_differences "
      "%llu\n",
      number(done), number(vectorised), number(different + failed));
  std::printf("METRIC kernel_fuzz_seconds %.1f\nMETRIC kernel_fuzz_compile_seconds %.1f\n", elapsed(),
              compile_seconds);
  return different + failed == 0 && done != 0 ? 0 : 1;
}

int run(int count, char** arguments) {
  Options options;
  for (int i = 1; i < count; ++i) {
    const std::string name = arguments[i];
    if (name == "--keep-going") {
      options.keep_going = true;
      continue;
    }
    if (i + 1 == count) throw Failure{name + " wants a value"};
    const char* value = arguments[++i];
    if (name == "--seed")
      options.seed = std::strtoull(value, nullptr, 0);
    else if (name == "--count")
      options.count = std::strtoull(value, nullptr, 0);
    else if (name == "--seconds")
      options.seconds = std::strtod(value, nullptr);
    else if (name == "--device")
      options.device = value;
    else if (name == "--record")
      options.record = value;
    else if (name == "--check")
      options.check = value;
    else if (name == "--replay")
      options.replay = value;
    else if (name == "--print") {
      std::printf("%s%s", prelude().c_str(), generate(std::strtoull(value, nullptr, 0)).source().c_str());
      return 0;
    } else {
      throw Failure{"`" + name + "` is no option; see the top of kernel_fuzz.cpp"};
    }
  }
  return options.replay.empty() ? fuzz(options) : replay(options);
}

}  // namespace
}  // namespace gridcall::kernels

int main(int count, char** arguments) {
  try {
    return gridcall::kernels::run(count, arguments);
  } catch (const gridcall::kernels::Failure& failure) {
    std::fprintf(stderr, "kernel_fuzz: %s\n", failure.text.c_str());
    return 2;
  }
}
