#include "nook/interp/buffers.h"
#include "nook/interp/build.h"
#include "nook/interp/control.h"
#include "nook/interp/interpreter.h"
#include "nook/interp/layout.h"

namespace nook::interp {
namespace {

Code build_in(const Model& model, const Resolver& resolver, const nook_interpreter_options& options,
              const nook_interpreter_memory& memory, Built* built, Fault* fault) {
  const bool own = memory.working.bytes > 0;
  const nook_buffer& room = own ? memory.working : memory.scratch;
  NOOK_TRY(check_given(room, own ? NOOK_ROLE_WORKING : NOOK_ROLE_SCRATCH, fault));
  const uintptr_t off = reinterpret_cast<uintptr_t>(memory.persistent.data) & (kPersistentAlignment - 1);
  Store store = off ? Store::counting() : Store::in(lent(memory.persistent));
  Arena working(lent(room));
  const nook_const_buffer& c = memory.constants;
  NOOK_TRY(build_of(options, model)(model, resolver, options, kHere, store, working,
                                    {static_cast<const uint8_t*>(c.data), lent_bytes(c.data, c.bytes)}, built,
                                    fault));
  NOOK_TRY(check_buffer(memory.persistent.data, memory.persistent.bytes, built->persistent_bytes,
                        kPersistentAlignment, NOOK_ROLE_PERSISTENT, -1, fault));
  return check_buffer(memory.scratch.data, memory.scratch.bytes, built->scratch_bytes, kBufferAlignment,
                      NOOK_ROLE_SCRATCH, -1, fault);
}

}  // namespace

Code init(nook_interpreter* self, const Model& model, const Resolver& resolver,
          const nook_interpreter_options& options, const Lent& lent, Fault* fault) {
  const nook_interpreter_memory& memory = lent.memory;
  Built built;
  NOOK_TRY(build_in(model, resolver, options, memory, &built, fault));
  const SubgraphView graph = model.subgraph(0);
  const IndexList in = graph.inputs(), out = graph.outputs();
  for (uint32_t k = 0; k < in.size() + out.size(); ++k) {  // buffers of the application
    const bool input = k < in.size();
    const uint32_t i = input ? k : k - in.size();
    if (in_scratch(input ? options.inputs_in_scratch : options.outputs_in_scratch, i)) continue;
    nook_const_buffer given{nullptr, 0};
    if (input && i < lent.inputs) given = memory.inputs[i];
    if (!input && i < lent.outputs) given = {memory.outputs[i].data, memory.outputs[i].bytes};
    TensorSize size;
    NOOK_TRY(size_of_tensor(model, graph, (input ? in : out)[i], &size, fault));
    NOOK_TRY(check_buffer(given.data, given.bytes, size.bytes, size.alignment,
                          input ? NOOK_ROLE_INPUT : NOOK_ROLE_OUTPUT, static_cast<int32_t>(i), fault));
    if (input) built.inputs[i] = given.data;
    if (!input) built.outputs[i] = const_cast<void*>(given.data);  // an output of the application
  }
  self->file = model.file().data(), self->file_bytes = model.file().size();
  self->nodes = built.nodes, self->node_count = graph.operator_count();
  self->places = built.places, self->inputs = built.inputs, self->outputs = built.outputs;
  self->input_count = in.size(), self->output_count = out.size();
  self->persistent = static_cast<uint8_t*>(memory.persistent.data),
  self->persistent_bytes = built.persistent_bytes;
  self->state_offset = built.state_offset, self->state_bytes = built.state_bytes;
  self->scratch = static_cast<uint8_t*>(memory.scratch.data), self->scratch_bytes = built.scratch_bytes;
  self->event = options.event, self->user = options.user, self->variables = options.variables;
  if (options.control && options.control->is_needed(model))
    self->control = options.control, self->subgraph_limit = options.subgraph_limit;
  return Code::kOk;
}

Code init(nook_interpreter* self, const Model& model, const Resolver& resolver,
          const nook_interpreter_options& options, const InterpreterMemory& memory, Fault* fault) {
  const auto bytes = [](Span<uint8_t> b) { return nook_buffer{b.data(), b.size()}; };
  const nook_interpreter_memory all{
      memory.inputs.data(),  memory.outputs.data(), bytes(memory.persistent),
      bytes(memory.scratch), bytes(memory.working), {memory.constants.data(), memory.constants.size()}};
  const size_t inputs = memory.inputs.data() ? memory.inputs.size() : 0;
  const size_t outputs = memory.outputs.data() ? memory.outputs.size() : 0;
  return init(self, model, resolver, options, Lent{all, inputs, outputs}, fault);
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
  const nook::Code code = nook::interp::check_model(model, model_bytes, resolver, options, why);
  if (code == nook::Code::kOk && !memory)
    return static_cast<nook_status>(nook::interp::refuse(why, NOOK_NULL, NOOK_ROLE_NONE, 0, 0));
  if (code != nook::Code::kOk) return static_cast<nook_status>(code);
  const nook::Model opened = nook::interp::trusted(model, model_bytes);
  // The arrays are as long as the model requires.
  const nook::interp::Lent lent{*memory, memory->inputs ? SIZE_MAX : 0, memory->outputs ? SIZE_MAX : 0};
  return static_cast<nook_status>(nook::interp::init(interpreter, opened, *resolver, *options, lent, why));
}
