#include "nookc/cli/option.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <memory>

#include "nookc/cli/help_text.h"
#include "nookc/cli/project_file.h"
#include "nookc/core/nearest.h"
#include "nookc/core/text.h"

namespace nookc {
namespace {

constexpr const char* kUsageCode = "N2000";

std::vector<std::string> names_of(CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands(nullptr)) names.push_back(command->get_name());
  return names;
}

// "--json", "-O": all options that a command accepts.
std::vector<std::string> options_of(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
    for (const std::string& name : option->get_snames()) names.push_back("-" + name);
  }
  return names;
}

// Suggests "--input-in-scratch=foo" for a word that was meant as the value of the preceding flag; otherwise
// returns nothing. Such a flag takes a value only with an equals sign, since it may precede a file without
// one.
std::string with_equals(const CLI::App& app, const std::vector<std::string>& words) {
  for (size_t i = 0; i + 1 < words.size(); ++i) {
    if (!words[i].starts_with("--") || words[i + 1].starts_with('-')) continue;
    const CLI::Option* const option = app.get_option_no_throw(words[i]);
    if (option && !option->get_fnames().empty()) return words[i] + "=" + words[i + 1];
  }
  return {};
}

Diag usage(const std::string& what, const std::string& hint) {
  return {Exit::kUsage, kUsageCode, {}, what, hint};
}

// The first "--word" that is not an option of a command, or nothing.
std::string unknown_option(const CLI::App& app, const std::vector<std::string>& words) {
  for (const std::string& word : words) {
    const std::string name = word.substr(0, word.find('='));
    if (name.size() > 2 && name.starts_with("--") && !app.get_option_no_throw(name)) return name;
  }
  return {};
}

// The error for an option that the subcommand lacks; if others have it, the hint names them.
Diag no_option(const CLI::App& app, const CLI::App& command, const std::string& unknown) {
  std::vector<std::string> others;
  for (const CLI::App* other : app.get_subcommands(nullptr))
    if (other->get_option_no_throw(unknown)) others.push_back(other->get_name());
  const std::string said = "there is no option '" + unknown + "'",
                    see = "see nook " + command.get_name() + " --help";
  if (!others.empty()) return usage(said, "it is an option of nook " + join_text(others) + "; " + see);
  return usage(said + did_you_mean(unknown, options_of(command)), see);
}

// Checks the names after the equals sign of a flag, "--input-in-scratch=a,b"; returns the error, or an empty
// text. CLI11 treats an empty name like the flag alone, and does not check values of flags.
std::string wrong_names(CLI::App& app, const std::vector<std::string>& words) {
  for (const CLI::App* command : app.get_subcommands(nullptr)) {
    if (words.empty() || command->get_name() != words[0]) continue;
    for (const std::string& word : words) {
      const size_t equals = word.find('=');
      if (!word.starts_with("--") || equals == std::string::npos) continue;
      const CLI::Option* const option = command->get_option_no_throw(word.substr(0, equals));
      if (!option || option->get_fnames().empty()) continue;
      const std::string names = word.substr(equals + 1);
      if (("," + names + ",").find(",,") != std::string::npos)
        return word.substr(0, equals) + ": need names with commas between them, have '" + printable(names) +
               "'";
    }
  }
  return {};
}

// Reports a surplus word.
Diag extra_word(const CLI::App& app, const std::vector<std::string>& words) {
  const std::vector<std::string> left = app.remaining();
  const std::string better = with_equals(app, words);
  return usage("can't use the word '" + (left.empty() ? words.back() : left[0]) + "'",
               (better.empty() ? "" : "write " + better + "; ") + "see nook " + app.get_name() + " --help");
}

}  // namespace

std::string choice(const std::vector<std::string>& names) {
  std::string all;
  for (const std::string& name : names) all += (all.empty() ? "" : "|") + name;
  return all;
}

Option Option::required() { return Option(option_->required()); }
Option Option::type(const std::string& name) { return Option(option_->type_name(name)); }
Option Option::describe(const std::string& text) { return Option(option_->description(text)); }
Option Option::check(Check check) { return Option(option_->check(CLI::Validator(std::move(check), ""))); }

Option Option::change(std::function<std::string(const std::string&)> change) {
  return Option(
      option_->transform([change = std::move(change)](const std::string& given) { return change(given); }));
}

Option Option::one_of(const std::vector<std::string>& names) {
  return type(choice(names)).check([names](const std::string& given) {
    if (std::ranges::find(names, given) != names.end()) return std::string();
    return "need one of " + choice(names) + ", have '" + given + "'" + did_you_mean(given, names);
  });
}

