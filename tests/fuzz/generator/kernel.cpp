// SPDX-License-Identifier: Apache-2.0

#include <cctype>

#include "fuzz/generator/writer.h"

namespace gridcall::kernels {

bool uses(const std::string& body, const std::string& name) {
  const auto is_word = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
  for (std::size_t at = body.find(name); at != std::string::npos; at = body.find(name, at + 1)) {
    if ((at == 0 || !is_word(body[at - 1])) && !is_word(body[at + name.size()])) return true;
  }
  return false;
}

namespace {

constexpr const char* kVariables = R"(, Parameters p) {
  const u32 threads = blockDim.x * blockDim.y * blockDim.z;
  const u32 tid = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  const u32 lane = tid & 31u, grid = threads * gridDim.x * gridDim.y * gridDim.z;
  const u32 gid = (blockIdx.x + (blockIdx.y + blockIdx.z * gridDim.y) * gridDim.x) * threads + tid;
  const u32 gx = blockIdx.x * blockDim.x + threadIdx.x, gy = blockIdx.y * blockDim.y + threadIdx.y;
  u32 m0 = (tid | 31u) < threads ? 0xffffffffu : 0xffffffffu >> (31u - (threads - 1u & 31u));
  u32 a = gid, b = in[tid], c = 7u, u = p.b;
  int i = (int)lane, j = 3;
  u64 q = gid, r = p.c;
  float x = (float)tid, y = 1.5f;
  f64 dx = (f64)gid, dy = 0.25;
  bool t = false;
  u8 w = (u8)tid; u16 h = (u16)b; short s = (short)a;
  u32 loc[8] = {a, b, 1u, 2u, 3u, 4u, 5u, lane};
  const u32 bits[4] = {p.a, 5u, p.f[0], 0xffu};
  u8 small[16] = {(u8)a, (u8)b, 3, 4, 5, 6, 7, (u8)lane};
)";

// Hashes all that the body uses.
std::string hash_of(const std::string& body) {
  std::string text = "  u32 hash = gid;\n";
  for (const auto& [name, value] : {std::pair("a", "a"),
                                    {"b", "b"},
                                    {"c", "c"},
                                    {"u", "u"},
                                    {"i", "(u32)i"},
                                    {"j", "(u32)j"},
                                    {"q", "(u32)(q ^ (q >> 32))"},
                                    {"r", "(u32)(r ^ (r >> 32))"},
                                    {"t", "(u32)t"},
                                    {"w", "w"},
                                    {"h", "h"},
                                    {"s", "(u32)s"},
                                    {"x", "bits_of(x)"},
                                    {"y", "bits_of(y)"},
                                    {"dx", "(u32)(bits_of(dx) >> 29)"},
                                    {"dy", "(u32)(bits_of(dy) >> 29)"}}) {
    if (uses(body, name)) text += "  hash = hash * 31u + " + std::string(value) + ";\n";
  }
  if (uses(body, "loc")) text += "  for (u32 k = 0; k < 8u; ++k) hash = hash * 31u + loc[k];\n";
  if (uses(body, "small")) text += "  for (u32 k = 0; k < 16u; k += 5) hash = hash * 31u + small[k];\n";
  return text + "  out[45056u + gid] = hash;\n";
}

}  // namespace

std::string Writer::device_function(const std::string& name) {
  static const char* const bodies[] = {
      "  u32 r = a;\n  if (b & 1u) r += b * 3u; else r ^= b >> 2;\n  return r;\n",
      "  u32 r = 0;\n  for (u32 k = 0; k < (a & 3u); ++k) r = r * 31u + b;\n  return r + a;\n",
      "  if (a > b) return a - b;\n  if (a == 0u) return 9u;\n  return b % (a | 1u);\n",
      "  u32 l[4];\n  for (u32 k = 0; k < 4u; ++k) l[k] = a + k * b;\n  return l[b & 3u] ^ l[a & 3u];\n",
      "  switch (a & 3u) {\n    case 0: return b;\n    case 1: return b + 1u;\n    case 2: b *= 5u;\n  }\n  "
      "return a ^ b;\n",
  };
  const bool apart = random_.chance(20);
  return std::string(apart ? "__noinline__ " : "") + "__device__ u32 " + name + "(u32 a, u32 b) {\n" +
         pick(bodies) + "}\n";
}

