#include "nook/interp/working.h"

namespace nook::interp {

void count_operator(const OperatorView& op, Workload* w) {
  const uint32_t in = op.inputs().size(), wide = in + op.outputs().size();
  w->read += in;
  if (wide > w->widest) w->widest = wide;
}

Workload workload_of(const Model& model) {
  Workload w;
  if (model.subgraph_count() == 0) return w;
  const SubgraphView graph = model.subgraph(0);
  w.tensors = graph.tensor_count(), w.operators = graph.operator_count();
  w.inputs = graph.inputs().size(), w.outputs = graph.outputs().size();
  for (uint32_t i = 0; i < w.tensors; ++i) {
    const TensorView tensor = graph.tensor(i);
    if (!is_constant(model, tensor) && !tensor.variable()) ++w.activations;
  }
  for (uint32_t i = 0; i < w.operators; ++i) count_operator(graph.op(i), &w);
  return w;
}

}  // namespace nook::interp
