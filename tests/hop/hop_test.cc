#include "nookc/middle/hop/hop.h"

#include "nookc/middle/hop/find_axis.h"
#include "nookc/middle/hop/rewrite.h"
#include "nookc/middle/hop/split_means.h"
#include "nookc/middle/hop/values.h"
#include "tests/hop/compare.h"
#include "tests/hop/seeds.h"
#include "tests/test.h"

namespace {

using hop::RandomWindow;
using nookc::Graph;
using nookc::HopWish;

constexpr int kPushes = 50;

RandomWindow window_of(uint64_t seed) {
  generated::Choices choices(seed);
  return hop::random_window(choices);
}

// A hop that the network's strides divide, and its motion; nothing: its window is too short for one.
std::optional<nookc::Motion> random_motion(const RandomWindow& net, uint64_t seed) {
  HopWish wish{1, net.axis, 0};
  const nookc::TensorId in = net.graph.inputs[0];
  const int32_t window = net.graph[in].shape.dim[net.axis];
  for (wish.frames = 1; wish.frames < window; ++wish.frames) {
    auto motion = nookc::find_motion(net.graph, wish);
    if (!motion) continue;
    motion->hop *= 1 + static_cast<int32_t>(seed % 3);
    if (motion->hop >= window) motion->hop = wish.frames;
    return *std::move(motion);
  }
  return {};
}

bool is_recurrent(std::string_view name) {
  return name == "NOOK_GRU" || name == "NOOK_LSTM" || name == "NOOK_RNN" ||
         name == "UNIDIRECTIONAL_SEQUENCE_LSTM";
}

struct Tally {
  int networks = 0, kept = 0, edges = 0, plans = 0;
  int64_t results = 0, work = 0, whole = 0;
};

// The rewritten network is sound, and its pushes give the bytes of whole windows. Messages say `which` plan.
// Returns the pushes that have a result.
int expect_bytes_of_whole_windows(const RandomWindow& net, const Graph& hop, int32_t frames, uint64_t seed,
                                  const std::string& which = {}) {
  const std::string broken = nookc::verify(hop);
  const auto compared = hop::compare(net.graph, hop, net.axis, frames, kPushes, seed);
  const bool equal = broken.empty() && compared.wrong.empty() && compared.differing == 0;
  if (!equal)
    printf("seed %d%s, hop %d: %s%s, %lld bytes differ\n", static_cast<int>(seed), which.c_str(), frames,
           broken.c_str(), compared.wrong.c_str(), static_cast<long long>(compared.differing));
  EXPECT(equal);
  return compared.results;
}

// Checks some of the plans of a network, from the one that keeps most to the one that keeps least.
void check_network(uint64_t seed, Tally& tally) {
  const RandomWindow net = window_of(seed);
  const auto motion = random_motion(net, seed);
  if (!motion) return;
  ++tally.networks;
  const std::vector<nookc::HopPlan> plans = nookc::hop_plans(net.graph, *motion);
  for (size_t i = 0; i < plans.size(); i += std::max<size_t>(1, plans.size() / 2)) {
    Graph hop = net.graph;
    const int32_t window = net.graph[net.graph.inputs[0]].shape.dim[net.axis];
    nookc::rewrite(hop, *motion, plans[i], (window + motion->hop - 1) / motion->hop);
    ++tally.plans;
    for (const nookc::Held& held : plans[i].held)
      tally.kept += held.kept, tally.edges += held.made.size() > 1;
    tally.results +=
        expect_bytes_of_whole_windows(net, hop, motion->hop, seed, ", plan " + std::to_string(i));
  }
}

}  // namespace

TEST(every_hop_of_random_networks_equals_the_whole_window) {
  Tally tally;
  const hop::Seeds seeds(200, 10000);
  for (uint64_t seed = seeds.first; seed < seeds.end; ++seed) check_network(seed, tally);
  printf(
      "%d networks, %d plans, %lld results compared, %d tensors kept, %d of them with padding at the "
      "beginning\n",
      tally.networks, tally.plans, static_cast<long long>(tally.results), tally.kept, tally.edges);
  EXPECT(tally.kept > tally.networks && tally.edges > tally.networks / 2);
}

