#include "nookc/front/onnx/trees.h"

#include <cmath>
#include <limits>
#include <map>

#include "nookc/front/onnx/scores.h"

namespace nookc::onnx {
namespace {

constexpr int64_t kMostNodes = 1 << 20, kMostDepth = 64, kMostOutputs = 1 << 12, kMostWeights = 1 << 24;

struct Source {
  int64_t feature = 0, yes = -1, no = -1;  // indices of nodes; -1: a leaf
  double limit = std::numeric_limits<double>::quiet_NaN(), low = limit;
  bool nan_is_yes = false, child = false;  // child: another node leads to it
  std::map<int64_t, double> adds;          // the weight that a leaf adds to each output
};

class Reader {
 public:
  Reader(const OnnxNode& node, const std::string& prefix) : node_(node), prefix_(prefix) {}

  std::string read(int64_t features, int64_t outputs, Trees* to) {
    if (outputs < 1 || outputs > kMostOutputs)
      return prefix_ + "s: need 1 to " + std::to_string(kMostOutputs);
    to->outputs = outputs;
    std::string why = read_nodes(features);
    if (why.empty()) why = read_leaves(outputs);
    if (why.empty()) why = read_modes(to);
    if (why.empty()) why = place(to);
    return why;
  }

 private:
  const std::vector<int64_t>& integers(const std::string& name) const {
    static const std::vector<int64_t> none;
    const auto found = node_.attributes.find(name);
    return found == node_.attributes.end() ? none : found->second.integers;
  }
  std::string read_nodes(int64_t features) {
    const auto &trees = integers("nodes_treeids"), &ids = integers("nodes_nodeids"),
               &feature = integers("nodes_featureids"), &yes = integers("nodes_truenodeids"),
               &no = integers("nodes_falsenodeids"), &nans = integers("nodes_missing_value_tracks_true");
    const auto modes = node_.attributes.find("nodes_modes");
    const std::vector<double> values = reals_of(node_, "nodes_values");
    const size_t count = ids.size();
    if (count == 0 || count > kMostNodes)
      return "nodes_nodeids: need 1 to " + std::to_string(kMostNodes) + " nodes";
    if (trees.size() != count || feature.size() != count || yes.size() != count || no.size() != count ||
        values.size() != count || modes == node_.attributes.end() || modes->second.texts.size() != count ||
        (!nans.empty() && nans.size() != count))
      return "its attributes of nodes are not of one length";
    for (size_t i = 0; i < count; ++i)
      if (!numbers_.try_emplace({trees[i], ids[i]}, i).second) return "a node of a tree is there twice";
    nodes_.resize(count), modes_ = modes->second.texts;
    for (size_t i = 0; i < count; ++i) {
      Source& made = nodes_[i];
      if (modes_[i] == "LEAF") continue;
      made.feature = feature[i], made.limit = values[i], made.nan_is_yes = !nans.empty() && nans[i];
      if (made.feature < 0 || made.feature >= features)
        return "nodes_featureids: the operand has no such feature";
      const auto one = numbers_.find({trees[i], yes[i]}), other = numbers_.find({trees[i], no[i]});
      if (one == numbers_.end() || other == numbers_.end()) return "a node leads to one that is not there";
      made.yes = static_cast<int64_t>(one->second), made.no = static_cast<int64_t>(other->second);
      for (const int64_t child : {made.yes, made.no}) {
        Source& below = nodes_[static_cast<size_t>(child)];
        if (below.child) return "a node is reached in two ways";
        below.child = true;
      }
    }
    for (size_t i = 0; i < count; ++i) trees_ += i == 0 || trees[i] != trees[i - 1];
    return {};
  }

  std::string read_leaves(int64_t outputs) {
    const auto &trees = integers(prefix_ + "_treeids"), &ids = integers(prefix_ + "_nodeids"),
               &at = integers(prefix_ + "_ids");
    const std::vector<double> weights = reals_of(node_, prefix_ + "_weights");
    if (trees.size() != ids.size() || at.size() != ids.size() || weights.size() != ids.size() || ids.empty())
      return "its attributes of leaves are not of one length";
    for (size_t i = 0; i < ids.size(); ++i) {
      const auto found = numbers_.find({trees[i], ids[i]});
      if (found == numbers_.end()) return "a leaf is not among the nodes";
      if (at[i] < 0 || at[i] >= outputs) return prefix_ + "_ids: there is no such " + prefix_;
      if (modes_[found->second] == "LEAF") nodes_[found->second].adds[at[i]] += weights[i];
    }
    return {};
  }

