// Runs models of net.h with the interpreter and compiled in several ways, and compares with known results.
#pragma once
#include <algorithm>
#include <cstring>

#include "nookc/front/borders/restate.h"
#include "nookc/front/import/import.h"
#include "tests/control/net.h"
#include "tests/generated/check.h"
#include "tests/test.h"

namespace control {

using generated::Values;

inline Values input_bytes(const Numbers& numbers, const nookc::Graph& graph) {
  Values all;
  for (size_t i = 0; i < numbers.size(); ++i) {
    std::vector<uint8_t> bytes(static_cast<size_t>(graph[graph.inputs[i]].bytes()));
    if (bytes.size() == 1)
      bytes[0] = static_cast<uint8_t>(numbers[i][0]);
    else
      std::memcpy(bytes.data(), numbers[i].data(), bytes.size());
    all.push_back(std::move(bytes));
  }
  return all;
}

inline Numbers numbers_of(const Values& values) {
  Numbers all;
  for (const std::vector<uint8_t>& bytes : values) {
    all.emplace_back(bytes.size() / 4);
    std::memcpy(all.back().data(), bytes.data(), all.back().size() * 4);
  }
  return all;
}

inline void expect_same(const generated::Outcome& outcome, const Numbers& want, const char* who) {
  const bool same = outcome.wrong.empty() && numbers_of(outcome.outputs) == want;
  EXPECT(same);
  if (same) return;
  printf("     %s: %s", who, outcome.wrong.c_str());
  for (const std::vector<int32_t>& each : numbers_of(outcome.outputs)) {
    printf(" [");
    for (int32_t n : each) printf(" %d", n);
    printf(" ]");
  }
  printf("\n");
}

// The ways to compile: plans with inputs and outputs inside and outside the scratch, with events, with a
// limit.
inline std::vector<generated::Variant> variants() {
  std::vector<generated::Variant> all(4, generated::plain());
  all[1].options.inputs_in_scratch = all[1].options.outputs_in_scratch = {"*"};
  all[2].options.overlap = false, all[2].emit.events = true, all[2].checked = true;
  all[3].options.while_limit = 1000, all[3].options.outputs_in_scratch = {"*"}, all[3].by_value = true;
  return all;
}

inline bool has_loop(const nookc::Graph& graph) {
  return std::ranges::any_of(graph.regions.marks, [](const nookc::RegionMark& mark) {
    return mark.kind == nookc::RegionMark::Kind::kLoop;
  });
}

// The file with the operators that the compiler writes in place of those that the interpreter lacks.
inline std::string restated(const std::vector<Subgraph>& subgraphs) {
  const std::string file = write(subgraphs);
  const std::span<const std::byte> bytes = view(file);
  const auto made = nookc::restate({bytes.begin(), bytes.end()}, "control.tflite", {});
  EXPECT(made);
  if (!made) printf("     %s\n", to_string(made.diag()).c_str());
  return made ? std::string(reinterpret_cast<const char*>(made->data()), made->size()) : file;
}

// Runs one interpreter, or one memory, several times: state persists between runs.
inline void check_file(const std::string& tflite, const std::vector<Numbers>& inputs,
                       const std::vector<Numbers>& want) {
  const auto graph = nookc::import_tflite(view(tflite), "control.tflite");
  EXPECT(graph);
  if (!graph) {
    printf("     %s\n", to_string(graph.diag()).c_str());
    return;
  }
  std::vector<Values> given;
  for (const Numbers& numbers : inputs) given.push_back(input_bytes(numbers, *graph));
  for (const auto setup :
       {generated::Setup::kPlain, generated::Setup::kInScratch, generated::Setup::kPacked}) {
    const std::vector<generated::Outcome> outcomes = generated::interpret(tflite, given, setup, 1);
    for (size_t run = 0; run < outcomes.size(); ++run) expect_same(outcomes[run], want[run], "interpreter");
  }
  for (generated::Variant v : variants()) {
    if (!has_loop(*graph)) v.options.while_limit = 0;  // refused: no loop to limit
    auto program = nookc::compile(view(tflite), "control.tflite", v.options);
    EXPECT(program);
    if (!program) {
      printf("     %s\n", to_string(program.diag()).c_str());
      continue;
    }
    const auto files = nookc::emit_c(*program, v.emit);
    EXPECT(files);
    if (!files) continue;
    const generated::Compiled code(
        *files, v.checked ? std::vector<std::string>{"NOOK_CHECKED"} : std::vector<std::string>{});
    EXPECT(code.ok());
    if (!code.ok()) printf("     %s\n", code.said().c_str());
    for (uint32_t turn = 0; code.ok() && turn < 2; ++turn) {
      generated::State state;
      for (size_t run = 0; run < given.size(); ++run)
        expect_same(generated::run_whole({*program, *files, v, code}, given[run], turn, state), want[run],
                    "compiled");
    }
  }
}

inline void check_runs(const std::vector<Subgraph>& subgraphs, const std::vector<Numbers>& inputs,
                       const std::vector<Numbers>& want) {
  check_file(write(subgraphs), inputs, want);
}

inline void check(const std::vector<Subgraph>& subgraphs, const Numbers& inputs, const Numbers& want) {
  check_runs(subgraphs, {inputs}, {want});
}

}  // namespace control
