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

// The sum of a result's rows, columns, channels, ..., at most kMostPlaces.
uint32_t places_of(const TensorView& result) {
  const Vector<int32_t> shape = result.shape();
  uint32_t all = 0;
  for (uint32_t d = 0; d < shape.size() && all < kMostPlaces; ++d) {
    const uint32_t size = static_cast<uint32_t>(shape[d]);  // negative: becomes too many, refused later
    all += size < kMostPlaces ? size : kMostPlaces;
  }
  return all < kMostPlaces ? all : kMostPlaces;
}

uint32_t larger(uint32_t a, uint32_t b) { return a > b ? a : b; }

// The use of a tensor, before its place is known.
enum Use : uint32_t { kUnused, kUsed, kGiven };

void note_use(const IndexList& list, uint32_t* places) {
  for (uint32_t k = 0; places && k < list.size(); ++k)
    if (list[k] >= 0 && places[list[k]] == kUnused) places[list[k]] = kUsed;
}

}  // namespace

Buffer* buffer_of(const Layout& layout, const uint32_t* places, int32_t tensor) {
  if (tensor < 0 || kind_of(places[tensor]) != Place::kScratch) return nullptr;
  return layout.buffers + where_of(places[tensor]);
}

void find_places(const Model& model, const SubgraphView& graph, uint32_t* places, Workload* load) {
  const IndexList inputs = graph.inputs(), outputs = graph.outputs();
  for (uint32_t k = 0; k < inputs.size(); ++k) {
    if (inputs[k] < 0) continue;
    if (places) places[inputs[k]] = kGiven;
    // Counted with the states below. An input is not state: the application's data is never kept.
    if (graph.tensor(static_cast<uint32_t>(inputs[k])).variable()) ++load->activations;
  }
  note_use(outputs, places);
  load->tensors = graph.tensor_count(), load->operators = graph.operator_count();
  load->inputs = inputs.size(), load->outputs = outputs.size();
  for (uint32_t i = 0; i < load->operators; ++i) {
    const OperatorView op = graph.op(i);
    const IndexList in = op.inputs(), out = op.outputs();
    note_use(in, places);
    note_use(out, places);
    load->read += in.size(), load->widest = larger(load->widest, in.size() + out.size());
    if (out.size() > 0 && out[0] >= 0 && notes_places(op.code()))  // such operators have one result
      load->places = larger(load->places, places_of(graph.tensor(static_cast<uint32_t>(out[0]))));
  }
  // Counts unused tensors too: without places, their use is unknown.
  for (uint32_t t = 0; t < load->tensors; ++t) {
    const TensorView view = graph.tensor(t);
    const uint32_t use = places ? places[t] : kUnused;
    const Span<const uint8_t> bytes = model.buffer(view.buffer());
    uint32_t place;
    if (!bytes.empty()) {
      place = placed(Place::kConstant, static_cast<uint32_t>(bytes.data() - model.file().data()) / 4);
    } else {
      const bool resource = view.type() == DType::kResource, kept = resource || view.variable();
      ++(kept ? load->states : load->activations);
      place = placed(resource || (kept && use != kGiven) ? Place::kPersistent : Place::kScratch, 0);
    }
    if (use != kUnused) places[t] = place;
  }
}

Code lay_out(const Model& model, const SubgraphView& graph, const nook_interpreter_options& options,
             uint32_t* places, Layout* layout, nook_interpreter_fault* fault) {
  return Maker<Whole>(model, graph, options, {}, places, layout, fault).make();
}

}  // namespace nook::interp
