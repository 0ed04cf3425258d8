// SPDX-License-Identifier: Apache-2.0
//
// gridcall-nvcc: builds CUDA programs for the CPU device. A file is compiled twice, as nvcc does: clang
// preprocesses it for the device and gridcall-cc makes an image of that; then clang compiles it for the host,
// with the image inside. docs/decisions/0013 says why.

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>
#include <vector>

#include "base/environment.h"
#include "compile/search_paths.h"
#include "compile/sha256.h"
#include "image/image.h"
#include "nvcc/attributes.h"
#include "nvcc/command_line.h"
#include "nvcc/layout.h"
#include "nvcc/reasons.h"
#include "nvcc/run_command.h"

namespace {

using namespace gridcall::nvcc;
namespace fs = std::filesystem;

constexpr const char* kHelp =
    "usage: gridcall-nvcc [OPTION]... FILE...\n"
    "\n"
    "Builds CUDA C++ programs that run on gridcall's CPU device: without a GPU, and without a CUDA toolkit. "
    "OPTIONs are nvcc's; what\n"
    "is about a GPU's code is taken and ignored, and what cannot be is refused by name. The host's code is "
    "compiled by clang++ 19.\n"
    "\n"
    "  --version           the version, in nvcc's words\n"
    "  --print-cuda-path   a folder with the form of a CUDA toolkit: make CUDA_PATH=$(gridcall-nvcc "
    "--print-cuda-path)\n"
    "  --optimize-within=SECONDS   how long optimized device code of one file may take, 300; beyond that its "
    "kernels are in code\n"
    "                      that is made quickly and is slow, with a remark\n"
    "  --dryrun            print the commands and run none\n";

// Begins the lines in which gridcall-cc --link names the functions that objects call to register their code.
constexpr const char* kRegister = "register ";
// The mark of an object of kLinkedStub.
constexpr const char* kLinkedMark = "gridcall: device code is linked";
// Objects of relocatable code (clang's -fgpu-rdc) hand over what they have for the host: kernels and
// variables of the one image. The directive is written in two: ccache does not keep what looks like a file
// with one.
constexpr const char* kLinkedStub =
    R"(
__asm__(".section .rodata\n.balign 64\ngridcall_linked_image:\n.)"
    R"(incbin \"IMAGE\"\n.asciz \"gridcall: device code is linked\"\n.text\n");
extern const char gridcall_linked_image[] __attribute__((visibility("hidden")));
static struct { int magic, version; const void* data; void* unused; } wrapper = {0x466243b1, 1, gridcall_linked_image, 0};
void** __cudaRegisterFatBinary(void*);
void __cudaUnregisterFatBinary(void**);
static void** handle;
static void add(void (*globals)(void**)) {
  if (!handle) handle = __cudaRegisterFatBinary(&wrapper);
  globals(handle);
}
__attribute__((destructor)) static void leave(void) {
  if (handle) __cudaUnregisterFatBinary(handle);
}
#define REGISTER(name) \
  __attribute__((visibility("hidden"))) void name(void (*globals)(void**), void* a, void* b, void* c) { add(globals); }
)";

void append(Command& command, const Command& more) {
  command.insert(command.end(), more.begin(), more.end());
}

bool is_cuda(const CommandLine& line, const fs::path& input) {
  return line.language.empty() ? input.extension() == ".cu" : line.language == "cu";
}
bool is_source(const CommandLine& line, const fs::path& input) {
  if (!line.language.empty() || input.extension() == ".cu") return true;
  for (const char* extension : {".c", ".cc", ".cpp", ".cxx", ".C", ".c++"})
    if (input.extension() == extension) return true;
  return false;
}

class Driver {
 public:
  explicit Driver(CommandLine& line)
      : line_(line), clang_(find_clang(line.clang)), temporary_(line.keeps_files) {}

  int run() {
    switch (line_.action) {
      case Action::kLink:
        return link();
      case Action::kCompile:
        return compile_all();
      case Action::kPreprocess:
        return each_source({"-E"});
      case Action::kDependencies:
        return each_source({});
      case Action::kLibrary:
        return archive();
      case Action::kDeviceLink:
        return device_link();
    }
    return 1;
  }

