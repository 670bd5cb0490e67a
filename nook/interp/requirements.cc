#include "nook/interp/buffers.h"
#include "nook/interp/build.h"
#include "nook/interp/interpreter.h"
#include "nook/interp/layout.h"

namespace nook {
namespace {

Code describe(const Model& model, const SubgraphView& graph, const IndexList& list, uint32_t scratch_bits,
              const interp::Built& built, Span<nook_tensor_requirement> to, InterpreterFault* why) {
  for (uint32_t i = 0; i < list.size(); ++i) {
    interp::TensorSize size;
    NOOK_TRY(interp::size_of_tensor(model, graph, list[i], &size, why));
    const uint32_t offset = interp::where_of(built.places[list[i]]);
    to[i] = {size.bytes, size.alignment,
             interp::in_scratch(scratch_bits, i) ? static_cast<int32_t>(offset) : -1};
  }
  return Code::kOk;
}

}  // namespace

size_t working_bytes(const Model& model) { return interp::working_bytes(interp::workload_of(model)); }

namespace interp {

Code require(const Model& model, const Resolver& resolver, const nook_interpreter_options& options,
             const Widths& on, Span<uint8_t> working, nook_memory_requirements* requirements, Fault* why) {
  *why = no_fault();
  if (!requirements) return refuse(why, NOOK_NULL, NOOK_ROLE_NONE, 0, 0);
  *requirements = {};
  NOOK_TRY(check_given({working.data(), working.size()}, NOOK_ROLE_WORKING, why));
  working = lent({working.data(), working.size()});
  const Workload load = workload_of(model);
  const size_t need = working_need(model, load, options);
  if (working.size() < need) return refuse(why, NOOK_NO_MEMORY, NOOK_ROLE_WORKING, need, working.size());
  Arena arena(working);
  const auto inputs = arena.make<nook_tensor_requirement>(load.inputs);
  const auto outputs = arena.make<nook_tensor_requirement>(load.outputs);
  Built built;
  Store store = Store::counting();
  NOOK_TRY(build_of(options, model)(model, resolver, options, on, store, arena, {}, &built, why));
  const SubgraphView graph = model.subgraph(0);
  NOOK_TRY(describe(model, graph, graph.inputs(), options.inputs_in_scratch, built, inputs, why));
  NOOK_TRY(describe(model, graph, graph.outputs(), options.outputs_in_scratch, built, outputs, why));
  requirements->inputs = inputs.data(), requirements->outputs = outputs.data();
  requirements->input_count = load.inputs, requirements->output_count = load.outputs;
  requirements->persistent = {built.persistent_bytes, kPersistentAlignment};
  requirements->scratch = {built.scratch_bytes, kBufferAlignment};
  requirements->working = {working_need(model, load, options, on), 1};
  requirements->state_bytes = built.state_bytes;
  requirements->constants = {built.constant_bytes, kConstantAlignment};
  return Code::kOk;
}

}  // namespace interp

Code memory_requirements(const Model& model, const Resolver& resolver, const InterpreterOptions& options,
                         Span<uint8_t> working, MemoryRequirements* requirements, InterpreterFault* fault) {
  InterpreterFault unused;
  return interp::require(model, resolver, options, {}, working, requirements, fault ? fault : &unused);
}

}  // namespace nook

extern "C" size_t nook_working_bytes(const void* model, size_t model_bytes) {
  const nook::Result<nook::Model> opened =
      nook::Model::open({static_cast<const uint8_t*>(model), model_bytes});
  return opened ? nook::working_bytes(*opened) : 0;
}

extern "C" nook_status nook_requirements(const void* model, size_t model_bytes, const nook_resolver* resolver,
                                         const nook_interpreter_options* options, nook_buffer working,
                                         nook_memory_requirements* requirements,
                                         nook_interpreter_fault* fault) {
  nook_interpreter_fault unused;
  nook_interpreter_fault* const why = fault ? fault : &unused;
  const nook::Code code = nook::interp::check_model(model, model_bytes, resolver, options, why);
  if (code != nook::Code::kOk) return static_cast<nook_status>(code);
  const nook::Model opened = nook::interp::trusted(model, model_bytes);
  const nook::Span<uint8_t> room{static_cast<uint8_t*>(working.data), working.bytes};
  return static_cast<nook_status>(
      nook::interp::require(opened, *resolver, *options, {}, room, requirements, why));
}

extern "C" void nook_shared_requirements(const nook_memory_requirements* each, size_t count,
                                         nook_memory_requirements* together) {
  const auto larger = [](nook_requirement a, nook_requirement b) {
    return nook_requirement{a.bytes > b.bytes ? a.bytes : b.bytes,
                            a.alignment > b.alignment ? a.alignment : b.alignment};
  };
  // A sum that exceeds the address space becomes SIZE_MAX.
  const auto appended = [&larger](nook_requirement a, nook_requirement b) {
    const size_t to = b.alignment > 0 ? b.alignment - 1 : 0;  // 0 in an answer that is a refusal
    const size_t from = a.bytes > SIZE_MAX - to ? SIZE_MAX : (a.bytes + to) & ~to;
    return nook_requirement{b.bytes > SIZE_MAX - from ? SIZE_MAX : from + b.bytes, larger(a, b).alignment};
  };
  nook_memory_requirements all{};
  for (size_t i = 0; each && i < count; ++i) {
    all.scratch = larger(all.scratch, each[i].scratch);
    all.working = larger(all.working, each[i].working);
    all.persistent = appended(all.persistent, each[i].persistent);
    all.state_bytes += each[i].state_bytes;
    all.constants = appended(all.constants, each[i].constants);
  }
  if (together) *together = all;
}
