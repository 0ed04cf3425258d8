// SPDX-License-Identifier: Apache-2.0
//
// Metadata of an object: the names and locations that the module's IR does not contain.

#include "cc/frontend/objects.h"

#include <llvm/BinaryFormat/Magic.h>
#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Linker/Linker.h>
#include <llvm/Object/Archive.h>
#include <llvm/Object/ELFObjectFile.h>
#include <llvm/Support/raw_ostream.h>

#include <algorithm>
#include <cstring>
#include <set>

#include "cc/ir/undefined.h"

namespace gridcall::cc {
namespace {

constexpr const char* kObjectMetadata = "gridcall.object";      // version, source, -G, checks
constexpr const char* kSymbolMetadata = "gridcall.symbols";     // a row of the NameTable
constexpr const char* kLoweredMetadata = "gridcall.lowered";    // name, mangled name
constexpr const char* kAssemblyMetadata = "gridcall.assembly";  // cookie, location
constexpr const char* kVersion = GRIDCALL_CC_VERSION " " LLVM_VERSION_STRING;
// The section and the names that clang uses in a host's object with -fgpu-rdc.
constexpr llvm::StringLiteral kImageSection("__nv_relfatbin");
constexpr llvm::StringLiteral kStaticMark("__static__");
constexpr llvm::StringLiteral kRegisterPrefix("__cudaRegisterLinkedBinary");
// The magic of image::CpuHeader, whose own length and object's length are at offsets 12 and 16.
constexpr llvm::StringLiteral kImageMagic("GRIDCPUR");
constexpr std::size_t kLeastHeader = 24;

class Writer {
 public:
  explicit Writer(llvm::Module& module) : module_(module), context_(module.getContext()) {}

  llvm::Metadata* text(llvm::StringRef value) { return llvm::MDString::get(context_, value); }
  llvm::Metadata* number(std::uint64_t value) {
    return llvm::ConstantAsMetadata::get(llvm::ConstantInt::get(llvm::Type::getInt64Ty(context_), value));
  }
  void row(const char* table, llvm::ArrayRef<llvm::Metadata*> cells) {
    module_.getOrInsertNamedMetadata(table)->addOperand(llvm::MDNode::get(context_, cells));
  }

 private:
  llvm::Module& module_;
  llvm::LLVMContext& context_;
};

std::string text_of(const llvm::MDNode& row, unsigned cell) {
  const auto* text =
      cell < row.getNumOperands() ? llvm::dyn_cast<llvm::MDString>(row.getOperand(cell)) : nullptr;
  return text ? text->getString().str() : std::string();
}
std::uint64_t number_of(const llvm::MDNode& row, unsigned cell) {
  const auto* value = cell < row.getNumOperands()
                          ? llvm::mdconst::dyn_extract<llvm::ConstantInt>(row.getOperand(cell))
                          : nullptr;
  return value ? value->getZExtValue() : 0;
}

// Returns the rows of a table and removes it from the module, because the linker would join the tables.
std::vector<const llvm::MDNode*> take_rows(llvm::Module& module, const char* table) {
  std::vector<const llvm::MDNode*> rows;
  llvm::NamedMDNode* node = module.getNamedMetadata(table);
  if (!node) return rows;
  for (const llvm::MDNode* row : node->operands()) rows.push_back(row);
  node->eraseFromParent();
  return rows;
}

class ObjectLinker {
 public:
  ObjectLinker(Options& options, llvm::LLVMContext& context, FrontendResult& result)
      : options_(options), context_(context), result_(result) {}

  // Adds an input, or a member of one.
  bool add(const std::string& name, llvm::StringRef bytes) {
    switch (llvm::identify_magic(bytes)) {
      case llvm::file_magic::archive:
        return add_archive(name, bytes);
      case llvm::file_magic::bitcode:
        return add_object(name, bytes);
      case llvm::file_magic::elf_relocatable:
        return add_host_object(name, bytes);
      default:
        return bytes.starts_with(kImageMagic) ? add_images(name, bytes) : true;
    }
  }

