#include "nookc/lower/refusal.h"

#include "nookc/core/dtype.h"

namespace nookc {
namespace {

const char* text_of(nook::Reason reason) {
  switch (reason) {
#define NOOK_REASON(name, code, text) \
  case nook::Reason::name:            \
    return text;
#include "nook/core/reasons.inc"
#undef NOOK_REASON
  }
  return "";
}

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
    }
    return diag;
  }
  diag.what = "version " + std::to_string(node.version) + ": " + text_of(why.reason);
  if (!of_operator(why.reason)) diag.what += " at " + operand_name(why.operand);
  diag.what += ": need " + value(why.reason, why.need) + ", have " + value(why.reason, why.have);
  if (why.reason == nook::Reason::kNotConstant)
    diag.hint = "convert the model with static shapes, so that this operand is a constant";
  return diag;
}

}  // namespace nookc
