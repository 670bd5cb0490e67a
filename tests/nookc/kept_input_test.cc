// An input in the scratch that is kept: whatever else is planned, nothing shares a byte with it, because it
// is there from before the first operator until after the last.
#include <algorithm>
#include <fstream>
#include <iterator>

#include "nookc/compile.h"
#include "tests/test.h"

using namespace nookc;

namespace {

std::string bytes_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

std::vector<CompileOptions> ways_to_compile() {
  std::vector<CompileOptions> all;
  for (const Level level : {Level::kBalanced, Level::kRam})
    for (const char* solver : {"exact", "greedy_by_size"})
      for (const bool rows : {false, true}) {
        CompileOptions options;
        options.target = find_target("cortex-m4");
        options.level = level, options.rows = rows, options.solver = solver;
        options.inputs_in_scratch = options.outputs_in_scratch = {"*"};
        all.push_back(options);
      }
  return all;
}

// Buffers that share a byte with an input.
int sharing(const Program& program) {
  int count = 0;
  for (const Planned& input : program.buffers) {
    if (std::ranges::find(program.graph.inputs, input.tensor) == program.graph.inputs.end()) continue;
    for (const Planned& other : program.buffers)
      count += &other != &input && other.pool == input.pool && other.buffer.size > 0 &&
               other.offset < input.offset + input.buffer.size &&
               input.offset < other.offset + other.buffer.size;
  }
  return count;
}

}  // namespace

TEST(nothing_shares_a_byte_with_an_input_that_is_kept) {
  int shared_when_not_kept = 0, programs = 0;
  for (const char* name :
       {"sine/sine.tflite", "digits/digits.tflite", "knocks/knocks.tflite", "words/words.tflite"}) {
    const std::string bytes = bytes_of(std::string(NOOK_MODELS) + "/" + name);
    for (CompileOptions options : ways_to_compile()) {
      const auto freed = compile(std::as_bytes(std::span(bytes)), name, options);
      options.kept_inputs = {"*"};
      const auto kept = compile(std::as_bytes(std::span(bytes)), name, options);
      EXPECT(freed && kept);
      if (!freed || !kept) continue;
      EXPECT_EQ(sharing(*kept), 0);
      shared_when_not_kept += sharing(*freed), ++programs;
    }
  }
  EXPECT(programs > 0 && shared_when_not_kept > 0);
}
