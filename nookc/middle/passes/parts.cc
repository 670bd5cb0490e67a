#include "nookc/middle/passes/parts.h"

#include <algorithm>

#include "nookc/middle/lower/prepare_node.h"

namespace nookc {

std::vector<int32_t> parts_of(const Graph& graph, const Node& node) {
  std::vector<uint64_t> memory(1024 + node.in.size() + node.out.size());
  nook::Arena arena({reinterpret_cast<uint8_t*>(memory.data()), memory.size() * 8});
  nook::PrepareContext context{arena, nook::kRef, false, {}};
  const auto prepared = prepare_node(graph, node, context);
  if (!prepared) return {};  // lowering reports why
  const nook::OpRow& row = op_row(node);
  const nook::FormRow& form = row.forms[static_cast<size_t>(prepared->form)];
  int32_t at = form.pieces ? form.pieces(prepared->params) : -1;
  if (at < 0) return {};
  std::vector<int32_t> parts;
  for (TensorId t : row.signature.many_inputs() ? node.in : node.out)
    parts.push_back(at), at += graph[t].bytes();
  return parts;
}

bool may_be_view(const Node& node) {
  return !node.erased() && std::ranges::any_of(op_row(node).forms, [](const nook::FormRow& form) {
    return form.pieces != nullptr;
  });
}

}  // namespace nookc
