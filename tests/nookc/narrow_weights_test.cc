#include "nookc/middle/passes/narrow_weights.h"

#include "nook/ops/dequantize/dequantize_op.h"
#include "nook/ops/mul/mul_op.h"
#include "nook/ops/reshape/reshape_op.h"
#include "nookc/graph/any_attrs.h"
#include "nookc/middle/passes/fold_constants.h"
#include "tests/nookc/graphs.h"
#include "tests/nookc/results.h"
#include "tests/test.h"

namespace {

using nookc::Graph;
using nookc::TensorId;

struct Net : test::GraphBuilder {
  TensorId real(TensorId t) {
    graph[t].type = nook::DType::kF32, graph[t].scales.clear();
    return t;
  }
  // The floats of weights [out][in] of int8, with a scale for each `block` of them.
  TensorId widened(int32_t out, int32_t in, int32_t block, int32_t axis = 0) {
    const int32_t scales = out * in / block;
    const TensorId w = weights("w", block == in ? std::vector{out, in} : std::vector{scales, block}, -50);
    graph[w].scales.clear(), graph[w].channel_axis = axis, graph[w].zero_point = 3;
    for (int32_t i = 0; i < (axis ? in : scales); ++i)
      graph[w].scales.push_back(0.01f * static_cast<float>(i + 1));
    const TensorId wide =
        real(tensor("wide", block == in ? std::vector{out, in} : std::vector{scales, block}));
    node(nook::Dequantize::Attrs{}, {w}, wide);
    if (block == in) return wide;
    const TensorId flat = real(tensor("flat", {out, in}));
    node(nook::Reshape::Attrs{}, {wide, integers("shape", {2}, {out, in})}, flat);
    return flat;
  }
  void dense(TensorId x, TensorId w, const char* name) {
    node(nookc::fully_connected(), {x, w}, real(output(name, {1, graph[w].shape.dim[0]})));
  }
};

// The remaining operators; a star marks narrow layers.
std::string remaining(const Graph& graph) {
  std::string all;
  for (const nookc::Node& node : graph.nodes)
    if (!node.erased()) all += nookc::op_name(node) + (nookc::has_narrow_weights(node) ? "* " : " ");
  return all;
}

}  // namespace

TEST(layers_read_narrow_weights_themselves_with_the_same_bytes) {
  for (const int32_t block : {8, 4, 2}) {
    Net net;
    net.dense(net.real(net.input("x", {1, 8})), net.widened(5, 8, block), "y");
    EXPECT(test::changes(net.graph, nookc::narrow_weights) == 1);
    EXPECT(nookc::has_narrow_weights(net.graph.nodes.back()));
    EXPECT(net.graph[net.graph.nodes.back().in[1]].type == nook::DType::kS8);
  }
}

TEST(layers_that_share_weights_read_one_constant) {
  Net net;
  const TensorId x = net.real(net.input("x", {1, 8})), w = net.widened(5, 8, 8);
  net.dense(x, w, "y"), net.dense(x, w, "z");
  EXPECT(test::changes(net.graph, nookc::narrow_weights) == 2);
  EXPECT(net.graph.nodes[1].in[1] == net.graph.nodes[2].in[1]);
}

TEST(weights_that_something_else_reads_are_folded_to_floats) {
  Net net;
  const TensorId x = net.real(net.input("x", {5, 8})), w = net.widened(5, 8, 8);
  net.node(nookc::fully_connected(), {x, w}, net.real(net.output("y", {5, 5})));
  net.node(nook::Mul::Attrs{}, {x, w}, net.real(net.output("z", {5, 8})));
  EXPECT(nookc::narrow_weights(net.graph) == 0);
  EXPECT(nookc::fold_constants(net.graph, nookc::widens_weights(net.graph)) == 1);
}

TEST(scales_along_another_dimension_stay_with_the_dequantize) {
  Net net;
  net.dense(net.real(net.input("x", {1, 8})), net.widened(5, 8, 8, 1), "y");
  EXPECT(nookc::narrow_weights(net.graph) == 0);
  EXPECT(remaining(net.graph) == "DEQUANTIZE FULLY_CONNECTED ");
}

TEST(folding_keeps_operators_that_widen_weights) {
  Net net;
  net.dense(net.real(net.input("x", {1, 8})), net.widened(5, 8, 4), "y");
  EXPECT(nookc::fold_constants(net.graph, nookc::widens_weights(net.graph)) == 0);
  EXPECT(nookc::narrow_weights(net.graph) == 1);
  EXPECT(remaining(net.graph) == "DEQUANTIZE RESHAPE FULLY_CONNECTED* ");
}
