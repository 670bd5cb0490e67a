#include "nookc/middle/passes/reorder.h"

#include <algorithm>
#include <numeric>
#include <set>

#include "nook/ops/add/add_op.h"
#include "nook/ops/circular_buffer/circular_buffer_op.h"
#include "nook/ops/concatenation/concatenation_op.h"
#include "nook/ops/relu/relu_op.h"
#include "nook/ops/reshape/reshape_op.h"
#include "nookc/compile/compile.h"
#include "nookc/graph/any_attrs.h"
#include "nookc/middle/passes/order/search.h"
#include "tests/nookc/graphs.h"
#include "tests/sanitized.h"
#include "tests/test.h"

namespace {

using nookc::Footprint;
using nookc::TensorId;
using test::GraphBuilder;

constexpr int64_t kManyStates = 1 << 20;

// One buffer per step and one that exists from the start; steps read the buffers of some earlier ones.
Footprint random_footprint(test::Rng& rng) {
  Footprint f;
  const size_t count = static_cast<size_t>(rng.in(2, 7));
  f.bytes = {rng.in(0, 9)};
  f.from_start.assign(count + 1, false), f.to_end.assign(count + 1, false);
  f.from_start[0] = true;
  for (size_t s = 0; s < count; ++s) {
    Footprint::Step step;
    for (int k = rng.in(1, 2); k > 0; --k) {
      const auto b = static_cast<size_t>(rng.in(0, static_cast<int>(s)));
      if (std::ranges::find(step.in, b) == step.in.end()) step.in.push_back(b);
    }
    step.out = {s + 1};
    f.bytes.push_back(rng.in(1, 20));
    f.to_end[s + 1] = rng.in(0, 5) == 0;
    if (rng.in(0, 3) == 0 && f.bytes[step.in[0]] >= f.bytes[s + 1]) step.in_place = {step.in[0]};
    f.node.push_back(s);
    f.steps.push_back(step);
  }
  return f;
}

bool works(const Footprint& f, const std::vector<size_t>& order) {
  std::vector<bool> there(f.bytes.size());
  there[0] = true;
  for (size_t s : order) {
    for (size_t b : f.steps[s].in)
      if (!there[b]) return false;
    there[f.steps[s].out[0]] = true;
  }
  return true;
}

// By definition: the live bytes at each step.
int64_t peak(const Footprint& f, const std::vector<size_t>& order) {
  int64_t most = 0;
  for (size_t at = 0; at < order.size(); ++at) {
    const auto reads_from = [&](size_t b, size_t first) {
      for (size_t i = first; i < order.size(); ++i)
        if (std::ranges::count(f.steps[order[i]].in, b)) return true;
      return static_cast<bool>(f.to_end[b]);
    };
    const Footprint::Step& now = f.steps[order[at]];
    int64_t bytes = 0, saved = 0;
    for (size_t b = 0; b < f.bytes.size(); ++b) {
      bool written = b == 0;
      for (size_t i = 0; i < at; ++i) written |= f.steps[order[i]].out[0] == b;
      if (now.out[0] == b || (written && reads_from(b, at))) bytes += f.bytes[b];
    }
    for (size_t b : now.in_place)
      if (!reads_from(b, at + 1)) saved = std::max(saved, f.bytes[now.out[0]]);
    most = std::max(most, bytes - saved);
  }
  return most;
}

// x [1,16] -> two FULLY_CONNECTED of 400 each, both reduced again by another, then their sum.
GraphBuilder two_branches() {
  GraphBuilder b;
  const TensorId x = b.input("x", {1, 16}), s = b.tensor("s", {1, 8}), y = b.output("y", {1, 8});
  TensorId large[2], small[2];
  for (int i = 0; i < 2; ++i) {
    large[i] = b.tensor("large", {1, 400}), small[i] = b.tensor("small", {1, 8});
    b.node(nookc::fully_connected(), {x, b.weights("w", {400, 16})}, large[i]);
  }
  for (int i = 0; i < 2; ++i)
    b.node(nookc::fully_connected(), {large[i], b.weights("v", {8, 400})}, small[i]);
  b.node(nook::Add::Attrs{}, {small[0], small[1]}, s);
  b.node(nook::Relu::Attrs{}, {s}, y);
  return b;
}

TensorId variable(GraphBuilder& b, const std::string& name, std::vector<int32_t> shape) {
  const TensorId t = b.tensor(name, std::move(shape));
  b.graph[t].variable = true;
  return t;
}

// Reads two variables of 400 (nodes 1 and 2), assigns to both (3 and 4), reduces the values (5 and 6), and
// adds the results.
GraphBuilder two_states() {
  GraphBuilder b;
  const TensorId x = b.input("x", {1, 16}), s = b.tensor("s", {1, 8}), fresh = b.tensor("fresh", {1, 400});
  TensorId kept[2], value[2], small[2];
  b.node(nookc::fully_connected(), {x, b.weights("w", {400, 16})}, fresh);
  for (int i = 0; i < 2; ++i) {
    kept[i] = variable(b, "kept", {1, 400}), value[i] = b.tensor("value", {1, 400});
    b.node(nook::Reshape::Attrs{}, {kept[i]}, value[i]);
    small[i] = b.tensor("small", {1, 8});
  }
  for (int i = 0; i < 2; ++i) b.node(nook::Reshape::Attrs{}, {fresh}, kept[i]);
  for (int i = 0; i < 2; ++i)
    b.node(nookc::fully_connected(), {value[i], b.weights("v", {8, 400})}, small[i]);
  b.node(nook::Add::Attrs{}, {small[0], small[1]}, s);
  b.node(nook::Relu::Attrs{}, {s}, b.output("y", {1, 8}));
  return b;
}

std::vector<int32_t> sources(const nookc::Graph& graph) {
  std::vector<int32_t> all;
  for (const nookc::Node& node : graph.nodes)
    if (!node.erased()) all.push_back(node.source);
  return all;
}

}  // namespace

