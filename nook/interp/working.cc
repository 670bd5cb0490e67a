#include "nook/interp/working.h"

namespace nook::interp {

void count_operator(uint32_t in, uint32_t out, Workload* w) {
  w->read += in;
  if (in + out > w->widest) w->widest = in + out;
}

Workload workload_of(const Model& model) {
  Workload w;
  if (model.subgraph_count() == 0) return w;
  const SubgraphView graph = model.subgraph(0);
  w.tensors = graph.tensor_count(), w.operators = graph.operator_count();
  w.inputs = graph.inputs().size(), w.outputs = graph.outputs().size();
  for (uint32_t i = 0; i < w.tensors; ++i) {
    const TensorView tensor = graph.tensor(i);
    if (!is_constant(model, tensor)) ++(tensor.variable() ? w.states : w.activations);
  }
  for (uint32_t i = 0; i < w.operators; ++i) {
    const OperatorView op = graph.op(i);
    count_operator(op.inputs().size(), op.outputs().size(), &w);
  }
  return w;
}

}  // namespace nook::interp
