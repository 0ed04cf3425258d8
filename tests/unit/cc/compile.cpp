// SPDX-License-Identifier: Apache-2.0
//
// Results of gridcall-cc: objects and their descriptions, diagnostics, options, name expressions, bad
// requests. Nothing is run here; objects are read as files.

#include <elf.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/resource.h>

// Before cmocka.h, which defines fail().
#include <filesystem>
#include <fstream>
#include <sstream>

extern "C" {
#include <cmocka.h>
}

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <set>
#include <string>
#include <vector>

#include "client.h"
#include "cpu/abi/image.h"
#include "support/effort.h"
#include "support/part.h"
#include "support/places.h"

namespace {

using client::Answer;
using client::compile;
using client::Request;
namespace image = gridcall::cpu;

const std::set<std::string>& allowed() {
  static const std::set<std::string> names = {
#define GRIDCALL_RT_FN(result, name, parameters) #name,
#include "cpu/abi/runtime.def"
#undef GRIDCALL_RT_FN
#define GRIDCALL_MATH_FN(name) #name,
#include "cpu/abi/math.def"
#undef GRIDCALL_MATH_FN
  };
  return names;
}

// A relocatable object, its data relocated within itself as far as pointers to data go.
class Object {
 public:
  explicit Object(std::string bytes) : bytes_(std::move(bytes)) {
    std::memcpy(&header_, bytes_.data(), sizeof header_);
    assert_int_equal(std::memcmp(header_.e_ident, ELFMAG, SELFMAG), 0);
    assert_int_equal(header_.e_type, ET_REL);
    assert_int_equal(header_.e_machine, EM_X86_64);
    for (unsigned i = 0; i < header_.e_shnum; ++i) {
      sections_.push_back(at<Elf64_Shdr>(header_.e_shoff + i * sizeof(Elf64_Shdr)));
    }
    for (const Elf64_Shdr& section : sections_) {
      if (section.sh_type != SHT_SYMTAB) continue;
      const char* names = bytes_.data() + sections_[section.sh_link].sh_offset;
      for (std::uint64_t offset = 0; offset < section.sh_size; offset += sizeof(Elf64_Sym)) {
        auto symbol = at<Elf64_Sym>(section.sh_offset + offset);
        symbols_.push_back(symbol);
        names_.push_back(names + symbol.st_name);
      }
    }
  }

  std::set<std::string> undefined() const {
    std::set<std::string> names;
    for (std::size_t i = 1; i < symbols_.size(); ++i) {
      if (symbols_[i].st_shndx == SHN_UNDEF) names.insert(names_[i]);
    }
    return names;
  }
  std::set<std::string> exported() const {
    std::set<std::string> names;
    for (std::size_t i = 1; i < symbols_.size(); ++i) {
      if (symbols_[i].st_shndx != SHN_UNDEF && ELF64_ST_BIND(symbols_[i].st_info) != STB_LOCAL &&
          ELF64_ST_VISIBILITY(symbols_[i].st_other) == STV_DEFAULT)
        names.insert(names_[i]);
    }
    return names;
  }

  struct Place {
    unsigned section = 0;
    std::uint64_t offset = 0;
    explicit operator bool() const { return section != 0; }
  };
  Place symbol(const std::string& name) const {
    for (std::size_t i = 1; i < symbols_.size(); ++i) {
      if (names_[i] == name) return {symbols_[i].st_shndx, symbols_[i].st_value};
    }
    return {};
  }
  template <typename T>
  T read(Place place) const {
    return at<T>(sections_[place.section].sh_offset + place.offset);
  }
  // Returns the target of the 64-bit pointer at `place`.
  Place pointer(Place place) const {
    for (const Elf64_Shdr& section : sections_) {
      if (section.sh_type != SHT_RELA || section.sh_info != place.section) continue;
      for (std::uint64_t offset = 0; offset < section.sh_size; offset += sizeof(Elf64_Rela)) {
        auto relocation = at<Elf64_Rela>(section.sh_offset + offset);
        if (relocation.r_offset != place.offset) continue;
        assert_int_equal(ELF64_R_TYPE(relocation.r_info), R_X86_64_64);
        const Elf64_Sym& target = symbols_[ELF64_R_SYM(relocation.r_info)];
        return {target.st_shndx, target.st_value + static_cast<std::uint64_t>(relocation.r_addend)};
      }
    }
    return {};
  }
  std::string text(Place place) const {
    return place ? bytes_.data() + sections_[place.section].sh_offset + place.offset : "";
  }

