// The default level weighs time against memory: at most 10 % more time for 5 % of RAM, 3 % for 2 % of flash.
#include "nookc/middle/search/price.h"

#include <algorithm>
#include <cmath>

#include "nookc/graph/any_attrs.h"
#include "nookc/middle/lower/call_work.h"
#include "nookc/middle/lower/choose_kernel.h"
#include "nookc/middle/lower/worth_code.h"
#include "tests/nookc/graphs.h"
#include "tests/rows/random_network.h"
#include "tests/test.h"

using namespace nookc;

namespace {

Program program_of(const Graph& graph, const CompileOptions& options) {
  auto program = lower_and_place(graph, options);
  EXPECT(program);
  return program ? *std::move(program) : Program{};
}

CompileOptions at(Level level, const char* target = "cortex-m4") {
  CompileOptions options = test::options_for(target);
  options.level = level;
  return options;
}

// The fewest cycles that any kernel takes for a call.
double best_cycles(const Program& program, const Call& call, const CompileOptions& options) {
  const Node& node = program.graph.nodes[index(call.node)];
  const Chosen all =
      choose_kernel(program.graph, node, {options.target, true, KernelRows::kAll, false, options.flash});
  double least = INFINITY;
  for (const Candidate& each : all.candidates)
    if (each.estimate) least = std::min(least, static_cast<double>(each.estimate->flash));
  return least;
}

// Layers x [1][h][w][channels] -> CONV_2D -> ... -> y, whose windows do not fit on the stack.
Graph of_large_windows(int32_t layers, int32_t h, int32_t channels) {
  test::GraphBuilder b;
  nook::ConvolutionAttrs same;
  same.padding.mode = nook::PadMode::kSame;
  TensorId x = b.input("x", {1, h, h, channels});
  for (int32_t i = 0; i < layers; ++i) {
    const std::string n = std::to_string(i);
    const std::vector<int32_t> shape = {1, h, h, channels};
    std::vector<int> weights;
    for (int32_t k = 0; k < 25 * channels * channels; ++k) weights.push_back((k + i) % 7 - 3);
    const TensorId y = i == layers - 1 ? b.output("y", shape, 64) : b.tensor("t" + n, shape, 64);
    b.node(conv_2d(same), {x, b.values("w" + n, {channels, 5, 5, channels}, weights)}, y);
    x = y;
  }
  return b.graph;
}

}  // namespace

TEST(the_default_pays_for_memory_with_as_much_time_as_it_may) {
  int differs = 0;
  for (uint32_t seed = 0; seed < test::seeds(60); ++seed) {
    const Graph graph = test::random_network(seed, test::Operators::kAll);
    for (const char* const target : {"cortex-m4", "cortex-m55"}) {
      const CompileOptions options = at(Level::kBalanced, target);
      const Program chosen = program_of(graph, options), fast = program_of(graph, at(Level::kTime, target));
      differs += chosen.scratch_bytes != fast.scratch_bytes;
      EXPECT(price(chosen, options) <= price(fast, options) + 1e-9);
    }
  }
  EXPECT(differs > 0);
}

namespace {

// Whether another call reads the weights of this one, which are then stored once whatever the time.
bool shares_weights(const Program& program, const Call& call) {
  const auto weights = [&](const Call& of) {
    const TensorId t =
        program.graph.nodes[index(of.node)].in[op_row(of).signature.first(nook::Role::kWeights)];
    return *program.graph[t].data;
  };
  return std::ranges::any_of(program.calls, [&](const Call& other) {
    return other.node != call.node && other.estimate && weights(other) == weights(call);
  });
}

}  // namespace

TEST(no_layer_takes_more_than_twice_its_best_kernels_time) {
  int calls = 0, longer = 0;
  for (uint32_t seed = 0; test::tries(seed, 60, longer > 0); ++seed) {
    const CompileOptions options = at(Level::kBalanced);
    const Program program = program_of(test::random_network(seed, test::Operators::kAll), options);
    const double inference = whole_cycles(program, options);
    for (const Call& call : program.calls) {
      if (!call.estimate || shares_weights(program, call)) continue;
      const auto cycles = static_cast<double>(call.estimate->flash);
      const double best = best_cycles(program, call, options);
      ++calls, longer += cycles > best;
      EXPECT(!takes_too_long(cycles, best, inference));
    }
  }
  EXPECT(calls > 0 && longer > 0);
}

TEST(layers_keep_kernels_with_scratch_where_others_take_too_long) {
  for (const char* const target : {"cortex-m4", "cortex-m55"}) {
    const Graph graph = of_large_windows(3, 6, 48);
    const CompileOptions options = at(Level::kBalanced, target);
    const Program chosen = program_of(graph, options), small = program_of(graph, at(Level::kRam, target));
    EXPECT(small.scratch_bytes < chosen.scratch_bytes);
    EXPECT(whole_cycles(chosen, options) < whole_cycles(small, options) * 0.8);
    EXPECT(price(chosen, options) < price(small, options));
  }
}

TEST(a_program_with_less_memory_has_the_smaller_price_if_it_takes_as_long) {
  const CompileOptions options = at(Level::kBalanced);
  const Program program = program_of(of_large_windows(2, 20, 16), options);
  const double time = whole_cycles(program, options);
  const int64_t all = program.scratch_bytes + program.input_bytes() + program.output_bytes();
  EXPECT(price_of(program, time, 0) == price(program, options));
  EXPECT(price_of(program, time, 1) > price(program, options));
  // 20 parts more of 19: the time may be 10 % more.
  const double more = price_of(program, time / 1.10, all / 19);
  EXPECT(std::abs(more - price(program, options)) < 0.01);
  Program less = program;
  less.scratch_bytes -= 16;
  EXPECT(is_better(less, program, options) && !is_better(program, less, options));
}