 private:
  // Returns the exit status. Standard error goes to the file `log`, if there is one, and standard output to
  // `out`. A limit is in seconds.
  int execute(const Command& command, const fs::path& log = {}, const fs::path& out = {},
              std::optional<int> limit = {}) {
    if (line_.is_dry || line_.is_verbose) {
      std::string text = "#$";
      for (const std::string& word : command) text += " " + word;
      std::fprintf(stderr, "%s\n", text.c_str());
    }
    if (line_.is_dry) return 0;
    return run_command(command, log, out, limit);
  }

  // Returns a clang command for one side of a CUDA file. The version is the one from which launches have
  // their present form.
  Command cuda_command(const char* side) const {
    Command command = {clang_,
                       "-x",
                       "cuda",
                       side,
                       "--cuda-gpu-arch=sm_90",
                       "-nocudainc",
                       "-nocudalib",
                       "-Xclang",
                       "-target-sdk-version=12.3",
                       "-std=" + line_.standard,
                       "-Wno-unknown-cuda-version",
                       "-Wno-unused-command-line-argument",
                       "-Xclang",
                       "-fcuda-allow-variadic-functions",
                       "-D__CUDA_ARCH_LIST__=900"};
    append(command, {"-include", (layout_.cuda / "include/gridcall/whole_program.h").string()});
    append(command, line_.both);
    if (line_.is_relocatable) command.push_back("-D__CUDACC_RDC__=1");
    add_include_folders(command);
    return command;
  }
  void add_include_folders(Command& command) const {
    append(command, {"-isystem", (layout_.cuda / "include").string()});
    if (!uses_libraries_) {
      append(command, {"-isystem", (layout_.cuda / "include/gridcall/libcu++").string()});
      return;
    }
    for (const std::string& folder : gridcall::compile::find_library_headers())
      append(command, {"-isystem", folder});
  }
  Command host_command(const fs::path& input) const {
    if (is_cuda(line_, input)) return cuda_command("--cuda-host-only");
    const bool is_c = line_.language.empty() ? input.extension() == ".c" : line_.language == "c";
    Command command = {clang_, "-x", is_c ? "c" : "c++"};
    if (!is_c) command.push_back("-std=" + line_.standard);
    append(command, line_.both);
    add_include_folders(command);
    return command;
  }

  // Preprocesses a file for the device. As docs/decisions/0014 has it: CUB, Thrust and libcu++ are found
  // where they are installed, and only for a file that includes what gridcall does not have itself.
  int preprocess_device(const fs::path& input, const fs::path& output) {
    const fs::path log = temporary_ / "preprocess.log";
    for (uses_libraries_ = false;; uses_libraries_ = true) {
      Command command = cuda_command("--cuda-device-only");
      append(command, {"-E", "-w", input.string(), "-o", output.string()});
      remove_dependencies(command);  // the host side writes them
      const int status = execute(command, log);
      moves_attributes_ = status == 0 && has_late_attribute(read(output));
      if (status == 0 || line_.is_dry) return status;
      const std::string text = read(log);
      const std::string missing = missing_library_header(text);
      if (!missing.empty() && !uses_libraries_ && !gridcall::compile::find_library_headers().empty())
        continue;
      std::fputs(text.c_str(), stderr);
      if (!missing.empty())
        std::fprintf(
            stderr,
            "gridcall-nvcc: note: %s is of CUB, Thrust or libcu++, which gridcall does not ship: `pip "
            "install nvidia-cuda-cccl`, or set GRIDCALL_CUDA_HEADERS to the folder that has it\n",
            missing.c_str());
      print_reasons(text);
      return status;
    }
  }

  // Returns the header that clang did not find, if it is one of NVIDIA's header libraries.
  static std::string missing_library_header(const std::string& log) {
    const std::size_t end = log.find("' file not found");
    if (end == std::string::npos) return "";
    const std::size_t begin = log.rfind('\'', end - 1) + 1;
    const std::string name = log.substr(begin, end - begin);
    for (const char* folder : {"cub/", "thrust/", "cuda/", "nv/"})
      if (name.starts_with(folder)) return name;
    return "";
  }

