#include "nookc/middle/lower/refusal.h"

#include <cstdio>

#include "nookc/core/dtype.h"
#include "nookc/core/text.h"

namespace nookc {
namespace {

// In the order of Reason.
constexpr const char* kTexts[] = {
#define NOOK_REASON(name, code, text) text,
#include "nook/core/reasons.inc"
#undef NOOK_REASON
};

// An operator and the reason why it was refused.
struct Refused {
  const Graph& graph;
  const Node& node;
  const nook::Refusal& why;

  // With many operands, an operand's number may equal a result's.
  bool is_output(int number) const {
    return number >= nook::kFirstOutput && static_cast<size_t>(number - nook::kFirstOutput) < node.out.size();
  }
  const Tensor* operand(int number) const {
    const bool output = is_output(number);
    const std::vector<TensorId>& all = output ? node.out : node.in;
    const size_t i = static_cast<size_t>(output ? number - nook::kFirstOutput : number);
    return i < all.size() && all[i] != TensorId::kNone ? &graph[all[i]] : nullptr;
  }
  // "operand 1 'weights'"
  std::string name(int number) const {
    const bool output = is_output(number);
    std::string text = output ? "output " + std::to_string(number - nook::kFirstOutput)
                              : "operand " + std::to_string(number);
    if (const Tensor* const t = operand(number); t && !t->name.empty())
      text += " '" + first_name(t->name) + "'";
    return text;
  }
  std::string name() const { return name(why.operand); }
};

// Whether a reason concerns the operator as a whole, not one operand.
bool of_operator(nook::Reason reason) {
  using nook::Reason;
  for (Reason r :
       {Reason::kOperandCount, Reason::kActivation, Reason::kStride, Reason::kDilation, Reason::kPadding,
        Reason::kDepthMultiplier, Reason::kAttribute, Reason::kNoKernel, Reason::kPersistent})
    if (reason == r) return true;
  return false;
}

std::string value(nook::Reason reason, int64_t number) {
  constexpr const char* kActivations[] = {"NONE", "RELU", "RELU_N1_TO_1", "RELU6", "TANH", "SIGN_BIT"};
  if (reason == nook::Reason::kType) return dtype_name(static_cast<nook::DType>(number));
  if (reason == nook::Reason::kActivation && number >= 0 && number < 6) return kActivations[number];
  return std::to_string(number);
}

// "0.0392156877, zero point -128"
std::string quantization_of(const Tensor* tensor) {
  if (!tensor || tensor->scales.empty()) return "no scale";
  if (tensor->scales.size() > 1) return std::to_string(tensor->scales.size()) + " scales";
  char text[64];
  std::snprintf(text, sizeof text, "scale %.9g, zero point %d", static_cast<double>(tensor->scales[0]),
                static_cast<int>(tensor->zero_point));
  return text;
}

std::string scale_count(const Refused& r) {
  const std::string channels = std::to_string(r.why.need);
  if (r.why.have == 0)
    return r.name() + " is not quantized: need a scale" +
           (r.why.need > 1 ? ", or one for each of " + channels + " channels" : "") + ", it has none";
  const std::string have = std::to_string(r.why.have) + (r.why.have > 1 ? " scales" : " scale");
  if (r.why.need == 0) return r.name() + " is quantized: need no scale, have " + have;
  if (r.why.need == 1)
    return r.name() + " is quantized for each channel: need one scale for the whole tensor, have " + have;
  return r.name() + ": need one scale, or one for each of " + channels + " channels, have " + have;
}

// Describes two tensors that must have equal quantization; the refusal itself gives only the zero points.
std::string quantizations(const Refused& r) {
  const bool output = r.is_output(r.why.operand);
  const int other = output ? 0 : nook::kFirstOutput;
  const Tensor *const one = r.operand(r.why.operand), *const two = r.operand(other);
  const bool quantized = one && !one->scales.empty();
  if (quantized != (two && !two->scales.empty()))
    return r.name(quantized ? other : r.why.operand) + " is not quantized, " +
           r.name(quantized ? r.why.operand : other) + " is: need a scale for both, or for none";
  return r.name() + " must have the scale and zero point of " + r.name(other) + ": need " +
         quantization_of(two) + ", have " + quantization_of(one);
}

std::string scale_value(const Refused& r) {
  return "the scale of " + r.name() +
         ": need one that the operator's integers can hold (TANH, LOGISTIC and SOFTMAX have a fixed one), "
         "have " +
         quantization_of(r.operand(r.why.operand));
}

// Names the missing requirement if numbers alone do not say it; otherwise empty.
std::string lack(const Refused& r) {
  using nook::Reason;
  switch (r.why.reason) {
    case Reason::kNotConstant:
      return r.name() + " must be a constant of the model, and is computed when it runs";
    case Reason::kNotVariable:
      return r.name() + " must be a variable tensor, which keeps its value";
    case Reason::kNoKernel:
      return "there is no kernel for this target";
    case Reason::kScaleCount:
      return scale_count(r);
    case Reason::kQuantization:
      return quantizations(r);
    case Reason::kScaleValue:
      return scale_value(r);
    default:
      return {};
  }
}

std::string hint_of(const nook::Refusal& why) {
  using nook::Reason;
  switch (why.reason) {
    case Reason::kNotConstant:
      return "convert the model with static shapes, so that this operand is a constant";
    case Reason::kScaleCount:
      if (why.have == 0) return "quantize the whole network, or keep this operator in float32";
      if (why.need <= 1) return "convert the model with one scale for this tensor, or keep it in float32";
      return "quantize the model again; `nook inspect` shows the scales";
    case Reason::kScaleValue:
    case Reason::kZeroPoint:
    case Reason::kQuantization:
      return "quantize the model again; `nook inspect` shows the scales and zero points";
    case Reason::kType:
      return "`nook supported-ops` lists the types of each operator";
    case Reason::kTooLarge:
      return "a smaller model: no tensor may have 2 GiB or more";
    case Reason::kNoKernel:
      return "another --target";
    case Reason::kPersistent:
      return "divide the operator: it has too many operands or scales";
    case Reason::kActivation:
    case Reason::kAttribute:
      return "export the model with another value; `nook inspect` shows the operator";
    default:
      return "`nook inspect` shows the operator and its tensors; convert the model again";
  }
}

}  // namespace

std::string types_of(const Graph& graph, const Node& node) {
  std::string text;
  for (TensorId t : node.in)
    if (t != TensorId::kNone) text += (text.empty() ? "" : ", ") + dtype_name(graph[t].type);
  text += " -> ";
  for (size_t i = 0; i < node.out.size(); ++i)
    if (node.out[i] != TensorId::kNone) text += (i ? ", " : "") + dtype_name(graph[node.out[i]].type);
  return text;
}

Diag refusal(const Graph& graph, const Node& node, nook::Code code, const nook::Refusal& why) {
  return refusal_of(graph, node, graph.file + ": " + describe(graph, node), code, why);
}

Diag refusal_of(const Graph& graph, const Node& node, const std::string& where, nook::Code code,
                const nook::Refusal& why) {
  Diag diag{Exit::kUnsupported, "N3010", where, {}, {}};
  if (why.reason == nook::Reason::kNone) {
    diag.what = "version " + std::to_string(node.version) + " with types " + types_of(graph, node);
    if (code == nook::Code::kBadType) {
      diag.code = "N3011";
      diag.what += " is not supported";
      diag.hint = "`nook supported-ops` lists the types of each operator";
    } else {
      diag.what += ": its options are malformed, or of a kind that nook does not support";
      diag.hint = hint_of({nook::Reason::kAttribute, 0, 0, 0});
    }
    return diag;
  }
  const Refused refused{graph, node, why};
  diag.what = "version " + std::to_string(node.version) + ": ";
  diag.hint = hint_of(why);
  if (const std::string lacks = lack(refused); !lacks.empty()) {
    diag.what += lacks;
    return diag;
  }
  diag.what += kTexts[static_cast<size_t>(why.reason)];
  if (!of_operator(why.reason)) diag.what += " at " + refused.name();
  if (why.need != why.have)
    diag.what += ": need " + value(why.reason, why.need) + ", have " + value(why.reason, why.have);
  return diag;
}

}  // namespace nookc