TEST(recurrent_layers_at_the_end_run_whole_and_the_report_says_so) {
  const hop::Seeds seeds(500, 20000);
  int layers = 0, with_state = 0, kept = 0;
  for (uint64_t seed = seeds.first; seed < seeds.end; ++seed) {
    const RandomWindow net = window_of(seed);
    const int32_t frames = hop::shortest_hop(net);
    if (frames == 0 || std::ranges::none_of(net.graph.nodes, [](const nookc::Node& n) {
          return !n.erased() && is_recurrent(op_name(n));
        }))
      continue;
    Graph hop = net.graph;
    const auto facts = nookc::move_by_hops(hop, {frames, net.axis, 0});
    EXPECT(facts || facts.diag().code == "N2094");
    if (!facts) continue;
    for (const nookc::HopOperator& op : facts->operators) {
      kept += op.kept > 0;
      if (!is_recurrent(op.kind)) continue;
      EXPECT(op.rows == 0 && op.kept == 0);
      ++layers, with_state += op.kind == "UNIDIRECTIONAL_SEQUENCE_LSTM";
    }
    expect_bytes_of_whole_windows(net, hop, frames, seed);
  }
  printf("%d recurrent layers, %d with state, %d operators before them keep rows\n", layers, with_state,
         kept);
  EXPECT(layers > with_state && with_state > 0 && kept > 0);
}

TEST(sums_of_rows_are_kept_in_place_of_rows_with_the_same_bytes) {
  const hop::Seeds seeds(400, 20000);
  int networks = 0, kept = 0;
  for (uint64_t seed = seeds.first; seed < seeds.end; ++seed) {
    const RandomWindow net = window_of(seed);
    const auto motion = random_motion(net, seed);
    Graph sums = net.graph;
    if (!motion || nookc::split_means(sums, *motion) == 0) continue;
    ++networks;
    std::vector<nookc::TimeAxis> inputs;
    for (nookc::TensorId t : net.graph.inputs) inputs.push_back(motion->of(t));
    const nookc::Motion moved = nookc::motion_of(sums, inputs, motion->hop);
    const nookc::HopPlan plan = nookc::hop_plans(sums, moved).front();
    for (size_t t = net.graph.tensors.size(); t < plan.held.size(); ++t) kept += plan.held[t].kept;
    const int32_t window = net.graph[net.graph.inputs[0]].shape.dim[net.axis];
    nookc::rewrite(sums, moved, plan, (window + motion->hop - 1) / motion->hop);
    expect_bytes_of_whole_windows(net, sums, motion->hop, seed);
  }
  printf("%d networks with sums, %d sums kept\n", networks, kept);
  EXPECT(kept > 0);
}

TEST(each_choice_is_taken_under_its_limit_and_costs_more_work_the_less_it_keeps) {
  const hop::Seeds seeds(60, 2000);
  int networks = 0, sums = 0;
  for (uint64_t seed = seeds.first; seed < seeds.end; ++seed) {
    const RandomWindow net = window_of(seed);
    const int32_t frames = hop::shortest_hop(net);
    if (frames == 0) continue;
    Graph first = net.graph;
    const auto facts = nookc::move_by_hops(first, {frames, net.axis, 0});
    if (!facts) continue;
    ++networks;
    EXPECT(facts->chosen == 0);
    for (size_t i = 0; i < facts->choices.size(); ++i) {
      const nookc::HopChoice& choice = facts->choices[i];
      if (i > 0) EXPECT(choice.state_bytes < facts->choices[i - 1].state_bytes);
      if (i > 0) EXPECT(choice.work > facts->choices[i - 1].work);
      Graph hop = net.graph;
      const auto under = nookc::move_by_hops(hop, {frames, net.axis, choice.state_bytes});
      EXPECT(under && under->chosen == i);
      if (!under) continue;
      for (const nookc::HopOperator& op : under->operators) sums += op.kind == "NOOK_BLOCK_SUMS";
      expect_bytes_of_whole_windows(net, hop, frames, seed);
    }
  }
  printf("%d networks, %d choices with sums\n", networks, sums);
  EXPECT(networks > 20 && sums > 0);
}

TEST(frames_before_the_first_are_padding_if_hops_start_with_it) {
  const hop::Seeds seeds(60, 1000);
  int networks = 0;
  for (uint64_t seed = seeds.first; seed < seeds.end; ++seed) {
    const RandomWindow net = window_of(seed);
    const auto motion = random_motion(net, seed);
    if (!motion) continue;
    const std::vector<nookc::Bytes> first = nookc::values_of_padding(net.graph);
    EXPECT(!first.empty());
    Graph hop = net.graph;
    nookc::rewrite(hop, *motion, nookc::hop_plans(net.graph, *motion).front(), 0, first);
    const auto compared =
        hop::compare(net.graph, hop, net.axis, motion->hop, kPushes, seed, hop::Start::kPadding);
    ++networks;
    if (compared.wrong.empty() && compared.differing == 0 && compared.results == kPushes) continue;
    printf("seed %d: %s, %lld bytes differ\n", static_cast<int>(seed), compared.wrong.c_str(),
           static_cast<long long>(compared.differing));
    EXPECT(false);
  }
  EXPECT(networks > 0);
}
