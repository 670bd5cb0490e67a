// Nodes that are computed with the device's kernels, and products that become layers.
#include "nookc/middle/passes/evaluate.h"

#include "nook/ops/abs/abs_op.h"
#include "nook/ops/batch_matmul/batch_matmul_op.h"
#include "nookc/middle/passes/dense_matmul.h"
#include "tests/nookc/graphs.h"
#include "tests/test.h"

namespace {

using namespace nookc;

TEST(a_node_that_no_kernel_computes_has_no_result) {
  test::GraphBuilder b;
  const TensorId x = b.input("x", {1, 4}), y = b.output("y", {1, 4});
  b.node(nook::Abs::Attrs{}, {x}, y);
  const int8_t values[] = {-3, 0, 5, 127};
  const std::vector<Bytes> made = evaluate(b.graph, b.graph.nodes[0], {values});
  EXPECT(made.size() == 1 && made[0].size() == 4 && std::to_integer<int8_t>(made[0][3]) == 127);
  EXPECT(made.size() == 1 && std::to_integer<int8_t>(made[0][0]) == 3);
  b.graph[y].type = nook::DType::kS32;  // no ABS converts
  EXPECT(evaluate(b.graph, b.graph.nodes[0], {values}).empty());
}

TEST(a_product_with_a_constant_that_is_not_a_matrix_stays_a_product) {
  const auto dense = [](std::vector<int32_t> shape) {
    test::GraphBuilder b;
    const TensorId x = b.input("x", {1, 4}), w = b.weights("w", shape), y = b.output("y", {1, 3});
    b.node(nook::BatchMatmul::Attrs{}, {x, w}, y);
    return dense_matmul(b.graph);
  };
  EXPECT_EQ(dense({4, 3}), 1);
  EXPECT_EQ(dense({1, 4, 3}), 1);
  EXPECT_EQ(dense({2, 4, 3}), 0);
  for (const std::vector<int32_t>& empty : {std::vector<int32_t>{4, 0}, {0, 3}, {0, 4, 3}, {4}, {0}})
    EXPECT_EQ(dense(empty), 0);
}

}  // namespace