Option Option::not_empty() {
  return check([](const std::string& given) {
    return given.empty() ? std::string("need a value, have an empty word") : std::string();
  });
}

Option Option::path(const std::string& kind) { return type(kind).not_empty(); }

Option Option::between(int least, int most) {
  return check([least, most](const std::string& given) {
    int64_t value = 0;
    return parse_int(given, &value) && value >= least && value <= most
               ? std::string()
               : "need a whole number from " + std::to_string(least) + " to " + std::to_string(most) +
                     ", have '" + printable(given) + "'";
  });
}

Option Option::between(double least, double most) {
  return check([least, most](const std::string& given) {
    char* end = nullptr;
    const double value = std::strtod(given.c_str(), &end);
    if (!given.empty() && *end == 0 && value >= least && value <= most) return std::string();  // excludes NaN
    char range[64];
    std::snprintf(range, sizeof range, "%.10g to %.10g", least, most);
    return "need a number from " + std::string(range) + ", have '" + printable(given) + "'";
  });
}

Option Option::repeatable() {
  return Option(option_->expected(1)->multi_option_policy(CLI::MultiOptionPolicy::TakeAll));
}

Option Option::last_wins() { return Option(option_->multi_option_policy(CLI::MultiOptionPolicy::TakeLast)); }

Option Option::joined() {
  return Option(option_->multi_option_policy(CLI::MultiOptionPolicy::Join)->delimiter(','));
}

Option Option::excludes(Option other) { return Option(option_->excludes(other.option_)); }
Option Option::needs(Option other) { return Option(option_->needs(other.option_)); }

Option Subcommand::add_option(const std::string& name, std::string& to, const std::string& what) {
  return Option(app_->add_option(name, to, what));
}

Option Subcommand::add_option(const std::string& name, std::vector<std::string>& to,
                              const std::string& what) {
  return Option(app_->add_option(name, to, what));
}

Option Subcommand::add_option(const std::string& name, int& to, const std::string& what) {
  return Option(app_->add_option(name, to, what));
}

Option Subcommand::add_option(const std::string& name, double& to, const std::string& what) {
  return Option(app_->add_option(name, to, what));
}

Option Subcommand::add_flag(const std::string& name, bool& to, const std::string& what) {
  return Option(app_->add_flag(name, to, what));
}

Option Subcommand::add_flag(const std::string& name, std::string& to, const std::string& what) {
  return Option(app_->add_flag(name, to, what));
}

void Subcommand::group(const std::string& headline) { app_->option_defaults()->group(headline); }

void Subcommand::on_given(std::function<void()> action) { app_->callback(std::move(action)); }

bool Subcommand::has(const std::string& option) const {
  const CLI::Option* found = app_ ? app_->get_option_no_throw(option) : nullptr;
  return found && found->count() > 0;
}

std::vector<std::string> Subcommand::given() const {
  std::vector<std::string> names;
  for (const CLI::Option* option : app_->get_options())
    if (option->count() > 0) names.push_back(option->get_name());
  return names;
}

std::string Subcommand::name() const { return app_ ? app_->get_name() : std::string(); }

CommandLine::CommandLine(const std::string& name, const std::string& summary, const std::string& footer,
                         const std::string& version)
    : app_(std::make_unique<CLI::App>(summary, name)) {
  app_->formatter(help_text());
  app_->set_help_flag("-h,--help", "print this help");
  app_->set_version_flag("-V,--version", version, "print the version");
  app_->require_subcommand(1);
  app_->footer(footer);
}

CommandLine::~CommandLine() = default;

Subcommand CommandLine::add_command(const std::string& name, const std::string& group,
                                    const std::string& summary, const std::string& example) {
  CLI::App* command = app_->add_subcommand(name, summary);
  command->group(group);
  command->footer("Example:\n  " + example);
  command->option_defaults()->always_capture_default(false);
  return Subcommand(command);
}

std::vector<CommandText> CommandLine::describe() const {
  std::vector<CommandText> all;
  for (const CLI::App* command : app_->get_subcommands(nullptr)) {
    CommandText said{
        command->get_name(), command->get_group(), command->get_description(), command->get_footer(), {}};
    for (const CLI::Option* option : command->get_options()) {
      OptionText text{{}, option->get_type_name(), {}, option->get_description(), option->get_group()};
      if (!option->get_fnames().empty()) text.may_have = "[=NAME,...]";
      for (const std::string& name : option->get_snames()) text.names.push_back("-" + name);
      for (const std::string& name : option->get_lnames()) text.names.push_back("--" + name);
      if (text.names.empty()) text.names.push_back(option->get_name());
      if (option->get_items_expected_max() == 0) text.value.clear();
      said.options.push_back(std::move(text));
    }
    all.push_back(std::move(said));
  }
  return all;
}

