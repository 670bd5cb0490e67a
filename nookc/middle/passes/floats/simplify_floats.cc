#include "nookc/middle/passes/floats/simplify_floats.h"

#include "nookc/core/invariant.h"
#include "nookc/middle/passes/between_marks.h"
#include "nookc/middle/passes/dense_matmul.h"
#include "nookc/middle/passes/drop_dead.h"
#include "nookc/middle/passes/few_bits/few_bits.h"
#include "nookc/middle/passes/floats/cancel_pairs.h"
#include "nookc/middle/passes/floats/fold_affine.h"
#include "nookc/middle/passes/floats/fuse_activations.h"
#include "nookc/middle/passes/floats/merge_affine.h"
#include "nookc/middle/passes/floats/merge_equal.h"
#include "nookc/middle/passes/recurrent/roll_loops.h"
#include "nookc/middle/passes/recurrent/roll_steps.h"

namespace nookc {
namespace {

// The only one that knows control flow: it removes the loops of layers.
int roll_recurrent(Graph& graph) { return graph.regions.empty() ? roll_steps(graph) : roll_loops(graph); }
int roll_soft(Graph& graph) { return graph.regions.empty() ? roll_soft_steps(graph) : roll_loops(graph); }

constexpr Simplification kAll[] = {
    {"roll-recurrent", roll_recurrent, false},
    {"merge-equal", merge_equal, true},
    {"cancel-pairs", cancel_pairs, true},
    {"fuse-activations", fuse_activations, false},
    {"dense-float-matmul", dense_float_matmul, false},
    {"fold-affine", fold_affine, false},
    {"merge-affine", merge_affine, false},
};
constexpr int kMostRounds = 8;

}  // namespace

std::span<const Simplification> simplifications() { return kAll; }

std::vector<std::string_view> simplification_names() {
  std::vector<std::string_view> names = {kFewBits};
  for (const Simplification& pass : kAll) names.push_back(pass.name);
  return names;
}

int simplify_floats(Graph& graph, const std::set<std::string>& without, const AfterSimplification& after) {
  int all = 0;
  for (int round = 0, changed = 1; round < kMostRounds && changed > 0; ++round) {
    changed = 0;
    for (const Simplification& pass : kAll) {
      if (without.contains(std::string(pass.name))) continue;
      const bool soft = pass.run == roll_recurrent && without.contains(std::string(kHardGates));
      const int changes = pass.run != roll_recurrent ? run_between_marks(graph, pass.run)
                          : soft                     ? roll_soft(graph)
                                                     : pass.run(graph);
      changed += changes;
      if (after) after(pass, changes);
    }
    all += changed;
    if (changed > 0) run_between_marks(graph, drop_dead);  // a reader that is gone may open another way
    invariant([&] { return verify(graph).empty(); }, "a simplification leaves a valid graph");
  }
  if (all > 0 && graph.regions.empty()) drop_unused_tensors(graph);
  return all;
}

}  // namespace nookc
