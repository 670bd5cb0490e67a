#include "nook/interp/working.h"

namespace nook::interp {

// Of a tensor, whether nobody but the model decides its bytes.
static bool constant(const Model& model, const TensorView& tensor) {
  return !model.buffer(tensor.buffer()).empty();
}

Workload workload_of(const Model& model) {
  Workload w;
  if (model.subgraph_count() == 0) return w;
  const SubgraphView graph = model.subgraph(0);
  w.tensors = graph.tensor_count(), w.operators = graph.operator_count();
  w.inputs = graph.inputs().size(), w.outputs = graph.outputs().size();
  for (uint32_t i = 0; i < w.tensors; ++i) {
    const TensorView tensor = graph.tensor(i);
    if (!constant(model, tensor) && !tensor.variable()) ++w.activations;
  }
  for (uint32_t i = 0; i < w.operators; ++i) {
    const OperatorView op = graph.op(i);
    const IndexList in = op.inputs();
    for (uint32_t k = 0; k < in.size(); ++k)
      if (in[k] >= 0 && !constant(model, graph.tensor(static_cast<uint32_t>(in[k])))) ++w.read;
    const uint32_t wide = in.size() + op.outputs().size();
    if (wide > w.widest) w.widest = wide;
  }
  return w;
}

}  // namespace nook::interp
