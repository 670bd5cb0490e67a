// Linear models and support vector machines of the domain ai.onnx.ml.
#include "nook/ops/div/div_op.h"
#include "nook/ops/exp/exp_op.h"
#include "nook/ops/greater/greater_op.h"
#include "nook/ops/greater_equal/greater_equal_op.h"
#include "nook/ops/logistic/logistic_op.h"
#include "nook/ops/maximum/maximum_op.h"
#include "nook/ops/minimum/minimum_op.h"
#include "nook/ops/neg/neg_op.h"
#include "nook/ops/reduce_max/reduce_max_op.h"
#include "nook/ops/square/square_op.h"
#include "nook/ops/sub/sub_op.h"
#include "nook/ops/sum/sum_op.h"
#include "nook/ops/tanh/tanh_op.h"
#include "nookc/front/onnx/scores.h"

namespace nookc::onnx {
namespace {

constexpr int64_t kMostClasses = 64, kMostWeights = 1 << 24;

// Whether there are `rows` rows of `columns` numbers; false also if one of them is below 1.
bool is_matrix(const std::vector<double>& numbers, int64_t rows, int64_t columns) {
  const int64_t count = static_cast<int64_t>(numbers.size());
  return rows > 0 && columns > 0 && rows <= count && columns <= count && rows * columns == count;
}

// The scores of a linear model [samples][outputs]. Returns the fault, or an empty text.
std::string linear(Mapper& m, int64_t outputs, Value* scores) {
  Value x;
  if (std::string why = samples_of(m, &x); !why.empty()) return why;
  const std::vector<double> matrix = reals_of(m.node(), "coefficients"),
                            plus = reals_of(m.node(), "intercepts");
  if (!is_matrix(matrix, outputs, x.shape[1]) ||
      (!plus.empty() && plus.size() != static_cast<size_t>(outputs)))
    return "coefficients: need one for each feature and output";
  *scores = product(m, x, matrix, plus);
  return {};
}

// The kernel function of x and each support vector.
std::string kernels(Mapper& m, const Value& x, const std::vector<double>& vectors, Value* to) {
  const std::string kind = m.node().text("kernel_type", "LINEAR");
  std::vector<double> numbers = reals_of(m.node(), "kernel_params");  // gamma, coef0, degree
  numbers.resize(3);
  const int64_t features = x.shape[1], count = static_cast<int64_t>(vectors.size()) / features;
  if (kind == "RBF") {
    const Value each = m.reshaped(x, {x.shape[0], 1, features});
    const Value apart = binary(m, nook::Sub::Attrs{}, each, real_constant({1, count, features}, vectors));
    const Value far = reduce(m, nook::Sum::Attrs{true}, unary(m, nook::Square::Attrs{}, apart), {2}, false);
    *to = unary(m, nook::Exp::Attrs{}, multiplied(m, far, real_constant(-numbers[0])));
    return {};
  }
  if (kind == "LINEAR") {
    *to = product(m, x, vectors, {});
    return {};
  }
  if (kind != "POLY" && kind != "SIGMOID") return "kernel_type: there is no " + kind;
  std::vector<double> scaled = vectors;
  for (double& number : scaled) number *= numbers[0];
  const Value inner = product(m, x, scaled, std::vector<double>(static_cast<size_t>(count), numbers[1]));
  if (kind == "SIGMOID") {
    *to = unary(m, nook::Tanh::Attrs{}, inner);
    return {};
  }
  if (numbers[2] < 1 || numbers[2] > 8 || numbers[2] != std::floor(numbers[2]))
    return "kernel_params: need a degree of 1 to 8";
  *to = inner;
  for (int i = 1; i < static_cast<int>(numbers[2]); ++i) *to = multiplied(m, *to, inner);
  return {};
}

}  // namespace

std::string map_linear_regressor(Mapper& m) {
  Value scores;
  const std::string why = linear(m, m.node().integer("targets", 1), &scores);
  return why.empty() ? give_scores(m, 0, scores) : why;
}

std::string map_linear_classifier(Mapper& m) {
  Value scores;
  const int64_t classes = count_labels(m.node());
  if (classes < 2) return "its labels: need two or more";
  const size_t rows = reals_of(m.node(), "intercepts").size();
  const bool one = classes == 2 && rows == 1;
  if (std::string why = linear(m, one ? 1 : classes, &scores); !why.empty()) return why;
  if (one) return give_binary(m, scores, 0, true);
  std::string why = give_label(m, scores, std::vector<bool>(static_cast<size_t>(classes), true));
  return why.empty() ? give_scores(m, 1, scores) : why;
}

std::string map_svm_regressor(Mapper& m) {
  Value x, each;
  if (std::string why = samples_of(m, &x); !why.empty()) return why;
  const std::vector<double> vectors = reals_of(m.node(), "support_vectors"),
                            weights = reals_of(m.node(), "coefficients"), plus = reals_of(m.node(), "rho");
  const int64_t count = m.node().integer("n_supports", 0);
  if (plus.size() != 1) return "rho: need one number";
  Value y;
  if (count > 0) {
    if (!is_matrix(vectors, count, x.shape[1]) || weights.size() != static_cast<size_t>(count))
      return "support_vectors: need one number for each feature and vector";
    if (std::string why = kernels(m, x, vectors, &each); !why.empty()) return why;
    y = product(m, each, weights, plus);
  } else {
    if (weights.size() != static_cast<size_t>(x.shape[1])) return "coefficients: need one for each feature";
    y = product(m, x, weights, plus);
  }
  if (m.node().integer("one_class", 0)) {  // 1 where it is above 0, else -1
    const Value above = converted(m, binary(m, nook::Greater::Attrs{}, y, real_constant(0), kTruth), kReal);
    y = added(m, multiplied(m, above, real_constant(2)), real_constant(-1));
  }
  return give_scores(m, 0, y);
}

namespace {

// The scores of the pairs of classes [samples][pairs], each of which is above 0 if the first class wins.
// Returns the fault, or an empty text.
std::string duels(Mapper& m, const Value& x, int64_t classes, Value* scores) {
  const OnnxNode& node = m.node();
  const std::vector<double> vectors = reals_of(node, "support_vectors"), plus = reals_of(node, "rho"),
                            weights = reals_of(node, "coefficients");
  const std::vector<int64_t> per_class = node.integers("vectors_per_class");
  const size_t all = static_cast<size_t>(classes);
  std::vector<size_t> first = {0};
  if (per_class.size() != all) return "vectors_per_class: need one number for each class";
  for (const int64_t count : per_class) {
    if (count < 0 || count > static_cast<int64_t>(vectors.size()))
      return "vectors_per_class: too many vectors";
    first.push_back(first.back() + static_cast<size_t>(count));
  }
  const size_t count = first.back();
  if (count == 0 || vectors.size() != count * static_cast<size_t>(x.shape[1]) ||
      weights.size() != (all - 1) * count || plus.size() != all * (all - 1) / 2)
    return "its attributes do not fit the number of vectors";
  if (plus.size() * count > kMostWeights)
    return "its vectors: need at most " + std::to_string(kMostWeights) + " for all pairs of classes";
  std::vector<double> matrix;
  for (size_t i = 0; i < all; ++i)
    for (size_t j = i + 1; j < all; ++j) {
      std::vector<double> row(count);
      for (size_t v = first[i]; v < first[i + 1]; ++v) row[v] = weights[(j - 1) * count + v];
      for (size_t v = first[j]; v < first[j + 1]; ++v) row[v] = weights[i * count + v];
      matrix.insert(matrix.end(), row.begin(), row.end());
    }
  Value each;
  std::string why = kernels(m, x, vectors, &each);
  if (why.empty()) *scores = product(m, each, matrix, plus);
  return why;
}

// The number of pairs that each class wins [samples][classes].
Value wins(Mapper& m, const Value& scores, int64_t classes) {
  const Value won = converted(m, binary(m, nook::Greater::Attrs{}, scores, real_constant(0), kTruth), kReal);
  const size_t all = static_cast<size_t>(classes), pairs = all * (all - 1) / 2;
  std::vector<double> counts(all * pairs), lost_all(all);
  size_t pair = 0;
  for (size_t i = 0; i < all; ++i)
    for (size_t j = i + 1; j < all; ++j, ++pair) {
      counts[i * pairs + pair] = 1, counts[j * pairs + pair] = -1;
      lost_all[j] += 1;  // where the first loses
    }
  return product(m, won, counts, lost_all);
}

// The probability [samples][pairs] that the first class of each pair wins.
Value duel_odds(Mapper& m, const Value& scores, const std::vector<double>& slope,
                const std::vector<double>& shift) {
  const int64_t pairs = static_cast<int64_t>(slope.size());
  std::vector<double> down = slope, less = shift;
  for (double& number : down) number = -number;
  for (double& number : less) number = -number;
  const Value line =
      added(m, multiplied(m, scores, real_constant({pairs}, down)), real_constant({pairs}, less));
  return unary(m, nook::Logistic::Attrs{}, line);
}

// The probabilities p [samples][classes] that fit the pairs' odds best, as Wu, Lin and Weng define them
// (JMLR 5, 2004): p minimizes the sum over i, j of (r_ji p_i - r_ij p_j)^2, and its sum is 1. libsvm and ONNX
// Runtime approach p step by step; here it is the solution of (Q + 1) p = 1 divided by its sum, by
// elimination.
Value coupled(Mapper& m, const Value& odds, int64_t classes) {
  constexpr double kLeast = 1e-7;
  const Value first =
      binary(m, nook::Minimum::Attrs{}, binary(m, nook::Maximum::Attrs{}, odds, real_constant(kLeast)),
             real_constant(1 - kLeast));
  const Value second = added(m, unary(m, nook::Neg::Attrs{}, first), real_constant(1));
  const int64_t samples = odds.shape[0], pairs = odds.shape[1];
  const Value zero = multiplied(m, slice(m, first, 1, 0, 1), real_constant(0));
  const Value all = concat(m, {first, second, zero}, 1);
  std::vector<int64_t> wins, losses;  // places in `all`: the row's class against the column's
  std::vector<double> diagonal;
  for (int64_t i = 0; i < classes; ++i)
    for (int64_t j = 0; j < classes; ++j) {
      const int64_t low = std::min(i, j), high = std::max(i, j);
      const int64_t pair = low * (2 * classes - low - 1) / 2 + high - low - 1;
      wins.push_back(i == j ? 2 * pairs : i < j ? pair : pairs + pair);
      losses.push_back(i == j ? 2 * pairs : i < j ? pairs + pair : pair);
      diagonal.push_back(i == j);
    }
  const Dims square = {samples, classes, classes};
  const Value r = m.reshaped(gather(m, all, 1, wins), square),
              back = m.reshaped(gather(m, all, 1, losses), square);
  const Value own = reduce(m, nook::Sum::Attrs{true}, unary(m, nook::Square::Attrs{}, back), {2}, true);
  const Value on = multiplied(m, own, real_constant({1, classes, classes}, diagonal));
  const Value q = added(m, binary(m, nook::Sub::Attrs{}, on, multiplied(m, r, back)), real_constant(1));
  const Value ones = added(m, multiplied(m, slice(m, q, 2, 0, 1), real_constant(0)), real_constant(1));
  Value matrix = concat(m, {q, ones}, 2);
  for (int64_t i = 0; i < classes; ++i) {
    const Value row = slice(m, matrix, 1, i, 1);
    const Value unit = binary(m, nook::Div::Attrs{}, row, slice(m, row, 2, i, 1));
    std::vector<double> less(static_cast<size_t>(classes));
    less[static_cast<size_t>(i)] = -1;
    const Value column = added(m, slice(m, matrix, 2, i, 1), real_constant({1, classes, 1}, less));
    matrix = binary(m, nook::Sub::Attrs{}, matrix, multiplied(m, column, unit));
  }
  const Value solved = m.reshaped(slice(m, matrix, 2, classes, 1), {samples, classes});
  return binary(m, nook::Div::Attrs{}, solved, reduce(m, nook::Sum::Attrs{true}, solved, {1}, true));
}

// A classifier without support vectors: a linear score for each class.
std::string linear_classes(Mapper& m, const Value& x, int64_t classes) {
  const std::vector<double> weights = reals_of(m.node(), "coefficients"), rho = reals_of(m.node(), "rho");
  if (rho.empty() || !is_matrix(weights, classes, x.shape[1]))
    return "coefficients: need one for each feature and class, and rho";
  const Value scores = product(m, x, weights, std::vector<double>(static_cast<size_t>(classes), rho[0]));
  Value at = largest(m, scores);
  if (classes == 2 && !m.node().has("prob_a")) {  // as ONNX Runtime: the second class if any score is high
    const bool positive = std::ranges::all_of(weights, [](double weight) { return weight >= 0; });
    const Value most = m.reshaped(reduce(m, nook::ReduceMax::Attrs{true}, scores, {1}, true), {x.shape[0]});
    const Value high = positive ? binary(m, nook::GreaterEqual::Attrs{}, most, real_constant(0.5), kTruth)
                                : binary(m, nook::Greater::Attrs{}, most, real_constant(0), kTruth);
    at = binary(m, nook::Maximum::Attrs{}, at, converted(m, high, kWhole));
  }
  std::string why = give_labels(m, at);
  return why.empty() ? give_scores(m, 1, scores) : why;
}

}  // namespace

std::string map_svm_classifier(Mapper& m) {
  Value x, scores;
  const int64_t classes = count_labels(m.node()), pairs = classes * (classes - 1) / 2;
  if (classes < 2 || classes > kMostClasses) return "its labels: need 2 to " + std::to_string(kMostClasses);
  if (std::string why = samples_of(m, &x); !why.empty()) return why;
  const std::vector<int64_t> per_class = m.node().integers("vectors_per_class");
  if (std::ranges::all_of(per_class, [](int64_t count) { return count == 0; }))
    return linear_classes(m, x, classes);
  const std::vector<double> slope = reals_of(m.node(), "prob_a"), shift = reals_of(m.node(), "prob_b");
  if (slope.size() != shift.size() || (!slope.empty() && slope.size() != static_cast<size_t>(pairs)))
    return "prob_a, prob_b: need one for each pair of classes";
  if (std::string why = duels(m, x, classes, &scores); !why.empty()) return why;
  if (std::string why = give_labels(m, largest(m, wins(m, scores, classes))); !why.empty()) return why;
  if (!slope.empty()) {
    const Value first = duel_odds(m, scores, slope, shift);
    if (classes > 2) return give_scores(m, 1, coupled(m, first, classes));
    const Value second = added(m, unary(m, nook::Neg::Attrs{}, first), real_constant(1));
    return give_scores(m, 1, concat(m, {first, second}, 1));
  }
  return classes == 2 ? give_pair(m, scores, m.node().text("post_transform", "NONE") != "NONE")
                      : give_scores(m, 1, scores);
}

}  // namespace nookc::onnx
