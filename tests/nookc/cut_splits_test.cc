#include "nookc/middle/passes/cut_splits.h"

#include "nook/ops/maximum/maximum_op.h"
#include "nook/ops/split/split_op.h"
#include "nook/ops/split_v/split_v_op.h"
#include "nookc/graph/any_attrs.h"
#include "tests/nookc/graphs.h"
#include "tests/nookc/results.h"
#include "tests/test.h"

namespace {

using nookc::Graph;
using nookc::TensorId;
using test::GraphBuilder;

using Ints = std::vector<int32_t>;

// Parts of these sizes along an axis; some of them are outputs, and each of the others is doubled first.
struct Network {
  Ints x = {1, 4, 5, 6}, sizes = {3, 3};
  int32_t axis = 3, stated = 3;  // the second is the number in the model
  bool equal = true;
  int zero_of_part = 3;  // another one, by mistake, than the zero of x

  GraphBuilder graph() const {
    GraphBuilder b;
    const TensorId from = b.input("x", x, 0.05f, 3), at = b.integers("axis", {1}, {stated});
    std::vector<TensorId> parts;
    for (size_t i = 0; i < sizes.size(); ++i) {
      Ints shape = x;
      shape[static_cast<size_t>(axis)] = sizes[i];
      const std::string name = "part" + std::to_string(i);
      parts.push_back(b.tensor(name, shape, 0.05f, zero_of_part));
    }
    const TensorId list = b.integers("sizes", {static_cast<int32_t>(sizes.size())}, sizes);
    if (equal)
      b.node(nook::Split::Attrs{}, {at, from}, parts[0]);
    else
      b.node(nook::SplitV::Attrs{}, {from, list, at}, parts[0]);
    b.graph.nodes.back().out = parts;
    for (size_t i = 0; i < parts.size(); ++i) {
      if (i % 2) {
        b.outputs(parts[i]);
        continue;
      }
      Ints shape = x;
      shape[static_cast<size_t>(axis)] = sizes[i];
      b.node(nook::Maximum::Attrs{}, {parts[i], parts[i]},
             b.output("y" + std::to_string(i), shape, 0.05f, zero_of_part));
    }
    return b;
  }
};

// The operators after the pass; "not the same" if outputs change.
std::string after(const Network& network) {
  Graph graph = network.graph().graph;
  return test::changes(graph, nookc::cut_splits) < 0 ? "not the same" : test::names(graph);
}

Network random_split(test::Rng& rng) {
  Network n;
  n.equal = rng.in(0, 1) == 1;
  n.x.resize(static_cast<size_t>(rng.in(2, 4)));
  for (int32_t& d : n.x) d = rng.in(1, 6);
  n.axis = rng.in(0, static_cast<int32_t>(n.x.size()) - 1);
  n.stated = rng.in(0, 1) ? n.axis : n.axis - static_cast<int32_t>(n.x.size());
  const int32_t parts = rng.in(1, 5);
  n.sizes.assign(static_cast<size_t>(parts), rng.in(1, 4));
  if (!n.equal)
    for (int32_t& size : n.sizes) size = rng.in(1, 5);
  int32_t& along = n.x[static_cast<size_t>(n.axis)];
  along = 0;
  for (const int32_t size : n.sizes) along += size;
  return n;
}

}  // namespace

TEST(cut_splits_makes_a_slice_of_each_part) {
  Network n;
  EXPECT(after(n) == "STRIDED_SLICE MAXIMUM STRIDED_SLICE" ||
         after(n) == "STRIDED_SLICE STRIDED_SLICE MAXIMUM");
  n.equal = false, n.sizes = {1, 2, 3}, n.stated = -1;
  EXPECT(after(n) == "STRIDED_SLICE STRIDED_SLICE STRIDED_SLICE MAXIMUM MAXIMUM");
  n = {}, n.axis = n.stated = 2, n.x = {1, 3, 4, 5}, n.sizes = {2, 2};
  EXPECT(after(n) == "STRIDED_SLICE STRIDED_SLICE MAXIMUM");
}

TEST(cut_splits_keeps_what_views_take_and_what_is_refused) {
  Network n;
  n.axis = n.stated = 1, n.sizes = {2, 2};
  EXPECT(after(n) == "SPLIT MAXIMUM");  // rows are contiguous
  n.x = {4, 6}, n.axis = n.stated = 0;
  EXPECT(after(n) == "SPLIT MAXIMUM");
  n = {}, n.x[3] = 17, n.sizes.assign(17, 1);
  Graph many = n.graph().graph;
  EXPECT(nookc::cut_splits(many) == 0);
  n = {}, n.zero_of_part = 4;
  Graph other_zero = n.graph().graph;
  EXPECT(nookc::cut_splits(other_zero) == 0);
  n = {}, n.x[3] = 7;
  Graph too_many = n.graph().graph;
  EXPECT(nookc::cut_splits(too_many) == 0);
  n = {}, n.stated = 4;
  Graph no_axis = n.graph().graph;
  EXPECT(nookc::cut_splits(no_axis) == 0);
}

TEST(cut_splits_keeps_every_byte_of_random_tensors) {
  test::keeps_every_byte(
      500, [](test::Rng& rng) { return random_split(rng).graph(); }, nookc::cut_splits);
}