 private:
  template <typename T>
  T at(std::uint64_t offset) const {
    assert_true(offset + sizeof(T) <= bytes_.size());
    T value;
    std::memcpy(&value, bytes_.data() + offset, sizeof value);
    return value;
  }
  std::string bytes_;
  Elf64_Ehdr header_;
  std::vector<Elf64_Shdr> sections_;
  std::vector<Elf64_Sym> symbols_;
  std::vector<std::string> names_;
};

struct Kernel {
  std::string name;
  image::KernelDescription description;
  std::vector<image::ParameterDescription> parameters;
};

std::map<std::string, Kernel> kernels_of(const Object& object) {
  Object::Place module = object.symbol(image::kModuleSymbol);
  assert_true(static_cast<bool>(module));
  auto description = object.read<image::ModuleDescription>(module);
  assert_int_equal(description.magic, image::kImageMagic);
  assert_int_equal(description.version, image::kImageVersion);
  std::map<std::string, Kernel> kernels;
  Object::Place row =
      object.pointer({module.section, module.offset + offsetof(image::ModuleDescription, kernels)});
  for (unsigned i = 0; i < description.kernel_count; ++i, row.offset += sizeof(image::KernelDescription)) {
    auto field = [&](std::size_t offset) { return object.pointer({row.section, row.offset + offset}); };
    Kernel kernel{object.text(field(offsetof(image::KernelDescription, name))),
                  object.read<image::KernelDescription>(row),
                  {}};
    assert_true(static_cast<bool>(field(offsetof(image::KernelDescription, thread_entry))));
    Object::Place parameters = field(offsetof(image::KernelDescription, parameters));
    for (unsigned k = 0; k < kernel.description.parameter_count; ++k) {
      kernel.parameters.push_back(object.read<image::ParameterDescription>(parameters));
      parameters.offset += sizeof(image::ParameterDescription);
    }
    kernels[object.text(field(offsetof(image::KernelDescription, plain_name)))] = kernel;
  }
  return kernels;
}

Object compiled(const std::string& source, std::vector<std::string> options = {}) {
  Answer answer = compile(source, std::move(options));
  if (answer.exit_code != 0) fail_msg("exit code %d\n%s", answer.exit_code, answer.log.c_str());
  assert_true(answer.complete);
  Object object(answer.object);
  for (const std::string& name : object.undefined()) {
    if (allowed().count(name) == 0) fail_msg("the object needs %s", name.c_str());
  }
  assert_true(object.exported() == std::set<std::string>{image::kModuleSymbol});
  return object;
}

void assert_contains(const std::string& text, const char* part) {
  if (text.find(part) == std::string::npos) fail_msg("no '%s' in:\n%s", part, text.c_str());
}

// Does not compile, and says this.
void assert_refused(const Answer& answer, int code, const char* part) {
  if (answer.exit_code != code)
    fail_msg("exit code %d, expected %d\n%s", answer.exit_code, code, answer.log.c_str());
  assert_true(answer.complete);
  assert_true(answer.object.empty());
  assert_contains(answer.log, part);
}

void description(void**) {
  Object object = compiled(
      "struct P { char c; double d; };\n"
      "namespace lib { template <typename T> __global__ void __launch_bounds__(96) k(P p, T* out, bool b, "
      "half2x h, short s) {} }\n"
      "__global__ void shared(int* p) { __shared__ double a[5]; __shared__ char c; extern __shared__ int "
      "d[];\n"
      "  a[threadIdx.x] = p[0]; c = p[1]; d[0] = 1; __syncthreads(); p[1] = a[0] + c + d[1]; }\n",
      {"-Dhalf2x=int"});
  auto kernels = kernels_of(object);
  assert_int_equal(kernels.size(), 1);  // a template without an instance is no kernel
  const auto& shared = kernels.at("shared").description;
  assert_true(shared.static_shared_bytes >= 41 && shared.static_shared_bytes <= 48);
  assert_int_equal(shared.max_threads, 1024);
  assert_int_equal(shared.flags, image::kKernelMayBlock);

  Answer answer = compile(
      "struct P { char c; double d; };\n"
      "namespace lib { template <typename T, int N> __global__ void __launch_bounds__(96) k(P p, T* out, "
      "bool b, short s) {} }\n",
      {}, {"lib::k<float, 4>", "&lib::k<int,2>"});
  assert_int_equal(answer.exit_code, 0);
  auto instances = kernels_of(Object(answer.object));
  assert_int_equal(instances.size(), 2);
  const Kernel& kernel = instances.at("lib::k<float, 4>");
  assert_string_equal(kernel.name.c_str(), answer.lowered.at("lib::k<float, 4>").c_str());
  assert_string_equal(kernel.name.c_str(), "_ZN3lib1kIfLi4EEEv1PPT_bs");
  assert_string_equal(instances.at("lib::k<int, 2>").name.c_str(),
                      answer.lowered.at("&lib::k<int,2>").c_str());
  assert_int_equal(kernel.description.max_threads, 96);
  assert_int_equal(kernel.description.flags, image::kKernelWholeBlocks * 7);  // in all three variants
  const unsigned expected[][2] = {{0, 16}, {16, 8}, {24, 1}, {26, 2}};
  assert_int_equal(kernel.parameters.size(), 4);
  for (std::size_t i = 0; i < 4; ++i) {
    assert_int_equal(kernel.parameters[i].offset, expected[i][0]);
    assert_int_equal(kernel.parameters[i].size, expected[i][1]);
  }
  assert_int_equal(kernel.description.parameter_bytes, 28);
}

void may_block(void**) {
  struct Case {
    const char* body;
    bool blocks;
  };
  const Case cases[] = {
      {"p[0] = 1;", false},
      {"for (int i = 0; i < n; ++i) atomicAdd(p + i, 1);", false},
      {"for (int i = 0; i < n; ++i) atomicAdd((float*)p + i, 1.0f);", false},
      {"p[n] = atomicAdd(p, 1);", false},
      {"for (int i = 0; i < n; ++i) { volatile int* v = p; v[i] = v[i] + 1; }", false},
      {"while (true) {}", false},
      {"__threadfence(); p[0] = 1;", false},
      {"if (p[1]) __syncthreads();", true},
      {"p[1] = __shfl_sync(~0u, n, 3);", true},
      {"p[1] = __activemask();", true},
      {"p[1] = __ballot_sync(~0u, n);", true},
      {"__syncwarp();", true},
      {"__nanosleep(5);", true},
      {"volatile int* v = p; while (v[0] == 0) {}", true},
      {"while (atomicCAS(p, 0, 1) != 0) {}", true},
      {"while (atomicAdd(p, 0) < n) {}", true},
      {"while (p[0] == 0) __threadfence();", true},
      {"bool done = false; while (!done) if (atomicExch(p, 1) == 0) { done = true; }", true},
      {"indirect(p);", true},
      {"while (poll(p) == 0) {}", true},
  };
  for (const Case& one : cases) {
    std::string source =
        "__device__ __noinline__ int poll(volatile int* p) { return p[0]; }\n"
        "__device__ __noinline__ void inner(int* p) { __syncthreads(); }\n"
        "__device__ void (*pointer)(int*) = inner;\n"
        "__device__ void indirect(int* p) { pointer(p); }\n"
        "__global__ void k(int* p, int n) { " +
        std::string(one.body) + " }\n";
    bool blocks = (kernels_of(compiled(source)).at("k").description.flags & image::kKernelMayBlock) != 0;
    if (blocks != one.blocks)
      fail_msg("'%s' %s", one.body, blocks ? "is said to block" : "is not said to block");
  }
}

void every_header(void**) {
  std::string source = client::read_file(corpus("/compiler/headers.cu"));
  for (const char* standard : {"-std=c++14", "-std=c++17", "--std=c++20", "-std=c++23"})
    compiled(source, {standard});
  compiled("__global__ void k(float* p) { p[0] = sinf(p[1]); }", {"-std=c++11"});
}

// The log says why, at the kernel's line.
void without_vector_code(void**) {
  const std::string source =
      "__global__ void fast(int* p) { p[threadIdx.x] = 1; }\n"
      "namespace a {\n"
      "template <class T> __global__ void waits(volatile T* p) { while (*p) ; *p = 1; }\n"
      "}\n"
      "template __global__ void a::waits<int>(volatile int*);\n";
  const Answer answer = compile(source);
  assert_int_equal(answer.exit_code, 0);
  assert_contains(
      answer.log,
      "test.cu:3:36: remark: kernel 'a::waits<int>' has no vector code, its threads run one by one: "
      "a loop in it waits for another thread\n");
  assert_true(answer.log.find("fast") == std::string::npos);
  assert_true(compile(source, {"-w"}).log.find("remark") == std::string::npos);
}

// A function that is vector code calls no function of the C library, in either mode; lgamma is none.
void functions_without_calls(void**) {
  std::string source = "template <typename T> static __device__ void all(T* x) {\n  *x = 0";
  for (const char* name : {"asin", "acos", "atan", "sinh", "cosh", "expm1", "log1p", "asinh", "acosh",
                           "atanh", "erf", "erfc", "lgamma"})
    source += std::string(" + ") + name + "(*x)";
  source +=
      " + pow(*x, *x) + atan2(*x, *x);\n}\n__global__ void f(float* x) { all(x); }\n"
      "__global__ void d(double* x) { all(x); }\n";
  std::set<std::string> called;
  // Not by compiled(): so large a source is compiled in parts, which see each other's functions.
  const Answer answer = compile(source);
  assert_int_equal(answer.exit_code, 0);
  for (const std::string& name : Object(answer.object).undefined()) {
    if (name.find("gridcall") == std::string::npos && name.find("mem") != 0) called.insert(name);
  }
  assert_true(called == (std::set<std::string>{"lgamma", "lgammaf"}));
}

void kernels_that_nvrtc_refuses(void**) {
  assert_refused(compile("__global__ auto k(int* p) { *p = 1; }"), 1,
                 "test.cu:1:17: error: a __global__ function returns void");
  assert_refused(compile("namespace a {\nstruct A { static __global__ void k(int* p) {} };\n}"), 1,
                 "test.cu:2:35: error: a __global__ function cannot be a member of a class");
  assert_refused(compile("struct A { friend __global__ void k(int* p) {} };"), 1,
                 "cannot be defined in a friend declaration");
  assert_refused(compile("struct A {};\n__global__ void operator+(A a, A b) {}"), 1, "cannot be an operator");
  assert_refused(compile("template <class T>\n__global__ void k(T* p, ...) {}"), 1,
                 "test.cu:2:17: error: a __global__ function cannot have an ellipsis");
  assert_refused(compile("__launch_bounds__(64) __device__ void f() {}"), 1,
                 "is for __global__ functions only");
  assert_refused(compile("__global__ void k(int* p) { thread_local int x = 3; *p = x; }"), 1,
                 "test.cu:1:46: error: device code has no thread_local variables");
}

// The lists of docs/guide/compiling.md: what it names compiles, or is refused as it says, and it names every
// header there is.
void headers_of_the_guide(void**) {
  const std::string root = corpus("/../..");
  const std::string guide = client::read_file(root + "/docs/guide/compiling.md");
  const std::size_t begin = guide.find("of C: "), end = guide.find("A file of the caller's");
  assert_true(begin < end && end < guide.size());
  const auto named = [&](std::size_t from, std::size_t to) {
    std::set<std::string> names;
    for (std::size_t at = guide.find('`', from); at < to; at = guide.find('`', at)) {
      const std::size_t close = guide.find('`', at + 1);
      names.insert(guide.substr(at + 1, close - at - 1));
      at = close + 1;
    }
    return names;
  };
  const std::set<std::string> built_in = named(begin, end);
  std::string source;
  for (const std::string& name : built_in) source += "#include <" + name + ">\n";
  compiled(source + "__global__ void k(int* p) { p[0] = 1; }");
  const std::string folder = root + "/src/cc/device";
  for (const auto& file : std::filesystem::recursive_directory_iterator(folder)) {
    const std::string name = std::filesystem::relative(file.path(), folder);
    if (file.is_regular_file() && !name.starts_with("gridcall/") && built_in.count(name) != 1)
      fail_msg("docs/guide/compiling.md does not name %s", name.c_str());
  }
  const std::string list = client::read_file(root + "/src/cc/frontend/short_headers.def");
  for (std::size_t at = list.find("\nGRIDCALL_CC_"); at != std::string::npos;
       at = list.find("\nGRIDCALL_CC_", at + 1)) {
    const std::size_t open = list.find('"', at) + 1;
    std::string name = list.substr(open, list.find('"', open) - open);
    if (list.compare(at + 1, 20, "GRIDCALL_CC_CUDA_STD") == 0) name.insert(0, "cuda/std/");
    if (list.compare(at + 1, 18, "GRIDCALL_CC_THRUST") == 0) name.insert(0, "thrust/");
    if (list.compare(at + 1, 15, "GRIDCALL_CC_CUB") == 0) name = "cub/" + name + ".cuh";
    if (built_in.count(name) != 1) fail_msg("docs/guide/compiling.md does not name %s", name.c_str());
  }
  for (const char* name : {"cub/device/device_reduce.cuh", "cub/device/device_scan.cuh"})
    assert_refused(
        compile("#include <" + std::string(name) + ">\n__global__ void k() {}"), 1,
        ("'" + std::string(name) + "' is not built into the CPU device's compiler, and no CUDA toolkit or")
            .c_str());
  assert_refused(compile("#include <cub/cub.cuh>\n__device__ cub::DeviceReduce* reduce;"), 1,
                 "`pip install nvidia-cuda-cccl`");
  assert_refused(compile("#include <cooperative_groups.h>\n"
                         "__global__ void k() { cooperative_groups::this_multi_grid(); }"),
                 1, "'this_multi_grid' is unavailable: the CPU device has no ");
}

void diagnostics(void**) {
  Request request;
  request.name = "folder/saxpy.cu";
  request.source = "__global__ void saxpy(float* y) {\n  y[0] = missing;\n}\n";
  Answer answer = compile(request);
  assert_refused(answer, 1, "folder/saxpy.cu:2:10: error: use of undeclared identifier 'missing'");
  assert_contains(answer.log, "y[0] = missing;");
  assert_contains(answer.log, "         ^");

  answer = compile("__global__ void k(int* p) { int unused_result; p[0] = p; }");
  assert_refused(answer, 1, "test.cu:1:");
  // A warning does not fail, and is in the log.
  answer = compile("#warning careful\n__global__ void k() {}");
  assert_int_equal(answer.exit_code, 0);
  assert_contains(answer.log, "test.cu:1:2: warning: careful");
  assert_string_equal(compile("#warning careful\n__global__ void k() {}", {"-w"}).log.c_str(), "");

  assert_refused(compile("__device__ int other(int);\n__global__ void k(int* p) { p[0] = other(1); }"), 1,
                 "test.cu:1:16: error: device function 'other(int)' is called but not defined");
  // A refusal says why.
  const std::pair<const char*, const char*> refusals[] = {
      {"wgmma.fence.sync.aligned;", "a group of four warps multiplies in the background there"},
      {"tcgen05.fence::before_thread_sync;", "it needs the tensor cores' own memory"},
      {"cp.async.bulk.tensor.1d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {%2}], "
       "[%3];",
       "it needs a tensor map"},
      {"{ .reg .b32 r; multimem.ld_reduce.relaxed.sys.global.add.u32 r, [%1]; }", "memory of several GPUs"},
      {"call f;", "PTX's own calling convention; call the function from CUDA C++"},
      {"{ .reg .f32 a, b, c, d; tex.1d.v4.f32.f32 {a, b, c, d}, [%1, {a}]; }",
       "functions of textures and surfaces"},
      {"{ .reg .b128 a; atom.exch.b128 a, [%1], a; }", "atomic accesses have 8 bytes at most"},
  };
  for (const auto& [text, why] : refusals) {
    answer = compile("__global__ void k(unsigned* p) {\n  asm volatile(\"" + std::string(text) +
                     "\" :: \"r\"(1), \"l\"(p), \"r\"(2), \"r\"(3));\n}");
    assert_refused(answer, 1, "test.cu:2:16: error: inline PTX assembly '");
    assert_contains(answer.log, (std::string("cannot run on the CPU device: ")).c_str());
    assert_contains(answer.log, why);
  }
  assert_refused(
      compile("__device__ int f(int n) {\n  asm volatile(\"exit;\");\n  return n ? f(n - 1) : 0;\n}\n"
              "__global__ void k(int* p) { *p = f(*p); }"),
      1, "`exit` in inline PTX, in a function that calls itself");
  assert_refused(compile("__global__ void k(unsigned* p) {\n  asm(\"mma.sync %0;\" : \"=r\"(p[0]));\n}"), 1,
                 "test.cu:2:7: error: inline PTX assembly 'mma.sync $0;'");
  // The called function leaves a carry of its own; that of one that is inlined goes on.
  const std::string add = "asm volatile(\"add.cc.u32 %0, %0, 1;\" : \"+r\"(p[0]));";
  assert_refused(compile("__noinline__ __device__ void f(unsigned* p) { " + add +
                         " }\n__global__ void k(unsigned* p) { " + add +
                         " f(p); asm volatile(\"addc.u32 %0, 0, 0;\" : \"=r\"(p[0])); }"),
                 1, "'addc.u32 $0, 0, 0;'");
  assert_refused(compile("extern __device__ int far[];\n__global__ void k(int* p) { p[0] = far[1]; }"), 1,
                 "'far'");
  assert_refused(compile("__global__ void k(int* p) { __shared__ int a[20000]; a[p[0]] = 1; __syncthreads(); "
                         "p[1] = a[p[2]]; }"),
                 1, "80000 bytes of static shared memory, the limit is 49152");
  assert_refused(compile("__device__ char a[1ull << 40];\n__global__ void k(char* p) { a[p[0]] = 1; }"), 1,
                 "test.cu:1:17: error: device variable 'a' has 1099511627776 bytes, and all variables");
  assert_refused(
      compile("__device__ char a[600 << 20], b[600 << 20];\n__global__ void k(char* p) { a[p[0]] = b[1]; }"),
      1, "of a source together 1073741824 at most");
  assert_refused(compile("struct alignas(1 << 28) S { char b; };\n__device__ S s;\n__global__ void k(char* "
                         "p) { p[0] = s.b; }"),
                 1,
                 "device variable 's' is aligned to 268435456 bytes, the CPU device aligns to 65536 at most");
  assert_refused(
      compile("struct S { char b[400000]; };\n__global__ void k(S s, char* p) { p[0] = s.b[threadIdx.x]; }"),
      1, "test.cu:2:17: error: kernel 'k' takes 400008 bytes of arguments, 32764 are the most");
  assert_refused(
      compile("__global__ void k(char* p, long n) { volatile char b[1ull << 32]; b[n] = 1; p[0] = b[0]; }"),
      1, "bytes of local memory per thread, 67108864 are the most");
  assert_refused(compile("#include <vector>\n__global__ void k() {}"), 1, "'vector' file not found");
}

void headers_of_the_request(void**) {
  Request request;
  request.source =
      "#include \"sizes.h\"\n#include <deep/inner.cuh>\n__global__ void k(int* p) { p[0] = SIZE + deep(); }";
  request.headers = {{"sizes.h", "#define SIZE 4\n"},
                     {"deep/inner.cuh", "#include \"other.cuh\"\n"},
                     {"deep/other.cuh", "__device__ int deep() { return SIZE; }\n"}};
  Answer answer = compile(request);
  if (answer.exit_code != 0) fail_msg("%s", answer.log.c_str());
  request.headers[2].second = "__device__ int deep() { return oops; }\n";
  assert_refused(compile(request), 1, "deep/other.cuh:1:");

  // The caller's header of a name that NVRTC does not have replaces the built-in one.
  std::string folder = std::filesystem::temp_directory_path() / "gridcall-headers.XXXXXX";
  assert_non_null(mkdtemp(folder.data()));
  std::ofstream(folder + "/variant") << "#define OWN 3\n";
  answer = compile("#include <variant>\n__global__ void k(int* p) { p[0] = OWN; }", {"-I", folder});
  std::filesystem::remove_all(folder);
  if (answer.exit_code != 0) fail_msg("%s", answer.log.c_str());
}

// Texture and surface references of the source are constants; those that functions take are not. As PyCUDA's
// own headers have them, which do not meet gridcall's fp_ functions.
void references_as_parameters(void**) {
  const std::string source = R"(
extern "C" {
#include <surface_functions.h>
#include <texture_fetch_functions.h>
extern "C++" {
typedef uint2 fp_tex_cfloat;
template <enum cudaTextureReadMode mode>
__device__ uint2 fp_tex2D(texture<fp_tex_cfloat, 2, mode> tex, int i, int j) { return tex2D(tex, i, j); }
__device__ void fp_surf2Dwrite(short var, surface<void, 2> surf, int i, int j, enum cudaSurfaceBoundaryMode mode) {
  surf2Dwrite(var, surf, i * sizeof(short), j, mode);
}
}
texture<fp_tex_cfloat, 2, cudaReadModeElementType> pairs;
texture<short, 2, cudaReadModeNormalizedFloat> reds;
surface<void, 2> written;
__global__ void k(unsigned* out) {
  *out = fp_tex2D(pairs, 1, 2).y + (unsigned)tex2D(reds, 0, 0);
  fp_surf2Dwrite(7, written, 1, 2, cudaBoundaryModeTrap);
}
}
)";
  Request request;
  request.source = source;
  request.headers = {{"pycuda-complex.hpp", ""}};
  const Answer answer = compile(request);
  assert_string_equal(answer.log.c_str(), "");
  assert_int_equal(answer.exit_code, 0);
}