  // Compiles the device side to an image, which clang puts into the host's object.
  int compile_device(const fs::path& input, const fs::path& image) {
    const fs::path preprocessed = temporary_ / "device.cui", object = temporary_ / "device.o",
                   log = temporary_ / "device.log";
    if (int status = preprocess_device(input, preprocessed); status != 0) return status;
    Command second = {layout_.gridcall_cc.string(),
                      preprocessed.string(),
                      "-o",
                      object.string(),
                      "--preprocessed",
                      "-std=" + line_.standard,
                      "-w"};
    append(second, line_.device);
    if (line_.is_relocatable) append(second, {"--relocatable-device-code=true", "--cuid=" + unit_of(input)});
    if (int status = compile_within(second, input.string(), log); status != 0) {
      // The host side compiles the file as the user wrote it, with all macros, so its diagnostics are the
      // better ones.
      Command check = host_command(input);
      append(check, {"-fsyntax-only", input.string()});
      if (execute(check) == 0) std::fputs(read(log).c_str(), stderr);
      print_reasons(read(log));
      return status;
    }
    write_image(object, image);
    return 0;
  }

  // Compiles device code, with optimization if that does not take too long.
  int compile_within(Command command, const std::string& what, const fs::path& log,
                     const fs::path& out = {}) {
    const int status = execute(command, log, out, line_.patience);
    if (status != kTookTooLong) return status;
    std::fprintf(
        stderr,
        "gridcall-nvcc: remark: %s: optimized device code takes longer than %d s, so its kernels are "
        "in baseline code where that can be, which is slow; --optimize-within=SECONDS waits longer\n",
        what.c_str(), line_.patience);
    command.push_back("--baseline=0");
    return execute(command, log, out);
  }

  // Returns a name that distinguishes static kernels and variables of relocatable code from those of other
  // files, equal on both sides.
  std::string unit_of(const fs::path& input) const {
    std::string text = fs::absolute(input).string();
    for (const std::string& word : line_.both) text += '\n' + word;
    std::string unit;
    for (const std::uint8_t byte : gridcall::compile::sha256(text)) unit += "0123456789abcdef"[byte % 16];
    return unit;
  }

  // Writes the image that gc_program_get_image returns.
  void write_image(const fs::path& object, const fs::path& image) const {
    if (line_.is_dry) return;
    const std::string bytes = read(object);
    gridcall::image::CpuHeader header{};
    const bool is_relocatable = bytes.starts_with(gridcall::image::kBitcodeMagic);
    (is_relocatable ? gridcall::image::kCpuRelocatableMagic : gridcall::image::kCpuMagic)
        .copy(header.magic, sizeof header.magic);
    header.version = gridcall::image::kCpuHeaderVersion;
    header.header_bytes = sizeof header;
    header.object_bytes = bytes.size();
    const gridcall::compile::Digest digest = gridcall::compile::sha256(bytes);
    std::copy(digest.begin(), digest.end(), header.digest);
    std::ofstream out(image, std::ios::binary);
    out.write(reinterpret_cast<const char*>(&header), sizeof header);
    out << bytes;
    out.close();
    if (!out) die("cannot write " + image.string());
  }

  int compile(const fs::path& input, const fs::path& output) {
    Command image_options;
    fs::path source = input;
    moves_attributes_ = false;
    if (!is_cuda(line_, input)) {
      uses_libraries_ = !gridcall::compile::find_library_headers().empty();
    } else {
      const fs::path image = temporary_ / "image.bin";
      if (int status = compile_device(input, image); status != 0) return status;
      image_options = {"-Xclang", "-fcuda-include-gpubinary", "-Xclang", image.string()};
      if (line_.is_relocatable) append(image_options, {"-fgpu-rdc", "-Xclang", "-cuid=" + unit_of(input)});
    }
    Command command = host_command(input);
    append(command, line_.host);
    if (moves_attributes_)
      if (int status = move_attributes(command, source, output); status != 0) return status;
    append(command, image_options);
    append(command, {"-c", source.string(), "-o", output.string()});
    return execute(command);
  }

