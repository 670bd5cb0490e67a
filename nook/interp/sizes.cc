#include "nook/interp/buffers.h"
#include "nook/interp/build.h"
#include "nook/interp/interpreter.h"
#include "nook/interp/on_stack.h"

namespace nook {
namespace {

// SIZE_MAX: more than the address space.
size_t together(const nook_tensor_requirement* tensors, uint32_t count) {
  size_t bytes = 0;
  for (uint32_t i = 0; i < count; ++i) {
    if (tensors[i].scratch_offset >= 0) continue;
    const size_t mask = tensors[i].alignment - 1, from = (bytes + mask) & ~mask;
    if (from < bytes || tensors[i].bytes > SIZE_MAX - from) return SIZE_MAX;
    bytes = from + tensors[i].bytes;
  }
  return bytes;
}

}  // namespace

Code memory_sizes(const Model& model, const Resolver& resolver, const nook_interpreter_options& options,
                  MemorySizes* sizes, InterpreterFault* fault) {
  InterpreterFault unused;
  if (!fault) fault = &unused;
  *fault = interp::no_fault();
  if (!sizes) return interp::refuse(fault, NOOK_NULL, NOOK_ROLE_NONE, 0, 0);
  *sizes = {};
  const size_t room = interp::working_need(model, interp::workload_of(model), options);
  if (room > interp::kMostOnStack)
    return interp::refuse(fault, NOOK_NO_MEMORY, NOOK_ROLE_WORKING, room, interp::kMostOnStack);
  return interp::run_on_stack(room, [&](Span<uint8_t> working) {
    nook_memory_requirements need;
    const Code code = interp::require(model, resolver, options, {}, working, &need, fault);
    if (code != Code::kOk) return code;
    *sizes = {need.input_count,
              need.output_count,
              together(need.inputs, need.input_count),
              together(need.outputs, need.output_count),
              need.persistent.bytes,
              need.scratch.bytes,
              need.working.bytes,
              need.state_bytes,
              need.constants.bytes};
    return Code::kOk;
  });
}

}  // namespace nook

extern "C" nook_status nook_query_sizes(const void* model, size_t model_bytes, const nook_resolver* resolver,
                                        const nook_interpreter_options* options, nook_memory_sizes* sizes,
                                        nook_interpreter_fault* fault) {
  nook_interpreter_fault unused;
  nook_interpreter_fault* const why = fault ? fault : &unused;
  if (sizes) *sizes = {};
  const nook::Code code = nook::interp::check_model(model, model_bytes, resolver, options, why);
  if (code != nook::Code::kOk) return static_cast<nook_status>(code);
  const nook::Model opened = nook::interp::trusted(model, model_bytes);
  return static_cast<nook_status>(nook::memory_sizes(opened, *resolver, *options, sizes, why));
}
