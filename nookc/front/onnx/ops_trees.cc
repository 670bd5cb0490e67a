// Ensembles of decision trees: GATHER looks up the nodes at which all trees are, one step after another.
#include "nook/ops/equal/equal_op.h"
#include "nook/ops/gather/gather_op.h"
#include "nook/ops/less_equal/less_equal_op.h"
#include "nook/ops/mul/mul_op.h"
#include "nook/ops/not_equal/not_equal_op.h"
#include "nook/ops/reduce_max/reduce_max_op.h"
#include "nook/ops/reduce_min/reduce_min_op.h"
#include "nook/ops/select_v2/select_v2_op.h"
#include "nook/ops/sub/sub_op.h"
#include "nook/ops/sum/sum_op.h"
#include "nookc/front/onnx/ops.h"
#include "nookc/front/onnx/scores.h"
#include "nookc/front/onnx/trees.h"

namespace nookc::onnx {
namespace {

Value whole(const Dims& dims, const std::vector<int64_t>& numbers) {
  return known_value(kWhole, dims, make_constant(kWhole, dims, numbers));
}

constexpr int64_t kMostPlaces = 1 << 22, kMostShares = 1 << 22;

// The features [samples][features], and after them a number for each set: 1 if its feature is in it, 0 if
// not, NaN for NaN.
Value with_sets(Mapper& m, const Value& x, const std::vector<Membership>& sets) {
  std::vector<int64_t> own, looked_up;
  std::vector<double> numbers;
  for (const Membership& set : sets) {
    own.push_back(set.feature);
    looked_up.insert(looked_up.end(), set.numbers.size(), set.feature);
    numbers.insert(numbers.end(), set.numbers.begin(), set.numbers.end());
  }
  const int64_t count = static_cast<int64_t>(sets.size()), all = static_cast<int64_t>(numbers.size());
  Value found =
      real_constant({x.shape[0], count}, std::vector<double>(static_cast<size_t>(x.shape[0] * count)));
  if (all > 0) {
    std::vector<double> shares(static_cast<size_t>(count * all));
    size_t at = 0;
    for (size_t i = 0; i < sets.size(); ++i)
      for (size_t k = 0; k < sets[i].numbers.size(); ++k) shares[i * static_cast<size_t>(all) + at++] = 1;
    const Value equal =
        binary(m, nook::Equal::Attrs{}, gather(m, x, 1, looked_up), real_constant({all}, numbers), kTruth);
    found = dense(m, converted(m, equal, kReal), make_constant(kReal, {count, all}, shares), nullptr);
  }
  const Value features = gather(m, x, 1, own);
  const Value there = binary(m, nook::Equal::Attrs{}, features, features, kTruth);
  Aligned aligned;
  if (!align(m, {there, found, features}, &aligned)) return x;
  const TensorId y = m.fresh(dims_in(aligned.shape, aligned.order), kReal);
  m.emit(nook::SelectV2::Attrs{}, aligned.in, {y});
  return concat(m, {x, m.value(y, aligned.shape, aligned.order)}, 1);
}

// Whether a walk through the trees is too large. Returns the fault, or an empty text.
std::string too_large(const Value& x, const Trees& trees) {
  int64_t numbers = 1;
  for (const Membership& set : trees.sets) numbers += static_cast<int64_t>(set.numbers.size());
  if (static_cast<int64_t>(trees.sets.size()) * numbers > kMostShares)
    return "membership_values: need at most " + std::to_string(kMostShares) + " numbers times sets";
  const int64_t wide =
      std::max<int64_t>(static_cast<int64_t>(trees.roots.size()), static_cast<int64_t>(trees.sets.size()));
  return x.shape[0] <= kMostPlaces / wide
             ? std::string()
             : "its operand: need at most " + std::to_string(kMostPlaces) + " samples times trees";
}

// Walks all trees for all samples of x [samples][features].
class Walk {
 public:
  Walk(Mapper& m, const Value& given, const Trees& trees)
      : m_(m),
        trees_(trees),
        samples_(given.shape[0]),
        places_(samples_ * static_cast<int64_t>(trees.roots.size())) {
    const Value x = trees.sets.empty() ? given : with_sets(m, given, trees.sets);
    features_ = m.plain(m.reshaped(x, {elements_of(x.shape).value_or(0)}));
    for (int64_t i = 0; i < samples_; ++i)
      for (const int64_t root : trees.roots) at_.push_back(root), offsets_.push_back(i * x.shape[1]);
  }