  // Has the command compile a preprocessed source whose attributes stand where clang takes them.
  int move_attributes(Command& command, fs::path& source, const fs::path& output) {
    Command first = command;
    if (remove_dependencies(command)) name_dependencies(first, output);
    const fs::path text = temporary_ / "host.cui";
    append(first, {"-E", source.string(), "-o", text.string()});
    if (int status = execute(first); status != 0) return status;
    const std::string moved = with_early_attributes(read(text));
    std::ofstream(text, std::ios::binary) << moved;
    source = text;
    command[2] = "cuda-cpp-output";
    append(command, {"-Xclang", "-aux-triple", "-Xclang", "nvptx64-nvidia-cuda"});  // has its builtins
    return 0;
  }

  fs::path output_of(const fs::path& input, const char* extension) const {
    return fs::path(line_.output_folder) / (input.stem().string() + extension);
  }

  int compile_all() {
    if (!line_.output.empty() && line_.inputs.size() > 1)
      die("-o with -c takes one file, and there are " + std::to_string(line_.inputs.size()));
    for (const std::string& input : line_.inputs) {
      const fs::path output = line_.output.empty() ? output_of(input, ".o") : fs::path(line_.output);
      if (int status = compile(input, output); status != 0) return status;
    }
    return 0;
  }

  int each_source(const Command& more) {
    for (const std::string& input : line_.inputs) {
      if (is_cuda(line_, input)) {
        if (int status = preprocess_device(input, temporary_ / "device.cui"); status != 0) return status;
      }
      Command command = host_command(input);
      append(command, more);
      command.push_back(input);
      if (!line_.output.empty()) append(command, {"-o", line_.output});
      if (int status = execute(command); status != 0) return status;
    }
    return 0;
  }

  // Compiles the sources among the inputs and puts their objects in their places.
  int objects_of(Command& words) {
    int number = 0;
    for (std::string& word : words) {
      const bool is_input = !word.starts_with("-") && is_source(line_, word);
      if (!is_input || std::find(line_.inputs.begin(), line_.inputs.end(), word) == line_.inputs.end())
        continue;
      const fs::path object =
          temporary_ / (std::to_string(++number) + "-" + fs::path(word).stem().string() + ".o");
      if (int status = compile(word, object); status != 0) return status;
      word = object.string();
    }
    return 0;
  }

  int link() {
    Command words = line_.link;
    check_openmp(words);
    if (int status = objects_of(words); status != 0) return status;
    const fs::path linked = temporary_ / "device_link.o";
    bool is_made = false;
    if (int status = link_device(words, linked, is_made); status != 0) return status;
    if (is_made) words.push_back(linked.string());
    Command command = {clang_};
    append(command,
           {"-o", line_.output.empty() ? (fs::path(line_.output_folder) / "a.out").string() : line_.output});
    append(command, words);
    for (const std::string& word : line_.host)
      if (word == "-g" || word == "-pg" || word.starts_with("-fsanitize")) command.push_back(word);
    if (line_.has_runtime) {
      const std::string folder = layout_.libraries.string();
      append(command,
             {"-L" + folder, "-lgridcall_cudart", "-Wl,-rpath," + folder, "-lpthread", "-ldl", "-lm"});
    }
    command.push_back("-Wno-unused-command-line-argument");
    return execute(command);
  }

  // clang says "cannot find -lomp", and only after all else is compiled.
  void check_openmp(const Command& words) {
    if (std::find(words.begin(), words.end(), "-fopenmp") == words.end() || line_.is_dry) return;
    const fs::path log = temporary_ / "openmp.log", empty = temporary_ / "openmp.cpp";
    std::ofstream(empty) << "#include <omp.h>\nint main() { return omp_get_max_threads() == 0; }\n";
    if (execute({clang_, "-fopenmp", empty.string(), "-o", (temporary_ / "openmp").string()}, log) != 0)
      die("option '-fopenmp': clang's OpenMP is not there; on Debian: apt-get install libomp-19-dev");
  }