void options(void**) {
  compiled("#if N != 4 || !defined(FLAG) || defined(GONE)\n#error options\n#endif\n__global__ void k() {}",
           {"-DN=4", "-D", "FLAG", "-DGONE", "-UGONE"});
  compiled("#if __CUDA_ARCH__ != 860\n#error arch\n#endif\n__global__ void k() {}", {"-arch=compute_86"});
  compiled("#if __CUDA_ARCH__ != 900\n#error arch\n#endif\n__global__ void k() {}");
  compiled("int plain(int a) { return a; }\n__global__ void k(int* p) { p[0] = plain(p[1]); }",
           {"-default-device"});
  compiled(
      "template <class T> struct C { typename T::none a; };\n"
      "struct Host { static C<int> c; static C<int>& get() { return c; } };\n__global__ void k() {}",
      {"-default-device"});
  for (const char* harmless :
       {"--use_fast_math", "-fmad=false", "-ftz=true", "-prec-div=false", "-prec-sqrt=true", "-G",
        "-lineinfo", "--maxrregcount=32", "-rdc=false", "-dopt=on", "-O3", "--gpu-architecture=sm_75"}) {
    compiled("__global__ void k(float* p) { p[0] = p[1] / p[2] + p[3]; }", {harmless});
  }
  assert_refused(compile("__global__ void k() {}", {"--frobnicate"}), 2, "'--frobnicate'");
  assert_refused(compile("__global__ void k() {}", {"-std=c++98"}), 2, "'c++98'");
  assert_refused(compile("__global__ void k() {}", {"-arch=fast"}), 2, "'fast'");
  assert_refused(compile("__global__ void k() {}", {"-fmad=maybe"}), 2, "'maybe'");
  assert_refused(compile("__global__ void k() {}", {"-D"}), 2, "'-D'");
  assert_refused(compile("__global__ void k() {}", {"k.cu"}), 2, "'k.cu'");
}