namespace {

Commands commands_of(const CLI::App& app) {
  const auto have = [&app](const std::string& name, const std::string& option) {
    return std::ranges::any_of(app.get_subcommands(nullptr), [&](const CLI::App* command) {
      return (name.empty() || command->get_name() == name) && command->get_option_no_throw(option);
    });
  };
  const auto exclude = [&app](const std::string& name, const std::string& option, const std::string& other) {
    return std::ranges::any_of(app.get_subcommands(nullptr), [&](const CLI::App* command) {
      if (command->get_name() != name) return false;
      const CLI::Option* one = command->get_option_no_throw(option);
      return one && std::ranges::any_of(one->get_excludes(),
                                        [&](const CLI::Option* each) { return each->check_name(other); });
    });
  };
  const auto spellings = [&app](const std::string& name, const std::string& option) {
    std::vector<std::string> all;
    for (const CLI::App* command : app.get_subcommands(nullptr)) {
      const CLI::Option* const one = command->get_option_no_throw(option);
      if (command->get_name() != name || !one) continue;
      for (const std::string& letter : one->get_snames()) all.push_back("-" + letter);
      for (const std::string& word : one->get_lnames()) all.push_back("--" + word);
    }
    return all;
  };
  return {spellings, have, exclude};
}

// Rewords CLI11's messages "--target: At Most 1 required but received 2", "--name: 1 required NAME missing"
// and "--force was given a disallowed flag override".
std::string in_our_words(const std::string& said) {
  const std::string most = ": At Most 1 required but received ", one = ": 1 required ", missing = " missing";
  if (const size_t at = said.find(most); at != std::string::npos)
    return said.substr(0, at) + ": need it once, have it " + said.substr(at + most.size()) + " times";
  if (const size_t at = said.find(one); at != std::string::npos && said.ends_with(missing)) {
    const std::string value = said.substr(at + one.size());
    return said.substr(0, at) + ": need a value, " + value.substr(0, value.size() - missing.size()) +
           ", have none";
  }
  return said;
}

// The hint for an error in a subcommand's options; if one is missing, with an example.
std::string way_out(const CLI::App& command, const CLI::ParseError& error) {
  const std::string see = "see nook " + command.get_name() + " --help", footer = command.get_footer();
  const size_t at = footer.find("  nook ");
  if (error.get_exit_code() != static_cast<int>(CLI::ExitCodes::RequiredError) || at == std::string::npos)
    return see;
  return "as in " + footer.substr(at + 2, footer.find('\n', at) - at - 2) + "; " + see;
}

}  // namespace

Result<std::optional<Exit>> CommandLine::parse(std::vector<std::string> words) {
  if (!words.empty() && words[0] == "help") {  // nook help compile
    words.erase(words.begin());
    words.insert(words.begin() + (words.empty() ? 0 : 1), "--help");
  }
  const std::vector<std::string> names = names_of(*app_);
  if (!words.empty() && !words[0].starts_with('-') && std::ranges::find(names, words[0]) == names.end())
    return usage("there is no subcommand '" + words[0] + "'" + did_you_mean(words[0], names),
                 "one of " + join_text(names) + "; see nook --help");
  const Result<std::vector<std::string>> all = with_project(words, commands_of(*app_));
  if (!all) return all.diag();
  words_ = words = *all;
  if (const std::string wrong = wrong_names(*app_, words); !wrong.empty())
    return usage(wrong, "without the equals sign it is for all; see nook " + words[0] + " --help");
  try {
    app_->parse(std::vector<std::string>(words.rbegin(), words.rend()));
  } catch (const CLI::Success& done) {  // --help, --version
    return std::optional<Exit>(static_cast<Exit>(app_->exit(done)));
  } catch (const CLI::ParseError& error) {
    const auto given = app_->get_subcommands();
    const bool extra = error.get_exit_code() == static_cast<int>(CLI::ExitCodes::ExtrasError);
    const std::string unknown = given.empty() ? std::string() : unknown_option(*given[0], words);
    if (!unknown.empty()) return no_option(*app_, *given[0], unknown);
    if (!given.empty() && extra) return extra_word(*given[0], words);
    if (!given.empty()) return usage(in_our_words(error.what()), way_out(*given[0], error));
    const std::string meant =
        words.empty() || !words[0].starts_with("--") ? "" : did_you_mean(words[0], options_of(*app_));
    return usage(
        words.empty() ? "a subcommand is needed" : "need a subcommand, have '" + words[0] + "'" + meant,
        "one of " + join_text(names) + "; see nook --help");
  }
  return std::optional<Exit>();
}

}  // namespace nookc
