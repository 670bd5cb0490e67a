// The functions with which an application accesses an interpreter between runs.
#include <string.h>

#include "nook/interp/address.h"
#include "nook/interp/variables.h"

namespace nook::interp {

TensorSize size_of_tensor(const nook_interpreter& self, int32_t tensor) {
  TensorSize size;
  nook_interpreter_fault none;
  (void)size_of_tensor(model_of(self), graph_of(self), tensor, &size, &none);
  return size;
}

const void* at(const nook_interpreter& self, uint32_t place) {
  const uint32_t where = where_of(place);
  switch (kind_of(place)) {
    case Place::kConstant:
      return static_cast<const uint8_t*>(self.file) + size_t{where} * 4;
    case Place::kScratch:
      return self.scratch + where;
    case Place::kInput:
      return self.inputs[where];
    case Place::kOutput:
      return self.outputs[where];
    case Place::kPersistent:
      return self.persistent + where;
    case Place::kState:
      return self.persistent + self.state_offset + where;
    case Place::kNowhere:
      break;
  }
  return nullptr;
}

namespace {

// Checks that a buffer is large enough for tensor `index` of the model.
Code check_tensor_buffer(const nook_interpreter& self, int32_t index, const void* data, size_t bytes) {
  nook_interpreter_fault fault;
  const TensorSize size = size_of_tensor(self, index);
  return check_buffer(data, bytes, size.bytes, size.alignment, NOOK_ROLE_NONE, 0, &fault);
}

}  // namespace
}  // namespace nook::interp

using namespace nook::interp;
using nook::Code;

extern "C" nook_status nook_interpreter_set_input(nook_interpreter* self, uint32_t i,
                                                  nook_const_buffer buffer) {
  if (!self) return NOOK_NULL;
  if (i >= self->input_count || !self->inputs[i]) return NOOK_UNSUPPORTED;
  const Code code = check_tensor_buffer(*self, graph_of(*self).inputs()[i], buffer.data, buffer.bytes);
  if (code == Code::kOk) self->inputs[i] = buffer.data;
  return static_cast<nook_status>(code);
}

extern "C" nook_status nook_interpreter_set_output(nook_interpreter* self, uint32_t i, nook_buffer buffer) {
  if (!self) return NOOK_NULL;
  if (i >= self->output_count || !self->outputs[i]) return NOOK_UNSUPPORTED;
  const Code code = check_tensor_buffer(*self, graph_of(*self).outputs()[i], buffer.data, buffer.bytes);
  if (code == Code::kOk) self->outputs[i] = buffer.data;
  return static_cast<nook_status>(code);
}

extern "C" nook_status nook_interpreter_set_scratch(nook_interpreter* self, nook_buffer scratch) {
  if (!self) return NOOK_NULL;
  nook_interpreter_fault fault;
  const Code code = check_buffer(scratch.data, scratch.bytes, self->scratch_bytes, nook::kBufferAlignment,
                                 NOOK_ROLE_SCRATCH, 0, &fault);
  if (code == Code::kOk) self->scratch = static_cast<uint8_t*>(scratch.data);
  return static_cast<nook_status>(code);
}

extern "C" void* nook_interpreter_input(const nook_interpreter* self, uint32_t i) {
  if (!self || i >= self->input_count) return nullptr;
  return const_cast<void*>(address(*self, graph_of(*self).inputs()[i]));
}

extern "C" const void* nook_interpreter_output(const nook_interpreter* self, uint32_t i) {
  if (!self || i >= self->output_count) return nullptr;
  return self->outputs[i] ? self->outputs[i] : address(*self, graph_of(*self).outputs()[i]);
}

extern "C" void nook_interpreter_reset(nook_interpreter* self) {
  if (!self || self->state_bytes == 0) return;
  const nook::Model model = model_of(*self);
  memset(self->persistent + self->state_offset, 0, self->state_bytes);
  const uint32_t graphs = self->control ? model.subgraph_count() : 1;
  const uint32_t* places = self->places;
  nook_interpreter_fault none;
  for (uint32_t s = 0; s < graphs; ++s) {
    const nook::SubgraphView graph = model.subgraph(s);
    for (uint32_t t = 0; t < graph.tensor_count(); ++t)
      if (kind_of(places[t]) == Place::kPersistent) {
        TensorSize size;
        (void)size_of_tensor(model, graph, static_cast<int32_t>(t), &size, &none);
        memset(self->persistent + where_of(places[t]), size.zero, size.bytes);
      }
    places += graph.tensor_count();
  }
  if (self->variables) (void)self->variables->set_first(model, graphs, self->places, self->persistent, &none);
}

extern "C" nook_buffer nook_interpreter_state(const nook_interpreter* self) {
  if (!self) return {nullptr, 0};
  return {self->persistent + self->state_offset, self->state_bytes};
}

extern "C" void nook_interpreter_profile(nook_interpreter* self, uint32_t (*clock)(void), uint32_t* ticks) {
  if (!self) return;
  self->clock = ticks ? clock : nullptr;
  self->ticks = ticks;
}
