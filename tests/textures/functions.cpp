// SPDX-License-Identifier: Apache-2.0
//
// Every function of functions.def in every form: the CPU device's compiler takes it or refuses it by name,
// NVRTC takes it, and all forms of one function read the same.

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "gridcall/gridcall.h"
#include "support/call.h"
#include "support/cmocka.h"

namespace {

[[noreturn]] void give_up(const std::string& problem) {
  print_error("%s\n", problem.c_str());
  fail();
  std::abort();  // fail() does not come back
}

struct Texture {
  const char* name;
  const char* coordinates;
  const char* reference;
  bool has_residency;
  const char* stands_in;
};
struct Surface {
  const char* name;
  const char* coordinates;
  const char* reference;
};
constexpr Texture kTextures[] = {
#define TEXTURE(name, coordinates, reference, has_residency, stands_in) \
  {#name, coordinates, reference, has_residency, stands_in},
#define SURFACE(name, coordinates, reference)
#include "textures/functions.def"
#undef TEXTURE
#undef SURFACE
};
constexpr Surface kSurfaces[] = {
#define TEXTURE(name, coordinates, reference, has_residency, stands_in)
#define SURFACE(name, coordinates, reference) {#name, coordinates, reference},
#include "textures/functions.def"
#undef TEXTURE
#undef SURFACE
};
// The types that a read of a texture returns: for each number, itself and vectors of 1, 2 and 4.
constexpr const char* kTexels[][4] = {
    {"char", "char1", "char2", "char4"},     {"unsigned char", "uchar1", "uchar2", "uchar4"},
    {"short", "short1", "short2", "short4"}, {"unsigned short", "ushort1", "ushort2", "ushort4"},
    {"int", "int1", "int2", "int4"},         {"unsigned int", "uint1", "uint2", "uint4"},
    {"float", "float1", "float2", "float4"}};

// The forms of one read; each adds to `count`, where it reads something else than the first one.
std::vector<std::string> forms(const Texture& texture) {
  const std::string name = texture.name, at = texture.coordinates;
  std::vector<std::string> all{"first = " + name + "<float4>(t, " + at + ");",
                               "v = first; count += differs(v, first);",
                               name + "(&v, t, " + at + "); count += differs(v, first);"};
  std::vector<std::string> told;
  if (texture.has_residency) told.push_back("&is_there");
  if (name == "tex2Dgather") {
    all.push_back("v = " + name + "<float4>(t, " + at + ", 0); count += differs(v, first);");
    told.push_back("&is_there, 0");
  }
  for (const std::string& more : told) {
    all.push_back("is_there = false; v = " + name + "<float4>(t, " + at + ", " + more +
                  "); count += differs(v, first) + !is_there;");
    all.push_back("is_there = false; " + name + "(&v, t, " + at + ", " + more +
                  "); count += differs(v, first) + !is_there;");
  }
  return all;
}

std::string source_of(const std::vector<std::string>& statements, const std::string& declarations = "") {
  std::string source =
      declarations +
      "__device__ int differs(float4 a, float4 b) {\n"
      "  return __float_as_int(a.x) != __float_as_int(b.x) || __float_as_int(a.w) != __float_as_int(b.w);\n"
      "}\n"
      "__global__ void k(cudaTextureObject_t t, cudaSurfaceObject_t s, float4* out, int* differing) {\n"
      "  const float x = out->x, y = out->y, z = out->z, dx = 0.125f;\n"
      "  const float2 d2 = {0.25f, 0}; const float4 d4 = {0.25f, 0, 0, 0};\n"
      "  float4 v = {0, 0, 0, 0}, first = v; bool is_there = false; int count = 0;\n";
  for (const std::string& statement : statements) source += "  " + statement + "\n";
  return source +
         "  *out = v; differing[0] = is_there; differing[1] = count;\n  (void)first; (void)d2; (void)d4; "
         "(void)dx;\n}\n";
}

std::string every_object() {
  std::vector<std::string> statements;
  for (const Texture& texture : kTextures)
    if (!texture.stands_in)
      for (const std::string& form : forms(texture)) statements.push_back(form);
  for (const Surface& surface : kSurfaces) {
    const std::string name = surface.name, at = surface.coordinates;
    for (const std::string mode : {"", ", cudaBoundaryModeZero"}) {
      statements.push_back("v = " + name + "read<float4>(s, " + at + mode + ");");
      statements.push_back(name + "read(&v, s, " + at + mode + ");");
      statements.push_back(name + "write(v, s, " + at + mode + ");");
    }
  }
  for (const auto& texel : kTexels)
    for (const std::string type : texel)
      statements.push_back("{ const " + type + " texel = tex1Dfetch<" + type +
                           ">(t, 1); surf1Dwrite(texel, s, 0); }");
  return source_of(statements);
}

// Reads through references.
std::string every_reference() {
  std::vector<std::string> statements;
  std::string declarations;
  for (const Texture& texture : kTextures) {
    if (texture.stands_in) continue;
    const std::string name = texture.name, at = texture.coordinates;
    declarations += "texture<float4, " + std::string(texture.reference) + "> of_" + name + ";\n";
    declarations += "texture<uchar4, " + std::string(texture.reference) +
                    ", cudaReadModeNormalizedFloat> as_float_" + name + ";\n";
    statements.push_back("v = " + name + "(of_" + name + ", " + at + ");");
    statements.push_back("v = " + name + "(as_float_" + name + ", " + at + ");");
  }
  declarations += "texture<float, 2> one_channel;\n";
  statements.push_back("v = tex2Dgather(one_channel, x, y, 0);");
  for (const Surface& surface : kSurfaces) {
    const std::string name = surface.name, at = surface.coordinates;
    declarations += "surface<void, " + std::string(surface.reference) + "> of_" + name + ";\n";
    statements.push_back("v = " + name + "read<float4>(of_" + name + ", " + at + ");");
    statements.push_back(name + "read(&v, of_" + name + ", " + at + ", cudaBoundaryModeZero);");
    statements.push_back(name + "write(v, of_" + name + ", " + at + ");");
  }
  return source_of(statements, declarations);
}

// "" if it compiles, else the status and the log. `device` NULL: for a GPU.
std::string problem_of(gc_device* device, const std::string& source) {
  gc_compile_options options = GRIDCALL_COMPILE_OPTIONS_INIT;
  options.flags = GRIDCALL_COMPILE_NO_CACHE;
  if (!device) options.arch = "sm_90";
  gc_program* program = nullptr;
  gc_error* error = nullptr;
  const gc_status status =
      gc_program_compile(device, source.c_str(), source.size(), &options, &program, &error);
  gc_program_release(program);
  if (status == GRIDCALL_OK) return "";
  return gridcall::kernels::problem_of(status, error, "gc_program_compile");
}

gc_device* cpu_device() {
  gc_device* device = nullptr;
  CALL(gc_device_find, "cpu", &device);
  return device;
}

void the_cpu_device_takes_them(void**) {
  for (const std::string& source : {every_object(), every_reference()}) {
    const std::string problem = problem_of(cpu_device(), source);
    if (!problem.empty()) fail_msg("%s", problem.c_str());
  }
}

void expect_refusal(const std::string& source, const std::vector<std::string>& words) {
  const std::string problem = problem_of(cpu_device(), source);
  for (const std::string& word : words)
    if (problem.find(word) == std::string::npos)
      fail_msg("\"%s\" says nothing of \"%s\"", problem.c_str(), word.c_str());
}

void the_cpu_device_refuses_the_rest_by_name(void**) {
  int refused = 0;
  for (const Texture& texture : kTextures) {
    if (!texture.stands_in) continue;
    ++refused;
    const std::string name = texture.name, at = texture.coordinates;
    const std::vector<std::string> words{"COMPILE", "'" + name, "the CPU device does not have it",
                                         std::string("use ") + texture.stands_in};
    for (const std::string& statement :
         {"v = " + name + "<float4>(t, " + at + ");", name + "(&v, t, " + at + ");"})
      expect_refusal(source_of({statement}), words);
    expect_refusal(source_of({"v = " + name + "(r, " + at + ");"},
                             "texture<float4, " + std::string(texture.reference) + "> r;\n"),
                   words);
    // A template that nobody uses is no use of it.
    const std::string unused =
        "template <class T> __device__ T unused(cudaTextureObject_t t, float x, float y, float z, float4 d4) "
        "{ return " +
        name + "<T>(t, " + at + "); }\n";
    assert_string_equal(problem_of(cpu_device(), source_of({}, unused)).c_str(), "");
  }
  assert_true(refused > 0);
  expect_refusal(source_of({"const double number = tex2D<double>(t, x, y); v.x = number;"}),
                 {"a texture is read as char, short, int, float"});
}

void nvrtc_takes_them(void**) {
  if (problem_of(nullptr, "__global__ void k() {}").find("COMPILER_UNAVAILABLE") != std::string::npos) {
    print_message("# no NVRTC here\n");
    skip();
  }
  std::vector<std::string> refused;
  for (const Texture& texture : kTextures)
    if (texture.stands_in)
      for (const std::string& form : forms(texture)) refused.push_back(form);
  for (const std::string& source : {every_object(), every_reference(), source_of(refused)}) {
    const std::string problem = problem_of(nullptr, source);
    if (!problem.empty()) fail_msg("%s", problem.c_str());
  }
}

// Each function has a kernel of its own, over a texture of its dimensions with levels.
void forms_read_the_same(void**) {
  gc_context* context = nullptr;
  CALL(gc_context_get_default, &context);
  for (const Texture& texture : kTextures) {
    if (texture.stands_in) continue;
    const std::string reference = texture.reference;
    const bool is_cube = reference == "0x0C" || reference == "0xFC";
    const bool is_layered = reference == "0xF1" || reference == "0xF2" || reference == "0xFC";
    const bool is_fetch = std::strcmp(texture.name, "tex1Dfetch") == 0;
    const bool is_gather = std::strcmp(texture.name, "tex2Dgather") == 0;
    gc_array_options what = GRIDCALL_ARRAY_OPTIONS_INIT;
    what.width = 8;
    what.height = reference == "1" || reference == "0xF1" ? 0 : 8;
    what.depth = reference == "3" ? 8 : is_cube ? (is_layered ? 12 : 6) : is_layered ? 2 : 0;
    what.levels = is_gather ? 0 : 3;
    what.flags = (is_cube ? GRIDCALL_ARRAY_CUBEMAP : 0) | (is_layered ? GRIDCALL_ARRAY_LAYERED : 0) |
                 (is_gather ? GRIDCALL_ARRAY_TEXTURE_GATHER : 0);
    what.format = GRIDCALL_ARRAY_FORMAT_FLOAT;
    what.channels = 4;
    gc_array* array = nullptr;
    gc_mem* linear = nullptr;
    gc_texture_options how = GRIDCALL_TEXTURE_OPTIONS_INIT;
    std::vector<float> texels(std::size_t{4} * 8 * 8 * 12);
    for (std::size_t i = 0; i < texels.size(); ++i) texels[i] = static_cast<float>(i + 1);
    if (is_fetch) {
      CALL(gc_mem_alloc, context, 8 * 16, &linear);
      CALL(gc_memcpy_htod, linear, 0, texels.data(), 8 * 16, nullptr);
      how.mem = linear;
      how.width = 8;
      how.format = what.format;
      how.channels = what.channels;
    } else {
      CALL(gc_array_create, context, &what, &array);
      for (std::uint32_t level = 0; level == 0 || level < what.levels; ++level) {
        const auto halved = [&](std::uint64_t extent) { return extent >> level != 0 ? extent >> level : 1; };
        gc_array* part = array;
        if (what.levels != 0) CALL(gc_array_get_level, array, level, &part);
        gc_rect_copy copy = GRIDCALL_RECT_COPY_INIT;
        copy.dst.array = part;
        copy.width = halved(8) * 16;
        copy.height = what.height == 0 ? 1 : halved(8);
        copy.depth = is_cube || is_layered ? what.depth : what.depth == 0 ? 1 : halved(8);
        copy.src.host = texels.data();
        copy.src.host_size = copy.width * copy.height * copy.depth;
        CALL(gc_memcpy_rect, &copy, nullptr);
        if (part != array) gc_array_release(part);
      }
      how.array = array;
    }
    how.sampling.flags = is_fetch ? 0 : GRIDCALL_SAMPLING_NORMALIZED_COORDINATES;
    how.sampling.filter = how.sampling.mip_filter =
        is_fetch ? GRIDCALL_FILTER_MODE_POINT : GRIDCALL_FILTER_MODE_LINEAR;
    how.sampling.max_level = 2;
    gc_texture* made = nullptr;
    CALL(gc_texture_create, context, &how, &made);

    const std::string source = source_of(forms(texture));
    gc_module* module = nullptr;
    gc_kernel* kernel = nullptr;
    CALL(gc_module_from_source, context, source.c_str(), source.size(), nullptr, &module);
    CALL(gc_module_get_kernel, module, "k", &kernel);
    gc_mem *out = nullptr, *differing = nullptr;
    float place[4] = {0.3F, 0.4F, 0.2F, 0};
    int told[2] = {0, -1};
    CALL(gc_mem_alloc, context, sizeof place, &out);
    CALL(gc_mem_alloc, context, sizeof told, &differing);
    CALL(gc_memcpy_htod, out, 0, place, sizeof place, nullptr);
    CALL(gc_memcpy_htod, differing, 0, told, sizeof told, nullptr);
    gc_launch_config config = GRIDCALL_LAUNCH_CONFIG_INIT;
    config.grid_x = config.block_x = 1;
    const std::uint64_t no_surface = 0;
    const gc_arg args[] = {GRIDCALL_ARG_TEXTURE(made), GRIDCALL_ARG(no_surface), GRIDCALL_ARG_MEM(out),
                           GRIDCALL_ARG_MEM(differing)};
    CALL(gc_launch, kernel, &config, args, 4, nullptr);
    CALL(gc_memcpy_dtoh, place, out, 0, sizeof place, nullptr);
    CALL(gc_memcpy_dtoh, told, differing, 0, sizeof told, nullptr);
    if (told[1] != 0 || (told[0] != 0) != texture.has_residency || place[0] < 1)
      fail_msg("%s: %d forms read something else, resident %d, the last read %g", texture.name, told[1],
               told[0], static_cast<double>(place[0]));
    gc_texture_release(made);
    gc_array_release(array);
    gc_mem_release(linear);
    gc_mem_release(out);
    gc_mem_release(differing);
    gc_kernel_release(kernel);
    gc_module_release(module);
  }
  gc_context_release(context);
}

}  // namespace

int main() {
  const CMUnitTest tests[] = {
      cmocka_unit_test(the_cpu_device_takes_them),
      cmocka_unit_test(the_cpu_device_refuses_the_rest_by_name),
      cmocka_unit_test(nvrtc_takes_them),
      cmocka_unit_test(forms_read_the_same),
  };
  return cmocka_run_group_tests(tests, nullptr, nullptr);
}
