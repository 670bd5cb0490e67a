// The interpreter in C++: nook/interpreter.h with methods. docs/interpreter.md is the guide.
//
//   const Result<Model> model = Model::open(file);
//   alignas(16) static uint8_t working[2048], persistent[512], scratch[16384];
//   MemoryRequirements need;                        // without committing a byte
//   memory_requirements(*model, kResolver, {}, working, &need);
//
//   Interpreter net(*model, kResolver, {inputs, outputs, persistent, scratch}, {});
//   if (!net.ok()) return net.fault();
//   net.invoke();                                   // NOOK_OK, or NOOK_NOT_READY
#pragma once
#include "nook/interp/resolver.h"
#include "nook/interpreter.h"
#include "nook/model/model.h"

namespace nook {

using MemoryRequirements = nook_memory_requirements;
using MemorySizes = nook_memory_sizes;
using InterpreterFault = nook_interpreter_fault;
using Planner = nook_planner;

// A Model has been checked already, or is trusted: `check` is not looked at.
struct InterpreterOptions : nook_interpreter_options {
  // The greedy planner is linked where no other is named.
  InterpreterOptions(const Planner& which = nook_greedy_planner)
      : nook_interpreter_options{&which,  nullptr, 0,       0,       0,       nullptr,
                                 nullptr, nullptr, nullptr, nullptr, nullptr, 0} {}
};

struct InterpreterMemory {
  Span<const nook_const_buffer> inputs;  // one per input; those of inputs in scratch are not looked at
  Span<const nook_buffer> outputs;       // likewise
  Span<uint8_t> persistent;              // at a multiple of 8
  Span<uint8_t> scratch;                 // at a multiple of 16
  Span<uint8_t> working = {};            // during construction; empty: the scratch is used
  // At a multiple of 16, for a packer; nook_pack_weights writes to it.
  Span<const uint8_t> constants = {};
};

// Bytes that memory_requirements() needs; with a packer; with rows, and a packer too; with control flow.
size_t working_bytes(const Model& model);
size_t packing_bytes(const Model& model);
size_t row_bytes(const Model& model);
size_t control_bytes(const Model& model);

// What `model` needs. The arrays of the answer are in `working`; nothing else is written. Errors as the
// constructor's.
Code memory_requirements(const Model& model, const Resolver& resolver, const InterpreterOptions& options,
                         Span<uint8_t> working, MemoryRequirements* requirements,
                         InterpreterFault* fault = nullptr);

// The same in sums and without `working`, on the stack, as nook_query_sizes() says: kNoMemory of a model that
// needs more working memory than 8192 bytes.
Code memory_sizes(const Model& model, const Resolver& resolver, const nook_interpreter_options& options,
                  MemorySizes* sizes, InterpreterFault* fault = nullptr);

namespace interp {
Code init(nook_interpreter* self, const Model& model, const Resolver& resolver,
          const nook_interpreter_options& options, const InterpreterMemory& memory, InterpreterFault* fault);
Code init_in_arena(nook_interpreter* self, const Model& model, const Resolver& resolver,
                   const nook_interpreter_options& options, Span<uint8_t> arena, size_t* used,
                   InterpreterFault* fault);
}  // namespace interp

class Interpreter {
 public:
  // Checks everything and plans. kNoMemory, kNull, kMisaligned: a buffer, see fault(); kUnsupported: an
  // operator that the resolver lacks, or a form of it that there is no kernel for; others: the model is
  // wrong.
  Interpreter(const Model& model, const Resolver& resolver, const InterpreterMemory& memory,
              const InterpreterOptions& options = {}) {
    (void)interp::init(&state_, model, resolver, options, memory, &fault_);
  }

  // All of it in one buffer, as nook_interpreter_init_in_arena() says. `used`: bytes from its start.
  static Interpreter in_arena(const Model& model, const Resolver& resolver, Span<uint8_t> arena, size_t* used,
                              const InterpreterOptions& options = {}) {
    Interpreter net;
    (void)interp::init_in_arena(&net.state_, model, resolver, options, arena, used, &net.fault_);
    return net;
  }

  bool ok() const { return fault_.status == NOOK_OK; }
  const InterpreterFault& fault() const { return fault_; }

  // One inference, as nook_interpreter_invoke() says. Runs nothing unless ok().
  nook_status invoke() { return nook_interpreter_invoke(&state_); }

  // From the next inference on; where a new one is refused the former stays.
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

  // What is kept between two inferences: as it was at first; as a block to be copied away and back.
  void reset() { nook_interpreter_reset(&state_); }
  Span<uint8_t> state() const {
    const nook_buffer all = nook_interpreter_state(&state_);
    return {static_cast<uint8_t*>(all.data), all.bytes};
  }

  // Of the persistent memory, from its start.
  size_t persistent_bytes() const { return state_.persistent_bytes; }
  // Adds the time of operator i to ticks[i]; one element per operator.
  void profile(uint32_t (*clock)(), uint32_t* ticks) { nook_interpreter_profile(&state_, clock, ticks); }
  void set_event(nook_event_fn event, void* user) { state_.event = event, state_.user = user; }
  nook_interpreter* c() { return &state_; }

 private:
  Interpreter() = default;
  static Code code(nook_status status) { return static_cast<Code>(status); }

  nook_interpreter state_{};
  InterpreterFault fault_{};
};

}  // namespace nook
