// Checks that the application does not lend bytes twice. Linked only by programs that call it.
#include "nook/interp/buffers.h"

namespace nook::interp {
namespace {

struct Part {
  nook_role role;
  int32_t index;
  const void* data;
  size_t bytes;
};

template <class Buffer>
Part side(nook_role role, const Buffer* buffers, const nook_tensor_requirement* need, uint32_t i) {
  const bool lent = need[i].scratch_offset < 0;
  return {role, static_cast<int32_t>(i), lent && buffers ? buffers[i].data : nullptr,
          lent ? need[i].bytes : 0};
}

// Returns the lent buffer of this index; buffers of 0 bytes overlap nothing.
Part part(const nook_interpreter_memory& memory, const nook_memory_requirements& need, uint32_t i) {
  switch (i) {
    case 0:
      return {NOOK_ROLE_PERSISTENT, -1, memory.persistent.data, need.persistent.bytes};
    case 1:
      return {NOOK_ROLE_SCRATCH, -1, memory.scratch.data, need.scratch.bytes};
    case 2:  // without working memory, the construction works in the scratch
      return {NOOK_ROLE_WORKING, -1, memory.working.bytes ? memory.working.data : memory.scratch.data,
              need.working.bytes};
    case 3:
      return {NOOK_ROLE_CONSTANTS, -1, memory.constants.data, need.constants.bytes};
    default:
      break;
  }
  i -= 4;
  if (i < need.input_count) return side(NOOK_ROLE_INPUT, memory.inputs, need.inputs, i);
  return side(NOOK_ROLE_OUTPUT, memory.outputs, need.outputs, i - need.input_count);
}

// Inputs are only read. Working memory is free when an inference begins, so it holds nothing that outlives
// construction.
bool may_share(nook_role a, nook_role b) {
  const auto either = [&](nook_role role) { return a == role || b == role; };
  if (either(NOOK_ROLE_WORKING)) return !either(NOOK_ROLE_PERSISTENT) && !either(NOOK_ROLE_CONSTANTS);
  return a == NOOK_ROLE_INPUT && b == NOOK_ROLE_INPUT;
}

}  // namespace
}  // namespace nook::interp

using namespace nook::interp;

extern "C" nook_status nook_check_overlap(const nook_interpreter_memory* memory,
                                          const nook_memory_requirements* need,
                                          nook_interpreter_fault* fault) {
  nook_interpreter_fault unused;
  nook_interpreter_fault* const why = fault ? fault : &unused;
  *why = no_fault();
  if (!memory || !need || (!need->inputs && need->input_count > 0) ||
      (!need->outputs && need->output_count > 0))
    return static_cast<nook_status>(refuse(why, NOOK_NULL, NOOK_ROLE_NONE, 0, 0));
  const uint32_t count = 4 + need->input_count + need->output_count;
  for (uint32_t i = 0; i < count; ++i) {
    const Part one = part(*memory, *need, i);
    if (!one.data && one.bytes > 0)
      return static_cast<nook_status>(refuse(why, NOOK_NULL, one.role, one.bytes, 0, one.index));
    for (uint32_t k = 0; k < i; ++k) {
      const Part other = part(*memory, *need, k);
      if (may_share(one.role, other.role)) continue;
      if (!nook_share_bytes(one.data, one.bytes, other.data, other.bytes)) continue;
      why->operand = static_cast<int8_t>(other.role), why->other = other.index;
      (void)refuse(why, NOOK_OVERLAP, one.role, one.bytes, other.bytes, one.index);
      return NOOK_OVERLAP;
    }
  }
  return NOOK_OK;
}
