// Command line options of the programs in this folder. CLI11 is hidden, because its header takes ten seconds
// per file.
#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace generated {

class Arguments {
 public:
  // Where a value is stored; a bool becomes true if its option is given.
  using To =
      std::variant<bool*, int*, unsigned*, uint64_t*, double*, std::string*, std::vector<std::string>*>;

  explicit Arguments(const char* about);
  ~Arguments();
  // "--count", or "files" for positional arguments. The initial value of `*to` is the default.
  void add(const char* name, To to, const char* help);
  // The exit code if the program is to end at once, with a message printed: help, or an invalid argument.
  // Nothing: continue.
  std::optional<int> parse(int argc, char** argv);

 private:
  struct App;
  std::unique_ptr<App> app_;
};

}  // namespace generated
