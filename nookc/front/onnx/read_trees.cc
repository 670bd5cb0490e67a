// The attributes of the operators of decision trees.
#include <cmath>

#include "nookc/front/onnx/scores.h"
#include "nookc/front/onnx/trees.h"

namespace nookc::onnx {
namespace {

constexpr const char* kNoFeature = "nodes_featureids: the operand has no such feature";
constexpr const char* kTwoWays = "a node is reached in two ways";

const std::vector<int64_t>& integers(const OnnxNode& node, const std::string& name) {
  static const std::vector<int64_t> none;
  const auto found = node.attributes.find(name);
  return found == node.attributes.end() ? none : found->second.integers;
}

// The comparison of that name; false: there is none.
bool read_compare(const std::string& name, Compare* to) {
  constexpr const char* kNames[] = {"BRANCH_LEQ", "BRANCH_LT",  "BRANCH_GTE",    "BRANCH_GT",
                                    "BRANCH_EQ",  "BRANCH_NEQ", "BRANCH_MEMBER", "LEAF"};
  for (size_t i = 0; i < std::size(kNames); ++i)
    if (name == kNames[i]) *to = static_cast<Compare>(i);
  return name == "LEAF" || (*to != Compare::kLeaf && *to != Compare::kMember);
}

bool not_of(std::initializer_list<size_t> sizes, size_t count) {
  return std::ranges::any_of(sizes, [&](size_t size) { return size != count; });
}

// The attributes of version 3: nodes, leaves among them, have the number of their tree and one in that tree.
class Reader {
 public:
  Reader(const OnnxNode& node, const std::string& prefix) : node_(node), prefix_(prefix) {}

  std::string read(int64_t features, int64_t outputs, Forest* to) {
    to_ = to;
    std::string why = read_nodes(features);
    if (why.empty()) why = link();
    if (why.empty()) why = read_leaves(outputs);
    return why.empty() ? find_roots() : why;
  }

 private:
  const std::vector<int64_t>& of(const char* name) const { return integers(node_, name); }

  std::string read_nodes(int64_t features) {
    const auto &trees = of("nodes_treeids"), &ids = of("nodes_nodeids"), &feature = of("nodes_featureids"),
               &nans = of("nodes_missing_value_tracks_true");
    const auto modes = node_.attributes.find("nodes_modes");
    const std::vector<double> values = reals_of(node_, "nodes_values");
    const size_t count = ids.size();
    if (std::string why = too_many_nodes("nodes_nodeids", count); !why.empty()) return why;
    if (not_of({trees.size(), feature.size(), of("nodes_truenodeids").size(), of("nodes_falsenodeids").size(),
                values.size()},
               count) ||
        modes == node_.attributes.end() || modes->second.texts.size() != count ||
        (!nans.empty() && nans.size() != count))
      return "its attributes of nodes are not of one length";
    to_->nodes.resize(count);
    for (size_t i = 0; i < count; ++i) {
      if (!numbers_.try_emplace({trees[i], ids[i]}, i).second) return "a node of a tree is there twice";
      TreeNode& made = to_->nodes[i];
      const std::string& mode = modes->second.texts[i];
      if (!read_compare(mode, &made.compare)) return "nodes_modes: there is no " + mode;
      if (made.compare == Compare::kLeaf) continue;
      made.feature = feature[i], made.limit = values[i], made.nan_is_yes = !nans.empty() && nans[i] != 0;
      if (made.feature < 0 || made.feature >= features) return kNoFeature;
    }
    return {};
  }

  std::string link() {
    const auto &trees = of("nodes_treeids"), &yes = of("nodes_truenodeids"), &no = of("nodes_falsenodeids");
    for (size_t i = 0; i < to_->nodes.size(); ++i) {
      TreeNode& made = to_->nodes[i];
      if (made.compare == Compare::kLeaf) continue;
      const auto one = numbers_.find({trees[i], yes[i]}), other = numbers_.find({trees[i], no[i]});
      if (one == numbers_.end() || other == numbers_.end()) return "a node leads to one that is not there";
      made.yes = static_cast<int64_t>(one->second), made.no = static_cast<int64_t>(other->second);
      for (const size_t child : {one->second, other->second}) {
        if (to_->nodes[child].child) return kTwoWays;
        to_->nodes[child].child = true;
      }
    }
    return {};
  }