void name_expressions(void**) {
  std::string source =
      "template <typename T> __global__ void scale(T* p) {}\n__constant__ int table[3];\nnamespace a { "
      "__device__ float x; }\n";
  Answer answer = compile(source, {}, {"scale<float>", "&table", "&a::x", "table"});
  if (answer.exit_code != 0) fail_msg("%s", answer.log.c_str());
  assert_string_equal(answer.lowered["scale<float>"].c_str(), "_Z5scaleIfEvPT_");
  assert_string_equal(answer.lowered["&table"].c_str(), "table");
  assert_string_equal(answer.lowered["&a::x"].c_str(), "_ZN1a1xE");
  assert_refused(compile(source, {}, {"scale<flot>"}), 1, "name expression 'scale<flot>'");
  assert_refused(compile(source, {}, {"missing"}), 1, "name expression 'missing'");
  assert_refused(compile(source, {}, {"1 + 1"}), 1, "name expression '1 + 1'");
  // The last line may be a comment, and the caller's lines keep their numbers.
  answer = compile(source + "int broken = ;\n// end", {}, {"scale<float>"});
  assert_refused(answer, 1, "test.cu:4:14: error");
}

void bad_requests(void**) {
  assert_refused(client::send(""), 2, "0 of the 16 bytes");
  assert_refused(client::send(std::string(7, 'x')), 2, "7 of the 16 bytes");
  std::uint32_t version = 99;
  assert_refused(client::send(client::framed(1, "", std::string(reinterpret_cast<char*>(&version), 4))), 2,
                 "version 99");
  assert_refused(client::send(client::framed(0, "", "")), 2, "no source");
  assert_refused(client::send(client::framed(77, "", "")), 2, "kind 77");
  std::string cut = client::framed(2, "a.cu", "__global__ void k() {}");
  assert_refused(client::send(cut.substr(0, cut.size() - 3)), 2, "ends inside a record");
  std::string huge = cut;
  std::memset(huge.data() + 8, 0xff, 8);
  assert_refused(client::send(huge), 2, "the limit is");
}

