#include "nook/interp/layout_maker.h"

namespace nook::interp {
namespace {

// The only subgraph.
struct Whole {
  static constexpr int32_t tensors = 0, entry = 0, exit = 0;
  static constexpr uint32_t operators = 0;
  static constexpr const int32_t* steps = nullptr;
  static constexpr bool spans = false, inner = false;
};

// Rows, columns, channels, ... of a result together, up to kMostPlaces.
uint32_t places_of(const TensorView& result) {
  const Vector<int32_t> shape = result.shape();
  uint32_t all = 0;
  for (uint32_t d = 0; d < shape.size() && all < kMostPlaces; ++d) {
    const int32_t size = shape[d];
    all += size < 0                                    ? 0
           : static_cast<uint32_t>(size) < kMostPlaces ? static_cast<uint32_t>(size)
                                                       : kMostPlaces;
  }
  return all < kMostPlaces ? all : kMostPlaces;
}

}  // namespace

void find_places(const Model& model, const SubgraphView& graph, uint32_t* places, Workload* load) {
  const IndexList inputs = graph.inputs(), outputs = graph.outputs();
  // Where a tensor is, as far as the model says. What the application gives is never kept.
  const auto look = [&](uint32_t tensor, bool given) {
    const TensorView view = graph.tensor(tensor);
    const Span<const uint8_t> bytes = model.buffer(view.buffer());
    if (!bytes.empty())
      return placed(Place::kConstant, static_cast<uint32_t>(bytes.data() - model.file().data()) / 4);
    const bool kept = (view.variable() && !given) || view.type() == DType::kResource;
    ++(kept ? load->states : load->activations);
    return placed(kept ? Place::kPersistent : Place::kScratch, 0);
  };
  const auto look_at = [&](const IndexList& list, bool given) {
    for (uint32_t k = 0; k < list.size(); ++k)
      if (list[k] >= 0 && places && places[list[k]] == 0)
        places[list[k]] = look(static_cast<uint32_t>(list[k]), given);
  };
  look_at(inputs, true);
  look_at(outputs, false);
  for (uint32_t i = 0; i < graph.operator_count(); ++i) {
    const OperatorView op = graph.op(i);
    const IndexList in = op.inputs(), out = op.outputs();
    look_at(in, false);
    look_at(out, false);
    const uint32_t wide = in.size() + out.size();
    load->read += in.size(), load->widest = wide > load->widest ? wide : load->widest;
    for (uint32_t k = 0; notes_places(op.code()) && k < out.size(); ++k) {
      if (out[k] < 0 || static_cast<uint32_t>(out[k]) >= graph.tensor_count()) continue;
      const uint32_t noted = places_of(graph.tensor(static_cast<uint32_t>(out[k])));
      load->places = noted > load->places ? noted : load->places;
    }
  }
  // Unused tensors count too: without places, their use is unknown.
  for (uint32_t t = 0; t < graph.tensor_count(); ++t)
    if (!places || places[t] == 0) (void)look(t, false);
  for (uint32_t k = 0; !places && k < inputs.size(); ++k)
    if (inputs[k] >= 0 && graph.tensor(static_cast<uint32_t>(inputs[k])).variable()) ++load->activations;
  load->tensors = graph.tensor_count(), load->operators = graph.operator_count();
  load->inputs = inputs.size(), load->outputs = outputs.size();
}

Code lay_out(const Model& model, const SubgraphView& graph, const nook_interpreter_options& options,
             uint32_t* places, Layout* layout, nook_interpreter_fault* fault) {
  return Maker<Whole>(model, graph, options, {}, places, layout, fault).make();
}

}  // namespace nook::interp
