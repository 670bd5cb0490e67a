// The schedule of two cores: no byte is used by both at once, and every fault in the signals is found.
#include <algorithm>
#include <map>
#include <random>

#include "nook/ops/hard_swish/hard_swish_op.h"
#include "nook/ops/softmax/softmax_op.h"
#include "nookc/compile/run_passes.h"
#include "nookc/graph/any_attrs.h"
#include "nookc/middle/cores/divide.h"
#include "nookc/middle/hop/hop.h"
#include "nookc/middle/lower/core_actions.h"
#include "nookc/middle/search/level.h"
#include "tests/nookc/graphs.h"
#include "tests/sanitized.h"
#include "tests/test.h"

namespace {

using nookc::CoreAction;
using nookc::CoreActions;
using nookc::Program;
using nookc::TensorId;
using test::GraphBuilder;

nook::ConvolutionAttrs same(int32_t stride = 1) {
  nook::ConvolutionAttrs attrs;
  attrs.padding.mode = nook::PadMode::kSame, attrs.stride_h = attrs.stride_w = stride;
  return attrs;
}

// x [1,9,7,4] -> CONV 3x3 -> CONV 1x1 -> HARD_SWISH -> CONV 3x3 stride 2 -> CONV 5x4 (one pixel) -> scores
GraphBuilder network() {
  GraphBuilder b;
  const TensorId x = b.input("x", {1, 9, 7, 4}), a = b.tensor("a", {1, 9, 7, 8}),
                 c = b.tensor("c", {1, 9, 7, 8});
  const TensorId r = b.tensor("r", {1, 9, 7, 8}), d = b.tensor("d", {1, 5, 4, 8}),
                 e = b.tensor("e", {1, 1, 1, 16});
  const TensorId f = b.tensor("f", {1, 16}), g = b.tensor("g", {1, 10}),
                 y = b.output("y", {1, 10}, 1.0f / 256, -128);
  nook::ConvolutionAttrs valid;
  valid.padding.mode = nook::PadMode::kValid;
  b.node(nookc::conv_2d(same()), {x, b.weights("w0", {8, 3, 3, 4}), TensorId::kNone}, a);
  b.node(nookc::conv_2d(same()), {a, b.weights("w1", {8, 1, 1, 8}), TensorId::kNone}, c);
  b.node(nook::HardSwish::Attrs{}, {c}, r);
  b.node(nookc::conv_2d(same(2)), {r, b.weights("w2", {8, 3, 3, 8}), TensorId::kNone}, d);
  b.node(nookc::conv_2d(valid), {d, b.weights("w3", {16, 5, 4, 8}), TensorId::kNone}, e);
  b.node(nookc::reshape(), {e, b.integers("s", {2}, {1, 16})}, f);
  b.node(nookc::fully_connected(), {f, b.weights("w4", {10, 16}), TensorId::kNone}, g);
  b.node(nook::Softmax::Attrs{}, {g}, y);
  for (size_t i = 0; i < b.graph.nodes.size(); ++i) b.graph.nodes[i].source = static_cast<int32_t>(i);
  return b;
}

Program program(nookc::Graph graph, const nookc::HalvesWish& wish = {}) {
  nookc::CompileOptions options;
  options.target = nookc::find_target("host"), options.cores = 2, options.rows = options.strips = false;
  EXPECT(nookc::divide_for_cores(graph, wish) > 0);
  auto made = nookc::lower_and_place(graph, options);
  EXPECT(made);
  return *std::move(made);
}

// A run in which each byte is a number that depends on the call that wrote it and on all bytes that the call
// read, in small steps that follow each other in any order that the signals allow.
class Simulation {
 public:
  Simulation(const Program& program, const CoreActions& actions, uint32_t seed)
      : program_(program), actions_(actions), random_(seed) {}

  // The value of each byte at the end.
  std::map<std::tuple<int, int, int>, uint64_t> run() {
    while (!done()) {
      const size_t core = random_() & 1;
      if (!step(core) && !step(1 - core)) break;
    }
    return values_;
  }

 private:
  static constexpr int kSteps = 6;  // parts of each call

  bool done() const { return at_[0] == actions_[0].size() && at_[1] == actions_[1].size(); }

  uint64_t hash(const std::vector<nookc::BytesUsed>& all) {
    uint64_t h = 1469598103934665603u;
    for (const nookc::BytesUsed& part : all)
      for (int32_t i = 0; i < part.bytes; ++i)
        h = (h ^ values_[{static_cast<int>(part.at.kind), part.at.index, part.at.offset + i}]) *
            1099511628211u;
    return h;
  }

  bool step(size_t core) {
    if (at_[core] == actions_[core].size()) return false;
    const CoreAction& action = actions_[core][at_[core]];
    if (action.kind == CoreAction::Kind::kSignal) {
      ++pending_[1 - core], ++at_[core];
    } else if (action.kind == CoreAction::Kind::kWait) {
      if (pending_[core] == 0) return false;
      --pending_[core], ++at_[core];
    } else {
      call(core, action.call);
    }
    return true;
  }

  // Reads all operands again in each step: a byte that changes between changes the result.
  void call(size_t core, size_t number) {
    const nookc::CallBytes bytes = bytes_of_call(program_, number);
    if (turn_[core] == 0) sum_[core] = number + 1;
    sum_[core] = sum_[core] * 31 + hash(bytes.reads);
    for (const nookc::BytesUsed& part : bytes.writes)
      for (int32_t i = turn_[core]; i < part.bytes; i += kSteps)
        values_[{static_cast<int>(part.at.kind), part.at.index, part.at.offset + i}] =
            sum_[core] + static_cast<uint64_t>(i);
    if (++turn_[core] == kSteps) turn_[core] = 0, ++at_[core];
  }