// Contraction is the default, as in CUDA; -fmad=false and the _rn functions forbid it.
void contraction(void**) {
  auto code = [](const std::string& expression, std::vector<std::string> options) {
    Answer answer = compile("__global__ void k(float* p) { p[0] = " + expression + "; }", std::move(options));
    assert_int_equal(answer.exit_code, 0);
    return answer.object;
  };
  std::string fused = code("p[1] * p[2] + p[3]", {}), separate = code("p[1] * p[2] + p[3]", {"-fmad=false"});
  assert_true(fused != separate);
  assert_true(code("__fadd_rn(__fmul_rn(p[1], p[2]), p[3])", {}) ==
              code("__fadd_rn(__fmul_rn(p[1], p[2]), p[3])", {"-fmad=false"}));
}

// Returns the registers that the fused operations on whole AVX vectors add to, in their order.
std::vector<int> fused_sums(const std::string& object) {
  std::vector<int> sums;
  for (std::size_t i = 0; i + 4 < object.size(); ++i) {
    const auto byte = [&](std::size_t at) { return static_cast<unsigned char>(object[i + at]); };
    if (byte(0) == 0xc4 && (byte(1) & 0x1f) == 2 && (byte(2) & 7) == 5 && byte(3) >= 0x98 && byte(3) < 0xc0 &&
        (byte(3) & 9) == 8)
      sums.push_back((byte(4) >> 3 & 7) | (byte(1) >> 4 & 8));
  }
  return sums;
}

