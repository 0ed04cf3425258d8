// SPDX-License-Identifier: Apache-2.0

#include "compile/keep.h"

#include <fcntl.h>

#include <cerrno>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/concat.h"
#include "base/failure.h"
#include "base/os.h"
#include "base/status.h"

namespace gridcall::compile {

namespace {

[[noreturn]] void fail(const std::string& path, int error) {
  throw Failure(status::kIo, "`options->keep_dir`: \"" + path + "\" cannot be written: " + error_text(error) +
                                 "; name a folder that can be");
}

Fd open_folder(const std::string& folder) {
  for (std::size_t end = 0; end != std::string::npos;) {
    end = folder.find('/', end + 1);
    const std::string part = folder.substr(0, end);
    if (os.mkdirat(AT_FDCWD, part.c_str(), 0777) != 0 && errno != EEXIST && end == std::string::npos)
      fail(part, errno);
  }
  Fd opened = open_at(AT_FDCWD, folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (!opened) fail(folder, errno);
  return opened;
}

// Returns "scale" for "kernels/scale.cu".
std::string base_name(const std::string& name) {
  std::string base = name.substr(name.rfind('/') + 1);
  if (base.ends_with(".cu")) base.resize(base.size() - 3);
  return base.empty() ? "source" : base;
}

const char* ending_of(const image::Image& image, bool is_cpu) {
  if (is_cpu) return ".o";
  return image::format_of(image.bytes) == image::Format::kPtx ? ".ptx" : ".cubin";
}

std::string_view text_of(const image::Image& image) {
  if (image::format_of(image.bytes) == image::Format::kPtx) return image::ptx_text(image.bytes);
  return {reinterpret_cast<const char*>(image.bytes.data()), image.bytes.size()};
}

}  // namespace

void keep(const CompileJob& job, const Attempt& last, const std::string& log, const image::Image* image) {
  const std::string& folder = job.request.keep_dir;
  if (folder.empty()) return;
  const std::string base = base_name(job.name);
  const std::string options = last.compiler + "\n" + joined(last.arguments, "\n") + "\n";
  std::vector<std::pair<std::string, std::string_view>> files = {
      {base + ".cu", job.request.source}, {base + ".options", options}, {base + ".log", log}};
  if (image) files.emplace_back(base + ending_of(*image, job.target.is_cpu), text_of(*image));
  const Fd opened = open_folder(folder);
  for (const auto& [name, content] : files) {
    errno = 0;
    Fd file =
        open_at(opened.get(), name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, 0666);
    if (!file || !write_all(file.get(), content.data(), content.size()) || !file.reset())
      fail(folder + "/" + name, errno != 0 ? errno : EIO);
  }
}

}  // namespace gridcall::compile
