// Operators that move nothing: CONCATENATION, SPLIT, TRANSPOSE ...
#include <algorithm>

#include "nook/ops/add/add_op.h"
#include "nook/ops/concatenation/concatenation_op.h"
#include "nook/ops/pack/pack_op.h"
#include "nook/ops/pad/pad_op.h"
#include "nook/ops/relu/relu_op.h"
#include "nook/ops/reshape/reshape_op.h"
#include "nook/ops/slice/slice_op.h"
#include "nook/ops/split/split_op.h"
#include "nook/ops/split_v/split_v_op.h"
#include "nook/ops/strided_slice/strided_slice_op.h"
#include "nook/ops/sub/sub_op.h"
#include "nook/ops/tile/tile_op.h"
#include "nook/ops/transpose/transpose_op.h"
#include "nook/ops/unpack/unpack_op.h"
#include "nookc/middle/passes/make_views.h"
#include "nookc/middle/search/level.h"
#include "tests/nookc/graphs.h"
#include "tests/run_program.h"
#include "tests/test.h"

namespace {

using nookc::Location;
using nookc::TensorId;
using test::GraphBuilder;

nook::Concatenation::Attrs along(int32_t axis) {
  nook::Concatenation::Attrs attrs;
  attrs.axis = axis;
  return attrs;
}

nookc::CompileOptions options() {
  nookc::CompileOptions o;
  o.target = nookc::find_target("host");
  return o;
}

TensorId relu(GraphBuilder& b, TensorId x, std::vector<int32_t> shape) {
  const TensorId y = b.tensor("t" + std::to_string(b.graph.tensors.size()), std::move(shape));
  b.node(nook::Relu::Attrs{}, {x}, y);
  return y;
}

TensorId slice(GraphBuilder& b, TensorId x, int32_t begin, int32_t end, std::vector<int32_t> shape) {
  const TensorId y = b.tensor("slice", std::move(shape));
  b.node(nook::StridedSlice::Attrs{},
         {x, b.integers("begin", {1}, {begin}), b.integers("end", {1}, {end}), b.integers("step", {1}, {1})},
         y);
  return y;
}

// Two inputs, x [4,8] and z [2,8], each through a RELU, then concatenated, then a RELU to y.
struct TwoParts {
  GraphBuilder b;
  TensorId x = b.input("x", {4, 8}), z = b.input("z", {2, 8});
  TensorId s = relu(b, x, {4, 8}), t = relu(b, z, {2, 8});
  TensorId both = b.tensor("both", {6, 8});
  explicit TwoParts(int32_t axis = 0) {
    b.node(along(axis), {s, t}, both);
    b.node(nook::Relu::Attrs{}, {both}, b.output("y", {6, 8}));
  }
};

// s is live while `large` and `larger` are computed, and t needs them: space for t next to s raises the peak.
struct Early {
  GraphBuilder b;
  TensorId x = b.input("x", {1, 8}), s = b.tensor("s", {1, 8}), t = b.tensor("t", {40, 8});
  TensorId large = b.tensor("large", {40, 8}), other = b.tensor("other", {40, 8});
  TensorId y = b.output("y", {41, 8});
  Early() {
    b.node(nook::Relu::Attrs{}, {x}, s);
    b.node(nook::Pad::Attrs{}, {x, b.integers("around", {2, 2}, {0, 39, 0, 0})}, large);
    b.node(nook::Relu::Attrs{}, {large}, other);
    b.node(nook::Add::Attrs{}, {large, other}, t);
    b.node(along(0), {s, t}, y);
  }
};

// The two results of an operator.
struct Halves {
  TensorId first, second;
};
Halves halves(GraphBuilder& b, nookc::Attrs attrs, std::vector<TensorId> in, std::vector<int32_t> shape) {
  const std::string number = std::to_string(b.graph.tensors.size());
  const Halves all = {b.tensor("first" + number, shape), b.tensor("second" + number, shape)};
  b.node(std::move(attrs), std::move(in), all.first).out.push_back(all.second);
  return all;
}

nook::Unpack::Attrs unpack(int32_t axis) {
  nook::Unpack::Attrs attrs;
  attrs.axis = axis;
  return attrs;
}

nookc::CompileOptions outputs_in_scratch() {
  nookc::CompileOptions o = options();
  o.outputs_in_scratch = {"*"};
  return o;
}

// Compiles; the given number of operators must have become views.
nookc::Result<nookc::Program> with_views(GraphBuilder& b, int views) {
  EXPECT_EQ(nookc::make_views(b.graph), views);
  auto p = nookc::lower_and_place(b.graph, options());
  EXPECT(p);
  return p;
}

size_t calls(const nookc::Graph& graph) { return nookc::lower_and_place(graph, options())->calls.size(); }

}  // namespace

