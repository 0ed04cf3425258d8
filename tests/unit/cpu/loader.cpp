// SPDX-License-Identifier: Apache-2.0
//
// Images that are none, or damaged ones. A damaged image may be refused or load; reading it must never go
// outside its bytes and never end the process.

#include <sys/mman.h>

#include <elf.h>

#include <random>

#include "cpu/abi/image.h"
#include "cpu/image/loader.h"
#include "harness.h"

using namespace harness;

namespace {

CUresult load_bytes(const void* bytes) {
  CUmodule module = nullptr;
  const CUresult result = cu.cuModuleLoadDataEx(&module, bytes, 0, nullptr, nullptr);
  if (result == 0) assert_int_equal(cu.cuModuleUnload(module), 0);
  return result;
}

// A copy whose last byte is the last before an inaccessible page.
class AtEdge {
 public:
  AtEdge(const void* bytes, size_t size) {
    size_ = (size + 4095) / 4096 * 4096 + 4096;
    base_ =
        static_cast<char*>(mmap(nullptr, size_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    mprotect(base_ + size_ - 4096, 4096, PROT_NONE);
    data = base_ + size_ - 4096 - size;
    std::memcpy(data, bytes, size);
  }
  ~AtEdge() { munmap(base_, size_); }
  char* data;

 private:
  char* base_;
  size_t size_;
};

void test_not_images(void**) {
  CUmodule module = nullptr;
  assert_int_equal(cu.cuModuleLoadDataEx(&module, nullptr, 0, nullptr, nullptr), 1);
  assert_int_equal(cu.cuModuleLoadDataEx(nullptr, "x", 0, nullptr, nullptr), 1);
  for (const char* text : {"", "a", "abc", "this is no image",
                           "\x7f"
                           "ELF"}) {
    const AtEdge edge(text, std::strlen(text) + 1);
    assert_int_equal(load_bytes(edge.data), CUDA_ERROR_INVALID_IMAGE);
    assert_true(!fault_text().empty());
  }
}

void test_nvidia_outputs(void**) {
  assert_int_equal(load_bytes(".version 8.0\n.target sm_90\n.address_size 64\n"), CUDA_ERROR_NOT_SUPPORTED);
  assert_true(fault_text().find("licence") != std::string::npos);
  Elf64_Ehdr cubin{};
  std::memcpy(cubin.e_ident, ELFMAG, SELFMAG);
  cubin.e_machine = 190;
  assert_int_equal(load_bytes(&cubin), CUDA_ERROR_NOT_SUPPORTED);
  const uint32_t fatbin[16] = {0xba55ed50u};
  assert_int_equal(load_bytes(fatbin), CUDA_ERROR_NOT_SUPPORTED);
  const uint32_t wrapper[16] = {0x466243b1u};
  assert_int_equal(load_bytes(wrapper), CUDA_ERROR_NOT_SUPPORTED);
}

void test_wrapped(void**) {
  using namespace gridcall::cpu;
  const std::vector<char> image = read_image("basic");
  ImageWrapper wrapper{};
  std::memcpy(wrapper.magic, kImageWrapperMagic, sizeof wrapper.magic);
  wrapper.bytes = image.size();
  std::vector<char> whole(sizeof wrapper + image.size());
  std::memcpy(whole.data(), &wrapper, sizeof wrapper);
  std::memcpy(whole.data() + sizeof wrapper, image.data(), image.size());
  {
    const AtEdge edge(whole.data(), whole.size());
    assert_int_equal(load_bytes(edge.data), 0);
  }
  wrapper.bytes = image.size() + 1;
  std::memcpy(whole.data(), &wrapper, sizeof wrapper);
  const AtEdge edge(whole.data(), whole.size());
  assert_int_equal(load_bytes(edge.data), CUDA_ERROR_INVALID_IMAGE);
}

void test_wrong_images(void**) {
  const std::vector<char> undefined = read_image("undefined");
  assert_int_equal(load_bytes(undefined.data()), CUDA_ERROR_INVALID_IMAGE);
  assert_true(fault_text().find("`system'") != std::string::npos);
  const std::vector<char> data = read_image("data_as_code");
  assert_int_equal(load_bytes(data.data()), CUDA_ERROR_INVALID_IMAGE);
  assert_true(fault_text().find("`nothing' has a warp entry that is no code") != std::string::npos);
  const std::vector<char> parameter = read_image("wrong_parameter");
  assert_int_equal(load_bytes(parameter.data()), CUDA_ERROR_INVALID_IMAGE);
  assert_true(fault_text().find("`nothing': parameter 1 lies outside the parameter block") !=
              std::string::npos);
#if defined(__x86_64__)
  const std::vector<char> other = read_image("other_processor");
  assert_int_equal(load_bytes(other.data()), CUDA_ERROR_NO_BINARY_FOR_GPU);
  assert_true(fault_text().find("processor `x86-64' and needs its `nonesuch'") != std::string::npos);
#endif
  const std::vector<char> old = read_image("old_version");
  char log[256] = "";
  CUjit_option options[] = {CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
  void* values[] = {log, reinterpret_cast<void*>(sizeof log)};
  CUmodule module = nullptr;
  assert_int_equal(cu.cuModuleLoadDataEx(&module, old.data(), 2, options, values),
                   CUDA_ERROR_NO_BINARY_FOR_GPU);
  assert_true(std::strstr(log, "format") != nullptr);
  assert_int_equal(reinterpret_cast<uintptr_t>(values[1]), std::strlen(log));
}

// The whole file but for its end, at the edge of accessible memory.
void test_truncated(void**) {
  const std::vector<char> image = read_image("warp");
  for (size_t size = 0; size < image.size(); size += size < 256 ? 1 : 97) {
    const AtEdge edge(image.data(), size);
    CUmodule module = nullptr;
    assert_int_not_equal(cu.cuModuleLoadDataEx(&module, edge.data, 0, nullptr, nullptr), 0);
    gridcall::cpu::LoadedImage loaded;
    std::string text;
    assert_int_not_equal(
        gridcall::cpu::object_load(reinterpret_cast<const std::byte*>(edge.data), size, loaded, text), 0);
    assert_true(!text.empty());
  }
}

// An image of which a test changes a part.
class EditableImage {
 public:
  explicit EditableImage(const char* name) : bytes_(read_image(name)) {
    Elf64_Ehdr header;
    std::memcpy(&header, bytes_.data(), sizeof header);
    sections_ = at<Elf64_Shdr>(header.e_shoff);
    count_ = header.e_shnum;
  }
  template <class T>
  T* at(uint64_t offset) {
    return reinterpret_cast<T*>(bytes_.data() + offset);
  }
  Elf64_Shdr& section(size_t index) { return sections_[index]; }
  template <class Wanted>
  Elf64_Shdr& find(Wanted wanted) {
    size_t i = 0;
    while (i < count_ && !wanted(sections_[i])) ++i;
    if (i == count_) fail_msg("the image has no such section");
    return sections_[i];
  }
  void expect_refused(const char* why) const {
    const AtEdge edge(bytes_.data(), bytes_.size());
    gridcall::cpu::LoadedImage loaded;
    std::string text;
    assert_int_equal(gridcall::cpu::object_load(reinterpret_cast<const std::byte*>(edge.data), bytes_.size(),
                                                loaded, text),
                     CUDA_ERROR_INVALID_IMAGE);
    if (text.find(why) == std::string::npos) fail_msg("`%s' is not in `%s'", why, text.c_str());
  }

 private:
  std::vector<char> bytes_;
  Elf64_Shdr* sections_;
  size_t count_;
};

// Each part lies outside of what holds it, by little.
void test_parts_outside(void**) {
  {
    // An offset that its length takes round to 0, of a section that is not loaded.
    EditableImage image("basic");
    Elf64_Shdr& comment = image.find([](const Elf64_Shdr& each) {
      return each.sh_type == SHT_PROGBITS && (each.sh_flags & SHF_ALLOC) == 0 && each.sh_size != 0;
    });
    comment.sh_offset = 0 - comment.sh_size;
    image.expect_refused("lies outside it");
  }
  {
    EditableImage image("basic");
    const Elf64_Shdr& table = image.find([](const Elf64_Shdr& each) { return each.sh_type == SHT_SYMTAB; });
    const uint64_t names = image.section(table.sh_link).sh_offset;
    auto* symbol = image.at<Elf64_Sym>(table.sh_offset);
    while (std::strcmp(image.at<char>(names + symbol->st_name), gridcall::cpu::kModuleSymbol) != 0) ++symbol;
    symbol->st_value = image.section(symbol->st_shndx).sh_size + 1;
    image.expect_refused("a symbol outside its section");
  }
  {
    // Half of an address.
    EditableImage image("basic");
    const Elf64_Shdr& table = image.find([&](const Elf64_Shdr& each) {
      return each.sh_type == SHT_RELA && (image.section(each.sh_info).sh_flags & SHF_WRITE) != 0;
    });
    image.at<Elf64_Rela>(table.sh_offset)->r_offset = image.section(table.sh_info).sh_size - 4;
    image.expect_refused("a relocation outside its section");
  }
}

void test_flipped_bits(void**) {
  std::mt19937 random(12345);
  for (const char* name : {"basic", "warp"}) {
    const std::vector<char> image = read_image(name);
    int refused = 0;
    int accepted = 0;
    const auto try_one = [&](const std::vector<char>& damaged) {
      const AtEdge edge(damaged.data(), damaged.size());
      gridcall::cpu::LoadedImage loaded;
      std::string text;
      if (gridcall::cpu::object_load(reinterpret_cast<const std::byte*>(edge.data), damaged.size(), loaded,
                                     text) == 0) {
        gridcall::cpu::image_unload(loaded);
        ++accepted;
      } else {
        assert_true(!text.empty());
        ++refused;
      }
    };
    // Every bit of the file header and of the section table is flipped; then a sample of all the rest.
    Elf64_Ehdr header;
    std::memcpy(&header, image.data(), sizeof header);
    std::vector<char> damaged = image;
    const auto flip = [&](size_t bit) {
      damaged[bit / 8] = static_cast<char>(damaged[bit / 8] ^ (1 << (bit % 8)));
    };
    const auto every_bit = [&](size_t from, size_t to) {
      for (size_t bit = from * 8; bit < to * 8; ++bit) {
        flip(bit);
        try_one(damaged);
        flip(bit);
      }
    };
    every_bit(0, sizeof header);
    every_bit(header.e_shoff, image.size());
    for (int i = 0; i < 4000; ++i) {
      size_t bits[4];
      const unsigned count = 1 + random() % 4;
      for (unsigned n = 0; n < count; ++n) flip(bits[n] = random() % (image.size() * 8));
      try_one(damaged);
      for (unsigned n = 0; n < count; ++n) flip(bits[n]);
    }
    assert_true(refused > 0);
    assert_true(accepted > 0);
    std::printf("METRIC cpu_loader_%s_damaged_refused %d\nMETRIC cpu_loader_%s_damaged_loaded %d\n", name,
                refused, name, accepted);
  }
}

// A second image of the same source beside the first; one that is not of it, or damaged, is refused.
void test_second_image(void**) {
  const std::vector<char> warp = read_image("warp");
  const std::vector<char> basic = read_image("basic");
  const auto load_beside = [](const std::vector<char>& image, const gridcall::cpu::LoadedImage* first,
                              gridcall::cpu::LoadedImage& loaded) {
    std::string text;
    const int result = gridcall::cpu::object_load(reinterpret_cast<const std::byte*>(image.data()),
                                                  image.size(), loaded, text, first);
    assert_int_equal(result != 0, !text.empty());
    return result;
  };
  gridcall::cpu::LoadedImage first;
  gridcall::cpu::LoadedImage second;
  assert_int_equal(load_beside(warp, nullptr, first), 0);
  assert_int_equal(load_beside(warp, &first, second), 0);
  assert_ptr_not_equal(first.base, second.base);
  gridcall::cpu::image_unload(second);
  assert_int_equal(load_beside(basic, &first, second), CUDA_ERROR_INVALID_IMAGE);
  std::mt19937 random(54321);
  for (int i = 0; i < 2000; ++i) {
    std::vector<char> damaged = warp;
    const size_t bit = random() % (damaged.size() * 8);
    damaged[bit / 8] = static_cast<char>(damaged[bit / 8] ^ (1 << (bit % 8)));
    if (load_beside(damaged, &first, second) == 0) gridcall::cpu::image_unload(second);
  }
  gridcall::cpu::image_unload(first);
  // Variables without symbols cannot be those of the first image.
  assert_int_equal(load_beside(basic, nullptr, first), 0);
  assert_int_equal(load_beside(basic, &first, second), CUDA_ERROR_INVALID_IMAGE);
  gridcall::cpu::image_unload(first);
}

// Only what is quick is replaced.
void test_replace_refused(void**) {
  const std::vector<char> image = read_image("warp");
  const CUmodule module = load("warp");
  assert_int_equal(cu.gridcallModuleReplace(module, image.data()), CUDA_ERROR_INVALID_VALUE);
  assert_int_equal(cu.gridcallModuleReplace(module, nullptr), CUDA_ERROR_INVALID_VALUE);
  assert_int_equal(cu.cuModuleUnload(module), 0);
  assert_int_equal(cu.gridcallModuleReplace(module, image.data()), CUDA_ERROR_INVALID_HANDLE);
}

// No page of a loaded module is both writable and executable.
void test_no_writable_code(void**) {
  const CUmodule module = load("basic");
  std::FILE* maps = std::fopen("/proc/self/maps", "r");
  assert_non_null(maps);
  char line[512];
  while (std::fgets(line, sizeof line, maps)) {
    if (std::strstr(line, " rwx")) fail_msg("%s", line);
  }
  std::fclose(maps);
  assert_int_equal(cu.cuModuleUnload(module), 0);
}

}  // namespace

int main() {
  const CMUnitTest tests[] = {
      cmocka_unit_test(test_not_images),      cmocka_unit_test(test_nvidia_outputs),
      cmocka_unit_test(test_wrapped),         cmocka_unit_test(test_wrong_images),
      cmocka_unit_test(test_truncated),       cmocka_unit_test(test_parts_outside),
      cmocka_unit_test(test_flipped_bits),    cmocka_unit_test(test_second_image),
      cmocka_unit_test(test_replace_refused), cmocka_unit_test(test_no_writable_code),
  };
  return cmocka_run_group_tests_name("cpu loader", tests, open_driver, nullptr);
}
