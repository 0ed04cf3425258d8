// SPDX-License-Identifier: Apache-2.0

#include "cpu/image/loader.h"

#include <elf.h>
#include <sys/mman.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "cpu/base/text.h"
#include "cpu/image/description.h"
#include "cpu/image/relocation.h"
#include "cpu/memory/guarded_pages.h"
#include "cpu/runtime/symbols.h"

namespace gridcall::cpu {

using namespace driver;

namespace {

constexpr std::size_t kPage = kPageBytes;
// Code reaches variables within 2 GiB. These limit the distance to another image's variables, and the number
// of attempts.
constexpr std::uint64_t kReach = std::uint64_t{0x7fff} << 16;
constexpr std::uint64_t kSearchStep = std::uint64_t{16} << 20;
constexpr std::uint64_t kSearchSteps = 100;

#if defined(__x86_64__)
constexpr std::uint16_t kMachine = EM_X86_64;
#else
constexpr std::uint16_t kMachine = EM_AARCH64;
#endif

// An object file; every access is checked.
struct Object {
  const std::byte* bytes;
  std::size_t size;

  bool holds(std::uint64_t offset, std::uint64_t length) const noexcept {
    return offset <= size && length <= size - offset;
  }
  template <class T>
  bool read(std::uint64_t offset, T& value) const noexcept {
    if (!holds(offset, sizeof value)) return false;
    std::memcpy(&value, bytes + offset, sizeof value);
    return true;
  }
};

struct Section {
  Elf64_Shdr header{};
  std::uint64_t place = 0;  // the offset in the mapping; kNowhere if it is not loaded
};
constexpr std::uint64_t kNowhere = ~std::uint64_t{0};

struct Table {  // the symbol table and its strings
  std::uint64_t offset = 0;
  std::uint64_t count = 0;
  std::uint64_t strings = 0;
  std::uint64_t strings_bytes = 0;
};

class Loader {
 public:
  Loader(const std::byte* bytes, std::size_t size, std::string& text, const LoadedImage* first)
      : object_{bytes, size}, text_(text), first_(first) {
    for (std::uint32_t i = 0; first && i < first->description->global_count; ++i) {
      const GlobalDescription& global = first->description->globals[i];
      variables_.emplace(global.name, reinterpret_cast<std::uint64_t>(global.address));
    }
  }
  ~Loader() {
    if (base_) ::munmap(base_ - kGuardBytes, total_ + kGuardBytes);
  }
  Loader(const Loader&) = delete;
  Loader& operator=(const Loader&) = delete;

  CUresult load(LoadedImage& loaded) {
    if (!read_sections() || !find_symbols() || !lay_out() || !fill() || !relocate() || !check_description() ||
        !protect())
      return failure_;
    // A copy is needed because kernels may overwrite the image's own description.
    loaded.description = reinterpret_cast<const ModuleDescription*>(description_copy(*description_));
    loaded.base = base_ - kGuardBytes;
    loaded.bytes = total_ + kGuardBytes;
    base_ = nullptr;
    return CUDA_SUCCESS;
  }

 private:
  bool wrong(std::string text) {
    text_ = "module image: " + std::move(text);
    return false;
  }
  // Reports a refusal of the system, with errno as the reason.
  bool refused(const char* what) {
    const int error = errno;
    failure_ =
        error == ENOMEM || error == EAGAIN ? GRIDCALL_DRIVER_ERROR_HOST_MEMORY : CUDA_ERROR_NOT_PERMITTED;
    return wrong(
        format("the system refuses %s for its %zu bytes (%s)%s", what, total_, std::strerror(error),
               failure_ == CUDA_ERROR_NOT_PERMITTED
                   ? ": the process must be allowed to make memory executable that it has written (SELinux: "
                     "execmem; systemd: MemoryDenyWriteExecute=no; prctl: no PR_SET_MDWE)"
                   : ""));
  }

