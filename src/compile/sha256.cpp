// SPDX-License-Identifier: Apache-2.0

#include "compile/sha256.h"

// The one-shot interface links four object files of libcrypto.a; EVP would link all providers, their
// configuration and their locks.
#define OPENSSL_SUPPRESS_DEPRECATED
#include <openssl/sha.h>

namespace gridcall::compile {

Digest sha256(std::string_view bytes) {
  Digest digest;
  SHA256_CTX context;
  SHA256_Init(&context);
  SHA256_Update(&context, bytes.data(), bytes.size());
  SHA256_Final(digest.data(), &context);
  return digest;
}

std::string to_hex(const Digest& digest) {
  static constexpr char kDigits[] = "0123456789abcdef";
  std::string text;
  text.reserve(2 * digest.size());
  for (std::uint8_t byte : digest) {
    text += kDigits[byte >> 4];
    text += kDigits[byte & 15];
  }
  return text;
}

}  // namespace gridcall::compile
