// The interpreter in C++: nook/interpreter.h as methods. docs/interpreter.md is the guide.
//
//   const Result<Model> model = Model::open(file);
//   alignas(16) static uint8_t working[2048], persistent[512], scratch[16384];
//   MemoryRequirements need;
//   memory_requirements(*model, kResolver, {}, working, &need);
//
//   Interpreter net(*model, kResolver, {inputs, outputs, persistent, scratch}, {});
//   if (!net.ok()) return net.fault();
//   net.invoke();                                   // NOOK_OK, or NOOK_NOT_READY
#pragma once
#include "nook/interp/no_fault.h"
#include "nook/interp/resolver.h"
#include "nook/interpreter.h"
#include "nook/model/model.h"

namespace nook {

using MemoryRequirements = nook_memory_requirements;
using MemorySizes = nook_memory_sizes;
using InterpreterFault = nook_interpreter_fault;
using Planner = nook_planner;

// `check` is ignored: a Model has been checked already, or is trusted.
struct InterpreterOptions : nook_interpreter_options {
  // Links the greedy planner unless another one is named.
  InterpreterOptions(const Planner& which = nook_greedy_planner)
      : nook_interpreter_options{&which,  nullptr, 0,       0,       0,       nullptr,
                                 nullptr, nullptr, nullptr, nullptr, nullptr, 0} {}
};

struct InterpreterMemory {
  Span<const nook_const_buffer> inputs;  // one per input; entries of inputs in the scratch are ignored
  Span<const nook_buffer> outputs;       // likewise
  Span<uint8_t> persistent;              // at a multiple of 8
  Span<uint8_t> scratch;                 // at a multiple of 16
  Span<uint8_t> working = {};            // during construction; empty: the scratch is used
  // At a multiple of 16, for a packer; nook_pack_weights writes to it.
  Span<const uint8_t> constants = {};
};

// The bytes of working memory that memory_requirements() needs: alone; with a packer; with rows or both; with
// control flow.
size_t working_bytes(const Model& model);
size_t packing_bytes(const Model& model);
size_t row_bytes(const Model& model);
size_t control_bytes(const Model& model);

// Returns the memory that `model` needs. `working` also holds the arrays of the answer; nothing else is
// written. The errors are the constructor's.
Code memory_requirements(const Model& model, const Resolver& resolver, const InterpreterOptions& options,
                         Span<uint8_t> working, MemoryRequirements* requirements,
                         InterpreterFault* fault = nullptr);

// Returns the memory as sums, computed on the stack like nook_query_sizes(): kNoMemory for a model that needs
// more than 8192 bytes of working memory.
Code memory_sizes(const Model& model, const Resolver& resolver, const nook_interpreter_options& options,
                  MemorySizes* sizes, InterpreterFault* fault = nullptr);

namespace interp {
// Requires that `self` is all zeros and `fault` is no_fault().
Code init(nook_interpreter* self, const Model& model, const Resolver& resolver,
          const nook_interpreter_options& options, const InterpreterMemory& memory, InterpreterFault* fault);
// The arguments as the C interface passes them: only the first elements of its arrays are valid.
struct Lent {
  const nook_interpreter_memory& memory;
  size_t inputs, outputs;
};
Code init(nook_interpreter* self, const Model& model, const Resolver& resolver,
          const nook_interpreter_options& options, const Lent& lent, InterpreterFault* fault);
Code init_in_arena(nook_interpreter* self, const Model& model, const Resolver& resolver,
                   const nook_interpreter_options& options, Span<uint8_t> arena, size_t* used,
                   InterpreterFault* fault);
}  // namespace interp

class Interpreter {
 public:
  // Checks everything and plans. kNoMemory, kNull, kMisaligned: a buffer, see fault(); kUnsupported: the
  // resolver lacks an operator, or no kernel computes it in these types; any other error: the model is
  // invalid.
  Interpreter(const Model& model, const Resolver& resolver, const InterpreterMemory& memory,
              const InterpreterOptions& options = {}) {
    (void)interp::init(&state_, model, resolver, options, memory, &fault_);
  }

  // Constructs in one buffer, like nook_interpreter_init_in_arena(). `used`: the bytes in use from its start.
  static Interpreter in_arena(const Model& model, const Resolver& resolver, Span<uint8_t> arena, size_t* used,
                              const InterpreterOptions& options = {}) {
    Interpreter net;
    (void)interp::init_in_arena(&net.state_, model, resolver, options, arena, used, &net.fault_);
    return net;
  }

  bool ok() const { return fault_.status == NOOK_OK; }
  const InterpreterFault& fault() const { return fault_; }

  // Runs one inference, like nook_interpreter_invoke(). Does nothing unless ok().
  nook_status invoke() { return nook_interpreter_invoke(&state_); }

  // Takes effect with the next inference. If a buffer is refused, the previous one stays.
  Code set_input(uint32_t i, nook_const_buffer buffer) {
    return code(nook_interpreter_set_input(&state_, i, buffer));
  }
  Code set_output(uint32_t i, nook_buffer buffer) {
    return code(nook_interpreter_set_output(&state_, i, buffer));
  }
  Code set_scratch(Span<uint8_t> scratch) {
    return code(nook_interpreter_set_scratch(&state_, {scratch.data(), scratch.size()}));
  }

  uint32_t input_count() const { return state_.input_count; }
  uint32_t output_count() const { return state_.output_count; }
  void* input(uint32_t i) const { return nook_interpreter_input(&state_, i); }
  const void* output(uint32_t i) const { return nook_interpreter_output(&state_, i); }

  // The state: reset() sets its initial value; state() returns it as one block to save and restore.
  void reset() { nook_interpreter_reset(&state_); }
  Span<uint8_t> state() const {
    const nook_buffer all = nook_interpreter_state(&state_);
    return {static_cast<uint8_t*>(all.data), all.bytes};
  }
  // The state with a head, which restore() refuses (kBadModel) if it is of another model.
  size_t saved_bytes() const { return nook_interpreter_saved_bytes(&state_); }
  Code save(Span<uint8_t> to) const { return code(nook_interpreter_save(&state_, {to.data(), to.size()})); }
  Code restore(Span<const uint8_t> from) {
    return code(nook_interpreter_restore(&state_, {from.data(), from.size()}));
  }

  // The bytes of persistent memory in use, from its start.
  size_t persistent_bytes() const { return state_.persistent_bytes; }
  // Adds the time of operator i to ticks[i]; `ticks` has one element per operator.
  void profile(uint32_t (*clock)(), uint32_t* ticks) { nook_interpreter_profile(&state_, clock, ticks); }
  void set_event(nook_event_fn event, void* user) { state_.event = event, state_.user = user; }
  nook_interpreter* c() { return &state_; }

 private:
  Interpreter() = default;
  static Code code(nook_status status) { return static_cast<Code>(status); }

  nook_interpreter state_{};
  InterpreterFault fault_ = interp::no_fault();
};

}  // namespace nook
