// SPDX-License-Identifier: Apache-2.0
//
// The command `gridcall`: reads the arguments, runs the subcommand, and says on standard error what was wrong
// with them.

#include <CLI/CLI.hpp>
#include <cstdio>
#include <exception>
#include <string>
#include <vector>

#include "command/command.h"

namespace {

using namespace gridcall::command;

// Returns the innermost subcommand of the arguments.
const CLI::App* innermost(const CLI::App* app) {
  while (!app->get_subcommands().empty()) app = app->get_subcommands().back();
  return app;
}

std::string path_of(const CLI::App* app) {
  return app->get_parent() ? path_of(app->get_parent()) + " " + app->get_name() : app->get_name();
}

// Returns the subcommand or option that an argument was meant to be, "" if none is similar.
std::string meant(const CLI::App* app, const std::string& argument) {
  std::vector<std::string> words;
  for (const CLI::App* subcommand : app->get_subcommands([](const CLI::App*) { return true; })) {
    if (!subcommand->get_group().empty()) words.push_back(subcommand->get_name());
  }
  for (const CLI::Option* option : app->get_options()) {
    for (const std::string& name : option->get_lnames()) words.push_back("--" + name);
  }
  return nearest(argument, words);
}

int refuse(const CLI::App& app, const CLI::ParseError& error) {
  const CLI::App* at = innermost(&app);
  std::string text = error.what();
  const std::vector<std::string> extra = at->remaining();
  if (!extra.empty()) {
    text = "`" + extra.front() + "` is not an argument of `" + path_of(at) + "`";
    if (const std::string near = meant(at, extra.front()); !near.empty())
      text += ": did you mean `" + near + "`?";
  }
  std::fprintf(stderr, "%s %s\ntype: %s --help\n", paint(Color::kRed, "gridcall:", stderr).c_str(),
               text.c_str(), path_of(at).c_str());
  return kUsage;
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("Ask, check, run and measure GPU compute on this machine", "gridcall");
  app.require_subcommand(1);
  app.set_version_flag("--version", std::string("gridcall ") + gc_version_text(),
                       "Print the version of the library");
  add_info(app);
  add_doctor(app);
  add_check(app);
  add_run(app);
  add_bench(app);
  add_cache(app);
  add_explain(app);
  add_trace(app);
  add_bindgen(app);
  add_completion(app);
  try {
    app.parse(argc, argv);
    return std::fflush(stdout) == 0 ? 0 : kFailed;
  } catch (const CLI::Success& asked) {  // for --help and --version
    return app.exit(asked);
  } catch (const CLI::ParseError& error) {
    return refuse(app, error);
  } catch (const Failure& failure) {
    std::fflush(stdout);
    if (*failure.what())
      std::fprintf(stderr, "%s %s\n", paint(Color::kRed, "gridcall:", stderr).c_str(), failure.what());
    return failure.code();
  } catch (const std::exception& error) {
    std::fprintf(stderr, "gridcall: %s\n", error.what());
    return kFailed;
  }
}
