// The test of the test: with a fault in the rule of edges, the comparison with whole windows sees it.
#include <functional>

#include "nookc/middle/hop/find_axis.h"
#include "nookc/middle/hop/rewrite.h"
#include "tests/hop/compare.h"
#include "tests/sanitized.h"
#include "tests/test.h"

namespace {

using nookc::Motion;
using nookc::TimeAxis;

// Changes the motion of a tensor that an operator computes; false: it can't have this fault.
using Fault = std::function<bool(Motion& motion, TimeAxis& axis)>;

bool widen_begin(Motion&, TimeAxis& axis) {
  if (axis.inner.empty() || axis.inner.begin == 0) return false;
  --axis.inner.begin;
  return true;
}
bool widen_end(Motion&, TimeAxis& axis) {
  if (axis.inner.empty() || axis.inner.end == axis.rows) return false;
  ++axis.inner.end;
  return true;
}
bool wrong_step(Motion& motion, TimeAxis& axis) {
  if (axis.inner.empty() || motion.hop / axis.step < 2) return false;
  axis.step *= 2;
  return true;
}

// Whether each row of the tensor sees a row of the operand: with a fault, a part of the others would see
// none.
bool sees_rows(const nookc::Graph& graph, const Motion& motion, size_t tensor) {
  for (size_t i = 0; i < graph.nodes.size(); ++i) {
    const nookc::Node& node = graph.nodes[i];
    if (node.erased() || index(node.out[0]) != tensor) continue;
    const int32_t rows = motion.axes[tensor].rows;
    return motion.rules[i].touching(motion.of(node.in[0]).rows, rows) == nookc::Rows{0, rows};
  }
  return false;
}

struct Found {
  int tried = 0, found = 0;
};

// Plants the fault in one tensor at a time, where the plan keeps it, and says how often bytes differ.
Found plant(const Fault& fault) {
  Found found;
  const uint64_t most = test::quick_seeds(300);
  for (uint64_t seed = 1; seed <= most; ++seed) {
    generated::Choices choices(seed);
    const hop::RandomWindow net = hop::random_window(choices);
    const int32_t window = net.graph[net.graph.inputs[0]].shape.dim[net.axis];
    for (int32_t frames = 1; frames < window; ++frames) {
      const auto motion = nookc::find_motion(net.graph, {frames, net.axis, 0});
      if (!motion) continue;
      const nookc::HopPlan sound = nookc::hop_plans(net.graph, *motion).front();
      for (size_t t = 0; t < motion->axes.size(); ++t) {
        Motion planted = *motion;
        if (!sound.held[t].kept || !sees_rows(net.graph, planted, t) || !fault(planted, planted.axes[t]))
          continue;
        const nookc::HopPlan plan =
            nookc::plan_rows(net.graph, planted, nookc::work_by_row(net.graph, planted), sound.wanted);
        if (!plan.held[t].kept || plan.held[t].made == sound.held[t].made)
          continue;  // no reader is concerned
        nookc::Graph hop = net.graph;
        nookc::rewrite(hop, planted, plan, (window + frames - 1) / frames);
        const auto compared = hop::compare(net.graph, hop, net.axis, frames, 50, seed);
        ++found.tried, found.found += compared.differing > 0 || !compared.wrong.empty();
      }
      break;
    }
  }
  return found;
}

}  // namespace

TEST(planted_faults_in_the_rule_of_edges_are_found) {
  const std::pair<const char*, Fault> faults[] = {
      {"a row too early", widen_begin}, {"a row too late", widen_end}, {"a wrong step", wrong_step}};
  for (const auto& [name, fault] : faults) {
    const Found found = plant(fault);
    printf("%s: %d of %d found\n", name, found.found, found.tried);
    // Other rows may give the same bytes: activations saturate, and filters have weights of 0.
    EXPECT(found.tried >= 10 && found.found * 4 >= found.tried);
  }
}
