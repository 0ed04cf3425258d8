// SPDX-License-Identifier: Apache-2.0

#include "command/npy.h"

#include <charconv>
#include <cstring>
#include <string_view>

#include "command/command.h"

namespace gridcall::command {

namespace {

constexpr std::string_view kMagic("\x93NUMPY", 6);

// Returns the text of `key` in the header, a Python dict: from the colon to `end`.
std::string_view value_of(std::string_view header, std::string_view key, std::string_view begin, char end) {
  const std::size_t at = header.find(key);
  const std::size_t start = at == std::string_view::npos ? at : header.find(begin, at + key.size());
  const std::size_t stop = start == std::string_view::npos ? start : header.find(end, start + begin.size());
  return stop == std::string_view::npos ? ""
                                        : header.substr(start + begin.size(), stop - start - begin.size());
}

[[noreturn]] void refuse_file(const std::string& path, const std::string& why) {
  throw Failure(kUsage, "`" + path + "` " + why);
}

}  // namespace

Npy read_npy(const std::string& path) {
  const std::string bytes = read_file(path);
  if (bytes.size() < 12 || !bytes.starts_with(kMagic) || bytes[6] < 1 || bytes[6] > 3)
    refuse_file(path, "is no .npy file: write it with numpy.save");
  std::size_t start = 10, length = 0;
  if (bytes[6] == 1) {
    std::uint16_t size = 0;
    std::memcpy(&size, bytes.data() + 8, sizeof(size));
    length = size;
  } else {
    std::uint32_t size = 0;
    std::memcpy(&size, bytes.data() + 8, sizeof(size));
    length = size;
    start = 12;
  }
  if (length > bytes.size() - start)
    refuse_file(path, "ends within its header: write it again with numpy.save");
  const std::string_view header = std::string_view(bytes).substr(start, length);
  Npy array;
  const std::string type(value_of(header, "'descr'", "'", '\''));
  if (type.empty() || !problem(gc_dtype_scalar_from_name, type.c_str(), &array.type).empty())
    refuse_file(path, "has elements of type `" + type +
                          "`, which kernels do not take: convert it, as x.astype(numpy.float32)");
  if (value_of(header, "'fortran_order'", ": ", ',') != "False")
    refuse_file(path, "is in Fortran's order: save numpy.ascontiguousarray(x)");
  std::uint64_t count = 1;
  for (const std::string& text : split(value_of(header, "'shape'", "(", ')'), ',')) {
    std::uint64_t size = 0;
    const std::size_t digits = text.find_first_not_of(' ');
    if (digits == std::string::npos) continue;
    std::from_chars(text.data() + digits, text.data() + text.size(), size);
    array.shape.push_back(size);
    if (__builtin_mul_overflow(count, size, &count)) refuse_file(path, "has a shape that is too large");
  }
  if (count == 0) refuse_file(path, "has no elements: save an array that has some");
  if (array.shape.empty()) array.shape.push_back(1);
  array.data = bytes.substr(start + length);
  const std::uint64_t wanted = count * gc_dtype_scalar_size(array.type);
  if (array.data.size() != wanted)
    refuse_file(path, "has " + std::to_string(array.data.size()) + " bytes of data, and its shape needs " +
                          std::to_string(wanted));
  return array;
}

void write_npy(const std::string& path, const Npy& array) {
  // NumPy has no bfloat16 of its own.
  const char* type = array.type == GRIDCALL_SCALAR_TYPE_BFLOAT16 ? "<u2" : gc_dtype_scalar_name(array.type);
  std::string header = std::string("{'descr': '") + type + "', 'fortran_order': False, 'shape': (";
  for (const std::uint64_t size : array.shape) header += std::to_string(size) + ",";
  header += "), }";
  while ((kMagic.size() + 4 + header.size() + 1) % 64 != 0) header += ' ';
  header += '\n';
  const auto size = static_cast<std::uint16_t>(header.size());
  std::string bytes(kMagic);
  bytes += std::string_view("\x01\x00", 2);
  bytes.append(reinterpret_cast<const char*>(&size), sizeof(size));
  write_file(path, bytes + header + array.data);
}

}  // namespace gridcall::command
