#include "nookc/lower/prepare_node.h"

#include "nook/ops/prepare.h"

namespace nookc {

nook::Result<nook::Prepared> prepare_node(const Graph& graph, const Node& node,
                                          nook::PrepareContext& context) {
  const Operands all = operands(graph, node);
  const nook::NodeView view = all.view(op_code(node), node.version);
#define NOOK_OP(Type, folder, code)                                    \
  if (const auto* attrs = std::get_if<nook::Type::Attrs>(&node.attrs)) \
    return nook::prepare_op<nook::Type>(*attrs, view, context);
#include "nook/ops/ops.inc"
#undef NOOK_OP
  return nook::Code::kUnsupported;
}

}  // namespace nookc
