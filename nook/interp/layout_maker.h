// Lays out a model's only subgraph or one of several, as `Part` specifies. Members that are constants for all
// parts cost no code.
#pragma once
#include "nook/interp/buffers.h"
#include "nook/interp/layout.h"

namespace nook::interp {

// Whether an operand names a variable (nook_resource_variables): it has no bytes to copy.
inline bool is_handle(const SubgraphView& graph, int32_t tensor) {
  return tensor >= 0 && graph.tensor(static_cast<uint32_t>(tensor)).type() == DType::kResource;
}

template <class Part>
class Maker {
 public:
  Maker(const Model& model, const SubgraphView& graph, const nook_interpreter_options& options,
        const Part& part, uint32_t* places, Layout* layout, nook_interpreter_fault* fault)
      : model_(model),
        graph_(graph),
        options_(options),
        part_(part),
        places_(places),
        l_(*layout),
        fault_(*fault),
        inputs_(graph_.inputs()),
        outputs_(graph_.outputs()) {}

  Code make() {
    find_buffers();
    NOOK_TRY(find_lives());
    return part_.inner ? Code::kOk : place_interface();
  }

 private:
  Code refuse(nook_status status, nook_role role, uint32_t index) {
    return interp::refuse(&fault_, status, role, 0, 0, static_cast<int32_t>(index));
  }
  Buffer* buffer(int32_t tensor) const { return buffer_of(l_, places_, tensor); }

  void find_buffers();
  Code live(int32_t tensor, int32_t step, bool written);
  // Marks the tensors of a list as live from one step to another.
  Code all(const IndexList& list, int32_t step, int32_t last, bool written) {
    Code code = Code::kOk;
    for (uint32_t k = 0; k < list.size() && code == Code::kOk; ++k) {
      code = live(list[k], step, written);
      if (part_.spans && code == Code::kOk) code = live(list[k], last, written);
    }
    return code;
  }
  Code open_inputs();
  Code live_at(uint32_t i);
  Code find_lives();
  Code place_interface();

  const Model& model_;
  const SubgraphView& graph_;
  const nook_interpreter_options& options_;
  const Part part_;
  uint32_t* const places_;
  Layout& l_;
  nook_interpreter_fault& fault_;
  const IndexList inputs_, outputs_;  // inputs and outputs of the subgraph
};

template <class Part>
void Maker<Part>::find_buffers() {
  for (uint32_t t = 0; t < graph_.tensor_count(); ++t) {
    if (kind_of(places_[t]) != Place::kScratch) continue;
    const size_t b = l_.buffer_count++;
    l_.buffers[b] = {0, kBufferAlignment, INT32_MAX, -1};
    l_.tensors[b] = static_cast<int32_t>(t) + part_.tensors;
    places_[t] = placed(Place::kScratch, static_cast<uint32_t>(b));
  }
}

// Records that the tensor is read or written at this step. Reading before writing is a fault.
template <class Part>
Code Maker<Part>::live(int32_t tensor, int32_t step, bool written) {
  Buffer* const at = buffer(tensor);
  if (!at) return Code::kOk;
  if (at->last < 0 && !written) {  // reading no bytes before they are written is allowed
    TensorSize size;
    NOOK_TRY(size_of_tensor(model_, graph_, tensor, &size, &fault_));
    if (size.bytes > 0)
      return refuse(NOOK_BAD_MODEL, NOOK_ROLE_MODEL, static_cast<uint32_t>(tensor + part_.tensors));
  }
  if (at->first > step) at->first = step;
  if (at->last < step) at->last = step;
  return Code::kOk;
}

template <class Part>
Code Maker<Part>::open_inputs() {
  for (uint32_t i = 0; i < inputs_.size(); ++i) {
    const int32_t t = inputs_[i];
    if (part_.inner && is_handle(graph_, t)) continue;
    const bool kept = part_.inner && t >= 0 && graph_.tensor(static_cast<uint32_t>(t)).variable();
    Buffer* const own = buffer(t);
    if (!own || kept || own->last >= 0)  // or it is an output twice
      return part_.inner ? refuse(NOOK_BAD_MODEL, NOOK_ROLE_MODEL, static_cast<uint32_t>(part_.tensors + t))
                         : refuse(NOOK_BAD_MODEL, NOOK_ROLE_INPUT, i);
    own->first = own->last = part_.entry, own->kind = BufferKind::kInput;
  }
  return Code::kOk;
}

// Records the reads and writes of operator i.
template <class Part>
Code Maker<Part>::live_at(uint32_t i) {
  const OperatorView op = graph_.op(i);
  const IndexList in = op.inputs(), out = op.outputs();
  const int32_t* const steps = part_.steps ? part_.steps : l_.steps;
  const int32_t step = steps ? steps[i] : static_cast<int32_t>(i) + 1;
  int32_t last = step;
  if (part_.spans) last = (i + 1 < graph_.operator_count() ? steps[i + 1] : part_.exit) - 1;
  NOOK_TRY(all(in, step, last, false));
  for (uint32_t k = 0; k < out.size(); ++k) {  // no operator may write a constant or an input
    const Buffer* const own = buffer(out[k]);
    const bool kept = out[k] >= 0 && kind_of(places_[out[k]]) == Place::kPersistent;
    if (own ? own->kind == BufferKind::kInput : !kept)
      return refuse_operator(&fault_, op, i + part_.operators, Code::kBadModel, {});
  }
  return all(out, step, last, true);
}

template <class Part>
Code Maker<Part>::find_lives() {
  NOOK_TRY(open_inputs());
  for (uint32_t i = 0; i < graph_.operator_count(); ++i) NOOK_TRY(live_at(i));
  for (uint32_t i = 0; i < outputs_.size(); ++i)
    if (outputs_[i] < 0) return refuse(NOOK_BAD_MODEL, part_.inner ? NOOK_ROLE_MODEL : NOOK_ROLE_OUTPUT, i);
  const int32_t exit = part_.exit ? part_.exit : static_cast<int32_t>(graph_.operator_count()) + 1;
  return all(outputs_, exit, exit, false);
}

// Removes tensors that are in the application's buffers from the scratch.
template <class Part>
Code Maker<Part>::place_interface() {
  for (uint32_t i = 0; i < inputs_.size(); ++i) {
    const int32_t t = inputs_[i];
    if (!in_scratch(options_.inputs_in_scratch, i)) {
      places_[t] = placed(Place::kInput, i);
      continue;
    }
    TensorSize size;  // in case no operator reads it
    NOOK_TRY(size_of_tensor(model_, graph_, t, &size, &fault_));
    buffer(t)->size = static_cast<int32_t>(size.bytes);
  }
  for (uint32_t i = 0; i < outputs_.size(); ++i) {
    Buffer* const own = buffer(outputs_[i]);
    bool stays = in_scratch(options_.outputs_in_scratch, i);
    // An output that no operator produces, or that is already an output, is copied; it cannot be in the
    // scratch.
    if (!own && stays) return refuse(NOOK_UNSUPPORTED, NOOK_ROLE_OUTPUT, i);
    if (!own || own->kind == BufferKind::kInput) continue;
    for (uint32_t k = 0; k < i && !stays; ++k) stays = outputs_[k] == outputs_[i];
    if (stays) continue;
    own->kind = BufferKind::kOutput;
    places_[outputs_[i]] = placed(Place::kOutput, i);
  }
  return Code::kOk;
}

}  // namespace nook::interp