  bool read_sections() {
    Elf64_Ehdr header{};
    if (!object_.read(0, header)) return wrong(format("%zu bytes are no ELF object", object_.size));
    if (std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 || header.e_ident[EI_CLASS] != ELFCLASS64 ||
        header.e_ident[EI_DATA] != ELFDATA2LSB || header.e_type != ET_REL) {
      return wrong("not a 64-bit little-endian relocatable ELF object");
    }
    if (header.e_machine != kMachine) {
      return wrong(format("made for ELF machine %u, this machine is %u", header.e_machine, kMachine));
    }
    if (header.e_shentsize != sizeof(Elf64_Shdr) || header.e_shnum == 0) return wrong("no section table");
    if (!object_.holds(header.e_shoff, std::uint64_t{header.e_shnum} * sizeof(Elf64_Shdr))) {
      return wrong("its section table lies outside it");
    }
    sections_.resize(header.e_shnum);
    for (std::size_t i = 0; i < sections_.size(); ++i) {
      Section& section = sections_[i];
      object_.read(header.e_shoff + i * sizeof(Elf64_Shdr), section.header);
      section.place = kNowhere;
      const Elf64_Shdr& h = section.header;
      if (h.sh_type != SHT_NOBITS && h.sh_type != SHT_NULL && !object_.holds(h.sh_offset, h.sh_size)) {
        return wrong(format("section %zu lies outside it", i));
      }
      if (h.sh_size > kMaxImageBytes)
        return wrong(format("section %zu needs %llu bytes, more than %llu", i,
                            static_cast<unsigned long long>(h.sh_size),
                            static_cast<unsigned long long>(kMaxImageBytes)));
      if (h.sh_addralign > kMaxVariableAlignment || (h.sh_addralign & (h.sh_addralign - 1)) != 0) {
        return wrong(
            format("section %zu has alignment %llu", i, static_cast<unsigned long long>(h.sh_addralign)));
      }
      if ((h.sh_flags & SHF_ALLOC) != 0) {
        if (h.sh_type == SHT_INIT_ARRAY || h.sh_type == SHT_FINI_ARRAY || h.sh_type == SHT_PREINIT_ARRAY) {
          return wrong("it has static constructors, which device code cannot have");
        }
        if ((h.sh_flags & SHF_TLS) != 0)
          return wrong("it has thread-local variables, which device code cannot have");
        if ((h.sh_flags & SHF_EXECINSTR) != 0 && (h.sh_flags & SHF_WRITE) != 0) {
          return wrong(format("section %zu is both code and writable", i));
        }
      }
    }
    return true;
  }

  bool find_symbols() {
    for (const Section& section : sections_) {
      const Elf64_Shdr& h = section.header;
      if (h.sh_type != SHT_SYMTAB) continue;
      if (symbols_.count != 0) return wrong("two symbol tables");
      if (h.sh_entsize != sizeof(Elf64_Sym) || h.sh_link >= sections_.size())
        return wrong("a bad symbol table");
      const Elf64_Shdr& strings = sections_[h.sh_link].header;
      if (strings.sh_type != SHT_STRTAB) return wrong("a symbol table without names");
      symbols_ = Table{h.sh_offset, h.sh_size / sizeof(Elf64_Sym), strings.sh_offset, strings.sh_size};
    }
    return symbols_.count != 0 || wrong("no symbols");
  }

  bool symbol(std::uint64_t index, Elf64_Sym& value) {
    if (index >= symbols_.count) return wrong("a symbol number outside the table");
    return object_.read(symbols_.offset + index * sizeof value, value) || wrong("a bad symbol table");
  }

  // Returns NULL if the name does not end inside the table.
  const char* symbol_name(const Elf64_Sym& value) const noexcept {
    if (value.st_name >= symbols_.strings_bytes) return nullptr;
    const auto* name = reinterpret_cast<const char*>(object_.bytes + symbols_.strings + value.st_name);
    return std::memchr(name, 0, symbols_.strings_bytes - value.st_name) ? name : nullptr;
  }