  const Program& program_;
  const CoreActions& actions_;
  std::mt19937 random_;
  std::map<std::tuple<int, int, int>, uint64_t> values_;
  size_t at_[2] = {0, 0};
  int pending_[2] = {0, 0}, turn_[2] = {0, 0};
  uint64_t sum_[2] = {0, 0};
};

// All calls on one core, in order.
CoreActions in_order(const Program& p) {
  CoreActions all;
  for (size_t i = 0; i < p.calls.size(); ++i) all[0].push_back({CoreAction::Kind::kCall, i});
  return all;
}

}  // namespace

TEST(both_cores_compute_halves_of_an_operator_at_once) {
  const Program p = program(network().graph);
  EXPECT_EQ(p.cores, 2);
  int64_t macs[2] = {0, 0};
  for (const nookc::Call& call : p.calls) macs[call.core] += call.macs;
  EXPECT(macs[0] * 100 <= (macs[0] + macs[1]) * 60);
  EXPECT(macs[1] * 100 <= (macs[0] + macs[1]) * 60);
  EXPECT(find_race(p, core_actions(p)).empty());
  for (size_t i = 0; i < p.calls.size(); ++i)
    EXPECT(p.calls[i].core == 0 || p.calls[i].step == p.calls[i - 1].step);
}

TEST(in_any_order_that_the_signals_allow_two_cores_compute_the_same_bytes) {
  const Program p = program(network().graph);
  const CoreActions actions = core_actions(p);
  const auto expected = Simulation(p, in_order(p), 1).run();
  for (uint32_t seed = 0; seed < test::quick_seeds(200); ++seed)
    EXPECT(Simulation(p, actions, seed).run() == expected);
}

TEST(halves_in_two_buffers_overwrite_their_inputs_and_compute_the_same_bytes) {
  const nookc::HalvesWish separate = {{}, 0};
  const Program p = program(network().graph, separate), joined = program(network().graph);
  const CoreActions actions = core_actions(p);
  EXPECT_EQ(std::ranges::count(p.calls, nook::OpCode::kSlice, &nookc::Call::code), 1);
  EXPECT(p.scratch_bytes < joined.scratch_bytes);
  EXPECT(find_race(p, actions).empty());
  const auto expected = Simulation(p, in_order(p), 1).run();
  for (uint32_t seed = 0; seed < test::quick_seeds(200); ++seed)
    EXPECT(Simulation(p, actions, seed).run() == expected);
}

TEST(a_missing_signal_or_wait_is_found) {
  const Program p = program(network().graph);
  const CoreActions actions = core_actions(p);
  const auto expected = Simulation(p, in_order(p), 1).run();
  int planted = 0, other_bytes = 0;
  for (size_t core = 0; core < 2; ++core)
    for (size_t i = 0; i < actions[core].size(); ++i) {
      if (actions[core][i].kind == CoreAction::Kind::kCall) continue;
      CoreActions fewer = actions;
      fewer[core].erase(fewer[core].begin() + static_cast<std::ptrdiff_t>(i));
      EXPECT(!find_race(p, fewer).empty());
      ++planted;
      bool differs = false;
      for (uint32_t seed = 0; seed < 20 && !differs; ++seed)
        differs = Simulation(p, fewer, seed).run() != expected;
      other_bytes += differs;
    }
  EXPECT(planted > 10);
  EXPECT(other_bytes * 2 > planted);
}

TEST(a_plan_in_which_halves_share_bytes_is_found) {
  Program p = program(network().graph);
  const auto second = std::ranges::find(p.calls, 1, &nookc::Call::core);
  EXPECT(second != p.calls.end());
  second->out[0] = (second - 1)->out[0];
  EXPECT(!find_race(p, core_actions(p)).empty());
}

TEST(a_push_that_ends_early_ends_on_both_cores) {
  nookc::Graph graph = network().graph;
  EXPECT(nookc::move_by_hops(graph, {2, 1}));
  const Program p = program(std::move(graph));
  const CoreActions actions = core_actions(p);
  const auto leaves = [](const std::vector<CoreAction>& all) {
    return std::ranges::count(all, CoreAction::Kind::kLeave, &CoreAction::kind);
  };
  EXPECT_EQ(leaves(actions[0]), 1);
  EXPECT_EQ(leaves(actions[1]), 1);
  EXPECT(find_race(p, actions).empty());
  for (size_t core = 0; core < 2; ++core)
    for (size_t i = 0; i < actions[core].size(); ++i) {
      const CoreAction::Kind kind = actions[core][i].kind;
      if (kind == CoreAction::Kind::kCall || (kind == CoreAction::Kind::kLeave && core == 0)) continue;
      CoreActions fewer = actions;
      fewer[core].erase(fewer[core].begin() + static_cast<std::ptrdiff_t>(i));
      EXPECT(!find_race(p, fewer).empty());
    }
}

TEST(a_call_that_overwrites_the_pointers_of_the_second_core_is_found) {
  nookc::Graph graph = network().graph;
  EXPECT(nookc::move_by_hops(graph, {2, 1}));
  Program p = program(std::move(graph));
  p.handover.index = p.calls[1].out[0].index, p.handover.offset = p.calls[1].out[0].offset;
  EXPECT(!find_race(p, core_actions(p)).empty());
}
