#include "nookc/middle/passes/find_images.h"

#include "nook/ops/average_pool2d/average_pool2d_op.h"
#include "nook/ops/maximum/maximum_op.h"
#include "nook/ops/mean/mean_op.h"
#include "nook/ops/pad/pad_op.h"
#include "nook/ops/reduce_max/reduce_max_op.h"
#include "nookc/graph/any_attrs.h"
#include "tests/nookc/graphs.h"
#include "tests/nookc/results.h"
#include "tests/test.h"

namespace {

using nookc::Graph;
using nookc::TensorId;
using test::GraphBuilder;

using Ints = std::vector<int32_t>;

// A pool makes an image, a RESHAPE changes its shape, and a MEAN or REDUCE_MAX along some axes reads
// it.
struct Network {
  Ints image = {1, 1, 12, 5}, reshaped = {1, 12, 5}, axes = {1}, y = {1, 5};
  bool keep_dims = false, reshapes = true, converts = true, maximum = false;
  int32_t image_zero = 3;  // another one, by mistake, than after the RESHAPE

  GraphBuilder graph() const {
    GraphBuilder b;
    TensorId x = b.input("x", image, 0.05f, image_zero);
    if (converts) {
      const TensorId made = b.tensor("image", image, 0.05f, image_zero);
      b.node(nook::AveragePool2D::Attrs{}, {x}, made);
      x = made;
    }
    if (reshapes) {
      const TensorId other = b.tensor("reshaped", reshaped, 0.05f, 3);
      b.node(nookc::reshape(), {x}, other);
      x = other;
    }
    const TensorId list = b.integers("axes", {static_cast<int32_t>(axes.size())}, axes);
    if (maximum)
      b.node(nook::ReduceMax::Attrs{keep_dims}, {x, list}, b.output("y", y, 0.05f, 3));
    else
      b.node(nook::Mean::Attrs{keep_dims}, {x, list}, b.output("y", y, 0.04f, -2));
    return b;
  }
};

// A sequence is padded, and a pool reads it as an image, as Keras writes causal convolutions; the
// padded sequence may be read by others, too.
struct Causal {
  Ints amounts = {0, 0, 2, 0, 0, 0};
  int32_t steps = 9, channels = 4;
  bool from_image = true, others = false, activates = false;

  GraphBuilder graph() const {
    GraphBuilder b;
    const Ints image = {1, 1, steps, channels}, sequence = {1, steps, channels};
    TensorId x = b.input("x", from_image ? image : sequence, 0.05f, 3);
    if (from_image) {
      const TensorId other = b.tensor("sequence", sequence, 0.05f, 3);
      b.node(nookc::reshape(), {x}, other);
      x = other;
    }
    if (activates) {
      const TensorId sum = b.tensor("sum", sequence, 0.05f, 3);
      b.node(nook::Maximum::Attrs{}, {x, x}, sum);
      x = sum;
    }
    const int32_t all = steps + amounts[2] + amounts[3], deep = channels + amounts[4] + amounts[5];
    const TensorId padded = b.tensor("padded", {1 + amounts[0], all, deep}, 0.05f, 3);
    if (others) b.outputs(padded);
    b.node(nook::Pad::Attrs{}, {x, b.integers("amounts", {3, 2}, amounts)}, padded);
    const TensorId row = b.tensor("row", {1 + amounts[0], 1, all, deep}, 0.05f, 3);
    b.node(nookc::reshape(), {padded}, row);
    nook::AveragePool2D::Attrs attrs;
    attrs.filter_w = 3, attrs.padding.mode = nook::PadMode::kValid;
    b.node(attrs, {row}, b.output("y", {1 + amounts[0], 1, all - 2, deep}, 0.05f, 3));
    return b;
  }
};

// The operators after the pass; "not the same" if outputs change or the number of changes is another.
template <class Any>
std::string after(const Any& network, int expected) {
  Graph graph = network.graph().graph;
  const int changes = test::changes(graph, nookc::find_images);
  return changes == expected ? test::names(graph) : "not the same";
}

Network random_network(test::Rng& rng) {
  Network n;
  const int32_t h = rng.in(1, 3) == 1 ? rng.in(2, 6) : 1, w = rng.in(1, 9), c = rng.in(1, 9);
  n.image = {1, h, w, c};
  n.converts = rng.in(0, 3) > 0;
  switch (rng.in(0, 5)) {
    case 0:
      n.reshaped = {1, h * w, c}, n.axes = {1};
      break;
    case 1:
      n.reshaped = {h * w, c}, n.axes = {0};
      break;
    case 2:
      n.reshaped = {1, h * w, 1, c}, n.axes = {rng.in(0, 1) ? 1 : -3};
      break;
    case 3:
      n.reshaped = {1, 1, h, w, c}, n.axes = {3, 2};
      break;
    case 4:
      n.reshaped = {1, w, h * c}, n.axes = {1};  // other elements are one mean
      break;
    default:
      n.reshapes = false, n.reshaped = n.image, n.axes = h == 1 ? Ints{2} : Ints{1};
  }
  n.keep_dims = rng.in(0, 1) == 1, n.maximum = rng.in(0, 2) == 0;
  n.y.clear();
  for (size_t d = 0; d < n.reshaped.size(); ++d) {
    bool taken = false;
    for (const int32_t axis : n.axes)
      taken |= axis == static_cast<int32_t>(d) ||
               axis + static_cast<int32_t>(n.reshaped.size()) == static_cast<int32_t>(d);
    if (!taken) n.y.push_back(n.reshaped[d]);
    if (taken && n.keep_dims) n.y.push_back(1);
  }
  return n;
}

}  // namespace