// Declares the shared variables that the body uses; `finish` is the end that all arrays of atomic functions
// have.
std::string Writer::shared_variables(const std::string& body, std::string& finish) {
  std::string text;
  for (const auto& [name, first] : {std::pair("s_add", "k"),
                                    {"s_min", "~0u"},
                                    {"s_or", "0"},
                                    {"s_xor", "0"},
                                    {"s_max", "-9"},
                                    {"s_cas", "2"}}) {
    if (!uses(body, name)) continue;
    const std::string array = name;
    text += "  __shared__ " + std::string(array == "s_max" ? "int " : "u32 ") + array +
            "[16];\n  for (u32 k = tid; k < 16u; k += threads) " + array + "[k] = " + first + ";\n";
    finish +=
        "  for (u32 k = tid; k < 16u; k += threads) atomicAdd(out + 44136 + k, (u32)" + array + "[k]);\n";
  }
  if (uses(body, "table"))
    text +=
        "  __shared__ u32 table[256];\n  for (u32 k = tid; k < 256u; k += threads) table[k] = in[k * 5u];\n";
  if (uses(body, "round"))
    text += "  u32 round = 0;\n  __shared__ u32 ring[2][1024];\n  ring[0][tid] = ring[1][tid] = tid;\n";
  if (uses(body, "beside"))  // not the cells, which other warps may be reading
    text += "  __shared__ u32 beside[1024];\n  beside[tid] = tid;\n";
  if (uses(body, "cell")) {
    text += random_.chance(40) ? "  extern __shared__ u32 cell[];\n" : "  __shared__ u32 cell[1024];\n";
    text += "  cell[tid] = tid;\n";
  }
  return text.empty() ? text : text + "  __syncthreads();\n";
}

Kernel Writer::run() {
  Kernel kernel;
  kernel.seed = seed_;
  kernel.name = "k" + std::to_string(seed_);
  std::string text;
  for (unsigned i = random_.below(3); i > 0; --i) {
    functions_.push_back("f" + std::to_string(i) + "_" + std::to_string(seed_));
    text += device_function(functions_.back());
  }
  // Most are small: they compile quickly. What takes two or three things at once to happen needs the others.
  const bool large = random_.chance(15);
  budget_ = large ? 6 + static_cast<int>(random_.below(12)) : 1 + static_cast<int>(random_.below(6));
  const int count = large ? 2 + static_cast<int>(random_.below(5)) : 1 + static_cast<int>(random_.below(3));
  text += "extern \"C\" __global__ FITS void " + kernel.name;
  text +=
      random_.chance(30) ? "(const u32* __restrict__ in, u32* __restrict__ out" : "(const u32* in, u32* out";
  text += kVariables;
  anywhere_ = random_.chance(8);
  rows_ = !anywhere_ && random_.chance(6);
  if (rows_) functions_.clear();
  Scope scope;
  scope.mask = "m0";
  if (anywhere_) scope.set_free();
  Node body = block(scope, count);
  kernel.divergent_barriers = divergent_barriers_;
  const std::string printed = body.print();
  std::string finish;
  text += shared_variables(printed, finish) + "$0";
  if (!finish.empty() && !anywhere_ && (!lost_ || random_.chance(60)))
    text += "  __syncthreads();\n" + finish;
  text += hash_of(printed);
  if (random_.chance(30)) text += "  out[49152u + gid] = a;\n";
  kernel.root = statement_of(text + "}\n", {std::move(body)});
  return kernel;
}

Kernel generate_mixed(std::uint64_t seed) {
  return Writer(seed).run();
}

}  // namespace gridcall::kernels
