// Depthwise convolutions of some channels each, whose results are joined again.
#include "nookc/middle/passes/merge_depthwise.h"

#include <algorithm>

#include "nook/ops/abs/abs_op.h"
#include "nook/ops/concatenation/concatenation_op.h"
#include "nook/ops/depthwise_conv2d/depthwise_conv2d_op.h"
#include "nook/ops/slice/slice_op.h"
#include "nook/ops/split/split_op.h"
#include "nookc/graph/any_attrs.h"
#include "nookc/middle/passes/drop_dead.h"
#include "nookc/middle/search/level.h"
#include "tests/nookc/graphs.h"
#include "tests/run_program.h"
#include "tests/test.h"

namespace {

using nookc::TensorId;
using test::GraphBuilder;

// x [1,9,2,6] is split into halves of three channels, each with a filter of other rows at the end of the
// image.
struct Mixed {
  GraphBuilder b;
  TensorId x = b.input("x", {1, 9, 2, 6}, 0.5f, 3), joined;

  explicit Mixed(std::vector<int32_t> filters, int32_t out = 1, int32_t dilation = 1) {
    const TensorId low = b.tensor("low", {1, 9, 2, 3}, 0.5f, 3),
                   high = b.tensor("high", {1, 9, 2, 3}, 0.5f, 3);
    b.node(nook::Split::Attrs{}, {b.integers("axis", {}, {3}), x}, low).out.push_back(high);
    std::vector<TensorId> results;
    for (size_t i = 0; i < 2; ++i) results.push_back(layer(i ? high : low, filters[i], out, dilation, i));
    joined = b.output("y", {1, out, 1, 6}, 2);
    nook::Concatenation::Attrs along;
    along.axis = -1;
    b.node(along, results, joined);
  }

  TensorId layer(TensorId from, int32_t filter, int32_t out, int32_t dilation, size_t which) {
    const std::string name = std::to_string(which);
    const int32_t rows = out - 1 + (filter - 1) * dilation + 1;
    const TensorId last = b.tensor("last" + name, {1, rows, 2, 3}, 0.5f, 3);
    b.node(nook::Slice::Attrs{},
           {from, b.integers("begin" + name, {4}, {0, 9 - rows, 0, 0}),
            b.integers("size" + name, {4}, {1, rows, 2, 3})},
           last);
    std::vector<int> values;
    for (int32_t i = 0; i < filter * 6; ++i)
      values.push_back((i * 37 + static_cast<int>(which) * 11) % 200 - 100);
    const TensorId w =
        b.values("w" + name, {1, filter, 2, 3}, values, {0.01f, 0.02f, which ? 0.025f : 0.015f});
    b.graph[w].channel_axis = 3;
    const int32_t bias = static_cast<int32_t>(which) * 500;
    const TensorId add = b.integers("bias" + name, {3}, {bias, 7 - bias, 900});
    const TensorId y = b.tensor("y" + name, {1, out, 1, 3}, 2);
    nook::DepthwiseConv2D::Attrs attrs;
    attrs.padding.mode = nook::PadMode::kValid;
    attrs.dilation_h = dilation;
    b.node(attrs, {last, w, add}, y);
    return y;
  }
};

nookc::CompileOptions options() {
  nookc::CompileOptions o;
  o.target = nookc::find_target("host");
  return o;
}

std::vector<char> result(const nookc::Graph& graph) {
  const auto p = nookc::lower_and_place(graph, options());
  EXPECT(p);
  if (!p) return {};
  test::ProgramRun run(*p);
  for (size_t i = 0; i < run.input(0).size(); ++i) run.input(0)[i] = static_cast<char>(i * i * 5 + i);
  for (const nookc::Call& call : p->calls) EXPECT(run.call(call));
  return run.output(0);
}

// Merges two convolutions into one with the same bytes.
void expect_merged(Mixed& net, const char* names) {
  const std::vector<char> want = result(net.b.graph);
  EXPECT_EQ(nookc::merge_depthwise(net.b.graph), 2);
  nookc::drop_dead(net.b.graph);
  EXPECT(nookc::verify(net.b.graph).empty());
  EXPECT(test::names(net.b.graph) == names);
  EXPECT(!want.empty() && result(net.b.graph) == want);
}

void expect_unchanged(Mixed& net) {
  const std::string before = test::names(net.b.graph);
  EXPECT_EQ(nookc::merge_depthwise(net.b.graph), 0);
  EXPECT(test::names(net.b.graph) == before);
}

}  // namespace

