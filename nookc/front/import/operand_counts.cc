#include "nookc/front/import/operand_counts.h"

#include <algorithm>

namespace nookc {

std::string operand_counts(nook::OpCode code, const Node& node) {
  const nook::Signature& signature = op_row(code).signature;
  const size_t least = signature.least(), most = signature.most(), results = signature.results;
  const auto given = [&](size_t i) { return i < node.in.size() && node.in[i] != TensorId::kNone; };
  bool complete =
      node.in.size() <= most && (signature.many_results() ? !node.out.empty() : node.out.size() == results);
  for (size_t i = 0; i < least; ++i) complete &= given(i) || signature.at(i).count == nook::Count::kOptional;
  if (complete) return {};
  std::string wrong;
  const auto have =
      static_cast<size_t>(std::ranges::count_if(node.in, [](TensorId t) { return t != TensorId::kNone; }));
  const std::string need = std::to_string(least) + (signature.many_inputs() ? " or more"
                                                    : most > least          ? " to " + std::to_string(most)
                                                                            : "");
  if (have < least || have > most) wrong = "operands: need " + need + ", have " + std::to_string(have);
  if (signature.many_results() ? node.out.empty() : node.out.size() != results)
    wrong += (wrong.empty() ? "results: need " : "; results: need ") +
             (signature.many_results() ? "1 or more" : std::to_string(results)) + ", have " +
             std::to_string(node.out.size());
  return wrong.empty() ? "one of its first " + std::to_string(least) + " operands is missing" : wrong;
}

}  // namespace nookc
