#include "nookc/front/import/densify.h"

#include "nookc/core/dtype.h"
#include "nookc/core/text.h"

namespace nookc::importing {

void read_densify(Import& d, uint32_t i, const nook::OperatorView& op, const Node& node) {
  const auto at = [&] { return where(d, i, op); };
  const auto refuse = [&](const char* code, const std::string& what, const std::string& hint) {
    d.diags.push_back({Exit::kUnsupported, code, at(), what, hint});
  };
  if (node.in.size() != 1 || node.out.size() != 1 || node.in[0] == TensorId::kNone)
    return refuse("N3007", "need 1 operand and 1 result", kDamaged);
  if (!check_operands(d, node, at)) return;
  const Tensor& from = d.graph[node.in[0]];
  Tensor& to = d.graph[node.out[0]];
  if (!from.constant())
    return refuse("N3010", "its operand '" + first_name(from.name) + "' must be a constant",
                  "convert the model again: only constants can be sparse");
  if (to.constant() || to.type != from.type || !(to.shape == from.shape))
    return refuse("N3010",
                  "its result '" + first_name(to.name) + "' must have the type and shape of its operand",
                  kDamaged);
  to.data = from.data;
  // A constant stays the same from one inference to the next.
  to.variable = false;
}

}  // namespace nookc::importing