  std::string read_leaves(int64_t outputs) {
    const auto &trees = integers(node_, prefix_ + "_treeids"), &ids = integers(node_, prefix_ + "_nodeids"),
               &at = integers(node_, prefix_ + "_ids");
    const std::vector<double> weights = reals_of(node_, prefix_ + "_weights");
    if (not_of({trees.size(), at.size(), weights.size()}, ids.size()) || ids.empty())
      return "its attributes of leaves are not of one length";
    for (size_t i = 0; i < ids.size(); ++i) {
      const auto found = numbers_.find({trees[i], ids[i]});
      if (found == numbers_.end()) return "a leaf is not among the nodes";
      if (at[i] < 0 || at[i] >= outputs) return prefix_ + "_ids: there is no such " + prefix_;
      TreeNode& leaf = to_->nodes[found->second];
      // Runtimes do not agree on a second weight: some add both, some take the first.
      if (leaf.compare == Compare::kLeaf && !leaf.adds.try_emplace(at[i], weights[i]).second)
        return "a leaf adds to one " + prefix_ + " twice";
    }
    return {};
  }

  // Each tree has one root. Nodes that it does not lead to lead back to themselves.
  std::string find_roots() {
    const auto& trees = of("nodes_treeids");
    std::map<int64_t, size_t> roots;
    for (size_t i = 0; i < to_->nodes.size(); ++i) {
      if (to_->nodes[i].child) continue;
      if (!roots.try_emplace(trees[i], i).second) return "a tree has two nodes that no other leads to";
      to_->roots.push_back(i);
    }
    size_t reached = 0;
    for (std::vector<size_t> left = to_->roots; !left.empty(); ++reached) {
      const TreeNode& now = to_->nodes[left.back()];
      left.pop_back();
      if (now.yes >= 0)
        left.push_back(static_cast<size_t>(now.yes)), left.push_back(static_cast<size_t>(now.no));
    }
    return reached == to_->nodes.size() ? std::string() : "a node leads back to itself";
  }

  const OnnxNode& node_;
  const std::string prefix_;
  std::map<std::pair<int64_t, int64_t>, size_t> numbers_;
  Forest* to_ = nullptr;
};

// The attributes of version 5: leaves have lists of their own, and each leaf adds to one target.
class Reader5 {
 public:
  explicit Reader5(const OnnxNode& node) : node_(node) {}

  std::string read(int64_t features, int64_t targets, Forest* to) {
    to_ = to;
    std::string why = read_branches(features);
    if (why.empty()) why = read_sets(features);
    for (const char* side : {"true", "false"})
      if (why.empty()) why = link(side, targets);
    return why.empty() ? read_roots() : why;
  }

 private:
  const std::vector<int64_t>& of(const std::string& name) const { return integers(node_, name); }

  std::string read_branches(int64_t features) {
    const auto &feature = of("nodes_featureids"), &nans = of("nodes_missing_value_tracks_true");
    const std::vector<double> modes = reals_of(node_, "nodes_modes"),
                              splits = reals_of(node_, "nodes_splits");
    const size_t count = feature.size();
    if (std::string why = too_many_nodes("nodes_featureids", count); !why.empty()) return why;
    if (not_of({modes.size(), splits.size(), of("nodes_truenodeids").size(), of("nodes_falsenodeids").size(),
                of("nodes_trueleafs").size(), of("nodes_falseleafs").size()},
               count) ||
        (!nans.empty() && nans.size() != count))
      return "its attributes of nodes are not of one length";
    to_->nodes.resize(count);
    for (size_t i = 0; i < count; ++i) {
      TreeNode& made = to_->nodes[i];
      if (!(modes[i] >= 0 && modes[i] <= 6)) return "nodes_modes: need 0 to 6";
      made.compare = static_cast<Compare>(modes[i]), made.feature = feature[i], made.limit = splits[i];
      made.nan_is_yes = !nans.empty() && nans[i] != 0;
      if (made.feature < 0 || made.feature >= features) return kNoFeature;
    }
    return {};
  }

