// From a Program to an executable: generated C, kernels, port and a main, compiled and linked.
#pragma once
#include <filesystem>
#include <map>
#include <string>

#include "nookc/back/emit/emit.h"
#include "nookc/back/run/board.h"
#include "nookc/back/run/interpreter_glue.h"
#include "nookc/core/progress.h"

namespace nookc {

// Paths of object files.
struct ModelObjects {
  std::vector<std::string> kernels, kernel_sources;  // one object for each source, a path of resources()
  std::vector<std::string> generated;
};

// Builds for one board in one folder; objects that several programs share are compiled once.
class FirmwareBuilder {
 public:
  // `timeout_seconds`: the limit for each call of the compiler and the linker. Diag N4005: no compiler;
  // N4002: sources and objects can't be written.
  static Result<FirmwareBuilder> make(const Board& board, std::filesystem::path folder, Progress progress,
                                      int timeout_seconds);

  // Each returns the path of the program, <folder>/<variant>/<variant>. Diag N4006: the compiler or the
  // linker failed; N4007: one of them took too long; N1003: the board has too little memory.
  Result<std::filesystem::path> runner(const Program& program, const EmitOptions& emit);
  Result<std::filesystem::path> smallest(const Program& program, const EmitOptions& emit);
  Result<std::filesystem::path> empty();
  // The objects of a model without a main program. Diag N4006.
  Result<ModelObjects> objects(const Program& program, Files generated);
  // The corresponding programs that contain the interpreter.
  Result<std::filesystem::path> runner(const InterpretedModel& model);
  Result<std::filesystem::path> smallest(const InterpretedModel& model);

 private:
  struct Recipe {
    std::string variant;
    Files generated;
    std::vector<std::string> ours;         // paths of resources()
    std::vector<std::string> definitions;  // compiler options for the generated files
  };

  FirmwareBuilder(const Board& board) : board_(board) {}
  Result<Recipe> recipe(const Program& program, const EmitOptions& emit, std::string variant,
                        File main) const;
  Recipe interpreter_recipe(const InterpretedModel& model, std::string variant, Files generated) const;
  void add_runner(Recipe& recipe) const;
  Result<std::filesystem::path> build(const Recipe& recipe);
  std::vector<std::string> compile_words(const std::string& source,
                                         const std::vector<std::string>& definitions) const;
  Result<std::vector<std::string>> compile(const Recipe& recipe, const std::filesystem::path& folder);
  Status link(const std::vector<std::string>& objects, const std::filesystem::path& program) const;

  const Board& board_;
  std::filesystem::path folder_, sources_, cache_;
  std::string compiler_;
  Progress progress_;
  int timeout_seconds_ = 0;
  std::map<std::string, std::string> compiled_;  // generated files: key of content and command -> object
};

}  // namespace nookc
