// Subcommands and their options. Only option.cc and help_text.cc include CLI11, whose header takes seconds to
// compile.
#pragma once
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "nookc/core/diag.h"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace nookc {

// Returns the error in a value; empty: it is valid.
using Check = std::function<std::string(const std::string&)>;

// "a|b|c", the form in which --help lists choices.
std::string choice(const std::vector<std::string>& names);

// One option of a command; a handle, copied freely.
class Option {
 public:
  explicit Option(CLI::Option* option) : option_(option) {}

  Option required();
  // Sets the placeholder for the value in --help: FILE.
  Option type(const std::string& name);
  Option describe(const std::string& text);
  // Checks each value. The error names the value and a way out.
  Option check(Check check);
  // Transforms each value before it is checked, for example to nook's own spelling of a name.
  Option change(std::function<std::string(const std::string&)> change);
  // Restricts the value to these choices, which --help lists.
  Option one_of(const std::vector<std::string>& names);
  Option not_empty();
  // The path of a file or folder, shown as such in --help; not empty.
  Option path(const std::string& kind);
  Option between(int least, int most);
  Option between(double least, double most);
  // May be given several times; each adds a value.
  Option repeatable();
  // May be given several times; the last one counts.
  Option last_wins();
  // May be given several times; the values are joined with commas.
  Option joined();
  Option excludes(Option other);
  Option needs(Option other);

 private:
  CLI::Option* option_;
};

// A subcommand; a handle, copied freely. The references that options write to outlive the command line.
class Subcommand {
 public:
  Subcommand() = default;  // empty: without options
  explicit Subcommand(CLI::App* app) : app_(app) {}

  Option add_option(const std::string& name, std::string& to, const std::string& what);
  Option add_option(const std::string& name, std::vector<std::string>& to, const std::string& what);
  Option add_option(const std::string& name, int& to, const std::string& what);
  Option add_option(const std::string& name, double& to, const std::string& what);
  Option add_flag(const std::string& name, bool& to, const std::string& what);
  // "--keep{*}": an option whose value is "*" if it is given without one.
  Option add_flag(const std::string& name, std::string& to, const std::string& what);
  // The heading in --help of all options that are added afterwards.
  void group(const std::string& headline);
  // Called if the command line names this subcommand.
  void on_given(std::function<void()> action);
  // Whether the command line has this option.
  bool has(const std::string& option) const;
  // The options on the command line, by their long names: "--target".
  std::vector<std::string> given() const;
  std::string name() const;

 private:
  CLI::App* app_ = nullptr;
};

// The content of --help as data.
struct OptionText {
  std::vector<std::string> names;  // "-o", "--output"; "MODEL" for a positional word
  std::string value;               // "FOLDER"; empty: a flag
  std::string may_have;            // "[=NAME,...]", for a flag with an optional value
  std::string text, group;
};
struct CommandText {
  std::string name, group, summary, example;
  std::vector<OptionText> options;
};

class CommandLine {
 public:
  CommandLine(const std::string& name, const std::string& summary, const std::string& footer,
              const std::string& version);
  ~CommandLine();

  // `group` is the heading in --help.
  Subcommand add_command(const std::string& name, const std::string& group, const std::string& summary,
                         const std::string& example);
  std::vector<CommandText> describe() const;
  // Parses the words after the program's name. Returns an exit code if nothing is left to do, as for --help;
  // otherwise nothing, and the command should run. N2000.
  Result<std::optional<Exit>> parse(std::vector<std::string> words);
  // The parsed words, including those from nook.toml (nookc/cli/project_file.h).
  const std::vector<std::string>& words() const { return words_; }

 private:
  std::unique_ptr<CLI::App> app_;
  std::vector<std::string> words_;
};

}  // namespace nookc
