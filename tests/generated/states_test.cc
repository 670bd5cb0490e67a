// A state is bytes that an application saved and may restore as any bytes: whatever they are, interpreter and
// generated code stay in their memory. Sanitizers check the arithmetic, too.
#include <algorithm>
#include <map>

#include "nook/ops/circular_buffer/circular_buffer_op.h"
#include "nook/ops/contract/op_row.h"
#include "nookc/back/package/interpreted.h"
#include "nookc/front/export/export.h"
#include "nookc/front/import/import.h"
#include "tests/generated/check.h"
#include "tests/generated/random_graph.h"
#include "tests/nookc/graphs.h"
#include "tests/sanitized.h"
#include "tests/test.h"

namespace {

using generated::Choices;
using generated::Counts;
using generated::Subject;

// Operators whose subgraphs and names are written by the tests in tests/control; they store any value.
constexpr nook::OpCode kInControl[] = {nook::OpCode::kAssignVariable, nook::OpCode::kReadVariable};

bool keeps(const nook::OpRow& row) {
  const auto keeps_state = [](const nook::FormRow& form) { return form.keeps_state; };
  bool any = std::ranges::any_of(row.forms, keeps_state);
  for (size_t i = 0; i < row.signature.count; ++i)
    any = any || row.signature.operands[i].role == nook::Role::kState;
  return any;
}

// The number of models tried for each operator with state.
std::map<nook::OpCode, int> operators_with_state() {
  std::map<nook::OpCode, int> all;
  for (const nook::OpRowOf row : nook::op_rows())
    if (keeps(row()) && std::ranges::find(kInControl, row().code) == std::end(kInControl))
      all[row().code] = 0;
  return all;
}

}  // namespace

TEST(a_state_of_any_bytes_leads_nowhere_else) {
  const int each = test::kSanitized ? 3 : 12;
  std::map<nook::OpCode, int> tried = operators_with_state();
  EXPECT(tried.size() >= 7);
  const auto missing = [&](const auto& one) { return one.second < each; };
  Counts counts;
  for (uint64_t seed = 1; seed < 60000 && std::ranges::any_of(tried, missing); ++seed) {
    Choices choices(seed);
    const nookc::Graph graph = generated::random_graph(choices);
    bool wanted = false;
    for (const nookc::Node& node : graph.nodes)
      if (const auto found = tried.find(nookc::op_code(node)); found != tried.end())
        wanted |= found->second++ < each;
    if (!wanted) continue;
    const auto tflite = nookc::export_tflite(graph);
    EXPECT(tflite);
    Subject subject(*tflite, static_cast<uint32_t>(seed));
    const std::string wrong = subject.check_spoiled(counts);
    if (!wrong.empty()) printf("seed %d: %s\n", static_cast<int>(seed), wrong.c_str());
    EXPECT(wrong.empty());
  }
  for (const auto& [code, count] : tried) {
    if (count < each) printf("%s: %d models\n", nookc::op_row(code).name, count);
    EXPECT(count >= each);
  }
}

// A program contains exactly the operators that the host counted for its model.
TEST(a_program_links_the_variables_that_its_model_names) {
  test::GraphBuilder b;
  const nookc::TensorId x = b.input("x", {1, 1, 2, 3}), y = b.output("y", {1, 4, 2, 3});
  b.graph[y].variable = true;  // it has no name
  b.node(nook::CircularBuffer::Attrs{}, {x}, y);
  const auto alone = nookc::export_tflite(b.graph);
  EXPECT(alone);
  for (const std::string& tflite : {*alone, generated::with_company(*alone)}) {
    const auto bytes = std::as_bytes(std::span(tflite.data(), tflite.size()));
    const auto program = nookc::compile(bytes, "net.tflite", generated::plain().options);
    EXPECT(program);
    const auto needs = nookc::interpreter_needs(bytes, "net.tflite", *program->target, {});
    EXPECT(needs);
    const std::string options = nookc::options_text({*program, bytes, "net", {}, *needs});
    const bool links = options.find("&nook_resource_variables") != std::string::npos;
    EXPECT_EQ(links, tflite != *alone);
  }
}

// While it collects, its output shows the collected values, wherever the output is.
TEST(a_variable_is_shown_in_the_scratch_too) {
  for (int32_t cycles = 1; cycles < 4; ++cycles) {
    test::GraphBuilder b;
    const nookc::TensorId x = b.input("x", {1, 1, 2, 3}), y = b.output("y", {1, 4, 2, 3});
    b.graph[y].variable = true;
    nook::CircularBuffer::Attrs attrs;
    attrs.cycles_max = cycles;
    b.node(attrs, {x}, y);
    const auto tflite = nookc::export_tflite(b.graph);
    EXPECT(tflite);
    Subject subject(*tflite, 1);
    Counts counts;
    std::string wrong = subject.prepare(counts);
    generated::Variant inside = generated::plain();
    inside.options.outputs_in_scratch = {"*"};
    if (wrong.empty()) wrong = subject.check(inside, counts);
    inside.options.inputs_in_scratch = {"*"};
    if (wrong.empty()) wrong = subject.check(inside, counts);
    if (wrong.empty()) wrong = subject.check_interpreter(counts);
    if (!wrong.empty()) printf("%d cycles: %s\n", cycles, wrong.c_str());
    EXPECT(wrong.empty());
  }
}
