#include "nookc/front/onnx/trees.h"

#include <bit>
#include <cmath>

namespace nookc::onnx {
namespace {

constexpr int64_t kMostNodes = 1 << 20, kMostDepth = 64, kMostOutputs = 1 << 12, kMostWeights = 1 << 24;

// The largest float32 that is at most, or less than, a limit, since features are of float32; NaN: none is.
double float_below(double limit, bool equal) {
  const float near = static_cast<float>(limit);
  const double wide = static_cast<double>(near);
  if (equal ? !(wide > limit) : wide < limit) return wide;
  constexpr float kEnd = -std::numeric_limits<float>::infinity();
  if (near == kEnd) return std::numeric_limits<double>::quiet_NaN();
  return static_cast<double>(std::nextafter(near, kEnd));
}

// Turns the comparison of a branch into one with "at most".
void make_at_most(TreeNode* node) {
  const bool equality = node->compare == Compare::kEqual || node->compare == Compare::kUnequal;
  const bool more = node->compare == Compare::kMore || node->compare == Compare::kAtLeast;
  const bool less = node->compare == Compare::kLess || node->compare == Compare::kAtLeast;
  if (equality) node->low = float_below(node->limit, false);
  // No number is more than NaN, so all are at most infinity.
  node->limit = more && std::isnan(node->limit) ? std::numeric_limits<double>::infinity()
                                                : float_below(node->limit, !less);
  if (!more && node->compare != Compare::kUnequal) return;
  std::swap(node->yes, node->no);
  node->nan_is_yes = more && !node->nan_is_yes;  // NaN differs from every number
}

// Writes the tables of a forest.
class Arrangement {
 public:
  Arrangement(Forest forest, Trees* to) : forest_(std::move(forest)), to_(to) {}

  std::string arrange() {
    for (TreeNode& node : forest_.nodes)
      if (node.yes >= 0) make_at_most(&node);
    to_->sets = forest_.sets;
    if (std::string why = place(); !why.empty()) return why;
    return fill();
  }

 private:
  const TreeNode& source(int64_t at) const { return forest_.nodes[order_[static_cast<size_t>(at)]]; }

  // Gives the nodes numbers, those that one node leads to next to each other.
  std::string place() {
    std::vector<int64_t> level;  // numbers of the nodes at one distance from the roots
    const auto number = [&](size_t node, std::vector<int64_t>* all) {
      all->push_back(static_cast<int64_t>(order_.size())), order_.push_back(node);
    };
    for (const size_t root : forest_.roots) number(root, &level);
    to_->roots = level;
    while (!level.empty()) {
      std::vector<int64_t> next;
      for (const int64_t at : level) {
        const int64_t yes = source(at).yes, no = source(at).no;
        if (yes >= 0) number(static_cast<size_t>(no), &next), number(static_cast<size_t>(yes), &next);
      }
      if (std::string why = too_many_nodes("its trees", order_.size()); !why.empty()) return why;
      to_->depth += !next.empty();
      level = next;
    }
    return to_->depth <= kMostDepth ? std::string()
                                    : "the depth of its trees: need at most " + std::to_string(kMostDepth) +
                                          ", have " + std::to_string(to_->depth);
  }

  std::string fill() {
    // Weights by their bits, which compare NaN too.
    std::map<std::vector<std::pair<int64_t, uint64_t>>, int64_t> rows;
    const size_t outputs = static_cast<size_t>(to_->outputs);
    to_->reached.assign(outputs, false);
    int64_t next = static_cast<int64_t>(to_->roots.size());
    for (size_t i = 0; i < order_.size(); ++i) {
      const TreeNode& now = source(static_cast<int64_t>(i));
      const bool leaf = now.yes < 0;
      to_->feature.push_back(now.feature), to_->limit.push_back(now.limit), to_->low.push_back(now.low);
      to_->lows |= !leaf && !std::isnan(now.low);
      to_->to_one.push_back(now.nan_is_yes), to_->nans |= now.nan_is_yes;
      to_->first.push_back(leaf ? static_cast<int64_t>(i) : next);
      next += leaf ? 0 : 2;
      std::vector<std::pair<int64_t, uint64_t>> adds;
      for (const auto& [output, weight] : now.adds) {
        adds.emplace_back(output, std::bit_cast<uint64_t>(weight));
        to_->reached[static_cast<size_t>(output)] = true;
      }
      to_->complete &= !leaf || adds.size() == outputs;
      const auto [row, fresh] = rows.try_emplace(adds, static_cast<int64_t>(rows.size()));
      to_->row.push_back(row->second);
      if (!fresh) continue;
      const size_t begin = to_->weights.size();
      if (begin + outputs > kMostWeights)
        return "the weights of its leaves: need at most " + std::to_string(kMostWeights) + " numbers";
      to_->weights.resize(begin + outputs);
      for (const auto& [output, weight] : now.adds)
        to_->weights[begin + static_cast<size_t>(output)] = weight;
    }
    return {};
  }

  Forest forest_;
  Trees* to_;
  std::vector<size_t> order_;  // the source of each number
};

}  // namespace

std::string too_many_nodes(const std::string& name, size_t count) {
  return count > 0 && count <= kMostNodes ? std::string()
                                          : name + ": need 1 to " + std::to_string(kMostNodes) + " nodes";
}

std::string too_many_outputs(const std::string& name, int64_t count) {
  return count > 0 && count <= kMostOutputs ? std::string()
                                            : name + ": need 1 to " + std::to_string(kMostOutputs);
}

std::string arrange(Forest forest, int64_t outputs, Trees* trees) {
  trees->outputs = outputs;
  return Arrangement(std::move(forest), trees).arrange();
}

}  // namespace nookc::onnx
