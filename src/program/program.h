// SPDX-License-Identifier: Apache-2.0
//
// From source, image or file to a loaded module: the compiler and the core together. The module of a source
// can make more template instances of it; an image of the cache that the driver refuses is compiled anew.

#pragma once

#include <string>

#include "compile/compiler.h"
#include "core/module.h"
#include "image/image.h"

namespace gridcall::program {

// An empty `request.name` is a source without a file.
core::Ref<core::Module> from_source(core::Context& context, compile::Request request);

// Throws Failure UNSUPPORTED for the CPU device, INVALID_IMAGE for what is damaged.
core::Ref<core::Module> from_image(core::Context& context, image::Bytes bytes);

// A file with one of both. `request` has no source yet; `has_options`: the caller asked for something, which
// an image cannot give. An empty `request.name` becomes the path.
core::Ref<core::Module> from_file(core::Context& context, const std::string& path, compile::Request request,
                                  bool has_options);

}  // namespace gridcall::program
