// A graph as text: each thing that a graph can have is in its line, and nothing else.
#include "nookc/graph/dump.h"

#include "nook/core/quantize.h"
#include "nook/ops/average_pool2d/average_pool2d_op.h"
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

TEST(activations_are_dumped_by_name_and_those_without_one_by_number) {
  const char* const said[] = {"none", "relu", "relu_n1_to_1", "relu6", "tanh", "sign_bit", "6", "7", "255"};
  for (const size_t i : {0, 1, 2, 3, 4, 5, 6, 7, 8}) {
    test::GraphBuilder b;
    nook::AveragePool2D::Attrs attrs;
    attrs.activation = static_cast<nook::Activation>(i < 8 ? i : 255);
    b.node(attrs, {b.input("x", {1, 2, 2, 4})}, b.output("y", {1, 2, 2, 4}));
    EXPECT(nookc::dump(b.graph).find(std::string("activation=") + said[i] + " ") != std::string::npos ||
           nookc::dump(b.graph).find(std::string("activation=") + said[i] + ":") != std::string::npos);
  }
}

}  // namespace
