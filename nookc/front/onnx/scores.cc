#include "nookc/front/onnx/scores.h"

#include "nook/ops/abs/abs_op.h"
#include "nook/ops/arg_max/arg_max_op.h"
#include "nook/ops/div/div_op.h"
#include "nook/ops/exp/exp_op.h"
#include "nook/ops/gather/gather_op.h"
#include "nook/ops/greater/greater_op.h"
#include "nook/ops/log/log_op.h"
#include "nook/ops/logistic/logistic_op.h"
#include "nook/ops/mul/mul_op.h"
#include "nook/ops/neg/neg_op.h"
#include "nook/ops/reduce_max/reduce_max_op.h"
#include "nook/ops/softmax/softmax_op.h"
#include "nook/ops/sqrt/sqrt_op.h"
#include "nook/ops/square/square_op.h"
#include "nook/ops/sub/sub_op.h"
#include "nook/ops/sum/sum_op.h"

namespace nookc::onnx {
namespace {

const Attribute* labels_of(const OnnxNode& node) {
  for (const char* name : {"classlabels_int64s", "classlabels_ints", "classlabels_strings"})
    if (const auto found = node.attributes.find(name); found != node.attributes.end()) return &found->second;
  return nullptr;
}

// Replaces the numbers of classes, which are in the order of the labels, by the labels.
Value labelled(Mapper& m, const Value& at, const std::vector<int64_t>& labels) {
  const int64_t count = static_cast<int64_t>(labels.size());
  bool same = true;
  for (int64_t i = 0; i < count; ++i) same &= labels[static_cast<size_t>(i)] == i;
  if (same) return at;
  const Value table = known_value(kWhole, {count}, make_constant(kWhole, {count}, labels));
  const TensorId y = m.fresh(at.shape, kWhole);
  m.emit(nook::Gather::Attrs{}, {m.plain(table), m.plain(at)}, {y});
  return m.value(y, at.shape, plain_order(at.shape.size()), kWhole);
}

// The labels of the classes that are left; texts become the places of the classes in the node's list.
std::string name(Mapper& m, const Value& at, const std::vector<bool>& reached) {
  const Attribute* const labels = labels_of(m.node());
  std::vector<int64_t> left;
  for (size_t i = 0; i < reached.size(); ++i) {
    if (!reached[i]) continue;
    const int64_t label = labels->texts.empty() ? labels->integers[i] : static_cast<int64_t>(i);
    if (label < INT32_MIN || label > INT32_MAX) return "its labels: need numbers of 32 bits";
    left.push_back(label);
  }
  if (!labels->texts.empty() && m.wanted(0)) {
    std::string list;
    for (const std::string& text : labels->texts) list += (list.empty() ? "" : ", ") + text;
    m.note("output '" + m.node().out[0] + "' is the place of the label in this list, from 0: " + list);
  }
  m.give(0, labelled(m, at, left));
  return {};
}

// A softmax of the scores that are not 0; those remain 0.
Value softmax_zero(Mapper& m, const Value& scores) {
  const Value some =
      binary(m, nook::Greater::Attrs{}, unary(m, nook::Abs::Attrs{}, scores), real_constant(1e-7), kTruth);
  const Value most = reduce(m, nook::ReduceMax::Attrs{true}, scores, {1}, true);
  const Value all = unary(m, nook::Exp::Attrs{}, binary(m, nook::Sub::Attrs{}, scores, most));
  const Value each = multiplied(m, all, converted(m, some, kReal));
  return binary(m, nook::Div::Attrs{}, each, reduce(m, nook::Sum::Attrs{true}, each, {1}, true));
}

// The inverse of the normal distribution, in the approximation of ONNX Runtime (Winitzki's, with a = 0.147):
// erf^-1(x) = sign(x) sqrt(sqrt(v^2 - l / a) - v), where l = log(1 - x^2) and v = 2 / (pi a) + l / 2.
Value probit(Mapper& m, const Value& scores) {
  constexpr double kA = 0.147, kPi = 3.14159;
  const Value x = added(m, multiplied(m, scores, real_constant(2)), real_constant(-1));
  const Value below = converted(m, binary(m, nook::Greater::Attrs{}, real_constant(0), x, kTruth), kReal);
  const Value sign = added(m, multiplied(m, below, real_constant(-2)), real_constant(1));
  const Value rest = binary(m, nook::Sub::Attrs{}, real_constant(1), x);
  const Value l = unary(m, nook::Log::Attrs{}, multiplied(m, rest, added(m, x, real_constant(1))));
  const Value v = added(m, multiplied(m, l, real_constant(0.5)), real_constant(2 / (kPi * kA)));
  const Value apart = binary(m, nook::Sub::Attrs{}, unary(m, nook::Square::Attrs{}, v),
                             multiplied(m, l, real_constant(1 / kA)));
  const Value inside = binary(m, nook::Sub::Attrs{}, unary(m, nook::Sqrt::Attrs{}, apart), v);
  return multiplied(m, multiplied(m, unary(m, nook::Sqrt::Attrs{}, inside), sign),
                    real_constant(std::sqrt(2.0)));
}

// The reason for a transformation that the format does not have.
std::string no_transform(const std::string& how) {
  for (const char* known : {"NONE", "LOGISTIC", "SOFTMAX", "SOFTMAX_ZERO", "PROBIT"})
    if (how == known) return {};
  return "post_transform: there is no " + how;
}

}  // namespace

std::vector<double> reals_of(const OnnxNode& node, const std::string& name) {
  for (const std::string& each : {name + "_as_tensor", name})
    if (const auto found = node.attributes.find(each); found != node.attributes.end())
      return !found->second.doubles.empty() ? found->second.doubles
             : found->second.tensor
                 ? numbers_of(*found->second.tensor)
                 : std::vector<double>(found->second.reals.begin(), found->second.reals.end());
  return {};
}

int64_t count_labels(const OnnxNode& node) {
  const Attribute* const labels = labels_of(node);
  return labels ? static_cast<int64_t>(std::max(labels->texts.size(), labels->integers.size())) : 0;
}

std::string samples_of(Mapper& m, Value* x) {
  m.compute_in_float();
  *x = converted(m, in_memory(m, m.in(0)), kReal);
  if (x->shape.size() == 1) *x = m.reshaped(*x, {1, x->shape[0]});
  const bool fits = x->shape.size() == 2 && x->shape[0] > 0 && x->shape[1] > 0;
  return fits ? std::string() : "its operand: need [samples][features]";
}

Value product(Mapper& m, const Value& x, const std::vector<double>& matrix, const std::vector<double>& plus) {
  const int64_t features = x.shape[1], outputs = static_cast<int64_t>(matrix.size()) / features;
  const ConstantPtr bias = plus.empty() ? nullptr : shared(make_constant(kReal, {outputs}, plus));
  return dense(m, x, make_constant(kReal, {outputs, features}, matrix), bias);
}

std::string give_scores(Mapper& m, size_t k, const Value& scores) {
  return give_transformed(m, k, scores, m.node().text("post_transform", "NONE"));
}

std::string give_transformed(Mapper& m, size_t k, const Value& scores, const std::string& how) {
  if (std::string why = no_transform(how); !why.empty()) return why;
  if (scores.shape[1] == 1 && how != "NONE" && how != "PROBIT")
    return "post_transform: " + how + " of a single target";  // ONNX Runtime leaves it out
  m.give(k, how == "LOGISTIC"       ? unary(m, nook::Logistic::Attrs{}, scores)
            : how == "SOFTMAX"      ? unary(m, nook::Softmax::Attrs{}, m.settled(scores))
            : how == "SOFTMAX_ZERO" ? softmax_zero(m, scores)
            : how == "PROBIT"       ? probit(m, scores)
                                    : scores);
  return {};
}

Value largest(Mapper& m, const Value& scores) {
  const TensorId y = m.fresh({scores.shape[0]}, kWhole);
  m.emit(nook::ArgMax::Attrs{}, {m.plain(scores), m.add_ints({1}, {})}, {y});
  return m.value(y, {scores.shape[0]}, plain_order(1), kWhole);
}

std::string give_labels(Mapper& m, const Value& at) {
  return name(m, at, std::vector<bool>(static_cast<size_t>(count_labels(m.node())), true));
}

std::string give_label(Mapper& m, const Value& votes, const std::vector<bool>& reached) {
  std::vector<int64_t> left;
  for (size_t i = 0; i < reached.size(); ++i)
    if (reached[i]) left.push_back(static_cast<int64_t>(i));
  if (left.empty()) return "nothing adds to any class";
  return name(m, largest(m, left.size() == reached.size() ? votes : gather(m, votes, 1, left)), reached);
}

namespace {

// As ONNX Runtime: the transformed score is the first number, and the second is not set.
std::string give_probit(Mapper& m, const Value& score) {
  m.note("output '" + m.node().out[1] +
         "' is PROBIT of the only score, and 0: for two classes with one score, ONNX Runtime sets the first "
         "number only");
  const Dims dims = {score.shape[0], 1};
  const Value zeros = real_constant(dims, std::vector<double>(static_cast<size_t>(dims[0])));
  m.give(1, concat(m, {probit(m, score), zeros}, 1));
  return {};
}

}  // namespace

std::string give_pair(Mapper& m, const Value& score, bool rest) {
  const std::string how = m.node().text("post_transform", "NONE");
  if (std::string why = no_transform(how); !why.empty()) return why;
  if (how == "PROBIT") return give_probit(m, score);
  const Value minus = unary(m, nook::Neg::Attrs{}, score);
  const Value other = rest && how != "LOGISTIC" ? added(m, minus, real_constant(1)) : minus;
  const Value both = concat(m, {other, score}, 1);
  m.give(1, how == "LOGISTIC" ? unary(m, nook::Logistic::Attrs{}, both) : both);
  return {};
}

std::string give_binary(Mapper& m, const Value& score, double threshold, bool rest) {
  const Value above = binary(m, nook::Greater::Attrs{}, score, real_constant(threshold), kTruth);
  std::string why = name(m, m.reshaped(converted(m, above, kWhole), {score.shape[0]}), {true, true});
  return why.empty() ? give_pair(m, score, rest) : why;
}

}  // namespace nookc::onnx
