#include "nook/interp/buffers.h"
#include "nook/interp/build.h"
#include "nook/interp/control.h"
#include "nook/interp/interpreter.h"
#include "nook/interp/layout.h"

namespace nook::interp {
namespace {

// The application's buffers for inputs and outputs.
Code take_interface(const Model& model, const SubgraphView& graph, const nook_interpreter_options& options,
                    const InterpreterMemory& memory, const Built& built, Fault* fault) {
  const IndexList in = graph.inputs(), out = graph.outputs();
  Code code = Code::kOk;
  const auto check = [&](const void* data, size_t bytes, int32_t tensor, nook_role role, uint32_t i) {
    TensorSize size;
    code = size_of_tensor(model, graph, tensor, &size, fault);
    if (code == Code::kOk)
      code = check_buffer(data, bytes, size.bytes, size.alignment, role, static_cast<int32_t>(i), fault);
    return code == Code::kOk;
  };
  for (uint32_t i = 0; i < in.size(); ++i) {
    if (in_scratch(options.inputs_in_scratch, i)) continue;
    const nook_const_buffer b = i < memory.inputs.size() ? memory.inputs[i] : nook_const_buffer{nullptr, 0};
    if (!check(b.data, b.bytes, in[i], NOOK_ROLE_INPUT, i)) return code;
    built.inputs[i] = b.data;
  }
  for (uint32_t i = 0; i < out.size(); ++i) {
    if (in_scratch(options.outputs_in_scratch, i)) continue;
    const nook_buffer b = i < memory.outputs.size() ? memory.outputs[i] : nook_buffer{nullptr, 0};
    if (!check(b.data, b.bytes, out[i], NOOK_ROLE_OUTPUT, i)) return code;
    built.outputs[i] = b.data;
  }
  return code;
}

Code build_in(const Model& model, const Resolver& resolver, const nook_interpreter_options& options,
              const InterpreterMemory& memory, Built* built, Fault* fault) {
  const Span<uint8_t> working = memory.working.empty() ? memory.scratch : memory.working;
  const uintptr_t off = reinterpret_cast<uintptr_t>(memory.persistent.data()) & (kPersistentAlignment - 1);
  if (off) return refuse(fault, NOOK_MISALIGNED, NOOK_ROLE_PERSISTENT, kPersistentAlignment, off);
  Store store = Store::in(memory.persistent);
  Arena arena(working);
  NOOK_TRY(build_of(options, model)(model, resolver, options, kHere, store, arena, memory.constants, built,
                                    fault));
  if (!store.counts()) return Code::kOk;
  return refuse(fault, memory.persistent.data() ? NOOK_NO_MEMORY : NOOK_NULL, NOOK_ROLE_PERSISTENT,
                built->persistent_bytes, memory.persistent.size());
}

}  // namespace

Code init(nook_interpreter* self, const Model& model, const Resolver& resolver,
          const nook_interpreter_options& options, const InterpreterMemory& memory, Fault* fault) {
  *self = {};
  *fault = no_fault();
  Built built;
  NOOK_TRY(build_in(model, resolver, options, memory, &built, fault));
  NOOK_TRY(check_buffer(memory.scratch.data(), memory.scratch.size(), built.scratch_bytes, kBufferAlignment,
                        NOOK_ROLE_SCRATCH, -1, fault));
  const SubgraphView graph = model.subgraph(0);
  NOOK_TRY(take_interface(model, graph, options, memory, built, fault));
  self->file = model.file().data(), self->file_bytes = model.file().size();
  self->nodes = built.nodes, self->node_count = graph.operator_count();
  self->places = built.places, self->inputs = built.inputs, self->outputs = built.outputs;
  self->input_count = graph.inputs().size(), self->output_count = graph.outputs().size();
  self->persistent = memory.persistent.data(), self->persistent_bytes = built.persistent_bytes;
  self->state_offset = built.state_offset, self->state_bytes = built.state_bytes;
  self->scratch = memory.scratch.data(), self->scratch_bytes = built.scratch_bytes;
  self->event = options.event, self->user = options.user, self->variables = options.variables;
  if (options.control && options.control->is_needed(model))
    self->control = options.control, self->subgraph_limit = options.subgraph_limit;
  return Code::kOk;
}

}  // namespace nook::interp

extern "C" nook_status nook_interpreter_init(nook_interpreter* interpreter, const void* model,
                                             size_t model_bytes, const nook_resolver* resolver,
                                             const nook_interpreter_options* options,
                                             const nook_interpreter_memory* memory,
                                             nook_interpreter_fault* fault) {
  nook_interpreter_fault unused;
  nook_interpreter_fault* const why = fault ? fault : &unused;
  if (!interpreter) return NOOK_NULL;
  *interpreter = {};
  if (!memory) return NOOK_NULL;
  const nook::Result<nook::Model> opened = nook::interp::open(model, model_bytes, resolver, options, why);
  if (!opened) return static_cast<nook_status>(opened.code());
  const auto bytes = [](nook_buffer b) {
    return nook::Span<uint8_t>(static_cast<uint8_t*>(b.data), b.bytes);
  };
  // As many as the model has.
  const nook::InterpreterMemory given{
      {memory->inputs, memory->inputs ? SIZE_MAX : 0},
      {memory->outputs, memory->outputs ? SIZE_MAX : 0},
      bytes(memory->persistent),
      bytes(memory->scratch),
      bytes(memory->working),
      {static_cast<const uint8_t*>(memory->constants.data), memory->constants.bytes}};
  return static_cast<nook_status>(nook::interp::init(interpreter, *opened, *resolver, *options, given, why));
}
