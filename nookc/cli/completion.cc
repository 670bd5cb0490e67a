// Completions for shells and the man page, both generated from --help.
#include <cctype>
#include <memory>

#include "nookc/cli/command.h"
#include "nookc/cli/print.h"
#include "nookc/cli/version.h"
#include "nookc/core/text.h"

namespace nookc {
namespace {

using Commands = std::vector<CommandText>;

bool is_option(const OptionText& option) { return option.names[0].starts_with('-'); }

// The words of "a|b|c"; none for placeholders such as "FILE".
std::vector<std::string> choices(const OptionText& option) {
  const std::string& value = option.value;
  if (value.find('|') == std::string::npos || std::isupper(static_cast<unsigned char>(value[0]))) return {};
  return split_text(value, '|');
}

// One line, without characters that a shell would interpret.
std::string one_line(const std::string& text) {
  std::string line;
  for (const char c : text) {
    if (c == '\n') {
      line += ' ';
    } else if (c != '\'' && c != '"' && c != '[' && c != ']' && c != ':' && c != '\\' && c != '$' &&
               c != '`') {
      line += c;
    }
  }
  return line;
}

std::string all_names(const CommandText& command) {
  std::string names;
  for (const OptionText& option : command.options)
    for (const std::string& name : option.names)
      if (name.starts_with('-')) names += (names.empty() ? "" : " ") + name;
  return names;
}

std::string command_names(const Commands& commands) {
  std::vector<std::string> names;
  for (const CommandText& command : commands) names.push_back(command.name);
  return join_text(names, " ");
}

std::string bash(const Commands& commands) {
  std::string options, values;
  for (const CommandText& command : commands) {
    options += "    " + command.name + ") words=\"" + all_names(command) + "\" ;;\n";
    for (const OptionText& option : command.options)
      for (const std::string& name : option.names)
        if (const auto words = choices(option); is_option(option) && !words.empty())
          values += "    '" + command.name + " " + name + "') words=\"" + join_text(words, " ") + "\" ;;\n";
  }
  return "# bash completion of nook\n_nook() {\n"
         "  local word=\"${COMP_WORDS[COMP_CWORD]}\" before=\"${COMP_WORDS[COMP_CWORD-1]}\" words=''\n"
         "  if [ \"$COMP_CWORD\" -eq 1 ]; then\n    COMPREPLY=($(compgen -W '" +
         command_names(commands) + " help' -- \"$word\"))\n    return\n  fi\n" +
         "  case \"${COMP_WORDS[1]} $before\" in\n" + values + "  esac\n" +
         "  if [ -z \"$words\" ] && [[ \"$word\" == -* ]]; then\n    case \"${COMP_WORDS[1]}\" in\n" +
         options +
         "    esac\n  fi\n"
         "  if [ -n \"$words\" ]; then COMPREPLY=($(compgen -W \"$words\" -- \"$word\"))\n"
         "  else COMPREPLY=($(compgen -f -- \"$word\")); fi\n}\ncomplete -o filenames -F _nook nook\n";
}

std::string zsh(const Commands& commands) {
  std::string text = "#compdef nook\n_nook() {\n  local -a commands\n  commands=(\n";
  for (const CommandText& command : commands)
    text += "    '" + command.name + ":" + one_line(command.summary) + "'\n";
  text +=
      "  )\n  if (( CURRENT == 2 )); then\n    _describe command commands\n    return\n  fi\n  case "
      "$words[2] in\n";
  for (const CommandText& command : commands) {
    text += "    " + command.name + ") _arguments";
    for (const OptionText& option : command.options)
      for (const std::string& name : option.names) {
        if (!is_option(option)) continue;
        const auto words = choices(option);
        text += " \\\n      '*" + name + "[" + one_line(option.text) + "]" +
                (option.value.empty() ? ""
                 : words.empty()      ? ":value:_files"
                                      : ":value:(" + join_text(words, " ") + ")") +
                "'";
      }
    text += " '*:file:_files' ;;\n";
  }
  return text + "  esac\n}\n_nook \"$@\"\n";
}

std::string fish(const Commands& commands) {
  std::string text = "# fish completion of nook\n";
  for (const CommandText& command : commands) {
    text += "complete -c nook -n __fish_use_subcommand -f -a " + command.name + " -d '" +
            one_line(command.summary) + "'\n";
    for (const OptionText& option : command.options) {
      if (!is_option(option)) continue;
      text += "complete -c nook -n '__fish_seen_subcommand_from " + command.name + "'";
      for (const std::string& name : option.names)
        text += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
      const auto words = choices(option);
      if (!words.empty())
        text += " -x -a '" + join_text(words, " ") + "'";
      else if (!option.value.empty())
        text += " -r";
      text += " -d '" + one_line(option.text) + "'\n";
    }
  }
  return text;
}

// Escapes text for a man page. Lines may break after '|', as in "cortex-m0|cortex-m4".
std::string roff(const std::string& text) {
  std::string safe;
  for (const char c : text) {
    if (c == '\\')
      safe += "\\e";
    else if (c == '-')
      safe += "\\-";
    else if (c == '|')
      safe += "|\\:";
    else if (c == '\n')
      safe += ' ';
    else
      safe += c;
  }
  return safe.starts_with('.') || safe.starts_with('\'') ? "\\&" + safe : safe;
}

// The commands of "Example:\n  nook ...\n  nook ...".
std::string examples(const CommandText& command) {
  std::string text;
  for (const std::string& line : split_text(command.example, '\n'))
    if (line.starts_with("  ")) text += roff(line.substr(2)) + "\n";
  return text.empty() ? text : ".PP\nExample:\n.PP\n.RS 2\n.nf\n" + text + ".fi\n.RE\n";
}

// Left-aligned and without hyphens: most words are options and names.
std::string man(const Commands& commands) {
  std::string text =
      ".TH NOOK 1 \"\" \"nook " + roff(version()) +
      "\" \"User Commands\"\n.nh\n.ad l\n.SH NAME\nnook \\- neural networks on microcontrollers, in memory "
      "that you own\n.SH SYNOPSIS\n.B nook\n.I SUBCOMMAND\n[\\fIMODEL\\fR] [\\fIOPTION\\fR]...\n.SH "
      "DESCRIPTION\n"
      "Turns trained neural networks into C99 for microcontrollers, plans their memory, runs and measures "
      "them.\n.SH SUBCOMMANDS\n";
  for (const CommandText& command : commands) {
    text += ".SS nook " + roff(command.name) + "\n" + roff(command.summary) + ".\n";
    for (const OptionText& option : command.options) {
      text += ".TP\n\\fB" + roff(join_text(option.names)) + "\\fR" +
              (option.value.empty() || !is_option(option) ? "" : " \\fI" + roff(option.value) + "\\fR") +
              roff(option.may_have) + "\n" + roff(option.text) + "\n";
    }
    text += examples(command);
  }
  return text +
         ".SH EXIT STATUS\n0 done, 1 does not fit or validation failed, 2 usage, 3 model not supported, 4 "
         "input or output "
         "failed.\n.SH SEE ALSO\nThe installed documents, README.md first.\n";
}

struct Kind {
  const char* name;
  std::string (*write)(const Commands& commands);
};
constexpr Kind kKinds[] = {{"bash", bash}, {"zsh", zsh}, {"fish", fish}, {"man", man}};

}  // namespace

void add_completion(Cli& cli, Subcommand command) {
  const auto wanted = std::make_shared<std::string>();
  std::vector<std::string> names;
  for (const Kind& kind : kKinds) names.emplace_back(kind.name);
  command.add_option("KIND", *wanted, "the shell, or man").required().one_of(names);
  command.on_given([&cli, wanted] {
    cli.action = [&cli, wanted]() -> Result<Exit> {
      for (const Kind& kind : kKinds)
        if (*wanted == kind.name) print("%s", kind.write(cli.line.describe()).c_str());
      return Exit::kOk;
    };
  });
}

}  // namespace nookc
