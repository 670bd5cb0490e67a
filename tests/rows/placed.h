#pragma once
#include <optional>

#include "nookc/middle/search/level.h"
#include "tests/rows/tagged_memory.h"
#include "tests/test.h"

namespace test {

// The program of a random graph, in which every byte that a row reads is present; nothing if its input can't
// be streamed.
inline std::optional<nookc::Program> placed(uint32_t seed, const nookc::Graph& graph,
                                            const nookc::CompileOptions& options) {
  auto program = nookc::lower_and_place(graph, options);
  if (!program && options.stream_input && program.diag().code == "N2023") return std::nullopt;
  EXPECT(program);
  if (!program) {
    printf("seed %d: %s\n", static_cast<int>(seed), to_string(program.diag()).c_str());
    return std::nullopt;
  }
  const std::string wrong = TaggedMemory(*program).run();
  if (!wrong.empty()) printf("seed %d: %s\n", static_cast<int>(seed), wrong.c_str());
  EXPECT(wrong.empty());
  return *std::move(program);
}

}  // namespace test
