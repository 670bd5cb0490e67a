#include "nook/interp/buffers.h"
#include "nook/interp/build.h"
#include "nook/interp/interpreter.h"
#include "nook/interp/layout.h"
#include "nook/interp/on_stack.h"

namespace nook::interp {
namespace {

// Allocates parts of the arena from its start, and continues to count past its end.
class Parts {
 public:
  explicit Parts(Span<uint8_t> arena) : arena_(arena) {}

  // Null if the part begins past the end. A sum that overflows stays SIZE_MAX.
  uint8_t* take(size_t bytes) {
    const uintptr_t base = reinterpret_cast<uintptr_t>(arena_.data()), mask = kBufferAlignment - 1;
    const size_t at = ((base + used_ + mask) & ~mask) - base;
    used_ = at < used_ || bytes > SIZE_MAX - at ? SIZE_MAX : at + bytes;
    return at <= arena_.size() ? arena_.data() + at : nullptr;
  }
  size_t used() const { return used_; }

 private:
  Span<uint8_t> arena_;
  size_t used_ = 0;
};

// Allocates the inputs or the outputs: buffers outside the scratch, and an array with their addresses, if
// there are any.
template <class Buffer>
Span<const Buffer> take_side(Parts& parts, const nook_tensor_requirement* need, uint32_t count, bool write) {
  uint32_t outside = 0;
  for (uint32_t i = 0; i < count; ++i) outside += need[i].scratch_offset < 0;
  if (outside == 0) return {};
  Buffer* const buffers = reinterpret_cast<Buffer*>(parts.take(count * sizeof(Buffer)));
  for (uint32_t i = 0; i < count; ++i) {
    const size_t bytes = need[i].scratch_offset < 0 ? need[i].bytes : 0;
    uint8_t* const data = bytes > 0 ? parts.take(bytes) : nullptr;
    if (write) buffers[i] = {data, bytes};
  }
  return {buffers, count};
}

}  // namespace

Code init_in_arena(nook_interpreter* self, const Model& model, const Resolver& resolver,
                   const nook_interpreter_options& options, Span<uint8_t> arena, size_t* used, Fault* fault) {
  *fault = no_fault();
  arena = lent({arena.data(), arena.size()});
  const auto too_small = [&](size_t need) {
    return refuse(fault, arena.data() ? NOOK_NO_MEMORY : NOOK_NULL, NOOK_ROLE_ARENA, need, arena.size());
  };
  // Queries in `working`, then builds if everything fits.
  const auto make = [&](Span<uint8_t> working) {
    nook_memory_requirements need;
    NOOK_TRY(require(model, resolver, options, {}, working, &need, fault));
    const size_t lent = need.scratch.bytes > need.working.bytes ? need.scratch.bytes : need.working.bytes;
    InterpreterMemory memory;
    size_t total = 0;
    for (int round = 0; round < 2; ++round) {
      Parts parts(arena);
      memory.persistent = {parts.take(need.persistent.bytes), need.persistent.bytes};
      if (options.packer && options.packer->writes)
        memory.constants = {parts.take(need.constants.bytes), need.constants.bytes};
      memory.inputs = take_side<nook_const_buffer>(parts, need.inputs, need.input_count, round == 1);
      memory.outputs = take_side<nook_buffer>(parts, need.outputs, need.output_count, round == 1);
      memory.scratch = {parts.take(lent), lent};
      total = parts.used();
      if (total > arena.size()) return too_small(total);
    }
    const Code made = init(self, model, resolver, options, memory, fault);
    if (made == Code::kOk && used) *used = total - lent + need.scratch.bytes;
    return made;
  };
  // The answer is at the end of the arena, and all parts end before it if they fit. In an arena too small for
  // the query nothing fits; then the query on the stack returns the sizes.
  const size_t queried = working_need(model, workload_of(model), options);
  if (arena.size() >= queried) return make({arena.data() + arena.size() - queried, queried});
  return queried <= kMostOnStack ? run_on_stack(queried, make) : too_small(queried);
}

}  // namespace nook::interp

extern "C" nook_status nook_interpreter_init_in_arena(nook_interpreter* interpreter, const void* model,
                                                      size_t model_bytes, const nook_resolver* resolver,
                                                      const nook_interpreter_options* options,
                                                      nook_buffer arena, size_t* used,
                                                      nook_interpreter_fault* fault) {
  nook_interpreter_fault unused;
  nook_interpreter_fault* const why = fault ? fault : &unused;
  if (!interpreter) return NOOK_NULL;
  *interpreter = {};
  const nook::Code code = nook::interp::check_model(model, model_bytes, resolver, options, why);
  if (code != nook::Code::kOk) return static_cast<nook_status>(code);
  const nook::Model opened = nook::interp::trusted(model, model_bytes);
  return static_cast<nook_status>(nook::interp::init_in_arena(
      interpreter, opened, *resolver, *options, {static_cast<uint8_t*>(arena.data), arena.bytes}, used, why));
}