TEST(parts_of_a_concatenation_along_the_outermost_axis_are_computed_in_place) {
  TwoParts g(-2);
  EXPECT_EQ(calls(g.b.graph), 4);
  const auto p = with_views(g.b, 1);
  EXPECT_EQ(p->calls.size(), 3);
  EXPECT_EQ(p->scratch_bytes, 48);
  EXPECT_EQ(p->calls[1].out[0].offset, p->calls[0].out[0].offset + 32);
  EXPECT(p->calls[0].views.empty() && p->calls[1].views == std::vector<TensorId>{g.both});
  test::ProgramRun run(*p);
  for (size_t i = 0; i < 2; ++i)
    for (size_t k = 0; k < run.input(i).size(); ++k) run.input(i)[k] = static_cast<char>(10 * (i + 1) + k);
  for (const nookc::Call& call : p->calls) EXPECT(run.call(call));
  EXPECT(std::ranges::equal(run.input(0), std::span(run.output(0)).first(32)));
  EXPECT(std::ranges::equal(run.input(1), std::span(run.output(0)).last(16)));
}

TEST(parts_of_an_output_are_computed_in_the_application_s_buffer) {
  GraphBuilder b;
  const TensorId x = b.input("x", {4, 8}), s = relu(b, x, {4, 8}), t = relu(b, x, {4, 8});
  b.node(along(0), {s, t}, b.output("y", {8, 8}));
  const auto p = with_views(b, 1);
  EXPECT_EQ(p->calls.size(), 2);
  EXPECT(p->calls[1].out[0].kind == Location::Kind::kOutput);
  EXPECT_EQ(p->calls[1].out[0].offset, 32);
  EXPECT_EQ(p->scratch_bytes, 0);
}

TEST(a_contiguous_slice_is_read_in_place) {
  GraphBuilder b;
  const TensorId x = b.input("x", {6, 8}), s = slice(b, x, 2, 5, {3, 8}), t = relu(b, s, {3, 8});
  const TensorId u = slice(b, t, 1, 3, {2, 8});
  b.node(nook::Relu::Attrs{}, {u}, b.output("y", {2, 8}));
  const auto p = with_views(b, 2);
  EXPECT_EQ(p->calls.size(), 2);
  EXPECT(p->calls[0].in[0].kind == Location::Kind::kInput);
  EXPECT_EQ(p->calls[0].in[0].offset, 16);
  EXPECT_EQ(p->calls[1].in[0].offset, p->calls[0].out[0].offset + 8);
  EXPECT(p->calls[0].views_before == std::vector<TensorId>{s});
  EXPECT(p->calls[0].views == std::vector<TensorId>{u});
}

TEST(another_name_of_an_input_is_reported_before_an_operator_may_write_over_it) {
  GraphBuilder b;
  const TensorId x = b.input("x", {4, 8}), r = b.tensor("r", {32}), y = b.output("y", {32});
  b.node(nook::Reshape::Attrs{}, {x}, r);
  b.node(nook::Relu::Attrs{}, {r}, y);
  nookc::CompileOptions o = options();
  o.inputs_in_scratch = o.outputs_in_scratch = {"*"};
  const auto p = nookc::lower_and_place(b.graph, o);
  EXPECT(p);
  EXPECT_EQ(p->scratch_bytes, 32);  // in place
  EXPECT(p->calls[0].views_before == std::vector<TensorId>{r} && p->calls[0].views.empty());
}

TEST(bytes_that_are_not_contiguous_are_copied) {
  TwoParts columns;
  columns.b.graph[columns.x].shape = columns.b.graph[columns.s].shape = nook::Shape{{6, 5}, 2};
  columns.b.graph[columns.z].shape = columns.b.graph[columns.t].shape = nook::Shape{{6, 3}, 2};
  nookc::Graph::attrs<nook::Concatenation>(columns.b.graph.nodes[2])->axis = 1;
  EXPECT(nookc::lower_and_place(columns.b.graph, options()));
  EXPECT_EQ(nookc::make_views(columns.b.graph), 0);
  GraphBuilder b;
  const TensorId x = b.input("x", {6, 8}), s = b.tensor("s", {3, 8});
  b.node(nook::StridedSlice::Attrs{},
         {x, b.integers("begin", {1}, {0}), b.integers("end", {1}, {6}), b.integers("step", {1}, {2})}, s);
  b.node(nook::Relu::Attrs{}, {s}, b.output("y", {3, 8}));
  EXPECT(nookc::lower_and_place(b.graph, options()));
  EXPECT_EQ(nookc::make_views(b.graph), 0);
}

