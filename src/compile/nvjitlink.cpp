// SPDX-License-Identifier: Apache-2.0

#include "compile/nvjitlink.h"

#include <algorithm>
#include <charconv>
#include <iterator>
#include <string_view>
#include <vector>

#include "base/concat.h"
#include "base/failure.h"
#include "base/status.h"
#include "compile/diagnostics.h"
#include "compile/load_once.h"
#include "compile/nvrtc.h"
#include "compile/search_paths.h"
#include "image/elf.h"

namespace gridcall::compile {

namespace {

using Input = std::pair<std::string, std::string>;

const NvJitLink& load() {
  std::vector<std::string> notes;
  for (const std::string& path : find_nvjitlink(&notes)) {
    std::string why;
    const NvJitLink* const loaded =
        load_once<NvJitLink>(path, &why, [](Functions& functions, NvJitLink& library) {
          functions.need("nvJitLinkCreate", &library.Create);
          functions.need("nvJitLinkDestroy", &library.Destroy);
          functions.need("nvJitLinkAddData", &library.AddData);
          functions.need("nvJitLinkComplete", &library.Complete);
          functions.need("nvJitLinkGetLinkedCubinSize", &library.GetLinkedCubinSize);
          functions.need("nvJitLinkGetLinkedCubin", &library.GetLinkedCubin);
          functions.need("nvJitLinkGetErrorLogSize", &library.GetErrorLogSize);
          functions.need("nvJitLinkGetErrorLog", &library.GetErrorLog);
          functions.need("nvJitLinkGetInfoLogSize", &library.GetInfoLogSize);
          functions.need("nvJitLinkGetInfoLog", &library.GetInfoLog);
          return true;
        });
    if (loaded) return *loaded;
    notes.push_back(path + ": " + why);
  }
  Failure failure(
      status::kCompilerUnavailable,
      "nvJitLink, which links LTO IR, was not found: install CUDA's libnvJitLink.so (or `pip install "
      "nvidia-nvjitlink`) beside NVRTC, or compile with `-rdc=true` in place of `-dlto`");
  failure.notes = std::move(notes);
  throw failure;
}

nvJitLinkInputType type_of(const Input& input) {
  const image::Bytes bytes = std::as_bytes(std::span(input.second));
  if (image::is_archive(bytes)) return NVJITLINK_INPUT_LIBRARY;
  switch (image::format_of(bytes)) {
    case image::Format::kLtoIr:
      return NVJITLINK_INPUT_LTOIR;
    case image::Format::kElf:
      return image::Elf(bytes).is_cubin() ? NVJITLINK_INPUT_CUBIN : NVJITLINK_INPUT_OBJECT;
    case image::Format::kFatbin:
      return NVJITLINK_INPUT_FATBIN;
    case image::Format::kPtx:
      return NVJITLINK_INPUT_PTX;
    case image::Format::kCpu:
    case image::Format::kUnknown:
      break;
  }
  throw Failure(
      status::kInvalidImage,
      concat("`", input.first, "` of ", input.second.size(),
             " bytes is neither LTO IR nor PTX, a cubin, a fatbin, an object or a library: pass what "
             "`-dlto` or `-rdc=true` compiled"));
}

// Removes the note that compile_with_nvrtc appended to LTO IR, and returns it.
std::string take_arithmetic(std::string& bytes) {
  const std::size_t at = bytes.rfind(image::kLtoArithmetic);
  if (at == std::string::npos) return "";
  std::string arithmetic = bytes.substr(at + image::kLtoArithmetic.size());
  bytes.resize(at);
  return arithmetic;
}

// The options in such a note.
constexpr std::string_view kArithmetic[] = {"-ftz=0",       "-ftz=1",       "-prec-div=0", "-prec-div=1",
                                            "-prec-sqrt=0", "-prec-sqrt=1", "-fma=0",      "-fma=1"};

std::string shown(const std::string& arithmetic) {
  return arithmetic.empty() ? "the default arithmetic" : concat("`", arithmetic, "`");
}

// Returns the architecture to link for. nvJitLink ends the process for an unknown one and does not list the
// known ones, but the NVRTC beside it does.
std::string known_arch(const std::string& arch) {
  int number = 0;
  std::from_chars(arch.data() + 3, arch.data() + arch.size(), number);
  std::vector<std::string> notes;
  for (const std::string& path : find_nvrtc(&notes)) {
    std::string why;
    const Nvrtc* const nvrtc = load_nvrtc(path, &why);
    if (!nvrtc || nvrtc->archs.empty()) continue;
    const std::vector<int>& archs = nvrtc->archs;
    const auto above = std::upper_bound(archs.begin(), archs.end(), number);
    if (above != archs.begin() && *std::prev(above) == number) return arch;
    // Code for a lower architecture of the same major version runs on it.
    if (above != archs.begin() && *std::prev(above) / 10 == number / 10)
      return concat("sm_", *std::prev(above));
    throw Failure(
        status::kCompilerUnavailable,
        concat("nvJitLink of CUDA ", nvrtc->version_number.major, ".", nvrtc->version_number.minor,
               " does not link for ", arch, ", only for sm_", archs.front(), " to sm_", archs.back(),
               ": install another CUDA, or compile with `-rdc=true` in place of `-dlto`"));
  }
  return arch;
}

class Linker {
 public:
  Linker(const NvJitLink& library, const std::vector<std::string>& options) : library_(library) {
    std::vector<const char*> words;
    for (const std::string& option : options) words.push_back(option.c_str());
    try {
      check(library_.Create(&handle_, static_cast<std::uint32_t>(words.size()), words.data()),
            "nvJitLinkCreate", "");
    } catch (...) {
      if (handle_) library_.Destroy(&handle_);
      throw;
    }
  }
  Linker(const Linker&) = delete;
  Linker& operator=(const Linker&) = delete;
  ~Linker() {
    if (handle_) library_.Destroy(&handle_);
  }

