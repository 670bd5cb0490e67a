// Options of the programs of this folder. CLI11 is behind this header, as its own takes ten seconds in each
// file.
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
  // Where a value goes; a bool is true where its option is there.
  using To =
      std::variant<bool*, int*, unsigned*, uint64_t*, double*, std::string*, std::vector<std::string>*>;

  explicit Arguments(const char* about);
  ~Arguments();
  // "--count", or "files" for what has no name before it. What `to` points to is the default.
  void add(const char* name, To to, const char* help);
  // What the program returns at once, with a message printed: help, or a wrong argument. Null: goes on.
  std::optional<int> parse(int argc, char** argv);

 private:
  struct App;
  std::unique_ptr<App> app_;
};

}  // namespace generated
