// A kept input in the scratch shares no byte with any other buffer, because it is live from before the first
// operator until after the last.
#include <algorithm>
#include <fstream>
#include <iterator>

#include "nook/ops/abs/abs_op.h"
#include "nookc/compile/compile.h"
#include "nookc/middle/lower/row_stage.h"
#include "nookc/middle/search/level.h"
#include "tests/nookc/graphs.h"
#include "tests/test.h"

using namespace nookc;
using test::GraphBuilder;

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

// x -> ABS -> ... -> y
GraphBuilder chain(int operators) {
  GraphBuilder b;
  TensorId at = b.input("x", {1, 16, 8, 4});
  for (int i = 0; i < operators; ++i) {
    const TensorId y =
        i + 1 < operators ? b.tensor("t" + std::to_string(i), {1, 16, 8, 4}) : b.output("y", {1, 16, 8, 4});
    b.node(nook::Abs::Attrs{}, {at}, y);
    at = y;
  }
  return b;
}

}  // namespace

// An input that arrives row by row is never whole, so it can't be kept: the options exclude each other.
TEST(an_input_that_is_kept_does_not_come_line_by_line) {
  int streams = 0;
  for (int operators = 1; operators <= 3; ++operators)
    for (CompileOptions options : ways_to_compile()) {
      options.stream_input = options.rows = true;
      options.inputs_in_scratch.clear();
      const GraphBuilder b = chain(operators);
      const auto streamed = lower_and_place(b.graph, options);
      streams += streamed && row_stream(*streamed);
      options.kept_inputs = options.inputs_in_scratch = {"*"};
      const auto kept = lower_and_place(b.graph, options);
      EXPECT(!kept || !row_stream(*kept));
    }
  EXPECT(streams > 0);
}

// Even if the last operator belongs to a chain that runs row by row.
TEST(a_chain_to_the_output_leaves_an_input_that_is_kept) {
  int shared_when_not_kept = 0;
  for (int operators = 1; operators <= 3; ++operators) {
    const GraphBuilder b = chain(operators);
    for (CompileOptions options : ways_to_compile()) {
      const auto freed = lower_and_place(b.graph, options);
      options.kept_inputs = {"*"};
      const auto kept = lower_and_place(b.graph, options);
      EXPECT(freed && kept);
      if (!freed || !kept) continue;
      EXPECT_EQ(sharing(*kept), 0);
      shared_when_not_kept += sharing(*freed);
    }
  }
  EXPECT(shared_when_not_kept > 0);
}

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
