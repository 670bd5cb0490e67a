#include "nookc/core/model_size.h"

#include "nookc/core/text.h"

namespace nookc {

Status check_model_size(const nook::Model& model, const std::string& file) {
  uint64_t operators = 0, tensors = 0, operands = 0;
  const auto refuse = [&](const std::string& what, uint64_t have, uint32_t most) {
    return Diag{Exit::kUnsupported, "N3019", file,
                what + ": need " + std::to_string(most) + " at most, have " + std::to_string(have),
                "no microcontroller runs a model of this size: check that this is the right file"};
  };
  for (uint32_t s = 0; s < model.subgraph_count(); ++s) {
    const nook::SubgraphView graph = model.subgraph(s);
    operators += graph.operator_count(), tensors += graph.tensor_count();
    if (operators > kMostOperators) return refuse("operators", operators, kMostOperators);
    if (tensors > kMostTensors) return refuse("tensors", tensors, kMostTensors);
    for (uint32_t i = 0; i < graph.operator_count(); ++i)
      operands += graph.op(i).inputs().size() + graph.op(i).outputs().size();
    if (operands > kMostOperands) return refuse("operands of all operators", operands, kMostOperands);
    if (graph.inputs().size() > kMostInterface)
      return refuse("inputs", graph.inputs().size(), kMostInterface);
    if (graph.outputs().size() > kMostInterface)
      return refuse("outputs", graph.outputs().size(), kMostInterface);
  }
  return Done{};
}

std::string model_text(nook::Span<const char> text) {
  size_t size = text.size();
  if (size > kMostName) {
    size = kMostName;
    const auto continues = [&](size_t i) { return (static_cast<unsigned char>(text[i]) & 0xC0) == 0x80; };
    for (int i = 0; i < 3 && continues(size); ++i) --size;  // moves to the start of a UTF-8 character
  }
  return printable({text.data(), size});
}

}  // namespace nookc