  // The sum [samples][outputs] of the weights of the leaves, or the largest or least.
  Value result(const Attrs& over_trees, bool average) {
    Value at = whole({places_}, at_);
    for (int64_t i = 0; i < trees_.depth; ++i) at = step(at);
    std::vector<double> weights = trees_.weights;
    if (average)
      for (double& weight : weights) weight /= static_cast<double>(trees_.roots.size());
    const int64_t outputs = trees_.outputs, count = static_cast<int64_t>(trees_.roots.size());
    Value leaves;
    if (outputs == 1) {
      std::vector<double> each;
      for (const int64_t row : trees_.row) each.push_back(weights[static_cast<size_t>(row)]);
      leaves = looked_up(at, real_constant({static_cast<int64_t>(each.size())}, each));
    } else {
      const Value rows = looked_up(at, table(trees_.row));
      leaves =
          looked_up(rows, real_constant({static_cast<int64_t>(weights.size()) / outputs, outputs}, weights));
    }
    return reduce(m_, over_trees, m_.reshaped(leaves, {samples_, count, outputs}), {1}, false);
  }

 private:
  Value table(const std::vector<int64_t>& numbers) const {
    return whole({static_cast<int64_t>(numbers.size())}, numbers);
  }

  // The entries of a table, which may have several numbers each, at `at`.
  Value looked_up(const Value& at, const Value& from) {
    Dims shape = at.shape;
    shape.insert(shape.end(), from.shape.begin() + 1, from.shape.end());
    if (at.known()) {  // at the roots
      const std::vector<double> numbers = numbers_of(*from.constant);
      const size_t each = numbers.size() / static_cast<size_t>(from.shape[0]);
      std::vector<double> found;
      for (const int64_t i : integers_of(*at.constant))
        for (size_t k = 0; k < each; ++k) found.push_back(numbers[static_cast<size_t>(i) * each + k]);
      return known_value(from.type, shape, make_constant(from.type, shape, found));
    }
    const TensorId y = m_.fresh(shape, from.type);
    m_.emit(nook::Gather::Attrs{}, {m_.plain(from), m_.plain(at)}, {y});
    return m_.value(y, shape, plain_order(shape.size()), from.type);
  }

  Value step(const Value& at) {
    Value feature = looked_up(at, table(trees_.feature));
    if (samples_ > 1) {
      const Value offsets = whole({places_}, offsets_);
      feature = feature.known() ? whole({places_}, sums(feature)) : added(m_, feature, offsets);
    }
    const TensorId x = m_.fresh({places_}, kReal);
    m_.emit(nook::Gather::Attrs{}, {features_, m_.plain(feature)}, {x});
    const Value value = m_.value(x, {places_});
    const Dims nodes = {static_cast<int64_t>(trees_.limit.size())};
    const auto at_most = [&](const std::vector<double>& limits) {
      const Value limit = looked_up(at, real_constant(nodes, limits));
      return converted(m_, binary(m_, nook::LessEqual::Attrs{}, value, limit, kTruth), kWhole);
    };
    Value one = at_most(trees_.limit);
    if (trees_.lows) one = binary(m_, nook::Sub::Attrs{}, one, at_most(trees_.low));
    if (trees_.nans) {
      const Value nan = converted(m_, binary(m_, nook::NotEqual::Attrs{}, value, value, kTruth), kWhole);
      one = added(m_, one, binary(m_, nook::Mul::Attrs{}, nan, looked_up(at, table(trees_.to_one))));
    }
    return added(m_, one, looked_up(at, table(trees_.first)));
  }

  std::vector<int64_t> sums(const Value& feature) const {
    std::vector<int64_t> all = integers_of(*feature.constant);
    for (size_t i = 0; i < all.size(); ++i) all[i] += offsets_[i];
    return all;
  }