  // Lays out code first, then stubs and read-only data, then writable data; each begins a page.
  bool lay_out() {
    // Every undefined symbol may need a stub and a slot, every other symbol a slot.
    slots_ = symbols_.count;
    std::uint64_t at = 0;
    const auto place = [&](auto wanted) {
      for (Section& section : sections_) {
        const Elf64_Shdr& h = section.header;
        if ((h.sh_flags & SHF_ALLOC) == 0 || h.sh_size == 0 || section.place != kNowhere || !wanted(h))
          continue;
        const std::uint64_t align = std::max<std::uint64_t>(h.sh_addralign, 16);
        at = (at + align - 1) / align * align;
        section.place = at;
        at += h.sh_size;
        if (at > kMaxImageBytes) return false;
      }
      return true;
    };
    const auto page = [&] { at = (at + kPage - 1) / kPage * kPage; };
    bool fits = place([](const Elf64_Shdr& h) { return (h.sh_flags & SHF_EXECINSTR) != 0; });
    at = (at + 15) / 16 * 16;
    stubs_ = at;
    at += slots_ * kStubBytes;
    page();
    read_only_ = at;
    fits = fits && place([](const Elf64_Shdr& h) { return (h.sh_flags & SHF_WRITE) == 0; });
    at = (at + 15) / 16 * 16;
    table_ = at;
    at += slots_ * 8;
    page();
    writable_ = at;
    fits = fits && place([](const Elf64_Shdr&) { return true; });
    page();
    at += kGuardBytes;  // inaccessible, to detect an access past the last global
    if (!fits || at > kMaxImageBytes) return wrong("it needs more than 1 GiB");
    total_ = at;
    errno = ENOMEM;  // also if no address within reach is free
    void* memory = map();
    if (memory == MAP_FAILED) return refused("memory");
    // An access before the first global hits code or the guard before it.
    base_ = static_cast<std::byte*>(memory) + kGuardBytes;
    return ::mprotect(base_, total_ - kGuardBytes, PROT_READ | PROT_WRITE) == 0 || refused("memory");
  }

