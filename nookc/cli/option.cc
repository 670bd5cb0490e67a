#include "nookc/cli/option.h"

#include <CLI/CLI.hpp>
#include <algorithm>

namespace nookc {
namespace {

constexpr const char* kUsageCode = "N2000";

std::string names_of(CLI::App& app) {
  std::string names;
  for (const CLI::App* command : app.get_subcommands(nullptr))
    names += (names.empty() ? "" : ", ") + command->get_name();
  return names;
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

Option Option::one_of(const std::vector<std::string>& names) {
  return type(choice(names)).check([names](const std::string& given) {
    if (std::ranges::find(names, given) != names.end()) return std::string();
    return "need one of " + choice(names) + ", have '" + given + "'";
  });
}

Option Option::not_empty() {
  return check([](const std::string& given) {
    return given.empty() ? std::string("need a name, have an empty word") : std::string();
  });
}

Option Option::between(int least, int most) {
  return Option(option_->check(CLI::Range(least, most).description("")));
}

Option Option::between(double least, double most) {
  return Option(option_->check(CLI::Range(least, most).description("")));
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

void Subcommand::on_given(std::function<void()> action) { app_->callback(std::move(action)); }

bool Subcommand::has(const std::string& option) const {
  const CLI::Option* found = app_ ? app_->get_option_no_throw(option) : nullptr;
  return found && found->count() > 0;
}

CommandLine::CommandLine(const std::string& name, const std::string& summary, const std::string& footer,
                         const std::string& version)
    : app_(std::make_unique<CLI::App>(summary, name)) {
  app_->set_version_flag("--version", version);
  app_->require_subcommand(1);
  app_->footer(footer);
}

CommandLine::~CommandLine() = default;

Subcommand CommandLine::add_command(const std::string& name, const std::string& summary,
                                    const std::string& example) {
  CLI::App* command = app_->add_subcommand(name, summary);
  command->footer("\nExample:\n  " + example);
  command->option_defaults()->always_capture_default(false);
  return Subcommand(command);
}

Result<std::optional<Exit>> CommandLine::parse(int argc, char** argv) {
  try {
    app_->parse(argc, argv);
  } catch (const CLI::Success& done) {  // --help, --version
    return std::optional<Exit>(static_cast<Exit>(app_->exit(done)));
  } catch (const CLI::ParseError& error) {
    const auto given = app_->get_subcommands();
    const bool unknown = given.empty() && argc > 1 && argv[1][0] != '-';
    const bool none = given.empty() && argc == 1;
    const std::string what = unknown ? "there is no subcommand '" + std::string(argv[1]) + "'"
                             : none  ? "a subcommand is needed"
                                     : error.what();
    const std::string help = given.empty() ? "one of " + names_of(*app_) + "; see nook --help"
                                           : "see nook " + given[0]->get_name() + " --help";
    return Diag{Exit::kUsage, kUsageCode, {}, what, help};
  }
  return std::optional<Exit>();
}

}  // namespace nookc