// In a long block a processor finds chains of several vectors among the operations that it looks at together.
void interleaved_chains(void**) {
  setenv("GRIDCALL_CPU_TARGET", "x86-64-v3", 1);
  const Answer answer = compile(R"(__global__ void k(const float* price, const float* strike, float* call) {
  const int i = threadIdx.x;
  const float s = price[i], x = strike[i], t = call[i], q = sqrtf(t);
  const float d1 = (logf(s / x) + 0.5f * t) / q, d2 = d1 - q;
  call[i] = s * normcdff(d1) - x * expf(-t) * normcdff(d2);
})");
  unsetenv("GRIDCALL_CPU_TARGET");
  const std::vector<int> sums = fused_sums(answer.object);
  constexpr std::size_t kTogether = 64;
  assert_true(sums.size() > 500);
  std::size_t different = 0;
  for (auto at = sums.begin(); sums.end() - at > static_cast<std::ptrdiff_t>(kTogether); ++at)
    different += std::set<int>(at, at + kTogether).size();
  const double mean = static_cast<double>(different) / static_cast<double>(sums.size() - kTogether);
  print_message("# %.2f sums in %zu operations\n", mean, kTogether);
  assert_true(mean > 8);  // LLVM's own order has 7.2
}

void chosen_processor(void**) {
  const char* source = "__global__ void k(float* p) { p[threadIdx.x] *= 2; }";
  setenv("GRIDCALL_CPU_TARGET", "nonesuch", 1);
  assert_refused(compile(source), 2, "GRIDCALL_CPU_TARGET: 'nonesuch' is no x86-64 processor");
  setenv("GRIDCALL_CPU_TARGET", "x86-64-v2", 1);
  const Answer older = compile(source);
  unsetenv("GRIDCALL_CPU_TARGET");
  assert_int_equal(older.exit_code, 0);
  assert_contains(older.object, "x86-64-v2");  // what the driver looks at before it runs the code
  assert_true(older.object != compile(source).object);
}