  bool link() {
    for (const Input& input : inputs_) {
      if (!input.registration.empty()) result_.registrations.push_back(input.registration);
      if (!add_module(input)) return false;
    }
    if (!result_.module) return fail("no input has relocatable device code (-rdc=true) of gridcall-cc");
    for (auto& [symbol, users] : users_) {
      llvm::GlobalValue* value = result_.module->getNamedValue(symbol);
      if (!value || !value->isDeclaration()) continue;
      std::string list;
      for (const std::string& user : users) list += (list.empty() ? "'" : ", '") + user + "'";
      if (auto* function = llvm::dyn_cast<llvm::Function>(value)) function->addFnAttr(kUsedInAttribute, list);
      if (auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(value))
        variable->addAttribute(kUsedInAttribute, list);
    }
    add_lowered();
    return true;
  }

 private:
  bool fail(const std::string& text) {
    result_.log += "error: " + text + "\n";
    return false;
  }

  struct Input {
    std::string name;
    std::string bitcode;
    std::string registration;  // the function by which a host's object registers it
  };
  struct First {
    std::string source;
    bool is_defined = false;
    std::uint64_t size = 0;
    unsigned space = 0;
  };

  bool add_object(const std::string& name, llvm::StringRef bitcode, const std::string& registration = {}) {
    inputs_.push_back({name, bitcode.str(), registration});
    return true;
  }

  bool add_images(const std::string& name, llvm::StringRef bytes, const std::string& registration = {}) {
    for (std::size_t at = 0; (at = bytes.find(kImageMagic, at)) != llvm::StringRef::npos;) {
      const llvm::StringRef image = bytes.drop_front(at);
      std::uint32_t header = 0;
      std::uint64_t size = 0;
      if (image.size() < kLeastHeader) return fail("'" + name + "' ends inside an image");
      std::memcpy(&header, image.data() + 12, sizeof header);
      std::memcpy(&size, image.data() + 16, sizeof size);
      if (header < kLeastHeader || header > image.size() || size > image.size() - header)
        return fail("'" + name + "' has an image that is cut off; compile it again");
      add_object(name, image.substr(header, size), registration);
      at += header + size;
    }
    return true;
  }

  bool add_archive(const std::string& name, llvm::StringRef bytes) {
    auto archive = llvm::object::Archive::create(llvm::MemoryBufferRef(bytes, name));
    if (!archive) return fail("'" + name + "' is no archive: " + llvm::toString(archive.takeError()));
    llvm::Error error = llvm::Error::success();
    for (const llvm::object::Archive::Child& child : (*archive)->children(error)) {
      auto member = child.getBuffer();
      auto member_name = child.getName();
      if (!member || !member_name) {
        llvm::consumeError(member.takeError());
        llvm::consumeError(member_name.takeError());
        return fail("'" + name + "' is damaged");
      }
      if (!add(name + "(" + member_name->str() + ")", *member)) return false;
    }
    if (error) return fail("'" + name + "' is damaged: " + llvm::toString(std::move(error)));
    return true;
  }

  bool add_host_object(const std::string& name, llvm::StringRef bytes) {
    auto file = llvm::object::ObjectFile::createELFObjectFile(llvm::MemoryBufferRef(bytes, name));
    if (!file) return fail("'" + name + "' is damaged: " + llvm::toString(file.takeError()));
    std::string registration;
    for (const llvm::object::SymbolRef& symbol : (*file)->symbols()) {
      auto symbol_name = symbol.getName();
      auto flags = symbol.getFlags();
      if (!symbol_name || !flags) {
        llvm::consumeError(symbol_name.takeError());
        llvm::consumeError(flags.takeError());
        continue;
      }
      if (symbol_name->starts_with(kRegisterPrefix) && (*flags & llvm::object::SymbolRef::SF_Undefined) != 0)
        registration = symbol_name->str();
    }
    for (const llvm::object::SectionRef& section : (*file)->sections()) {
      auto section_name = section.getName();
      auto content = section.getContents();
      if (section_name && content && *section_name == kImageSection) {
        if (!add_images(name, *content, registration)) return false;
        continue;
      }
      llvm::consumeError(section_name.takeError());
      llvm::consumeError(content.takeError());
    }
    return true;
  }

