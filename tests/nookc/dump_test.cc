// A graph as text: each thing that a graph can have is in its line, and nothing else.
#include "nookc/graph/dump.h"

#include "nook/ops/logistic/logistic_op.h"
#include "nook/ops/reshape/reshape_op.h"
#include "tests/nookc/graphs.h"
#include "tests/test.h"

namespace {

TEST(a_dump_has_each_line_as_expected) {
  test::GraphBuilder b;
  const auto x = b.input("x", {1, 4, 4, 2}), half = b.tensor("half", {1, 4, 4, 3});
  const auto y = b.tensor("y", {1, 96});
  b.outputs(y);
  const auto shape = b.integers("shape", {2}, {1, 96});
  b.graph[half].narrowed.of = 5, b.graph[half].narrowed.channels = {0, 2, 4};
  b.graph[x].placement.candidates = {"fast", "slow"};
  b.graph[y].placement.pool = "sram", b.graph[y].placement.offset = 0;
  b.node(nook::Logistic::Attrs{}, {x}, half).folded = {7, 9};
  b.node(nook::Reshape::Attrs{}, {half, nookc::TensorId::kNone, shape}, y).unit = "npu";
  b.graph.nodes[1].source = -1, b.graph.nodes[1].version = 3;
  b.graph.nodes.emplace_back();  // erased
  const std::string text = nookc::dump(b.graph);
  const std::string expected =
      "inputs %0 x:int8[1,4,4,2] among fast|slow\n"
      "0 LOGISTIC v1 folded=7 folded=9: %0 x:int8[1,4,4,2] among fast|slow -> %1 half:int8[1,4,4,3] of 5 "
      "channels\n"
      "- RESHAPE v3 on npu: %1 half:int8[1,4,4,3] of 5 channels, -, %3 shape:int32[2] constant -> "
      "%2 y:int8[1,96] in sram@0\n"
      "outputs %2 y:int8[1,96] in sram@0\n";
  EXPECT(text == expected);
  if (text != expected) printf("have:\n%s", text.c_str());
}

}  // namespace
