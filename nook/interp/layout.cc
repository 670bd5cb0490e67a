#include "nook/interp/layout.h"

#include "nook/interp/buffers.h"

namespace nook::interp {
namespace {

class Maker {
 public:
  Maker(const Model& model, const SubgraphView& graph, const nook_interpreter_options& options,
        uint32_t* places, Layout* layout, nook_interpreter_fault* fault)
      : model_(model),
        graph_(graph),
        options_(options),
        places_(places),
        l_(*layout),
        fault_(*fault),
        inputs_(graph_.inputs()),
        outputs_(graph_.outputs()) {}

  Code make() {
    find_buffers();
    const Code code = find_lives();
    NOOK_REQUIRE(code == Code::kOk, code);
    return place_interface();
  }

 private:
  Code refuse(nook_status status, nook_role role, uint32_t index) {
    return interp::refuse(&fault_, status, role, 0, 0, static_cast<int32_t>(index));
  }
  Code refuse_operator(uint32_t i, Code code) {
    return interp::refuse_operator(&fault_, graph_.op(i), i, code, {});
  }

  void find_buffers();
  Code live(int32_t tensor, int32_t step, bool written);
  Code find_lives();
  Code place_interface();

  const Model& model_;
  const SubgraphView& graph_;
  const nook_interpreter_options& options_;
  uint32_t* const places_;
  Layout& l_;
  nook_interpreter_fault& fault_;
  const IndexList inputs_, outputs_;  // of the graph
};

void Maker::find_buffers() {
  for (uint32_t t = 0; t < graph_.tensor_count(); ++t) {
    if (kind_of(places_[t]) != Place::kScratch) continue;
    const size_t b = l_.buffer_count++;
    l_.buffers[b] = {0, kBufferAlignment, INT32_MAX, -1};
    l_.tensors[b] = static_cast<int32_t>(t);
    places_[t] = placed(Place::kScratch, static_cast<uint32_t>(b));
  }
}

// The tensor is read or written at this step. Nothing is read before it was written.
Code Maker::live(int32_t tensor, int32_t step, bool written) {
  if (tensor < 0 || kind_of(places_[tensor]) != Place::kScratch) return Code::kOk;
  Buffer& buffer = l_.buffers[where_of(places_[tensor])];
  if (buffer.last < 0 && !written) {  // there is nothing to read, which is fine of no bytes
    TensorSize size;
    const Code code = size_of_tensor(model_, graph_, tensor, &size, &fault_);
    NOOK_REQUIRE(code == Code::kOk, code);
    if (size.bytes > 0) return refuse(NOOK_BAD_MODEL, NOOK_ROLE_MODEL, static_cast<uint32_t>(tensor));
  }
  if (buffer.first > step) buffer.first = step;
  if (buffer.last < step) buffer.last = step;
  return Code::kOk;
}

Code Maker::find_lives() {
  Code code = Code::kOk;
  const auto all = [&](const IndexList& list, int32_t step, bool written) {
    for (uint32_t k = 0; k < list.size() && code == Code::kOk; ++k) code = live(list[k], step, written);
  };
  for (uint32_t i = 0; i < inputs_.size(); ++i) {
    const int32_t t = inputs_[i];
    if (t < 0 || kind_of(places_[t]) != Place::kScratch) return refuse(NOOK_BAD_MODEL, NOOK_ROLE_INPUT, i);
    Buffer& buffer = l_.buffers[where_of(places_[t])];
    if (buffer.last >= 0) return refuse(NOOK_BAD_MODEL, NOOK_ROLE_INPUT, i);  // given twice
    buffer.first = buffer.last = 0, buffer.kind = BufferKind::kInput;
  }
  for (uint32_t i = 0; i < graph_.operator_count(); ++i) {
    const OperatorView op = graph_.op(i);
    const IndexList out = op.outputs();
    const int32_t step = l_.steps ? l_.steps[i] : static_cast<int32_t>(i) + 1;
    all(op.inputs(), step, false);
    NOOK_REQUIRE(code == Code::kOk, code);
    for (uint32_t k = 0; k < out.size(); ++k) {  // no operator writes a constant or an input
      const Place place = out[k] < 0 ? Place::kNowhere : kind_of(places_[out[k]]);
      const bool kept = place == Place::kPersistent;
      const bool input =
          place == Place::kScratch && l_.buffers[where_of(places_[out[k]])].kind == BufferKind::kInput;
      if (!kept && (place != Place::kScratch || input)) return refuse_operator(i, Code::kBadModel);
    }
    all(out, step, true);
  }
  for (uint32_t i = 0; i < outputs_.size(); ++i)
    if (outputs_[i] < 0) return refuse(NOOK_BAD_MODEL, NOOK_ROLE_OUTPUT, i);
  all(outputs_, static_cast<int32_t>(graph_.operator_count()) + 1, false);
  return code;
}

// Takes the tensors that are in buffers of the application out of the scratch.
Code Maker::place_interface() {
  for (uint32_t i = 0; i < inputs_.size(); ++i) {
    uint32_t& place = places_[inputs_[i]];
    if (!in_scratch(options_.inputs_in_scratch, i)) {
      place = placed(Place::kInput, i);
      continue;
    }
    TensorSize size;  // should no operator read it
    const Code code = size_of_tensor(model_, graph_, inputs_[i], &size, &fault_);
    NOOK_REQUIRE(code == Code::kOk, code);
    l_.buffers[where_of(place)].size = static_cast<int32_t>(size.bytes);
  }
  for (uint32_t i = 0; i < outputs_.size(); ++i) {
    uint32_t& place = places_[outputs_[i]];
    if (kind_of(place) != Place::kScratch) {
      // What is no result of an operator, or is an output already, is copied; it can't be in the scratch.
      if (in_scratch(options_.outputs_in_scratch, i)) return refuse(NOOK_UNSUPPORTED, NOOK_ROLE_OUTPUT, i);
      continue;
    }
    Buffer& buffer = l_.buffers[where_of(place)];
    bool stays = in_scratch(options_.outputs_in_scratch, i) || buffer.kind == BufferKind::kInput;
    for (uint32_t k = 0; k < i; ++k) stays = stays || outputs_[k] == outputs_[i];
    if (stays) continue;
    buffer.kind = BufferKind::kOutput;
    place = placed(Place::kOutput, i);
  }
  return Code::kOk;
}

}  // namespace

void find_places(const Model& model, const SubgraphView& graph, uint32_t* places, Workload* load) {
  const IndexList inputs = graph.inputs(), outputs = graph.outputs();
  // Where a tensor is as far as the model says.
  const auto look = [&](uint32_t tensor) {
    const TensorView view = graph.tensor(tensor);
    const Span<const uint8_t> bytes = model.buffer(view.buffer());
    if (!bytes.empty())
      return placed(Place::kConstant, static_cast<uint32_t>(bytes.data() - model.file().data()) / 4);
    const bool kept = view.variable();
    ++(kept ? load->states : load->activations);
    return placed(kept ? Place::kPersistent : Place::kScratch, 0);
  };
  const auto look_at = [&](const IndexList& list) {
    for (uint32_t k = 0; k < list.size(); ++k)
      if (list[k] >= 0 && places && places[list[k]] == 0)
        places[list[k]] = look(static_cast<uint32_t>(list[k]));
  };
  look_at(inputs);
  look_at(outputs);
  for (uint32_t i = 0; i < graph.operator_count(); ++i) {
    const OperatorView op = graph.op(i);
    const IndexList in = op.inputs(), out = op.outputs();
    look_at(in);
    look_at(out);
    const uint32_t wide = in.size() + out.size();
    load->read += in.size(), load->widest = wide > load->widest ? wide : load->widest;
  }
  // Unused tensors count too: without places, use is unknown.
  for (uint32_t t = 0; t < graph.tensor_count(); ++t)
    if (!places || places[t] == 0) (void)look(t);
  load->tensors = graph.tensor_count(), load->operators = graph.operator_count();
  load->inputs = inputs.size(), load->outputs = outputs.size();
}

Code lay_out(const Model& model, const SubgraphView& graph, const nook_interpreter_options& options,
             uint32_t* places, Layout* layout, nook_interpreter_fault* fault) {
  return Maker(model, graph, options, places, layout, fault).make();
}

}  // namespace nook::interp
