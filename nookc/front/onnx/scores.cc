#include "nookc/front/onnx/scores.h"

#include "nook/ops/arg_max/arg_max_op.h"
#include "nook/ops/gather/gather_op.h"
#include "nook/ops/greater/greater_op.h"
#include "nook/ops/logistic/logistic_op.h"
#include "nook/ops/neg/neg_op.h"
#include "nook/ops/softmax/softmax_op.h"

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

Value arg_max(Mapper& m, const Value& scores) {
  const TensorId y = m.fresh({scores.shape[0]}, kWhole);
  m.emit(nook::ArgMax::Attrs{}, {m.plain(scores), m.add_ints({1}, {})}, {y});
  return m.value(y, {scores.shape[0]}, plain_order(1), kWhole);
}

// Whether the node does not transform its scores in this way; the reason, if it does so in one that nook
// lacks.
std::string transform_of(const OnnxNode& node, std::string* how) {
  *how = node.text("post_transform", "NONE");
  return *how == "NONE" || *how == "LOGISTIC" || *how == "SOFTMAX" ? std::string()
                                                                   : "post_transform: nook has no " + *how;
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

std::string give_scores(Mapper& m, size_t k, const Value& scores) {
  std::string how;
  if (std::string why = transform_of(m.node(), &how); !why.empty()) return why;
  if (how == "NONE") {
    m.give(k, scores);
  } else if (scores.shape[1] == 1) {
    return "post_transform: " + how + " of a single target";  // ONNX Runtime leaves it out
  } else {
    m.give(k, how == "LOGISTIC" ? unary(m, nook::Logistic::Attrs{}, scores)
                                : unary(m, nook::Softmax::Attrs{}, m.settled(scores)));
  }
  return {};
}

std::string give_label(Mapper& m, const Value& votes, const std::vector<bool>& reached) {
  std::vector<int64_t> left;
  for (size_t i = 0; i < reached.size(); ++i)
    if (reached[i]) left.push_back(static_cast<int64_t>(i));
  if (left.empty()) return "nothing adds to any class";
  return name(m, arg_max(m, left.size() == reached.size() ? votes : gather(m, votes, 1, left)), reached);
}

std::string give_pair(Mapper& m, const Value& score, bool rest) {
  std::string how;
  if (std::string why = transform_of(m.node(), &how); !why.empty()) return why;
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