  void* map() noexcept {
    const std::size_t mapped = total_ + kGuardBytes;
    const auto try_at = [&](std::uint64_t hint) {
      return ::mmap(reinterpret_cast<void*>(hint), mapped, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    };
    if (!first_) return try_at(0);
    const auto there = reinterpret_cast<std::uint64_t>(first_->base);
    for (std::uint64_t step = 0; step < kSearchSteps; ++step) {
      const std::uint64_t below = mapped + step * kSearchStep;
      void* memory = try_at(step == 0 || below > there ? 0 : there - below);
      if (memory == MAP_FAILED) return memory;
      const auto here = reinterpret_cast<std::uint64_t>(memory);
      const std::uint64_t begin = std::min(here, there);
      const std::uint64_t end = std::max(here + mapped, there + first_->bytes);
      if (end - begin <= kReach) return memory;
      ::munmap(memory, mapped);
    }
    return MAP_FAILED;
  }

  bool fill() {
    for (const Section& section : sections_) {
      if (section.place == kNowhere || section.header.sh_type == SHT_NOBITS) continue;
      std::memcpy(base_ + section.place, object_.bytes + section.header.sh_offset, section.header.sh_size);
    }
    resolved_.assign(symbols_.count, Resolution{});
    return true;
  }

  struct Resolution {
    bool known = false;
    bool external = false;
    bool slot_filled = false;
    bool stub_filled = false;
    std::uint64_t address = 0;
  };

  bool resolve(std::uint64_t index, Resolution*& result) {
    if (index >= symbols_.count) return wrong("a relocation names a symbol outside the table");
    result = &resolved_[index];
    if (result->known) return true;
    Elf64_Sym value{};
    if (!symbol(index, value)) return false;
    if (value.st_shndx == SHN_UNDEF) {
      if (index != 0) {
        const char* name = symbol_name(value);
        if (!name) return wrong("a symbol with a bad name");
        void* address = runtime_symbol(name);
        if (!address && ELF64_ST_BIND(value.st_info) != STB_WEAK) {
          return wrong(format("it needs `%.200s', which device code on this device cannot call", name));
        }
        result->address = reinterpret_cast<std::uint64_t>(address);
        result->external = true;
      }
    } else if (value.st_shndx == SHN_ABS) {
      result->address = value.st_value;
    } else if (value.st_shndx >= SHN_LORESERVE) {
      return wrong("a symbol in no section of its own (compile with -fno-common)");
    } else {
      if (value.st_shndx >= sections_.size()) return wrong("a symbol of a section that is not there");
      const Section& section = sections_[value.st_shndx];
      if (section.place == kNowhere && section.header.sh_size != 0)
        return wrong("a symbol of a section that is not loaded");
      if (value.st_value > section.header.sh_size) return wrong("a symbol outside its section");
      const std::uint64_t place = section.place == kNowhere ? 0 : section.place;
      result->address = reinterpret_cast<std::uint64_t>(base_) + place + value.st_value;
      if (const char* name = first_ ? symbol_name(value) : nullptr) {
        if (const auto found = variables_.find(name); found != variables_.end())
          result->address = found->second;
      }
    }
    result->known = true;
    return true;
  }

  // Returns the address of a pointer-sized slot with the symbol's address.
  std::uint64_t slot(std::uint64_t index, Resolution& symbol) {
    std::byte* at = base_ + table_ + index * 8;
    if (!symbol.slot_filled) std::memcpy(at, &symbol.address, 8);
    symbol.slot_filled = true;
    return reinterpret_cast<std::uint64_t>(at);
  }

#if defined(__x86_64__)
  static constexpr std::uint64_t kStubBytes = 8;
#else
  static constexpr std::uint64_t kStubBytes = 16;
#endif

  // Returns the address to branch to: the symbol, or a jump to it if the symbol may be out of reach.
  std::uint64_t branch_target(std::uint64_t index, Resolution& symbol) {
    if (!symbol.external) return symbol.address;
    std::byte* at = base_ + stubs_ + index * kStubBytes;
    const std::uint64_t from = slot(index, symbol);
    if (!symbol.stub_filled) {
#if defined(__x86_64__)
      const unsigned char jump[kStubBytes] = {0xff, 0x25, 0, 0, 0, 0, 0xcc, 0xcc};  // jmp *slot(%rip)
      const auto distance = static_cast<std::int32_t>(from - (reinterpret_cast<std::uint64_t>(at) + 6));
      std::memcpy(at, jump, sizeof jump);
      std::memcpy(at + 2, &distance, 4);
#else
      // A literal load reaches only 1 MiB, so this uses adrp + ldr + br.
      const std::uint64_t pc = reinterpret_cast<std::uint64_t>(at);
      const std::int64_t pages = static_cast<std::int64_t>(from >> 12) - static_cast<std::int64_t>(pc >> 12);
      const std::uint32_t code[4] = {0x90000010u | static_cast<std::uint32_t>(pages & 3) << 29 |
                                         (static_cast<std::uint32_t>(pages >> 2) & 0x7ffff) << 5,
                                     0xf9400210u | static_cast<std::uint32_t>((from & 0xfff) >> 3) << 10,
                                     0xd61f0200u, 0xd4200020u};
      std::memcpy(at, code, sizeof code);
#endif
    }
    symbol.stub_filled = true;
    return reinterpret_cast<std::uint64_t>(at);
  }

  bool relocate() {
    for (const Section& table : sections_) {
      const Elf64_Shdr& h = table.header;
      if (h.sh_type != SHT_RELA && h.sh_type != SHT_REL) continue;
      if (h.sh_info >= sections_.size()) return wrong("relocations of a section that is not there");
      const Section& target = sections_[h.sh_info];
      if (target.place == kNowhere) continue;  // debug information, or an empty section
      if (h.sh_type == SHT_REL || h.sh_entsize != sizeof(Elf64_Rela))
        return wrong("relocations of an unknown form");
      if (target.header.sh_type == SHT_NOBITS) return wrong("relocations of a section without content");
      for (std::uint64_t i = 0; i < h.sh_size / sizeof(Elf64_Rela); ++i) {
        Elf64_Rela entry{};
        object_.read(h.sh_offset + i * sizeof entry, entry);
        if (!apply(target, entry)) return false;
      }
    }
    return true;
  }

  bool apply(const Section& target, const Elf64_Rela& entry) {
    const std::uint64_t index = ELF64_R_SYM(entry.r_info);
    Relocation relocation;
    relocation.type = static_cast<std::uint32_t>(ELF64_R_TYPE(entry.r_info));
    if (relocation.type == 0) return true;
    Resolution* symbol = nullptr;
    if (!resolve(index, symbol)) return false;
    // An offset that is out of bounds must not make a pointer.
    const std::uint64_t offset = std::min<std::uint64_t>(entry.r_offset, target.header.sh_size);
    relocation.at = base_ + target.place + offset;
    relocation.room = target.header.sh_size - offset;
    relocation.addend = static_cast<std::uint64_t>(entry.r_addend);
    relocation.symbol = symbol->address;
    relocation.table = reinterpret_cast<std::uint64_t>(base_ + table_);
    std::string why;
    const bool applied = apply_relocation(
        relocation, [&] { return slot(index, *symbol); }, [&] { return branch_target(index, *symbol); }, why);
    return applied || wrong(std::move(why));
  }

  // ---- The object's description --------------------------------------------------------------------------

  bool check_description() {
    const ModuleDescription* module = nullptr;
    for (std::uint64_t i = 1; i < symbols_.count; ++i) {
      Elf64_Sym value{};
      if (!symbol(i, value)) return false;
      const char* name = symbol_name(value);
      if (!name || std::strcmp(name, kModuleSymbol) != 0 || value.st_shndx == SHN_UNDEF) continue;
      Resolution* resolved = nullptr;
      if (!resolve(i, resolved)) return false;
      module = reinterpret_cast<const ModuleDescription*>(resolved->address);
      break;
    }
    if (!module) return wrong("no `gridcall_module': gridcall-cc did not make it");
    const ImageBounds bounds{base_, total_ - kGuardBytes, stubs_, read_only_, writable_};
    std::string why;
    bool is_incompatible = false;
    if (!description_holds(module, bounds, first_ ? first_->description : nullptr, why, is_incompatible)) {
      if (is_incompatible) failure_ = CUDA_ERROR_NO_BINARY_FOR_GPU;
      return wrong(std::move(why));
    }
    writes_constants_ = !first_ && has_constants_below(*module, base_ + writable_);
    description_ = module;
    return true;
  }

  // Protects the pages; none is both writable and executable.
  bool protect() {
    if (::mprotect(base_, read_only_, PROT_READ | PROT_EXEC) != 0) return refused("executable memory");
    __builtin___clear_cache(reinterpret_cast<char*>(base_), reinterpret_cast<char*>(base_ + read_only_));
    if (writable_ == read_only_ || writes_constants_) return true;
    return ::mprotect(base_ + read_only_, writable_ - read_only_, PROT_READ) == 0 ||
           refused("read-only memory");
  }

  Object object_;
  std::string& text_;
  const LoadedImage* first_;
  // The addresses of the variables of `first_`.
  std::unordered_map<std::string_view, std::uint64_t> variables_;
  std::vector<Section> sections_;
  Table symbols_;
  std::vector<Resolution> resolved_;
  std::uint64_t slots_ = 0;
  std::uint64_t stubs_ = 0;  // the end of the object's code, where the jumps begin
  std::uint64_t read_only_ = 0;
  std::uint64_t table_ = 0;  // the offset of the address table
  std::uint64_t writable_ = 0;
  std::size_t total_ = 0;
  std::byte* base_ = nullptr;
  CUresult failure_ = CUDA_ERROR_INVALID_IMAGE;
  bool writes_constants_ = false;
  const ModuleDescription* description_ = nullptr;
};

}  // namespace

CUresult object_load(const std::byte* object, std::size_t bytes, LoadedImage& loaded, std::string& text,
                     const LoadedImage* first) {
  return Loader(object, bytes, text, first).load(loaded);
}

void image_unload(LoadedImage& loaded) noexcept {
  if (loaded.base) ::munmap(loaded.base, loaded.bytes);
  delete[] reinterpret_cast<const std::byte*>(loaded.description);
  loaded = LoadedImage{};
}

}  // namespace gridcall::cpu