  // The sets of the branches that look up their feature, with NaN after each but the last.
  std::string read_sets(int64_t features) {
    std::vector<std::vector<double>> sets;
    bool open = false;
    for (const double number : reals_of(node_, "membership_values")) {
      if (!open) sets.emplace_back();
      open = !std::isnan(number);
      const bool possible = static_cast<double>(static_cast<float>(number)) == number;
      if (open && possible) sets.back().push_back(number);
    }
    std::map<Membership, int64_t> known;
    size_t at = 0;
    for (TreeNode& node : to_->nodes) {
      if (node.compare != Compare::kMember) continue;
      const Membership set = {node.feature, at < sets.size() ? sets[at] : std::vector<double>()};
      ++at;
      const auto [number, fresh] = known.try_emplace(set, static_cast<int64_t>(known.size()));
      if (fresh) to_->sets.push_back(set);
      node.compare = Compare::kMore, node.limit = 0.5, node.feature = features + number->second;
    }
    return at == sets.size() ? std::string() : "membership_values: need a set for each BRANCH_MEMBER";
  }

  std::string link(const std::string& side, int64_t targets) {
    const auto &ids = of("nodes_" + side + "nodeids"), &is_leaf = of("nodes_" + side + "leafs"),
               &at = of("leaf_targetids");
    const std::vector<double> weights = reals_of(node_, "leaf_weights");
    if (at.size() != weights.size()) return "its attributes of leaves are not of one length";
    const int64_t leaves = static_cast<int64_t>(at.size()), branches = static_cast<int64_t>(ids.size());
    for (size_t i = 0; i < ids.size(); ++i) {
      if (ids[i] < 0 || ids[i] >= (is_leaf[i] ? leaves : branches))
        return "a node leads to one that is not there";
      int64_t child = ids[i];
      if (is_leaf[i]) {
        const size_t leaf = static_cast<size_t>(child);
        if (at[leaf] < 0 || at[leaf] >= targets) return "leaf_targetids: there is no such target";
        child = static_cast<int64_t>(to_->nodes.size());
        to_->nodes.emplace_back().adds[at[leaf]] = weights[leaf];
      }
      TreeNode& below = to_->nodes[static_cast<size_t>(child)];
      if (below.child) return kTwoWays;
      below.child = true;
      (side == "true" ? to_->nodes[i].yes : to_->nodes[i].no) = child;
    }
    return {};
  }

  std::string read_roots() {
    const int64_t branches = static_cast<int64_t>(of("nodes_featureids").size());
    for (const int64_t root : of("tree_roots")) {
      if (root < 0 || root >= branches) return "tree_roots: there is no such node";
      if (to_->nodes[static_cast<size_t>(root)].child) return "tree_roots: another node leads to a root";
      to_->roots.push_back(static_cast<size_t>(root));
    }
    return too_many_nodes("tree_roots", to_->roots.size());
  }

  const OnnxNode& node_;
  Forest* to_ = nullptr;
};

}  // namespace

std::string read_trees(const OnnxNode& node, const std::string& prefix, int64_t features, int64_t outputs,
                       Trees* trees) {
  Forest forest;
  std::string why = too_many_outputs(prefix + "s", outputs);
  if (why.empty()) why = Reader(node, prefix).read(features, outputs, &forest);
  return why.empty() ? arrange(std::move(forest), outputs, trees) : why;
}

std::string read_tree_ensemble(const OnnxNode& node, int64_t features, int64_t outputs, Trees* trees) {
  Forest forest;
  std::string why = too_many_outputs("targets", outputs);
  if (why.empty()) why = Reader5(node).read(features, outputs, &forest);
  return why.empty() ? arrange(std::move(forest), outputs, trees) : why;
}

}  // namespace nookc::onnx