  int archive() {
    Command words = line_.inputs;
    if (int status = objects_of(words); status != 0) return status;
    Command command = {"ar", "rcs", line_.output.empty() ? std::string("a.a") : line_.output};
    append(command, words);
    return execute(command);
  }

  // Without relocatable code there is nothing to link, but a Makefile needs the object.
  int device_link() {
    Command words = line_.link;
    if (int status = objects_of(words); status != 0) return status;
    const fs::path output = line_.output.empty() ? std::string("a_dlink.o") : line_.output;
    bool is_made = false;
    if (int status = link_device(words, output, is_made); status != 0 || is_made) return status;
    return compile_stub("", output);
  }

  int compile_stub(const std::string& text, const fs::path& output) {
    const fs::path stub = temporary_ / "device_link.c";
    std::ofstream(stub) << text;
    return execute({clang_, "-x", "c", "-fPIC", "-c", stub.string(), "-o", output.string()});
  }

  // Returns the objects and libraries of a link that have relocatable code; none if -dlink has linked it.
  Command relocatable_files(const Command& words) const {
    Command found, folders;
    for (const std::string& word : words)
      if (word.starts_with("-L")) folders.push_back(word.substr(2));
    for (const std::string& word : words) {
      fs::path path = word;
      if (word.starts_with("-l")) {
        for (const std::string& folder : folders)
          if (path = fs::path(folder) / ("lib" + word.substr(2) + ".a"); fs::is_regular_file(path)) break;
      }
      if (path.string().starts_with("-") || !fs::is_regular_file(path)) continue;
      const std::string bytes = read(path);
      if (bytes.find(kLinkedMark) != std::string::npos) return {};
      if (bytes.find(gridcall::image::kCpuRelocatableMagic) != std::string::npos)
        found.push_back(path.string());
    }
    return found;
  }

  // Links the device code of the files, and makes the host's object that registers it.
  int link_device(const Command& words, const fs::path& output, bool& is_made) {
    const Command files = relocatable_files(words);
    if (files.empty()) return 0;
    const fs::path object = temporary_ / "linked.o", image = temporary_ / "linked.bin",
                   list = temporary_ / "linked.txt";
    Command command = {layout_.gridcall_cc.string(), "--link", "-o", object.string()};
    append(command, files);
    append(command, line_.device);
    if (int status = compile_within(command, "the linked files", {}, list); status != 0) return status;
    write_image(object, image);
    std::string stub = kLinkedStub, line;
    const std::string place = "IMAGE";
    stub.replace(stub.find(place), place.size(), image.string());
    std::ifstream lines(list);
    while (std::getline(lines, line))
      if (line.starts_with(kRegister)) stub += "REGISTER(" + line.substr(std::strlen(kRegister)) + ")\n";
    is_made = true;
    return compile_stub(stub, output);
  }

  static std::string read(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }

  CommandLine& line_;
  Layout layout_;
  std::string clang_;
  TemporaryFolder temporary_;
  bool uses_libraries_ = false;    // the compiled file includes CUB, Thrust or libcu++
  bool moves_attributes_ = false;  // some of its alignments stand behind an attribute
};

}  // namespace

int main(int count, char** arguments) {
  const std::vector<std::string> given(arguments + 1, arguments + count);
  for (const std::string& argument : given) {
    if (argument == "--help" || argument == "-h") {
      std::fputs(kHelp, stdout);
      return 0;
    }
    if (argument == "--version" || argument == "-V") {
      std::printf(
          "gridcall-nvcc %s: CUDA programs for the CPU device\nCuda compilation tools, release 12.4, "
          "V12.4.0\n",
          GRIDCALL_NVCC_VERSION);
      return 0;
    }
    if (argument == "--print-cuda-path") {
      std::printf("%s\n", Layout().cuda.c_str());
      return 0;
    }
  }
  CommandLine line;
  std::string problem;
  if (!parse(given, line, problem)) die(problem);
  if (line.inputs.empty()) die("no file is given; --help shows how");
  return Driver(line).run();
}
