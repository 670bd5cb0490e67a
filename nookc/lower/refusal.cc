#include "nookc/lower/refusal.h"

#include "nookc/core/dtype.h"

namespace nookc {
namespace {

// In the order of Reason.
constexpr const char* kTexts[] = {
#define NOOK_REASON(name, code, text) text,
#include "nook/core/reasons.inc"
#undef NOOK_REASON
};

std::string operand_name(int operand) {
  if (operand >= nook::kFirstOutput) return "output " + std::to_string(operand - nook::kFirstOutput);
  return "operand " + std::to_string(operand);
}

// A reason that concerns the operator as a whole, not one operand.
bool of_operator(nook::Reason reason) {
  using nook::Reason;
  for (Reason r :
       {Reason::kOperandCount, Reason::kActivation, Reason::kStride, Reason::kDilation, Reason::kPadding,
        Reason::kDepthMultiplier, Reason::kAttribute, Reason::kNoKernel, Reason::kPersistent})
    if (reason == r) return true;
  return false;
}

std::string value(nook::Reason reason, int64_t number) {
  return reason == nook::Reason::kType ? dtype_name(static_cast<nook::DType>(number))
                                       : std::to_string(number);
}

// Lists the element types of all operands, for when no form of the operator takes them.
std::string types_of(const Graph& graph, const Node& node) {
  std::string text;
  for (TensorId t : node.in) {
    if (t == TensorId::kNone) continue;
    text += (text.empty() ? "" : ", ") + dtype_name(graph[t].type);
  }
  text += " -> ";
  for (size_t i = 0; i < node.out.size(); ++i) text += (i ? ", " : "") + dtype_name(graph[node.out[i]].type);
  return text;
}

// What the operator must have and lacks, where there is no number to it; empty: there is.
std::string lack(const nook::Refusal& why) {
  if (why.reason == nook::Reason::kNotConstant)
    return operand_name(why.operand) + " must be a constant of the model";
  if (why.reason == nook::Reason::kNotVariable)
    return operand_name(why.operand) + " must be a variable tensor, which keeps its value";
  return why.reason == nook::Reason::kNoKernel ? "there is no kernel for this target" : "";
}

std::string hint_of(nook::Reason reason) {
  using nook::Reason;
  switch (reason) {
    case Reason::kNotConstant:
      return "convert the model with static shapes, so that this operand is a constant";
    case Reason::kScaleCount:
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
    case Reason::kActivation:
    case Reason::kAttribute:
      return "export the model with another value; `nook inspect` shows the operator";
    default:
      return "`nook inspect` shows the operator and its tensors; convert the model again";
  }
}

}  // namespace

Diag refusal(const Graph& graph, const Node& node, nook::Code code, const nook::Refusal& why) {
  Diag diag{Exit::kUnsupported, "N3010", graph.file + ": " + describe(graph, node), {}, {}};
  if (why.reason == nook::Reason::kNone) {
    diag.what = "version " + std::to_string(node.version) + " with types " + types_of(graph, node);
    if (code == nook::Code::kBadType) {
      diag.code = "N3011";
      diag.what += " is not supported";
      diag.hint = "`nook supported-ops` lists the types of each operator";
    } else {
      diag.what += ": malformed or unsupported attributes";
      diag.hint = hint_of(nook::Reason::kAttribute);
    }
    return diag;
  }
  diag.what = "version " + std::to_string(node.version) + ": ";
  diag.hint = hint_of(why.reason);
  if (const std::string lacks = lack(why); !lacks.empty()) {
    diag.what += lacks;
    return diag;
  }
  diag.what += kTexts[static_cast<size_t>(why.reason)];
  if (!of_operator(why.reason)) diag.what += " at " + operand_name(why.operand);
  if (why.need != why.have)
    diag.what += ": need " + value(why.reason, why.need) + ", have " + value(why.reason, why.have);
  return diag;
}

}  // namespace nookc
