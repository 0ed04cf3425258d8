// SPDX-License-Identifier: Apache-2.0
//
// From source, image or file to a loaded module: the compiler and the core together. The module of a source
// can make more template instances of it; an image of the cache that the driver refuses is compiled anew.

#pragma once

#include <string>
#include <vector>

#include "compile/compiler.h"
#include "core/linker.h"
#include "core/module.h"
#include "core/program.h"
#include "image/image.h"

namespace gridcall::program {

// Compiles and loads a source. An empty `request.name` is a source without a file.
core::Ref<core::Module> from_source(core::Context& context, compile::Request request);

// Loads a source of the library's own. The module does not hold the source, because nobody asks it for
// template instances.
core::Ref<core::Module> from_own_source(core::Context& context, compile::Request request);

// Compiles for a device; without one, for the architecture of the request.
core::Ref<core::Program> compile_program(const core::Device* device, compile::Request request);
core::Ref<core::Module> from_program(core::Context& context, const core::Program& program,
                                     const core::LoadOptions& options);

// Loads an image. Throws Failure UNSUPPORTED for NVIDIA's formats on the CPU device, INCOMPATIBLE_IMAGE for
// an image of another device, INVALID_IMAGE for a damaged one.
core::Ref<core::Module> from_image(core::Context& context, image::Bytes bytes,
                                   const core::LoadOptions& options);

// Links relocatable images, host objects and libraries that contain some, and loads the result. Throws the
// failures of from_image, and COMPILE for inputs that nvlink refuses.
core::Ref<core::Module> link(core::Context& context, std::vector<core::LinkInput> inputs,
                             const core::LoadOptions& options);

// Loads a file with a source or an image. `request` has no source yet; `has_options`: the caller gave
// options, which an image does not take. An empty `request.name` becomes the path.
core::Ref<core::Module> from_file(core::Context& context, const std::string& path, compile::Request request,
                                  bool has_options);

}  // namespace gridcall::program