  bool add_module(const Input& input) {
    auto parsed = llvm::parseBitcodeFile(llvm::MemoryBufferRef(input.bitcode, input.name), context_);
    if (!parsed) return fail("'" + input.name + "' is damaged: " + llvm::toString(parsed.takeError()));
    llvm::Module& module = **parsed;
    const std::vector<const llvm::MDNode*> about = take_rows(module, kObjectMetadata);
    const std::string version = about.empty() ? "another program" : "gridcall-cc " + text_of(*about[0], 0);
    if (about.size() != 1 || text_of(*about[0], 0) != kVersion)
      return fail("'" + input.name + "' was compiled by " + version + ", and this is gridcall-cc " +
                  kVersion + "; compile it again");
    // Clang's own flags differ between options that are attributes of functions here.
    if (llvm::NamedMDNode* flags = module.getNamedMetadata("llvm.module.flags")) {
      std::vector<llvm::MDNode*> kept;
      for (llvm::MDNode* flag : flags->operands())
        if (text_of(*flag, 1) != "nvvm-reflect-ftz") kept.push_back(flag);
      flags->clearOperands();
      for (llvm::MDNode* flag : kept) flags->addOperand(flag);
    }
    options_.device_debug |= number_of(*about[0], 2) != 0;
    options_.checks |= static_cast<std::uint32_t>(number_of(*about[0], 3));
    take_names(module);
    take_locations(module);
    take_lowered(module);
    for (const llvm::GlobalValue& value : module.global_values())
      if (!check(value, input.name)) return false;
    if (!result_.module) {
      result_.module = std::move(*parsed);
      return true;
    }
    if (llvm::Linker::linkModules(*result_.module, std::move(*parsed)))
      return fail("'" + input.name + "' cannot be linked with the others");
    return true;
  }

  std::string quoted(llvm::StringRef symbol) const { return "'" + llvm::demangle(symbol.str()) + "'"; }

  // Compares a symbol with the earlier symbols of its name.
  bool check(const llvm::GlobalValue& value, const std::string& source) {
    if (value.hasLocalLinkage() || value.hasAppendingLinkage() || value.getName().starts_with("llvm."))
      return true;
    const bool is_strong = !value.isDeclaration() && value.isStrongDefinitionForLinker();
    if (value.isDeclaration() && !value.use_empty()) users_[value.getName().str()].push_back(source);
    const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(&value);
    const std::uint64_t size =
        variable
            ? value.getParent()->getDataLayout().getTypeAllocSize(variable->getValueType()).getFixedValue()
            : 0;
    const auto [found, is_new] =
        firsts_.try_emplace(value.getName().str(), First{source, is_strong, size, value.getAddressSpace()});
    First& first = found->second;
    if (is_new) return true;
    const std::string where =
        " for " + quoted(value.getName()) + " in '" + source + "', first specified in '" + first.source + "'";
    if (first.space != value.getAddressSpace()) return fail("Memory space doesn't match" + where);
    if (first.size != 0 && size != 0 && first.size != size)
      return fail("Size doesn't match" + where + ": " + std::to_string(size) + " and " +
                  std::to_string(first.size) + " bytes");
    if (is_strong && first.is_defined)
      return fail("Multiple definition of " + quoted(value.getName()) + " in '" + source +
                  "', first defined in '" + first.source + "'");
    if (is_strong) first.source = source;
    first.is_defined |= is_strong;
    first.size = std::max(first.size, size);
    return true;
  }

  void take_names(llvm::Module& module) {
    for (const llvm::MDNode* row : take_rows(module, kSymbolMetadata)) {
      SymbolName name{text_of(*row, 1), text_of(*row, 2)};
      for (unsigned cell = 3; cell + 2 < row->getNumOperands(); cell += 3)
        name.parameters.push_back({text_of(*row, cell), text_of(*row, cell + 1),
                                   static_cast<std::uint32_t>(number_of(*row, cell + 2))});
      const llvm::GlobalValue* value = module.getNamedValue(text_of(*row, 0));
      if (value && !value->isDeclaration())
        result_.names[text_of(*row, 0)] = std::move(name);
      else
        result_.names.try_emplace(text_of(*row, 0), std::move(name));
    }
  }

