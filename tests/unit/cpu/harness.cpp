// SPDX-License-Identifier: Apache-2.0

#include "harness.h"

#include <dlfcn.h>

#include "support/places.h"

namespace harness {

Table cu{};
CpuDriverEntry entry = nullptr;

bool open_table() {
  if (cu.size != 0) return true;
  void* library = dlopen(kCpuLibrary, RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    std::fprintf(stderr, "%s\n", dlerror());
    return false;
  }
  entry = reinterpret_cast<CpuDriverEntry>(dlsym(library, kCpuDriverEntryName));
  return entry && entry(kCpuDriverVersion, &cu, sizeof cu) == 0 && cu.size == sizeof cu;
}

int open_driver(void**) {
  if (!open_table()) return 1;
  CUcontext context = nullptr;
  if (cu.cuInit(0) != 0 || cu.cuDevicePrimaryCtxRetain(&context, 0) != 0 || cu.cuCtxSetCurrent(context) != 0)
    return 1;
  return 0;
}

std::vector<char> read_image(const char* name) {
  const std::string path = std::string(kCpuImages) + "/" + name + ".o";
  std::FILE* file = std::fopen(path.c_str(), "rb");
  if (!file) fail_msg("cannot read %s", path.c_str());
  std::vector<char> bytes;
  char buffer[65536];
  size_t got = 0;
  while ((got = std::fread(buffer, 1, sizeof buffer, file)) != 0)
    bytes.insert(bytes.end(), buffer, buffer + got);
  std::fclose(file);
  return bytes;
}

CUmodule load(const char* name) {
  const std::vector<char> image = read_image(name);
  CUmodule module = nullptr;
  const CUresult result = cu.cuModuleLoadDataEx(&module, image.data(), 0, nullptr, nullptr);
  if (result != 0) fail_msg("loading %s: %d, %s", name, result, fault_text().c_str());
  return module;
}

CUfunction function(CUmodule module, const char* name) {
  CUfunction found = nullptr;
  assert_int_equal(cu.cuModuleGetFunction(&found, module, name), 0);
  return found;
}

CUdeviceptr alloc(size_t bytes, int fill) {
  CUdeviceptr address = 0;
  assert_int_equal(cu.cuMemAlloc(&address, bytes), 0);
  assert_int_equal(cu.cuMemsetD8(address, static_cast<unsigned char>(fill), bytes), 0);
  assert_int_equal(cu.cuStreamSynchronize(nullptr), 0);  // NON_BLOCKING streams do not wait for the fill
  return address;
}

std::string fault_text() {
  char text[2048] = "";
  cu.gridcallFaultText(text, sizeof text);
  return text;
}

}  // namespace harness
