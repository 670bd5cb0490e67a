// Shared code of the tests of generated code: small programs, a folder to build in, the system's compilers.
#pragma once
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <functional>
#include <string>

#include "nookc/back/emit/emit.h"
#include "nookc/back/package/package.h"
#include "nookc/middle/search/level.h"
#include "tests/nookc/graphs.h"
#include "tests/test.h"

namespace test {

inline const char* const kStrictC =
    " -std=c99 -pedantic -Wall -Wextra -Werror -Wconversion -Wno-sign-conversion ";

// A temporary folder that is removed when the test ends.
class Folder {
 public:
  Folder() {
    std::string pattern = (std::filesystem::temp_directory_path() / "nook-emit-XXXXXX").string();
    if (mkdtemp(pattern.data())) path_ = pattern;
  }
  ~Folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  void write(const nookc::Files& files) const {
    const auto status = nookc::write_files(path_, files);
    if (!status) printf("%s\n", to_string(status.diag()).c_str());
    EXPECT(status);
  }

  // Runs a command in the folder; `output` is its output, including errors.
  int run(const std::string& command) {
    FILE* pipe = popen(("cd " + path_ + " && " + command + " 2>&1").c_str(), "r");
    output.clear();
    char buffer[4096];
    for (size_t n; (n = fread(buffer, 1, sizeof buffer, pipe)) > 0;) output.append(buffer, n);
    return pclose(pipe);
  }

  // Like run(), and shows the output if the command fails.
  bool runs(const std::string& command) {
    if (run(command) == 0) return true;
    printf("$ %s\n%s\n", command.c_str(), output.c_str());
    return false;
  }

  // Compiles all sources of the folder into a.out and runs it. Kernels are the same in every folder: each is
  // compiled once per command.
  bool works(const std::string& compile, const std::string& run = "./a.out") {
    static const Folder kernels;
    const std::string made_by = std::to_string(std::hash<std::string>{}(compile));
    std::string objects;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(path_ + "/nook")) {
      std::string source = entry.path().lexically_relative(path_).string();
      if (!source.ends_with("_ref.c")) continue;
      std::string object = source + "_" + made_by + ".o";
      std::ranges::replace(object, '/', '_');
      object = kernels.path() + "/" + object;
      if (!std::filesystem::exists(object) && !runs(compile + " -c " + source + " -o " + object))
        return false;
      objects += " " + object;
    }
    return runs(compile + " *.c" + objects + " -lm") && runs(run);
  }

  const std::string& path() const { return path_; }

  std::string output;

 private:
  std::string path_;
};

inline bool have(const char* command) {
  return std::system(("command -v " + std::string(command) + " >/dev/null 2>&1").c_str()) == 0;
}

// Lowers and places a graph; aborts the test program on failure, as every test needs it.
inline nookc::Program program_of(nookc::Graph graph, nookc::CompileOptions options = {}) {
  if (!options.target) options.target = nookc::find_target("host");
  auto program = nookc::lower_and_place(graph, options);
  if (!program) {
    printf("%s\n", to_string(program.diag()).c_str());
    exit(1);
  }
  program->model_sha256 = std::string(64, 'a');
  program->model_bytes = 1234;
  return *std::move(program);
}

inline nookc::EmitOptions named(const std::string& name) {
  nookc::EmitOptions options;
  options.name = name;
  options.provenance = {"0.1.0", "abcdef1", "nook compile test.tflite"};
  return options;
}

inline nookc::Files emitted(const nookc::Program& program, const nookc::EmitOptions& options) {
  auto files = nookc::emit_c(program, options);
  if (files) return *std::move(files);
  printf("%s\n", to_string(files.diag()).c_str());
  exit(1);
}

inline std::string content(const nookc::Files& files, const std::string& path) {
  for (const nookc::File& file : files)
    if (file.path == path) return file.content;
  return {};
}

inline bool contains(const std::string& text, const std::string& part) {
  if (text.find(part) != std::string::npos) return true;
  printf("no '%s'\n", part.c_str());
  return false;
}

// The beginning of programs.
constexpr const char* kIncludesAndExpect = R"(
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define EXPECT(condition)                            \
  do {                                               \
    if (!(condition)) {                              \
      printf("line %d: %s\n", __LINE__, #condition); \
      return 1;                                      \
    }                                                \
  } while (0)
)";

// CONV_2D with strides of 1 and without padding.
nookc::Attrs valid_convolution();

// audio [1][6][6][2] -> CONV_2D 3x3 hidden [1][6][6][3] -> RESHAPE flat [1][1][36][3] -> CONV_2D 1x1
// mixed [1][1][36][3] -> CONV_2D 1x1 scores [1][1][36][2]: two buffers in scratch, one view.
nookc::Graph chain();

// x [1][4][4][1] -> CONV_2D y [1][4][4][1]: nothing in scratch.
nookc::Graph lone();

// Two inputs and two outputs, one of them a CONCATENATION: names as converters write them, and worse ones.
nookc::Graph wide();

// camera [1][rows][6][2] -> CONV_2D 3x3 -> CONV_2D 3x3, stride 2 -> RESHAPE -> FULLY_CONNECTED scores [1][5]
nookc::Graph camera(int32_t rows = 8);

// Builds and runs `main_c` with the model; true if it returns 0.
inline bool works(const nookc::Program& program, const nookc::EmitOptions& options, const std::string& main_c,
                  const std::string& flags = "") {
  Folder folder;
  nookc::Files files = emitted(program, options);
  for (nookc::File& file : kernel_files(program)) files.push_back(std::move(file));
  files.push_back({"main.c", main_c});
  folder.write(files);
  return folder.works("gcc -g1 -O0 -fsanitize=address,undefined -fno-sanitize-recover=all -I. " + flags +
                      kStrictC);
}

}  // namespace test