  Mapper& m_;
  const Trees& trees_;
  const int64_t samples_, places_;
  TensorId features_ = TensorId::kNone;
  std::vector<int64_t> at_, offsets_;
};

}  // namespace

namespace {

// The sum over the trees, or another function of them, [samples][targets].
std::string aggregated(Mapper& m, const Value& x, const Trees& trees, const std::string& how, Value* y) {
  const bool extreme = how == "MIN" || how == "MAX";
  if (!extreme && how != "SUM" && how != "AVERAGE") return "aggregate_function: there is no " + how;
  if (extreme && !trees.complete)
    return "aggregate_function: " + how + " of trees that do not add to each target";
  if (std::string why = too_large(x, trees); !why.empty()) return why;
  Walk walk(m, x, trees);
  *y = how == "MAX"   ? walk.result(nook::ReduceMax::Attrs{true}, false)
       : how == "MIN" ? walk.result(nook::ReduceMin::Attrs{true}, false)
                      : walk.result(nook::Sum::Attrs{true}, how == "AVERAGE");
  return {};
}

}  // namespace

std::string map_tree_regressor(Mapper& m) {
  Value x, y;
  Trees trees;
  std::string why = samples_of(m, &x);
  if (why.empty()) why = read_trees(m.node(), "target", x.shape[1], m.node().integer("n_targets", 1), &trees);
  if (why.empty()) why = aggregated(m, x, trees, m.node().text("aggregate_function", "SUM"), &y);
  if (!why.empty()) return why;
  const std::vector<double> base = reals_of(m.node(), "base_values");
  if (!base.empty() && base.size() != static_cast<size_t>(trees.outputs))
    return "base_values: need one for each target";
  if (!base.empty()) y = added(m, y, real_constant({trees.outputs}, base));
  return give_scores(m, 0, y);
}

std::string map_tree_ensemble(Mapper& m) {
  constexpr const char* kFunctions[] = {"AVERAGE", "SUM", "MIN", "MAX"};
  constexpr const char* kTransforms[] = {"NONE", "SOFTMAX", "LOGISTIC", "SOFTMAX_ZERO", "PROBIT"};
  const int64_t how = m.node().integer("aggregate_function", 1), then = m.node().integer("post_transform", 0);
  if (how < 0 || how > 3) return "aggregate_function: there is no " + std::to_string(how);
  if (then < 0 || then > 4) return "post_transform: there is no " + std::to_string(then);
  if (then == 1 || then == 2)
    m.note("post_transform " + std::to_string(then) + " is " + kTransforms[then] +
           ", as ONNX says; ONNX Runtime 1.30 computes " + kTransforms[3 - then]);
  Value x, y;
  Trees trees;
  std::string why = samples_of(m, &x);
  if (why.empty()) why = read_tree_ensemble(m.node(), x.shape[1], m.node().integer("n_targets", 1), &trees);
  if (why.empty()) why = aggregated(m, x, trees, kFunctions[how], &y);
  return why.empty() ? give_transformed(m, 0, y, kTransforms[then]) : why;
}

std::string map_tree_classifier(Mapper& m) {
  Value x;
  Trees trees;
  std::string why = samples_of(m, &x);
  const int64_t classes = count_labels(m.node());
  if (why.empty() && classes < 2) why = "its labels: need two or more";
  if (why.empty()) why = read_trees(m.node(), "class", x.shape[1], classes, &trees);
  if (!why.empty()) return why;
  if (why = too_large(x, trees); !why.empty()) return why;
  const std::vector<double> base = reals_of(m.node(), "base_values");
  Value scores = Walk(m, x, trees).result(nook::Sum::Attrs{true}, false);
  const int64_t reached = std::count(trees.reached.begin(), trees.reached.end(), true);
  if (classes == 2 && reached == 1 && trees.reached[0] &&
      base.size() <= 1) {  // the score of the second class
    const Value one = slice(m, scores, 1, 0, 1);
    const bool positive = std::ranges::all_of(trees.weights, [](double weight) { return weight >= 0; });
    return give_binary(m, base.empty() ? one : added(m, one, real_constant(base[0])), positive ? 0.5 : 0,
                       positive);
  }
  if (!base.empty() && base.size() != static_cast<size_t>(classes))
    return "base_values: need one for each class";
  if (!base.empty()) scores = added(m, scores, real_constant({classes}, base));
  why = give_label(m, scores, trees.reached);
  return why.empty() ? give_scores(m, 1, scores) : why;
}

}  // namespace nookc::onnx
