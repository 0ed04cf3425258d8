// SPDX-License-Identifier: Apache-2.0

#include "core/module.h"

#include <cxxabi.h>
#include <elf.h>

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <cstdlib>
#include <cstring>

#include "core/kernel.h"

namespace gridcall::core {

using namespace driver;

std::string normalize_whitespace(std::string_view name) {
  const auto in_word = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; };
  std::string result;
  bool blank = false;
  for (const char c : name) {
    if (std::isspace(static_cast<unsigned char>(c))) {
      blank = true;
      continue;
    }
    if (blank && !result.empty() && in_word(result.back()) && in_word(c)) result += ' ';
    blank = false;
    result += c;
  }
  return result;
}

std::string demangled(const std::string& compiled_name) {
  // An extern "C" name is its own; the demangler would read `f` as "float".
  if (compiled_name.rfind("_Z", 0) != 0) return {};
  int result = 0;
  char* text = abi::__cxa_demangle(compiled_name.c_str(), nullptr, nullptr, &result);
  if (!text) return {};
  std::string name = text;
  std::free(text);
  return name;
}

std::string plain_name(const std::string& compiled_name) {
  std::string name = demangled(compiled_name);
  if (name.empty()) return compiled_name;
  // "void ns::scale<float>(float*, int)": without the parameters, and a template's without its result.
  int depth = 0;
  for (std::size_t i = 0; i < name.size(); ++i) {
    if (name[i] == '<') ++depth;
    if (name[i] == '>') --depth;
    if (name[i] == '(' && depth == 0 && name.compare(i, 21, "(anonymous namespace)") != 0) {
      name.resize(i);
      break;
    }
  }
  if (name.compare(0, 5, "void ") == 0) name.erase(0, 5);
  return normalize_whitespace(name);
}

std::string image_defect(std::span<const std::byte> bytes) {
  const auto says = [&](const char* what) {
    return "the image of " + std::to_string(bytes.size()) + " bytes " + what;
  };
  if (bytes.empty()) return says("is empty");
  if (bytes.size() >= 4 && std::memcmp(bytes.data(), ELFMAG, SELFMAG) == 0) {
    Elf64_Ehdr header;
    if (bytes.size() < sizeof header) return says("ends inside its ELF header");
    std::memcpy(&header, bytes.data(), sizeof header);
    if (header.e_ident[EI_CLASS] != ELFCLASS64) return says("is no 64-bit ELF file");
    const auto inside = [&](std::uint64_t offset, std::uint64_t size) {
      return offset <= bytes.size() && size <= bytes.size() - offset;
    };
    if (header.e_shnum != 0 && header.e_shentsize != sizeof(Elf64_Shdr))
      return says("has a damaged ELF header");
    if (!inside(header.e_shoff, std::uint64_t{header.e_shnum} * sizeof(Elf64_Shdr)))
      return says("ends before its section table: it is cut off");
    if (!inside(header.e_phoff, std::uint64_t{header.e_phnum} * header.e_phentsize))
      return says("ends before its program headers: it is cut off");
    for (unsigned i = 0; i < header.e_shnum; ++i) {
      Elf64_Shdr section;
      std::memcpy(&section, bytes.data() + header.e_shoff + i * sizeof section, sizeof section);
      if (section.sh_type != SHT_NOBITS && !inside(section.sh_offset, section.sh_size))
        return says("ends inside a section: it is cut off");
    }
    return "";
  }
  // Fatbin: magic, version, header size (16 bits each), then the size of what follows (64 bits).
  std::uint32_t magic = 0;
  if (bytes.size() >= 4) std::memcpy(&magic, bytes.data(), 4);
  if (magic == 0xba55ed50u) {
    std::uint16_t header_size = 0;
    std::uint64_t size = 0;
    if (bytes.size() < 16) return says("ends inside its fatbin header");
    std::memcpy(&header_size, bytes.data() + 6, sizeof header_size);
    std::memcpy(&size, bytes.data() + 8, sizeof size);
    if (header_size > bytes.size() || size > bytes.size() - header_size)
      return says("is a fatbin that is cut off");
    return "";
  }
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  if (text.find(".version") == std::string_view::npos || text.find('\0') < text.size() - 1)
    return says("is neither PTX nor a cubin nor a fatbin");
  return "";
}

bool is_image(std::span<const std::byte> bytes) noexcept {
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  constexpr std::string_view kFatbin = "\x50\xed\x55\xba";
  if (text.starts_with(ELFMAG) || text.starts_with(kFatbin) || text.find('\0') != std::string_view::npos)
    return true;
  // PTX begins with its version, behind comments.
  std::size_t at = 0;
  for (;;) {
    at = text.find_first_not_of(" \t\r\n", at);
    if (at == std::string_view::npos) return text.empty();
    const std::string_view rest = text.substr(at);
    if (!rest.starts_with("//") && !rest.starts_with("/*")) return rest.starts_with(".version");
    const bool line = rest[1] == '/';
    const std::size_t end = rest.find(line ? "\n" : "*/");
    if (end == std::string_view::npos) return false;
    at += end + (line ? 1 : 2);
  }
}

