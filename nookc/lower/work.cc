#include "nookc/lower/work.h"

#include <algorithm>
#include <set>

#include "nookc/lower/prepare_node.h"
#include "nookc/lower/visit_form.h"

namespace nookc {
namespace {

bool has_weights(nook::OpCode code) {
  return code == nook::OpCode::kConv2D || code == nook::OpCode::kDepthwiseConv2D ||
         code == nook::OpCode::kFullyConnected;
}

}  // namespace

Work work_of(const Graph& graph) {
  Work work;
  std::set<const Bytes*> counted;
  std::vector<uint64_t> memory((size_t{1} << 20) / 8);
  for (const Node& node : graph.nodes) {
    if (node.erased()) continue;
    nook::Arena arena({reinterpret_cast<uint8_t*>(memory.data()), memory.size() * 8});
    nook::PrepareContext context{arena, nook::kRef, false, {}};
    const auto prepared = prepare_node(graph, node, context);
    if (!prepared) continue;
    size_t read = node.in.size();
    visit_form(op_code(node), prepared->form, [&]<class Form>(std::type_identity<Form>) {
      work.macs += Form::macs(*static_cast<const typename Form::Params*>(prepared->params));
      if (!Form::Op::kVariadic) read = std::min<size_t>(read, Form::Op::kKernelInputs);
    });
    for (size_t i = 0; i < read; ++i) {
      const Tensor* const t = node.in[i] == TensorId::kNone ? nullptr : &graph[node.in[i]];
      if (!t || !t->constant() || !counted.insert(t->data.get()).second) continue;
      work.constant_bytes += static_cast<int64_t>(t->data->size());
      if (i == 1 && has_weights(op_code(node))) work.weight_bytes += static_cast<int64_t>(t->data->size());
    }
  }
  return work;
}

}  // namespace nookc