TEST(find_images_reads_the_image_instead_of_its_shape) {
  EXPECT(after(Network{}, 1) == "AVERAGE_POOL_2D MEAN");
  Graph graph = Network{}.graph().graph;
  nookc::find_images(graph);
  const nookc::Node& mean = graph.nodes.back();
  EXPECT(graph[mean.in[0]].name == "image" && graph[mean.out[0]].name == "y");
}

TEST(find_images_gives_the_result_its_shape) {
  EXPECT(after(Network{.y = {1, 1, 5}, .keep_dims = true}, 1) == "AVERAGE_POOL_2D MEAN RESHAPE");
  EXPECT(after(Network{.reshaped = {12, 5}, .axes = {0}, .y = {5}}, 1) == "AVERAGE_POOL_2D MEAN RESHAPE");
}

TEST(find_images_names_both_axes_of_images_of_one_row) {
  EXPECT(after(Network{.axes = {2}, .y = {1, 1, 5}, .reshapes = false}, 1) == "AVERAGE_POOL_2D MEAN RESHAPE");
  EXPECT(after(Network{.axes = {1, 2}, .reshapes = false}, 0) == "AVERAGE_POOL_2D MEAN");
}

TEST(find_images_makes_an_image_of_a_sequence) {
  EXPECT(after(Network{.image = {1, 12, 5}, .reshapes = false, .converts = false}, 1) == "RESHAPE MEAN");
}

TEST(find_images_reads_the_image_for_the_maximum) {
  EXPECT(after(Network{.maximum = true}, 1) == "AVERAGE_POOL_2D REDUCE_MAX");
  EXPECT(after(Network{.image = {1, 3, 4, 5}, .maximum = true}, 1) == "AVERAGE_POOL_2D REDUCE_MAX");
}

TEST(find_images_pads_the_row_that_a_window_reads) {
  EXPECT(after(Causal{}, 1) == "PAD AVERAGE_POOL_2D");
  EXPECT(after(Causal{.from_image = false}, 1) == "RESHAPE PAD AVERAGE_POOL_2D");
  EXPECT(after(Causal{.activates = true}, 1) == "RESHAPE MAXIMUM RESHAPE PAD AVERAGE_POOL_2D");
  EXPECT(after(Causal{.others = true}, 1) == "PAD RESHAPE AVERAGE_POOL_2D");
  EXPECT(after(Causal{.amounts = {0, 0, 1, 1, 0, 2}}, 1) == "PAD AVERAGE_POOL_2D");
  EXPECT(after(Causal{.amounts = {1, 0, 1, 0, 0, 0}}, 0) == "RESHAPE PAD RESHAPE AVERAGE_POOL_2D");
}

TEST(find_images_makes_a_row_of_other_shapes) {
  EXPECT(after(Network{.reshaped = {1, 4, 15}, .y = {1, 15}}, 1) == "AVERAGE_POOL_2D RESHAPE RESHAPE MEAN");
  EXPECT(after(Network{.image = {2, 1, 6, 5}}, 1) == "AVERAGE_POOL_2D RESHAPE RESHAPE MEAN");
  EXPECT(after(Network{.image_zero = 4}, 1) == "AVERAGE_POOL_2D RESHAPE RESHAPE MEAN");
}

TEST(find_images_keeps_other_means) {
  EXPECT(after(Network{.axes = {2}, .y = {1, 12}}, 0) == "AVERAGE_POOL_2D RESHAPE MEAN");
  EXPECT(after(Network{.image = {1, 1, 12, 1}, .reshaped = {1, 12, 1}, .y = {1, 1}}, 0) ==
         "AVERAGE_POOL_2D RESHAPE MEAN");
}

TEST(find_images_keeps_every_byte_of_random_paddings) {
  test::keeps_every_byte(
      400,
      [](test::Rng& rng) {
        Causal c;
        c.steps = rng.in(1, 9), c.channels = rng.in(1, 5);
        c.amounts = {0, 0, rng.in(0, 4), rng.in(0, 2), rng.in(0, 2) ? 0 : rng.in(0, 2), 0};
        c.from_image = rng.in(0, 1) == 1, c.others = rng.in(0, 3) == 0, c.activates = rng.in(0, 1) == 1;
        return c.graph();
      },
      nookc::find_images);
}

TEST(find_images_keeps_every_byte_of_random_networks) {
  test::keeps_every_byte(
      600, [](test::Rng& rng) { return random_network(rng).graph(); }, nookc::find_images);
}