TEST(the_least_order_is_the_least_of_all_orders_and_the_first_of_these) {
  for (uint32_t seed = 0; seed < test::quick_seeds(400); ++seed) {
    test::Rng rng(seed);
    const Footprint f = random_footprint(rng);
    std::vector<size_t> order(f.steps.size()), first;
    std::iota(order.begin(), order.end(), size_t{0});
    int64_t least = INT64_MAX;
    do {
      if (!works(f, order)) continue;
      EXPECT_EQ(peak(f, order), nookc::peak_of(f, order));
      if (peak(f, order) >= least) continue;
      least = peak(f, order);
      first = order;
    } while (std::next_permutation(order.begin(), order.end()));
    const auto found = nookc::least_order(f, kManyStates);
    std::iota(order.begin(), order.end(), size_t{0});
    EXPECT(found && works(f, *found) && peak(f, *found) == least);
    if (peak(f, order) == least) EXPECT(*found == order);  // the file's order
    EXPECT(*found == first);
  }
}

TEST(a_search_of_too_many_states_finds_no_order) {
  test::Rng rng(1);
  for (int i = 0; i < 20; ++i) {
    const Footprint f = random_footprint(rng);
    const auto found = nookc::least_order(f, 0);
    EXPECT(!found || std::ranges::is_sorted(*found));
  }
}

TEST(reorder_finishes_a_branch_before_it_starts_the_next) {
  GraphBuilder b = two_branches();
  EXPECT(nookc::reorder(b.graph) > 0);
  EXPECT(nookc::verify(b.graph).empty());
  EXPECT(sources(b.graph) == (std::vector<int32_t>{0, 2, 1, 3, 4, 5}));
  EXPECT_EQ(nookc::reorder(b.graph), 0);
}

TEST(reorder_keeps_an_order_that_is_as_good) {
  GraphBuilder b;
  const TensorId x = b.input("x", {1, 16}), s = b.tensor("s", {1, 16}), t = b.tensor("t", {1, 16});
  b.node(nookc::fully_connected(), {x, b.weights("w", {16, 16})}, s);
  b.node(nookc::fully_connected(), {x, b.weights("v", {16, 16})}, t);
  b.node(nook::Add::Attrs{}, {s, t}, b.output("y", {1, 16}));
  EXPECT_EQ(nookc::reorder(b.graph), 0);
}