  // Renumbers the locations, because each source numbers its own.
  void take_locations(llvm::Module& module) {
    std::map<std::uint64_t, std::string> locations;
    for (const llvm::MDNode* row : take_rows(module, kAssemblyMetadata))
      locations[number_of(*row, 0)] = text_of(*row, 1);
    for (llvm::Function& function : module) {
      for (llvm::Instruction& instruction : llvm::instructions(function)) {
        const llvm::MDNode* node = instruction.getMetadata("srcloc");
        if (!node) continue;
        const std::uint64_t cookie = ++cookies_;
        result_.assembly_locations[cookie] = locations[number_of(*node, 0)];
        auto* number = llvm::ConstantInt::get(llvm::Type::getInt64Ty(context_), cookie);
        instruction.setMetadata("srcloc", llvm::MDNode::get(context_, llvm::ConstantAsMetadata::get(number)));
      }
    }
  }

  void take_lowered(llvm::Module& module) {
    for (const llvm::MDNode* row : take_rows(module, kLoweredMetadata)) {
      const std::string name = text_of(*row, 0);
      if (lowered_[name].empty()) order_.push_back(name);
      lowered_[name].insert(text_of(*row, 1));
    }
  }

  // A name that two sources give to static symbols of their own names neither.
  void add_lowered() {
    for (const std::string& name : order_)
      if (lowered_[name].size() == 1) result_.lowered.emplace_back(name, *lowered_[name].begin());
  }

  Options& options_;
  llvm::LLVMContext& context_;
  FrontendResult& result_;
  std::vector<Input> inputs_;
  std::map<std::string, First> firsts_;
  std::map<std::string, std::vector<std::string>> users_;  // the objects that use an undefined symbol
  std::map<std::string, std::set<std::string>> lowered_;
  std::vector<std::string> order_;
  std::uint64_t cookies_ = 0;
};

// Clang 19 gives a static variable that host code uses a name of its own. Device code that used the variable
// earlier has it under another name.
void join_static_variables(llvm::Module& module) {
  for (llvm::GlobalVariable& variable : module.globals()) {
    const std::size_t mark = variable.getName().find(kStaticMark);
    if (variable.isDeclaration() || mark == llvm::StringRef::npos) continue;
    llvm::GlobalVariable* other =
        module.getGlobalVariable(variable.getName().take_front(mark), /*AllowInternal*/ true);
    if (other && other->isDeclaration()) other->replaceAllUsesWith(&variable);
  }
}

}  // namespace

std::string relocatable_object(FrontendResult& source, const std::string& name, const Options& options) {
  llvm::Module& module = *source.module;
  join_static_variables(module);
  // A name that the host looks up must be unique after the link too.
  for (auto& [known, symbol] : source.lowered) {
    llvm::GlobalValue* value = module.getNamedValue(symbol);
    if (!value || !value->hasLocalLinkage()) continue;
    const std::string fresh = symbol + kStaticMark.str() + source.unit;
    if (auto node = source.names.extract(symbol)) {
      node.key() = fresh;
      source.names.insert(std::move(node));
    }
    value->setName(fresh);
    symbol = fresh;
  }
  Writer writer(module);
  writer.row(kObjectMetadata, {writer.text(kVersion), writer.text(name),
                               writer.number(options.device_debug ? 1 : 0), writer.number(options.checks)});
  for (const auto& [symbol, about] : source.names) {
    std::vector<llvm::Metadata*> row = {writer.text(symbol), writer.text(about.plain),
                                        writer.text(about.location)};
    for (const ParameterName& parameter : about.parameters)
      row.insert(row.end(), {writer.text(parameter.name), writer.text(parameter.type_name),
                             writer.number(parameter.type)});
    writer.row(kSymbolMetadata, row);
  }
  for (const auto& [known, symbol] : source.lowered)
    writer.row(kLoweredMetadata, {writer.text(known), writer.text(symbol)});
  for (const auto& [cookie, location] : source.assembly_locations)
    writer.row(kAssemblyMetadata, {writer.number(cookie), writer.text(location)});
  std::string bytes;
  llvm::raw_string_ostream out(bytes);
  llvm::WriteBitcodeToFile(module, out);
  out.flush();
  return bytes;
}

void link_objects(const std::vector<LinkInput>& inputs, Options& options, llvm::LLVMContext& context,
                  FrontendResult& result) {
  ObjectLinker linker(options, context, result);
  result.ok = std::all_of(inputs.begin(), inputs.end(),
                          [&](const LinkInput& input) { return linker.add(input.first, input.second); }) &&
              linker.link();
}

}  // namespace gridcall::cc
