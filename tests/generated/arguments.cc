#include "tests/generated/arguments.h"

#include <CLI/CLI.hpp>
#include <type_traits>

namespace generated {

struct Arguments::App : CLI::App {
  using CLI::App::App;
};

Arguments::Arguments(const char* about) : app_(std::make_unique<App>(about)) {}
Arguments::~Arguments() = default;

void Arguments::add(const char* name, To to, const char* help) {
  std::visit(
      [&](auto* value) {
        if constexpr (std::is_same_v<decltype(value), bool*>)
          app_->add_flag(name, *value, help);
        else
          app_->add_option(name, *value, help);
      },
      to);
}

std::optional<int> Arguments::parse(int argc, char** argv) {
  try {
    app_->parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app_->exit(error);
  }
  return std::nullopt;
}

}  // namespace generated