TEST(reorder_keeps_erased_nodes_and_places_that_a_user_chose) {
  GraphBuilder erased = two_branches();
  erased.graph.nodes.insert(erased.graph.nodes.begin() + 1, nookc::Node{});
  EXPECT(nookc::reorder(erased.graph) > 0);
  EXPECT(sources(erased.graph) == (std::vector<int32_t>{0, 2, 1, 3, 4, 5}));
  GraphBuilder placed = two_branches();
  placed.graph[placed.graph.nodes[0].out[0]].placement.offset = 64;
  EXPECT_EQ(nookc::reorder(placed.graph), 0);
}

TEST(reorder_reads_a_variable_where_its_value_is_needed_but_before_it_is_assigned) {
  GraphBuilder b = two_states();
  EXPECT(nookc::reorder(b.graph) > 0);
  EXPECT(nookc::verify(b.graph).empty());
  EXPECT(sources(b.graph) == (std::vector<int32_t>{1, 5, 2, 6, 0, 3, 4, 7, 8}));
  EXPECT_EQ(nookc::reorder(b.graph), 0);
}

TEST(a_pass_that_runs_twice_has_one_name) {
  const std::vector<std::string_view> names(nookc::pass_names().begin(), nookc::pass_names().end());
  EXPECT_EQ(std::ranges::count(names, "reorder"), 1);
  EXPECT_EQ(std::set<std::string_view>(names.begin(), names.end()).size(), names.size());
}

TEST(nothing_with_state_passes_an_operator_that_can_end_the_run) {
  GraphBuilder b;
  const TensorId x = b.input("x", {1, 1, 2, 3}), y = b.output("y", {1, 4, 2, 3});
  b.node(nook::Reshape::Attrs{}, {x}, variable(b, "before", {6}));
  b.node(nook::Relu::Attrs{}, {x}, b.output("z", {1, 1, 2, 3}));
  b.node(nook::CircularBuffer::Attrs{}, {x}, y);
  b.node(nook::Reshape::Attrs{}, {x}, variable(b, "after", {6}));
  b.node(nook::CircularBuffer::Attrs{}, {x}, b.output("u", {1, 4, 2, 3}));
  const nookc::Footprint f = nookc::footprint_of(b.graph, true);
  const std::vector<size_t> want[] = {{}, {}, {0}, {2}, {2, 3}};
  for (size_t step = 0; step < 5; ++step) EXPECT(f.steps[step].after == want[step]);
}

TEST(reorder_counts_a_reshape_as_another_name) {
  // With its own copy, the RESHAPE of the large tensor would be the peak of every order.
  GraphBuilder b = two_branches();
  const TensorId large = b.graph.nodes[1].out[0], view = b.tensor("view", {400});
  b.node(nook::Reshape::Attrs{}, {large}, view);
  std::rotate(b.graph.nodes.begin() + 2, b.graph.nodes.end() - 1, b.graph.nodes.end());
  for (nookc::Node& node : b.graph.nodes)
    if (node.source == 3) node.in[0] = view;
  EXPECT(nookc::verify(b.graph).empty());
  EXPECT(nookc::reorder(b.graph) > 0);
  EXPECT(nookc::verify(b.graph).empty());
  EXPECT(sources(b.graph) == (std::vector<int32_t>{0, 2, 1, 6, 3, 4, 5}));
}

// Nothing is in the scratch, so only the peak with the application's buffers tells one order from another.
TEST(reorder_lowers_the_peak_of_inputs_and_outputs_if_there_is_nothing_else) {
  GraphBuilder b;
  const TensorId large = b.input("large", {1, 1000}), small = b.input("small", {1, 10});
  const TensorId least = b.output("least", {1, 10}), most = b.output("most", {1, 1000});
  nook::Concatenation::Attrs joined;
  joined.axis = 1;
  b.node(joined, std::vector<TensorId>(100, small), most);  // while `large` lives
  b.node(nook::Add::Attrs{}, {large, large}, least);
  const nookc::Footprint scratch = nookc::footprint_of(b.graph, false),
                         all = nookc::footprint_of(b.graph, true);
  EXPECT_EQ(nookc::peak_of(scratch, {0, 1}), nookc::peak_of(scratch, {1, 0}));
  EXPECT(nookc::peak_of(all, {1, 0}) < nookc::peak_of(all, {0, 1}));
  EXPECT_EQ(nookc::reorder(b.graph), 2);
  EXPECT(test::names(b.graph) == "ADD CONCATENATION");
  EXPECT_EQ(nookc::reorder(b.graph), 0);
}
