// SPDX-License-Identifier: Apache-2.0

#include "image/image.h"

#include <cstring>
#include <random>
#include <string>
#include <vector>

#include "image/elf.h"
#include "image/names.h"
#include "image/parameters.h"
#include "image/symbols.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
extern "C" {
#include <cmocka.h>
}

using namespace gridcall;
using namespace gridcall::image;

namespace {

Bytes bytes_of(const std::string& text) {
  return std::as_bytes(std::span(text));
}

std::vector<std::byte> image_of(const std::string& text) {
  const Bytes bytes = bytes_of(text);
  return {bytes.begin(), bytes.end()};
}

void expect_equal(const std::string& got, const std::string& wanted) {
  assert_string_equal(got.c_str(), wanted.c_str());
}

// An ELF file of sections, put together by hand. Section 0 is empty, the last has the names.
struct ElfFile {
  struct Section {
    std::string name, content;
    std::uint32_t type = SHT_PROGBITS, link = 0;
  };
  std::vector<Section> sections = {{"", "", SHT_NULL}};

  std::string build() {
    sections.push_back({".shstrtab", std::string(1, '\0'), SHT_STRTAB});
    std::vector<Elf64_Shdr> headers;
    std::string& names = sections.back().content;
    for (const Section& each : sections) {
      Elf64_Shdr header{};
      header.sh_name = static_cast<Elf64_Word>(names.size());
      header.sh_type = each.type;
      header.sh_link = each.link;
      names += each.name + '\0';
      headers.push_back(header);
    }
    std::string file(sizeof(Elf64_Ehdr), '\0');
    for (std::size_t i = 0; i < sections.size(); ++i) {
      headers[i].sh_offset = file.size();
      headers[i].sh_size = sections[i].content.size();
      file += sections[i].content;
    }
    Elf64_Ehdr header{};
    std::memcpy(header.e_ident, ELFMAG, SELFMAG);
    header.e_ident[EI_CLASS] = ELFCLASS64;
    header.e_shoff = file.size();
    header.e_shentsize = sizeof(Elf64_Shdr);
    header.e_shnum = static_cast<Elf64_Half>(sections.size());
    header.e_shstrndx = static_cast<Elf64_Half>(sections.size() - 1);
    std::memcpy(file.data(), &header, sizeof header);
    file.append(reinterpret_cast<const char*>(headers.data()), headers.size() * sizeof(Elf64_Shdr));
    return file;
  }
};

template <class T>
std::string raw(const T& value) {
  return {reinterpret_cast<const char*>(&value), sizeof value};
}

// One attribute of .nv.info: KPARAM_INFO.
std::string parameter_info(std::uint16_t ordinal, std::uint16_t offset, std::uint32_t size) {
  return std::string("\x04\x17\x0c\x00", 4) + raw(std::uint32_t{0}) + raw(ordinal) + raw(offset) +
         raw(size << 18);
}

std::string cubin() {
  ElfFile file;
  const auto symbol = [](Elf64_Word name, unsigned type, unsigned char other, Elf64_Half section) {
    Elf64_Sym made{};
    made.st_name = name;
    made.st_info = static_cast<unsigned char>(ELF64_ST_INFO(STB_GLOBAL, type));
    made.st_other = other;
    made.st_shndx = section;
    return raw(made);
  };
  const std::string names("\0_Z4fillPfi\0device\0table\0external\0", 34);
  file.sections.push_back({".strtab", names, SHT_STRTAB});
  file.sections.push_back({".symtab",
                           symbol(0, STT_NOTYPE, 0, 0) + symbol(1, STT_FUNC, 0x10, 1) +
                               symbol(12, STT_FUNC, 0, 1) + symbol(19, STT_OBJECT, 0, 1) +
                               symbol(25, STT_FUNC, 0x10, SHN_UNDEF),
                           SHT_SYMTAB, 1});
  file.sections.push_back(
      {".nv.info._Z4fillPfi",
       parameter_info(1, 8, 4) + std::string("\x03\x19\x0c\x00", 4) + parameter_info(0, 0, 8)});
  return file.build();
}

constexpr const char* kPtx =
    "//\n.version 9.0\n.target sm_90\n.address_size 64\n"
    "/* .entry ghost() { } */ // .entry spirit()\n"
    ".file 1 \"a } .entry phantom( b.cu\"\n"
    ".extern .func (.param .b32 r) vprintf (.param .b64 a);\n"
    ".const .align 4 .b8 table[16];\n.visible .global .align 4 .u32 counter = 7;\n"
    ".global .align 1 .b8 $str[3] = {37, 100, 0};\n"
    ".visible .entry _Z2ovPf(\n .param .u64 .ptr .global .align 4 _Z2ovPf_param_0,\n"
    " .param .u8 one /* , .param .u64 none */,\n .param .align 8 .b8 point[24], .param .f32 last)\n"
    ".maxntid 128, 1, 1\n{ .reg .b32 %r<3>; { ret; } }\n"
    ".visible .entry _Z2ovPi(.param .u64 p)\n{ ret; }\n.entry cfun()\n{ ret; }\n.entry bare\n{ ret; }\n";

void names_are_plain(void**) {
  expect_equal(plain_name("_Z10vector_addPKfS0_Pfi"), "vector_add");
  expect_equal(plain_name("_ZN3lib5scaleIfEEvPT_i"), "lib::scale<float>");
  expect_equal(plain_name("_ZN46_GLOBAL__N__00000000_13_vector_add_cu_fc07a56d4anonEPi"), "anon");
  expect_equal(plain_name("_ZN44_INTERNAL_00000000_13_vector_add_cu_fc07a56d3lib2stE"), "lib::st");
  expect_equal(plain_name("_ZN12_GLOBAL__N_14anonEPi"), "anon");
  expect_equal(plain_name("cfun"), "cfun");
  expect_equal(plain_name("f"), "f");
  expect_equal(plain_name("_Zgarbage"), "_Zgarbage");
  // A result type with an operator in it: "std::enable_if<((3)>(2)), void>::type f<3>()".
  expect_equal(plain_name("_Z1fILi3EENSt9enable_ifIXgtT_Li2EEvE4typeEv"), "f<3>");
  expect_equal(name_with_parameters("_Z2ovPf"), "ov(float*)");
  expect_equal(name_with_parameters("_ZN3lib5scaleIfEEvPT_i"), "lib::scale<float>(float*, int)");
  expect_equal(normalize_whitespace(" scale< float ,unsigned  int > "), "scale<float,unsigned int>");
}

void types_are_read_from_names(void**) {
  const auto types = types_of_name("_Z4fillPfiPFviE");
  assert_int_equal(types.size(), 3);
  assert_int_equal(types[0].type, value_type::kPointer + value_type::kFloat32);
  assert_int_equal(types[1].type, value_type::kInt32);
  assert_int_equal(types[2].type, value_type::kPointer);
  expect_equal(types[2].type_name, "void (*)(int)");
  assert_int_equal(types_of_name("_Z4nonev").size(), 0);
  assert_int_equal(types_of_name("extern_c").size(), 0);
}

void ptx_is_read(void**) {
  Image image;
  image.bytes = image_of(kPtx);
  image.bytes.push_back(std::byte{0});
  add_names(image);
  std::string all;
  for (const auto& [plain, lowered] : image.lowered_names) all += plain + "=" + lowered + ";";
  expect_equal(all, "table=table;counter=counter;ov(float*)=_Z2ovPf;ov(int*)=_Z2ovPi;cfun=cfun;bare=bare;");
  assert_int_equal(image.kernels.size(), 4);

  const DeclaredParameters kernels = declared_parameters(image.bytes);
  assert_int_equal(kernels.size(), 4);
  std::string text;
  for (const Parameter& each : kernels.at("_Z2ovPf"))
    text += std::to_string(each.offset) + "+" + std::to_string(each.size) + " ";
  expect_equal(text, "0+8 8+1 16+24 40+4 ");
  assert_int_equal(kernels.at("_Z2ovPi").size(), 1);
  assert_int_equal(kernels.at("cfun").size(), 0);
}

void cubins_are_read(void**) {
  Image image;
  image.bytes = image_of(cubin());
  expect_equal(defect_of(image.bytes), "");
  add_names(image);
  std::string all;
  for (const auto& [plain, lowered] : image.lowered_names) all += plain + "=" + lowered + ";";
  expect_equal(all, "fill=_Z4fillPfi;table=table;");
  assert_int_equal(image.kernels.size(), 1);
  const DeclaredParameters kernels = declared_parameters(image.bytes);
  const std::vector<Parameter>& parameters = kernels.at("_Z4fillPfi");
  assert_int_equal(parameters.size(), 2);
  assert_int_equal(parameters[0].size, 8);
  assert_int_equal(parameters[1].offset, 8);
  assert_int_equal(parameters[1].size, 4);
}

void images_are_told_from_sources(void**) {
  for (const std::string& each :
       {cubin(), std::string(kPtx), std::string("\x50\xed\x55\xba", 4), std::string("a\0b", 3),
        std::string("\n// x\n/* y */ .version 8.0"), std::string()})
    assert_true(is_image(bytes_of(each)));
  for (const std::string& each :
       {std::string("__global__ void f() {}"), std::string("// .version"), std::string(" ")})
    assert_false(is_image(bytes_of(each)));
}

void damage_is_named(void**) {
  const auto defect = [](const std::string& text) { return defect_of(bytes_of(text)); };
  const auto ends_with = [](const std::string& text, const char* end) {
    if (!text.ends_with(end)) fail_msg("`%s` does not end with `%s`", text.c_str(), end);
  };
  const std::string whole = cubin();
  ends_with(defect(""), "the image of 0 bytes is empty");
  ends_with(defect(whole.substr(0, 20)), "of 20 bytes ends inside its ELF header");
  ends_with(defect(whole.substr(0, whole.size() - 1)), "ends before its section table: it is cut off");
  std::string wrong = whole;
  wrong[EI_CLASS] = ELFCLASS32;
  ends_with(defect(wrong), "is no 64-bit ELF file");
  wrong = whole;
  wrong[offsetof(Elf64_Ehdr, e_shentsize)] = 1;
  ends_with(defect(wrong), "has a damaged ELF header");
  const std::string magic("\x50\xed\x55\xba\x01\x00\x10\x00", 8);
  ends_with(defect(magic), "ends inside its fatbin header");
  ends_with(defect(magic + raw(std::uint64_t{1})), "is a fatbin that is cut off");
  ends_with(defect(magic + raw(std::uint64_t{1}) + "x"), "");
  ends_with(defect("__global__ void f() {}"),
            "is neither PTX nor a cubin, a fatbin or an image of the CPU device");
  ends_with(defect(std::string(".version\0 8.0", 13)),
            "is neither PTX nor a cubin, a fatbin or an image of the CPU device");
  expect_equal(defect(kPtx), "");
}

// Whatever is in it, nothing outside of it is read: the sanitizers' builds would see it.
void damaged_images_stay_inside(void**) {
  std::mt19937 random(20261122);
  for (const std::string& whole : {cubin(), std::string(kPtx)}) {
    for (int round = 0; round < 20000; ++round) {
      std::string damaged = whole;
      if (round % 3 == 0) damaged.resize(random() % damaged.size());
      for (int i = 0; i < 4 && !damaged.empty(); ++i)
        damaged[random() % damaged.size()] = static_cast<char>(random());
      const std::vector<std::byte> exact = image_of(damaged);
      image_symbols(exact);
      declared_parameters(exact);
      defect_of(exact);
      is_image(exact);
      Elf(exact).build_id();
    }
  }
}

void build_ids_are_found(void**) {
  std::string file(sizeof(Elf64_Ehdr), '\0');
  Elf64_Ehdr header{};
  std::memcpy(header.e_ident, ELFMAG, SELFMAG);
  header.e_ident[EI_CLASS] = ELFCLASS64;
  header.e_phoff = sizeof header;
  header.e_phnum = 1;
  std::memcpy(file.data(), &header, sizeof header);
  const std::string other = raw(Elf64_Nhdr{4, 3, 1}) + std::string("GNU\0abc\0", 8);
  const std::string id =
      raw(Elf64_Nhdr{4, 5, NT_GNU_BUILD_ID}) + std::string("GNU\0", 4) + "12345" + "\0\0\0";
  Elf64_Phdr segment{};
  segment.p_type = PT_NOTE;
  segment.p_offset = file.size() + sizeof segment;
  segment.p_filesz = other.size() + id.size() + 3;
  file += raw(segment) + other + id + std::string(3, '\0');
  expect_equal(std::string(as_text(Elf(bytes_of(file)).build_id())), "12345");
  expect_equal(std::string(as_text(Elf(bytes_of(file.substr(0, file.size() - 4))).build_id())), "");
  expect_equal(std::string(as_text(Elf(bytes_of("no ELF")).build_id())), "");
}

}  // namespace

int main() {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(names_are_plain),
      cmocka_unit_test(types_are_read_from_names),
      cmocka_unit_test(ptx_is_read),
      cmocka_unit_test(cubins_are_read),
      cmocka_unit_test(images_are_told_from_sources),
      cmocka_unit_test(damage_is_named),
      cmocka_unit_test(damaged_images_stay_inside),
      cmocka_unit_test(build_ids_are_found),
  };
  return cmocka_run_group_tests_name("image", tests, nullptr, nullptr);
}