void expect_every_pass(const std::string& source) {
  std::vector<std::string> listed;
  // The phase kCheck runs for checked code alone.
#define GRIDCALL_CC_PASS(stage, phase, text, type) \
  if (std::string_view(#phase) != "kCheck") listed.push_back("gridcall::cc::" #type);
#include "cc/passes/pass_names.def"
  std::string directory = std::filesystem::temp_directory_path() / "gridcall-passes.XXXXXX";
  assert_non_null(mkdtemp(directory.data()));
  setenv("GRIDCALL_CPU_TARGET", "x86-64-v3", 1);
  setenv("GRIDCALL_CC_DUMP_IR", directory.c_str(), 1);
  const Answer answer = compile(source);
  unsetenv("GRIDCALL_CC_DUMP_IR");
  unsetenv("GRIDCALL_CPU_TARGET");
  assert_int_equal(answer.exit_code, 0);
  const std::string ran = client::read_file(directory + "/passes.txt");
  std::filesystem::remove_all(directory);
  std::vector<std::string> ours;
  std::istringstream lines(ran);
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("gridcall::cc::") && line.find("anonymous") == std::string::npos)
      ours.push_back(line);
  }
  for (std::size_t i = 0; i < std::min(ours.size(), listed.size()); ++i)
    assert_string_equal(ours[i].c_str(), listed[i].c_str());
  assert_int_equal(ours.size(), listed.size());
}

// Compiles a large module and a small one, whose passes must run in one order.
void passes_in_the_order_of_the_list(void**) {
  std::string source = "__device__ __noinline__ float f(float x) {\n";
  for (int i = 0; i < 160; ++i) source += "  x = x * 1.5f + 2.0f;\n";
  source += "  return x;\n}\n__global__ void k(float* p) {\n";
  for (int i = 0; i < 24; ++i) source += "  p[threadIdx.x] = f(p[threadIdx.x]);\n";
  source += "}\n";
  expect_every_pass(source);
  expect_every_pass("__global__ void k(float* p) { p[threadIdx.x] = p[threadIdx.x] * 1.5f + 2.0f; }\n");
}

// A product of tiles in shared memory, in full unrolled: of each thread `rows` by `rows` values.
std::string tiles(int rows) {
  return "constexpr int R = " + std::to_string(rows) + R"(, K = 16;
extern "C" __global__ void product(const float* a, const float* b, float* c, int n) {
  __shared__ float left[16 * R][K], right[K][16 * R];
  float sum[R][R] = {};
  const int row = threadIdx.y * R, column = threadIdx.x * R, thread = threadIdx.y * 16 + threadIdx.x;
  for (int tile = 0; tile < n; tile += K) {
    for (int i = thread; i < 16 * R * K; i += 256) {
      left[i / K][i % K] = a[(blockIdx.y * 16 * R + i / K) * n + tile + i % K];
      right[i / (16 * R)][i % (16 * R)] = b[(tile + i / (16 * R)) * n + blockIdx.x * 16 * R + i % (16 * R)];
    }
    __syncthreads();
#pragma unroll
    for (int k = 0; k < K; ++k)
#pragma unroll
      for (int i = 0; i < R; ++i)
#pragma unroll
        for (int j = 0; j < R; ++j) sum[i][j] += left[row + i][k] * right[k][column + j];
    __syncthreads();
  }
  for (int i = 0; i < R; ++i)
    for (int j = 0; j < R; ++j) c[(blockIdx.y * 16 * R + row + i) * n + blockIdx.x * 16 * R + column + j] = sum[i][j];
})";
}

std::uint32_t flags_of(const std::string& bytes) {
  const Object object(bytes);
  return object.read<image::ModuleDescription>(object.symbol(image::kModuleSymbol)).flags;
}

// Neither large nor soon there: who waits no longer gets baseline code, and the log says so.
void baseline_where_it_takes_long(void**) {
  Request request;
  request.source = tiles(4);
  request.patience_ms = 0;
  const Answer answer = compile(request);
  assert_int_equal(answer.exit_code, 0);
  assert_true(answer.complete && !answer.baseline_object.empty());
  assert_int_equal(flags_of(answer.baseline_object) & image::kModuleQuick, image::kModuleQuick);
  assert_int_equal(flags_of(answer.object) & image::kModuleQuick, 0);
  assert_contains(answer.baseline_log, "test.cu: remark: kernels run in baseline code");
  assert_string_equal(answer.log.c_str(), "");
  // The optimized code is what others get alone.
  request.patience_ms = 600'000;
  const Answer patient = compile(request);
  assert_true(patient.baseline_object.empty());
  assert_true(answer.object == patient.object);
  // Small code is soon there, and no process is forked for it.
  request.source = "__global__ void k(int* p) { *p = 1; }";
  request.patience_ms = 0;
  assert_true(compile(request).baseline_object.empty());
}

double seconds_for(const std::string& source) {
  const auto used = [] {
    struct rusage usage;
    getrusage(RUSAGE_CHILDREN, &usage);
    const auto seconds = [](const timeval& time) {
      return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
    };
    return seconds(usage.ru_utime) + seconds(usage.ru_stime);
  };
  const double before = used();
  assert_int_equal(compile(source).exit_code, 0);
  return used() - before;
}

// Four times the products take about four times as long, where each lane loads by itself.
void time_of_large_blocks(void**) {
  setenv("GRIDCALL_CPU_TARGET", "x86-64-v3", 1);
  const double half = seconds_for(tiles(4)), whole = seconds_for(tiles(8));
  unsetenv("GRIDCALL_CPU_TARGET");
  if (whole > 9 * half) fail_msg("4x4 products take %f s, 8x8 %f s", half, whole);
}