TEST(a_tensor_that_is_already_placed_is_copied) {
  GraphBuilder input;  // the application's buffer
  const TensorId x = input.input("x", {4, 8}), s = relu(input, x, {4, 8}), both = input.tensor("b", {8, 8});
  input.node(along(0), {x, s}, both);
  input.node(nook::Relu::Attrs{}, {both}, input.output("y", {8, 8}));
  EXPECT_EQ(nookc::make_views(input.graph), 0);
  TwoParts output;
  output.b.outputs(output.s);
  EXPECT_EQ(nookc::make_views(output.b.graph), 0);
  TwoParts constant;
  constant.b.graph.nodes[2].in[1] = constant.b.weights("w", {2, 8});
  constant.b.graph[constant.b.graph.nodes[2].in[1]].scales = {0.5f};
  EXPECT(nookc::lower_and_place(constant.b.graph, options()));
  EXPECT_EQ(nookc::make_views(constant.b.graph), 0);
  TwoParts wished;
  wished.b.graph[wished.t].placement.offset = 64;
  EXPECT_EQ(nookc::make_views(wished.b.graph), 0);
}

TEST(bytes_are_part_of_one_whole_only) {
  GraphBuilder twice;
  const TensorId x = twice.input("x", {4, 8}), s = relu(twice, x, {4, 8});
  twice.node(along(0), {s, s}, twice.output("y", {8, 8}));
  EXPECT_EQ(nookc::make_views(twice.graph), 0);
  TwoParts two;  // s and t, and t and s
  const TensorId other = two.b.tensor("other", {6, 8});
  two.b.node(along(0), {two.t, two.s}, other);
  two.b.node(nook::Relu::Attrs{}, {other}, two.b.output("z", {6, 8}));
  EXPECT_EQ(nookc::make_views(two.b.graph), 1);
  EXPECT_EQ(calls(two.b.graph), 5);
  GraphBuilder cut;  // a slice is part of its input
  const TensorId i = cut.input("x", {4, 8}), a = relu(cut, i, {4, 8}), half = slice(cut, a, 0, 2, {2, 8});
  cut.node(along(0), {half, relu(cut, a, {4, 8})}, cut.output("y", {6, 8}));
  EXPECT_EQ(nookc::make_views(cut.graph), 1);
  EXPECT_EQ(calls(cut.graph), 3);
}

TEST(wholes_of_parts_of_wholes_are_one_buffer) {
  TwoParts g;
  const TensorId more = g.b.tensor("more", {12, 8}), third = relu(g.b, g.x, {4, 8});
  g.b.node(nook::Reshape::Attrs{}, {third}, g.b.tensor("flat", {4, 8}));
  const TensorId flat = g.b.graph.nodes.back().out[0];
  g.b.node(along(0), {slice(g.b, flat, 1, 3, {2, 8}), g.both, flat}, more);  // the slice is already in flat
  EXPECT_EQ(nookc::make_views(g.b.graph), 2);
  nookc::Node& all = g.b.graph.nodes.back();
  all.in.erase(all.in.begin()), g.b.graph[more].shape.dim[0] = 10;
  g.b.node(nook::Relu::Attrs{}, {more}, g.b.output("z", {10, 8}));
  const auto p = with_views(g.b, 3);
  const int32_t start = p->location[index(more)].offset;
  EXPECT_EQ(p->location[index(g.t)].offset, start + 32);
  EXPECT_EQ(p->location[index(flat)].offset, start + 48);
}

