// SPDX-License-Identifier: Apache-2.0
//
// The kernels of corpus/, which were once compiled to something else than they say: in each mode of the CPU
// device, at several block shapes, beside the interpreter.

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "fuzz/bench.h"
#include "fuzz/generator.h"
#include "support/cmocka.h"
#include "support/places.h"

namespace {

using namespace gridcall::kernels;

constexpr Shape kShapes[] = {{{1, 1, 1}, {32, 1, 1}}, {{2, 1, 1}, {96, 1, 1}}, {{1, 1, 1}, {17, 1, 1}},
                             {{1, 1, 1}, {16, 4, 1}}, {{1, 1, 1}, {7, 5, 1}},  {{1, 1, 1}, {1, 1, 1}},
                             {{1, 1, 1}, {64, 4, 1}}, {{3, 1, 1}, {16, 1, 1}}, {{2, 1, 1}, {11, 1, 1}}};

void run_file(void** state) {
  const auto* const path = static_cast<const std::filesystem::path*>(*state);
  std::ifstream file(*path);
  const std::string source((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  Options options;
  options.form = "meetings";  // whose prelude has all that the others have
  std::string problem;
  try {
    Pair pair(options);
    pair.compile(find_generator(options.form)->prelude() + source);
    const Verdict verdict = pair.compare({"k0", source, 1, {std::begin(kShapes), std::end(kShapes)}});
    problem = verdict.undefined + verdict.difference;
    if (pair.layouts == 0) print_message("no warp code\n");
  } catch (const Failure& failure) {
    problem = failure.text;
  }
  if (!problem.empty()) fail_msg("%s: %s", path->filename().c_str(), problem.c_str());
}

}  // namespace

int main() {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(corpus("/regressions"))) {
    if (entry.path().extension() == ".cu") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  std::vector<std::string> names;
  for (const std::filesystem::path& file : files) names.push_back(file.stem());
  std::vector<CMUnitTest> tests;
  for (std::size_t i = 0; i < files.size(); ++i)
    tests.push_back({names[i].c_str(), run_file, nullptr, nullptr, &files[i]});
  if (tests.empty()) return 1;
  return _cmocka_run_group_tests("kernel_corpus", tests.data(), tests.size(), nullptr, nullptr);
}
