// Ensembles of decision trees (domain ai.onnx.ml) as tables that all trees are walked through at once.
#pragma once
#include <string>
#include <vector>

#include "nookc/front/onnx/model.h"

namespace nookc::onnx {

// Node i leads to node first[i] + 1 if its feature is at most its limit but not at most its low limit, or if
// the feature is NaN and to_one[i] is 1; otherwise to first[i]. A leaf leads to itself, because nothing
// is at most NaN.
struct Trees {
  std::vector<int64_t> roots, feature, first, to_one;
  std::vector<double> limit, low;
  int64_t depth = 0;            // number of steps from a root to the farthest leaf
  bool lows = false;            // whether any node has a low limit
  bool nans = false;            // whether to_one has a 1
  int64_t count = 0;            // number of trees
  int64_t outputs = 0;          // targets or classes
  std::vector<int64_t> row;     // for each node, the row of `weights` that it adds
  std::vector<double> weights;  // [rows][outputs]; equal rows are stored once
  std::vector<bool> reached;    // for each output: whether any leaf adds to it
  bool complete = true;         // whether each leaf adds to each output
};

// Reads the attributes of a TreeEnsembleRegressor or TreeEnsembleClassifier. `prefix`: "target" or "class".
// Returns the fault, or an empty text.
std::string read_trees(const OnnxNode& node, const std::string& prefix, int64_t features, int64_t outputs,
                       Trees* trees);

}  // namespace nookc::onnx