TEST(contiguous_parts_are_read_in_place) {
  GraphBuilder b;
  const TensorId x = b.input("x", {1, 4, 2, 2}), r = relu(b, x, {1, 4, 2, 2});
  const Halves split = halves(b, nook::Split::Attrs{}, {b.integers("axis", {}, {1}), r}, {1, 2, 2, 2});
  const Halves unpacked = halves(b, unpack(1), {split.second}, {1, 2, 2});
  const TensorId small = b.tensor("small", {1, 1, 2, 2}), large = b.tensor("large", {1, 1, 2, 2});
  b.node(nook::SplitV::Attrs{},
         {split.first, b.integers("sizes", {2}, {1, 1}), b.integers("axis", {1}, {-3})}, small)
      .out.push_back(large);
  b.node(nook::Add::Attrs{}, {small, large}, b.output("y", {1, 1, 2, 2}));
  b.node(nook::Sub::Attrs{}, {unpacked.second, unpacked.first}, b.output("z", {1, 2, 2}));
  const auto p = with_views(b, 3);
  EXPECT_EQ(p->calls.size(), 3);
  EXPECT_EQ(p->scratch_bytes, 16);
  const int32_t start = p->calls[0].out[0].offset;
  const std::pair<TensorId, int32_t> places[] = {{split.first, 0},    {split.second, 8},
                                                 {small, 0},          {large, 4},
                                                 {unpacked.first, 8}, {unpacked.second, 12}};
  for (const auto& [tensor, at] : places) EXPECT_EQ(p->location[index(tensor)].offset, start + at);
  EXPECT_EQ(p->calls[0].views.size(), 6);  // all of them are reported
  test::ProgramRun run(*p);
  for (int k = 0; k < 16; ++k) run.input(0)[static_cast<size_t>(k)] = static_cast<char>(k * k / 4);
  for (const nookc::Call& call : p->calls) EXPECT(run.call(call));
  for (size_t k = 0; k < 4; ++k) {
    EXPECT_EQ(run.output(0)[k], run.input(0)[k] + run.input(0)[4 + k]);
    EXPECT_EQ(run.output(1)[k], run.input(0)[12 + k] - run.input(0)[8 + k]);
  }
}

// A RELU of the first result is y, and the second is directly an output.
TEST(a_part_that_is_placed_is_copied_and_the_others_are_read_in_place) {
  for (const int kind : {0, 1, 2}) {
    GraphBuilder b;
    const std::vector<int32_t> whole = {1, 2, 8},
                               part = kind == 2 ? std::vector<int32_t>{1, 8} : std::vector<int32_t>{1, 1, 8};
    const TensorId x = relu(b, b.input("x", whole), whole), axis = b.integers("axis", {}, {1});
    const Halves rows =
        kind == 0   ? halves(b, nook::Split::Attrs{}, {axis, x}, part)
        : kind == 1 ? halves(b, nook::SplitV::Attrs{}, {x, b.integers("sizes", {2}, {1, 1}), axis}, part)
                    : halves(b, unpack(1), {x}, part);
    b.outputs(rows.second);
    b.node(nook::Relu::Attrs{}, {rows.first}, b.output("y", part));
    EXPECT_EQ(calls(b.graph), 3);
    EXPECT_EQ(nookc::make_views(b.graph), 1);
    EXPECT(nookc::verify(b.graph).empty());
    const auto p = nookc::lower_and_place(b.graph, options());
    EXPECT(p && p->calls.size() == 3);
    if (!p) continue;
    EXPECT(p->location[index(rows.first)] == p->calls[0].out[0]);
    test::ProgramRun run(*p);
    for (int k = 0; k < 16; ++k) run.input(0)[static_cast<size_t>(k)] = static_cast<char>(k * k / 4);
    for (const nookc::Call& call : p->calls) EXPECT(run.call(call));
    for (size_t k = 0; k < 8; ++k) {
      EXPECT_EQ(run.output(0)[k], run.input(0)[8 + k]);
      EXPECT_EQ(run.output(1)[k], run.input(0)[k]);
    }
  }
}

TEST(parts_are_copied_if_all_of_them_are_placed_or_their_bytes_are_not_contiguous) {
  GraphBuilder output;
  const TensorId r = relu(output, output.input("x", {4, 8}), {4, 8});
  const Halves rows = halves(output, nook::Split::Attrs{}, {output.integers("axis", {}, {0}), r}, {2, 8});
  output.outputs(rows.second), output.outputs(rows.first);
  EXPECT_EQ(nookc::make_views(output.graph), 0);
  EXPECT_EQ(calls(output.graph), 2);
  GraphBuilder apart;
  const TensorId s = relu(apart, apart.input("x", {4, 8}), {4, 8});
  const Halves columns = halves(apart, nook::Split::Attrs{}, {apart.integers("axis", {}, {1}), s}, {4, 4});
  apart.node(nook::Add::Attrs{}, {columns.first, columns.second}, apart.output("y", {4, 4}));
  EXPECT_EQ(nookc::make_views(apart.graph), 0);
  EXPECT_EQ(calls(apart.graph), 3);
  GraphBuilder constant;
  const TensorId w = constant.weights("w", {4, 8});
  constant.graph[w].scales = {0.5f};
  const TensorId x = constant.input("x", {2, 8});
  const Halves known =
      halves(constant, nook::Split::Attrs{}, {constant.integers("axis", {}, {0}), w}, {2, 8});
  constant.node(nook::Add::Attrs{}, {x, known.first}, constant.output("y", {2, 8}));
  EXPECT_EQ(nookc::make_views(constant.graph), 0);
  EXPECT_EQ(calls(constant.graph), 2);
}