  // The largest float32 that is at most, or less than, a limit, since features are of float32; NaN: none is.
  static double float_below(double limit, bool equal) {
    const float near = static_cast<float>(limit);
    const double wide = static_cast<double>(near);
    if (equal ? !(wide > limit) : wide < limit) return wide;
    constexpr float kEnd = -std::numeric_limits<float>::infinity();
    if (near == kEnd) return std::numeric_limits<double>::quiet_NaN();
    return static_cast<double>(std::nextafter(near, kEnd));
  }

  // Turns every comparison into one with "at most".
  std::string read_modes(Trees* to) {
    for (size_t i = 0; i < nodes_.size(); ++i) {
      const std::string& mode = modes_[i];
      Source& now = nodes_[i];
      if (mode == "LEAF") continue;
      const bool equality = mode == "BRANCH_EQ" || mode == "BRANCH_NEQ";
      const bool turned = mode == "BRANCH_GT" || mode == "BRANCH_GTE" || mode == "BRANCH_NEQ";
      const bool less = mode == "BRANCH_LT" || mode == "BRANCH_GTE";
      if (!equality && !turned && !less && mode != "BRANCH_LEQ") return "nodes_modes: there is no " + mode;
      if (equality) now.low = float_below(now.limit, false), to->lows = true;
      now.limit = float_below(now.limit, !less);
      if (!turned) continue;
      std::swap(now.yes, now.no);
      now.nan_is_yes = !equality && !now.nan_is_yes;  // NaN differs from every number
    }
    return {};
  }

  // Gives the nodes numbers, those that one node leads to next to each other.
  std::string place(Trees* to) {
    std::vector<int64_t> level;  // numbers of the nodes at one distance from the roots
    std::vector<size_t> order;   // the source of each number
    for (size_t i = 0; i < nodes_.size(); ++i)
      if (!nodes_[i].child) level.push_back(static_cast<int64_t>(order.size())), order.push_back(i);
    to->roots = level, to->count = trees_;
    while (!level.empty()) {
      std::vector<int64_t> next;
      for (const int64_t at : level) {
        const Source& now = nodes_[order[static_cast<size_t>(at)]];
        if (now.yes < 0) continue;
        for (const int64_t child : {now.no, now.yes})
          next.push_back(static_cast<int64_t>(order.size())), order.push_back(static_cast<size_t>(child));
      }
      to->depth += !next.empty();
      level = next;
    }
    if (order.size() != nodes_.size()) return "a node leads back to itself";
    if (to->depth > kMostDepth)
      return "the depth of its trees: need at most " + std::to_string(kMostDepth) + ", have " +
             std::to_string(to->depth);
    return fill(order, to);
  }

  std::string fill(const std::vector<size_t>& order, Trees* to) {
    std::map<std::vector<double>, int64_t> rows;
    to->reached.assign(static_cast<size_t>(to->outputs), false);
    int64_t next = static_cast<int64_t>(to->roots.size());
    for (size_t i = 0; i < order.size(); ++i) {
      const Source& now = nodes_[order[i]];
      const bool leaf = now.yes < 0;
      to->feature.push_back(now.feature), to->limit.push_back(now.limit), to->low.push_back(now.low);
      to->to_one.push_back(now.nan_is_yes), to->nans |= now.nan_is_yes;
      to->first.push_back(leaf ? static_cast<int64_t>(i) : next);
      next += leaf ? 0 : 2;
      std::vector<double> adds(static_cast<size_t>(to->outputs));
      for (const auto& [output, weight] : now.adds)
        adds[static_cast<size_t>(output)] = weight, to->reached[static_cast<size_t>(output)] = true;
      to->complete &= !leaf || now.adds.size() == adds.size();
      const auto [row, fresh] = rows.try_emplace(adds, static_cast<int64_t>(rows.size()));
      if (fresh) to->weights.insert(to->weights.end(), adds.begin(), adds.end());
      to->row.push_back(row->second);
      if (to->weights.size() > kMostWeights)
        return "the weights of its leaves: need at most " + std::to_string(kMostWeights) + " numbers";
    }
    return {};
  }

  const OnnxNode& node_;
  const std::string prefix_;
  std::vector<Source> nodes_;
  std::vector<std::string> modes_;
  std::map<std::pair<int64_t, int64_t>, size_t> numbers_;
  int64_t trees_ = 0;
};

}  // namespace

std::string read_trees(const OnnxNode& node, const std::string& prefix, int64_t features, int64_t outputs,
                       Trees* trees) {
  return Reader(node, prefix).read(features, outputs, trees);
}

}  // namespace nookc::onnx
