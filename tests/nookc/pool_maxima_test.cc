#include "nookc/middle/passes/pool_maxima.h"

#include "nook/ops/max_pool2d/max_pool2d_op.h"
#include "nook/ops/reduce_max/reduce_max_op.h"
#include "tests/nookc/graphs.h"
#include "tests/nookc/results.h"
#include "tests/test.h"

namespace {

using nookc::Graph;
using test::GraphBuilder;

using Ints = std::vector<int32_t>;

GraphBuilder maximum(const Ints& x, const Ints& axes, const Ints& y, float y_scale = 0.05f) {
  GraphBuilder b;
  const nookc::TensorId in = b.input("x", x, 0.05f, 3);
  const nookc::TensorId list = b.integers("axes", {static_cast<int32_t>(axes.size())}, axes);
  b.node(nook::ReduceMax::Attrs{y.size() == x.size()}, {in, list}, b.output("y", y, y_scale, 3));
  return b;
}

// The windows of the pools, "1x4 1x3"; "kept" if the operator stays.
std::string windows(Graph graph) {
  const int changes = test::changes(graph, nookc::pool_maxima);
  if (changes != 1) return changes == 0 ? "kept" : "not the same";
  std::string all;
  for (const nookc::Node& node : graph.nodes)
    if (const auto* pool = Graph::attrs<nook::MaxPool2D>(node))
      all += (all.empty() ? "" : " ") + std::to_string(pool->filter_h) + "x" + std::to_string(pool->filter_w);
  return all;
}

}  // namespace

TEST(pool_maxima_takes_parts_of_a_row_or_each_row) {
  EXPECT(windows(maximum({1, 1, 12, 5}, {1, 2}, {1, 5}).graph) == "1x4 1x3");
  EXPECT(windows(maximum({1, 1, 10, 5}, {1, 2}, {1, 1, 1, 5}).graph) == "1x4 1x3");  // the last part has 2
  EXPECT(windows(maximum({1, 6, 4, 3}, {2, 1}, {1, 3}).graph) == "1x4 6x1");
  EXPECT(windows(maximum({1, 6, 1, 3}, {-2, -3}, {1, 3}).graph) == "1x1 6x1");
}

TEST(pool_maxima_keeps_other_maxima) {
  EXPECT(windows(maximum({1, 6, 4, 3}, {1}, {1, 4, 3}).graph) == "kept");
  EXPECT(windows(maximum({2, 6, 4, 3}, {1, 2}, {2, 3}).graph) == "kept");
  EXPECT(windows(maximum({1, 12, 3}, {1}, {1, 3}).graph) == "kept");
  EXPECT(windows(maximum({1, 1, 1, 3}, {1, 2}, {1, 3}).graph) == "kept");
}

TEST(pool_maxima_keeps_every_byte_of_random_images) {
  test::keeps_every_byte(
      300,
      [](test::Rng& rng) {
        const int32_t h = rng.in(0, 1) ? 1 : rng.in(2, 6), w = rng.in(1, 40), c = rng.in(1, 9);
        return maximum({1, h, w, c}, {1, 2}, {1, c});
      },
      nookc::pool_maxima);
}