TEST(tensors_are_packed_in_place) {
  GraphBuilder b;
  const TensorId x = b.input("x", {1, 2, 4}), s = relu(b, x, {1, 2, 4}), t = relu(b, x, {1, 2, 4});
  nook::Pack::Attrs along_one;
  along_one.axis = 1;
  b.node(along_one, {s, t}, b.output("y", {1, 2, 2, 4}));
  const auto p = with_views(b, 1);
  EXPECT_EQ(p->calls.size(), 2);
  EXPECT(p->calls[1].out[0] == (Location{Location::Kind::kOutput, 0, 8}));
  nookc::Graph::attrs<nook::Pack>(b.graph.nodes.back())->axis = 2;
  b.graph[b.graph.outputs[0]].shape = nook::Shape{{1, 2, 2, 4}, 4};
  b.graph.nodes.back().parts.clear();
  EXPECT_EQ(nookc::make_views(b.graph), 0);
}

TEST(a_tensor_with_unchanged_bytes_becomes_a_view) {
  GraphBuilder b;  // its steps are not calls, up to the application's buffer
  const TensorId x = b.input("x", {4, 1, 2}), r = relu(b, x, {4, 1, 2});
  const TensorId turned = b.tensor("turned", {1, 4, 2}), tiled = b.tensor("tiled", {1, 4, 2});
  const TensorId sliced = b.tensor("sliced", {1, 4, 2});
  b.node(nook::Transpose::Attrs{}, {r, b.integers("order", {3}, {1, 0, 2})}, turned);
  b.node(nook::Tile::Attrs{}, {turned, b.integers("times", {3}, {1, 1, 1})}, tiled);
  b.node(nook::Slice::Attrs{},
         {tiled, b.integers("begin", {3}, {0, 0, 0}), b.integers("size", {3}, {-1, 4, 2})}, sliced);
  nook::Unpack::Attrs first;
  b.node(first, {sliced}, b.output("y", {4, 2}));
  EXPECT_EQ(calls(b.graph), 5);
  const auto p = with_views(b, 4);
  EXPECT_EQ(p->calls.size(), 1);
  EXPECT_EQ(p->scratch_bytes, 0);
  EXPECT(p->calls[0].out[0].kind == Location::Kind::kOutput);
}

TEST(an_input_under_another_name_that_is_an_output_is_copied) {
  GraphBuilder b;
  b.node(nook::Transpose::Attrs{}, {b.input("x", {4, 1}), b.integers("order", {2}, {1, 0})},
         b.output("y", {1, 4}));
  EXPECT_EQ(nookc::make_views(b.graph), 0);
  EXPECT_EQ(calls(b.graph), 1);
}

TEST(a_whole_that_would_be_live_too_early_is_copied) {
  Early g;
  const nookc::CompileOptions o = outputs_in_scratch();
  const auto copied = nookc::lower_and_place(g.b.graph, o);
  EXPECT(copied);
  nookc::Graph forced = g.b.graph;
  forced.nodes.back().parts = {0, 8};
  const auto kept = nookc::lower_and_place(forced, o);
  EXPECT(kept);
  EXPECT_EQ(kept->scratch_bytes, copied->scratch_bytes);
  nookc::CompileOptions fastest = o;
  fastest.level = nookc::Level::kTime;
  const auto fast = nookc::lower_and_place(forced, fastest);
  EXPECT(fast && fast->calls.size() == 4);
  EXPECT(fast && fast->scratch_bytes > kept->scratch_bytes);
  EXPECT_EQ(nookc::make_views(g.b.graph), 0);
}

TEST(a_view_stays_if_a_part_is_copied) {
  Early g;
  nookc::Graph& graph = g.b.graph;
  graph.nodes.back().parts = {0, 8};
  graph.outputs.clear(), graph.output_names.clear();
  g.b.node(nook::Transpose::Attrs{}, {g.y, g.b.integers("order", {2}, {0, 1})}, g.b.output("z", {41, 8}))
      .parts = {0};
  const auto p = nookc::lower_and_place(graph, outputs_in_scratch());
  EXPECT(p);
  EXPECT_EQ(p->calls.size(), 5);
  EXPECT(!p->graph.nodes.back().parts.empty());
}
