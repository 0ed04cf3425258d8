// SPDX-License-Identifier: Apache-2.0
//
// Modules: enough of PTX to know names and sizes.

#include "fake_cuda/module.h"

#include <stdlib.h>
#include <string.h>

#include <algorithm>
#include <utility>

namespace fake {

std::size_t size_of_type(const std::string& type) {  // ".u64", ".b8", ".f32"
  return static_cast<std::size_t>(std::max(1, atoi(type.c_str() + type.find_first_of("0123456789")) / 8));
}
std::vector<std::string> words(const std::string& text) {
  std::vector<std::string> found;
  std::string word;
  for (const char c : text + " ")
    if (strchr(" \t\n\r,()", c)) {
      if (!word.empty()) found.push_back(word);
      word.clear();
    } else {
      word += c;
    }
  return found;
}
// The last word of a declaration, "name" or "name[16]", and its size.
std::pair<std::string, std::size_t> declared(const std::vector<std::string>& declaration,
                                             std::size_t& alignment) {
  std::size_t unit = 1;
  alignment = 0;
  for (std::size_t i = 0; i < declaration.size(); ++i) {
    if (declaration[i] == ".align") alignment = static_cast<std::size_t>(atoi(declaration[i + 1].c_str()));
    const std::string& word = declaration[i];
    if (word.size() > 2 && word[0] == '.' && strchr("busf", word[1]) &&
        isdigit(static_cast<unsigned char>(word[2])))
      unit = size_of_type(word);
  }
  if (!alignment) alignment = unit;
  std::string name = declaration.back();
  std::size_t count = 1;
  if (const std::size_t bracket = name.find('['); bracket != std::string::npos) {
    count = static_cast<std::size_t>(atoi(name.c_str() + bracket + 1));
    name.erase(bracket);
  }
  return {name, unit * count};
}

bool read_ptx(const std::string& ptx, CUmodule handle, Module& module) {
  for (std::size_t at = ptx.find(".entry"); at != std::string::npos; at = ptx.find(".entry", at + 1)) {
    const std::size_t open = ptx.find('(', at), close = ptx.find(')', at);
    if (open == std::string::npos || close == std::string::npos) return false;
    auto* function = new Function;
    function->module = handle;
    function->name = words(ptx.substr(at + 6, open - at - 6)).at(0);
    const std::string list = ptx.substr(open + 1, close - open - 1);
    for (std::size_t begin = 0; begin < list.size();) {
      std::size_t end = list.find(',', begin);
      if (end == std::string::npos) end = list.size();
      const auto parameter = words(list.substr(begin, end - begin));
      if (!parameter.empty()) {
        std::size_t alignment = 0;
        const std::size_t size = declared(parameter, alignment).second;
        std::size_t& total = function->parameter_bytes;
        total = (total + alignment - 1) / alignment * alignment;
        function->parameters.push_back({total, size});
        total += size;
      }
      begin = end + 1;
    }
    module.functions.push_back(function);
  }
  for (std::size_t begin = 0; begin < ptx.size();) {
    std::size_t end = ptx.find('\n', begin);
    if (end == std::string::npos) end = ptx.size();
    std::string line = ptx.substr(begin, end - begin);
    begin = end + 1;
    const std::size_t semicolon = line.find_first_of(";=");
    if (semicolon == std::string::npos) continue;
    line.erase(semicolon);
    auto declaration = words(line);
    while (!declaration.empty() && (declaration[0] == ".visible" || declaration[0] == ".extern"))
      declaration.erase(declaration.begin());
    if (declaration.size() < 3 || (declaration[0] != ".global" && declaration[0] != ".const")) continue;
    std::size_t alignment = 0;
    const auto [name, size] = declared(declaration, alignment);
    module.globals.push_back(new Global{name, std::vector<unsigned char>(size)});
  }
  return true;
}

CUresult cuModuleLoadDataEx(CUmodule* module, const void* image, unsigned count, CUjit_option* options,
                            void** values) {
  NEED_CONTEXT();
  const auto* text = static_cast<const char*>(image);
  const auto refuse = [&](CUresult result, const char* log) {
    for (unsigned i = 0; i < count; ++i)
      for (unsigned j = 0; j < count; ++j)
        if (options[i] == CU_JIT_ERROR_LOG_BUFFER && options[j] == CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES)
          snprintf(static_cast<char*>(values[i]), reinterpret_cast<std::size_t>(values[j]), "%s", log);
    return result;
  };
  if (state().load_result) return refuse(static_cast<CUresult>(state().load_result), "fake: refused as told");
  // PTX alone: it is text, and NUL-terminated as the true driver asks for it.
  if (text[0] != '.' && text[0] != '/') return refuse(CUDA_ERROR_INVALID_IMAGE, "fake: not PTX");
  const std::string ptx = text;
  if (ptx.find(".version") == std::string::npos) return refuse(CUDA_ERROR_INVALID_PTX, "fake: no .version");
  const auto handle = make<CUmodule>(Kind::kModule, current());
  Module made;
  if (!read_ptx(ptx, handle, made)) {
    state().objects.at(key(handle)).live = false;
    return refuse(CUDA_ERROR_INVALID_PTX, "fake: a parameter list does not end");
  }
  for (unsigned i = 0; i < count; ++i) {
    switch (static_cast<int>(options[i])) {
      case CU_JIT_WALL_TIME: {  // a float of milliseconds
        const float milliseconds = 1.5f;
        values[i] = nullptr;
        memcpy(&values[i], &milliseconds, sizeof milliseconds);
        break;
      }
      case CU_JIT_THREADS_PER_BLOCK:
        values[i] = reinterpret_cast<void*>((reinterpret_cast<std::uintptr_t>(values[i]) + 127) / 128 * 128);
        break;
      case CU_JIT_INFO_LOG_BUFFER: {
        // All that was asked for, in the order of the options.
        std::string said = "fake: info";
        for (unsigned j = 0; j < count; ++j)
          if (options[j] != CU_JIT_INFO_LOG_BUFFER && options[j] != CU_JIT_ERROR_LOG_BUFFER)
            said += " " + std::to_string(static_cast<int>(options[j])) + "=" +
                    std::to_string(reinterpret_cast<std::uintptr_t>(values[j]));
        for (unsigned j = 0; j < count && count > 5; ++j)  // else nothing was asked for
          if (options[j] == CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES)
            snprintf(static_cast<char*>(values[i]), reinterpret_cast<std::size_t>(values[j]), "%s\n",
                     said.c_str());
        break;
      }
      default:
        break;
    }
  }
  for (Function* function : made.functions)
    state().functions[reinterpret_cast<CUfunction>(function)] = function;
  state().modules[handle] = made;
  *module = handle;
  return CUDA_SUCCESS;
}
// Links PTX: the texts, one behind the other. Where a text has ".extern .func NAME", another must have ".func
// NAME".
CUresult cuLinkCreate(unsigned count, CUjit_option* options, void** values, CUlinkState* state_out) {
  NEED_CONTEXT();
  const auto handle = make<CUlinkState>(Kind::kLink, current());
  Link& link = state().links[handle];
  link.options.assign(options, options + count);
  link.values.assign(values, values + count);
  *state_out = handle;
  return CUDA_SUCCESS;
}
CUresult cuLinkAddData(CUlinkState handle, CUjitInputType type, void* data, std::size_t size,
                       const char* name, unsigned, CUjit_option*, void**) {
  live_here(handle, Kind::kLink);
  Link& link = state().links.at(handle);
  const auto* text = static_cast<const char*>(data);
  link.types.push_back(type);
  if (type != CU_JIT_INPUT_PTX) return CUDA_SUCCESS;  // kept as what it is said to be
  if (size == 0 || text[size - 1] != '\0') die("PTX for the linker without its NUL", key(handle));
  link.texts.emplace_back(name, text);
  return CUDA_SUCCESS;
}
CUresult cuLinkComplete(CUlinkState handle, void** cubin, std::size_t* size) {
  live_here(handle, Kind::kLink);
  Link& link = state().links.at(handle);
  link.linked.clear();
  for (const auto& [name, text] : link.texts) link.linked += text + "\n";
  for (const auto& [name, text] : link.texts) {
    constexpr const char* kExtern = ".extern .func ";
    for (std::size_t at = 0; (at = text.find(kExtern, at)) != std::string::npos; at += strlen(kExtern)) {
      const std::size_t begin = at + strlen(kExtern);
      const std::string symbol = text.substr(begin, text.find_first_of(" ;(", begin) - begin);
      if (link.linked.find(".visible .func " + symbol) != std::string::npos) continue;
      const std::string log = "fake: Undefined reference to '" + symbol + "' in '" + name + "'";
      for (std::size_t i = 0; i < link.options.size(); ++i)
        if (link.options[i] == CU_JIT_ERROR_LOG_BUFFER)
          strcpy(static_cast<char*>(link.values[i]), log.c_str());
      return CUDA_ERROR_INVALID_IMAGE;
    }
  }
  *cubin = link.linked.data();
  *size = link.linked.size();
  return CUDA_SUCCESS;
}
CUresult cuLinkDestroy(CUlinkState handle) {
  live_here(handle, Kind::kLink).live = false;
  return CUDA_SUCCESS;
}
CUresult cuModuleUnload(CUmodule module) {
  live_here(module, Kind::kModule).live = false;
  return CUDA_SUCCESS;
}
CUresult cuModuleGetFunction(CUfunction* function, CUmodule module, const char* name) {
  live_here(module, Kind::kModule);
  for (Function* each : state().modules.at(module).functions)
    if (each->name == name) {
      *function = reinterpret_cast<CUfunction>(each);
      return CUDA_SUCCESS;
    }
  return CUDA_ERROR_NOT_FOUND;
}
CUresult cuModuleGetGlobal(CUdeviceptr* address, std::size_t* bytes, CUmodule module, const char* name) {
  live_here(module, Kind::kModule);
  for (Global* each : state().modules.at(module).globals)
    if (each->name == name) {
      if (address) *address = key(each->bytes.data());
      if (bytes) *bytes = each->bytes.size();
      return CUDA_SUCCESS;
    }
  return CUDA_ERROR_NOT_FOUND;
}
CUresult cuModuleGetFunctionCount(unsigned* count, CUmodule module) {
  live_here(module, Kind::kModule);
  *count = static_cast<unsigned>(state().modules.at(module).functions.size());
  return CUDA_SUCCESS;
}
CUresult cuModuleEnumerateFunctions(CUfunction* functions, unsigned capacity, CUmodule module) {
  live_here(module, Kind::kModule);
  const auto& all = state().modules.at(module).functions;
  for (unsigned i = 0; i < capacity && i < all.size(); ++i)
    functions[i] = reinterpret_cast<CUfunction>(all[i]);
  return CUDA_SUCCESS;
}
Function& live_function(CUfunction function) {
  const auto found = state().functions.find(function);
  if (found == state().functions.end()) die("not a function of this driver", key(function));
  live_here(found->second->module, Kind::kModule);
  return *found->second;
}
CUresult cuFuncGetName(const char** name, CUfunction function) {
  *name = live_function(function).name.c_str();
  return CUDA_SUCCESS;
}
CUresult cuFuncGetParamInfo(CUfunction function, std::size_t index, std::size_t* offset, std::size_t* size) {
  const Function& f = live_function(function);
  if (index >= f.parameters.size()) return CUDA_ERROR_INVALID_VALUE;
  if (offset) *offset = f.parameters[index].offset;
  if (size) *size = f.parameters[index].size;
  return CUDA_SUCCESS;
}
CUresult cuFuncGetAttribute(int* value, CUfunction_attribute attribute, CUfunction function) {
  const Function& f = live_function(function);
  switch (attribute) {
    case CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK:
      *value = 1024;
      break;
    case CU_FUNC_ATTRIBUTE_NUM_REGS:
      *value = 16;
      break;
    case CU_FUNC_ATTRIBUTE_PTX_VERSION:
    case CU_FUNC_ATTRIBUTE_BINARY_VERSION:
      *value = 90;
      break;
    case CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES:
      *value = f.max_dynamic_shared;
      break;
    case CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT:
      *value = -1;
      break;
    default:
      if (attribute < 0 || attribute > 15) return CUDA_ERROR_INVALID_VALUE;
      *value = 0;
  }
  return CUDA_SUCCESS;
}
CUresult cuFuncSetAttribute(CUfunction function, CUfunction_attribute attribute, int value) {
  Function& f = live_function(function);
  // NVIDIA's driver 580 reads beyond a table of its own then.
  if (attribute < 0 || attribute > 64) die("an attribute to set that the driver does not know");
  if (attribute == CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT) return CUDA_SUCCESS;
  if (attribute != CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES || value < 0 || value > 227 * 1024)
    return CUDA_ERROR_INVALID_VALUE;
  f.max_dynamic_shared = value;
  return CUDA_SUCCESS;
}

}  // namespace fake
