#include "nookc/cli/help_text.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <string>

#include "nookc/cli/terminal.h"
#include "nookc/core/columns.h"

namespace nookc {
namespace {

constexpr int kLeast = 64, kUsual = 80, kMost = 100;  // limits of the width
constexpr size_t kColumn = 28;                        // column where descriptions begin

int help_width() {
  const int width = terminal_width();
  return width == 0 ? kUsual : std::clamp(width, kLeast, kMost);
}

// Breaks "--target host|cortex-m0|..." after a '|'.
std::string folded_name(const std::string& name, size_t width) {
  std::string text = "  ";
  size_t length = text.size();
  for (size_t at = 0; at < name.size();) {
    const size_t end = std::min(name.find('|', at), name.size() - 1) + 1;
    if (length + end - at > width) {
      text += "\n      ";
      length = 6;
    }
    text += name.substr(at, end - at);
    length += end - at;
    at = end;
  }
  return text;
}

// Puts the description into its own column, below a name that is too long to be next to it.
std::string entry(const std::string& name, std::string description) {
  const int width = help_width();
  std::ranges::replace(description, '\n', ' ');
  const std::string left = folded_name(name, static_cast<size_t>(width));
  if (description.empty()) return left + "\n";
  const std::string right = folded_lines(std::string(kColumn, ' ') + description, width) + "\n";
  if (left.size() + 2 > kColumn) return left + "\n" + right;
  return left + right.substr(left.size());
}

class HelpText : public CLI::Formatter {
 public:
  // Leaves one empty line between groups; CLI11 leaves two.
  std::string make_help(const CLI::App* app, std::string name, CLI::AppFormatMode mode) const override {
    std::string text = CLI::Formatter::make_help(app, name, mode);
    for (size_t at = 0; (at = text.find("\n\n\n", at)) != std::string::npos;) text.erase(at, 1);
    return text;
  }
  std::string make_description(const CLI::App* app) const override {
    return folded_lines(CLI::Formatter::make_description(app), help_width());
  }
  std::string make_usage(const CLI::App* app, std::string name) const override {
    return "\n" + CLI::Formatter::make_usage(app, name);
  }
  std::string make_option(const CLI::Option* option, bool is_positional) const override {
    return entry(make_option_name(option, is_positional) + make_option_opts(option),
                 make_option_desc(option));
  }
  std::string make_subcommand(const CLI::App* command) const override {
    return entry(command->get_name(), command->get_description());
  }
  std::string make_option_name(const CLI::Option* option, bool is_positional) const override {
    std::string name = CLI::Formatter::make_option_name(option, is_positional);
    const size_t at = name.find("{*}");
    return at == std::string::npos ? name : name.replace(at, 3, "[=NAME,...]");
  }
  std::string make_option_opts(const CLI::Option* option) const override {
    const std::string words = CLI::Formatter::make_option_opts(option);
    return words.substr(0, std::min(words.find(" Excludes:"), words.find(" Needs:")));
  }
};

}  // namespace

std::shared_ptr<CLI::FormatterBase> help_text() { return std::make_shared<HelpText>(); }

}  // namespace nookc
