// Ensembles of decision trees (domain ai.onnx.ml) as tables that all trees are walked through at once.
#pragma once
#include <limits>
#include <map>
#include <string>
#include <vector>

#include "nookc/front/onnx/model.h"

namespace nookc::onnx {

// How a branch compares its feature with its limit, in the order of the format; kMember: with a set.
enum class Compare : uint8_t { kAtMost, kLess, kAtLeast, kMore, kEqual, kUnequal, kMember, kLeaf };

// A node of a file.
struct TreeNode {
  Compare compare = Compare::kLeaf;
  int64_t feature = 0, yes = -1, no = -1;  // indices of nodes; -1: a leaf
  double limit = std::numeric_limits<double>::quiet_NaN(), low = limit;
  bool nan_is_yes = false, child = false;  // child: another node leads to it
  std::map<int64_t, double> adds;          // the weight that a leaf adds to each output
};

// A set of numbers that branches look a feature up in.
struct Membership {
  int64_t feature = 0;
  std::vector<double> numbers;
  bool operator<(const Membership& other) const {
    return feature != other.feature ? feature < other.feature : numbers < other.numbers;
  }
};

struct Forest {
  std::vector<TreeNode> nodes;
  std::vector<size_t> roots;     // indices of nodes
  std::vector<Membership> sets;  // number i is 1 in feature `features` + i, if the feature is in the set
};

// Node i leads to node first[i] + 1 if its feature is at most its limit but not at most its low limit, or if
// the feature is NaN and to_one[i] is 1; otherwise to first[i]. A leaf leads to itself, because nothing
// is at most NaN.
struct Trees {
  std::vector<int64_t> roots, feature, first, to_one;
  std::vector<double> limit, low;
  int64_t depth = 0;             // number of steps from a root to the farthest leaf
  bool lows = false;             // whether any node has a low limit
  bool nans = false;             // whether to_one has a 1
  int64_t outputs = 0;           // targets or classes
  std::vector<int64_t> row;      // for each node, the row of `weights` that it adds
  std::vector<double> weights;   // [rows][outputs]; equal rows are stored once
  std::vector<bool> reached;     // for each output: whether any leaf adds to it
  bool complete = true;          // whether each leaf adds to each output
  std::vector<Membership> sets;  // as in Forest
};

// Reads the attributes of a TreeEnsembleRegressor or TreeEnsembleClassifier (`prefix`: "target" or "class"),
// or of a TreeEnsemble. Return the fault, or an empty text.
std::string read_trees(const OnnxNode& node, const std::string& prefix, int64_t features, int64_t outputs,
                       Trees* trees);
std::string read_tree_ensemble(const OnnxNode& node, int64_t features, int64_t outputs, Trees* trees);

// The fault if there are no nodes or outputs, or too many; otherwise an empty text.
std::string too_many_nodes(const std::string& name, size_t count);
std::string too_many_outputs(const std::string& name, int64_t count);
// Turns the nodes into tables. Returns the fault, or an empty text.
std::string arrange(Forest forest, int64_t outputs, Trees* trees);

}  // namespace nookc::onnx