namespace {

// What one load said.
struct JitLog {
  char text[8192] = {};
  std::string str() const {
    std::string result(text, strnlen(text, sizeof text));
    while (!result.empty() && std::isspace(static_cast<unsigned char>(result.back()))) result.pop_back();
    return result;
  }
};

}  // namespace

Ref<Module> Module::load(Context& context, const Image& image, AddInstance add_instance) {
  collect(context);
  const auto made = make<Module>(context);
  made->log_ = image.log;
  made->cached_ = image.from_cache;
  made->kernels_ = image.kernels;
  made->kernels_known_ = !image.kernels.empty();
  made->add_instance_ = std::move(add_instance);
  for (const auto& [name, lowered] : image.lowered_names)
    made->lowered_[normalize_whitespace(name)] = lowered;

  if (!context.table().cuFuncGetParamInfo) made->declared_ = declared_parameters(image.bytes);

  // The driver takes no length: text must end with a NUL.
  std::vector<std::byte> copy(image.bytes.begin(), image.bytes.end());
  copy.push_back(std::byte{0});
  const auto errors = std::make_unique<JitLog>();
  CUjit_option options[] = {CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
  void* values[] = {errors->text, reinterpret_cast<void*>(std::uintptr_t{sizeof errors->text})};
  context.run([&] {
    const EpochPause pause;  // the driver may compile
    const CUresult result =
        context.table().cuModuleLoadDataEx(&made->module_, copy.data(), 2, options, values);
    if (result == CUDA_SUCCESS) return;
    made->module_ = nullptr;
    Failure failure = context.failure(result, "cuModuleLoadDataEx");
    failure.log = errors->str();
    if (result == CUDA_ERROR_UNSUPPORTED_PTX_VERSION)
      failure.message += "; the driver is for CUDA " +
                         std::to_string(context.device().driver().version / 1000) + "." +
                         std::to_string(context.device().driver().version % 1000 / 10) +
                         ": compile with an older PTX version, or to a cubin (arch \"sm_..\")";
    if (result == CUDA_ERROR_NO_BINARY_FOR_GPU)
      failure.message += "; " + context.device().label() + " is sm_" +
                         std::to_string(context.device().major()) + std::to_string(context.device().minor()) +
                         ": compile for it";
    throw failure;
  });
  if (image.full && context.table().gridcallModuleReplace) {
    made->full_ = image.full;
    made->awaits_full_.store(true, std::memory_order_relaxed);
  }
  return made;
}

void Module::take_full() noexcept {
  std::shared_ptr<OptimisedTier> full;
  OptimisedTier::State state;
  {
    const std::lock_guard lock(lock_);
    if (!full_) return;
    state = full_->state.load(std::memory_order_acquire);
    if (state == OptimisedTier::State::kBeingMade) return;
    full = std::move(full_);
    awaits_full_.store(false, std::memory_order_relaxed);
  }
  // If it cannot be had, or not be loaded, the baseline code does what is asked of it all the same.
  if (state == OptimisedTier::State::kMade)
    context_->table().gridcallModuleReplace(module_, full->image.data());
}

bool Module::give_back() noexcept {
  if (module_) context_->table().cuModuleUnload(module_);
  return true;
}

// nullptr if there is none. Needs the context current.
CUfunction Module::find(const std::string& name) {
  CUfunction function = nullptr;
  const CUresult result = context_->table().cuModuleGetFunction(&function, module_, name.c_str());
  if (result == CUDA_ERROR_NOT_FOUND) return nullptr;
  context_->check(result, "cuModuleGetFunction");
  return function;
}

// Asks the driver which kernels there are, once, where the compiler did not say.
void Module::enumerate() {
  const Table& table = context_->table();
  {
    const std::lock_guard lock(lock_);
    if (kernels_known_) return;
  }
  if (!table.cuModuleGetFunctionCount || !table.cuModuleEnumerateFunctions || !table.cuFuncGetName) return;
  // Outside the lock, since the driver is asked: two threads may do it at once, with the same result.
  std::vector<std::string> kernels;
  Names names;
  context_->run([&] {
    unsigned count = 0;
    context_->check(table.cuModuleGetFunctionCount(&count, module_), "cuModuleGetFunctionCount");
    std::vector<CUfunction> functions(count);
    if (count != 0)
      context_->check(table.cuModuleEnumerateFunctions(functions.data(), count, module_),
                      "cuModuleEnumerateFunctions");
    for (const CUfunction function : functions) {
      const char* compiled = nullptr;
      context_->check(table.cuFuncGetName(&compiled, function), "cuFuncGetName");
      const std::string plain = plain_name(compiled);
      // Overloads share a plain name: they are told apart by the compiled one.
      const bool taken = std::find(kernels.begin(), kernels.end(), plain) != kernels.end();
      kernels.push_back(taken ? compiled : plain);
      if (!taken) names.emplace(plain, compiled);
    }
  });
  std::sort(kernels.begin(), kernels.end());
  const std::lock_guard lock(lock_);
  if (kernels_known_) return;
  kernels_ = std::move(kernels);
  enumerated_ = std::move(names);
  kernels_known_ = true;
}

std::vector<std::string> Module::kernel_names() {
  enumerate();
  const std::lock_guard lock(lock_);
  if (!kernels_known_)
    throw Failure(
        status::kUnsupported,
        "the driver does not tell which kernels a module has (cuModuleEnumerateFunctions came with CUDA "
        "12.4): ask for them by name");
  return kernels_;
}

bool Module::has_globals() {
  for (const auto& [name, lowered] : lowered_) {
    CUdeviceptr address = 0;
    std::size_t bytes = 0;
    if (context_->table().cuModuleGetGlobal(&address, &bytes, module_, lowered.c_str()) == CUDA_SUCCESS)
      return true;
  }
  return false;
}

void Module::refuse_kernel(std::string_view name) {
  enumerate();
  const std::lock_guard lock(lock_);
  std::string message = "the module has no kernel \"" + std::string(name) + "\"";
  if (!kernels_known_)
    message += ": ask for a name that the source gives to a __global__ function";
  else if (kernels_.empty())
    message += ": it has none at all";
  else {
    message += ": it has ";
    for (std::size_t i = 0; i < kernels_.size() && i < 8; ++i) message += (i ? ", " : "") + kernels_[i];
    if (kernels_.size() > 8)
      message += " and " + std::to_string(kernels_.size() - 8) + " more (see the notes)";
  }
  if (add_instance_ && name.find('<') != std::string_view::npos)
    message +=
        "; the module has variables of its own, which a second compilation would double: name the template "
        "instance in `instances` when you compile";
  Failure failure(status::kNotFound, std::move(message));
  for (const std::string& kernel : kernels_) failure.notes.push_back("kernel: " + kernel);
  throw failure;
}

Ref<Kernel> Module::kernel(std::string_view name) {
  if (name.empty()) throw Failure(status::kInvalidArgument, "`name` is empty: name a kernel");
  collect(*context_);
  const std::string plain = normalize_whitespace(name);
  std::string compiled;
  const auto lookup = [&]() -> CUfunction {
    compiled.clear();
    if (const auto found = lowered_.find(plain); found != lowered_.end()) {
      compiled = found->second;
    } else {
      const std::lock_guard lock(lock_);
      if (const auto other = enumerated_.find(plain); other != enumerated_.end()) compiled = other->second;
    }
    return context_->run([&]() -> CUfunction {
      if (!compiled.empty())
        if (const CUfunction known = find(compiled)) return known;
      compiled = name;
      return find(compiled);
    });
  };
  CUfunction function = lookup();
  if (!function) {
    bool known = false;
    {
      const std::lock_guard lock(lock_);
      known = kernels_known_;
    }
    if (!known) {
      enumerate();
      function = lookup();
    }
  }
  if (function) {
    const auto declared = declared_.find(compiled);
    return Kernel::make_of(*this, function, plain, compiled,
                           declared == declared_.end() ? nullptr : &declared->second);
  }

  if (!add_instance_ || plain.find('<') == std::string::npos || context_->run([&] { return has_globals(); }))
    refuse_kernel(name);
  const Ref<Module> keep(this);  // a compiler runs, and the epoch is left meanwhile
  Ref<Module> other;
  {
    const std::lock_guard lock(lock_);
    if (const auto found = instances_.find(plain); found != instances_.end()) other = found->second;
  }
  if (!other) {
    // Outside the lock: a compiler runs. Two threads may do it twice; the first result is kept.
    Ref<Module> made = add_instance_(plain);
    const std::lock_guard lock(lock_);
    other = instances_.emplace(plain, std::move(made)).first->second;
  }
  return other->kernel(name);
}

Ref<Mem> Module::global(std::string_view name) {
  if (name.empty()) throw Failure(status::kInvalidArgument, "`name` is empty: name a variable");
  collect(*context_);
  CUdeviceptr address = 0;
  std::size_t bytes = 0;
  context_->run([&] {
    const auto found = lowered_.find(normalize_whitespace(name));
    CUresult result = CUDA_ERROR_NOT_FOUND;
    if (found != lowered_.end())
      result = context_->table().cuModuleGetGlobal(&address, &bytes, module_, found->second.c_str());
    if (result == CUDA_ERROR_NOT_FOUND)
      result = context_->table().cuModuleGetGlobal(&address, &bytes, module_, std::string(name).c_str());
    if (result == CUDA_ERROR_NOT_FOUND) {
      std::string message =
          "the module has no __device__ or __constant__ variable \"" + std::string(name) + "\"";
      std::string list;
      for (const auto& [plain, lowered] : lowered_) {
        CUdeviceptr other = 0;
        std::size_t size = 0;
        if (context_->table().cuModuleGetGlobal(&other, &size, module_, lowered.c_str()) == CUDA_SUCCESS)
          list += (list.empty() ? "" : ", ") + plain;
      }
      message += list.empty()
                     ? ": name one that the source has (an unused one may be left out by the compiler)"
                     : ": it has " + list;
      throw Failure(status::kNotFound, std::move(message));
    }
    context_->check(result, "cuModuleGetGlobal");
  });
  return Mem::global(*context_, *this, usage_, address, bytes);
}

}  // namespace gridcall::core