TEST(filters_of_mixed_heights_become_one) {
  Mixed one({5, 9});
  expect_merged(one, "DEPTHWISE_CONV_2D");  // it reads the whole image
  Mixed few({4, 5});
  expect_merged(few, "SLICE DEPTHWISE_CONV_2D");
  Mixed several({5, 7}, 3);
  expect_merged(several, "DEPTHWISE_CONV_2D");
  Mixed equal({3, 3}, 2);
  expect_merged(equal, "SLICE DEPTHWISE_CONV_2D");
  Mixed dilated({3, 4}, 1, 2);
  expect_merged(dilated, "SLICE DEPTHWISE_CONV_2D");
}

// What fold-constants leaves if it is disabled.
TEST(filters_of_a_constant_image_become_one) {
  Mixed net({4, 5});
  std::vector<int> pixels;
  for (int i = 0; i < 9 * 2 * 6; ++i) pixels.push_back(i * 53 % 251 - 125);
  const TensorId image = net.b.values("image", {1, 9, 2, 6}, pixels, {0.5f});
  net.b.graph[image].zero_point = 3;
  net.b.graph.nodes[0].in[1] = image;
  const std::vector<char> want = result(net.b.graph);
  EXPECT_EQ(nookc::merge_depthwise(net.b.graph), 2);
  nookc::drop_dead(net.b.graph);
  EXPECT(nookc::verify(net.b.graph).empty());
  EXPECT(!want.empty() && result(net.b.graph) == want);
}

TEST(filters_are_merged_only_if_few_zeros_are_added) {
  Mixed net({1, 9});
  expect_unchanged(net);
}

TEST(filters_are_merged_only_if_all_else_is_equal) {
  const auto layer = [](Mixed& net, size_t which) -> nook::ConvolutionAttrs& {
    return *nookc::convolution_of(net.b.graph.nodes[2 + 2 * which].attrs);
  };
  Mixed padded({5, 9});
  layer(padded, 0).padding.mode = nook::PadMode::kSame;
  expect_unchanged(padded);
  Mixed clamped({5, 9});
  layer(clamped, 1).activation = nook::Activation::kRelu;
  expect_unchanged(clamped);
  Mixed swapped({5, 9});  // channels in another order
  std::swap(swapped.b.graph.nodes.back().in[0], swapped.b.graph.nodes.back().in[1]);
  expect_unchanged(swapped);
  Mixed read({5, 9});  // one of the results is read elsewhere, too
  read.b.node(nook::Abs::Attrs{}, {read.b.graph.nodes[2].out[0]}, read.b.output("z", {1, 1, 1, 3}));
  expect_unchanged(read);
  Mixed rounded({5, 9});
  rounded.b.graph[rounded.b.graph.nodes[2].out[0]].scales = {1};
  expect_unchanged(rounded);
  Mixed unbiased({5, 9});
  unbiased.b.graph.nodes[4].in.pop_back();
  expect_unchanged(unbiased);
  Mixed earlier({5, 6});  // dilated rows that lie between the rows of the other filter
  for (const size_t which : {0, 1}) layer(earlier, which).dilation_h = 2;
  expect_unchanged(earlier);
}

// The pass sees models that lowering refuses.
TEST(layers_that_do_not_fit_are_left_to_lowering) {
  const auto attrs = [](Mixed& net) -> nook::ConvolutionAttrs& {
    return *nookc::convolution_of(net.b.graph.nodes[2].attrs);
  };
  const auto begin = [](Mixed& net, size_t slice) {
    return net.b.integers("other", {4}, {0, INT32_MAX - static_cast<int32_t>(slice), 0, 0});
  };
  Mixed still({5, 9});
  attrs(still).dilation_h = 0, attrs(still).stride_w = 0;
  expect_unchanged(still);
  Mixed low({5, 9});
  low.b.graph[low.b.graph.nodes[2].out[0]].shape.dim[1] = 2;
  expect_unchanged(low);
  Mixed outside({5, 9});
  for (const size_t slice : {1, 3}) outside.b.graph.nodes[slice].in[1] = begin(outside, slice);
  expect_unchanged(outside);
  Mixed twice({5, 5});
  for (const size_t slice : {1, 3}) {
    const TensorId part = twice.b.graph.nodes[slice].out[0],
                   again = twice.b.tensor("again", {1, 5, 2, 3}, 0.5f, 3);
    nookc::Node further = twice.b.graph.nodes[slice];
    further.in[0] = part, further.out[0] = again;
    for (nookc::Node* const node : {&twice.b.graph.nodes[slice], &further}) node->in[1] = begin(twice, slice);
    twice.b.graph.nodes[slice + 1].in[0] = again;
    twice.b.graph.nodes.push_back(further);
  }
  expect_unchanged(twice);
}