  void add(const Input& input, nvJitLinkInputType type) {
    // PTX ends with a NUL, which the size includes.
    const std::size_t size = input.second.size() + (type == NVJITLINK_INPUT_PTX ? 1 : 0);
    check(library_.AddData(handle_, type, input.second.c_str(), size, input.first.c_str()),
          "nvJitLinkAddData", input.first);
  }

  image::Image complete() {
    check(library_.Complete(handle_), "nvJitLinkComplete", "");
    image::Image image;
    std::size_t size = 0;
    check(library_.GetLinkedCubinSize(handle_, &size), "nvJitLinkGetLinkedCubinSize", "");
    image.bytes.resize(size);
    check(library_.GetLinkedCubin(handle_, image.bytes.data()), "nvJitLinkGetLinkedCubin", "");
    image.log = log(library_.GetInfoLogSize, library_.GetInfoLog);
    return image;
  }

 private:
  std::string log(nvJitLinkResult (*size_of)(nvJitLinkHandle, std::size_t*),
                  nvJitLinkResult (*get)(nvJitLinkHandle, char*)) const {
    std::size_t size = 0;
    if (!handle_ || size_of(handle_, &size) != NVJITLINK_SUCCESS || size == 0) return "";
    std::string text(size + 1, '\0');
    if (get(handle_, text.data()) != NVJITLINK_SUCCESS) return "";
    text.resize(text.find('\0'));
    return printable(std::move(text));
  }

  void check(nvJitLinkResult result, const char* function, const std::string& input) const {
    if (result == NVJITLINK_SUCCESS) return;
    std::string errors = log(library_.GetErrorLogSize, library_.GetErrorLog);
    const bool is_internal = result == NVJITLINK_ERROR_INTERNAL || errors.empty();
    Failure failure(is_internal ? status::kCompilerFailed : status::kCompile,
                    concat(function, " of ", library_.path, " failed: ",
                           errors.empty() ? concat("error ", static_cast<int>(result)) : first_line(errors),
                           input.empty() ? "" : concat("; the input is `", input, "`")));
    failure.log = std::move(errors);
    failure.driver_code = result;
    throw failure;
  }

  const NvJitLink& library_;
  nvJitLinkHandle handle_ = nullptr;
};

}  // namespace

image::Image link_lto(std::span<const Input> inputs, const LinkOptions& options) {
  std::vector<std::string> words = {"-arch=" + known_arch(options.arch), "-lto"};
  if (options.debug) words.emplace_back("-g");
  if (options.line_info) words.emplace_back("-lineinfo");
  if (options.verbose) words.emplace_back("-verbose");
  // nvJitLink does not debug optimized code.
  const std::int32_t level = options.debug && options.optimization_level < 0 ? 0 : options.optimization_level;
  if (level >= 0) words.emplace_back(level == 0 ? "-O0" : "-O3");
  if (options.max_registers != 0) words.push_back(concat("-maxrregcount=", options.max_registers));

  std::vector<std::pair<Input, nvJitLinkInputType>> all;
  const std::string* first = nullptr;  // the first LTO IR
  std::string arithmetic;
  for (Input input : inputs) {
    const nvJitLinkInputType type = type_of(input);
    if (type == NVJITLINK_INPUT_LTOIR) {
      std::string own = take_arithmetic(input.second);
      if (first && own != arithmetic)
        throw Failure(status::kInvalidImage,
                      concat("`", *first, "` was compiled with ", shown(arithmetic), " and `", input.first,
                             "` with ", shown(own),
                             ", and link-time optimization has one arithmetic for all: compile them with the "
                             "same options"));
      arithmetic = std::move(own);
    }
    all.emplace_back(std::move(input), type);
    if (type == NVJITLINK_INPUT_LTOIR && !first) first = &inputs[all.size() - 1].first;
  }
  for (std::size_t at = 0; at < arithmetic.size();) {
    const std::size_t end = std::min(arithmetic.find(' ', at), arithmetic.size());
    std::string word = arithmetic.substr(at, end - at);
    if (std::find(std::begin(kArithmetic), std::end(kArithmetic), word) == std::end(kArithmetic))
      throw Failure(status::kInvalidImage,
                    concat("`", *first, "` is damaged behind its LTO IR: compile it again with `-dlto`"));
    words.push_back(std::move(word));
    at = end + 1;
  }
  Linker linker(load(), words);
  for (const auto& [input, type] : all) linker.add(input, type);
  return linker.complete();
}

}  // namespace gridcall::compile