// The order of what a compilation makes is the source's, not that of addresses. Of the larger source one
// form, checked or not, which the seed decides, unless the effort is full.
void same_twice(void**) {
  const std::string folder = kCorpus, small = "/conformance/memory_space.cu";
  const unsigned left_out = effort(effort_seed() % 2, 2);
  std::printf("# seed %u\n", effort_seed());
  for (const std::string& name : {small, std::string("/compiler/basic.cu")}) {
    const std::string source = client::read_file(folder + name);
    for (const unsigned is_checked : {0u, 1u}) {
      if (name != small && is_checked == left_out) continue;
      const std::vector<std::string> options(is_checked, "--cpu-check=all");
      const Answer first = compile(source, options);
      assert_int_equal(first.exit_code, 0);
      if (name == small) assert_true(first.object == compile(source, options).object);
#ifdef GRIDCALL_DESCENDING_MALLOC
      setenv("LD_PRELOAD", kDescendingMalloc, 1);
      const Answer other = compile(source, options);
      unsetenv("LD_PRELOAD");
      assert_int_equal(other.exit_code, 0);
      if (first.object != other.object)
        fail_msg("%s%s: another object where addresses descend", name.c_str(), is_checked ? ", checked" : "");
#endif
    }
  }
}

// The folder that the compiler runs in is in no object, also not in the debug information of a checked one
// that is to be linked.
void same_in_each_folder(void**) {
  const std::filesystem::path here = std::filesystem::current_path();
  const std::string source = "__global__ void k(float* p) { p[threadIdx.x] *= 2; }";
  for (const char* linked : {"-rdc=false", "-rdc=true"}) {
    const Answer first = compile(source, {linked, "--cpu-check=all"});
    std::filesystem::current_path("/");
    const Answer other = compile(source, {linked, "--cpu-check=all"});
    std::filesystem::current_path(here);
    assert_int_equal(first.exit_code, 0);
    assert_true(first.object == other.object);
  }
}

void launches_from_kernels(void**) {
  const char* source = "__global__ void a() {}\n__global__ void b() { a<<<1, 1>>>(); }";
  const Answer answer = compile(source, {"-rdc=true"});
  assert_int_equal(answer.exit_code, 1);
  assert_contains(answer.log, "test.cu:2:24: error: reference to __host__ function 'cudaConfigureCall'");
  assert_contains(answer.log, "note: kernels cannot launch kernels on the CPU device: launch from the host");
  const Answer call = compile("__global__ void k(int* p) { *p = cudaGetLastError(); }", {"-rdc=true"});
  assert_int_equal(call.exit_code, 1);
  assert_contains(call.log, "undeclared identifier 'cudaGetLastError'");
  assert_contains(call.log,
                  "note: kernels cannot call the CUDA runtime on the CPU device: call it from the host");
}

// Objects are linked before the passes: a function of another source is inlined, and vectorized with its
// caller.
void linked_objects(void**) {
  const char* caller =
      "__device__ float apply(float x);\n"
      "__global__ void k(float* p, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) p[i] = "
      "apply(p[i]); }";
  const Answer first = compile(caller, {"-rdc=true"});
  const Answer second =
      compile("__device__ float apply(float x) { return x * 2 + 1; }", {"--device-c", "-rdc=true"});
  assert_int_equal(first.exit_code, 0);
  assert_int_equal(second.exit_code, 0);
  assert_true(first.object.starts_with("BC\xc0\xde"));
  assert_string_equal(first.lowered.at("k").c_str(), "_Z1kPfi");
  const Answer whole = client::link({{"first.cu", first.object}, {"second.cu", second.object}});
  assert_string_equal(whole.log.c_str(), "");
  assert_int_equal(whole.exit_code, 0);
  assert_true(whole.complete && whole.object.starts_with("\177ELF"));
  assert_string_equal(whole.lowered.at("k").c_str(), "_Z1kPfi");
  assert_true(whole.object.find("gridcall_warp.linear32._Z1kPfi") != std::string::npos);
  assert_true(whole.object.find("_Z5applyf") == std::string::npos);
  assert_refused(client::link({{"first.cu", first.object}}), 1,
                 "Undefined reference to 'apply(float)' in 'first.cu'");
  assert_refused(client::link({{"second.cu", second.object}, {"third.cu", second.object}}), 1,
                 "Multiple definition of 'apply(float)' in 'third.cu', first defined in 'second.cu'");
  assert_refused(client::link({{"none", "no object"}}), 1, "no input has relocatable device code");
  assert_refused(client::link({{"cut.cu", first.object.substr(0, first.object.size() / 2)}}), 1,
                 "'cut.cu' is damaged");
}

}  // namespace

int main() {
  CMUnitTest tests[] = {cmocka_unit_test(description),
                        cmocka_unit_test(without_vector_code),
                        cmocka_unit_test(functions_without_calls),
                        cmocka_unit_test(kernels_that_nvrtc_refuses),
                        cmocka_unit_test(may_block),
                        cmocka_unit_test(every_header),
                        cmocka_unit_test(headers_of_the_guide),
                        cmocka_unit_test(diagnostics),
                        cmocka_unit_test(headers_of_the_request),
                        cmocka_unit_test(references_as_parameters),
                        cmocka_unit_test(options),
                        cmocka_unit_test(name_expressions),
                        cmocka_unit_test(bad_requests),
                        cmocka_unit_test(linked_objects),
                        cmocka_unit_test(contraction),
                        cmocka_unit_test(interleaved_chains),
                        cmocka_unit_test(chosen_processor),
                        cmocka_unit_test(passes_in_the_order_of_the_list),
                        cmocka_unit_test(same_in_each_folder),
                        cmocka_unit_test(launches_from_kernels),
                        cmocka_unit_test(baseline_where_it_takes_long),
                        cmocka_unit_test(time_of_large_blocks),
                        cmocka_unit_test(same_twice)};
  // The last compile for long.
  gridcall::part::take(tests, 2, std::size(tests) - 3);
  return cmocka_run_group_tests(tests, nullptr, nullptr);
}
