// Linear models and support vector machines of the domain ai.onnx.ml.
#include "nook/ops/exp/exp_op.h"
#include "nook/ops/greater/greater_op.h"
#include "nook/ops/logistic/logistic_op.h"
#include "nook/ops/neg/neg_op.h"
#include "nook/ops/square/square_op.h"
#include "nook/ops/sub/sub_op.h"
#include "nook/ops/sum/sum_op.h"
#include "nook/ops/tanh/tanh_op.h"
#include "nookc/front/onnx/scores.h"

namespace nookc::onnx {
namespace {

// x times a matrix [outputs][features], plus one number for each output unless there are none.
Value product(Mapper& m, const Value& x, const std::vector<double>& matrix, const std::vector<double>& plus) {
  const int64_t features = x.shape[1], outputs = static_cast<int64_t>(matrix.size()) / features;
  const ConstantPtr bias = plus.empty() ? nullptr : shared(make_constant(kReal, {outputs}, plus));
  return dense(m, x, make_constant(kReal, {outputs, features}, matrix), bias);
}

// The scores of a linear model [samples][outputs]. Returns the fault, or an empty text.
std::string linear(Mapper& m, int64_t outputs, Value* scores) {
  Value x;
  if (std::string why = samples_of(m, &x); !why.empty()) return why;
  const std::vector<double> matrix = reals_of(m.node(), "coefficients"),
                            plus = reals_of(m.node(), "intercepts");
  if (outputs < 1 || matrix.size() != static_cast<size_t>(outputs * x.shape[1]) ||
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
  const std::string post = m.node().text("post_transform", "NONE");
  if (post != "NONE") return "post_transform: nook has no " + post + " of a single target";
  Value y;
  if (count > 0) {
    if (vectors.size() != static_cast<size_t>(count * x.shape[1]) ||
        weights.size() != static_cast<size_t>(count))
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
  m.give(0, y);
  return {};
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

}  // namespace

std::string map_svm_classifier(Mapper& m) {
  Value x, scores;
  const int64_t classes = count_labels(m.node());
  if (classes < 2 || classes > 64) return "its labels: need 2 to 64";
  if (std::string why = samples_of(m, &x); !why.empty()) return why;
  const std::vector<double> slope = reals_of(m.node(), "prob_a"), shift = reals_of(m.node(), "prob_b");
  if (!slope.empty() && (classes != 2 || slope.size() != 1 || shift.size() != 1))
    return "prob_a: nook has probabilities of two classes only";
  if (std::string why = duels(m, x, classes, &scores); !why.empty()) return why;
  const std::vector<bool> reached(static_cast<size_t>(classes), true);
  if (std::string why = give_label(m, wins(m, scores, classes), reached); !why.empty()) return why;
  if (!slope.empty()) {
    const Value line = added(m, multiplied(m, scores, real_constant(-slope[0])), real_constant(-shift[0]));
    const Value first = unary(m, nook::Logistic::Attrs{}, line);
    const Value second = added(m, unary(m, nook::Neg::Attrs{}, first), real_constant(1));
    return give_scores(m, 1, concat(m, {first, second}, 1));
  }
  return classes == 2 ? give_pair(m, scores, m.node().text("post_transform", "NONE") == "SOFTMAX")
                      : give_scores(m, 1, scores);
}

}  // namespace nookc::onnx
