// SPDX-License-Identifier: Apache-2.0
//
// `gridcall completion` and the hidden `gridcall man`: both are written from the tree of options, as the help
// is.

#include <CLI/CLI.hpp>
#include <cctype>
#include <cstdio>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "command/command.h"

namespace gridcall::command {

namespace {

std::vector<const CLI::App*> visible(const CLI::App* app) {
  return app->get_subcommands([](const CLI::App* each) { return !each->get_group().empty(); });
}

// Returns a, b, c for an option with the check {a,b,c}.
std::vector<std::string> choices(const CLI::Option* option) {
  const std::string type = option->get_type_name();
  const std::size_t begin = type.find('{'), end = type.find('}');
  return begin == std::string::npos || end < begin ? std::vector<std::string>{}
                                                   : split(type.substr(begin + 1, end - begin - 1), ',');
}

// Returns the words that may follow a subcommand: its own subcommands, its options, and the choices of a
// positional argument.
std::vector<std::string> words(const CLI::App* app) {
  std::vector<std::string> all;
  for (const CLI::App* each : visible(app)) all.push_back(each->get_name());
  for (const CLI::Option* option : app->get_options()) {
    for (const std::string& name : option->get_lnames()) all.push_back("--" + name);
    if (option->get_positional()) {
      for (const std::string& choice : choices(option)) all.push_back(choice);
    }
  }
  return all;
}

std::string bash(const CLI::App* app) {
  std::string subcommands, values;
  for (const CLI::App* each : visible(app)) {
    subcommands += "    " + each->get_name() + ") words=\"" + joined(words(each), " ") + "\" ;;\n";
    for (const CLI::Option* option : each->get_options()) {
      const std::vector<std::string> choice = choices(option);
      for (const std::string& name : option->get_lnames()) {
        if (!choice.empty())
          values += "    " + each->get_name() + "--" + name + ") words=\"" + joined(choice, " ") + "\" ;;\n";
      }
    }
  }
  return "# Completions of gridcall for bash: source <(gridcall completion bash)\n"
         "_gridcall() {\n"
         "  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} words=\n"
         "  case ${COMP_WORDS[1]} in\n" +
         subcommands +
         "  esac\n"
         "  if [ \"$COMP_CWORD\" = 1 ]; then words=\"" +
         joined(words(app), " ") +
         "\"; fi\n"
         "  case ${COMP_WORDS[1]}$previous in\n" +
         values +
         "    *) ;;\n"
         "  esac\n"
         "  COMPREPLY=($(compgen -W \"$words\" -- \"$current\"))\n"
         "  case $current in -*) ;; *) COMPREPLY+=($(compgen -f -- \"$current\")) ;; esac\n"
         "}\n"
         "complete -o filenames -F _gridcall gridcall\n";
}

// Escapes text for single quotes of a shell, in which `:` and brackets may be special.
std::string shell_text(std::string_view text, std::string_view escaped = "") {
  std::string result = "'";
  for (const char c : text) {
    if (c == '\'') {
      result += "'\\''";
      continue;
    }
    if (escaped.find(c) != std::string_view::npos) result += '\\';
    result += c;
  }
  return result + "'";
}

std::string zsh(const CLI::App* app) {
  constexpr std::string_view kSpecial = ":[]\\";
  std::string commands, cases;
  for (const CLI::App* each : visible(app)) {
    commands += "    " + shell_text(each->get_name() + ":" + each->get_description()) + "\n";
    cases += "    " + each->get_name() + ") _arguments";
    for (const CLI::Option* option : each->get_options()) {
      const std::vector<std::string> choice = choices(option);
      const std::string values = choice.empty() ? "_files" : "(" + joined(choice, " ") + ")";
      const std::string value = option->get_expected_max() == 0 ? "" : ":value:" + values;
      for (const std::string& name : option->get_lnames()) {
        cases += " \\\n      " + shell_text("*--" + name + "[") +
                 shell_text(option->get_description(), kSpecial) + shell_text("]" + value);
      }
      if (option->get_positional())
        cases += " \\\n      " + shell_text("*::" + option->get_name() + ":" + values);
    }
    if (!visible(each).empty())
      cases += " \\\n      " + shell_text("1:command:(" + joined(words(each), " ") + ")");
    cases += " ;;\n";
  }
  return "#compdef gridcall\n"
         "_gridcall() {\n"
         "  local -a commands=(\n" +
         commands +
         "  )\n"
         "  if (( CURRENT == 2 )); then _describe command commands; return; fi\n"
         "  local subcommand=$words[2]\n"
         "  shift words; (( CURRENT-- ))\n"
         "  case $subcommand in\n" +
         cases +
         "  esac\n"
         "}\n"
         "compdef _gridcall gridcall\n";
}

std::string fish(const CLI::App* app) {
  std::string text = "# Completions of gridcall for fish: gridcall completion fish | source\n";
  for (const CLI::App* each : visible(app)) {
    text += "complete -c gridcall -n __fish_use_subcommand -f -a " + each->get_name() + " -d " +
            shell_text(each->get_description()) + "\n";
    const std::string seen = "complete -c gridcall -n '__fish_seen_subcommand_from " + each->get_name() + "'";
    for (const CLI::App* inner : visible(each))
      text += seen + " -f -a " + inner->get_name() + " -d " + shell_text(inner->get_description()) + "\n";
    for (const CLI::Option* option : each->get_options()) {
      const std::vector<std::string> choice = choices(option);
      const std::string values = choice.empty() ? "" : " -f -a " + shell_text(joined(choice, " "));
      for (const std::string& name : option->get_lnames()) {
        text += seen + " -l " + name + (option->get_expected_max() == 0 ? "" : " -r" + values) + " -d " +
                shell_text(option->get_description()) + "\n";
      }
      if (option->get_positional() && !choice.empty()) text += seen + values + "\n";
    }
  }
  return text;
}

// Escapes text for troff: a backslash, a dash, and a point at the beginning of a line are special.
std::string roff(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if ((c == '.' || c == '\'') && (result.empty() || result.back() == '\n')) result += "\\&";
    result += c == '\\' ? "\\e" : c == '-' ? "\\-" : std::string(1, c);
  }
  return result;
}

std::string man_options(const CLI::App* app) {
  std::string text;
  for (const CLI::Option* option : app->get_options()) {
    const bool is_positional = option->get_positional();
    std::vector<std::string> names;
    for (const std::string& name : option->get_snames()) names.push_back("-" + name);
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
    if (names.empty() && is_positional) names.push_back(option->get_name());
    const std::string type = is_positional && choices(option).empty() ? ""
                             : option->get_expected_max() > 0         ? " " + option->get_type_name()
                                                                      : "";
    text += ".TP\n.B " + roff(joined(names, ", ") + type) + "\n" + roff(option->get_description()) + "\n";
  }
  return text;
}

std::string man(const CLI::App* app) {
  std::string text = ".TH GRIDCALL 1 \"\" \"gridcall " + std::string(gc_version_text()) +
                     "\" \"User Commands\"\n.SH NAME\ngridcall \\- " + roff(app->get_description()) +
                     "\n.SH SYNOPSIS\n.B gridcall\n.I SUBCOMMAND\n[\\fIOPTION\\fR ...] [\\fIARGUMENT\\fR "
                     "...]\n.SH DESCRIPTION\n"
                     "Each subcommand prints its options with \\fB\\-\\-help\\fR.\n.SH OPTIONS\n" +
                     man_options(app);
  for (const CLI::App* each : visible(app)) {
    text += ".SH " + roff("gridcall " + each->get_name()) + "\n" + roff(each->get_description()) + ".\n";
    for (const CLI::App* inner : visible(each))
      text += ".TP\n.B " + roff(inner->get_name()) + "\n" + roff(inner->get_description()) + "\n";
    text += man_options(each);
    if (!each->get_footer().empty()) text += ".PP\n.nf\n" + roff(each->get_footer()) + "\n.fi\n";
  }
  return text +
         ".SH EXIT STATUS\n0 if all went well, 1 if what was asked for failed, 2 if it was asked for in a "
         "wrong way.\n"
         ".SH ENVIRONMENT\n.B NO_COLOR\nturns colors off. The variables GRIDCALL_* are those of the "
         "library.\n";
}

}  // namespace

void add_completion(CLI::App& app) {
  CLI::App* sub = app.add_subcommand("completion", "Print completions for a shell");
  const auto shell = std::make_shared<std::string>();
  sub->add_option("SHELL", *shell, "The shell")->required()->check(CLI::IsMember({"bash", "zsh", "fish"}));
  sub->footer("Example: gridcall completion bash > ~/.local/share/bash-completion/completions/gridcall");
  sub->callback([shell, root = &app] {
    const std::string text = *shell == "bash" ? bash(root) : *shell == "zsh" ? zsh(root) : fish(root);
    std::fwrite(text.data(), 1, text.size(), stdout);
  });
  CLI::App* manual = app.add_subcommand("man", "Print the man page")->group("");
  manual->callback([root = &app] {
    const std::string text = man(root);
    std::fwrite(text.data(), 1, text.size(), stdout);
  });
}

}  // namespace gridcall::command
