#include "nookc/middle/lower/prepare_node.h"

#include "nook/ops/contract/prepare.h"

namespace nookc {
namespace {

nook::Result<nook::Prepared> with_scales(const nook::Result<nook::Prepared>& prepared,
                                         const nook::NodeView& view, nook::PrepareContext& context) {
  if (!prepared) return prepared;
  const nook::Code code = nook::make_scales(*prepared, view, context);
  if (code != nook::Code::kOk) return code;
  return prepared;
}

}  // namespace

nook::Result<nook::Prepared> prepare_node(const Graph& graph, const Node& node,
                                          nook::PrepareContext& context) {
  const Operands all = operands(graph, node);
  const nook::NodeView view = all.view(op_code(node), node.version);
  return with_scales(op_row(node).prepare(node.attrs.data(), view, context), view, context);
}

}  // namespace nookc
